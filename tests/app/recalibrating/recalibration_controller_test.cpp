// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recalibrating/recalibration_controller.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <gmock/gmock.h>

#include "app/diagram/diagram_view.h"
#include "app/diagram/lines/line_plot_view.h"
#include "app/headless/headless.h"
#include "app/recalibrating/recalibration_dialog.h"
#include "app/settings/settings_panel.h"
#include "app/text/number_text.h"
#include "app/window/main_window.h"
#include "app/window/side_panel.h"
#include "core/recalibrating/map_application.h"
#include "core/recalibrating/map_json.h"
#include "tests/app/support.h"

namespace diagonal {
namespace {

using ::testing::HasSubstr;
using testing::kCancer;
using testing::kDigits;
using testing::kPatience;
using testing::sample;
using testing::settle;

class RecalibrationWindow : public ::testing::Test {
protected:
    void open(const char* file) {
        window.session().open(QStringList{sample(file)});
        ASSERT_TRUE(settle(window.session()));
        window.recalibrationController()->open();
        ASSERT_TRUE(dialog());
        ASSERT_TRUE(QTest::qWaitFor([&] { return scores() > 0; }));
    }
    RecalibrationDialog* dialog() { return window.recalibrationController()->dialog(); }
    int scores() { return dialog()->scores()->rowCount(); }
    QString score(int row, int column) { return dialog()->scores()->item(row, column)->text(); }
    void choose(QComboBox* box, int index) {
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    }
    /// Runs `act` and waits for the fit that it starts.
    template <typename Act>
    void afterFitting(const Act& act) {
        act();
        ASSERT_TRUE(QTest::qWaitFor([&] { return dialog()->scores()->isEnabled(); }));
    }

    MainWindow window;
};

TEST_F(RecalibrationWindow, showsScoresBeforeAndAfterAndTheDiagramAfter) {
    open(kCancer);
    EXPECT_EQ(score(0, 0), QStringLiteral("ECE"));
    const Report& report = *window.session().report();
    EXPECT_TRUE(score(0, 1).startsWith(QString::number(*report.score("ece"), 'f', 4)))
        << score(0, 1).toStdString();
    EXPECT_NE(score(0, 1), score(0, 2));
}

/// Rare events are shown where they are until the user wants the whole axis, or another file.
TEST_F(RecalibrationWindow, zoomsToRareEventsOfTheirFileAlone) {
    const testing::TemporaryFolder folder;
    std::string text = "died,risk\n";
    for (int i = 0; i < 1000; ++i)
        text += std::string(i % 40 == 0 ? "1" : "0") + ",0.0" + std::to_string(1000 + 7 * i) + "\n";
    window.session().open({QString::fromStdString(folder.write("rare.csv", text))});
    ASSERT_TRUE(settle(window.session()));
    window.recalibrationController()->open();
    ASSERT_TRUE(QTest::qWaitFor([&] { return scores() > 0; }));
    const auto zoom = [&] { return dialog()->diagram()->diagram().zoom(); };
    EXPECT_LT(zoom().high, 0.5);
    dialog()->diagram()->setZoom(kWholeAxis);
    afterFitting([&] {
        choose(dialog()->maps(), dialog()->maps()->findData(static_cast<int>(MapKind::Platt)));
    });
    EXPECT_EQ(zoom(), kWholeAxis) << "as the user wanted it";
    dialog()->diagram()->setZoom(zoomedAxis(0, 0.1));
    window.session().open(QStringList{sample(kCancer)});
    ASSERT_TRUE(settle(window.session()));
    const auto showsOther = [&] {
        const auto& shown = dialog()->diagram()->diagram().report();
        return shown && shown->dataset.file == sample(kCancer).toStdString();
    };
    ASSERT_TRUE(QTest::qWaitFor(showsOther));
    EXPECT_EQ(zoom(), kWholeAxis);
}

TEST_F(RecalibrationWindow, palesTheGapsOfChance) {
    open(kCancer);
    const ReliabilityCurve& drawn = dialog()->diagram()->diagram().report()->binned;
    for (const Bin& bin : drawn.bins)
        EXPECT_EQ(bin.consistency.has_value(), bin.count > 0);
    EXPECT_TRUE(std::ranges::any_of(drawn.bins, isWithinNoise));
}

TEST_F(RecalibrationWindow, showsBothOptimaOfATemperatureOnly) {
    open(kDigits);
    EXPECT_FALSE(dialog()->profile()->isHidden());
    const auto& marks = dialog()->profile()->plotScene().plot()->marks.references;
    ASSERT_EQ(marks.size(), 2U);
    EXPECT_TRUE(marks[0].name.starts_with("NLL lowest: T = 2.")) << marks[0].name;
    EXPECT_TRUE(marks[1].name.starts_with("ECE lowest: T = ")) << marks[1].name;
    afterFitting([&] {
        choose(dialog()->maps(), dialog()->maps()->findData(static_cast<int>(MapKind::Histogram)));
    });
    EXPECT_TRUE(dialog()->profile()->isHidden());
}

TEST_F(RecalibrationWindow, warnsIfTheMapIsEvaluatedOnItsTrainingRows) {
    open(kCancer);
    EXPECT_FALSE(dialog()->remarks()->text().contains(QLatin1String("looks better")));
    const auto canSave = [&] {
        const auto buttons = dialog()->findChildren<QPushButton*>();
        return std::ranges::any_of(buttons, [](const QPushButton* button) {
            return button->text().contains(QLatin1String("Save")) && button->isEnabled();
        });
    };
    EXPECT_TRUE(canSave());
    afterFitting([&] {
        choose(dialog()->fitSourceBox(), 2);
        EXPECT_FALSE(canSave()) << "it would be the map before";
    });
    EXPECT_TRUE(canSave());
    EXPECT_TRUE(dialog()->remarks()->text().contains(QLatin1String("looks better")));
}

TEST_F(RecalibrationWindow, saysWhyAMapCannotBeHad) {
    open(kDigits);
    choose(dialog()->maps(), dialog()->maps()->findData(static_cast<int>(MapKind::Platt)));
    EXPECT_TRUE(QTest::qWaitFor([&] {
        return dialog()->remarks()->text().contains(QLatin1String("it is for two classes"));
    }));
    EXPECT_FALSE(dialog()->scores()->isVisible());
}

TEST_F(RecalibrationWindow, asksForTheShareInTrainingBeforeAShift) {
    open(kCancer);
    EXPECT_TRUE(dialog()->trained()->isHidden());
    choose(dialog()->maps(), dialog()->maps()->findData(static_cast<int>(MapKind::Shift)));
    EXPECT_FALSE(dialog()->trained()->isHidden());
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return dialog()->remarks()->text().contains(QLatin1String("state the share of")); }));
    afterFitting([&] { dialog()->trained()->setValue(30); });
    EXPECT_EQ(dialog()->shift(), PrevalenceShift{0.3});
    EXPECT_NE(score(0, 1), score(0, 2));
}

/// The prevalence is also under More, where a user of risk models looks for it.
TEST_F(RecalibrationWindow, aPrevalenceUnderMoreOpensAShift) {
    window.session().open(QStringList{sample(kCancer)});
    ASSERT_TRUE(settle(window.session()));
    auto* field =
        window.side()->settings()->findChild<QDoubleSpinBox*>(QStringLiteral("prevalence"));
    ASSERT_TRUE(field);
    field->setValue(30);
    Q_EMIT field->editingFinished();
    ASSERT_TRUE(dialog());
    ASSERT_TRUE(QTest::qWaitFor([&] { return scores() > 0 && dialog()->scores()->isEnabled(); }));
    EXPECT_EQ(dialog()->map(), MapKind::Shift);
    EXPECT_EQ(dialog()->shift(), PrevalenceShift{0.3});
    EXPECT_NE(score(0, 1), score(0, 2));
    dialog()->close();
    Q_EMIT field->editingFinished();
    EXPECT_FALSE(dialog()->isVisible()) << "leaving the field states nothing new";
}

TEST_F(RecalibrationWindow, followsTheBinsOfTheWindow) {
    open(kCancer);
    const QString before = score(0, 2);
    AnalysisSettings settings = window.session().settings();
    settings.binCount = 3;
    window.session().setSettings(settings);
    EXPECT_TRUE(QTest::qWaitFor([&] { return scores() > 0 && score(0, 2) != before; }));
}

/// One number has one interval, wherever it stands.
TEST_F(RecalibrationWindow, theIntervalBeforeTheMapIsThatOfTheReport) {
    open(kCancer);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return window.session().report()->plan.contains(ReportPlan::inPanels()); },
        kPatience));
    for (int row = 0; row < 3; ++row) {
        const char* ids[] = {"ece", "nll", "brier"};
        const Score* reported = window.session().report()->find(ids[row]);
        ASSERT_TRUE(reported && reported->interval) << ids[row];
        EXPECT_EQ(score(row, 2), intervalText(*reported->interval)) << ids[row];
    }
}

TEST_F(RecalibrationWindow, comparesAllMapsBestFirstAndShowsTheOneThatIsClicked) {
    open(kCancer);  // has so few rows that nobody needs to ask
    QTableWidget* table = dialog()->comparison();
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->rowCount() > 0; }, kPatience));
    ASSERT_EQ(
        table->rowCount(),
        static_cast<int>(std::ranges::count(mapDefinitions(), false, &MapDefinition::isAsked)) + 1);
    double last = 0;
    for (int row = 0; row + 1 < table->rowCount(); ++row) {
        const double brier = table->item(row, 3)->text().toDouble();
        EXPECT_GE(brier, last);
        last = brier;
    }
    EXPECT_EQ(table->item(table->rowCount() - 1, 0)->text(), QStringLiteral("Vector scaling"));
    int isotonic = 0;
    while (table->item(isotonic, 0)->text() != QLatin1String("Isotonic regression"))
        ++isotonic;
    afterFitting([&] { Q_EMIT table->cellClicked(isotonic, 0); });
    EXPECT_EQ(dialog()->map(), MapKind::Isotonic);
}

TEST_F(RecalibrationWindow, savesTheMapThatWasShownWhenItsNameWasAskedFor) {
    open(kCancer);
    const testing::TemporaryFolder folder;
    afterFitting([&] {
        choose(dialog()->maps(), dialog()->maps()->findData(static_cast<int>(MapKind::Platt)));
    });
    window.recalibrationController()->chooseMapPath = [&] {
        afterFitting([&] {
            choose(dialog()->maps(),
                   dialog()->maps()->findData(static_cast<int>(MapKind::Isotonic)));
        });
        return QString::fromStdString(folder.path("map.json"));
    };
    Q_EMIT dialog()->mapSaveRequested();
    EXPECT_EQ(dialog()->map(), MapKind::Isotonic);
    std::ostringstream saved;
    saved << std::ifstream(folder.path("map.json")).rdbuf();
    EXPECT_THAT(saved.str(), HasSubstr("platt"));
}

TEST_F(RecalibrationWindow, staysWithTheFileItIsFittedOn) {
    window.session().open({sample("digits_naive_bayes.csv"), sample("digits_random_forest.csv")});
    ASSERT_TRUE(settle(window.session()));
    open(kDigits);
    QComboBox* box = dialog()->fitSourceBox();
    const QString forest = QStringLiteral("digits_random_forest.csv");
    afterFitting([&] { choose(box, box->findText(forest)); });
    window.session().showFile(0);
    ASSERT_TRUE(settle(window.session()));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return box->findText(QLatin1String(kDigits)) >= 0; }, kPatience));
    EXPECT_EQ(box->currentText(), forest) << "its place in the list has changed";
}

TEST_F(RecalibrationWindow, isClosedWithTheLastFile) {
    open(kCancer);
    EXPECT_TRUE(dialog()->isVisible());
    window.session().closeFile();
    EXPECT_FALSE(dialog()->isVisible());
}

TEST_F(RecalibrationWindow, mapsThatCannotBeComparedCanBeAskedForAgain) {
    open(kCancer);
    window.session().changeSettings(
        [](AnalysisSettings& settings) { settings.where.isCorrect = false; });
    ASSERT_TRUE(settle(window.session()));
    dialog()->startComparison();
    const auto buttons = dialog()->findChildren<QPushButton*>();
    EXPECT_TRUE(std::ranges::any_of(buttons, [](const QPushButton* button) {
        return button->text() == QLatin1String("&Compare all maps") && button->isEnabled();
    }));
}

TEST_F(RecalibrationWindow, learnsFromAnotherFileAndSavesMapAndRows) {
    open(kCancer);
    const testing::TemporaryFolder folder;
    window.recalibrationController()->chooseFile = [] { return sample(kCancer); };
    window.recalibrationController()->chooseMapPath = [&] {
        return QString::fromStdString(folder.path("map.json"));
    };
    window.recalibrationController()->chooseRowsPath = [&] {
        return QString::fromStdString(folder.path("rows.npz"));
    };
    afterFitting([&] { Q_EMIT dialog()->otherFileRequested(); });
    EXPECT_EQ(dialog()->fitSourceBox()->currentText(), QLatin1String(kCancer));
    Q_EMIT dialog()->mapSaveRequested();
    Q_EMIT dialog()->rowsSaveRequested();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return dialog()->message().contains(QLatin1String("Predictions saved as")); }));
    std::ostringstream text;
    text << std::ifstream(folder.path("map.json")).rdbuf();
    const auto map = mapFromJson(text.str());
    ASSERT_TRUE(map) << map.error().detail;
    const auto rows = readPredictions({folder.path("rows.npz"), std::nullopt});
    ASSERT_TRUE(rows) << rows.error().detail;
    const auto given = readPredictions({sample(kCancer).toStdString(), std::nullopt});
    EXPECT_NEAR(rows.value().predictions.scores().at(7, 0),
                applied(map.value(), given.value().predictions).value().scores().at(7, 0), 1e-15);
}

/// Runs a command line; returns its output and exit status.
std::pair<std::string, ExitStatus> runProgram(QStringList arguments) {
    arguments.prepend(QStringLiteral("diagonal"));
    const auto line = parsedCommandLine(arguments);
    if (!line) return {line.error().detail, kWrongUsage};
    std::ostringstream out;
    const ExitStatus status = runHeadless(line.value(), out, out);
    return {out.str(), status};
}

TEST(RecalibrationLine, learnsMeasuresAndWritesInOneGo) {
    const testing::TemporaryFolder folder;
    const QString map = QString::fromStdString(folder.path("m.json"));
    const QString rows = QString::fromStdString(folder.path("r.csv"));
    const auto [text, status] =
        runProgram({sample(kDigits), "--recalibrate", "temperature", "--fit-on", sample(kDigits),
                    "--save-map", map, "--write", rows, "--report", "json"});
    EXPECT_EQ(status, kDone) << text;
    EXPECT_THAT(text, HasSubstr("\"recalibration\""));
    EXPECT_THAT(text, HasSubstr("\"map\": \"temperature\""));
    const auto [again, second] = runProgram({sample(kDigits), "--apply", map, "--report", "json"});
    EXPECT_EQ(second, kDone) << again;
    EXPECT_EQ(again.substr(again.find("\"bins\"")), text.substr(text.find("\"bins\"")));
    const auto [plain, third] = runProgram({rows, "--report", "json"});
    EXPECT_EQ(third, kDone) << plain;
}

TEST(RecalibrationLine, writesTheOtherColumnsOfTheSource) {
    const testing::TemporaryFolder folder;
    std::string text = "id,age,prob,label,remark,outcome,score_a\n";
    for (int row = 0; row < 60; ++row) {
        text += std::to_string(100 + row) + "," + std::to_string(20 + row % 7) +
                ",0.5,x,\"a, \"\"" + std::to_string(row) + "\"\"\"," +
                (row % 3 == 0 ? "1," : "0,") + "0." + std::to_string(100 + 13 * row) + "\n";
    }
    const QString source = QString::fromStdString(folder.write("p.csv", text));
    const std::string written = folder.path("r.csv");
    const auto [report, status] = runProgram(
        {source, "--column", "label=outcome", "--column", "probability=score_a", "--recalibrate",
         "platt", "--write", QString::fromStdString(written), "--report", "json"});
    ASSERT_EQ(status, kDone) << report;
    const auto rows = testing::csvRows(written);
    ASSERT_EQ(rows.size(), 61U);
    EXPECT_EQ(rows[0], (std::vector<std::string>{"id", "remark", "label", "prob", "age",
                                                 "prob_before", "label_before"}));
    EXPECT_EQ(rows[9][0], "108");
    EXPECT_EQ(rows[9][1], "a, 8");
    EXPECT_EQ(rows[9][4], "21");
    EXPECT_EQ(rows[9][5], "0.5");
    const auto [again, second] = runProgram({QString::fromStdString(written), "--report", "json"});
    ASSERT_EQ(second, kDone) << again;
    const auto binsOf = [](const std::string& json) {
        const std::size_t begin = json.find("\"bins\"");
        return json.substr(begin, json.find("\"notes\"", begin) - begin);
    };
    EXPECT_EQ(binsOf(again), binsOf(report));
}

/// pandas' index has no name, and groups may be called like the new columns.
TEST(RecalibrationLine, writesColumnsOfTheSameNameUnderOthers) {
    const testing::TemporaryFolder folder;
    std::string text = ",id,y_true,y_prob,prob\n";
    for (int row = 0; row < 60; ++row) {
        text += std::to_string(row) + ",p" + std::to_string(row) +
                (row % 3 == 0 ? ",1,0." : ",0,0.") + std::to_string(100 + 13 * row) +
                (row % 2 == 0 ? ",north\n" : ",south\n");
    }
    const QString source = QString::fromStdString(folder.write("p.csv", text));
    const std::string written = folder.path("r.csv");
    const auto [report, status] = runProgram({source, "--column", "probability=y_prob", "--column",
                                              "group=prob", "--recalibrate", "platt", "--write",
                                              QString::fromStdString(written), "--report", "json"});
    ASSERT_EQ(status, kDone) << report;
    const auto rows = testing::csvRows(written);
    const auto cellsOf = [&](const std::string& name) {
        const auto column = std::ranges::find(rows[0], name) - rows[0].begin();
        return column < std::ssize(rows[0]) ? rows[4][static_cast<std::size_t>(column)] : "absent";
    };
    EXPECT_EQ(cellsOf("id"), "p3");
    EXPECT_EQ(cellsOf("index"), "3");
    EXPECT_EQ(cellsOf("prob_before"), "south");
}

TEST(RecalibrationLine, isCheckedBeforeAFileIsRead) {
    const auto refusal = [](const QStringList& arguments) {
        const auto [text, status] = runProgram(arguments);
        EXPECT_EQ(status, kWrongUsage);
        return text;
    };
    EXPECT_THAT(refusal({"a.csv", "--recalibrate", "magic"}),
                HasSubstr("--recalibrate must be one of temperature, platt"));
    EXPECT_THAT(refusal({"a.csv", "--folds", "3"}), HasSubstr("requires --recalibrate"));
    EXPECT_THAT(refusal({"a.csv", "--recalibrate", "platt", "--folds", "1"}),
                HasSubstr("from 2 to 100"));
    EXPECT_THAT(refusal({"a.csv", "--recalibrate", "platt", "--apply", "m.json"}),
                HasSubstr("only one of them"));
    EXPECT_THAT(refusal({"a.csv", "--recalibrate", "platt", "--temperature", "2"}),
                HasSubstr("leave it out"));
    EXPECT_THAT(refusal({"a.csv", "--recalibrate", "platt", "--write", "x.txt"}),
                HasSubstr(".csv and .npz"));
    EXPECT_THAT(refusal({"a.csv", "--write", "x.csv"}), HasSubstr("requires"));
}

TEST_F(RecalibrationWindow, savedPredictionsKeepNamesGroupsAndSkippedRows) {
    const testing::TemporaryFolder folder;
    std::string text = "patient_id,site,y_true,y_prob,age\n";
    for (int row = 0; row < 60; ++row) {
        text += "p" + std::to_string(row) + (row % 2 == 0 ? ",north," : ",south,");
        text += row == 7 ? "1,n/a"
                         : std::string(row % 3 == 0 ? "1," : "0,") + "0." +
                               std::to_string(100 + 13 * row);
        text += "," + std::to_string(40 + row % 9) + "\n";
    }
    const std::string source = folder.write("p.csv", text);
    window.session().open(QStringList{QString::fromStdString(source)});
    ASSERT_TRUE(settle(window.session()));
    window.recalibrationController()->open();
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialog()->scores()->rowCount() > 0; }, kPatience));
    const std::string saved = folder.path("calibrated.csv");
    window.recalibrationController()->chooseRowsPath = [&] {
        return QString::fromStdString(saved);
    };
    Q_EMIT dialog()->rowsSaveRequested();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return dialog()->message().contains(QLatin1String("Predictions saved as")); }));
    EXPECT_TRUE(dialog()->message().contains(QLatin1String("out-of-fold")));
    EXPECT_TRUE(dialog()->message().contains(QLatin1String("1 row could not be used")));
    const auto rows = testing::csvRows(saved);
    ASSERT_EQ(rows.size(), 61U) << "as many as in the source";
    EXPECT_EQ(rows[0], (std::vector<std::string>{"patient_id", "site", "label", "prob", "age"}));
    EXPECT_EQ(rows[1][0], "p0");
    EXPECT_EQ(rows[2][1], "south");
    EXPECT_EQ(rows[10][4], "40");
    EXPECT_EQ(rows[8], (std::vector<std::string>{"", "", "", "", ""}))
        << "the row that was skipped";
    EXPECT_EQ(rows[60][0], "p59");
    EXPECT_FALSE(dialog()->message().contains(QLatin1String("Other columns were not saved")));

    folder.write("p.csv", "patient_id,site,y_true,y_prob\nq,north,1,0.5\nr,south,0,0.25\n");
    dialog()->showMessage({});
    Q_EMIT dialog()->rowsSaveRequested();
    EXPECT_TRUE(QTest::qWaitFor([&] {
        return dialog()->message().contains(QLatin1String("Other columns were not saved"));
    })) << dialog()->message().toStdString();
}

TEST_F(RecalibrationWindow, offersToFitTWithoutTheRowsThatForbidIt) {
    const testing::TemporaryFolder folder;
    std::string text = "label,a,b,c\n";
    for (int row = 0; row < 40; ++row)
        text += row % 4 == 0 ? "a,0.2,0.7,0.1\n" : row == 5 ? "a,0,0.6,0.4\n" : "b,0.1,0.8,0.1\n";
    window.session().open(QStringList{QString::fromStdString(folder.write("zero.csv", text))});
    ASSERT_TRUE(settle(window.session()));
    window.recalibrationController()->open();
    QPushButton* const without = dialog()->withoutZeros();
    ASSERT_TRUE(QTest::qWaitFor([&] { return without->isVisible(); }, kPatience));
    without->click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialog()->scores()->rowCount() > 0; }, kPatience));
    EXPECT_FALSE(without->isVisible());
    EXPECT_TRUE(dialog()->remarks()->text().contains(QLatin1String("1 row")));
}

}  // namespace
}  // namespace diagonal
