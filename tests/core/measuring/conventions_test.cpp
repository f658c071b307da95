// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/conventions.h"

#include <set>

#include "core/measuring/scores.h"
#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

ConventionError of(std::string_view id, const std::vector<double>& p,
                   const std::vector<std::int32_t>& labels, std::size_t bins) {
    const auto predictions = testing::positiveScores(p, labels);
    const auto errors =
        conventionErrors(outcomesAt(predictions, testing::kPositive, 1).sorted,
                         outcomesInRowOrder(predictions, testing::kPositive, 1), bins);
    return *std::find_if(errors.begin(), errors.end(),
                         [&](const ConventionError& e) { return e.convention->id == id; });
}

TEST(Conventions, rowsAtNoughtAndOneFallAsEachProgramLetsThem) {
    const std::vector<double> p = {0, 1, .75};
    const std::vector<std::int32_t> labels = {1, 0, 1};
    EXPECT_NEAR(of("right-closed", p, labels, 2).error, (1 + .75) / 3, 1e-15);
    EXPECT_NEAR(of("numpy-drop-0", p, labels, 2).error, .75 / 3, 1e-15);
    EXPECT_EQ(of("numpy-drop-0", p, labels, 2).reason, "1 row at 0 in no bin");
    EXPECT_NEAR(of("numpy-arange", p, labels, 2).error, (1 + .25) / 3, 1e-15);
    EXPECT_EQ(of("numpy-arange", p, labels, 2).reason, "1 row at 1 in no bin");
    EXPECT_NEAR(of("torchmetrics-binary", p, labels, 2).error, (1 + .25 + 1) / 3, 1e-15);
    EXPECT_EQ(of("torchmetrics-binary", p, labels, 2).reason, "1 row at 1 in a bin of its own");
}

TEST(Conventions, aDecimalOnAnEdgeFallsByTheEdgesLastBit) {
    // 3 * (1.0 / 10) is above 0.3: linspace's bin (0.3, 0.4] begins behind it.
    EXPECT_EQ(of("left-closed", {.3, .35}, {1, 0}, 10).moved, 1U);
    EXPECT_EQ(of("netcal", {.3, .35}, {1, 0}, 10).moved, 0U);
    EXPECT_EQ(of("left-closed", {.3, .35}, {1, 0}, 10).reason, "1 row on an edge in another bin");
}

TEST(Conventions, midpointsStandForConfidences) {
    const auto error = of("midpoint", {.6, .7}, {1, 1}, 2);
    EXPECT_NEAR(error.error, .25, 1e-15);
    EXPECT_EQ(error.reason, "the middle of each bin stands for its mean confidence");
}

TEST(Conventions, agreeWhereNoRowIsOnAnEdge) {
    const auto outcomes = testing::twoHundredOutcomes();
    const auto errors = conventionErrors(
        outcomes.sorted, outcomesInRowOrder(testing::twoHundredRows(), testing::kPositive, 1), 7);
    const double ece = expectedCalibrationError(
        binned(outcomes.sorted, {BinningScheme::EqualWidth, 7}, std::nullopt));
    std::set<std::string_view> ids;
    for (const ConventionError& error : errors) {
        EXPECT_TRUE(ids.insert(error.convention->id).second);
        EXPECT_FALSE(error.convention->rule.empty());
        if (error.convention->midpoint) continue;
        EXPECT_NEAR(error.error, ece, 1e-6) << error.convention->id;
        EXPECT_EQ(error.moved, 0U) << error.convention->id;
    }
    EXPECT_EQ(ids.size(), eceConventions().size());
}

}  // namespace
}  // namespace diagonal
