// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/deciding/skill.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/numerics/mean_estimate.h"
#include "tests/core/measuring/deciding/deciding_rows.h"

namespace diagonal {
namespace {

/// Two rows in each cluster.
ClusterRows pairsOfRows(std::size_t rows) {
    RowClusters clusters{"patient", {}, rows / 2};
    for (std::size_t row = 0; row < rows; ++row)
        clusters.codes.push_back(static_cast<std::uint32_t>(row / 2));
    return ClusterRows(std::move(clusters));
}

TEST(Skill, observedOverExpectedIsAsInR) {
    const OutcomeSums rows = SortedOutcomes(testing::decidingRows()).sums();
    EXPECT_NEAR(*observedOverExpected(rows), 1.03145079472438, 1e-12);
    const auto interval = observedOverExpectedInterval(rows, .95);
    EXPECT_NEAR(interval->lower, 0.865026172546751, 1e-9);
    EXPECT_NEAR(interval->upper, 1.22989428031446, 1e-9);
}

TEST(Skill, withoutEventsTheRatioHasAnUpperEnd) {
    const OutcomeSums rows =
        SortedOutcomes({SortedOutcomes::pack(.2, false), SortedOutcomes::pack(.3, false)}).sums();
    EXPECT_EQ(*observedOverExpected(rows), 0);
    const auto interval = observedOverExpectedInterval(rows, .95);
    EXPECT_EQ(interval->lower, 0);
    EXPECT_NEAR(interval->upper, wilsonInterval(0, 2, .95)->upper * 2 / .5, 1e-12);
    const OutcomeSums certain =
        SortedOutcomes({SortedOutcomes::pack(.8, true), SortedOutcomes::pack(.8, true)}).sums();
    EXPECT_LT(observedOverExpectedInterval(certain, .95)->lower, 1);
    const OutcomeSums impossible = SortedOutcomes({SortedOutcomes::pack(0, true)}).sums();
    EXPECT_FALSE(observedOverExpected(impossible));
    EXPECT_FALSE(observedOverExpectedInterval(impossible, .95));
}

TEST(Skill, discriminationSlopeHasWelchsInterval) {
    const OutcomeSums rows = SortedOutcomes(testing::decidingRows()).sums();
    EXPECT_NEAR(*discriminationSlope(rows), 0.252475687691025, 1e-12);
    const auto interval = discriminationSlopeInterval(rows, .95);
    EXPECT_NEAR(interval->lower, 0.161687047727287, 1e-9);
    EXPECT_NEAR(interval->upper, 0.343264327654763, 1e-9);
    EXPECT_FALSE(discriminationSlope(SortedOutcomes({SortedOutcomes::pack(.2, true)}).sums()));
}

/// Clusters that repeat each row tell no more than the rows once.
TEST(Skill, repeatedRowsInClustersWidenNothing) {
    std::vector<std::uint64_t> twice;
    for (const std::uint64_t row : testing::decidingRows())
        twice.insert(twice.end(), {row, row});
    const SortedOutcomes once(testing::decidingRows());
    const OutcomeSums rows = SortedOutcomes(twice).sums();
    const ClusterRows clusters = pairsOfRows(twice.size());
    const ClusteredOutcomes clustered{twice, {}, &clusters};
    const auto ratio = observedOverExpectedInterval(rows, .95, clustered);
    // The sandwich also counts the expected events as random: another width than Debray's.
    const double arm = std::log(ratio->upper / *observedOverExpected(rows));
    std::vector<double> changes;
    const OutcomeSums all = once.sums();
    for (std::size_t rank = 0; rank < once.size(); ++rank)
        changes.push_back((once.isCorrect(rank) ? all.weight / all.correct : 0) -
                          once.confidence(rank) * all.weight / all.confidence);
    EXPECT_NEAR(arm, meanEstimate(changes).interval(.95)->upper, 1e-12);
    const auto slope = discriminationSlopeInterval(rows, .95, clustered);
    const auto alone = discriminationSlopeInterval(once.sums(), .95);
    EXPECT_NEAR(slope->upper, alone->upper, 2e-3);
    EXPECT_NEAR(slope->lower, alone->lower, 2e-3);
}

TEST(Skill, scoresAreAsInR) {
    const SortedOutcomes outcomes(testing::decidingRows());
    const OutcomeSums rows = outcomes.sums();
    const double brier =
        (rows.confidenceSquares - 2 * rows.correctConfidence + rows.correct) / rows.weight;
    const auto skill = skillScores(rows.correct / rows.weight, brier, logLoss(outcomes));
    EXPECT_NEAR(skill->brier, 0.191068630175049, 1e-12);
    EXPECT_NEAR(skill->log, 0.145689909835213, 1e-12);
    EXPECT_NEAR(skill->nagelkerke, 0.24381825093795, 1e-12);
    EXPECT_FALSE(skillScores(1, 0, 0));
}

TEST(Skill, anImpossibleOutcomeHasAnInfiniteLoss) {
    const std::vector<std::uint64_t> rows{SortedOutcomes::pack(1, false),
                                          SortedOutcomes::pack(1, true)};
    EXPECT_TRUE(std::isinf(logLoss(SortedOutcomes(rows))));
    EXPECT_EQ(logLoss(SortedOutcomes({SortedOutcomes::pack(1, true)})), 0);
}

}  // namespace
}  // namespace diagonal
