// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/deciding/net_benefit.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/measuring/isotonic.h"
#include "core/numerics/mean_estimate.h"

namespace diagonal {
namespace {

/// A number for each of: true positives, false positives, false negatives, true negatives.
using ByDecision = std::array<double, 4>;

ByDecision weightsOf(const DecisionCounts& counts) {
    return {counts.truePositives, counts.falsePositives, counts.falseNegatives,
            counts.trueNegatives};
}

std::size_t kindOf(bool acts, bool isCorrect) {
    return (acts ? 0U : 2U) + (isCorrect ? 0U : 1U);
}

/// Returns the weights that count in variances.
ByDecision varianceWeights(const SortedOutcomes& outcomes, const DecisionCounts& counts,
                           std::size_t firstActed) {
    if (!outcomes.isWeighted() || outcomes.weightKind() == WeightKind::Counts)
        return weightsOf(counts);
    ByDecision weights{};
    for (std::size_t rank = 0; rank < outcomes.size(); ++rank)
        weights[kindOf(rank >= firstActed, outcomes.isCorrect(rank))] +=
            outcomes.varianceWeight(rank);
    return weights;
}

DecisionCounts scaled(const DecisionCounts& counts, const OutcomeFactors& factors) {
    return {counts.truePositives * factors.events, counts.falsePositives * factors.others,
            counts.falseNegatives * factors.events, counts.trueNegatives * factors.others};
}

/// Estimates the mean of a quantity that depends on a row's decision and outcome only.
class DecisionMeans {
public:
    DecisionMeans(const SortedOutcomes& outcomes, const ClusteredOutcomes& clustered,
                  const DecisionCounts& counts, double threshold, bool isStratified,
                  const OutcomeFactors& factors)
        : m_weights(weightsOf(scaled(counts, factors))),
          m_total(counts.all()),
          m_isStratified(isStratified),
          m_factors{factors.events, factors.others},
          m_clustered(clustered),
          m_threshold(threshold) {
        if (clustered) return;
        m_variance = varianceWeights(outcomes, counts, outcomes.countBelow(threshold));
        m_effective = outcomes.sums().effectiveCount();
    }

    MeanEstimate of(const ByDecision& values) const {
        MeanEstimate estimate;
        for (std::size_t kind = 0; kind < values.size(); ++kind)
            estimate.value += m_weights[kind] / m_total * values[kind];
        const ByOutcome centres =
            m_isStratified ? meansByOutcome(values) : ByOutcome{estimate.value, estimate.value};
        if (m_clustered) return overClusters(estimate, values, centres);
        return m_isStratified ? overOutcomes(estimate, values, centres)
                              : overRows(estimate, values);
    }

private:
    using ByOutcome = std::array<double, 2>;  ///< events, others

    ByOutcome meansByOutcome(const ByDecision& values) const {
        ByOutcome means{};
        for (std::size_t outcome = 0; outcome < means.size(); ++outcome)
            means[outcome] = (m_weights[outcome] * values[outcome] +
                              m_weights[outcome + 2] * values[outcome + 2]) /
                             (m_weights[outcome] + m_weights[outcome + 2]);
        return means;
    }
    MeanEstimate overRows(MeanEstimate estimate, const ByDecision& values) const {
        if (m_effective < 2) return estimate;
        double squares = 0;
        for (std::size_t kind = 0; kind < values.size(); ++kind) {
            const double apart = values[kind] - estimate.value;
            squares += m_variance[kind] * apart * apart;
        }
        estimate.degreesOfFreedom = m_effective - 1;
        estimate.standardError = std::sqrt(m_effective / (m_effective - 1) * squares) / m_total;
        return estimate;
    }
    /// The rows of each outcome are a sample of their own.
    MeanEstimate overOutcomes(const MeanEstimate& estimate, const ByDecision& values,
                              const ByOutcome& centres) const {
        std::array<StratumSpread, 2> strata;
        for (std::size_t outcome = 0; outcome < centres.size(); ++outcome) {
            double weights = 0;
            for (const std::size_t kind : {outcome, outcome + 2}) {
                const double apart = (values[kind] - centres[outcome]) * m_factors[outcome];
                strata[outcome].squares += m_variance[kind] * apart * apart;
                weights += m_variance[kind];
            }
            const double total = (m_weights[outcome] + m_weights[outcome + 2]) / m_factors[outcome];
            strata[outcome].rows = total * total / weights;
        }
        return estimateOverStrata(estimate.value, strata, m_total);
    }
    MeanEstimate overClusters(MeanEstimate estimate, const ByDecision& values,
                              const ByOutcome& centres) const {
        const RowClusters& clusters = m_clustered.rows->clusters;
        std::vector<double> sums(clusters.count);
        for (std::size_t row = 0; row < m_clustered.packed.size(); ++row) {
            const std::uint64_t packed = m_clustered.packed[row];
            const bool acts = SortedOutcomes::confidenceOf(packed) >= m_threshold;
            const std::size_t kind = kindOf(acts, SortedOutcomes::correctOf(packed));
            sums[clusters.codes[row]] +=
                m_clustered.weight(row) * m_factors[kind % 2] * (values[kind] - centres[kind % 2]);
        }
        return estimateOverClusters(estimate.value, sums, m_total,
                                    clusters.evenCount(m_clustered.weights));
    }

    ByDecision m_weights;  ///< at the prevalence
    ByDecision m_variance{};
    double m_total;
    bool m_isStratified;
    ByOutcome m_factors;
    double m_effective = 0;
    const ClusteredOutcomes& m_clustered;
    double m_threshold;
};

/// Net benefit of acting on the blocks whose frequency reaches the threshold.
double isotonicBenefit(const std::vector<IsotonicBlock>& blocks, double total, double threshold,
                       const OutcomeFactors& factors) {
    const double odds = threshold / (1 - threshold);
    double benefit = 0;
    for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) {
        if (block->frequency() < factors.unweighted(threshold)) break;
        benefit += block->correct * factors.events -
                   (block->weight - block->correct) * factors.others * odds;
    }
    return benefit / total;
}

DecisionCounts decisionsAt(const SortedOutcomes& outcomes, double threshold) {
    const std::size_t first = outcomes.countBelow(threshold);
    const OutcomeSums acted = outcomes.sums(first, outcomes.size());
    const OutcomeSums others = outcomes.sums(0, first);
    return {acted.correct, acted.weight - acted.correct, others.correct,
            others.weight - others.correct};
}

/// Returns the number of clusters with a row that is left alone, or acted on.
double differingClusters(const ClusteredOutcomes& clustered, double threshold, bool leftAlone) {
    std::vector<bool> differs(clustered.rows->clusters.count);
    for (std::size_t row = 0; row < clustered.packed.size(); ++row) {
        const bool acts = SortedOutcomes::confidenceOf(clustered.packed[row]) >= threshold;
        if (acts != leftAlone) differs[clustered.rows->clusters.codes[row]] = true;
    }
    return static_cast<double>(std::ranges::count(differs, true));
}

}  // namespace

double OutcomeFactors::unweighted(double probability) const {
    if (events == others) return probability;
    return probability * others / (probability * others + (1 - probability) * events);
}

OutcomeFactors factorsFor(double events, double all, const std::optional<double>& prevalence) {
    if (!prevalence) return {};
    return {*prevalence * all / events, (1 - *prevalence) * all / (all - events)};
}

DecisionCounts atPrevalence(const DecisionCounts& counts, double prevalence) {
    return scaled(counts, factorsFor(counts.events(), counts.all(), prevalence));
}

std::vector<DecisionPoint> decisionCurve(const SortedOutcomes& outcomes,
                                         std::span<const double> thresholds,
                                         const DecisionSettings& settings,
                                         const ClusteredOutcomes& clustered,
                                         const ParallelFor& parallelFor) {
    const OutcomeSums sums = outcomes.sums();
    const bool isStratified = settings.prevalence.has_value();
    if (isStratified && (sums.correct <= 0 || sums.correct >= sums.weight)) return {};
    const OutcomeFactors factors = factorsFor(sums.correct, sums.weight, settings.prevalence);
    const std::vector<IsotonicBlock> blocks = isotonicBlocks(outcomes, parallelFor);
    std::vector<DecisionPoint> points(thresholds.size());
    parallelFor(thresholds.size(), [&](std::size_t i) {
        DecisionPoint& point = points[i];
        const double t = point.threshold = thresholds[i];
        const double odds = t / (1 - t);
        const DecisionCounts counts = point.counts = decisionsAt(outcomes, t);
        const DecisionMeans means(outcomes, clustered, counts, t, isStratified, factors);
        const MeanEstimate benefit = means.of({1, -odds, 0, 0});
        const double events = settings.prevalence.value_or(counts.events() / counts.all());
        point.netBenefit = benefit.value;
        point.interval = benefit.interval(settings.level);
        point.ofAll = events - (1 - events) * odds;
        if (events > 0) point.standardised = point.netBenefit / events;
        const MeanEstimate minusAll = means.of({0, 0, -1, odds});
        const MeanEstimate& minusBest = point.ofAll > 0 ? minusAll : benefit;
        const bool isAllBetter = point.ofAll > 0;
        const double share = sums.effectiveCount() / counts.all();
        point.differingRows =
            share * (isAllBetter ? counts.all() - counts.acted() : counts.acted());
        if (clustered)
            point.differingRows =
                std::min(point.differingRows, differingClusters(clustered, t, isAllBetter));
        point.hasFewRows = areTooFew(point.differingRows, t, factors);
        point.minusBest = minusBest.value;
        point.minusBestInterval = minusBest.interval(settings.level);
        if (t > 0) point.avoided = minusAll.value / odds;
        point.miscalibrationCost =
            isotonicBenefit(blocks, counts.all(), t, factors) - point.netBenefit;
    });
    return points;
}

double rowBenefit(double confidence, bool isCorrect, double threshold) {
    if (confidence < threshold) return 0;
    return isCorrect ? 1 : -threshold / (1 - threshold);
}

bool areTooFew(double differing, double threshold, const OutcomeFactors& factors) {
    // The normal law does not hold for fewer of an outcome.
    const double fewExpected = factors.events == factors.others ? 5 : 10;
    const double events = factors.unweighted(threshold);
    return differing * std::min(events, 1 - events) < fewExpected;
}

std::vector<double> usualThresholds() {
    constexpr int steps = 100;
    std::vector<double> thresholds;
    for (int i = 1; i < steps; ++i)
        thresholds.push_back(static_cast<double>(i) / steps);
    return thresholds;
}

}  // namespace diagonal
