// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results/scores_panel.h"

#include <algorithm>

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QToolButton>
#include <gtest/gtest.h>

#include "app/results/conventions_dialog.h"
#include "app/text/tabular_digits.h"
#include "core/reporting/detailed_report.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

Dataset threeClasses() {
    Dataset dataset{
        testing::classScores({.8, .1, .1, .3, .6, .1, .2, .2, .6, .5, .3, .2}, {0, 1, 0, 2}), {}};
    dataset.summary.rows = 4;
    dataset.summary.classNames = {"cat", "dog", "eel"};
    return dataset;
}

struct Reports {
    std::shared_ptr<const Report> plain;
    std::shared_ptr<const Report> detailed;
};

Reports reports() {
    const Dataset dataset = threeClasses();
    const auto analysis = analyse(dataset, {}).value();
    return {analysis.report, detailedReport(analysis).value()};
}

TEST(ScoresPanel, showsAHandfulAndFindsTheOthers) {
    ScoresPanel panel;
    panel.showReport(*reports().detailed);
    EXPECT_TRUE(panel.isListed("ece"));
    EXPECT_TRUE(panel.isListed("accuracy"));
    EXPECT_FALSE(panel.isListed("kuiper"));
    panel.findChild<QLineEdit*>()->setText(QStringLiteral("arrieta"));
    EXPECT_TRUE(panel.isListed("kuiper"));
    EXPECT_FALSE(panel.isListed("accuracy"));
    panel.findChild<QLineEdit*>()->clear();
    panel.findChild<QToolButton*>()->setChecked(true);
    for (const ScoreDefinition& definition : scoreDefinitions())
        EXPECT_TRUE(panel.isListed(definition.id)) << definition.id;
}

TEST(ScoresPanel, tellsWhatCellsDoNotKnow) {
    ScoresPanel panel;
    Report report = *reports().detailed;
    const auto score = [&](std::string_view id) -> Score& {
        return *std::ranges::find(report.scores, id, &Score::id);
    };
    panel.showReport(report);
    const QString exact = panel.shownValue("mce");
    EXPECT_FALSE(exact.startsWith(QChar(0x2248)));
    score("mce").bound = 0.02;
    score("brier").bound = 1e-9;
    score("ece").bound = 0.0041;
    panel.showReport(report);
    EXPECT_EQ(panel.shownValue("mce"), QChar(0x2248) + exact);
    EXPECT_FALSE(panel.shownValue("brier").startsWith(QChar(0x2248)));
    const auto labels = panel.findChildren<NumberLabel*>();
    EXPECT_TRUE(std::ranges::any_of(labels, [](const NumberLabel* label) {
        return label->text() == QString::fromUtf8("± 0.005");
    }));
}

TEST(ScoresPanel, whatIsStillToComeKeepsItsLastValue) {
    ScoresPanel panel;
    const auto [plain, detailed] = reports();
    panel.showReport(*detailed);
    const QString shown = panel.shownValue("kuiper");
    EXPECT_FALSE(shown.isEmpty());
    panel.showReport(*plain);
    EXPECT_EQ(panel.shownValue("kuiper"), shown);
}

TEST(ConventionsDialog, putsEveryConventionInARow) {
    ConventionsDialog dialog;
    const auto [plain, detailed] = reports();
    dialog.showReport(*plain);
    EXPECT_EQ(dialog.rowCount(), 0);
    dialog.showReport(*detailed);
    ASSERT_EQ(dialog.rowCount(), static_cast<int>(eceConventions().size()));
    EXPECT_EQ(dialog.textAt(0, 3), QStringLiteral("shown here"));
    EXPECT_EQ(dialog.textAt(0, 1), QString::number(*detailed->score("ece"), 'f', 6));
    // What a window of other bins shows is in no row.
    AnalysisSettings mass;
    mass.scheme = BinningScheme::EqualMass;
    mass.binCount = 2;
    dialog.showReport(*detailedReport(analyse(threeClasses(), mass).value()).value());
    for (int row = 0; row < dialog.rowCount(); ++row)
        EXPECT_NE(dialog.textAt(row, 3), QStringLiteral("shown here")) << row;
    const auto labels = dialog.findChildren<QLabel*>();
    EXPECT_TRUE(std::ranges::any_of(labels, [](const QLabel* label) {
        return label->text().contains(QStringLiteral("its bins are not of equal width"));
    }));
}

}  // namespace
}  // namespace diagonal
