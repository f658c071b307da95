// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/groups.h"

#include <gmock/gmock.h>

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
                       {BinningScheme::EqualWidth, 1});
    ASSERT_EQ(summaries.size(), 2U);
    EXPECT_EQ(summaries[0].group, (GroupChoice{"site", "Ulm"}));
    EXPECT_EQ(summaries[0].rows, 3U);
    EXPECT_NEAR(summaries[0].confidence, (.2 + .6 + .9) / 3, 1e-15);
    EXPECT_NEAR(summaries[0].ece, std::abs(1.0 / 3 - (.2 + .6 + .9) / 3), 1e-15);
    EXPECT_EQ(summaries[1].accuracy, 1);
}

TEST(Groups, oneGroupIsMeasuredAsIfItWereTheFile) {
    const Dataset dataset = twoSites();
    AnalysisSettings settings;
    settings.group = GroupChoice{"site", "Bonn"};
    const auto analysis = analyse(dataset, settings).value();
    EXPECT_EQ(analysis.report->dataset.rows, 2U);
    EXPECT_EQ(analysis.report->dataset.group, "site = Bonn");
    EXPECT_EQ(analysis.report->score("accuracy"), 1);
    EXPECT_NEAR(*analysis.report->score("confidence"), .6, 1e-15);
    // The other groups remain available to choose from.
    EXPECT_EQ(detailedReport(dataset, analysis).value()->groups.size(), 2U);
    // With all rows again, nothing of the group remains.
    const auto all = analyse(dataset, {}, &analysis).value();
    EXPECT_EQ(all.report->dataset.rows, 6U);
    EXPECT_EQ(all.report->dataset.group, "");
}

TEST(Groups, whatIsNotThereIsNamed) {
    EXPECT_THAT(groupDataset(twoSites(), {"town", "Ulm"}).error().detail, HasSubstr("'site'"));
    EXPECT_THAT(groupDataset(twoSites(), {"site", "Kiel"}).error().detail,
                HasSubstr("'Ulm', 'Bonn'"));
}

}  // namespace
}  // namespace diagonal
