// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparing/comparison_page.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <sstream>

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QMenu>
#include <QTableWidget>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/comparing/comparison_controller.h"
#include "app/comparing/file_model_list.h"
#include "app/comparing/pair_panel.h"
#include "app/diagram/lines/line_plot_view.h"
#include "app/exporting/export_controller.h"
#include "app/headless/command_line.h"
#include "app/headless/headless.h"
#include "app/results/decide_panel.h"
#include "app/results/facets_dialog.h"
#include "app/results/scores_panel.h"
#include "app/window/main_window.h"
#include "app/window/side_panel.h"
#include "core/publishing/comparison_tables.h"
#include "tests/app/diagram/painted_texts.h"
#include "tests/app/support.h"

namespace diagonal {
namespace {

using ::testing::HasSubstr;
using testing::kDigits;
using testing::kPatience;
using testing::sample;
using testing::settle;
using ::testing::SizeIs;

constexpr const char* kBayes = "digits_naive_bayes.csv";
constexpr const char* kForest = "digits_random_forest.csv";

class Comparison : public ::testing::Test {
protected:
    Comparison() {
        m_window.resize(1180, 860);
        m_window.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&m_window));
    }
    void compare(const QStringList& files) {
        m_window.session().open(files);
        ASSERT_TRUE(settle(m_window.session()));
        m_window.showComparison(true);
        ASSERT_TRUE(rest());
    }
    /// Waits until nothing is computed any more.
    bool rest() {
        constexpr int pause = 300;  // longer than the list lags behind
        QElapsedTimer quiet;
        quiet.start();
        return QTest::qWaitFor(
            [&] {
                if (models().isBusy() || m_window.session().computedShare() < 1) quiet.restart();
                return quiet.elapsed() > pause;
            },
            kPatience);
    }
    ModelSet& models() { return m_window.comparisonController()->models(); }
    ComparisonPage& page() { return *m_window.comparison(); }
    ModelListPanel& list() { return *page().list(); }
    QString cell(int row, int column) const {
        const auto* model = m_window.comparison()->list()->model();
        return model->index(row, column).data().toString();
    }
    void show(ModelFigureKind kind, bool isPair = false, const FigureScores& axes = {}) {
        page().setView({kind, isPair, axes});
        EXPECT_TRUE(rest());
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) {
        list().setFocus();
        QTest::keyClick(&list(), static_cast<Qt::Key>(key), modifiers);
        EXPECT_TRUE(rest());
    }
    void viewClass(std::size_t index) {
        AnalysisSettings settings = m_window.session().settings();
        settings.view = View{View::Kind::OneVsRest, index};
        m_window.session().setSettings(settings);
        EXPECT_TRUE(rest());
    }

    MainWindow m_window;
    testing::TemporaryFolder m_folder;
};

TEST_F(Comparison, theModelsOfAFileAreListedBesideItsDiagram) {
    std::string text = "y,prob_lr,prob_rf,prob_xgb\n";
    for (int row = 0; row < 60; ++row) {
        text += std::to_string(row % 3 == 0);
        for (const int slope : {7, 9, 11})
            text += ",0." + std::to_string(100 + slope * row);
        text += "\n";
    }
    const QString file = QString::fromStdString(m_folder.write("three.csv", text));
    m_window.session().open({file});
    ASSERT_TRUE(settle(m_window.session()));
    ASSERT_TRUE(rest());
    auto* beside = m_window.side()->findChild<FileModelList*>();
    ASSERT_TRUE(beside && beside->isVisible());
    const auto shownText = [&](int row, int column) {
        return beside->model()->index(row, column).data().toString();
    };
    ASSERT_EQ(beside->count(), 3);
    EXPECT_EQ(shownText(0, ModelListModel::Name), QStringLiteral("prob_lr"));
    EXPECT_EQ(shownText(2, ModelListModel::Rows), QStringLiteral("60"));
    EXPECT_EQ(beside->selectionModel()->selectedRows().value(0).row(), 0);
    const QString ece = shownText(2, ModelListModel::Ece);
    ASSERT_FALSE(ece.isEmpty());

    Q_EMIT beside->modelChosen(2);
    ASSERT_TRUE(settle(m_window.session()));
    ASSERT_TRUE(rest());
    EXPECT_EQ(m_window.session().report()->dataset.model, "prob_xgb");
    EXPECT_EQ(m_window.side()->scores()->shownValue("ece"), ece);
    EXPECT_EQ(beside->count(), 3);
    EXPECT_EQ(beside->selectionModel()->selectedRows().value(0).row(), 2);

    // Numbers follow other bins.
    AnalysisSettings settings = m_window.session().settings();
    settings.binCount = 3;
    m_window.session().setSettings(settings);
    ASSERT_TRUE(rest());
    EXPECT_NE(shownText(2, ModelListModel::Ece), ece);
    m_window.session().open({sample(kForest)});
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_FALSE(beside->isVisible());
}

TEST_F(Comparison, statedConfidencesAreComparedWithOthers) {
    std::string stated = "correct,confidence\n", other = "correct,confidence\n";
    for (int row = 0; row < 300; ++row) {
        stated += std::to_string(row % 3 % 2) + ",0." + std::to_string(5 + row % 5) + "\n";
        other += std::to_string(row % 3 % 2) + ",0." + std::to_string(5000 + 13 * row) + "\n";
    }
    compare({QString::fromStdString(m_folder.write("stated.csv", stated)),
             QString::fromStdString(m_folder.write("other.csv", other))});
    ASSERT_EQ(list().model()->rowCount(), 2);
    EXPECT_EQ(m_window.session().report()->binning.scheme, BinningScheme::Values);
    EXPECT_FALSE(cell(0, ModelListModel::Ece).isEmpty());
    EXPECT_FALSE(cell(1, ModelListModel::Ece).isEmpty());
}

TEST_F(Comparison, modelsThatAreStackedAreChosenAsGroups) {
    std::string text = "forecaster,p,label\n";
    for (int row = 0; row < 60; ++row)
        text += std::string(row % 2 == 0 ? "ada" : "bob") + ",0." + std::to_string(100 + 13 * row) +
                (row % 3 == 0 ? ",1\n" : ",0\n");
    m_window.session().open({QString::fromStdString(m_folder.write("stacked.csv", text))});
    ASSERT_TRUE(settle(m_window.session()));
    ASSERT_TRUE(rest());
    auto* beside = m_window.side()->findChild<FileModelList*>();
    ASSERT_TRUE(beside && beside->isVisible());
    EXPECT_TRUE(beside->selectionModel()->selectedRows().isEmpty()) << "all rows are shown";
    Q_EMIT beside->modelChosen(1);
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(m_window.session().report()->dataset.group, "forecaster = bob");
    EXPECT_EQ(m_window.session().report()->binned.count, 30U);
}

TEST_F(Comparison, readsTheModelsAgainOnceTheirColumnsHaveOtherRoles) {
    std::string text = "y,prob_lr,prob_rf,died\n";
    for (int row = 0; row < 60; ++row)
        text += std::to_string(row % 3 == 0) + ",0." + std::to_string(100 + 7 * row) + ",0." +
                std::to_string(900 - 9 * row) + (row % 2 == 0 ? ",1\n" : ",0\n");
    const QString file = QString::fromStdString(m_folder.write("roles.csv", text));
    compare({file});
    ASSERT_EQ(list().model()->rowCount(), 2);
    const QString before = cell(1, ModelListModel::Brier);
    m_window.showComparison(false);
    ReadOptions options;
    options.columns = {{ColumnRole::Label, "died"}};
    m_window.session().setReadOptions(options);
    ASSERT_TRUE(settle(m_window.session()));
    m_window.showComparison(true);
    ASSERT_TRUE(rest());
    ASSERT_EQ(list().model()->rowCount(), 2);
    EXPECT_NE(cell(1, ModelListModel::Brier), before);
    EXPECT_EQ(cell(0, ModelListModel::Brier),
              QString::number(*m_window.session().report()->score("brier"), 'f', 4));
}

TEST_F(Comparison, listsTheModelsOfAllFiles) {
    compare({sample(kBayes), sample(kForest), sample(kDigits)});
    ASSERT_EQ(list().model()->rowCount(), 3);
    const auto alone = testing::coreReport(sample(kForest));
    EXPECT_EQ(cell(0, ModelListModel::Name), QStringLiteral("%1 (reference)").arg(kBayes));
    EXPECT_EQ(cell(1, ModelListModel::Rows), QStringLiteral("1,797"));
    EXPECT_EQ(cell(1, ModelListModel::Ece), QString::number(*alone->score("ece"), 'f', 4));
    EXPECT_EQ(cell(1, ModelListModel::Brier),
              QString::number(*alone->score("brier_multiclass"), 'f', 4));
    EXPECT_EQ(cell(0, ModelListModel::FittedTemperature), QStringLiteral("–"));
    EXPECT_EQ(cell(2, ModelListModel::FittedTemperature), QStringLiteral("2.374"));
    EXPECT_TRUE(page().status().startsWith(QStringLiteral("3 models · 0.4 MB of scores")));
    EXPECT_THAT(page().status().toStdString(), HasSubstr("is compared under Pair"));
    const int narrowest = page().minimumSizeHint().width();
    page().showStatus(page().status().repeated(3));
    EXPECT_EQ(page().minimumSizeHint().width(), narrowest) << "the window stays as it is";
    const QAbstractItemModelTester tester(list().model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
}

std::string threeModels() {
    std::string text = "patient,label,prob_lr,prob_rf,prob_nn\n";
    for (int row = 0; row < 60; ++row) {
        text += "p" + std::to_string(row / 4) + (row % 3 == 0 ? ",1" : ",0");
        for (const int step : {13, 7, 5})
            text += ",0." + std::to_string(100 + step * row);
        text += "\n";
    }
    return text;
}

TEST_F(Comparison, listsTheModelsOfAFileWhoseClustersAreNamed) {
    const std::string file = m_folder.write("three.csv", threeModels());
    ReadOptions options;
    options.columns = {{ColumnRole::Cluster, "patient"}};
    m_window.session().open({file}, {}, options, {});
    ASSERT_TRUE(settle(m_window.session()));
    m_window.showComparison(true);
    ASSERT_TRUE(rest());
    EXPECT_EQ(list().model()->rowCount(), 3);
}

/// Clusters are those of the reference: the file of another model needs no such column.
TEST_F(Comparison, comparesAFileWithoutTheColumnOfTheClusters) {
    std::string one = "patient,y_true,y_prob\n";
    std::string other = "y_true,y_prob\n";
    for (int row = 0; row < 60; ++row) {
        const std::string label = row % 3 == 0 ? "1" : "0";
        one +=
            "p" + std::to_string(row / 4) + "," + label + ",0." + std::to_string(10 + row) + "\n";
        other += label + ",0." + std::to_string(20 + row) + "\n";
    }
    ReadOptions options;
    options.columns = {{ColumnRole::Cluster, "patient"}};
    const std::vector<std::string> names = {m_folder.write("a.csv", one),
                                            m_folder.write("b.csv", other)};
    m_window.session().open(names, {}, options, {});
    ASSERT_TRUE(settle(m_window.session()));
    m_window.showComparison(true);
    ASSERT_TRUE(rest());
    ASSERT_EQ(models().models().size(), 2U);
    const auto& problem = models().models()[1].problem;
    EXPECT_FALSE(problem) << problem->detail;
    EXPECT_TRUE(models().models()[1].analysis.report);
}

TEST_F(Comparison, sortsByTheContextMenu) {
    compare({QString::fromStdString(m_folder.write("three.csv", threeModels()))});
    QMenu* menu = nullptr;
    for (const QAction* action : list().actions()) {
        if (action->text().remove(QLatin1Char('&')) == QStringLiteral("Sort by"))
            menu = action->menu();
    }
    ASSERT_TRUE(menu);
    const QString brier =
        list().model()->headerData(ModelListModel::Brier, Qt::Horizontal).toString();
    QAction* byBrier = nullptr;
    for (QAction* action : menu->actions()) {
        if (action->text() == brier) byBrier = action;
    }
    ASSERT_TRUE(byBrier);
    const auto values = [&] {
        std::vector<double> all;
        for (int row = 0; row < list().model()->rowCount(); ++row)
            all.push_back(list().model()->index(row, ModelListModel::Brier).data().toDouble());
        return all;
    };
    byBrier->trigger();
    EXPECT_TRUE(std::ranges::is_sorted(values()));
    byBrier->trigger();
    EXPECT_TRUE(std::ranges::is_sorted(values(), std::greater()));
}

TEST_F(Comparison, keepsTheCurrentModelWhenAMapIsAdded) {
    compare({sample(kBayes), sample(kForest), sample("digits_neural_network.npz")});
    list().setCurrent(1);
    press(Qt::Key_R);
    ASSERT_EQ(list().current(), 1U);
    press(Qt::Key_T);
    EXPECT_EQ(list().model()->rowCount(), 4);
    EXPECT_EQ(list().current(), 1U);
}

TEST_F(Comparison, listsTheModelsThatAFileStacks) {
    std::string text = "model,p,label\n";
    for (int row = 0; row < 30; ++row) {
        const std::string label = row % 3 == 0 ? ",1\n" : ",0\n";
        text += "lr,0." + std::to_string(100 + 13 * row) + label;
        text += "rf,0." + std::to_string(900 - 17 * row) + label;
    }
    compare({QString::fromStdString(m_folder.write("stacked.csv", text))});
    ASSERT_EQ(list().model()->rowCount(), 2);
    EXPECT_EQ(cell(0, ModelListModel::Name), QStringLiteral("lr (reference)"));
    EXPECT_EQ(cell(1, ModelListModel::Name), QStringLiteral("rf"));
    EXPECT_EQ(cell(1, ModelListModel::Rows), QStringLiteral("30"));
    ASSERT_TRUE(models().pair() && *models().pair());
    EXPECT_EQ(models().pair()->value().joinedBy, "order of rows");
    m_window.showComparison(false);
    EXPECT_EQ(models().use(), ModelSet::Use::List) << "the list beside the diagram needs the rows";
    EXPECT_GT(models().scoreBytes(), 0U);
    m_window.showComparison(true);
    ASSERT_TRUE(rest());
    ASSERT_EQ(list().model()->rowCount(), 2);
    EXPECT_EQ(cell(0, ModelListModel::Rows), QStringLiteral("30"));
    EXPECT_EQ(cell(1, ModelListModel::Rows), QStringLiteral("30"));
}

/// Returns a table of rows with different confidences, with a column of names if asked for.
std::string table(bool isNamed) {
    std::string text = isNamed ? "id,y,p\n" : "y,p\n";
    for (int row = 0; row < 90; ++row) {
        if (isNamed) text += "r" + std::to_string(row) + ",";
        text += std::to_string(row % 3 == 0) + ",0." + std::to_string(100 + 9 * row) + "\n";
    }
    return text;
}

TEST_F(Comparison, sharesTheRowsAndNumbersOfTheWindow) {
    const QString plain = QString::fromStdString(m_folder.write("plain.csv", table(false)));
    const QString named = QString::fromStdString(m_folder.write("named.csv", table(true)));
    const Session& session = m_window.session();
    compare({plain, named});
    ASSERT_THAT(models().models(), SizeIs(2));
    const ListedModel& first = models().models()[0];
    EXPECT_EQ(first.dataset, session.model().dataset) << "read once";
    EXPECT_EQ(first.analysis.outcomes, session.model().analysis.outcomes) << "measured once";
    EXPECT_TRUE(first.isExact());
    EXPECT_EQ(first.report()->score("ece"), session.report()->score("ece"));
    // A window needs no names of rows, comparisons do.
    const auto second = models().models()[1].dataset;
    EXPECT_THAT(second->rowNames, SizeIs(1));
    m_window.session().showFile(1);
    ASSERT_TRUE(rest());
    EXPECT_TRUE(session.model().dataset->lacksRowNames);
    EXPECT_EQ(models().models()[1].dataset, second);
    EXPECT_NE(session.model().dataset, second);
    // What is measured again is shared again.
    m_window.session().showFile(0);
    ASSERT_TRUE(rest());
    m_window.session().changeSettings([](AnalysisSettings& settings) { settings.binCount = 7; });
    ASSERT_TRUE(rest());
    EXPECT_EQ(models().models()[0].report()->binned.bins.size(), 7U);
    EXPECT_EQ(models().models()[1].report()->binned.bins.size(), 7U);
}

TEST_F(Comparison, eachModelOfAFileKeepsItsRows) {
    std::string text = "y,prob_a,prob_b\n";
    for (int row = 0; row < 90; ++row)
        text += std::to_string(row % 3 == 0) + ",0." + std::to_string(100 + 9 * row) + ",0." +
                std::to_string(950 - 7 * row) + "\n";
    const QString two = QString::fromStdString(m_folder.write("two.csv", text));
    const QString broken = QString::fromStdString(m_folder.write("broken.csv", "a,b\n1,"));
    const QString plain = QString::fromStdString(m_folder.write("plain.csv", table(false)));
    const auto eceOf = [this](std::size_t model) {
        return models().models()[model].report()->score("ece");
    };
    compare({two});
    ASSERT_THAT(models().models(), SizeIs(2));
    const auto first = eceOf(0), second = eceOf(1);
    ASSERT_NE(first, second);
    // A file that cannot be read has no models; those of the displayed file stay what they are.
    m_window.showComparison(false);
    m_window.session().open(QStringList{broken});
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return m_window.session().currentFileFailed(); }, kPatience));
    m_window.showComparison(true);
    ASSERT_TRUE(rest());
    EXPECT_EQ(eceOf(0), first);
    EXPECT_EQ(eceOf(1), second);
    m_window.session().discardFailedFile();
    // The memory of how files with these columns are read names the model that was shown last.
    m_window.showComparison(false);
    m_window.session().showModel(1);
    ASSERT_TRUE(settle(m_window.session()));
    m_window.session().open(QStringList{plain});
    ASSERT_TRUE(settle(m_window.session()));
    m_window.showComparison(true);
    ASSERT_TRUE(rest());
    ASSERT_THAT(models().models(), SizeIs(3));
    EXPECT_EQ(models().models()[0].source.inFile, "prob_a");
    EXPECT_EQ(eceOf(0), first);
    EXPECT_EQ(eceOf(1), second);
}

TEST_F(Comparison, followsTheSettingsOfTheWindow) {
    compare({sample(kBayes), sample(kForest)});
    AnalysisSettings settings = m_window.session().settings();
    settings.binCount = 7;
    settings.temperature = 1.5;
    m_window.session().setSettings(settings);
    ASSERT_TRUE(rest());
    for (const PlottedModel& model : models().list().plotted()) {
        EXPECT_EQ(model.report->binning.count, 7U);
        EXPECT_EQ(model.report->temperature, 1.5);
        EXPECT_FALSE(model.report->isProvisional);
    }
    const auto alone = testing::coreReport(sample(kForest), settings);
    EXPECT_EQ(cell(1, ModelListModel::Ece), QString::number(*alone->score("ece"), 'f', 4));
}

TEST_F(Comparison, keysDoAllThatTheListCan) {
    compare({sample(kBayes), sample(kForest), sample(kDigits)});
    list().setCurrent(1);
    press(Qt::Key_Space);
    EXPECT_THAT(models().list().plotted(), SizeIs(2));
    press(Qt::Key_Space);
    EXPECT_THAT(models().list().plotted(), SizeIs(3));
    press(Qt::Key_R);
    EXPECT_EQ(models().list().plotted().front().name, kForest);
    EXPECT_EQ(cell(1, ModelListModel::Name), QStringLiteral("%1 (reference)").arg(kForest));
    press(Qt::Key_Down, Qt::AltModifier);
    EXPECT_EQ(cell(2, ModelListModel::Name), QStringLiteral("%1 (reference)").arg(kForest));
    EXPECT_EQ(list().current(), 2U);
    list().model()->setData(list().model()->index(2, 0), QStringLiteral("forest"));
    EXPECT_EQ(models().list().plotted().front().name, "forest");
    list().setCurrent(0);
    press(Qt::Key_Delete);
    EXPECT_EQ(list().model()->rowCount(), 2);
    EXPECT_EQ(m_window.session().files().size(), 3U) << "the file stays open";
    press(Qt::Key_Insert);
    ASSERT_TRUE(rest());
    EXPECT_EQ(list().model()->rowCount(), 3);
    list().setCurrent(0);
    press(Qt::Key_Return);
    EXPECT_FALSE(m_window.showsComparison());
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(m_window.session().currentFile(), sample(kDigits));
}

TEST_F(Comparison, sortsByAnyNumber) {
    compare({sample(kBayes), sample(kForest), sample(kDigits)});
    list().sortByColumn(ModelListModel::Ece, Qt::DescendingOrder);
    EXPECT_EQ(cell(0, ModelListModel::Name), QString::fromLatin1(kForest));
    EXPECT_EQ(cell(2, ModelListModel::Name), QString::fromLatin1(kDigits));
    // The figure keeps the order of the list.
    EXPECT_EQ(models().list().plotted()[1].name, kForest);
}

TEST_F(Comparison, overlaysTheNetBenefitThatTheDiagramShows) {
    compare({sample(kBayes), sample(kForest)});
    AnalysisSettings settings = m_window.session().settings();
    settings.view = View{View::Kind::OneVsRest, 3};
    settings.profile = ProfileKind::Decision;
    m_window.session().setSettings(settings);
    EXPECT_TRUE(rest());
    const auto& plot = page().plot()->plotScene().plot();
    ASSERT_TRUE(plot);
    EXPECT_EQ(plot->title, "Net benefit by threshold");
    EXPECT_EQ(plot->marks.lines.size(), 4U);
    EXPECT_EQ(plot->marks.lines[1].colour.model, 1U);
}

TEST_F(Comparison, showsTwoModelsInNumbers) {
    compare({sample(kBayes), sample(kForest)});
    show(ModelFigureKind::Overlay, true);
    EXPECT_THAT(page().pair()->text().toStdString(),
                ::testing::AllOf(HasSubstr("1,797 rows joined by order of rows"),
                                 HasSubstr("right to wrong in 5 rows, wrong to right in 128")));
    const QTableWidget& differences = *page().pair()->differences();
    ASSERT_GT(differences.rowCount(), 5);
    EXPECT_EQ(differences.horizontalHeaderItem(1)->text(), QStringLiteral("Difference"));
    EXPECT_EQ(differences.item(0, 0)->text(), QStringLiteral("Brier"));
    const auto holds = [&](const char* name) {
        return !differences.findItems(QString::fromLatin1(name), Qt::MatchExactly).isEmpty();
    };
    EXPECT_TRUE(holds("O:E"));
    // How a difference was computed is never cut: it has its column, or a tooltip.
    QTableWidget& shown = *page().pair()->differences();
    const int last = shown.columnCount() - 1;
    EXPECT_EQ(shown.item(0, 1)->toolTip(), QStringLiteral("paired t"));
    for (const int width : {500, 1200}) {
        page().pair()->resize(width, 400);
        QResizeEvent resized(page().pair()->size(), {});  // a hidden widget gets none
        QCoreApplication::sendEvent(page().pair(), &resized);
        EXPECT_EQ(shown.isColumnHidden(last), width == 500) << width;
    }
    // The net benefit is that of the threshold of the tab Decide.
    m_window.side()->decide()->setThreshold(35);
    EXPECT_TRUE(QTest::qWaitFor([&] { return holds("Net benefit at 0.35"); }));
    EXPECT_EQ(page().pair()->moved()->rowCount(), 50);
    viewClass(3);
    EXPECT_THAT(
        page().pair()->text().toStdString(),
        HasSubstr("digits_random_forest.csv has the lower mean cost at decision thresholds"));
    list().setCurrent(0);
    press(Qt::Key_R);  // is the reference already
    EXPECT_THAT(page().figure()->models, SizeIs(2));
}

TEST_F(Comparison, modelsOfOtherRowsAreSaidNotToFit) {
    compare({sample(kBayes), sample(kDigits)});
    show(ModelFigureKind::Overlay, true);
    EXPECT_THAT(page().pair()->text().toStdString(), HasSubstr("cannot be compared"));
}

TEST_F(Comparison, mapAndMurphyCurvesNeedTheViewOfAClass) {
    compare({sample(kBayes), sample(kForest)});
    show(ModelFigureKind::Map);
    EXPECT_FALSE(page().plot()->plotScene().plot());
    viewClass(3);
    ASSERT_TRUE(page().plot()->plotScene().plot());
    EXPECT_THAT(page().plot()->plotScene().plot()->marks.points, SizeIs(2));
    EXPECT_TRUE(page().plot()->plotScene().plot()->marks.points[1].target)
        << "scaled by temperature";
    show(ModelFigureKind::Map, false, {"ece", "accuracy"});
    EXPECT_EQ(page().plot()->plotScene().plot()->marks.points[0].at.x,
              models().list().plotted()[0].report->score("ece"));
    show(ModelFigureKind::Murphy);
    EXPECT_THAT(page().plot()->plotScene().plot()->marks.lines[0].points, SizeIs(501));
    show(ModelFigureKind::Multiples);
    EXPECT_THAT(page().facets()->facets(), SizeIs(2));
}

TEST_F(Comparison, forestPlotComparesAllModelsWithTheReference) {
    const QString copy = QString::fromStdString(m_folder.path("copy.csv"));
    ASSERT_TRUE(QFile::copy(sample(kForest), copy));
    compare({sample(kBayes), sample(kForest), copy});
    show(ModelFigureKind::Forest);
    ASSERT_TRUE(page().plot()->plotScene().plot());
    const Figure plot = *page().plot()->plotScene().plot();
    EXPECT_THAT(plot.left.names, ::testing::ElementsAre("", "copy", "digits_random_forest",
                                                        "digits_naive_bayes", ""));
    ASSERT_THAT(plot.marks.points, SizeIs(3));
    const auto& pair = models().pair()->value();
    EXPECT_EQ(plot.marks.points[1].at.x, pair.find("brier_multiclass")->value);
    EXPECT_EQ(plot.marks.lines[0].points[1].x, pair.find("brier_multiclass")->interval->upper);
    show(ModelFigureKind::Forest, false, {.difference = "accuracy"});
    EXPECT_EQ(page().plot()->plotScene().plot()->marks.points[1].at.x,
              pair.find("accuracy")->value);
    LinePlotView& view = *page().plot();
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Home);
    EXPECT_THAT(view.shownText().toStdString(), HasSubstr("the reference"));
    QTest::keyClick(&view, Qt::Key_Down);
    QTest::keyClick(&view, Qt::Key_Down);
    EXPECT_THAT(view.shownText().toStdString(), HasSubstr("copy.csv minus digits_naive"));
    QTest::keyClick(&view, Qt::Key_Return);
    ASSERT_TRUE(rest());
    EXPECT_EQ(models().list().compared(), 2U);
    // Two models tested: their p-values are adjusted, in the table of the pair, too.
    show(ModelFigureKind::Overlay, true);
    const auto adjusted = models().list().adjustedPValuesOfPair();
    const auto& differences = models().pair()->value().differences;
    ASSERT_EQ(adjusted.size(), differences.size());
    for (std::size_t d = 0; d < adjusted.size(); ++d) {
        ASSERT_EQ(adjusted[d].has_value(), differences[d].p.has_value());
        EXPECT_DOUBLE_EQ(adjusted[d].value_or(0), std::min(1.0, 2 * differences[d].p.value_or(0)));
    }
    EXPECT_EQ(page().pair()->differences()->horizontalHeaderItem(4)->text(),
              QStringLiteral("p, Holm"));
}

TEST_F(Comparison, allModelsAreNamedInItsFiguresAndNoTextOverlapsAnother) {
    for (const int count : {2, 5, 12}) {
        const std::string prefix = count == 2 ? "prob_model_of_a_very_long_name_" : "q";
        std::string text = "y";
        const auto nameOf = [&](int model) { return prefix + static_cast<char>('a' + model); };
        for (int model = 0; model < count; ++model)
            text += "," + nameOf(model);
        text += "\n";
        for (int row = 0; row < 400; ++row) {
            text += std::to_string(row * 61 % 100 < row * 37 % 100);
            for (int model = 0; model < count; ++model)
                text += "," + std::to_string(std::pow((row * 37 % 100 + .5) / 100, 1 + .2 * model));
            text += "\n";
        }
        while (!m_window.session().files().empty())
            m_window.session().closeFile();
        const std::string file = "models" + std::to_string(count) + ".csv";
        compare({QString::fromStdString(m_folder.write(file, text))});
        for (const auto& kind : kModelFigures) {
            show(kind.value);
            const auto figure = page().figure();
            ASSERT_TRUE(figure);
            const FigureSubject subject(figure);
            for (const char* size : {"icml", "ieee", "nature", "3.25in", "800x900", "1200x500"}) {
                FigureOptions options;
                const WrittenSize written = writtenSize(QString::fromLatin1(size)).value();
                options.dpi = written.isPaper ? kPaperDpi : options.dpi;
                options.size = written.pixels(options.dpi);
                options.textPoints = written.textPoints.value_or(options.textPoints);
                options = subject.sized(options);
                const QSizeF logical = options.logical();
                testing::TextRecorder recorder(logical.toSize());
                QPainter painter(&recorder);
                subject.paint(painter, logical, options);
                painter.end();
                const std::string picture =
                    std::string(kind.word) + " of " + std::to_string(count) + " models in " + size;
                constexpr std::size_t fewest = 8;  // two models in a forest plot
                testing::expectApart(recorder.texts(), logical, picture, fewest);
                QString all;
                for (const testing::PaintedText& painted : recorder.texts())
                    all += painted.text + QLatin1Char(' ');
                const bool isOverlaid =
                    kind.value == ModelFigureKind::Overlay || kind.value == ModelFigureKind::Murphy;
                const int named = isOverlaid ? std::min(count, 8) : count;
                for (int model = 0; count > 2 && model < named; ++model)
                    EXPECT_TRUE(all.contains(QString::fromStdString(nameOf(model))))
                        << nameOf(model) << " in " << picture << ": " << all.toStdString();
            }
        }
    }
}

TEST_F(Comparison, aModelIsComparedWithItselfAfterAMap) {
    compare({sample(kDigits)});
    list().setCurrent(0);
    press(Qt::Key_T);
    ASSERT_EQ(list().model()->rowCount(), 2);
    EXPECT_EQ(cell(1, ModelListModel::Name), QStringLiteral("after temperature scaling"));
    Wanted scaled{models().models()[0].settings};
    scaled.scaled = planOfModels();
    Model expected = models().models()[0];
    expected.scaled = nullptr;
    const auto task = nextTask(expected, scaled);
    ASSERT_TRUE(task);
    ASSERT_TRUE(take(run(*task, {}), expected));
    EXPECT_EQ(models().models()[1].report()->score("brier"), expected.scaled->score("brier"));
    ASSERT_TRUE(models().pair() && *models().pair());
    EXPECT_LT(*models().pair()->value().find("brier")->value, 0);
    // The map is fitted anew after the comparison was left, without its base in the list, too.
    models().remove(0);
    m_window.showComparison(false);
    EXPECT_EQ(models().scoreBytes(), 0U);
    m_window.showComparison(true);
    ASSERT_TRUE(rest());
    ASSERT_EQ(list().model()->rowCount(), 1);
    ASSERT_TRUE(models().models()[0].report());
    EXPECT_EQ(models().models()[0].report()->score("brier"), expected.scaled->score("brier"));
    models().addMapped(0, MapKind::Isotonic);
    ASSERT_TRUE(rest());
    ASSERT_EQ(list().model()->rowCount(), 2);
    EXPECT_EQ(cell(1, ModelListModel::Name), QStringLiteral("after isotonic regression"));
}

TEST_F(Comparison, aMapIsFittedToTheChosenRows) {
    std::string text = "y_true,y_prob,site\n";
    for (int i = 0; i < 300; ++i)
        text += std::to_string(i * 7919 % 300 < i) + ",0." + std::to_string(100 + 3 * i) +
                (i % 3 == 0 ? ",a\n" : ",b\n");
    for (int i = 0; i < 9; ++i)
        text += "1,0.9,c\n";
    const QString file = QString::fromStdString(m_folder.write("sites.csv", text));
    compare({file});
    list().setCurrent(0);
    models().addMapped(0, MapKind::Platt);
    for (const char* site : {"a", "b"}) {
        m_window.session().changeSettings([&](AnalysisSettings& settings) {
            settings.where.groups = {{"site", site}};
        });
        ASSERT_TRUE(rest());
        const QString line = QStringLiteral(
            "diagonal FILE --where site=%1 --recalibrate platt --compare --threshold 0.2 --report "
            "csv "
            "--table comparison");
        QStringList arguments = line.arg(QLatin1String(site)).split(QLatin1Char(' '));
        arguments[1] = file;
        std::ostringstream out, errors;
        runHeadless(parsedCommandLine(arguments).value(), out, errors);
        ASSERT_TRUE(models().pair() && *models().pair());
        const Table shown = differenceTable(std::span(&models().pair()->value(), 1));
        EXPECT_EQ(written(shown, TableFormat::Csv), out.str()) << errors.str();
    }
    // The reference is fitted again, too; another map is fitted to the rows before any.
    models().setReference(1);
    models().addMapped(1, MapKind::Isotonic);
    const auto choose = [&](const char* site) {
        m_window.session().changeSettings([&](AnalysisSettings& settings) {
            settings.where.groups = {{"site", site}};
        });
        EXPECT_TRUE(rest());
    };
    choose("a");
    ASSERT_TRUE(models().pair() && *models().pair());
    EXPECT_EQ(models().models()[1].report()->dataset.rows, 100U);
    const auto brier = models().models()[2].report()->score("brier");
    choose("b");
    EXPECT_NE(models().models()[2].report()->score("brier"), brier);
    choose("a");
    EXPECT_EQ(models().models()[2].report()->score("brier"), brier);
    // Of one outcome, no map is possible, and nothing of other rows stays.
    choose("c");
    EXPECT_TRUE(models().models()[1].problem);
    EXPECT_FALSE(models().models()[1].report());
}

TEST_F(Comparison, pointsOfAMapAreReachedByKeys) {
    compare({sample(kBayes), sample(kForest)});
    viewClass(3);
    show(ModelFigureKind::Map);
    LinePlotView& plot = *page().plot();
    plot.setFocus();
    QTest::keyClick(&plot, Qt::Key_Home);
    EXPECT_THAT(plot.shownText().toStdString(), HasSubstr("digits_naive_bayes.csv: "));
    QTest::keyClick(&plot, Qt::Key_Right);
    EXPECT_THAT(plot.shownText().toStdString(), HasSubstr("after temperature scaling"));
    QTest::keyClick(&plot, Qt::Key_Escape);
    EXPECT_TRUE(plot.shownText().isEmpty());
    EXPECT_TRUE(m_window.showsComparison()) << "the first Esc leaves the point";
}

TEST_F(Comparison, ofOneFileComparesItsModels) {
    std::string text = "prob_lr,prob_rf,label\n";
    for (int i = 0; i < 60; ++i) {
        text += "0." + std::to_string(10 + i) + ",0." + std::to_string(70 - i) + "," +
                std::to_string(i % 2) + "\n";
    }
    compare({QString::fromStdString(m_folder.write("two.csv", text))});
    ASSERT_EQ(list().model()->rowCount(), 2);
    EXPECT_EQ(cell(0, ModelListModel::Name), QStringLiteral("prob_lr (reference)"));
    EXPECT_EQ(cell(1, ModelListModel::Name), QStringLiteral("prob_rf"));
    EXPECT_NE(cell(0, ModelListModel::Brier), cell(1, ModelListModel::Brier));
}

TEST_F(Comparison, aModelOfAnotherFileIsOpened) {
    std::string text = "prob_lr,prob_rf,label\n";
    for (int i = 0; i < 60; ++i)
        text += "0." + std::to_string(10 + i) + ",0." + std::to_string(70 - i) + "," +
                std::to_string(i % 2) + "\n";
    compare({QString::fromStdString(m_folder.write("a.csv", text)),
             QString::fromStdString(m_folder.write("b.csv", text))});
    ASSERT_EQ(list().model()->rowCount(), 4);
    const std::size_t other = m_window.session().shownFile() == 0 ? 3 : 1;
    EXPECT_THAT(models().models()[other].name, HasSubstr("prob_rf"));
    list().setCurrent(other);
    press(Qt::Key_Return);
    EXPECT_FALSE(m_window.showsComparison());
    ASSERT_TRUE(settle(m_window.session()));
    const Session& session = m_window.session();
    ASSERT_EQ(session.models().size(), 2U);
    EXPECT_EQ(session.models()[session.shownModel()].name, "prob_rf");
    EXPECT_EQ(session.files()[session.shownFile()], models().models()[other].source.files);
}

TEST_F(Comparison, aStackedModelIsOpened) {
    QStringList files;
    for (const std::string first : {"lr", "nb"}) {
        std::string text = "model,p,label\n";
        for (int row = 0; row < 60; ++row)
            text += (row % 2 == 0 ? first : "rf") + ",0." + std::to_string(100 + 13 * row) +
                    (row % 3 == 0 ? ",1\n" : ",0\n");
        files << QString::fromStdString(m_folder.write(first + ".csv", text));
    }
    compare(files);
    ASSERT_EQ(list().model()->rowCount(), 4);
    QStringList errors;
    QObject::connect(&m_window.session(), &Session::errorOccurred, &m_window,
                     [&](const Error& error) { errors << toQString(describe(error)); });
    for (const auto& [row, group] : {std::pair<std::size_t, const char*>{0, "model = lr"},
                                     std::pair<std::size_t, const char*>{2, "model = nb"},
                                     std::pair<std::size_t, const char*>{1, "model = rf"}}) {
        Q_EMIT list().opened(row);
        ASSERT_TRUE(settle(m_window.session()));
        EXPECT_FALSE(m_window.showsComparison());
        EXPECT_EQ(m_window.session().report()->dataset.file, files[row / 2].toStdString());
        EXPECT_EQ(m_window.session().report()->dataset.group, group);
        m_window.showComparison(true);
        ASSERT_TRUE(rest());
    }
    EXPECT_TRUE(errors.isEmpty()) << errors.join(QLatin1Char(' ')).toStdString();
}

TEST_F(Comparison, aStackedModelIsOpenedWithoutConditionsThatItsFileLacks) {
    QStringList files;
    for (const std::string column : {"model", "forecaster"}) {
        std::string text = column + ",p,label\n";
        for (int row = 0; row < 60; ++row)
            text += std::string(row % 2 == 0 ? "lr" : "rf") + ",0." +
                    std::to_string(100 + 13 * row) + (row % 3 == 0 ? ",1\n" : ",0\n");
        files << QString::fromStdString(m_folder.write(column + ".csv", text));
    }
    compare(files);
    ASSERT_EQ(list().model()->rowCount(), 4);
    for (const auto& [row, group] : {std::pair<std::size_t, const char*>{0, "model = lr"},
                                     std::pair<std::size_t, const char*>{3, "forecaster = rf"}}) {
        Q_EMIT list().opened(row);
        ASSERT_TRUE(settle(m_window.session()));
        EXPECT_EQ(m_window.session().report()->dataset.group, group);
        m_window.showComparison(true);
        ASSERT_TRUE(rest());
    }
    EXPECT_FALSE(m_window.shownError().contains(QStringLiteral("all rows are measured")));
}

TEST_F(Comparison, aFileThatCannotBeReadIsListedWithItsReason) {
    const QString broken = QString::fromStdString(m_folder.write("broken.csv", "a,b\nx,y\n"));
    compare({sample(kBayes), broken});
    ASSERT_EQ(list().model()->rowCount(), 2);
    EXPECT_EQ(cell(1, ModelListModel::Rows), QStringLiteral("unusable"));
    EXPECT_THAT(page().status().toStdString(), HasSubstr("broken.csv: "));
    EXPECT_THAT(page().figure()->models, SizeIs(1));
}

TEST_F(Comparison, leavingItFreesTheRows) {
    compare({sample(kBayes), sample(kForest)});
    EXPECT_GT(models().scoreBytes(), 0U);
    models().rename(1, QStringLiteral("forest"));
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_FALSE(m_window.showsComparison());
    EXPECT_EQ(models().scoreBytes(), 0U);
    m_window.showComparison(true);
    ASSERT_TRUE(rest());
    EXPECT_EQ(cell(1, ModelListModel::Name), QStringLiteral("forest"));
    EXPECT_GT(models().scoreBytes(), 0U);
}

TEST_F(Comparison, isExportedAsItIsShown) {
    compare({sample(kBayes), sample(kForest)});
    const QString path = QString::fromStdString(m_folder.path("overlay.svg"));
    m_window.exportController()->exportFigure(page().figure(), {}, path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return QFile::exists(path); }, kPatience));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_THAT(file.readAll().toStdString(), HasSubstr(">digits_random_forest.csv: ECE "));
}

TEST_F(Comparison, opensByTheCommandLine) {
    const auto line =
        parsedCommandLine({QStringLiteral("diagonal"), sample(kBayes), sample(kForest),
                           QStringLiteral("--diagram"), QStringLiteral("multiples")});
    ASSERT_TRUE(line);
    EXPECT_FALSE(line.value().isHeadless());
    m_window.start(line.value());
    ASSERT_TRUE(settle(m_window.session()));
    ASSERT_TRUE(rest());
    EXPECT_TRUE(m_window.showsComparison());
    EXPECT_THAT(page().facets()->facets(), SizeIs(2));
}

TEST_F(Comparison, ofAFolderTakesAllItsFiles) {
    for (const char* name : {kBayes, kForest})
        ASSERT_TRUE(QFile::copy(sample(name), QString::fromStdString(m_folder.path(name))));
    m_folder.write("notes.md", "# not data\n");
    compare({QString::fromStdString(m_folder.path("."))});
    EXPECT_EQ(list().model()->rowCount(), 2);
}

}  // namespace
}  // namespace diagonal
