// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/logistic_calibration.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/numerics/class_probabilities.h"
#include "core/numerics/logistic_fit.h"

namespace diagonal {
namespace {

struct Rows {
    std::vector<double> x;  ///< logit c, ascending
    std::vector<bool> correct;
    std::vector<double> weights;
    std::size_t correctCount = 0;

    // Rows of logisticFit(): coefficients are the intercept and the slope.
    std::size_t size() const { return x.size(); }
    Coefficients<2> terms(std::size_t i) const { return {1, x[i]}; }
    double target(std::size_t i) const { return correct[i] ? 1 : 0; }
    double weight(std::size_t i) const { return weights[i]; }
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

/// Returns the root u of sum w sigmoid(u + x) = weight of the correct rows by bisection; the sum
/// rises with u.
double bisectedIntercept(const Rows& rows) {
    double low = -rows.x.back() - 800;
    double high = -rows.x.front() + 800;
    constexpr int halvings = 70;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (logisticLoss<2>(rows, {middle, 1}).gradient[0] < 0 ? low : high) = middle;
    }
    return (low + high) / 2;
}

double fittedIntercept(const Rows& rows) {
    const auto fit = logisticFit<2>(rows, {true, false}, {0, 1});
    return fit ? (*fit)[0] : bisectedIntercept(rows);
}

/// Fits both coefficients from a slope of 1, that of calibrated rows. If the confidences are so
/// extreme that the curvature vanishes there, starts from a slope of 0, where it cannot.
std::optional<Coefficients<2>> fittedSlope(const Rows& rows) {
    const auto fit = logisticFit<2>(rows, {true, true}, {0, 1});
    return fit ? fit : logisticFit<2>(rows, {true, true}, {0, 0});
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
        out.slope = (*fit)[1];
        out.slopeIntercept = (*fit)[0];
    } else {
        out.slope = undefined("the confidences are too extreme to fit");
    }
    return out;
}

}  // namespace diagonal
