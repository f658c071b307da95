// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/temperature_profile.h"

#include <algorithm>
#include <cmath>

#include "core/measuring/scores/scores.h"
#include "core/recalibrating/temperature/temperature.h"

namespace diagonal {
namespace {

constexpr int kSteps = 8;       ///< points per octave
constexpr int kFineSteps = 16;  ///< fine steps per coarse step

/// Returns the sweep that serves a hundred temperatures soonest; null if outcomesAt() does.
Sweep sweepOf(const std::shared_ptr<const Predictions>& predictions, const View& view,
              const Execution& execution) {
    if (auto indexed = indexedSweep(predictions, view, execution)) return indexed;
    return directSweep(predictions, view, execution.parallelFor);
}

class Profiler {
public:
    Profiler(const std::shared_ptr<const Predictions>& predictions, const View& view,
             const Binning& binning, const Sweep& known, const Execution& execution)
        : m_predictions(predictions),
          m_view(view),
          m_binning(binning),
          m_edges(fixedEdges(binning)),
          m_sweep(!m_edges ? nullptr
                  : known  ? known
                           : sweepOf(predictions, view, execution)) {}

    ProfilePoint at(double temperature) const {
        if (m_sweep) {
            auto sums = m_sweep->at(temperature, *m_edges, m_binning.edgeRule);
            const auto curve =
                curveOf(*m_edges, std::move(sums.bins), m_binning.confidence, std::nullopt);
            return {temperature, sums.nll, expectedCalibrationError(curve)};
        }
        const bool keepsRowOrder = m_binning.scheme == BinningScheme::Runs;
        const Outcomes outcomes =
            *outcomesAt(*m_predictions, m_view, temperature, {}, keepsRowOrder);
        return {temperature, outcomes.nll,
                expectedCalibrationError(
                    binned(outcomes.sorted, m_binning, std::nullopt, outcomes.inRowOrder))};
    }

private:
    std::shared_ptr<const Predictions> m_predictions;
    const View& m_view;
    const Binning& m_binning;
    std::optional<std::vector<double>> m_edges;
    Sweep m_sweep;
};

double temperatureOf(double octaves) {
    return std::min(kLowestSwept * std::exp2(octaves), kHighestSwept);
}

/// Returns the fitted temperature; none if the fit fails or lies outside the range of the slider.
/// Errors: Cancelled.
Result<std::optional<double>> fittedWithin(const Predictions& predictions,
                                           const Execution& execution) {
    constexpr double anyLevel = 0.95;
    const auto fit = fitTemperature(predictions, anyLevel, execution);
    if (!fit && fit.error().kind == ErrorKind::Cancelled) return fit.error();
    if (!fit || fit.value().clamped) return std::optional<double>();
    const double t = fit.value().value;
    return t >= kLowestSwept && t <= kHighestSwept ? std::optional(t) : std::nullopt;
}

}  // namespace

Result<TemperatureProfile> temperatureProfile(const std::shared_ptr<const Predictions>& predictions,
                                              const View& view, const Binning& binning,
                                              const Execution& execution, const Sweep& known) {
    const Profiler profiler(predictions, view, binning, known, execution);
    const int octaves = static_cast<int>(std::lround(std::log2(kHighestSwept / kLowestSwept)));
    const int coarse = octaves * kSteps;
    TemperatureProfile profile;
    const auto add = [&](double place) {
        if (execution.progress &&
            !execution.progress(profile.points.size(), static_cast<std::size_t>(coarse))) {
            return false;
        }
        profile.points.push_back(profiler.at(temperatureOf(place / kSteps)));
        return true;
    };
    for (int step = 0; step <= coarse; ++step) {
        if (!add(step)) return cancelled();
    }
    const auto least = std::ranges::min_element(profile.points, {}, &ProfilePoint::ece);
    const auto nearest = static_cast<int>(least - profile.points.begin());
    for (int fine = -kFineSteps + 1; fine < kFineSteps; ++fine) {
        const double place = nearest + static_cast<double>(fine) / kFineSteps;
        if (fine == 0 || place < 0 || place > coarse) continue;
        if (!add(place)) return cancelled();
    }
    profile.points.push_back(profiler.at(1));
    const auto fitted = fittedWithin(*predictions, execution);
    if (!fitted) return fitted.error();
    if (fitted.value()) {
        profile.points.push_back(profiler.at(*fitted.value()));
        profile.leastNll = *fitted.value();
    }
    std::ranges::sort(profile.points, {}, &ProfilePoint::temperature);
    profile.leastEce =
        std::ranges::min_element(profile.points, {}, &ProfilePoint::ece)->temperature;
    if (profile.leastNll) return profile;
    double smallest = 0;
    for (const ProfilePoint& point : profile.points) {
        if (!point.nll || (profile.leastNll && *point.nll >= smallest)) continue;
        smallest = *point.nll;
        profile.leastNll = point.temperature;
    }
    return profile;
}

}  // namespace diagonal
