// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/clustered_outcomes.h"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "core/base/random_numbers.h"
#include "core/measuring/resampling/bin_bootstrap.h"
#include "core/measuring/resampling/row_bootstrap.h"
#include "core/numerics/mean_estimate.h"

namespace diagonal {
namespace {

/// Rows in clusters of `size`: rows of a cluster are equally often correct.
class Clustered {
public:
    Clustered(std::size_t clusters, std::size_t size) : rows(clustersOf(column(clusters, size))) {
        RandomNumbers random(3);
        for (std::size_t cluster = 0; cluster < clusters; ++cluster) {
            const double share = random.uniform();
            for (std::size_t i = 0; i < size; ++i)
                packed.push_back(SortedOutcomes::pack(random.uniform(), random.uniform() < share));
        }
        sorted = SortedOutcomes(packed);
    }
    ClusteredOutcomes outcomes() const { return {packed, weights, &rows}; }
    ReliabilityCurve curve(std::size_t bins) const {
        return binned(sorted, {BinningScheme::EqualWidth, bins}, IntervalChoice());
    }
    /// Returns 1 for correct rows, else 0.
    std::vector<double> correct() const {
        std::vector<double> values;
        for (const std::uint64_t row : packed)
            values.push_back(SortedOutcomes::correctOf(row) ? 1 : 0);
        return values;
    }

    std::vector<std::uint64_t> packed;
    std::vector<double> weights;
    ClusterRows rows;
    SortedOutcomes sorted{{}};

private:
    static GroupColumn column(std::size_t clusters, std::size_t size) {
        GroupColumn out{"patient", {}, {}};
        for (std::size_t row = 0; row < clusters * size; ++row)
            out.codes.push_back(static_cast<std::int32_t>(row / size));
        return out;
    }
};

TEST(ClusteredOutcomes, designEffectIsThatOfTheMeanEstimate) {
    const Clustered data(40, 8);
    const DesignEffects effects = designEffects(data.outcomes(), data.sorted.sums());
    EXPECT_GT(effects.accuracy, 1.5);
    const double divisor = 320.0 / 319;  // designEffect() divides by n - 1
    EXPECT_NEAR(effects.accuracy, divisor * designEffect(data.correct(), data.rows.clusters), 1e-9);
    std::vector<double> gaps = data.correct();
    for (std::size_t row = 0; row < gaps.size(); ++row)
        gaps[row] -= SortedOutcomes::confidenceOf(data.packed[row]);
    EXPECT_NEAR(effects.signedGap, divisor * designEffect(gaps, data.rows.clusters), 1e-9);
}

TEST(ClusteredOutcomes, countWeightsAreRepeatedRows) {
    Clustered data(20, 4);
    Clustered repeated = data;
    repeated.packed.clear();
    GroupColumn column{"patient", {}, {}};
    for (std::size_t row = 0; row < data.packed.size(); ++row) {
        const std::size_t times = 1 + row % 3;
        data.weights.push_back(static_cast<double>(times));
        for (std::size_t i = 0; i < times; ++i) {
            repeated.packed.push_back(data.packed[row]);
            column.codes.push_back(static_cast<std::int32_t>(row / 4));
        }
    }
    const ClusterRows rows(clustersOf(column));
    const OutcomeSums sums = SortedOutcomes(repeated.packed).sums();
    const DesignEffects once = designEffects({repeated.packed, {}, &rows}, sums);
    const DesignEffects weighted = designEffects(data.outcomes(), sums);
    EXPECT_NEAR(weighted.accuracy, once.accuracy, 1e-9);
    EXPECT_NEAR(weighted.signedGap, once.signedGap, 1e-9);
}

TEST(ClusteredOutcomes, binsCountIndependentRows) {
    const Clustered data(50, 6);
    ReliabilityCurve curve = data.curve(1);
    const Interval asIndependent = *curve.bins[0].interval;
    setClusteredIntervals(data.outcomes(), 1, IntervalChoice(), curve);
    const double effect = designEffects(data.outcomes(), data.sorted.sums()).accuracy;
    EXPECT_NEAR(*curve.bins[0].clusteredCount, 300 / effect, 1e-6);
    EXPECT_LT(curve.bins[0].interval->lower, asIndependent.lower);
    EXPECT_GT(curve.bins[0].interval->upper, asIndependent.upper);
}

TEST(ClusteredOutcomes, clustersOfOneRowAreIndependentRows) {
    const Clustered data(80, 1);
    ReliabilityCurve curve = data.curve(10);
    setClusteredIntervals(data.outcomes(), 1, IntervalChoice(), curve);
    for (const Bin& bin : curve.bins)
        EXPECT_EQ(bin.clusteredCount, static_cast<double>(bin.count));
}

TEST(ClusteredOutcomes, copiesOfARowAreNoIndependentRows) {
    const std::vector<std::uint64_t> packed(2, SortedOutcomes::pack(.9, true));
    const RowWeights weights{WeightKind::Counts, {1000, 1000}};
    const ClusterRows rows(clustersOf({"patient", {}, {0, 1}}));
    ReliabilityCurve curve =
        binned(SortedOutcomes(packed, weights), {BinningScheme::EqualWidth, 1}, IntervalChoice());
    setClusteredIntervals({packed, weights.values, &rows}, 500, IntervalChoice(), curve);
    EXPECT_EQ(curve.bins[0].clusteredCount, 4);
}

TEST(ClusteredOutcomes, aBinOfOneClusterCountsAsOneRow) {
    const Clustered data(1, 12);
    ReliabilityCurve curve = data.curve(1);
    setClusteredIntervals(data.outcomes(), 1, IntervalChoice(), curve);
    EXPECT_EQ(curve.bins[0].clusteredCount, 1);
    EXPECT_GT(curve.bins[0].interval->upper - curve.bins[0].interval->lower, .95);
}

TEST(ClusteredOutcomes, aBinThatIsAllCorrectTakesTheEffectOfAllRows) {
    std::vector<std::uint64_t> packed(12, SortedOutcomes::pack(.9, true));
    GroupColumn column{"patient", {}, {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}};
    const ClusterRows rows(clustersOf(column));
    ReliabilityCurve curve =
        binned(SortedOutcomes(packed), {BinningScheme::EqualWidth, 1}, IntervalChoice());
    setClusteredIntervals({packed, {}, &rows}, 3, IntervalChoice(), curve);
    EXPECT_EQ(curve.bins[0].clusteredCount, 4);
    EXPECT_EQ(curve.bins[0].interval->upper, 1);
}

/// Returns the standard deviation of values.
double deviation(const std::vector<double>& values) {
    const double mean = meanOf(values);
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return std::sqrt(squares / static_cast<double>(values.size()));
}

TEST(ClusteredOutcomes, resamplesVaryAsClustersDo) {
    const Clustered data(100, 5);
    std::vector<double> confidences, losses;
    for (const std::uint64_t row : data.packed) {
        const double c = SortedOutcomes::confidenceOf(row);
        const double miss = c - (SortedOutcomes::correctOf(row) ? 1 : 0);
        confidences.push_back(c);
        losses.push_back(miss * miss);
    }
    const auto bins = binBootstrap(data.curve(10), BinConfidence::Mean, 1000, 1, data.outcomes());
    EXPECT_NEAR(deviation(bins.at("confidence")) /
                    meanEstimate(confidences, data.rows.clusters).standardError,
                1, .08);
    Outcomes outcomes;
    outcomes.sorted = data.sorted;
    const auto rows = rowBootstrap(outcomes, {}, 1, {}, data.outcomes(), {losses, losses});
    ASSERT_TRUE(rows);
    const double error = meanEstimate(losses, data.rows.clusters).standardError;
    for (const char* id : {"brier", "nll", "brier_multiclass"})
        EXPECT_NEAR(deviation(rows.value().at(id)) / error, 1, .08) << id;
    EXPECT_NEAR(meanOf(rows.value().at("brier")), meanOf(losses), 3 * error / std::sqrt(1000.0));
}

}  // namespace
}  // namespace diagonal
