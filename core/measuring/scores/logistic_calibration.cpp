// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/logistic_calibration.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/compensated_sum.h"
#include "core/numerics/class_probabilities.h"

namespace diagonal {
namespace {

struct Rows {
    std::vector<double> x;  ///< logit c, ascending
    std::vector<bool> correct;
    std::vector<double> weights;
    std::size_t correctCount = 0;
};

Rows usableRows(const SortedOutcomes& outcomes) {
    Rows rows;
    const std::size_t begin = outcomes.countUpTo(0);
    const std::size_t end = outcomes.countBelow(1);
    if (begin >= end) return rows;
    rows.x.reserve(end - begin);
    rows.correct.reserve(end - begin);
    rows.weights.reserve(end - begin);
    for (std::size_t rank = begin; rank < end; ++rank) {
        rows.x.push_back(logit(outcomes.confidence(rank)));
        rows.correct.push_back(outcomes.isCorrect(rank));
        rows.weights.push_back(outcomes.weight(rank));
        rows.correctCount += outcomes.isCorrect(rank) ? 1U : 0U;
    }
    return rows;
}

/// Returns true if some threshold on x has all correct rows on one side and all incorrect ones on
/// the other.
bool isSeparated(const Rows& rows) {
    const auto firstOf = [&](bool isCorrect) {
        return rows.x[static_cast<std::size_t>(
            std::find(rows.correct.begin(), rows.correct.end(), isCorrect) - rows.correct.begin())];
    };
    const auto lastOf = [&](bool isCorrect) {
        return rows.x[static_cast<std::size_t>(
            rows.correct.rend() - std::find(rows.correct.rbegin(), rows.correct.rend(), isCorrect) -
            1)];
    };
    return lastOf(false) <= firstOf(true) || lastOf(true) <= firstOf(false);
}

/// Negative log-likelihood of logit P(a) = u + s x with its first and second derivatives.
struct Likelihood {
    double loss = 0;
    double gradU = 0, gradS = 0;
    double uu = 0, us = 0, ss = 0;
};

Likelihood likelihood(const Rows& rows, double u, double s) {
    CompensatedSum loss, gradU, gradS, uu, us, ss;
    for (std::size_t i = 0; i < rows.x.size(); ++i) {
        const double x = rows.x[i];
        const double w = rows.weights[i];
        const double z = u + s * x;
        const double p = sigmoid(z);
        const double miss = w * (p - (rows.correct[i] ? 1 : 0));
        const double curvature = w * p * (1 - p);
        loss.add(w * negativeLogSigmoid(rows.correct[i] ? z : -z));
        gradU.add(miss);
        gradS.add(miss * x);
        uu.add(curvature);
        us.add(curvature * x);
        ss.add(curvature * x * x);
    }
    return {loss.value(), gradU.value(), gradS.value(), uu.value(), us.value(), ss.value()};
}

/// Minimizes the convex loss by Newton's method with step halving. Fits u alone (with s fixed) or
/// both, and returns (u, s); none if the curvature vanishes.
std::optional<std::pair<double, double>> newton(const Rows& rows, bool slope, double s) {
    constexpr int mostSteps = 200;
    constexpr int mostHalvings = 60;
    constexpr double precision = 1e-14;
    double u = 0;
    Likelihood now = likelihood(rows, u, s);
    for (int step = 0; step < mostSteps; ++step) {
        const double determinant = slope ? now.uu * now.ss - now.us * now.us : now.uu;
        if (!(determinant > 0)) return std::nullopt;
        double du = now.gradU / now.uu;
        double ds = 0;
        if (slope) {
            du = (now.ss * now.gradU - now.us * now.gradS) / determinant;
            ds = (now.uu * now.gradS - now.us * now.gradU) / determinant;
        }
        const bool done = std::abs(du) <= precision * (1 + std::abs(u)) &&
                          std::abs(ds) <= precision * (1 + std::abs(s));
        Likelihood next = likelihood(rows, u - du, s - ds);
        // Rounding may leave the loss a few units in the last place higher.
        const double tolerance = 1e-13 * std::abs(now.loss);
        for (int i = 0; i < mostHalvings && !(next.loss <= now.loss + tolerance); ++i) {
            du /= 2;
            ds /= 2;
            next = likelihood(rows, u - du, s - ds);
        }
        u -= du;
        s -= ds;
        if (done) break;
        now = next;
    }
    return std::pair(u, s);
}

/// Returns the root u of sum w sigmoid(u + x) = weight of the correct rows by bisection; the sum
/// rises with u.
double bisectedIntercept(const Rows& rows) {
    double low = -rows.x.back() - 800;
    double high = -rows.x.front() + 800;
    constexpr int halvings = 70;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (likelihood(rows, middle, 1).gradU < 0 ? low : high) = middle;
    }
    return (low + high) / 2;
}

double fittedIntercept(const Rows& rows) {
    const auto fit = newton(rows, false, 1);
    return fit ? fit->first : bisectedIntercept(rows);
}

/// Fits both coefficients from a slope of 1, that of calibrated rows. If the confidences are so
/// extreme that the curvature vanishes there, starts from a slope of 0, where it cannot.
std::optional<std::pair<double, double>> fittedSlope(const Rows& rows) {
    const auto fit = newton(rows, true, 1);
    return fit ? fit : newton(rows, true, 0);
}

Error undefined(std::string why) {
    return {ErrorKind::Undefined, std::move(why)};
}

}  // namespace

LogisticCalibration logisticCalibration(const SortedOutcomes& outcomes) {
    LogisticCalibration out;
    const Rows rows = usableRows(outcomes);
    out.leftOut = outcomes.size() - rows.x.size();
    const bool isOneSided = rows.correctCount == 0 || rows.correctCount == rows.x.size();
    if (rows.x.empty() || isOneSided) {
        out.intercept = out.slope =
            undefined(rows.x.empty() ? "every confidence is 0 or 1"
                                     : "all rows are correct, or all are wrong");
        return out;
    }
    out.intercept = fittedIntercept(rows);
    if (rows.x.front() == rows.x.back()) {
        out.slope = undefined("all confidences are equal");
    } else if (isSeparated(rows)) {
        out.slope = undefined("confidence separates the correct rows from the wrong ones");
    } else if (const auto fit = fittedSlope(rows)) {
        out.slope = fit->second;
        out.slopeIntercept = fit->first;
    } else {
        out.slope = undefined("the confidences are too extreme to fit");
    }
    return out;
}

}  // namespace diagonal
