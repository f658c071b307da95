// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/equal_mass_sweep.h"

#include "core/measuring/reliability_curve.h"
#include "core/measuring/scores/scores.h"
#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

SortedOutcomes sorted(std::vector<double> p, std::vector<std::int32_t> labels) {
    return outcomesAt(testing::positiveScores(std::move(p), std::move(labels)), testing::kPositive,
                      1)
        .sorted;
}

TEST(EqualMassSweep, stopsBeforeAnAccuracyFalls) {
    // Two bins have the rising accuracies 0 and 2/3; three bins have 0, 1 and 1/2, where the last
    // falls.
    const auto rows = sorted({.1, .2, .6, .7, .8, .9}, {0, 0, 1, 1, 1, 0});
    const auto sweep = sweepError(rows);
    EXPECT_EQ(sweep.bins, 2U);
    EXPECT_EQ(sweep.error,
              expectedCalibrationError(binned(rows, {BinningScheme::EqualMass, 2}, std::nullopt)));
    EXPECT_FALSE(sweep.reachedLimit);
}

TEST(EqualMassSweep, endsAtTheNumberOfRows) {
    const auto sweep = sweepError(sorted({.1, .2, .8, .9}, {0, 0, 1, 1}));
    EXPECT_EQ(sweep.bins, 4U);
    EXPECT_TRUE(sweep.reachedLimit);
    EXPECT_NEAR(sweep.error, (.1 + .2 + .2 + .1) / 4, 1e-15);
}

/// More than three bins are not possible, although three rows count a million times each.
TEST(EqualMassSweep, stopsWhereEveryConfidenceHasItsBin) {
    const SortedOutcomes outcomes({SortedOutcomes::pack(.7, true), SortedOutcomes::pack(.8, true),
                                   SortedOutcomes::pack(.9, true)},
                                  {WeightKind::Counts, {1e6, 1e6, 1e6}});
    const auto sweep = sweepError(outcomes);
    EXPECT_EQ(sweep.bins, 3U);
    EXPECT_NEAR(sweep.error, .2, 1e-12);
}

}  // namespace
}  // namespace diagonal
