// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results/summary_table.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <gtest/gtest.h>

#include "app/results/facets_dialog.h"
#include "core/reporting/detailed_report.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

/// Returns six rows of three classes and two sites.
Dataset sites() {
    Dataset dataset{testing::classScores(
                        {.8, .1, .1, .3, .6, .1, .2, .2, .6, .5, .3, .2, .1, .8, .1, .7, .2, .1},
                        {0, 1, 0, 2, 1, 0}),
                    {}};
    dataset.summary.rows = 6;
    dataset.summary.classNames = {"cat", "dog", "eel"};
    dataset.groups = {{"site", {"Ulm", "Bonn"}, {0, 1, 0, 1, 0, 1}}};
    return dataset;
}

std::shared_ptr<const Report> report(const AnalysisSettings& settings = {}) {
    const Dataset dataset = sites();
    return detailedReport(analyse(dataset, settings).value()).value();
}

TEST(SummaryTable, theWorstIsFirstAndAClickAsksForIt) {
    SummaryTable table(QStringLiteral("Classes"), QStringLiteral("Find"), QStringLiteral("All"));
    table.setRows(classRows(*report()), std::nullopt, classHeads());
    const auto* sorted = table.view()->model();
    ASSERT_EQ(sorted->rowCount(), 3);
    double before = 2;
    for (int row = 0; row < 3; ++row) {
        const double ece = sorted->index(row, SummaryModel::Ece).data(Qt::UserRole).toDouble();
        EXPECT_LE(ece, before);
        before = ece;
    }
    EXPECT_FALSE(table.back()->isEnabled());
    QSignalSpy chosen(&table, &SummaryTable::rowChosen);
    Q_EMIT table.view()->clicked(sorted->index(0, 0));
    ASSERT_EQ(chosen.size(), 1);
    const auto index = chosen[0][0].value<std::size_t>();
    EXPECT_EQ(sorted->index(0, 0).data().toString().toStdString(),
              report()->dataset.classNames[index]);
}

TEST(SummaryTable, rowsAreFoundByNameAndTheSortedColumnIsMarked) {
    SummaryTable table(QStringLiteral("Classes"), QStringLiteral("Find"), QStringLiteral("All"));
    table.setRows(classRows(*report()), 1, classHeads());
    EXPECT_TRUE(table.back()->isEnabled());
    table.search()->setText(QStringLiteral("DO"));
    const auto* sorted = table.view()->model();
    ASSERT_EQ(sorted->rowCount(), 1);
    EXPECT_EQ(sorted->index(0, 0).data().toString(), QStringLiteral("dog"));
    EXPECT_TRUE(sorted->index(0, 0).data(Qt::FontRole).isValid());
    const auto head = [&](int column) {
        return sorted->headerData(column, Qt::Horizontal).toString();
    };
    EXPECT_EQ(head(SummaryModel::Ece), QStringLiteral("▾ ECE"));
    table.view()->sortByColumn(SummaryModel::Name, Qt::AscendingOrder);
    EXPECT_EQ(head(SummaryModel::Name), QStringLiteral("▴ Class"));
    EXPECT_EQ(head(SummaryModel::Ece), QStringLiteral("ECE"));
}

TEST(SummaryTable, groupsOfTheReportAreItsRows) {
    const auto rows = groupRows(*report());
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].name, QStringLiteral("Ulm"));
    EXPECT_EQ(rows[0].wholeName, QStringLiteral("site = Ulm"));
    EXPECT_EQ(rows[0].count, 3U);
    // All groups stay listed while one is measured.
    AnalysisSettings settings;
    settings.where.groups = {{"site", "Bonn"}};
    EXPECT_EQ(groupRows(*report(settings)).size(), 2U);
}

/// The ECE of few rows is large by chance: groups are in the order of what chance does not explain.
TEST(SummaryTable, groupsThatChanceDoesNotExplainComeFirst) {
    SummaryRow few{QStringLiteral("few"), {}, 20, .5, .2, .4, .3, {}, {}, .3 - 1};
    SummaryRow fine{QStringLiteral("fine"), {}, 900, .5, .5, 1, .02, {}, .8, .7};
    SummaryRow wrong{QStringLiteral("wrong"), {}, 900, .5, .4, .8, .1, {}, .001, 4.2};
    SummaryTable table(QStringLiteral("Groups"), {}, {});
    table.setRows({few, fine, wrong}, {}, groupHeads());
    table.view()->sortByColumn(SummaryModel::P, Qt::DescendingOrder);
    const auto* sorted = table.view()->model();
    EXPECT_EQ(sorted->index(0, 0).data().toString(), QStringLiteral("wrong"));
    EXPECT_EQ(sorted->index(0, SummaryModel::P).data().toString(), QStringLiteral("0.0010"));
    EXPECT_EQ(sorted->index(1, 0).data().toString(), QStringLiteral("fine"));
    EXPECT_EQ(sorted->index(2, SummaryModel::P).data().toString(), QString());
    EXPECT_TRUE(table.view()->isColumnHidden(SummaryModel::Accuracy));
    table.setRows({few}, {}, classHeads());
    EXPECT_TRUE(table.view()->isColumnHidden(SummaryModel::P));
    EXPECT_FALSE(table.view()->isColumnHidden(SummaryModel::Accuracy));
}

TEST(FacetsView, aFacetIsChosenByAClick) {
    const auto classes = report()->classes;
    std::vector<Facet> facets;
    for (const std::size_t k : {2U, 0U, 1U}) {
        ASSERT_TRUE((*classes)[k].curve);
        facets.push_back({QString::number(k), {}, k, (*classes)[k].curve});
    }
    FacetsView view;
    view.resize(640, 400);
    view.setFacets(facets, Theme::Light);
    QSignalSpy chosen(&view, &FacetsView::facetChosen);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.boxOf(1).center().toPoint());
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][0].value<std::size_t>(), 0U);
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(2, 2));
    EXPECT_EQ(chosen.size(), 1);
    // The boxes lie inside the view and do not overlap.
    EXPECT_FALSE(view.boxOf(0).intersects(view.boxOf(1)));
    EXPECT_TRUE(QRectF(0, 0, 640, view.heightForWidth(640)).contains(view.boxOf(2)));
    EXPECT_NE(view.grab().toImage().pixelColor(view.boxOf(0).bottomLeft().toPoint() +
                                               QPoint(1, -kFacetCounts - 1)),
              diagramStyle(Theme::Light).background);
}

TEST(FacetsView, knowsWhatIsNotScrolledAway) {
    const auto curve = std::make_shared<const ReliabilityCurve>(report()->binned);
    FacetsDialog dialog(QStringLiteral("many"));
    std::vector<Facet> facets;
    for (std::size_t i = 0; i < 40; ++i)
        facets.push_back({QString::number(i), {}, 100 + i, curve});
    dialog.view()->setFacets(std::move(facets), Theme::Light);
    dialog.resize(600, 400);
    dialog.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&dialog));
    const auto first = dialog.view()->inView();
    ASSERT_FALSE(first.empty());
    EXPECT_LT(first.size(), 40U);
    EXPECT_EQ(first.front(), 100U);
    QSignalSpy moved(dialog.view(), &FacetsView::inViewChanged);
    dialog.view()->setFocus();
    QTest::keyClick(dialog.view(), Qt::Key_End);
    EXPECT_GT(moved.count(), 0);
    EXPECT_EQ(dialog.view()->inView().back(), 139U);
    EXPECT_GT(dialog.view()->inView().front(), 100U);
}

TEST(FacetsView, keysMoveAndChooseAndFewFacetsFillTheRoom) {
    const auto curve = std::make_shared<const ReliabilityCurve>(report()->binned);
    QWidget room;
    room.resize(860, 640);
    FacetsView view(&room);
    view.resize(860, 640);
    view.setFacets({{QStringLiteral("a"), {}, 7, curve}, {QStringLiteral("b"), {}, 8, curve}},
                   Theme::Light);
    EXPECT_GT(view.boxOf(0).width() * 2, 0.9 * (view.width() - kAxisTitleLine));
    EXPECT_LE(view.boxOf(1).right(), view.width());
    EXPECT_LE(view.boxOf(1).bottom(), 640);
    QSignalSpy chosen(&view, &FacetsView::facetChosen);
    QTest::keyClick(&view, Qt::Key_Return);
    EXPECT_EQ(chosen.count(), 0);
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Return);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen[0][0].value<std::size_t>(), 8U);
    EXPECT_TRUE(view.accessibleDescription().startsWith(QLatin1Char('b')));
}

}  // namespace
}  // namespace diagonal
