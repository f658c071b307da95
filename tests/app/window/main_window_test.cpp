// SPDX-License-Identifier: GPL-3.0-or-later
// Uses the window as a user does: drops files, drags sliders, points at bars, saves figures.
#include "app/window/main_window.h"

#include <fstream>
#include <sys/stat.h>
#include <thread>

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QHelpEvent>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>
#include <QUrl>
#include <QWheelEvent>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/diagram/diagram_view.h"
#include "app/diagram/lines/line_plot_view.h"
#include "app/exporting/export_controller.h"
#include "app/exporting/export_dialog.h"
#include "app/opening/import_panel.h"
#include "app/opening/message_banner.h"
#include "app/opening/preview_table.h"
#include "app/opening/welcome_page.h"
#include "app/remembering/preferences.h"
#include "app/results/bin_detail.h"
#include "app/results/bin_table.h"
#include "app/results/decide_panel.h"
#include "app/results/facets_dialog.h"
#include "app/results/notes_panel.h"
#include "app/results/scores_panel.h"
#include "app/results/summary_table.h"
#include "app/selecting/condition_chips.h"
#include "app/selecting/figure_page.h"
#include "app/selecting/row_list_panel.h"
#include "app/settings/marked_slider.h"
#include "app/settings/settings_panel.h"
#include "app/text/number_text.h"
#include "app/window/figure_stage.h"
#include "app/window/focus_ring.h"
#include "app/window/help_dialog.h"
#include "app/window/side_panel.h"
#include "tests/app/support.h"

namespace diagonal {
namespace {

using testing::coreReport;
using testing::kCancer;
using testing::kDigits;
using testing::kPatience;
using testing::sample;
using testing::settle;

class MainWindowTest : public ::testing::Test {
protected:
    QPushButton* buttonCalled(const QString& text) {
        for (QPushButton* button : m_window.findChildren<QPushButton*>()) {
            if (button->text() == text) return button;
        }
        return nullptr;
    }
    MainWindowTest() {
        m_window.resize(1180, 860);
        m_window.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&m_window));
    }
    void open(const char* name) {
        m_window.session().open(QStringList{sample(name)});
        ASSERT_TRUE(settle(m_window.session()));
        QCoreApplication::processEvents();
    }
    void drop(const QStringList& files) {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& file : files)
            urls << QUrl::fromLocalFile(file);
        data.setUrls(urls);
        // Like the desktop: enters the diagram first, then drops.
        QWidget* target = m_window.diagram()->viewport();
        QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton,
                              Qt::NoModifier);
        QCoreApplication::sendEvent(target, &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(target, &event);
        ASSERT_TRUE(settle(m_window.session()));
    }
    /// Drags the handle of a slider to a value, in steps.
    void drag(MarkedSlider* slider, int to) {
        const auto at = [&](int value) {
            return QPoint(static_cast<int>(slider->position(value)), slider->height() / 2);
        };
        const int from = slider->value();
        QTest::mousePress(slider, Qt::LeftButton, {}, at(from));
        for (int step = 1; step <= 10; ++step) {
            QTest::mouseMove(slider, at(from + (to - from) * step / 10));
        }
        QTest::mouseRelease(slider, Qt::LeftButton, {}, at(to));
        ASSERT_TRUE(settle(m_window.session()));
    }
    QPoint barOf(std::size_t bin) const {
        const auto& plot = m_window.diagram()->diagram().diagramLayout().diagram;
        const Bin& b = report().binned.bins[bin];
        return {static_cast<int>(plot.left() + (b.lower + b.upper) / 2 * plot.width()),
                static_cast<int>(plot.center().y())};
    }
    void pointAt(const QPoint& place) {
        QMouseEvent event(QEvent::MouseMove, QPointF(place), QPointF(place), Qt::NoButton,
                          Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window.diagram()->viewport(), &event);
    }
    const Report& report() const { return *const_cast<MainWindow&>(m_window).session().report(); }
    QString shown(const char* id) const { return m_window.side()->scores()->shownValue(id); }

    /// Waits until the report holds all scores.
    bool awaitScores() {
        return QTest::qWaitFor(
            [this] {
                return m_window.session().report()->plan.contains(planOf(TableKind::Scores));
            },
            kPatience);
    }

    MainWindow m_window;
};

TEST_F(MainWindowTest, theThresholdOfDecisionsIsDraggedOnTheAxisOfTheFigure) {
    open(kCancer);
    DiagramView& view = *m_window.diagram();
    DecidePanel& panel = *m_window.side()->decide();
    EXPECT_TRUE(view.thresholdHandle().isNull());
    auto* tabs = m_window.side()->findChild<QTabWidget*>();
    tabs->setCurrentWidget(&panel);
    const auto hasNumbers = [&] { return panel.shownValue("net_benefit") != QStringLiteral("–"); };
    ASSERT_TRUE(QTest::qWaitFor(hasNumbers, 20'000));
    panel.setThreshold(20);
    const QRectF& counts = view.diagram().diagramLayout().counts;
    ASSERT_FALSE(counts.isNull());
    EXPECT_NEAR(view.thresholdHandle().center().x(), counts.left() + .2 * counts.width(), 1);
    const auto at = [&](double threshold) {
        return view.mapFromScene(
            QPointF(counts.left() + threshold * counts.width(), counts.center().y()));
    };
    QTest::mousePress(view.viewport(), Qt::LeftButton, {}, at(.2));
    QElapsedTimer timer;
    qint64 slowest = 0;
    for (int step = 1; step <= 40; ++step) {
        timer.restart();
        QTest::mouseMove(view.viewport(), at(.2 + .01 * step));
        QCoreApplication::processEvents();
        slowest = std::max(slowest, timer.elapsed());
    }
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, at(.6));
    EXPECT_EQ(panel.threshold(), 60);
    EXPECT_LT(slowest, 200);  // it computes nothing; slow machines and sanitizers paint slowly
    // The drag neither zooms nor selects a bin, and computes no other report.
    EXPECT_TRUE(view.diagram().zoom() == kWholeAxis);
    EXPECT_FALSE(view.diagram().binMarks().selected);
    const QString benefit = panel.shownValue("net_benefit");
    EXPECT_TRUE(hasNumbers());
    QTest::keyClick(&view, Qt::Key_Left, Qt::ShiftModifier);
    EXPECT_EQ(panel.threshold(), 59);
    QTest::keyClick(&view, Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(panel.shownValue("net_benefit"), benefit);
    panel.setThreshold(80);
    EXPECT_NEAR(view.thresholdHandle().center().x(), counts.left() + .8 * counts.width(), 1);
    tabs->setCurrentIndex(0);
    EXPECT_TRUE(view.thresholdHandle().isNull());
}

TEST_F(MainWindowTest, groupsAreComputedOnceTheirTabIsInFront) {
    testing::TemporaryFolder folder;
    std::string text = "y_true,y_prob,site\n";
    for (int i = 0; i < 60; ++i)
        text += std::to_string(i % 2) + "," + (i % 3 ? ".75" : ".25") + (i % 4 ? ",A\n" : ",B\n");
    const auto file = QString::fromStdString(folder.write("p.csv", text));
    m_window.session().open(QStringList{file});
    ASSERT_TRUE(settle(m_window.session()));
    const auto& session = m_window.session();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return session.report()->plan.contains(ReportPlan::inPanels()); }, kPatience));
    auto* tabs = m_window.side()->findChild<QTabWidget*>();
    const int groups = tabs->indexOf(m_window.side()->groups());
    EXPECT_TRUE(tabs->isTabVisible(groups));
    EXPECT_TRUE(session.report()->groups.empty());
    auto* table = m_window.side()->groups()->findChild<QTableView*>();
    EXPECT_EQ(table->model()->rowCount(), 0);
    tabs->setCurrentIndex(groups);
    EXPECT_TRUE(QTest::qWaitFor([&] { return table->model()->rowCount() == 2; }, kPatience));

    // Groups of another file take their place; until they are computed, there are none.
    bool showsOthers = false;
    const auto look = [&] {
        const bool isOther = session.report()->dataset.file.ends_with("q.csv");
        const QString first = table->model()->index(0, 0).data().toString();
        showsOthers = showsOthers || (isOther && (first == "A"));
    };
    QObject::connect(&m_window.session(), &Session::reportChanged, &m_window, look);
    std::replace(text.begin(), text.end(), 'A', 'C');
    m_window.session().open(
        QStringList{QString::fromStdString(folder.write("q.csv", text + "1,.5,D\n"))});
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_TRUE(QTest::qWaitFor([&] { return table->model()->rowCount() == 3; }, kPatience));
    EXPECT_FALSE(showsOthers);
}

TEST_F(MainWindowTest, aCrossingOfTwoColumnsIsShownByAClick) {
    testing::TemporaryFolder folder;
    std::string text = "y_true,y_prob,site,sex\n";
    for (int i = 0; i < 400; ++i) {
        const bool isWorst = i % 2 == 0 && i % 4 < 2;
        text += std::string(i % 3 == 0 && !isWorst ? "1" : "0") + ",.33," +
                (i % 2 == 0 ? "A," : "B,") + (i % 4 < 2 ? "f\n" : "m\n");
    }
    m_window.session().open(QStringList{QString::fromStdString(folder.write("p.csv", text))});
    ASSERT_TRUE(settle(m_window.session()));
    SidePanel& side = *m_window.side();
    auto* tabs = side.findChild<QTabWidget*>();
    tabs->setCurrentIndex(tabs->indexOf(side.groups()));
    QTableView* table = side.groups()->view();
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->model()->rowCount() == 8; }, kPatience));
    EXPECT_TRUE(
        side.groups()
            ->findChild<QLabel*>(QStringLiteral("remark"))
            ->text()
            .contains(QStringLiteral("the worst calibrated is site, sex = A, f (100 rows)")));
    const QModelIndex worst = table->model()->index(0, SummaryModel::Name);
    EXPECT_EQ(worst.data().toString(), QStringLiteral("A, f"));
    EXPECT_EQ(worst.data(Qt::AccessibleTextRole).toString(), QStringLiteral("site, sex = A, f"));
    Q_EMIT table->activated(worst);
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(m_window.session().report()->dataset.group, "site = A, sex = f");
    EXPECT_EQ(m_window.session().report()->dataset.rows, 100U);
    EXPECT_TRUE(QTest::qWaitFor(
        [&] {
            return !side.groups()->isStale() && table->model()->rowCount() == 8 &&
                   worst.data(Qt::FontRole).value<QFont>().weight() == QFont::DemiBold;
        },
        kPatience));
    EXPECT_NE(table->model()->index(1, 0).data(Qt::FontRole).value<QFont>().weight(),
              QFont::DemiBold);
    // Small multiples are of the groups, whose curves are kept.
    Q_EMIT side.groups()->facetsRequested();
    auto* facets = m_window.findChild<FacetsDialog*>();
    ASSERT_TRUE(facets);
    EXPECT_TRUE(QTest::qWaitFor([&] { return facets->view()->facets().size() == 4; }, kPatience));
    facets->close();
    // In any order of the groups, and of groups that are not listed, there is a way back.
    AnalysisSettings settings = m_window.session().settings();
    std::ranges::reverse(settings.where.groups);
    m_window.session().setSettings(settings);
    ASSERT_TRUE(settle(m_window.session()));
    ASSERT_TRUE(side.groups()->back()->isEnabled());
    side.groups()->back()->click();
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(m_window.session().report()->dataset.rows, 400U);
}

TEST_F(MainWindowTest, aDroppedFileIsShownWithItsSummary) {
    drop({sample(kDigits)});
    EXPECT_EQ(m_window.summary(),
              QStringLiteral("1,707 rows, 10 classes, read as logits; accuracy 89.1 %"));
    EXPECT_EQ(shown("ece"), scoreText(coreReport(sample(kDigits))->score("ece")));
    EXPECT_TRUE(m_window.shownError().isEmpty());
}

TEST_F(MainWindowTest, aNamedPipeLosesNothing) {
    const testing::TemporaryFolder folder;
    const std::string path = folder.path("pipe");
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    constexpr std::size_t rows = 2000;
    std::string text = "y_true,y_prob\n";
    for (std::size_t row = 0; row < rows; ++row)
        text += row % 3 == 0 ? "1,0.75\n" : "0,0.25\n";
    std::thread writer([&] { std::ofstream(path, std::ios::binary) << text; });
    drop(QStringList{QString::fromStdString(path)});
    EXPECT_TRUE(QTest::qWaitFor([&] {
        const auto shown = m_window.session().report();
        return shown && shown->dataset.rows == rows;
    }));
    writer.join();
}

TEST_F(MainWindowTest, draggingTheBinSliderGivesCoresEce) {
    open(kDigits);
    MarkedSlider* slider = m_window.side()->settings()->binSlider();
    drag(slider, 40);
    AnalysisSettings settings;
    settings.binCount = static_cast<std::size_t>(slider->value());
    EXPECT_NEAR(slider->value(), 40, 1);
    EXPECT_EQ(report().score("ece"), coreReport(sample(kDigits), settings)->score("ece"));
    EXPECT_EQ(shown("ece"), scoreText(report().score("ece")));
    EXPECT_NE(report().score("ece"), coreReport(sample(kDigits))->score("ece"));
}

TEST_F(MainWindowTest, draggingTheTemperatureSliderGivesCoresEce) {
    open(kDigits);
    drag(m_window.side()->settings()->temperatureSlider(), temperatureStep(2));
    AnalysisSettings settings;
    settings.temperature = report().temperature;
    EXPECT_NEAR(settings.temperature, 2, .1);
    EXPECT_EQ(report().score("ece"), coreReport(sample(kDigits), settings)->score("ece"));
    EXPECT_LT(*report().score("ece"), *coreReport(sample(kDigits))->score("ece"));
}

TEST_F(MainWindowTest, theTemperatureSnapsToOneAndADoubleClickResetsIt) {
    open(kDigits);
    MarkedSlider* slider = m_window.side()->settings()->temperatureSlider();
    drag(slider, temperatureStep(4));
    drag(slider, temperatureStep(1) + 2);
    EXPECT_EQ(report().temperature, 1);
    drag(slider, temperatureStep(4));
    QTest::mouseDClick(slider, Qt::LeftButton);
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(report().temperature, 1);
    EXPECT_EQ(slider->value(), temperatureStep(1));
}

TEST_F(MainWindowTest, aDoubleClickOnASliderIsOneStepOfUndo) {
    open(kDigits);
    MarkedSlider* slider = m_window.side()->settings()->temperatureSlider();
    drag(slider, temperatureStep(4));
    const double dragged = report().temperature;
    const QPoint elsewhere(static_cast<int>(slider->position(temperatureStep(8))),
                           slider->height() / 2);
    QTest::mouseClick(slider, Qt::LeftButton, {}, elsewhere);
    QTest::mouseDClick(slider, Qt::LeftButton, {}, elsewhere);
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(report().temperature, 1);
    m_window.session().undo();
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(report().temperature, dragged);
}

TEST_F(MainWindowTest, aProfileTakesThePlaceOfTheDiagramAndSetsTheBins) {
    open(kDigits);
    AnalysisSettings settings;
    settings.profile = ProfileKind::Bins;
    m_window.session().setSettings(settings);
    m_window.side()->settings()->showSettings(settings);
    LinePlotView* plot = m_window.figure()->linePlot();
    ASSERT_TRUE(QTest::qWaitFor([&] { return plot->plotScene().plot().has_value(); }, kPatience));
    EXPECT_EQ(m_window.figure()->currentWidget(), plot);
    EXPECT_EQ(plot->plotScene().plot()->marks.lines[0].points[14].y, report().score("ece"));
    Q_EMIT plot->chosen(37.2);
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(report().binning.count, 37U);
    EXPECT_EQ(plot->plotScene().plot()->marks.references[0].points.front().x, 37);
    settings.scheme = BinningScheme::Isotonic;
    m_window.session().setSettings(settings);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !plot->plotScene().plot().has_value(); }, kPatience));
    settings.profile.reset();
    m_window.session().setSettings(settings);
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(m_window.figure()->currentWidget(), m_window.diagram());
}

TEST_F(MainWindowTest, pointingAtABarShowsItsNumbers) {
    open(kDigits);
    pointAt(barOf(13));
    const QString text = m_window.side()->detail()->text();
    for (const char* part : {"Bin 14 of 15   (0.867, 0.933]", "Rows: 47", "Correct: 23 of 47",
                             "Accuracy: 0.4894 CI 0.353 to 0.628", "Mean confidence: 0.9043",
                             "Gap: −0.4149 over-confident", "Share of ECE: 0.0114 16.3 %"}) {
        EXPECT_TRUE(text.contains(QString::fromUtf8(part))) << part << " in " << text.toStdString();
    }
}

TEST_F(MainWindowTest, pointingAtABarMovesNothing) {
    m_window.resize(1024, 640);
    open(kDigits);
    QCoreApplication::processEvents();
    // The first event that lays out the panel must not find it too narrow.
    EXPECT_GE(m_window.side()->width(), m_window.side()->minimumSizeHint().width());
    for (const QSize& size : {QSize(1024, 640), QSize(1366, 768)}) {
        m_window.resize(size);
        QCoreApplication::processEvents();
        const QRectF before = m_window.diagram()->diagram().diagramLayout().diagram;
        pointAt(barOf(13));
        QCoreApplication::processEvents();
        EXPECT_EQ(m_window.diagram()->diagram().diagramLayout().diagram, before);
        pointAt({1, 1});
    }
}

TEST_F(MainWindowTest, diagramAndTableShareOneSelection) {
    open(kDigits);
    QTest::mouseClick(m_window.diagram()->viewport(), Qt::LeftButton, {}, barOf(12));
    EXPECT_EQ(m_window.side()->bins()->selectedBin(), 12U);
    m_window.side()->bins()->selectRow(9);
    EXPECT_EQ(m_window.diagram()->diagram().binMarks().selected, 9U);
    QTest::keyClick(m_window.diagram(), Qt::Key_Right);
    EXPECT_EQ(m_window.side()->bins()->selectedBin(), 10U);
    QTest::keyClick(m_window.diagram(), Qt::Key_Escape);
    EXPECT_EQ(m_window.side()->bins()->selectedBin(), std::nullopt);
    EXPECT_EQ(m_window.diagram()->diagram().binMarks().selected, std::nullopt);
}

TEST_F(MainWindowTest, onAUsualScreenThePanelNeitherScrollsNorCutsATab) {
    m_window.resize(1366, 768);
    open(kDigits);
    auto* const tabs = m_window.side()->findChild<QTabWidget*>();
    m_window.side()->findChild<QToolButton*>(QStringLiteral("allScores"))->click();
    QTest::mouseClick(m_window.diagram()->viewport(), Qt::LeftButton, {}, barOf(14));
    const auto areas = m_window.side()->findChildren<QScrollArea*>();
    const auto outer = std::ranges::find_if(
        areas, [&](const QScrollArea* area) { return area->isAncestorOf(tabs); });
    ASSERT_NE(outer, areas.end());
    for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        for (int i = 0; i < 3; ++i)
            QCoreApplication::processEvents();
        EXPECT_EQ((*outer)->verticalScrollBar()->maximum(), 0) << tab;
        for (const QScrollArea* area : areas) {
            if (!area->isVisible()) continue;
            EXPECT_LE(area->widget()->width(), area->viewport()->width()) << tab;
        }
    }
}

/// The card of the selected bin covers no row of the table of bins.
TEST_F(MainWindowTest, theCardOfABinLeavesItsRowInSight) {
    open(kDigits);
    m_window.resize(1366, 768);
    BinTable* const bins = m_window.side()->bins();
    m_window.side()->findChild<QTabWidget*>()->setCurrentWidget(bins);
    QCoreApplication::processEvents();
    QTest::mouseClick(m_window.diagram()->viewport(), Qt::LeftButton, {}, barOf(14));
    QCoreApplication::processEvents();
    ASSERT_TRUE(m_window.side()->detail()->isVisible());
    const auto bottomOf = [&](const QWidget& widget, const QRect& rect) {
        return widget.mapTo(m_window.side(), rect.bottomLeft()).y();
    };
    const int card = m_window.side()->detail()->geometry().top();
    EXPECT_LE(bottomOf(*bins, bins->rect()), card);
    const QRect row = bins->visualRect(bins->model()->index(14, 0));
    EXPECT_LE(bottomOf(*bins->viewport(), row), card) << "also the last row";
    EXPECT_GE(row.top(), 0);
}

TEST_F(MainWindowTest, theSelectionStaysAtItsConfidenceWhenBinsChange) {
    open(kDigits);
    QTest::mouseClick(m_window.diagram()->viewport(), Qt::LeftButton, {}, barOf(14));
    AnalysisSettings settings = m_window.session().settings();
    settings.binCount = 30;
    m_window.session().setSettings(settings);
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(m_window.side()->bins()->selectedBin(), 28U);
}

TEST_F(MainWindowTest, anErrorStandsInTheWindowWithItsPlace) {
    open(kCancer);
    const testing::TemporaryFolder folder;
    drop({QString::fromStdString(folder.write("bad.csv", "prob,label\n0.5,1\n0.7\n"))});
    EXPECT_TRUE(
        m_window.shownError().contains(QLatin1String("bad.csv:3: this record has 1 field")));
    EXPECT_EQ(report().dataset.rows, 569U);
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_TRUE(m_window.shownError().isEmpty());
}

TEST_F(MainWindowTest, everyOneOfQuickExportsIsSaved) {
    open(kDigits);
    const testing::TemporaryFolder folder;
    QSignalSpy exported(m_window.exportController(), &ExportController::figureExported);
    QStringList paths;
    for (const char* name : {"a.png", "b.png", "c.png"}) {
        paths << QString::fromStdString(folder.path(name));
        m_window.exportController()->exportFigure(m_window.session().report(), {}, paths.back());
    }
    ASSERT_TRUE(QTest::qWaitFor([&] { return exported.count() == 3; }, kPatience));
    for (const QString& path : paths)
        EXPECT_FALSE(QImage(path).isNull()) << path.toStdString();
}

TEST_F(MainWindowTest, aFitWithoutTheRowsThatForbidItIsOneButton) {
    open("digits_naive_bayes.csv");
    AnalysisSettings settings = m_window.session().settings();
    settings.fitTemperature = true;
    m_window.session().setSettings(settings);
    ASSERT_TRUE(settle(m_window.session()));
    ASSERT_FALSE(m_window.session().report()->fitted());
    EXPECT_TRUE(m_window.shownError().contains(QLatin1String("probability 0 in 1 row")));
    auto* button = buttonCalled(QStringLiteral("Fit T without them"));
    ASSERT_TRUE(button && button->isVisible());
    button->click();
    ASSERT_TRUE(settle(m_window.session()));
    ASSERT_TRUE(m_window.session().report()->fitted());
    EXPECT_EQ(m_window.session().report()->fitted()->fit.leftOut, 1U);
    EXPECT_TRUE(m_window.shownError().isEmpty());
}

TEST_F(MainWindowTest, theExportedFigureIsTheOneOfTheCommandLine) {
    open(kDigits);
    const testing::TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.path("f.png"));
    QSignalSpy exported(m_window.exportController(), &ExportController::figureExported);
    FigureOptions options;
    options.dpi = 192;
    options.content.parts.session = false;  // it names the file relative to the picture
    m_window.exportController()->exportFigure(m_window.session().report(), options, path);
    ASSERT_TRUE(exported.wait(kPatience));
    EXPECT_TRUE(exported[0][1].toString().isEmpty());
    const QImage saved(path);
    EXPECT_EQ(saved.size(), QSize(1600, 1800));
    EXPECT_EQ(saved.dotsPerMeterX(), 7559);
    const QString other = QString::fromStdString(folder.path("g.png"));
    EXPECT_TRUE(savePng(renderedFigure(coreReport(sample(kDigits)), options), other));
    QFile first(path);
    QFile second(other);
    ASSERT_TRUE(first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly));
    EXPECT_EQ(first.readAll(), second.readAll());
}

TEST_F(MainWindowTest, longToolTipsOfCellsAreWrapped) {
    QTableWidget table(1, 1);
    const QString tip = QString(30, QLatin1Char('w')) + QString(40, QLatin1Char(' ')) + "end";
    table.setItem(0, 0, new QTableWidgetItem(QStringLiteral("cell")));
    table.item(0, 0)->setToolTip(tip);
    table.setHorizontalHeaderItem(0, new QTableWidgetItem(QStringLiteral("head")));
    table.horizontalHeaderItem(0)->setToolTip(QLatin1String("head: ") + tip);
    table.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&table));
    const auto tipAt = [](QWidget* widget, const QPoint& place) {
        QHelpEvent event(QEvent::ToolTip, place, widget->mapToGlobal(place));
        QCoreApplication::sendEvent(widget, &event);
        return QToolTip::text();
    };
    const QString ofCell = tipAt(table.viewport(), table.visualItemRect(table.item(0, 0)).center());
    EXPECT_TRUE(Qt::mightBeRichText(ofCell)) << ofCell.toStdString();
    const QString ofHead = tipAt(table.horizontalHeader()->viewport(), QPoint(20, 8));
    EXPECT_TRUE(Qt::mightBeRichText(ofHead) && ofHead.contains(QLatin1String("head:")))
        << ofHead.toStdString();
}

TEST_F(MainWindowTest, theVerdictChangesOnceADragRests) {
    open(kDigits);
    ASSERT_TRUE(awaitScores());
    const auto* verdict = m_window.findChild<QLabel*>(QStringLiteral("verdict"));
    ASSERT_TRUE(verdict && verdict->isVisible());
    const QString before = verdict->text();
    EXPECT_TRUE(before.contains(QLatin1String("over-confident by 7.0 points")))
        << before.toStdString();
    AnalysisSettings settings = m_window.session().settings();
    settings.temperature = 4;
    m_window.session().setSettings(settings);
    EXPECT_EQ(verdict->text(), before);  // nothing is known yet
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return verdict->text().contains(QLatin1String("under-confident")); }, kPatience))
        << verdict->text().toStdString();
    EXPECT_TRUE(verdict->isEnabled());
}

TEST_F(MainWindowTest, aPageIsSavedFromTheExportDialog) {
    const testing::TemporaryFolder folder;
    open(kDigits);
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return m_window.session().report()->plan.contains(ReportPlan::inPanels()); },
        kPatience));
    QSignalSpy exported(m_window.exportController(), &ExportController::figureExported);
    m_window.exportController()->askForFigure(m_window.session().report());
    auto* dialog = m_window.findChild<ExportDialog*>();
    ASSERT_TRUE(dialog);
    // The dialog that asks for a name runs a loop of its own.
    QTimer::singleShot(0, &m_window, [&] {
        auto* names = m_window.findChild<QFileDialog*>();
        ASSERT_TRUE(names);
        names->setDirectory(QString::fromStdString(folder.path("")));
        const QString page = names->nameFilters().filter(QStringLiteral("*.html")).value(0);
        names->selectNameFilter(page);
        Q_EMIT names->filterSelected(page);
        names->findChild<QLineEdit*>()->setText(QStringLiteral("report"));
        static_cast<QDialog*>(names)->accept();
    });
    dialog->findChild<QDialogButtonBox*>()->buttons().first()->click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return exported.count() == 1; }, kPatience));
    QFile file(QString::fromStdString(folder.path("report.html")));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray page = file.readAll();
    EXPECT_TRUE(page.startsWith("<!doctype html>"));
    EXPECT_TRUE(page.contains("over-confident by 7.0 points"));
}

TEST_F(MainWindowTest, theHelpBeginsWithPictures) {
    QTest::keyClick(&m_window, Qt::Key_F1);
    ASSERT_TRUE(m_window.help());
    m_window.help()->showPage(QStringLiteral("start.md"));
    const auto* document = m_window.help()->findChild<QTextBrowser*>()->document();
    for (const char* name : {"diagram.png", "scaled.png", "compare.png"}) {
        const QUrl picture(QStringLiteral("pictures/") + QLatin1String(name));
        const QVariant shown = document->resource(QTextDocument::ImageResource, picture);
        EXPECT_EQ(shown.value<QImage>().width(), 480) << name << ": " << shown.typeName();
    }
}

TEST_F(MainWindowTest, anExportIsOfferedAgainAtTheNextStart) {
    const testing::TemporaryFolder folder;
    const QString settings = QString::fromStdString(folder.path("settings.ini"));
    const auto part = [](const ExportDialog& dialog, const QString& text) {
        for (QCheckBox* box : dialog.findChildren<QCheckBox*>()) {
            if (box->text() == text) return box;
        }
        return static_cast<QCheckBox*>(nullptr);
    };
    m_window.usePreferences(settings);
    open(kDigits);
    ASSERT_TRUE(awaitScores());
    m_window.exportController()->chooseFigurePath = [&](const QString&) {
        return QString::fromStdString(folder.path("first.svg"));
    };
    m_window.exportController()->askForFigure(m_window.session().report());
    auto* dialog = m_window.findChild<ExportDialog*>();
    ASSERT_TRUE(dialog);
    dialog->findChild<QSpinBox*>()->setValue(300);
    part(*dialog, QStringLiteral("Legend"))->setChecked(false);
    dialog->findChild<QDialogButtonBox*>()->buttons().first()->click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return QFileInfo::exists(settings); }));

    MainWindow second;
    second.usePreferences(settings);
    second.show();
    second.session().open(QStringList{sample(kCancer)});
    ASSERT_TRUE(settle(second.session()));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return second.session().report()->plan.consistency; }, kPatience));
    QString suggested;
    second.exportController()->chooseFigurePath = [&](const QString& path) {
        suggested = path;
        return QString();
    };
    second.exportController()->askForFigure(second.session().report());
    auto* again = second.findChild<ExportDialog*>();
    ASSERT_TRUE(again);
    EXPECT_EQ(again->options().dpi, 300);
    EXPECT_FALSE(again->options().content.parts.legend);
    EXPECT_TRUE(again->options().content.parts.counts);
    Q_EMIT again->exportRequested(again->options());
    EXPECT_EQ(QFileInfo(suggested).absolutePath(), QFileInfo(settings).absolutePath());
    EXPECT_EQ(QFileInfo(suggested).suffix(), QLatin1String("svg"));
}

/// The height that fits a column is another for each figure.
TEST_F(MainWindowTest, aColumnIsOfferedAgainForAnotherFigure) {
    open(kDigits);
    ASSERT_TRUE(awaitScores());
    const FigureSubject diagram(m_window.session().report());
    ExportDialog first(diagram, {}, std::nullopt, &m_window);
    auto* sizes = first.findChildren<QComboBox*>().front();
    ASSERT_TRUE(sizes->findText(QStringLiteral("ieee"), Qt::MatchStartsWith) > 0);
    sizes->setCurrentIndex(sizes->findText(QStringLiteral("ieee"), Qt::MatchStartsWith));
    const FigureOptions chosen = first.options();
    Report other = *m_window.session().report();
    other.settings.diagram = DiagramKind::Outcomes;
    const FigureSubject outcomes(std::make_shared<const Report>(other));
    ExportDialog second(outcomes, {}, chosen, &m_window);
    EXPECT_TRUE(second.findChildren<QComboBox*>().front()->currentText().startsWith(
        QStringLiteral("ieee")));
    EXPECT_EQ(second.options().size.width(), chosen.size.width());
    EXPECT_NE(second.options().size.height(), chosen.size.height());
}

TEST_F(MainWindowTest, vectorFiguresAreExportedToo) {
    open(kDigits);
    const testing::TemporaryFolder folder;
    QSignalSpy exported(m_window.exportController(), &ExportController::figureExported);
    for (const char* name : {"f.svg", "f.pdf"}) {
        const QString path = QString::fromStdString(folder.path(name));
        m_window.exportController()->exportFigure(m_window.session().report(), {}, path);
        ASSERT_TRUE(exported.wait(kPatience));
        EXPECT_GT(QFileInfo(path).size(), 5000);
    }
    const QString other = QString::fromStdString(folder.path("f.gif"));
    m_window.exportController()->exportFigure(m_window.session().report(), {}, other);
    EXPECT_FALSE(QFileInfo::exists(other));
    EXPECT_EQ(exported.size(), 2);
}

TEST_F(MainWindowTest, tablesAndCaptionsAreCopiedOnceTheyAreComplete) {
    open(kDigits);
    auto* clipboard = QApplication::clipboard();
    clipboard->setText(QStringLiteral("before"));
    Report unfinished = *m_window.session().report();
    unfinished.plan = ReportPlan::basic();
    m_window.exportController()->copyTable(unfinished, TableKind::Scores, TableFormat::Latex);
    m_window.exportController()->copyWords(unfinished, Wording::Clinical);
    EXPECT_EQ(clipboard->text(), QStringLiteral("before"));
    ASSERT_TRUE(awaitScores());
    const Report& report = *m_window.session().report();
    m_window.exportController()->copyTable(report, TableKind::Scores, TableFormat::Latex);
    EXPECT_TRUE(clipboard->text().contains(QStringLiteral("\\toprule")));
    m_window.exportController()->copyWords(report, Wording::Clinical);
    EXPECT_TRUE(clipboard->text().startsWith(QStringLiteral("Calibration plot of ")));
    m_window.exportController()->copyFigure(m_window.session().report());
    EXPECT_TRUE(clipboard->mimeData()->hasImage());
    EXPECT_TRUE(clipboard->mimeData()->data(QStringLiteral("image/svg+xml")).contains("<svg"));
    EXPECT_TRUE(clipboard->text().startsWith(QStringLiteral("bin\tlower\tupper")));
}

TEST_F(MainWindowTest, aTableIsSavedInTheFormatOfItsEnding) {
    open(kDigits);
    ASSERT_TRUE(awaitScores());
    const testing::TemporaryFolder folder;
    for (const auto& [name, start] :
         {std::pair("t.csv", "score,value"), std::pair("t.md", "| Score"),
          std::pair("t.tex", "% \\usepackage{booktabs}")}) {
        QString suggested;
        m_window.exportController()->chooseTablePath =
            [&, table = folder.path(name)](const QString& path) {
                suggested = path;
                return QString::fromStdString(table);
            };
        m_window.exportController()->saveTable(*m_window.session().report(), TableKind::Scores);
        EXPECT_TRUE(suggested.endsWith(QStringLiteral("/digits_neural_network_scores.csv")));
        QFile file(QString::fromStdString(folder.path(name)));
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        EXPECT_TRUE(file.readAll().startsWith(start)) << name;
    }
}

TEST_F(MainWindowTest, remembersThemeAndFilesForTheNextWindow) {
    const testing::TemporaryFolder folder;
    const QString file = QString::fromStdString(folder.path("settings.ini"));
    m_window.usePreferences(file);
    open(kDigits);
    EXPECT_EQ(Preferences(file).recentFiles(),
              QList<QStringList>{QStringList(QFileInfo(sample(kDigits)).absoluteFilePath())});
    for (QAction* action : m_window.findChildren<QAction*>()) {
        if (action->text() == QStringLiteral("&Dark")) action->trigger();
        if (action->text() == QStringLiteral("Logarithmic &counts")) action->trigger();
    }
    m_window.close();
    MainWindow next;
    next.usePreferences(file);
    EXPECT_EQ(Preferences(file).theme(), Theme::Dark);
    EXPECT_TRUE(Preferences(file).figureParts().logCounts);
    next.setTheme(Theme::Light);
    EXPECT_EQ(Preferences(file).theme(), Theme::Dark) << "only a user's choice is remembered";
    EXPECT_FALSE(Preferences(file).geometry().isEmpty());
}

TEST_F(MainWindowTest, theStartPageGoesOnWhereTheUserStopped) {
    const testing::TemporaryFolder folder;
    const QString file = QString::fromStdString(folder.path("settings.ini"));
    m_window.usePreferences(file);
    open(kDigits);
    AnalysisSettings settings = m_window.session().settings();
    settings.binCount = 7;
    settings.temperature = 2;
    settings.where.predicted = "8";
    m_window.session().setSettings(settings);
    ASSERT_TRUE(settle(m_window.session()));
    m_window.diagram()->setZoom(zoomedAxis(0.5, 1));
    RowListPanel* const rows = m_window.page()->rows();
    RowConditions threes;
    threes.label = "3";
    threes.isCorrect = false;
    Q_EMIT rows->conditionChosen(threes);
    rows->filter()->setText(QStringLiteral("confidence<0.9"));
    const QStringList names{QFileInfo(sample(kDigits)).absoluteFilePath()};
    // At rest, without closing the window: as it is found after a crash.
    const auto isRemembered = [&] {
        const RememberedView view = Preferences(file).viewOf(names);
        return view.arguments.contains(QStringLiteral("7")) && view.selection.contains("<0.9");
    };
    ASSERT_TRUE(QTest::qWaitFor(isRemembered, kPatience));

    MainWindow next;
    next.usePreferences(file);
    next.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !next.welcome()->cards().isEmpty(); }));
    ASSERT_EQ(next.welcome()->cards().size(), 1);
    QToolButton* const card = next.welcome()->cards().front();
    EXPECT_TRUE(card->accessibleName().contains(QStringLiteral("ECE 0.")))
        << card->accessibleName().toStdString();
    EXPECT_TRUE(card->accessibleName().contains(QStringLiteral("today ")));
    EXPECT_TRUE(card->accessibleName().contains(QStringLiteral("predicted=8")))
        << "the ECE is of these rows";
    EXPECT_FALSE(card->icon().isNull());
    card->click();
    ASSERT_TRUE(settle(next.session()));
    EXPECT_EQ(next.session().report()->binning.count, 7U);
    EXPECT_EQ(next.session().report()->temperature, 2);
    EXPECT_NEAR(next.diagram()->diagram().zoom().low, 0.5, 1e-9);
    EXPECT_TRUE(next.page()->rows()->wrongOnly()->isChecked());
    EXPECT_EQ(next.page()->rows()->filter()->text(), QStringLiteral("confidence<0.9"));
    const auto chips = next.page()->chips()->findChildren<QPushButton*>();
    ASSERT_EQ(chips.size(), 3);
    EXPECT_EQ(chips.front()->text(), QStringLiteral("predicted class 8  ✕"));
    EXPECT_EQ(chips.at(1)->text(), QStringLiteral("listed: wrong  ✕"));
    EXPECT_TRUE(chips.back()->text().contains(QStringLiteral("true class 3")));
    // A look at the file as it is does not replace the view.
    MainWindow look;
    look.usePreferences(file);
    look.resize(1800, 900);
    look.show();
    look.start(parsedCommandLine({QStringLiteral("diagonal"), names.front()}).value());
    ASSERT_TRUE(settle(look.session()));
    look.close();
    EXPECT_TRUE(isRemembered());
    // But that view is offered.
    MainWindow again;
    again.usePreferences(file);
    again.show();
    again.start(parsedCommandLine({QStringLiteral("diagonal"), names.front()}).value());
    ASSERT_TRUE(settle(again.session()));
    ASSERT_TRUE(again.findings()->isVisible());
    EXPECT_TRUE(again.findings()->message().startsWith(
        QStringLiteral("You left this file in another view, today ")))
        << again.findings()->message().toStdString();
    EXPECT_TRUE(again.findings()->message().contains(QStringLiteral("bins 7")));
    Q_EMIT again.findings()->actionRequested();
    ASSERT_TRUE(settle(again.session()));
    EXPECT_EQ(again.session().report()->binning.count, 7U);
    EXPECT_TRUE(again.page()->rows()->wrongOnly()->isChecked());
    EXPECT_FALSE(again.findings()->isVisible()) << "it is this view now";
    again.session().undo();
    ASSERT_TRUE(settle(again.session()));
    EXPECT_NE(again.session().report()->binning.count, 7U);
    EXPECT_FALSE(again.page()->rows()->wrongOnly()->isChecked());
}

/// A note on the rows does not take the place of the offer, and a file that was saved since says
/// so.
TEST_F(MainWindowTest, theLastViewIsOfferedBelowANote) {
    const testing::TemporaryFolder folder;
    const QString settings = QString::fromStdString(folder.path("settings.ini"));
    const auto rows = [](int wrong) {
        std::string text = "label,probability\n";
        for (int i = 0; i < 60; ++i)
            text += (i % 2 == 0) == (i > wrong) ? "1,1\n" : "0,0.3\n";
        return text;
    };
    const QString file = QString::fromStdString(folder.write("sure.csv", rows(20)));
    {
        MainWindow first;
        first.usePreferences(settings);
        first.show();
        first.session().open(QStringList{file});
        ASSERT_TRUE(settle(first.session()));
        EXPECT_THAT(first.findings()->message().toStdString(), ::testing::HasSubstr("exactly 1"));
        first.session().changeSettings([](AnalysisSettings& chosen) { chosen.binCount = 7; });
        ASSERT_TRUE(settle(first.session()));
        first.close();
    }
    MainWindow again;
    again.usePreferences(settings);
    again.show();
    again.start(parsedCommandLine({QStringLiteral("diagonal"), file}).value());
    ASSERT_TRUE(settle(again.session()));
    EXPECT_THAT(again.findings()->message().toStdString(),
                ::testing::AllOf(::testing::HasSubstr("exactly 1"),
                                 ::testing::HasSubstr("You left this file in another view"),
                                 ::testing::HasSubstr("bins 7")));
    // The numbers of a note are those of the rows that were measured then.
    again.session().changeSettings([](AnalysisSettings& chosen) {
        chosen.where.confidence = Interval{0, 0.5};
    });
    ASSERT_TRUE(settle(again.session()));
    EXPECT_EQ(again.findings()->message(), QString());
    again.close();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return QFileInfo(file).lastModified() < QDateTime::currentDateTime().addMSecs(-20); },
        kPatience));
    folder.write("sure.csv", rows(40));
    MainWindow next;
    next.usePreferences(settings);
    next.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !next.welcome()->cards().isEmpty(); }, kPatience));
    next.welcome()->cards().front()->click();
    ASSERT_TRUE(settle(next.session()));
    EXPECT_THAT(
        next.findings()->message().toStdString(),
        ::testing::AllOf(::testing::HasSubstr("Saved again since you left this view, today "),
                         ::testing::HasSubstr("in its view the ECE was")));
}

/// The numbers of a bar stand beside bars only, and Esc lets go of the bar from wherever it is
/// pressed.
TEST_F(MainWindowTest, aSelectedBarIsLeftByEscAndInAComparison) {
    open(kDigits);
    m_window.resize(1400, 800);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_window));
    Q_EMIT m_window.diagram()->binSelected(14);
    EXPECT_FALSE(m_window.side()->detail()->text().isEmpty());
    m_window.showComparison(true);
    EXPECT_TRUE(m_window.side()->detail()->text().isEmpty());
    m_window.showComparison(false);
    EXPECT_FALSE(m_window.side()->detail()->text().isEmpty());
    QTest::keyClick(m_window.page()->rows()->table(), Qt::Key_Escape);
    EXPECT_TRUE(m_window.side()->detail()->text().isEmpty());
    EXPECT_FALSE(m_window.diagram()->diagram().binMarks().selected);
}

TEST_F(MainWindowTest, theWheelNeverChangesABox) {
    open(kDigits);
    auto* bins = m_window.side()->settings()->findChild<QSpinBox*>();
    ASSERT_TRUE(bins);
    const int before = bins->value();
    const auto wheel = [&] {
        QWheelEvent event(QPointF(5, 5), bins->mapToGlobal(QPointF(5, 5)), {}, {0, 120},
                          Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(bins, &event);
    };
    m_window.diagram()->setFocus();
    wheel();
    EXPECT_EQ(bins->value(), before);
    QApplication::setActiveWindow(&m_window);
    bins->setFocus();
    wheel();
    EXPECT_EQ(bins->value(), before) << "the panel below is scrolled, with the focus too";
}

TEST_F(MainWindowTest, whatIsTypedIntoABoxIsUndoneLikeOtherSteps) {
    open(kDigits);
    const std::size_t before = report().binning.count;
    auto* bins = m_window.side()->settings()->findChild<QSpinBox*>();
    bins->setFocus();
    bins->selectAll();
    QTest::keyClicks(bins, QStringLiteral("20\r"));
    ASSERT_TRUE(settle(m_window.session()));
    ASSERT_EQ(report().binning.count, 20U);
    QTest::keyClick(bins, Qt::Key_Z, Qt::ControlModifier);
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(report().binning.count, before);
    EXPECT_EQ(bins->value(), static_cast<int>(before));
}

TEST_F(MainWindowTest, isUsableOnASmallScreen) {
    open(kDigits);
    m_window.resize(640, 360);
    QCoreApplication::processEvents();
    EXPECT_LE(m_window.width(), 683) << "half of 1366";
    EXPECT_LE(m_window.height(), 384) << "half of 768";
}

TEST_F(MainWindowTest, rareEventsOpenWhereTheyAreAndOfferBinsOfEqualMass) {
    testing::TemporaryFolder folder;
    std::string text = "died,risk\n";
    for (int i = 0; i < 1000; ++i)
        text += std::string(i % 40 == 0 ? "1" : "0") + ",0.0" + std::to_string(1000 + 7 * i) + "\n";
    m_window.session().open({QString::fromStdString(folder.write("rare.csv", text))});
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_LT(m_window.diagram()->diagram().zoom().high, 0.15);
    const auto copied = [&] {
        for (QAction* action : m_window.findChildren<QAction*>()) {
            if (action->text().remove(QLatin1Char('&')) == QLatin1String("Copy command"))
                action->trigger();
        }
        return QApplication::clipboard()->text();
    };
    EXPECT_FALSE(copied().contains(QStringLiteral("--zoom"))) << "a script draws the same part";
    m_window.diagram()->setZoom(kWholeAxis);
    EXPECT_TRUE(copied().contains(QStringLiteral("--zoom 0,1"))) << copied().toStdString();
    ASSERT_TRUE(m_window.findings()->isVisible());
    EXPECT_TRUE(m_window.findings()->message().startsWith(QStringLiteral("2.5 % of the rows")));
    QPushButton* const offer = buttonCalled(QStringLiteral("Use equal-mass bins"));
    ASSERT_TRUE(offer);
    offer->click();
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(report().binning.scheme, BinningScheme::EqualMass);
    EXPECT_FALSE(m_window.findings()->isVisible());
    open(kDigits);
    EXPECT_EQ(m_window.diagram()->diagram().zoom(), kWholeAxis);
}

TEST_F(MainWindowTest, statedConfidencesOpenWithABinForEachValue) {
    testing::TemporaryFolder folder;
    std::string text = "correct,confidence\n";
    for (int i = 0; i < 80; ++i)
        text += std::to_string(i % 7 % 2) + ",0." + std::to_string(5 + i % 5) + "\n";
    m_window.session().open({QString::fromStdString(folder.write("stated.csv", text))});
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(report().binned.bins.size(), 5U);
    auto* settings = m_window.side()->settings();
    EXPECT_FALSE(settings->binSlider()->isEnabled());
    ASSERT_NO_FATAL_FAILURE(open(kDigits));
    EXPECT_EQ(report().binning.scheme, BinningScheme::EqualWidth)
        << "each file has its own default";
    EXPECT_TRUE(settings->binSlider()->isEnabled());
}

TEST_F(MainWindowTest, theNumbersOfABinAreInViewAtEveryHeight) {
    open(kDigits);
    for (const QSize& size :
         {QSize(683, 384), QSize(1024, 640), QSize(1280, 720), QSize(1280, 860)}) {
        m_window.resize(size);
        QCoreApplication::processEvents();
        pointAt(barOf(13));
        const BinDetail* detail = m_window.side()->detail();
        EXPECT_TRUE(detail->text().contains(QLatin1String("0.489"))) << size.height();
        const QRect place(detail->mapTo(&m_window, QPoint(0, 0)), detail->size());
        EXPECT_TRUE(m_window.rect().contains(place)) << size.height();
        EXPECT_EQ(detail->height(), detail->sizeHint().height());
        pointAt(QPoint(1, 1));
        EXPECT_FALSE(detail->isVisible()) << "the lists below are free again";
        EXPECT_TRUE(m_window.diagram()->accessibleDescription().startsWith(
            QLatin1String("Reliability diagram")));
    }
}

TEST_F(MainWindowTest, escapeStopsTheNumbersThatAreLeftAndALinkComputesThem) {
    open(kDigits);
    auto* tabs = m_window.side()->findChild<QTabWidget*>();
    ASSERT_TRUE(tabs->isTabVisible(2)) << "the tab of classes stands from the start";
    ASSERT_LT(m_window.session().computedShare(), 1);
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_TRUE(m_window.session().isStopped());
    QTest::qWait(300);
    EXPECT_LT(m_window.session().computedShare(), 1);
    Q_EMIT m_window.side()->restRequested();
    EXPECT_FALSE(m_window.session().isStopped());
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return m_window.session().computedShare() == 1; }, kPatience));
    EXPECT_FALSE(m_window.side()->classes()->isStale());
    EXPECT_EQ(m_window.side()->classes()->view()->model()->rowCount(), 10);
    AnalysisSettings settings = m_window.session().settings();
    settings.binCount = 9;
    m_window.session().setSettings(settings);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return m_window.session().report()->binned.bins.size() == 9; }, kPatience));
    EXPECT_TRUE(m_window.side()->classes()->isStale());
    EXPECT_TRUE(QTest::qWaitFor([&] { return !m_window.side()->classes()->isStale(); }, kPatience));
}

TEST_F(MainWindowTest, f1OpensTheHelpPages) {
    QTest::keyClick(&m_window, Qt::Key_F1);
    ASSERT_TRUE(m_window.help());
    EXPECT_TRUE(m_window.help()->isVisible());
    EXPECT_EQ(m_window.help()->page(), QStringLiteral("README.md"));
    auto* browser = m_window.help()->findChild<QTextBrowser*>();
    for (const char* page : {"scores.md", "formats.md", "command-line.md", "contributing.md"}) {
        EXPECT_TRUE(browser->toMarkdown().contains(QLatin1String(page))) << page;
        m_window.help()->showPage(QLatin1String(page));
        EXPECT_GT(browser->toPlainText().size(), 500) << page;
        m_window.help()->showPage(QStringLiteral("README.md"));
    }
}

TEST_F(MainWindowTest, theCommandLineSetsTheWindowUp) {
    const auto line =
        parsedCommandLine({QStringLiteral("diagonal"), sample(kDigits), QStringLiteral("--bins=8"),
                           QStringLiteral("--temperature=3"), QStringLiteral("--view=class=3"),
                           QStringLiteral("--theme=dark")});
    m_window.start(line.value());
    ASSERT_TRUE(QTest::qWaitFor([&] {
        const auto& shownReport = m_window.session().report();
        return shownReport && shownReport->view.kind == View::Kind::OneVsRest;
    }));
    EXPECT_EQ(report().view.classIndex, 3U);
    EXPECT_EQ(report().temperature, 3);
    EXPECT_EQ(report().binned.bins.size(), 8U);
    EXPECT_EQ(m_window.side()->settings()->binSlider()->value(), 8);
}

TEST_F(MainWindowTest, aStartThatComesToNothingLeavesOtherFilesAlone) {
    open(kCancer);
    Session& session = m_window.session();
    const int bins = m_window.side()->settings()->binSlider()->value();
    const auto start = [&](const QString& file) {
        const auto line =
            parsedCommandLine({QStringLiteral("diagonal"), file, QStringLiteral("--bins=8"),
                               QStringLiteral("--view=class=3")});
        m_window.start(line.value());
    };
    const auto isToldOfCancelling = [&] {
        return std::ranges::any_of(m_window.findChildren<QLabel*>(), [](const QLabel* label) {
            return label->text() == QLatin1String("Reading cancelled");
        });
    };
    EXPECT_FALSE(isToldOfCancelling());
    start(sample(kDigits));
    ASSERT_TRUE(session.isReading());
    session.closeFile();
    EXPECT_TRUE(isToldOfCancelling());
    EXPECT_EQ(m_window.side()->settings()->binSlider()->value(), bins);
    open(kDigits);
    EXPECT_TRUE(report().view.isTopLabel());
    const testing::TemporaryFolder folder;
    // A file that needs an answer, and one whose reading gives way to another.
    for (const QString& file : {QString::fromStdString(folder.write("broken.csv", "a,b\nx,y\n")),
                                sample("digits_random_forest.csv")}) {
        start(file);
        const bool isRead = file == sample("digits_random_forest.csv") || settle(session);
        ASSERT_TRUE(isRead);
        session.showFile(0);
        ASSERT_TRUE(settle(session));
        session.showFile(1);
        ASSERT_TRUE(settle(session));
        EXPECT_EQ(report().dataset.file, sample(kDigits).toStdString());
        EXPECT_TRUE(report().view.isTopLabel());
        EXPECT_NE(report().binned.bins.size(), 8U);
    }
}

class ImportInWindow : public MainWindowTest {
protected:
    void openText(const std::string& name, const std::string& text) {
        m_window.session().open(QStringList{QString::fromStdString(m_folder.write(name, text))});
        ASSERT_TRUE(settle(m_window.session()));
        QCoreApplication::processEvents();
    }
    testing::TemporaryFolder m_folder;
};

TEST_F(ImportInWindow, aFileThatOnlyTheUserCanExplainAsksForIt) {
    openText("u.csv", "x,dead,sick,a\n1,0,1,.75\n0,1,0,.25\n1,1,1,.5\n");
    EXPECT_TRUE(m_window.showsImport());
    EXPECT_TRUE(m_window.shownError().isEmpty());
    EXPECT_TRUE(m_window.importPanel()->sentence().contains(QStringLiteral("'dead', 'sick'")));
    Q_EMIT m_window.importPanel()->table()->roleChosen(1, ColumnRole::Label);
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_TRUE(m_window.showsImport());
    EXPECT_EQ(m_window.importPanel()->sentence(),
              QStringLiteral("3 rows, 2 classes, observed frequency 66.7 %, mean probability 50.0 "
                             "%"));
    Q_EMIT m_window.importPanel()->closeRequested();
    EXPECT_FALSE(m_window.showsImport());
    m_window.session().undo();
    ASSERT_TRUE(settle(m_window.session()));
}

TEST_F(ImportInWindow, clearFilesAreShownAtOnceAndTheSummaryOpensTheirReading) {
    open(kCancer);
    EXPECT_FALSE(m_window.showsImport());
    m_window.showImport(true);
    EXPECT_TRUE(m_window.showsImport());
    EXPECT_EQ(m_window.importPanel()->sentence(),
              QStringLiteral("569 rows, 2 classes, observed frequency 37.3 %, mean probability "
                             "37.2 %"));
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_FALSE(m_window.showsImport());
}

TEST_F(ImportInWindow, theColumnOfAFileOfLabelsCanBeChosen) {
    const auto scores = m_folder.write("p.csv", "id,prob_a,prob_b\n1,.75,.25\n2,.25,.75\n");
    const auto labels = m_folder.write("l.csv", "id,first,second\n1,a,b\n2,b,b\n");
    m_window.session().open({scores}, labels, {}, {});
    ASSERT_TRUE(settle(m_window.session()));
    QCoreApplication::processEvents();
    ASSERT_TRUE(m_window.showsImport());
    EXPECT_EQ(m_window.session().labelColumns(),
              (std::vector<std::string>{"id", "first", "second"}));
    const ReadOptions chosen = withLabelColumn({}, *m_window.session().preview(), "second");
    m_window.session().setReadOptions(chosen);
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(*m_window.session().report()->score("accuracy"), .5);
    EXPECT_EQ(labelColumnOf(chosen, *m_window.session().preview()), "second");
}

TEST_F(ImportInWindow, aFindingIsFixedByOneClickThatCanBeUndone) {
    std::string text = "p0,p1,p2,p3,label\n";
    for (int i = 0; i < 60; ++i) {
        for (int k = 0; k < 4; ++k)
            text += k == i % 3 ? "0.7," : "0.1,";
        text += std::to_string(i % 3 + 1) + "\n";
    }
    openText("shifted.csv", text);
    ASSERT_TRUE(m_window.findings()->message().contains(QStringLiteral("off by one")));
    EXPECT_EQ(*m_window.session().report()->score("accuracy"), 0);
    Q_EMIT m_window.findings()->actionRequested();
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(*m_window.session().report()->score("accuracy"), 1);
    EXPECT_TRUE(m_window.findings()->message().isEmpty());
    m_window.session().undo();
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(*m_window.session().report()->score("accuracy"), 0);
}

TEST_F(ImportInWindow, skippedRowsCanBeSaved) {
    std::string text = "y_true,y_prob\n";
    for (int i = 0; i < 40; ++i)
        text += std::to_string(i % 2) + (i == 7 ? ",oops\n" : ",.5\n");
    openText("s.csv", text);
    const QString path = QString::fromStdString(m_folder.path("skipped.csv"));
    m_window.exportController()->chooseRowsPath = [&](const QString&) {
        openText("other.csv", "y_true,y_prob\n1,.9\n0,.2\n");
        return path;
    };
    Q_EMIT m_window.side()->notes()->skippedRowsRequested();
    m_window.session().showFile(0);
    ASSERT_TRUE(settle(m_window.session()));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(), QByteArray("line,reason\n9,\"'y_prob' is 'oops', not a number\"\n"));
    // As the dialog offers.
    const QString lines = QString::fromStdString(m_folder.path("skipped.jsonl"));
    m_window.exportController()->chooseRowsPath = [lines](const QString&) { return lines; };
    Q_EMIT m_window.side()->notes()->skippedRowsRequested();
    QFile json(lines);
    ASSERT_TRUE(json.open(QIODevice::ReadOnly));
    EXPECT_EQ(json.readAll(),
              QByteArray("{\"line\": 9, \"reason\": \"'y_prob' is 'oops', not a number\"}\n"));
}

TEST_F(MainWindowTest, aRingIsAroundWhatTheTabKeyReaches) {
    open(kDigits);
    m_window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&m_window));
    auto* boxes = m_window.side()->settings()->findChild<QSpinBox*>();
    boxes->setFocus(Qt::TabFocusReason);
    EXPECT_EQ(m_window.focusRing().target(), boxes);
    boxes->clearFocus();
    QTest::mouseClick(boxes, Qt::LeftButton);
    EXPECT_FALSE(m_window.focusRing().target());
    auto* slider = m_window.side()->settings()->binSlider();
    slider->setFocus(Qt::TabFocusReason);
    EXPECT_FALSE(m_window.focusRing().target()) << "it draws its own";
}

TEST_F(MainWindowTest, goesOnWithAComparison) {
    const testing::TemporaryFolder folder;
    QStringList files;
    for (const char* name : {"a.csv", "b.csv", "c.csv"}) {
        files << QString::fromStdString(folder.path(name));
        ASSERT_TRUE(QFile::copy(sample(testing::kCancer), files.back()));
    }
    const QString settings = QString::fromStdString(folder.path("settings.ini"));
    {
        MainWindow window;
        window.usePreferences(settings);
        window.show();
        window.session().open(files);
        ASSERT_TRUE(settle(window.session()));
        window.showComparison(true);
        window.comparison()->setView({ModelFigureKind::Map, false, {"ece", "accuracy"}});
        ASSERT_TRUE(QTest::qWaitFor(
            [&] { return Preferences(settings).viewOf(files.mid(0, 1)).others == files.mid(1); },
            kPatience));
        window.close();
    }
    MainWindow next;
    next.usePreferences(settings);
    next.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !next.welcome()->cards().isEmpty(); }, kPatience));
    QToolButton* const card = next.welcome()->cards().front();
    EXPECT_TRUE(card->accessibleName().contains(QStringLiteral("with b.csv, c.csv")))
        << card->accessibleName().toStdString();
    card->click();
    ASSERT_TRUE(settle(next.session()));
    ASSERT_TRUE(QTest::qWaitFor([&] { return next.comparison()->isVisible(); }, kPatience));
    EXPECT_EQ(next.session().files().size(), 3U);
    EXPECT_EQ(next.comparison()->view().figure, ModelFigureKind::Map);
    EXPECT_EQ(next.comparison()->view().scores.x, "ece");
}

/// The list says which models a figure of eight leaves out.
TEST_F(MainWindowTest, theListOfModelsNamesThoseThatAreNotDrawn) {
    const testing::TemporaryFolder folder;
    QStringList files;
    for (char name = 'a'; name <= 'i'; ++name) {
        files << QString::fromStdString(folder.path(std::string(1, name) + ".csv"));
        ASSERT_TRUE(QFile::copy(sample(testing::kCancer), files.back()));
    }
    m_window.session().open(files);
    ASSERT_TRUE(settle(m_window.session()));
    m_window.showComparison(true);
    const QAbstractItemModel* models = nullptr;
    for (const auto* view : m_window.comparison()->list()->findChildren<QAbstractItemView*>())
        if (view->model() && view->model()->rowCount() == 9) models = view->model();
    ASSERT_TRUE(models);
    const auto name = [&](int row) { return models->index(row, 0).data().toString(); };
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return name(8) == QStringLiteral("i.csv – not drawn"); }, kPatience))
        << name(8).toStdString();
    EXPECT_EQ(name(7), QStringLiteral("h.csv"));
    m_window.comparison()->setView({ModelFigureKind::Map, false, {"ece", "accuracy"}});
    EXPECT_TRUE(QTest::qWaitFor([&] { return name(8) == QStringLiteral("i.csv"); }, kPatience));
}

TEST_F(MainWindowTest, closingTheLastFileShowsTheWelcomePage) {
    open(kDigits);
    open(kCancer);
    EXPECT_TRUE(m_window.windowTitle().startsWith(QLatin1String(kCancer)));
    m_window.session().closeFile();
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_TRUE(m_window.windowTitle().startsWith(QLatin1String(kDigits)));
    m_window.session().closeFile();
    EXPECT_EQ(m_window.windowTitle(), QStringLiteral("Diagonal"));
    EXPECT_TRUE(m_window.side()->isHidden());
    open(kCancer);
    EXPECT_FALSE(m_window.side()->isHidden());
}

TEST_F(MainWindowTest, anotherFileIsShownWhole) {
    open(kDigits);
    m_window.diagram()->setZoom(zoomedAxis(.9, 1));
    open(kCancer);
    EXPECT_EQ(m_window.diagram()->diagram().zoom(), kWholeAxis);
}

TEST_F(MainWindowTest, theFocusOfAProfileIsVisible) {
    open(kDigits);
    AnalysisSettings settings;
    settings.profile = ProfileKind::Temperature;
    m_window.session().setSettings(settings);
    ASSERT_TRUE(settle(m_window.session()));
    m_window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&m_window));
    LinePlotView* plot = m_window.figure()->linePlot();
    m_window.side()->settings()->binSlider()->setFocus(Qt::TabFocusReason);
    plot->setFocus(Qt::TabFocusReason);
    EXPECT_EQ(m_window.focusRing().target(), plot);
}

}  // namespace
}  // namespace diagonal
