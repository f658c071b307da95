// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/groups.h"

#include <gmock/gmock.h>

#include "core/measuring/deciding/skill.h"
#include "core/reporting/detailed_report.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using ::testing::HasSubstr;

/// Returns five rows of two sites and a sixth row without a site.
Dataset twoSites() {
    Dataset dataset{testing::positiveScores({.2, .4, .6, .8, .9, .5}, {0, 1, 1, 1, 0, 1}), {}};
    dataset.summary.rows = 6;
    dataset.summary.classNames = {"0", "1"};
    dataset.summary.positiveClass = 1;
    dataset.groups = {{"site", {"Ulm", "Bonn"}, {0, 1, 0, 1, 0, -1}}};
    return dataset;
}

TEST(Groups, eachGroupIsSummedUpInTheSameBins) {
    const Dataset dataset = twoSites();
    const auto summaries =
        groupSummaries(dataset, *outcomesInRowOrder(dataset.predictions, testing::kPositive, 1),
                       {BinningScheme::EqualWidth, 1}, 0.95);
    ASSERT_EQ(summaries.size(), 2U);
    EXPECT_EQ(summaries[0].group, (GroupChoice{"site", "Ulm"}));
    EXPECT_EQ(summaries[0].rows, 3U);
    EXPECT_NEAR(summaries[0].confidence, (.2 + .6 + .9) / 3, 1e-15);
    EXPECT_NEAR(summaries[0].ece, std::abs(1.0 / 3 - (.2 + .6 + .9) / 3), 1e-15);
    EXPECT_EQ(summaries[1].accuracy, 1);
}

/// Ulm has one event in three rows, Bonn two in two.
TEST(Groups, aProbabilityThatIsTooLowIsTested) {
    const Dataset dataset = twoSites();
    ReportPlan plan;
    plan.groups = true;
    const auto report = detailedReport(analyse(dataset, {}).value(), plan).value();
    const double ulm = jeffreysTail(1, 3, (.2 + .6 + .9) / 3);
    const double bonn = jeffreysTail(2, 2, (.4 + .8) / 2);
    ASSERT_LT(bonn, ulm);
    EXPECT_NEAR(*report->groups.at(0).jeffreysP, ulm, 1e-12);
    EXPECT_NEAR(*report->groups.at(1).jeffreysP, bonn, 1e-12);
    EXPECT_NEAR(*report->groups.at(1).jeffreysPHolm, 2 * bonn, 1e-12);
    EXPECT_NEAR(*report->groups.at(0).jeffreysPHolm, std::max(ulm, 2 * bonn), 1e-12);
    AnalysisSettings settings;
    settings.view = View{View::Kind::TopLabel, 0};
    const auto top = detailedReport(analyse(dataset, settings).value(), plan).value();
    EXPECT_FALSE(top->groups.at(0).jeffreysP);
    EXPECT_TRUE(whyNoGrades(*top));
}

/// Of clusters, the interval of O:E is from their sums, and there is no test.
TEST(Groups, ofClustersHaveTheIntervalOfTheirOwnReport) {
    Dataset dataset = twoSites();
    dataset.groups = {{"site", {"Ulm", "Bonn"}, {0, 0, 0, 0, 0, 1}}};
    dataset.clusters = GroupColumn{"ward", {"a", "b", "c"}, {0, 0, 1, 1, 2, 2}};
    ReportPlan plan;
    plan.groups = true;
    plan.intervals.insert("oe");
    const auto report = detailedReport(analyse(dataset, {}).value(), plan).value();
    const GroupSummary& ulm = report->groups.at(0);
    EXPECT_FALSE(ulm.jeffreysP);
    EXPECT_FALSE(report->groups.at(1).oeInterval);  // one cluster
    AnalysisSettings settings;
    settings.where.groups = ulm.choices;
    const auto alone = detailedReport(analyse(dataset, settings).value(), plan).value();
    ASSERT_TRUE(ulm.oeInterval);
    EXPECT_EQ(*ulm.oeInterval, *alone->find("oe")->interval);
    EXPECT_NE(*ulm.oeInterval, *observedOverExpectedInterval(alone->binned.allSums(), .95));
}

/// The curves of small multiples say which gaps chance explains, as the diagram of the group does.
TEST(Groups, curvesHaveTheConsistencyIntervalsOfTheirOwnDiagrams) {
    const Dataset dataset = twoSites();
    auto analysis = analyse(dataset, {}).value();
    ReportPlan plan;
    plan.groups = true;
    const auto plain = detailedReport(analysis, plan).value();
    EXPECT_FALSE(plain->groups.at(0).curve->bins[0].consistency);
    plan.classes = plan.curveConsistency = true;
    analysis.report = plain;
    const auto report = detailedReport(analysis, plan).value();
    for (const GroupSummary& group : report->groups) {
        AnalysisSettings settings;
        settings.where.groups = group.choices;
        const auto own = analyse(dataset, settings).value();
        const auto alone = detailedReport(own, ReportPlan::onScreen()).value();
        ASSERT_EQ(alone->binned.bins.size(), group.curve->bins.size());
        for (std::size_t b = 0; b < group.curve->bins.size(); ++b) {
            const Bin& bin = group.curve->bins[b];
            EXPECT_EQ(bin.consistency.has_value(), bin.count > 0);
            EXPECT_EQ(bin.consistency, alone->binned.bins[b].consistency);
        }
    }
    const auto& classes = *report->classes;
    EXPECT_TRUE(std::ranges::any_of(classes[1].curve->bins,
                                    [](const Bin& bin) { return bin.consistency.has_value(); }));
}

TEST(Groups, oneGroupIsMeasuredAsIfItWereTheFile) {
    const Dataset dataset = twoSites();
    AnalysisSettings settings;
    settings.where.groups = {{"site", "Bonn"}};
    const auto analysis = analyse(dataset, settings).value();
    EXPECT_EQ(analysis.report->dataset.rows, 2U);
    EXPECT_EQ(analysis.report->dataset.group, "site = Bonn");
    EXPECT_EQ(analysis.report->score("accuracy"), 1);
    EXPECT_NEAR(*analysis.report->score("confidence"), .6, 1e-15);
    // The other groups remain available to choose from.
    EXPECT_EQ(detailedReport(analysis).value()->groups.size(), 2U);
    // With all rows again, nothing of the group remains.
    const auto all = analyse(dataset, {}, &analysis).value();
    EXPECT_EQ(all.report->dataset.rows, 6U);
    EXPECT_EQ(all.report->dataset.group, "");
}

TEST(Groups, whatIsNotThereIsNamed) {
    const auto detailOf = [](const GroupChoices& groups) {
        return groupDataset(twoSites(), groups).error().detail;
    };
    EXPECT_THAT(detailOf({{"town", "Ulm"}}), HasSubstr("'site'"));
    EXPECT_THAT(detailOf({{"site", "Kiel"}}), HasSubstr("'Bonn', 'Ulm'"));
    EXPECT_THAT(detailOf({{"site", "Ulm"}, {"site", "Bonn"}}),
                HasSubstr("no row is of site = Ulm, site = Bonn together"));
}

TEST(Groups, rowsOfTwoGroupsAreThoseOfBoth) {
    Dataset dataset = twoSites();
    dataset.groups = {{"site", {"Ulm", "Bonn"}, {0, 0, 0, 1, 1, 1}},
                      {"sex", {"f", "m"}, {0, 1, 1, 0, -1, 1}}};
    const GroupChoices both{{"site", "Ulm"}, {"sex", "m"}};
    EXPECT_TRUE(checkConditions(dataset, {.groups = both}));
    EXPECT_FALSE(checkConditions(dataset, {.groups = {{"site", "Ulm"}, {"sex", "x"}}}));
    const Dataset part = groupDataset(dataset, both).value();
    EXPECT_EQ(part.predictions.rows(), 2U);
    EXPECT_EQ(part.summary.group, "site = Ulm, sex = m");
}

}  // namespace
}  // namespace diagonal
