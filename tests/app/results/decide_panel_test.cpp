// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results/decide_panel.h"

#include <algorithm>

#include <QDoubleSpinBox>
#include <QLabel>
#include <gtest/gtest.h>

#include "core/reporting/analysis.h"
#include "core/reporting/detailed_report.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

/// Returns a report of six rows with decisions at 99 thresholds.
std::shared_ptr<const Report> decided(const AnalysisSettings& settings = {}) {
    Dataset dataset{testing::positiveScores({.1, .2, .3, .6, .7, .9}, {0, 1, 0, 1, 0, 1}), {}};
    dataset.summary.rows = 6;
    dataset.summary.classNames = {"0", "1"};
    dataset.summary.positiveClass = 1;
    ReportPlan plan;
    plan.decision = true;
    return detailedReport(
               analyse(std::make_shared<const Dataset>(std::move(dataset)), settings).value(), plan)
        .value();
}

TEST(DecidePanel, showsTheNumbersOfTheThreshold) {
    DecidePanel panel;
    EXPECT_EQ(panel.shownValue("net_benefit"), QStringLiteral("–"));
    panel.showReport(decided());
    panel.setThreshold(50);
    EXPECT_EQ(panel.shownValue("acted"), QStringLiteral("50.0 %"));
    EXPECT_EQ(panel.shownValue("wrong"), QStringLiteral("33.3 %"));
    EXPECT_EQ(panel.shownValue("sensitivity"), QStringLiteral("66.7 %"));
    EXPECT_EQ(panel.shownValue("net_benefit"), QStringLiteral("0.1667"));  // (2 - 1)/6
    panel.setThreshold(20);  // a probability of 0.2 acts
    EXPECT_EQ(panel.shownValue("acted"), QStringLiteral("83.3 %"));
    EXPECT_EQ(panel.shownValue("net_benefit"), QStringLiteral("0.4167"));  // (3 - 2/4)/6
}

TEST(DecidePanel, weightsTheOutcomesToAStatedPrevalence) {
    DecidePanel panel;
    std::optional<double> stated;
    QObject::connect(&panel, &DecidePanel::prevalenceStated, &panel,
                     [&](std::optional<double> prevalence) { stated = prevalence; });
    panel.findChild<QDoubleSpinBox*>()->setValue(10);
    EXPECT_EQ(stated, .1);
    AnalysisSettings settings;
    settings.prevalence = stated;
    panel.showReport(decided(settings));
    panel.setThreshold(50);
    EXPECT_EQ(panel.shownValue("sensitivity"), QStringLiteral("66.7 %"));
    EXPECT_EQ(panel.shownValue("acted"), QStringLiteral("36.7 %"));         // .1 2/3 + .9 1/3
    EXPECT_EQ(panel.shownValue("wrong"), QStringLiteral("81.8 %"));         // .3 / .36667
    EXPECT_EQ(panel.shownValue("net_benefit"), QStringLiteral("−0.2333"));  // .1 2/3 - .9 1/3
    panel.showReport(decided());
    EXPECT_EQ(panel.findChild<QDoubleSpinBox*>()->value(), 0);
}

/// A provisional report has no decisions: the last ones stay.
TEST(DecidePanel, keepsTheLastNumbersUntilOthersAreComputed) {
    DecidePanel panel;
    const auto report = decided();
    panel.showReport(report);
    panel.setThreshold(50);
    auto next = std::make_shared<Report>(*report);
    next->decision.clear();
    panel.showReport(next);
    EXPECT_EQ(panel.shownValue("net_benefit"), QStringLiteral("0.1667"));
    next = std::make_shared<Report>(*next);
    next->dataset.file = "other.csv";
    panel.showReport(next);
    EXPECT_EQ(panel.shownValue("net_benefit"), QStringLiteral("–"));
}

TEST(DecidePanel, saysThatBinsHaveNoDecisions) {
    DecidePanel panel;
    const auto isSaid = [&](const QString& text) {
        const auto labels = panel.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* label) { return label->text().contains(text); });
    };
    auto report = std::make_shared<Report>(*decided());
    report->decision.clear();
    panel.showReport(report);
    EXPECT_TRUE(isSaid(QStringLiteral("Computing")));
    report = std::make_shared<Report>(*report);
    report->dataset.cells = CellsSummary{.edges = {0, .5, 1}};
    panel.showReport(report);
    EXPECT_FALSE(isSaid(QStringLiteral("Computing")));
    EXPECT_TRUE(isSaid(QStringLiteral("it needs rows, but this file holds bins")));
}

}  // namespace
}  // namespace diagonal
