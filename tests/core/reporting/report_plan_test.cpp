// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/report_plan.h"

#include "core/reporting/detailed_report.h"
#include "tests/core/measuring/two_hundred_rows.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

ReportPlan planOf(std::initializer_list<std::string_view> scores) {
    ReportPlan plan;
    for (const std::string_view id : scores) {
        plan.scores.insert(id);
        plan.intervals.insert(id);
    }
    return plan;
}

TEST(ReportPlan, holdsWhatWasInserted) {
    ReportPlan plan = planOf({"ece"});
    EXPECT_TRUE(ReportPlan::everything().contains(plan));
    EXPECT_FALSE(plan.contains(ReportPlan::everything()));
    plan.insert(planOf({"smece"}));
    EXPECT_TRUE(plan.contains(planOf({"ece", "smece"})));
    EXPECT_FALSE(plan.contains(planOf({"nll"})));
    EXPECT_TRUE(ReportPlan::everything().without(plan).scores.contains("nll"));
    EXPECT_FALSE(ReportPlan::everything().without(plan).scores.contains("ece"));
}

TEST(ReportPlan, scoresOfOneSourceComeTogether) {
    const ScoreSet set = planOf({"ks"}).scores.withCompanions();
    EXPECT_TRUE(set.contains("kuiper_p"));
    EXPECT_FALSE(set.contains("ece"));
}

/// Whatever is asked for first, the numbers are those of the whole report.
TEST(ReportPlan, partsComputedOneAfterAnotherMakeTheWholeReport) {
    const Dataset dataset = testing::datasetOf(testing::twoHundredRows());
    Analysis analysis = analyse(dataset, {}).value();
    const auto whole = detailedReport(analysis).value();
    for (const ReportPlan& plan : {planOf({"smece", "brier_mcb"}), ReportPlan::onScreen(),
                                   planOf({"classwise_ece"}), ReportPlan::everything()}) {
        analysis.report = detailedReport(analysis, plan).value();
        for (const Score& score : analysis.report->scores) {
            const Score* of = whole->find(score.id);
            ASSERT_TRUE(of);
            EXPECT_EQ(score.value, of->value) << score.id;
            if (!plan.intervals.contains(score.id)) continue;
            EXPECT_EQ(score.interval, of->interval) << score.id;
            EXPECT_EQ(score.pByChance, of->pByChance) << score.id;
        }
    }
    EXPECT_EQ(analysis.report->scores.size(), whole->scores.size());
    EXPECT_EQ(analysis.report->classes->size(), whole->classes->size());
    EXPECT_EQ(analysis.report->conventions.size(), whole->conventions.size());
    EXPECT_EQ(analysis.report->binned.bins[3].consistency, whole->binned.bins[3].consistency);
}

TEST(ReportPlan, whatIsNotAskedForIsNotComputed) {
    const Dataset dataset = testing::datasetOf(testing::twoHundredRows());
    const Analysis analysis = analyse(dataset, {}).value();
    const auto report = detailedReport(analysis, planOf({"ks"})).value();
    EXPECT_TRUE(report->find("ks")->interval);
    for (const char* id : {"smece", "ece_sweep", "null_ece", "classwise_ece", "calibration_slope"})
        EXPECT_FALSE(report->find(id)) << id;
    EXPECT_FALSE(report->classes);
    EXPECT_TRUE(report->conventions.empty());
    EXPECT_FALSE(report->binned.bins[3].consistency);
}

TEST(DetailedReport, doesNotDependOnTheNumberOfThreads) {
    const Dataset dataset = testing::datasetOf(testing::twoHundredRows());
    const Analysis analysis = analyse(dataset, {}).value();
    const auto one = detailedReport(analysis).value();
    const auto others =
        detailedReport(analysis, ReportPlan::everything(), {.parallelFor = testing::backwards})
            .value();
    for (const Score& score : one->scores) {
        EXPECT_EQ(score.value, others->find(score.id)->value) << score.id;
        EXPECT_EQ(score.interval, others->find(score.id)->interval) << score.id;
    }
}

}  // namespace
}  // namespace diagonal
