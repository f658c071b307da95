// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/conventions.h"

#include <set>

#include "core/measuring/scores/scores.h"
#include "core/reporting/detailed_report.h"
#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

ConventionError of(std::string_view id, const std::vector<double>& p,
                   const std::vector<std::int32_t>& labels, std::size_t bins) {
    const auto predictions = testing::positiveScores(p, labels);
    const auto errors =
        conventionErrors(outcomesAt(predictions, testing::kPositive, 1).sorted,
                         *outcomesInRowOrder(predictions, testing::kPositive, 1), bins);
    return *std::find_if(errors.begin(), errors.end(),
                         [&](const ConventionError& e) { return e.convention->id == id; });
}

TEST(Conventions, rowsAtZeroAndOneFollowEachProgram) {
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
    // 3 * (1.0 / 10) is above 0.3, so that the bin (0.3, 0.4] of linspace begins after 0.3.
    EXPECT_EQ(of("left-closed", {.3, .35}, {1, 0}, 10).moved, 1U);
    EXPECT_EQ(of("netcal", {.3, .35}, {1, 0}, 10).moved, 0U);
    EXPECT_EQ(of("left-closed", {.3, .35}, {1, 0}, 10).reason, "1 row on an edge in another bin");
}

TEST(Conventions, midpointsStandForConfidences) {
    const auto error = of("midpoint", {.6, .7}, {1, 1}, 2);
    EXPECT_NEAR(error.error, .25, 1e-15);
    EXPECT_EQ(error.reason, "the middle of each bin replaces its mean confidence");
}

TEST(Conventions, agreeWhereNoRowIsOnAnEdge) {
    const auto outcomes = testing::twoHundredOutcomes();
    const auto errors = conventionErrors(
        outcomes.sorted, *outcomesInRowOrder(testing::twoHundredRows(), testing::kPositive, 1), 7);
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

/// Every row is in the bin that the convention puts it in, whatever the edges.
TEST(Conventions, binsOfAConventionGiveItsEce) {
    std::vector<double> p;
    std::vector<std::int32_t> labels;
    for (int i = 1; i < 1000; ++i) {
        p.push_back(i / 1000.0);
        labels.push_back(i % 3 == 0 ? 1 : 0);
    }
    const auto sorted =
        outcomesAt(testing::positiveScores(p, labels), testing::kPositive, 1).sorted;
    for (const std::size_t bins : {7U, 10U, 15U, 100U}) {
        for (const ConventionError& error : conventionErrors(sorted, {}, bins)) {
            // Rows between the bins of arange are in none.
            const bool arange = error.convention->edges == EceConvention::Edges::Arange;
            if (error.convention->singleSums || arange) continue;
            const Binning binning = binningOf(*error.convention, bins);
            ASSERT_EQ(binning.edges.size(), bins + 1);
            EXPECT_NEAR(expectedCalibrationError(binned(sorted, binning, std::nullopt)),
                        error.error, 1e-12)
                << error.convention->id << " " << bins;
        }
    }
}

TEST(Conventions, aPresetIsAChoiceOfBins) {
    const Dataset dataset{testing::positiveScores({.1, .3, .3, .7, 1}, {0, 1, 0, 1, 1}), {}};
    AnalysisSettings settings;
    settings.binCount = 10;
    settings.view = testing::kPositive;
    settings.preset = "netcal";
    const auto netcal = analyse(dataset, settings).value();
    EXPECT_EQ(binsName(*netcal.report), "10 bins as in netcal");
    // 3 * 0.1 is above 0.3, so the rows at 0.3 are below that edge.
    EXPECT_EQ(netcal.report->binned.bins[2].count, 2U);
    settings.preset = "torchmetrics-binary";
    const auto alone = analyse(dataset, settings).value();
    const auto detailed = detailedReport(dataset, alone).value();
    EXPECT_EQ(detailed->preset->id, "torchmetrics-binary");
    settings.scheme = BinningScheme::EqualMass;
    EXPECT_FALSE(analyse(dataset, settings).value().report->preset);
}

}  // namespace
}  // namespace diagonal
