// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/mean_estimate.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/predictions/predictions.h"

namespace diagonal {
namespace {

const std::vector<double> kValues = {.12, -.03, .25, .08, -.11, .02, .19, .31, -.07, .05, .14, .01};
const RowClusters kClusters = {"patient", {0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4}, 5};

/// scipy.stats.ttest_1samp(values, 0) and t.interval() of SciPy 1.10.
TEST(MeanEstimate, independentRowsAreAsInScipy) {
    const MeanEstimate estimate = meanEstimate(kValues);
    EXPECT_NEAR(estimate.value, .08, 1e-15);
    EXPECT_NEAR(estimate.standardError, .03684529491774707, 1e-15);
    EXPECT_NEAR(*estimate.pValue(), .052663144708523874, 1e-12);
    EXPECT_NEAR(estimate.interval(.95)->lower, -.0010959473328410047, 1e-12);
    EXPECT_NEAR(estimate.interval(.95)->upper, .161095947332841, 1e-12);
}

/// The standard error is that of OLS(values, ones).fit(cov_type="cluster") of statsmodels 0.13.5.
/// It takes t with 4 degrees of freedom for five clusters of any size; these vary as 4.8 equal
/// ones.
TEST(MeanEstimate, clustersAreAsInStatsmodels) {
    const MeanEstimate estimate = meanEstimate(kValues, kClusters);
    EXPECT_NEAR(estimate.value, .08, 1e-15);
    EXPECT_NEAR(estimate.standardError, .036916760722227826, 1e-15);
    EXPECT_NEAR(estimate.degreesOfFreedom, 3.8, 1e-14);
    // scipy.stats.t with 3.8 degrees of freedom
    EXPECT_NEAR(*estimate.pValue(), 0.09972420022121135, 1e-12);
    EXPECT_NEAR(estimate.interval(.95)->lower, -0.024660341195832075, 1e-12);
    EXPECT_NEAR(estimate.interval(.95)->upper, 0.18466034119583208, 1e-12);
}

/// ttost_paired() of statsmodels: its p-value is below 0.05 where the 90 % interval lies within the
/// margins (0.299 at 0.1, 0.042 at 0.15).
TEST(MeanEstimate, the90PercentIntervalDecidesOnEquivalence) {
    const Interval interval = *meanEstimate(kValues).interval(.9);
    EXPECT_GT(interval.upper, .1);
    EXPECT_LT(interval.upper, .15);
    EXPECT_GT(interval.lower, -.1);
}

TEST(MeanEstimate, rowsOfAClusterThatAreAlikeCountOnce) {
    std::vector<double> values;
    RowClusters clusters{"day", {}, 6};
    for (std::uint32_t cluster = 0; cluster < 6; ++cluster) {
        for (int row = 0; row < 10; ++row) {
            values.push_back(kValues[cluster]);
            clusters.codes.push_back(cluster);
        }
    }
    const auto alone = meanEstimate(std::vector(kValues.begin(), kValues.begin() + 6));
    EXPECT_NEAR(meanEstimate(values, clusters).standardError, alone.standardError, 1e-15);
    // 6 but for n - 1 of 60 rows and G - 1 of 6 clusters.
    EXPECT_NEAR(60 / designEffect(values, clusters), 6 * (5.0 / 6) / (59.0 / 60), 1e-12);
    EXPECT_EQ(designEffect(values, {}), 1);
}

TEST(MeanEstimate, oneRowOrClusterHasNoInterval) {
    EXPECT_FALSE(meanEstimate(std::vector{.5}).interval(.95));
    EXPECT_FALSE(meanEstimate(std::vector{.5}).pValue());
    const RowClusters one{"day", {0, 0}, 1};
    EXPECT_FALSE(meanEstimate(std::vector{.5, .7}, one).interval(.95));
    EXPECT_EQ(meanEstimate(std::vector{0.0, 0.0}).pValue(), 1.0);
    EXPECT_EQ(meanEstimate(std::vector{.5, .5}).pValue(), 0.0);
}

TEST(MeanEstimate, aCountIsThatManyRows) {
    const RowWeights counts{WeightKind::Counts, {3, 1, 2}};
    const MeanEstimate estimate = meanEstimate(std::vector{.1, .4, -.2}, counts);
    const MeanEstimate rows = meanEstimate(std::vector{.1, .1, .1, .4, -.2, -.2});
    EXPECT_NEAR(estimate.value, rows.value, 1e-15);
    EXPECT_NEAR(estimate.standardError, rows.standardError, 1e-15);
    EXPECT_EQ(estimate.degreesOfFreedom, 5);
}

TEST(MeanEstimate, weightsOfOneAreAsNone) {
    for (const WeightKind kind : {WeightKind::Counts, WeightKind::Importance}) {
        const RowWeights ones{kind, std::vector<double>(kValues.size(), 1)};
        for (const RowClusters& clusters : {RowClusters(), kClusters}) {
            const MeanEstimate weighted = meanEstimate(kValues, ones, clusters);
            const MeanEstimate plain = meanEstimate(kValues, clusters);
            EXPECT_NEAR(weighted.value, plain.value, 1e-15);
            EXPECT_NEAR(weighted.standardError, plain.standardError, 1e-15);
            EXPECT_NEAR(weighted.degreesOfFreedom, plain.degreesOfFreedom, 1e-14);
        }
    }
}

/// NumPy: m = average(v, weights=w); sqrt(n / (n - 1) sum(w^2 (v - m)^2)) / sum(w), with
/// n = sum(w)^2 / sum(w^2).
TEST(MeanEstimate, importanceWeightsCountAsTheirEffectiveNumber) {
    const RowWeights weights{WeightKind::Importance, {.5, 2, 1, 1.5, .25, .75, 1, 1, 2, .5, 1, .5}};
    const MeanEstimate estimate = meanEstimate(kValues, weights);
    EXPECT_NEAR(estimate.value, 0.07395833333333333, 1e-15);
    EXPECT_NEAR(estimate.standardError, 0.04289339343765832, 1e-15);
    EXPECT_NEAR(estimate.degreesOfFreedom, 8.216, 1e-13);
    const MeanEstimate clustered = meanEstimate(kValues, weights, kClusters);
    EXPECT_NEAR(clustered.standardError, 0.040573516421949216, 1e-15);
    EXPECT_NEAR(clustered.degreesOfFreedom, 3.5896414342629486, 1e-13);
    const RowWeights one{WeightKind::Importance, {1.99, .01}};
    EXPECT_FALSE(meanEstimate(std::vector{.5, .7}, one).interval(.95));
}

/// mcnemar(exact=True) of statsmodels; the first table is that of Agresti (1990), section 10.1.
TEST(McNemar, isAsInStatsmodels) {
    EXPECT_NEAR(mcNemar(86, 150), 3.715936139571387e-05, 1e-15);
    EXPECT_NEAR(mcNemar(3, 9), .14599609375, 1e-14);
    EXPECT_NEAR(mcNemar(9, 3), .14599609375, 1e-14);
    EXPECT_EQ(mcNemar(0, 0), 1);
}

TEST(PairedProportionInterval, hasAWidthWhereNoRowDiffers) {
    const Interval none = pairedProportionInterval(0, 0, 50, .95);
    EXPECT_NEAR(none.upper, 1.959963984540054 * std::sqrt(2.0 / 52 / 52), 1e-12);
    EXPECT_NEAR(none.lower, -none.upper, 1e-15);
    const Interval up = pairedProportionInterval(20, 2, 100, .95);
    EXPECT_GT(up.lower, 0);
    const Interval down = pairedProportionInterval(2, 20, 100, .95);
    EXPECT_NEAR(down.upper, -up.lower, 1e-15);
}

}  // namespace
}  // namespace diagonal
