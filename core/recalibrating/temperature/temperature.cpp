// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/temperature/temperature.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/numerics/intervals.h"
#include "core/recalibrating/temperature/temperature_likelihood.h"

namespace diagonal {
namespace {

// Newton steps converge quadratically: after a step this short, no further pass is needed.
constexpr double kLastStep = 1e-7;
constexpr double kLastPartOfStep = 1e-4;  ///< relative step; Halley's method converges cubically
constexpr int kMostSteps = 200;
constexpr int kStepsUntilEnds = 8;
const double kLowest = -std::log(kHighestFittedTemperature);
const double kHighest = -std::log(kLowestFittedTemperature);

struct Minimum {
    double x = 0;
    Likelihood likelihood;
    bool clamped = false;
};

/// Error of the slope that moves the minimum by less than its precision.
constexpr LikelihoodPrecision kOfMinimum{1e-14, 1e-13};

/// Applies Newton's method to the slope inside a bracket whose ends are evaluated only when needed.
Minimum minimise(TemperatureLikelihood& fitter, double start, const Likelihood& atStart) {
    double low = kLowest;
    double high = kHighest;
    Minimum now{start, atStart, false};
    for (int step = 0; step < kMostSteps && !fitter.isCancelled(); ++step) {
        if (now.likelihood.slope == 0) break;
        (now.likelihood.slope < 0 ? low : high) = now.x;
        // A non-positive curvature in x is replaced with that in b = 1/T, in which the NLL is
        // convex: curvature - slope = b^2 NLL''(b).
        const double slope = now.likelihood.slope;
        const double curvature = now.likelihood.curvature > 0 ? now.likelihood.curvature
                                                              : now.likelihood.curvature - slope;
        if (step == kStepsUntilEnds) {
            // Still far away, as when all rows are correct and steps hardly grow: try the end.
            const double end = slope < 0 ? kHighest : kLowest;
            const Likelihood there = fitter.at(end);
            if (slope < 0 ? there.slope <= 0 : there.slope >= 0) return {end, there, true};
        }
        double next = now.x - slope / curvature;
        const double newton = next;
        if (next >= high && high == kHighest) {
            const Likelihood end = fitter.at(kHighest);
            if (end.slope <= 0) return {kHighest, end, true};
            next = (low + high) / 2;
        } else if (next <= low && low == kLowest) {
            const Likelihood end = fitter.at(kLowest);
            if (end.slope >= 0) return {kLowest, end, true};
            next = (low + high) / 2;
        } else if (!(next > low && next < high)) {
            next = (low + high) / 2;
        }
        if (const double moved = next - now.x; next == newton && std::abs(moved) <= kLastStep) {
            const double rise = moved * (slope + moved * now.likelihood.curvature / 2);
            return {next, {now.likelihood.value + rise, 0, now.likelihood.curvature}, false};
        }
        now = {next, fitter.at(next, kOfMinimum), false};
    }
    return now;
}

/// Returns the temperature between the minimum and `end` (on the x axis) at which the mean NLL is
/// `rise` above its minimum; none if it does not rise that far.
std::optional<double> crossing(TemperatureLikelihood& fitter, const Minimum& minimum, double rise,
                               double end) {
    if (minimum.x == end) return std::nullopt;
    const LikelihoodPrecision precision{1e-8 * rise, 1e-6};
    const double sign = end > minimum.x ? 1 : -1;
    double inner = minimum.x;
    double outer = end;
    bool endIsAbove = false;
    const double curvature = std::max(minimum.likelihood.curvature, 1e-300);
    double x = minimum.x + sign * std::sqrt(2 * rise / curvature);
    for (int step = 0; step < kMostSteps && !fitter.isCancelled(); ++step) {
        if (!((x - inner) * sign > 0 && (outer - x) * sign > 0)) {
            if (!endIsAbove && fitter.at(end).value - minimum.likelihood.value < rise) {
                return std::nullopt;
            }
            endIsAbove = true;
            x = (inner + outer) / 2;
        }
        const Likelihood here = fitter.at(x, precision);
        const double excess = here.value - minimum.likelihood.value - rise;
        (excess < 0 ? inner : outer) = x;
        endIsAbove = endIsAbove || excess >= 0;
        const double halley = here.slope - excess * here.curvature / (2 * here.slope);
        const double moved = excess / (halley * here.slope > 0 ? halley : here.slope);
        x -= moved;
        const double width = std::abs(x - minimum.x);
        const bool isInside = (x - inner) * sign >= 0 && (outer - x) * sign >= 0;
        if (isInside && std::abs(moved) <= kLastPartOfStep * width) break;
        if (std::abs(outer - inner) <= 1e-11) break;
    }
    return std::exp(-x);
}

/// Returns where to start: the minimum of a sample of many rows, else 0.
double startOf(const Predictions& predictions, const Execution& execution, bool leavesOut) {
    constexpr std::size_t fewRows = 2000;
    constexpr std::size_t part = 32;
    const std::size_t step = std::min(part, predictions.rows() / fewRows);
    if (step < 2) return 0;
    TemperatureLikelihood sample(predictions, execution, step);
    if (leavesOut) sample.leaveOutImpossibleRows();
    const Likelihood atZero = sample.at(0);
    const bool isFlat = atZero.slope == 0 && atZero.curvature == 0;
    return isFlat || sample.isCancelled() ? 0 : minimise(sample, 0, atZero).x;
}

}  // namespace

Result<TemperatureFit> fitTemperature(const Predictions& predictions, double level,
                                      const Execution& execution, ZeroRows zeroRows) {
    if (const auto can = predictions.checkTemperature(); !can) {
        return undefined("temperature cannot be fitted: " + can.error().detail);
    }
    TemperatureLikelihood fitter(predictions, execution);
    const std::size_t impossible = fitter.impossibleRows();
    const bool leavesOut = zeroRows == ZeroRows::LeaveOut &&
                           impossible < predictions.weights().observations(predictions.rows());
    if (impossible > 0 && !leavesOut) {
        return undefined("temperature cannot be fitted: the true class has probability 0 in " +
                             counted(impossible, "row") +
                             ", so the NLL is infinite at every temperature",
                         {setOption(Setting::FitWithoutZeros, {}, "to fit the other rows")});
    }
    if (impossible > 0) fitter.leaveOutImpossibleRows();
    const double start = startOf(predictions, execution, impossible > 0);
    const Likelihood atStart = fitter.at(start, kOfMinimum);
    if (fitter.isCancelled()) return cancelled();
    if (atStart.slope == 0 && atStart.curvature == 0) {
        return undefined("temperature cannot be fitted: the NLL is the same at every temperature");
    }
    const Minimum minimum = minimise(fitter, start, atStart);
    TemperatureFit fit;
    fit.value = minimum.clamped && minimum.x == kLowest    ? kHighestFittedTemperature
                : minimum.clamped && minimum.x == kHighest ? kLowestFittedTemperature
                                                           : std::exp(-minimum.x);
    fit.clamped = minimum.clamped;
    fit.leftOut = impossible;
    fit.nllAfter = minimum.likelihood.value;
    fit.curvature = minimum.likelihood.curvature;
    const double effective =
        predictions.weights().effectiveCount(predictions.rows()) * fitter.share();
    const double rise = chiSquareOneQuantile(level) / (2 * effective);
    fit.lower = crossing(fitter, minimum, rise, kHighest);
    fit.upper = crossing(fitter, minimum, rise, kLowest);
    fit.nllBefore = start == 0 ? atStart.value : fitter.at(0).value;
    if (fitter.isCancelled()) return cancelled();
    return fit;
}

}  // namespace diagonal
