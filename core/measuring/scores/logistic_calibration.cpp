// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/logistic_calibration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "core/measuring/scores/scores.h"
#include "core/numerics/class_probabilities.h"
#include "core/numerics/logistic_fit.h"
#include "core/numerics/logistic_sums.h"

namespace diagonal {
namespace {

/// Number of rows from which on passes over all of them are few.
constexpr std::size_t kManyLogisticRows = 65536;

/// The ranks of the rows that have a logit.
struct UsableRanks {
    std::size_t begin = 0;
    std::size_t end = 0;

    explicit UsableRanks(const SortedOutcomes& outcomes)
        : begin(outcomes.countUpTo(0)), end(std::max(begin, outcomes.countBelow(1))) {}
    std::size_t size() const { return end - begin; }
};

/// Rows of logisticFit(), or groups of them: coefficients are the intercept and the slope.
struct LogitRows {
    std::vector<double> x;        ///< logit c, ascending
    std::vector<double> targets;  ///< share of the correct
    std::vector<double> weights;

    void add(double c, double target, double weight) {
        x.push_back(logit(c));
        targets.push_back(target);
        weights.push_back(weight);
    }
    std::size_t size() const { return x.size(); }
    Coefficients<2> terms(std::size_t i) const { return {1, x[i]}; }
    double target(std::size_t i) const { return targets[i]; }
    double weight(std::size_t i) const { return weights[i]; }
};

LogitRows singleRows(const SortedOutcomes& outcomes, const UsableRanks& ranks) {
    LogitRows rows;
    for (std::size_t rank = ranks.begin; rank < ranks.end; ++rank) {
        rows.add(outcomes.confidence(rank), outcomes.isCorrect(rank) ? 1 : 0,
                 outcomes.weight(rank));
    }
    return rows;
}

/// Returns groups of equally many rows, each at its mean confidence.
LogitRows groupedRows(const SortedOutcomes& outcomes, const UsableRanks& ranks) {
    constexpr std::size_t groups = 4096;
    LogitRows rows;
    for (std::size_t g = 0; g < groups; ++g) {
        const std::size_t begin = ranks.begin + ranks.size() * g / groups;
        const std::size_t end = ranks.begin + ranks.size() * (g + 1) / groups;
        const OutcomeSums sums = outcomes.sums(begin, end);
        const double mean = std::clamp(sums.confidence / sums.weight, outcomes.confidence(begin),
                                       outcomes.confidence(end - 1));
        rows.add(mean, sums.correct / sums.weight, sums.weight);
    }
    return rows;
}

double observationsPerWeight(const SortedOutcomes& outcomes, const UsableRanks& ranks) {
    const OutcomeSums sums = outcomes.sums(ranks.begin, ranks.end);
    return sums.effectiveCount() / sums.weight;
}

/// Returns true if all usable rows are correct, or all are wrong.
bool isOneSided(const SortedOutcomes& outcomes, const UsableRanks& ranks) {
    for (std::size_t rank = ranks.begin + 1; rank < ranks.end; ++rank) {
        if (outcomes.isCorrect(rank) != outcomes.isCorrect(ranks.begin)) return false;
    }
    return true;
}

/// Returns true if some threshold on c has all correct rows on one side and all incorrect ones on
/// the other.
bool isSeparated(const SortedOutcomes& outcomes, const UsableRanks& ranks) {
    const auto firstOf = [&](bool isCorrect) {
        std::size_t rank = ranks.begin;
        while (outcomes.isCorrect(rank) != isCorrect)
            ++rank;
        return outcomes.confidence(rank);
    };
    const auto lastOf = [&](bool isCorrect) {
        std::size_t rank = ranks.end - 1;
        while (outcomes.isCorrect(rank) != isCorrect)
            --rank;
        return outcomes.confidence(rank);
    };
    return lastOf(false) <= firstOf(true) || lastOf(true) <= firstOf(false);
}

/// Returns the root u of sum w sigmoid(u + x) = weight of the correct rows by bisection; the sum
/// rises with u.
double bisectedIntercept(const LogitRows& rows) {
    double low = -rows.x.back() - 800;
    double high = -rows.x.front() + 800;
    constexpr int halvings = 70;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (logisticLoss<2>(rows, {middle, 1}).gradient[0] < 0 ? low : high) = middle;
    }
    return (low + high) / 2;
}

double fittedIntercept(const LogitRows& rows) {
    const auto fit = logisticFit<2>(rows, {true, false}, {0, 1});
    return fit ? (*fit)[0] : bisectedIntercept(rows);
}

/// Fits both coefficients from a slope of 1, that of calibrated rows. If the confidences are so
/// extreme that the curvature vanishes there, starts from a slope of 0, where it cannot.
std::optional<Coefficients<2>> fittedSlope(const LogitRows& rows) {
    const auto fit = logisticFit<2>(rows, {true, true}, {0, 1});
    return fit ? fit : logisticFit<2>(rows, {true, true}, {0, 0});
}

/// Moves coefficients fitted to groups to those of all rows by Newton's method, which converges
/// quadratically from there.
class AllRows {
public:
    AllRows(const SortedOutcomes& outcomes, const UsableRanks& ranks,
            const ParallelFor& parallelFor)
        : m_packed(outcomes.packed().subspan(ranks.begin, ranks.size())),
          m_parallelFor(parallelFor) {
        if (outcomes.isWeighted())
            m_weights = outcomes.weights().subspan(ranks.begin, ranks.size());
    }

    /// Returns none if the steps do not become short.
    std::optional<Coefficients<2>> refined(Coefficients<2> now,
                                           const std::array<bool, 2>& used) const {
        constexpr int mostPasses = 12;
        constexpr double lastStep = 1e-7;  // the next would be below 1e-13
        for (int pass = 0; pass < mostPasses; ++pass) {
            const auto step = newtonStep(lossAt(now), used);
            if (!step) return std::nullopt;
            bool isDone = true;
            for (std::size_t i = 0; i < now.size(); ++i) {
                now[i] -= (*step)[i];
                isDone = isDone && std::abs((*step)[i]) <= lastStep * (1 + std::abs(now[i]));
            }
            if (isDone) return now;
        }
        return std::nullopt;
    }

    /// Returns the loss at `from` minus that at `least`: the integral of its slope along the line
    /// between them, by Gauss and Legendre's rule of five nodes.
    double rise(const Coefficients<2>& least, const Coefficients<2>& from) const {
        constexpr std::array<double, 5> nodes = {-0.9061798459386640, -0.5384693101056831, 0,
                                                 0.5384693101056831, 0.9061798459386640};
        constexpr std::array<double, 5> weights = {0.2369268850561891, 0.4786286704993665,
                                                   0.5688888888888889, 0.4786286704993665,
                                                   0.2369268850561891};
        const Coefficients<2> way = {from[0] - least[0], from[1] - least[1]};
        double sum = 0;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const double share = (1 + nodes[i]) / 2;
            const auto gradient =
                lossAt({least[0] + share * way[0], least[1] + share * way[1]}).gradient;
            sum += weights[i] / 2 * (gradient[0] * way[0] + gradient[1] * way[1]);
        }
        return sum;
    }

private:
    LogisticLoss<2> lossAt(const Coefficients<2>& coefficients) const {
        constexpr std::size_t leastRows = 16384;
        const Partition parts{m_packed.size(), leastRows};
        std::vector<LogisticSums> sums(parts.parts());
        m_parallelFor(parts.parts(), [&](std::size_t part) {
            const std::size_t begin = parts.begin(part);
            const std::size_t rows = parts.end(part) - begin;
            sums[part] =
                logisticSums(m_packed.subspan(begin, rows),
                             m_weights.empty() ? m_weights : m_weights.subspan(begin, rows),
                             coefficients[0], coefficients[1]);
        });
        LogisticSums all;
        for (const LogisticSums& some : sums)
            all.add(some);
        LogisticLoss<2> loss;
        loss.gradient = {all.miss, all.missX};
        loss.curvature = {{{all.curve, 0}, {all.curveX, all.curveXX}}};
        return loss;
    }

    std::span<const std::uint64_t> m_packed;
    std::span<const double> m_weights;
    const ParallelFor& m_parallelFor;
};

/// Fits few rows, or many from their groups.
class LogisticFitter {
public:
    LogisticFitter(const SortedOutcomes& outcomes, const UsableRanks& ranks,
                   const ParallelFor& parallelFor)
        : m_outcomes(outcomes), m_ranks(ranks), m_all(outcomes, ranks, parallelFor) {}

    double intercept() {
        if (m_ranks.size() >= kManyLogisticRows) {
            const double start = fittedIntercept(groups());
            if (const auto fit = m_all.refined({start, 1}, {true, false})) return (*fit)[0];
        }
        return fittedIntercept(single());
    }
    std::optional<Coefficients<2>> slope() {
        if (m_ranks.size() >= kManyLogisticRows) {
            const auto start = fittedSlope(groups());
            if (const auto fit = start ? m_all.refined(*start, {true, true}) : start) return fit;
        }
        return fittedSlope(single());
    }
    /// Returns by how much the log-likelihood falls from its maximum at `fit` to calibration.
    double fallToCalibration(const Coefficients<2>& fit) {
        constexpr Coefficients<2> calibrated = {0, 1};
        if (m_ranks.size() >= kManyLogisticRows) return m_all.rise(fit, calibrated);
        return logisticLoss<2>(single(), calibrated).loss - logisticLoss<2>(single(), fit).loss;
    }

private:
    const LogitRows& groups() {
        if (m_groups.size() == 0) m_groups = groupedRows(m_outcomes, m_ranks);
        return m_groups;
    }
    const LogitRows& single() {
        if (m_single.size() == 0) m_single = singleRows(m_outcomes, m_ranks);
        return m_single;
    }

    const SortedOutcomes& m_outcomes;
    const UsableRanks& m_ranks;
    AllRows m_all;
    LogitRows m_groups;
    LogitRows m_single;
};

/// Returns where `rise`, 0 at `estimate` and growing away from it, reaches `limit` towards `step`;
/// none if it does not within a distance of 2^40 steps.
template <typename Rise>
std::optional<double> reached(const Rise& rise, double estimate, double step, double limit) {
    constexpr int doublings = 40;
    constexpr int halvings = 50;
    double inside = estimate;
    double outside = estimate + step;
    for (int i = 0; rise(outside) < limit; ++i) {
        if (i == doublings) return std::nullopt;
        inside = outside;
        outside = estimate + (outside - estimate) * 2;
    }
    for (int i = 0; i < halvings; ++i) {
        const double middle = (inside + outside) / 2;
        (rise(middle) < limit ? inside : outside) = middle;
    }
    return inside;
}

template <typename Rise>
std::optional<Interval> profileInterval(const Rise& rise, double estimate, double step,
                                        double limit) {
    const auto lower = reached(rise, estimate, -step, limit);
    const auto upper = reached(rise, estimate, step, limit);
    if (!lower || !upper) return std::nullopt;
    return Interval{*lower, *upper};
}

}  // namespace

LogisticIntervals profileIntervals(const SortedOutcomes& outcomes, const LogisticCalibration& fit,
                                   double level) {
    constexpr std::size_t many = 8192;
    constexpr double step = 0.25;
    LogisticIntervals out;
    const UsableRanks ranks(outcomes);
    if (!fit.intercept) return out;
    const LogitRows rows =
        ranks.size() > many ? groupedRows(outcomes, ranks) : singleRows(outcomes, ranks);
    const double limit = chiSquareOneQuantile(level) / (2 * observationsPerWeight(outcomes, ranks));
    const auto lossAt = [&](const Coefficients<2>& at) { return logisticLoss<2>(rows, at).loss; };
    const double ofIntercept = fit.intercept.value();
    const double least = lossAt({ofIntercept, 1});
    out.intercept = profileInterval(
        [&](double u) {
            return lossAt({u, 1}) - least;
        },
        ofIntercept, step, limit);
    if (!fit.slope) return out;
    const double leastOfBoth = lossAt({fit.slopeIntercept, fit.slope.value()});
    const auto rise = [&](double slope) {
        const auto best = logisticFit<2>(rows, {true, false}, {fit.slopeIntercept, slope});
        return best ? lossAt(*best) - leastOfBoth : std::numeric_limits<double>::infinity();
    };
    out.slope = profileInterval(rise, fit.slope.value(), step, limit);
    return out;
}

LogisticCalibration logisticCalibration(const SortedOutcomes& outcomes,
                                        const ParallelFor& parallelFor) {
    LogisticCalibration out;
    const UsableRanks ranks(outcomes);
    out.leftOut = outcomes.sums().count - outcomes.sums(ranks.begin, ranks.end).count;
    if (ranks.size() == 0 || isOneSided(outcomes, ranks)) {
        out.intercept = out.slope =
            undefined(ranks.size() == 0 ? "every confidence is 0 or 1" : kOneSided);
        return out;
    }
    LogisticFitter fitter(outcomes, ranks, parallelFor);
    out.intercept = fitter.intercept();
    if (outcomes.confidence(ranks.begin) == outcomes.confidence(ranks.end - 1)) {
        out.slope = undefined("all confidences are equal");
    } else if (isSeparated(outcomes, ranks)) {
        out.slope = undefined("confidence separates the correct rows from the wrong ones");
    } else if (const auto fit = fitter.slope()) {
        out.slope = (*fit)[1];
        out.slopeIntercept = (*fit)[0];
        const double fall = std::max(0.0, fitter.fallToCalibration(*fit));
        out.jointP = std::exp(-fall * observationsPerWeight(outcomes, ranks));
    } else {
        out.slope = undefined("the confidences are too extreme to fit");
    }
    return out;
}

}  // namespace diagonal
