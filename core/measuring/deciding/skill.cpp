// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/deciding/skill.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/compensated_sum.h"
#include "core/numerics/mean_estimate.h"

namespace diagonal {
namespace {

/// Returns the estimate of a statistic whose change by a row is influence(confidence, outcome) over
/// the number of rows.
template <typename Influence>
MeanEstimate clusteredEstimate(double value, const ClusteredOutcomes& rows, double weight,
                               const Influence& influence) {
    const RowClusters& clusters = rows.rows->clusters;
    std::vector<double> sums(clusters.count);
    for (std::size_t row = 0; row < rows.packed.size(); ++row) {
        const std::uint64_t packed = rows.packed[row];
        sums[clusters.codes[row]] +=
            rows.weight(row) * influence(SortedOutcomes::confidenceOf(packed),
                                         SortedOutcomes::correctOf(packed) ? 1.0 : 0.0);
    }
    return estimateOverClusters(value, sums, weight, clusters.evenCount(rows.weights));
}

std::optional<Interval> exponentialOf(const std::optional<Interval>& logs) {
    if (!logs) return std::nullopt;
    return Interval{std::exp(logs->lower), std::exp(logs->upper)};
}

/// Mean confidence of the rows of one outcome, and its variance.
struct OutcomeMean {
    double mean = 0;
    double count = 0;     ///< effective rows
    double variance = 0;  ///< of the mean

    OutcomeMean(double weight, double sum, double squares, double effective)
        : mean(sum / weight), count(effective) {
        const double spread = std::max(0.0, squares / weight - mean * mean);
        if (count > 1) variance = spread / (count - 1);
    }
};

OutcomeMean ofCorrect(const OutcomeSums& rows) {
    return {rows.correct, rows.correctConfidence, rows.correctConfidenceSquares,
            rows.effectiveCorrect()};
}

OutcomeMean ofWrong(const OutcomeSums& rows) {
    return {rows.weight - rows.correct, rows.confidence - rows.correctConfidence,
            rows.confidenceSquares - rows.correctConfidenceSquares,
            rows.effectiveCount() - rows.effectiveCorrect()};
}

bool hasBothOutcomes(const OutcomeSums& rows) {
    return rows.correct > 0 && rows.correct < rows.weight;
}

}  // namespace

std::optional<double> observedOverExpected(const OutcomeSums& rows) {
    if (!(rows.confidence > 0)) return std::nullopt;
    return rows.correct / rows.confidence;
}

std::optional<Interval> observedOverExpectedInterval(const OutcomeSums& rows, double level,
                                                     const ClusteredOutcomes& clustered) {
    const auto ratio = observedOverExpected(rows);
    if (!ratio || rows.effectiveCount() < 2) return std::nullopt;
    const double scale = rows.weight / rows.confidence;
    const double frequency = rows.correct / rows.weight;
    if (clustered && clustered.rows->clusters.count < 2) return std::nullopt;
    if (frequency == 0 || frequency == 1) {
        const double count = clustered ? clustered.rows->clusters.evenCount(clustered.weights)
                                       : rows.effectiveCount();
        const auto wilson = wilsonInterval(frequency * count, count, level);
        return Interval{wilson->lower * scale, wilson->upper * scale};
    }
    if (clustered) {
        const auto influence = [&](double c, double outcome) {
            return outcome / frequency - c * scale;
        };
        return exponentialOf(
            clusteredEstimate(std::log(*ratio), clustered, rows.weight, influence).interval(level));
    }
    const double error = std::sqrt((1 - frequency) / rows.effectiveCorrect());
    const double arm = twoSidedNormalQuantile(level) * error;
    return Interval{*ratio * std::exp(-arm), *ratio * std::exp(arm)};
}

std::optional<double> discriminationSlope(const OutcomeSums& rows) {
    if (!hasBothOutcomes(rows)) return std::nullopt;
    return ofCorrect(rows).mean - ofWrong(rows).mean;
}

std::optional<Interval> discriminationSlopeInterval(const OutcomeSums& rows, double level,
                                                    const ClusteredOutcomes& clustered) {
    const auto slope = discriminationSlope(rows);
    if (!slope) return std::nullopt;
    const OutcomeMean correct = ofCorrect(rows);
    const OutcomeMean wrong = ofWrong(rows);
    if (correct.count < 2 || wrong.count < 2) return std::nullopt;
    const auto within = [](std::optional<Interval> interval) {
        if (interval) *interval = {std::max(-1.0, interval->lower), std::min(1.0, interval->upper)};
        return interval;
    };
    if (clustered) {
        const double frequency = rows.correct / rows.weight;
        const auto influence = [&](double c, double outcome) {
            return outcome > 0 ? (c - correct.mean) / frequency
                               : -(c - wrong.mean) / (1 - frequency);
        };
        return within(clusteredEstimate(*slope, clustered, rows.weight, influence).interval(level));
    }
    const double variance = correct.variance + wrong.variance;
    if (!(variance > 0)) return Interval{*slope, *slope};
    const double degrees = variance * variance /
                           (correct.variance * correct.variance / (correct.count - 1) +
                            wrong.variance * wrong.variance / (wrong.count - 1));
    return within(MeanEstimate{*slope, std::sqrt(variance), degrees}.interval(level));
}

double logLoss(const SortedOutcomes& outcomes, const ParallelFor& parallelFor) {
    const std::vector<std::size_t> begins = outcomes.partBegins();
    std::vector<double> sums(begins.size() - 1);
    parallelFor(sums.size(), [&](std::size_t part) {
        CompensatedSum sum;
        for (std::size_t rank = begins[part]; rank < begins[part + 1]; ++rank) {
            const double c = outcomes.confidence(rank);
            sum.add(-outcomes.weight(rank) *
                    (outcomes.isCorrect(rank) ? std::log(c) : std::log1p(-c)));
        }
        sums[part] = sum.value();
    });
    CompensatedSum all;
    for (const double sum : sums)
        all.add(sum);
    const double mean = all.value() / outcomes.sums().weight;
    return std::isnan(mean) ? std::numeric_limits<double>::infinity() : mean;
}

std::optional<SkillScores> skillScores(double frequency, double brier, double logLoss) {
    if (!(frequency > 0 && frequency < 1)) return std::nullopt;
    const double ofMean =
        -frequency * std::log(frequency) - (1 - frequency) * std::log1p(-frequency);
    return SkillScores{1 - brier / (frequency * (1 - frequency)), 1 - logLoss / ofMean,
                       std::expm1(-2 * (ofMean - logLoss)) / std::expm1(-2 * ofMean)};
}

}  // namespace diagonal
