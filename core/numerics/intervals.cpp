// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/intervals.h"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr double kHighestLevel = 1 - 1e-12;  ///< quantiles of higher levels overflow

double betaQuantile(double a, double b, double q) {
    return boost::math::quantile(boost::math::beta_distribution<>(a, b), q);
}

/// Beyond this count, all intervals agree to 1e-8 and quantiles of the beta distribution overflow.
constexpr double kManyTrials = 1e9;

std::string withRange(double value, const std::optional<Interval>& interval, int decimals,
                      std::string (&text)(double, int)) {
    if (!interval) return text(value, decimals);
    return text(value, decimals) + " (" + text(interval->lower, decimals) + " to " +
           text(interval->upper, decimals) + ")";
}

}  // namespace

std::string estimateText(double value, const std::optional<Interval>& interval, int decimals) {
    return withRange(value, interval, decimals, fixedText);
}

std::string signedEstimateText(double value, const std::optional<Interval>& interval,
                               int decimals) {
    return withRange(value, interval, decimals, signedFixedText);
}

double twoSidedNormalQuantile(double level) {
    return boost::math::quantile(boost::math::normal(), 0.5 + std::min(level, kHighestLevel) / 2);
}

double IntervalChoice::levelOfEach(std::size_t count) const {
    const bool isShared = band == BandKind::Simultaneous && count > 0;
    return std::min(isShared ? 1 - (1 - level) / static_cast<double>(count) : level, kHighestLevel);
}

std::optional<Interval> wilsonInterval(double correct, double count, double level) {
    if (count == 0) return std::nullopt;
    const double z = twoSidedNormalQuantile(level);
    const double n = count;
    const double p = correct / n;
    const double centre = (p + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z / (1 + z * z / n) * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return Interval{correct == 0 ? 0.0 : std::max(0.0, centre - half),
                    correct == count ? 1.0 : std::min(1.0, centre + half)};
}

std::optional<Interval> clopperPearsonInterval(double correct, double count, double level) {
    if (count == 0) return std::nullopt;
    if (count > kManyTrials) return wilsonInterval(correct, count, level);
    const double wrong = count - correct;
    return Interval{correct == 0 ? 0.0 : betaQuantile(correct, wrong + 1, (1 - level) / 2),
                    correct == count ? 1.0 : betaQuantile(correct + 1, wrong, (1 + level) / 2)};
}

std::optional<Interval> jeffreysInterval(double correct, double count, double level) {
    if (count == 0) return std::nullopt;
    if (count > kManyTrials) return wilsonInterval(correct, count, level);
    const double a = correct + 0.5;
    const double b = count - correct + 0.5;
    return Interval{correct == 0 ? 0.0 : betaQuantile(a, b, (1 - level) / 2),
                    correct == count ? 1.0 : betaQuantile(a, b, (1 + level) / 2)};
}

double jeffreysTail(double correct, double count, double probability) {
    const boost::math::beta_distribution<> posterior(correct + 0.5, count - correct + 0.5);
    return boost::math::cdf(posterior, probability);
}

std::optional<Interval> accuracyInterval(double correct, double count,
                                         const IntervalChoice& choice) {
    switch (choice.kind) {
        case IntervalKind::ClopperPearson:
            return clopperPearsonInterval(correct, count, choice.level);
        case IntervalKind::Jeffreys: return jeffreysInterval(correct, count, choice.level);
        case IntervalKind::Wilson:
        case IntervalKind::Consistency: break;
    }
    return wilsonInterval(correct, count, choice.level);
}

double studentRows(double level, double degreesOfFreedom) {
    const boost::math::students_t student(degreesOfFreedom);
    const double t = boost::math::quantile(student, 0.5 + std::min(level, kHighestLevel) / 2);
    const double ratio = t / twoSidedNormalQuantile(level);
    return ratio * ratio;
}

double chiSquareOneQuantile(double q) {
    const double z = twoSidedNormalQuantile(q);
    return z * z;
}

}  // namespace diagonal
