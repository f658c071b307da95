// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/detailed_report.h"

#include <set>

#include "tests/core/measuring/two_hundred_rows.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

TEST(DetailedReport, holdsEveryScoreOnceInTheOrderOfTheDefinitions) {
    const Dataset dataset = testing::datasetOf(testing::twoHundredRows());
    const auto analysis = analyse(dataset, {}).value();
    const auto report = detailedReport(analysis).value();
    ASSERT_EQ(report->scores.size(), scoreDefinitions().size());
    for (std::size_t i = 0; i < report->scores.size(); ++i)
        EXPECT_EQ(report->scores[i].id, scoreDefinitions()[i].id);
    EXPECT_TRUE(report->plan == ReportPlan::everything());
    EXPECT_TRUE(analysis.report->plan == ReportPlan::basic());
    EXPECT_NEAR(*report->score("spiegelhalter_z"), -1.3770228955184565, 1e-12);
    EXPECT_NEAR(*report->score("l2_debiased"), 0.04363833298474949, 1e-14);
}

TEST(DetailedReport, whatIsUndefinedSaysWhyAndIsNeverNaN) {
    for (auto [p, labels] : std::vector<std::pair<std::vector<double>, std::vector<std::int32_t>>>{
             {{0, 1}, {0, 1}}, {{.5}, {1}}, {{.3, .3}, {0, 0}}, {{1, 1, 1}, {0, 1, 0}}}) {
        const Dataset dataset = testing::datasetOf(testing::positiveScores(p, labels));
        const auto report = detailedReport(analyse(dataset, {}).value()).value();
        for (const Score& score : report->scores) {
            if (!score.value) {
                EXPECT_FALSE(score.remark.empty()) << score.id;
                continue;
            }
            EXPECT_TRUE(std::isfinite(*score.value)) << score.id;
            if (score.interval) {
                EXPECT_TRUE(std::isfinite(score.interval->lower)) << score.id;
                EXPECT_TRUE(std::isfinite(score.interval->upper)) << score.id;
            }
        }
    }
}

TEST(DetailedReport, canBeStopped) {
    const Dataset dataset = testing::datasetOf(testing::twoHundredRows());
    const auto stopped = detailedReport(analyse(dataset, {}).value(), ReportPlan::everything(),
                                        {[](std::size_t, std::size_t) { return false; }});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, ErrorKind::Cancelled);
}

}  // namespace
}  // namespace diagonal
