// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session.h"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

#include <QFile>
#include <QTemporaryDir>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/recalibrating/temperature_profile.h"
#include "core/reporting/analysis.h"
#include "tests/app/support.h"
#include "tests/core/reading/npy_bytes.h"

namespace diagonal {
namespace {

using testing::coreReport;
using testing::kCancer;
using testing::kDigits;
using testing::kPatience;
using testing::sample;
using testing::settle;

class SessionTest : public ::testing::Test {
protected:
    SessionTest() {
        QObject::connect(&m_session, &Session::errorOccurred, &m_session,
                         [this](const Error& error) { m_errors.push_back(describe(error)); });
    }
    void open(const QStringList& files) {
        m_session.open(files);
        ASSERT_TRUE(settle(m_session));
    }
    void change(const AnalysisSettings& settings) {
        m_session.setSettings(settings);
        ASSERT_TRUE(settle(m_session));
    }
    AnalysisSettings bins(std::size_t count) const {
        AnalysisSettings settings = m_session.settings();
        settings.binCount = count;
        return settings;
    }

    Session m_session;
    std::vector<std::string> m_errors;
};

TEST_F(SessionTest, anOpenedFileIsReported) {
    open({sample(kDigits)});
    ASSERT_TRUE(m_session.report());
    EXPECT_EQ(m_session.report()->score("ece"), coreReport(sample(kDigits))->score("ece"));
}

TEST_F(SessionTest, theLastOfManySettingsIsShown) {
    open({sample(kDigits)});
    for (std::size_t count = 1; count <= 100; ++count)
        m_session.setSettings(bins(count));
    ASSERT_TRUE(settle(m_session));
    AnalysisSettings settings;
    settings.binCount = 100;
    EXPECT_EQ(m_session.report()->binned.bins.size(), 100U);
    EXPECT_EQ(m_session.report()->score("ece"),
              coreReport(sample(kDigits), settings)->score("ece"));
}

TEST_F(SessionTest, settingsThatAreLeftBeforeTheyFailStopNothing) {
    open({sample(kDigits)});
    AnalysisSettings settings = m_session.settings();
    settings.scheme = BinningScheme::Values;  // there are too many of them
    m_session.setSettings(settings);
    settings.scheme = BinningScheme::EqualMass;
    m_session.setSettings(settings);
    ASSERT_TRUE(settle(m_session));
    EXPECT_FALSE(m_session.isStopped());
    EXPECT_EQ(m_session.report()->binning.scheme, BinningScheme::EqualMass);
}

/// Conditions on a column that was not read hold once it is, or not at all.
TEST_F(SessionTest, conditionsOnUnreadColumnsHoldOrAreTakenBack) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("ages.csv"));
    std::ofstream out(path.toStdString());
    out << "label,probability,age\n";
    for (int i = 0; i < 60; ++i)
        out << i % 2 << ",0." << 20 + i << ',' << 20 + i << '\n';
    out.close();
    open({path});
    AnalysisSettings young = m_session.settings();
    young.where.cells = {{"age", "<", "30"}};
    m_session.setSettings(young);
    m_session.cancelReading();
    EXPECT_TRUE(m_session.settings().where.areNone());
    EXPECT_FALSE(m_session.canUndo());
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->dataset.rows, 60U);
    QFile::rename(path, path + QStringLiteral(".away"));
    m_session.setSettings(young);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !m_errors.empty(); }, kPatience));
    ASSERT_TRUE(settle(m_session));
    EXPECT_TRUE(m_session.settings().where.areNone());
    ASSERT_TRUE(m_session.report());
    EXPECT_EQ(m_session.report()->dataset.rows, 60U);
    QFile::rename(path + QStringLiteral(".away"), path);
    m_session.setSettings(young);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return m_session.report()->dataset.rows == 10U; }, kPatience));
    m_session.undo();
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->dataset.rows, 60U);
}

TEST_F(SessionTest, groupsAndConventionsAreComputedOnRequest) {
    open({sample(kDigits)});
    const auto holds = [&](const ReportPlan& plan) {
        return QTest::qWaitFor([&] { return m_session.report()->plan.contains(plan); }, kPatience);
    };
    ASSERT_TRUE(holds(ReportPlan::inPanels()));
    QTest::qWait(200);
    EXPECT_FALSE(m_session.report()->plan.conventions);
    EXPECT_FALSE(m_session.report()->plan.groups);
    const auto panels = m_session.report();
    ReportPlan requested;
    requested.conventions = true;
    m_session.setRequestedParts(requested);
    ASSERT_TRUE(holds(requested));
    EXPECT_FALSE(m_session.report()->conventions.empty());
    EXPECT_EQ(m_session.report()->scores.size(), panels->scores.size());
    m_session.setSettings(bins(7));
    ASSERT_TRUE(settle(m_session));
    EXPECT_TRUE(holds(requested));
}

TEST_F(SessionTest, conventionsAreComputedForANoteOnAPreset) {
    open({sample(kDigits)});
    AnalysisSettings settings = m_session.settings();
    settings.preset = eceConventions().back().id;
    m_session.setSettings(settings);
    ASSERT_TRUE(settle(m_session));
    EXPECT_TRUE(QTest::qWaitFor([&] { return m_session.report()->plan.conventions; }, kPatience));
}

TEST_F(SessionTest, settingsCanBeUndoneAndRedone) {
    open({sample(kDigits)});
    change(bins(5));
    change(bins(7));
    m_session.undo();
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->binned.bins.size(), 5U);
    m_session.undo();
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->binned.bins.size(), 15U);
    EXPECT_FALSE(m_session.canUndo());
    m_session.redo();
    m_session.redo();
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->binned.bins.size(), 7U);
}

TEST_F(SessionTest, oneDragIsOneStepOfUndo) {
    open({sample(kDigits)});
    m_session.beginGesture();
    for (std::size_t count = 2; count < 40; ++count)
        m_session.setSettings(bins(count));
    m_session.endGesture();
    m_session.undo();
    EXPECT_EQ(m_session.settings().binCount, std::nullopt);
    EXPECT_FALSE(m_session.canUndo());
}

/// A drag over many rows shows sums of an index first, then exact ones.
TEST_F(SessionTest, aDraggedTemperatureOfManyRowsIsMeasuredExactlyAtRest) {
    const testing::TemporaryFolder folder;
    std::string text = "label,p_yes\n";
    for (std::size_t i = 0; i < 30'000; ++i) {
        const double p = static_cast<double>(1 + i * 7919 % 29'999) / 30'001;
        const bool isYes = static_cast<double>(i * 104'729 % 1000) < 1000 * p * p;
        text += (isYes ? "yes," : "no,") + std::to_string(p) + "\n";
    }
    open({QString::fromStdString(folder.write("many.csv", text))});
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return m_session.model().prepared.sweep != nullptr; }, kPatience));
    std::vector<double> provisional;
    QObject::connect(&m_session, &Session::reportChanged, &m_session, [&] {
        const Report& report = *m_session.report();
        if (report.isProvisional && report.temperature == 2.5)
            provisional.push_back(report.score("ece").value());
    });
    m_session.beginGesture();
    AnalysisSettings settings = m_session.settings();
    for (const double temperature : {1.5, 2.0, 2.5}) {
        settings.temperature = temperature;
        m_session.setSettings(settings);
    }
    ASSERT_TRUE(QTest::qWaitFor([&] { return !provisional.empty(); }, kPatience));
    m_session.endGesture();
    ASSERT_TRUE(settle(m_session));
    const double exact = m_session.report()->score("ece").value();
    EXPECT_NEAR(provisional.front(), exact, 1e-6);
    const auto whole = analyse(m_session.model().dataset, m_session.settings(), nullptr, {});
    EXPECT_EQ(whole.value().report->score("ece"), exact);
}

/// The profile comes from the index once that is made, not from the slower sweep before it.
TEST_F(SessionTest, theProfileOfTemperaturesComesFromTheIndex) {
    const testing::TemporaryFolder folder;
    std::string text = "label,p_yes\n";
    for (std::size_t i = 0; i < 200'000; ++i) {
        const double p = static_cast<double>(1 + i * 7919 % 199'999) / 200'001;
        const bool isYes = static_cast<double>(i % 1000) < 700 * p;
        text += (isYes ? "yes," : "no,") + std::to_string(p) + "\n";
    }
    open({QString::fromStdString(folder.write("many.csv", text))});
    const auto profile = [&] { return m_session.report()->temperatureProfile; };
    ASSERT_TRUE(QTest::qWaitFor([&] { return profile() != nullptr; }, kPatience));
    const auto dataset = m_session.model().dataset;
    const std::shared_ptr<const Predictions> predictions(dataset, &dataset->predictions);
    const Report& report = *m_session.report();
    const auto expected = temperatureProfile(predictions, report.view, report.binning, {},
                                             indexedSweep(predictions, report.view, {}));
    EXPECT_EQ(profile()->points.size(), expected.value().points.size());
    for (std::size_t i = 0; i < profile()->points.size(); ++i)
        EXPECT_EQ(profile()->points[i].ece, expected.value().points[i].ece);
}

TEST_F(SessionTest, anotherFileKeepsTheBinsAndForgetsViewAndTemperature) {
    open({sample(kDigits)});
    AnalysisSettings settings = bins(7);
    settings.temperature = 3;
    settings.view = View{View::Kind::OneVsRest, 9};
    change(settings);
    open({sample(kCancer)});
    EXPECT_EQ(m_session.report()->binned.bins.size(), 7U);
    EXPECT_EQ(m_session.report()->temperature, 1);
    EXPECT_EQ(m_session.report()->view.kind, View::Kind::PositiveClass);
}

TEST_F(SessionTest, theSameFileReadAgainKeepsEverything) {
    open({sample(kDigits)});
    AnalysisSettings settings = bins(7);
    settings.temperature = 3;
    change(settings);
    m_session.reread();
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->temperature, 3);
}

TEST_F(SessionTest, aBadFileLeavesTheShownOneAndSaysWhy) {
    open({sample(kDigits)});
    const testing::TemporaryFolder folder;
    open({QString::fromStdString(folder.write("bad.csv", "prob_0,prob_1,label\n.2,.8,1\n.2\n"))});
    ASSERT_EQ(m_errors.size(), 1U);
    EXPECT_NE(m_errors[0].find("bad.csv:3:"), std::string::npos);
    EXPECT_EQ(m_session.report()->dataset.rows, 1707U);
}

TEST_F(SessionTest, labelsDroppedLaterJoinTheScoresThatWaitForThem) {
    const testing::TemporaryFolder folder;
    const auto scores =
        folder.write("a.npy", testing::npyBytes(testing::npyHeader("<f4", "(2, 2)"),
                                                testing::rawBytes<float>({2, -1, 0, 3})));
    open({QString::fromStdString(scores)});
    EXPECT_EQ(m_errors.size(), 1U);
    const auto labels = folder.write(
        "z.npy", testing::npyBytes(testing::npyHeader("|u1", "(2,)"), std::string("\0\1", 2)));
    open({QString::fromStdString(labels)});
    ASSERT_TRUE(m_session.report());
    EXPECT_EQ(m_session.report()->score("accuracy"), 1);
}

TEST_F(SessionTest, severalFilesAreOpenAndOneIsShown) {
    open({sample(kDigits), sample(kCancer)});
    EXPECT_EQ(m_session.files().size(), 2U);
    EXPECT_EQ(m_session.report()->dataset.rows, 1707U);
    m_session.showFile(1);
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->dataset.rows, 569U);
}

TEST_F(SessionTest, chosenRowsAreChosenInAnotherOpenFileOrItIsSaid) {
    const testing::TemporaryFolder folder;
    const auto written = [&](const char* name, const std::string& classes) {
        std::string text = "label,p_" + classes.substr(4) + "\n";
        for (int i = 0; i < 40; ++i)
            text += classes.substr(i % 4 == 0 ? 4 : 0, 3) + ",0." + std::to_string(10 + i) + "\n";
        return QString::fromStdString(folder.write(name, text));
    };
    open({written("a.csv", "not,yes"), written("b.csv", "not,yes"), written("c.csv", "cat,dog")});
    AnalysisSettings settings = m_session.settings();
    settings.where.label = "yes";
    settings.where.isCorrect = false;
    m_session.setSettings(settings);
    ASSERT_TRUE(settle(m_session));
    m_session.showFile(1);
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.settings().where.label, "yes");
    EXPECT_EQ(m_session.report()->dataset.rows, 10U);
    ASSERT_EQ(m_errors.size(), 1U) << "what one model predicts chooses no rows of another";
    EXPECT_THAT(m_errors.back(), ::testing::HasSubstr("its rows are not chosen by wrong"));
    m_session.showFile(0);
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->dataset.rows, 10U);
    EXPECT_EQ(m_errors.size(), 1U);
    m_session.showFile(2);
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->dataset.rows, 40U);
    ASSERT_EQ(m_errors.size(), 2U);
    EXPECT_THAT(m_errors.back(),
                ::testing::HasSubstr("not chosen by true class yes: all rows are measured"));
}

TEST_F(SessionTest, scoresCanBeReadOtherwise) {
    open({sample(kCancer)});
    ReadOptions options;
    options.scores = ScoreKind::Logit;
    m_session.setReadOptions(options);
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->dataset.scores, ScoreKind::Logit);
}

TEST_F(SessionTest, readingOtherwiseCanBeUndone) {
    open({sample(kCancer)});
    ReadOptions options;
    options.scores = ScoreKind::Logit;
    m_session.setReadOptions(options);
    ASSERT_TRUE(settle(m_session));
    change(bins(7));
    m_session.undo();
    m_session.undo();
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->dataset.scores, ScoreKind::Probability);
    m_session.redo();
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->dataset.scores, ScoreKind::Logit);
}

TEST_F(SessionTest, readingCanBeStopped) {
    open({sample(kCancer)});
    m_session.open(QStringList{sample("digits_naive_bayes.csv")});
    m_session.cancelReading();
    EXPECT_FALSE(m_session.isReading());
    QTest::qWait(100);
    EXPECT_EQ(m_session.report()->dataset.rows, 569U);
}

TEST_F(SessionTest, whatWasChosenAndNotReadIsNotShown) {
    open({sample(kCancer)});
    ReadOptions options;
    options.scores = ScoreKind::Logit;
    m_session.setReadOptions(options);
    m_session.cancelReading();
    EXPECT_EQ(m_session.readOptions(), ReadOptions{});
    EXPECT_FALSE(m_session.canUndo());
    // What was done meanwhile is undone without the options that were declined.
    m_session.setReadOptions(options);
    bool isUndone = false;
    m_session.addStep([&isUndone] { isUndone = true; }, {});
    m_session.cancelReading();
    m_session.undo();
    EXPECT_TRUE(isUndone);
    EXPECT_FALSE(m_session.isReading());
    EXPECT_EQ(m_session.readOptions(), ReadOptions{});
    EXPECT_FALSE(m_session.canUndo());
    m_session.setReadOptions(options);
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->dataset.scores, ScoreKind::Logit);
    m_session.undo();
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->dataset.scores, ScoreKind::Probability);
}

std::string table(int rows, const char* p = ".75") {
    std::string text = "y_true,y_prob\n";
    for (int i = 0; i < rows; ++i)
        text += std::to_string(i % 2) + "," + p + "\n";
    return text;
}

class ChangingFile : public SessionTest {
protected:
    void write(const std::string& text) {
        // Like editors and users of pandas: writes another file, then renames it over this one.
        m_folder.write("new", text);
        std::filesystem::rename(m_folder.path("new"), m_folder.path("p.csv"));
    }
    void append(const std::string& text) {
        std::ofstream(m_folder.path("p.csv"), std::ios::app) << text;
    }
    void openIt() { open({QString::fromStdString(m_folder.path("p.csv"))}); }
    bool waitForRows(std::size_t rows) {
        return QTest::qWaitFor(
            [&] { return m_session.report() && m_session.report()->dataset.rows == rows; },
            kPatience);
    }
    testing::TemporaryFolder m_folder;
};

TEST_F(ChangingFile, aReplacedFileIsReadAgainWithItsSettings) {
    write(table(10));
    openIt();
    change(bins(7));
    ReadOptions options;
    options.positive = "0";
    m_session.setReadOptions(options);
    ASSERT_TRUE(settle(m_session));
    write(table(24));
    ASSERT_TRUE(waitForRows(24));
    EXPECT_EQ(m_session.report()->binned.bins.size(), 7U);
    EXPECT_EQ(m_session.report()->dataset.classNames[1], "0");
    EXPECT_TRUE(m_errors.empty());
}

TEST_F(ChangingFile, aHalfWrittenLineIsNeverTakenForWhole) {
    write(table(10));
    openIt();
    append("1,0.5");
    append("\n0,0.2");
    // Whatever is read in between, the last report has twelve rows.
    ASSERT_TRUE(waitForRows(12));
}

TEST_F(ChangingFile, aFileThatBreaksLeavesTheLastReportAndSaysWhy) {
    write(table(10));
    openIt();
    write("y_true,y_prob\n1\n");
    ASSERT_TRUE(QTest::qWaitFor([&] { return !m_errors.empty(); }, kPatience));
    EXPECT_EQ(m_session.report()->dataset.rows, 10U);
    QTest::qWait(1200);
    EXPECT_EQ(m_errors.size(), 1U);
    write(table(12));
    EXPECT_TRUE(waitForRows(12));
}

TEST_F(ChangingFile, aFileMayVanishAndComeBack) {
    write(table(10));
    openIt();
    QStringList remarks;
    QObject::connect(&m_session, &Session::fileStatusChanged, &m_session,
                     [&](const QString& remark) { remarks << remark; });
    std::filesystem::remove(m_folder.path("p.csv"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !remarks.isEmpty(); }, 5000));
    EXPECT_TRUE(remarks[0].contains(QStringLiteral("gone")));
    EXPECT_EQ(m_session.report()->dataset.rows, 10U);
    write(table(14));
    EXPECT_TRUE(waitForRows(14));
    EXPECT_TRUE(m_errors.empty());
}

TEST_F(ChangingFile, aPipeIsShownWhileItGrows) {
    int ends[2] = {};
    ASSERT_EQ(::pipe(ends), 0);
    const auto put = [&](const std::string& text) {
        ASSERT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    };
    m_session.setStandardInput(ends[0]);
    m_session.open({"-"}, {}, {}, {});
    put(table(10));
    put("1,0.3");  // an unfinished line
    ASSERT_TRUE(waitForRows(10));
    EXPECT_EQ(m_session.report()->dataset.file, "-");
    put("3\n0,0.1\n");
    ASSERT_TRUE(waitForRows(12));
    put("1,0.25");
    ::close(ends[1]);
    ASSERT_TRUE(waitForRows(13));
    EXPECT_TRUE(m_errors.empty());
    // The received data can be reread with other options.
    ReadOptions options;
    options.positive = "0";
    m_session.setReadOptions(options);
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->dataset.classNames[1], "0");
    ::close(ends[0]);
}

TEST_F(ChangingFile, anExplainedFileExplainsTheNextOneOfItsKind) {
    const QString memory = QString::fromStdString(m_folder.path("memory/mappings.json"));
    const std::string text = "outcome,other,a\n1,0,.75\n0,1,.25\n1,1,.5\n";
    const auto file = QString::fromStdString(m_folder.write("one.csv", text));
    m_session.setMemory(MappingMemory(memory));
    open({file});
    ASSERT_TRUE(m_session.preview());
    ReadOptions options;
    options.columns = {{ColumnRole::Label, "other"}, {ColumnRole::Probability, "a"}};
    options.onlyChosenColumns = true;
    m_session.setReadOptions(options);
    ASSERT_TRUE(settle(m_session));
    m_errors.clear();

    Session next;
    next.setMemory(MappingMemory(memory));
    next.open(QStringList{QString::fromStdString(m_folder.write("two.csv", text))});
    ASSERT_TRUE(settle(next));
    ASSERT_TRUE(next.report());
    EXPECT_EQ(next.readOptions(), options);
    next.setReadOptions({});
    ASSERT_TRUE(settle(next));

    Session third;
    third.setMemory(MappingMemory(memory));
    third.open(QStringList{file});
    ASSERT_TRUE(settle(third));
    EXPECT_EQ(third.readOptions(), ReadOptions{});
}

TEST_F(ChangingFile, modelsOfAFileCanBeShownInTurn) {
    const auto file = QString::fromStdString(
        m_folder.write("m.csv", "y_true,model1,model2\n1,.75,.5\n0,.25,.125\n"));
    open({file});
    ASSERT_EQ(m_session.models().size(), 2U);
    m_session.showModel(1);
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->score("confidence"), .3125);
    EXPECT_EQ(m_session.shownModel(), 1U);
    EXPECT_EQ(m_session.models().size(), 2U);
    m_session.showModel(0);
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->score("confidence"), .5);
}

/// A role that only one column can have moves to the column that it is given to.
TEST_F(ChangingFile, aSecondColumnTakesTheClusters) {
    std::string text = "y_true,y_prob,patient,ward\n";
    for (int i = 0; i < 40; ++i)
        text += std::to_string(i % 2) + ",0." + std::to_string(10 + i) + ",p" +
                std::to_string(i / 4) + ",w" + std::to_string(i / 8) + "\n";
    open({QString::fromStdString(m_folder.write("m.csv", text))});
    for (const std::size_t column : {std::size_t{2}, std::size_t{3}}) {
        m_session.setReadOptions(
            withRole(m_session.readOptions(), *m_session.preview(), column, ColumnRole::Cluster));
        ASSERT_TRUE(settle(m_session));
        ASSERT_TRUE(m_errors.empty()) << m_errors.front();
    }
    EXPECT_EQ(rolesByColumn(*m_session.preview())[3], ColumnRole::Cluster);
    EXPECT_NE(rolesByColumn(*m_session.preview())[2], ColumnRole::Cluster);
}

TEST_F(ChangingFile, rolesGivenByHandKeepTheModels) {
    open({QString::fromStdString(
        m_folder.write("m.csv", "y_true,model1,model2,x,ward\n1,.75,.5,1,3\n0,.25,.125,0,4\n"))});
    const auto give = [&](std::size_t column, std::optional<ColumnRole> role) {
        m_session.setReadOptions(
            withRole(m_session.readOptions(), *m_session.preview(), column, role));
        return settle(m_session) && m_errors.empty();
    };
    const auto names = [&] {
        std::vector<std::string> out;
        for (const ModelChoice& model : m_session.models())
            out.push_back(model.name);
        return out;
    };
    using Names = std::vector<std::string>;
    ASSERT_TRUE(give(4, ColumnRole::Group));
    EXPECT_EQ(names(), (Names{"model1", "model2"}));
    m_session.showModel(1);
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(names(), (Names{"model1", "model2"}));
    EXPECT_EQ(m_session.shownModel(), 1U);
    EXPECT_EQ(m_session.report()->score("confidence"), .3125);
    EXPECT_EQ(m_session.preview()->roles.groups.size(), 1U);
    // A second probability is that of another model, and is shown.
    ASSERT_TRUE(give(3, ColumnRole::Probability));
    EXPECT_EQ(names(), (Names{"x", "model2", "model1"}));
    EXPECT_EQ(m_session.report()->score("confidence"), .5);
    // Without its score, a model makes place for the next.
    ASSERT_TRUE(give(3, std::nullopt));
    EXPECT_EQ(names(), (Names{"model2", "model1"}));
    EXPECT_EQ(m_session.report()->score("confidence"), .3125);
}

TEST_F(ChangingFile, eachFileKeepsItsOwnReading) {
    const auto one =
        QString::fromStdString(m_folder.write("1.csv", "y_true,m1,m2\n1,.75,.5\n0,.25,.5\n"));
    const auto two = QString::fromStdString(m_folder.write("2.csv", table(8)));
    open({one, two});
    m_session.showModel(1);
    ASSERT_TRUE(settle(m_session));
    m_session.showFile(1);
    ASSERT_TRUE(settle(m_session));
    EXPECT_TRUE(m_errors.empty());
    EXPECT_EQ(m_session.report()->dataset.rows, 8U);
    EXPECT_TRUE(m_session.models().empty());
    m_session.showFile(0);
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->score("confidence"), .5);
}

TEST_F(ChangingFile, whatBelongsToOneFileDoesNotReachTheNext) {
    open({sample(kDigits)});
    AnalysisSettings settings = bins(7);
    settings.fitTemperature = true;
    change(settings);
    open({QString::fromStdString(
        m_folder.write("u.csv", "x,dead,sick,a\n1,0,1,.75\n0,1,0,.25\n1,1,1,.5\n"))});
    ASSERT_TRUE(m_session.currentFileFailed());
    EXPECT_FALSE(m_session.canUndo());
    m_session.setReadOptions(withRole({}, *m_session.preview(), 1, ColumnRole::Label));
    ASSERT_TRUE(settle(m_session));
    EXPECT_FALSE(m_session.currentFileFailed());
    EXPECT_EQ(m_session.report()->temperature, 1);
    EXPECT_EQ(m_session.settings().binCount, 7U);
    m_session.undo();
    ASSERT_TRUE(settle(m_session));
    EXPECT_TRUE(m_session.currentFileFailed());
    m_session.discardFailedFile();
    EXPECT_FALSE(m_session.currentFileFailed());
    EXPECT_EQ(m_session.report()->dataset.rows, 3U);
}

TEST_F(ChangingFile, labelsThatLieBesideAreWatchedToo) {
    using testing::npyBytes, testing::npyHeader, testing::rawBytes;
    const auto scores = m_folder.write(
        "logits.npy", npyBytes(npyHeader("<f4", "(2, 2)"), rawBytes<float>({2, -1, 0, 3})));
    const auto labels = [](const char* bytes) {
        return npyBytes(npyHeader("|u1", "(2,)"), std::string(bytes, 2));
    };
    m_folder.write("labels.npy", labels("\0\1"));
    open({QString::fromStdString(scores)});
    EXPECT_EQ(m_session.report()->score("accuracy"), 1);
    m_folder.write("labels.npy", labels("\1\1"));
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return m_session.report()->score("accuracy") == .5; }, kPatience));
}

TEST_F(ChangingFile, theLastVersionStaysWhileAChangedFileCannotBeRead) {
    const std::string path = m_folder.write("p.csv", table(10));
    m_session.open(QStringList{QString::fromStdString(path)});
    ASSERT_TRUE(waitForRows(10));
    QSignalSpy status(&m_session, &Session::fileStatusChanged);
    m_folder.write("p.csv", "this,is\nno table of predictions,at all\n");
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            return !status.isEmpty() && status.back().front().toString().contains(
                                            QLatin1String("showing the last version"));
        },
        kPatience));
    EXPECT_FALSE(m_session.currentFileFailed());
    EXPECT_EQ(m_session.report()->dataset.rows, 10U);
    EXPECT_EQ(m_errors.size(), 1U);
    m_folder.write("p.csv", table(12));
    EXPECT_TRUE(waitForRows(12));
}

TEST_F(ChangingFile, aNamedPipeIsReadOnceAndShownWhileItGrows) {
    const std::string path = m_folder.path("pipe");
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    m_session.open(QStringList{QString::fromStdString(path)});
    const int writer = ::open(path.c_str(), O_WRONLY);
    const std::string text = table(10);
    ASSERT_EQ(::write(writer, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    ASSERT_TRUE(waitForRows(10));
    ASSERT_EQ(::write(writer, "1,0.5\n", 6), 6);
    ::close(writer);
    EXPECT_TRUE(waitForRows(11));
    EXPECT_TRUE(m_errors.empty());
}

TEST_F(ChangingFile, aNamedPipeThatIsOpenedAgainBringsWhatComesThen) {
    const std::string path = m_folder.path("pipe");
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    const auto openDescriptors = [] {
        const std::filesystem::directory_iterator entries("/proc/self/fd");
        return std::distance(begin(entries), end(entries));
    };
    std::vector<std::ptrdiff_t> descriptors;
    for (const int rows : {10, 5, 7, 6}) {
        m_session.open(QStringList{QString::fromStdString(path)});
        const int writer = ::open(path.c_str(), O_WRONLY);
        const std::string text = table(rows);
        ASSERT_EQ(::write(writer, text.data(), text.size()), static_cast<ssize_t>(text.size()));
        ::close(writer);
        ASSERT_TRUE(waitForRows(static_cast<std::size_t>(rows))) << rows;
        ASSERT_TRUE(settle(m_session));
        QTest::qWait(300);  // until the end of the pipe is noticed
        descriptors.push_back(openDescriptors());
    }
    EXPECT_LE(descriptors.back(), descriptors[1]);
    EXPECT_TRUE(m_errors.empty());
}

TEST_F(ChangingFile, repairsOfDataAreNotRemembered) {
    const QString memory = QString::fromStdString(m_folder.path("memory/mappings.json"));
    m_session.setMemory(MappingMemory(memory));
    const std::string text = "label,p0,p1,p2\n1,.75,.125,.125\n2,.125,.75,.125\n";
    open({QString::fromStdString(m_folder.write("a.csv", text))});
    ReadOptions options;
    options.labelBase = 1;
    m_session.setReadOptions(options);
    ASSERT_TRUE(settle(m_session));
    Session next;
    next.setMemory(MappingMemory(memory));
    next.open(QStringList{QString::fromStdString(m_folder.write("b.csv", text))});
    ASSERT_TRUE(settle(next));
    EXPECT_EQ(next.readOptions(), ReadOptions{});
}

TEST_F(ChangingFile, optionsOfAFileThatIsLeftAreNotRememberedForTheNextOne) {
    const QString memory = QString::fromStdString(m_folder.path("memory/mappings.json"));
    m_session.setMemory(MappingMemory(memory));
    const std::string a = m_folder.write("a.csv", table(10));
    const std::string b = m_folder.write("b.csv", "p,y\n.25,0\n.75,1\n.5,1\n");
    ReadOptions options;
    options.positive = "0";
    m_session.open({a, b}, {}, options, {});
    ASSERT_TRUE(settle(m_session));
    m_session.setReadOptions({});
    m_session.showFile(1);
    ASSERT_TRUE(settle(m_session));
    ASSERT_EQ(m_session.report()->dataset.file, b);
    Session next;
    next.setMemory(MappingMemory(memory));
    next.open(QStringList{QString::fromStdString(b)});
    ASSERT_TRUE(settle(next));
    EXPECT_EQ(next.readOptions(), ReadOptions{});
}

TEST_F(SessionTest, openingAddsToTheOpenFilesAndClosingTakesThemAway) {
    bool allClosed = false;
    QObject::connect(&m_session, &Session::allClosed, &m_session, [&] { allClosed = true; });
    open({sample(kDigits)});
    open({sample(kCancer)});
    ASSERT_EQ(m_session.files().size(), 2U);
    EXPECT_EQ(m_session.shownFile(), 1U);
    EXPECT_EQ(m_session.report()->dataset.file, sample(kCancer).toStdString());
    open({sample(kDigits)});  // known: shown, not added again
    EXPECT_EQ(m_session.files().size(), 2U);
    EXPECT_EQ(m_session.shownFile(), 0U);
    m_session.closeFile();
    ASSERT_TRUE(settle(m_session));
    ASSERT_EQ(m_session.files().size(), 1U);
    EXPECT_EQ(m_session.report()->dataset.file, sample(kCancer).toStdString());
    EXPECT_FALSE(allClosed);
    m_session.closeFile();
    EXPECT_TRUE(allClosed);
    EXPECT_TRUE(m_session.files().empty());
    EXPECT_FALSE(m_session.report());
    EXPECT_FALSE(m_session.canUndo());
    m_session.setSettings(bins(3));  // nothing to analyse
    open({sample(kCancer)});
    EXPECT_EQ(m_session.files().size(), 1U);
    EXPECT_TRUE(m_session.report());
    EXPECT_TRUE(m_errors.empty());
}

TEST_F(SessionTest, aFileThatCannotBeReadKeepsTheOthersOpen) {
    const testing::TemporaryFolder folder;
    open({sample(kDigits)});
    const auto bad = QString::fromStdString(folder.write("bad.csv", "a,b\n1\n2,3,4\n"));
    m_session.open({bad, sample(kCancer)});
    ASSERT_TRUE(settle(m_session));
    EXPECT_TRUE(m_session.currentFileFailed());
    EXPECT_EQ(m_session.files().size(), 2U);
    m_session.closeFile();
    EXPECT_FALSE(m_session.currentFileFailed());
    EXPECT_EQ(m_session.files().size(), 2U);
    EXPECT_EQ(m_session.report()->dataset.file, sample(kDigits).toStdString());
}

TEST_F(SessionTest, openFilesKeepTheirOptions) {
    open({sample(kDigits)});
    ReadOptions options;
    options.scores = ScoreKind::LogProbability;
    m_session.setReadOptions(options);
    ASSERT_TRUE(settle(m_session));
    open({sample(kCancer)});
    EXPECT_EQ(m_session.optionsOf(0), options);
    m_session.showFile(0);
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.readOptions(), options);
}

TEST_F(SessionTest, aGestureThatReturnsToItsStartIsNoStepOfUndo) {
    open({sample(kDigits)});
    m_session.beginGesture();
    m_session.setSettings(bins(20));
    m_session.setSettings(bins(30));
    AnalysisSettings start = m_session.settings();
    start.binCount.reset();
    m_session.setSettings(start);
    m_session.endGesture();
    EXPECT_FALSE(m_session.canUndo());
}

TEST_F(SessionTest, closingSkipsFilesThatCannotBeRead) {
    const testing::TemporaryFolder folder;
    const auto gone =
        QString::fromStdString(folder.write("gone.csv", "y_true,y_prob\n1,.9\n0,.2\n"));
    open({gone});
    open({sample(kDigits)});
    open({sample(kCancer)});
    ASSERT_TRUE(QFile::remove(gone));
    m_session.closeFile();
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->dataset.file, sample(kDigits).toStdString());
    m_session.closeFile();
    EXPECT_TRUE(QTest::qWaitFor([&] { return m_session.files().empty(); }, kPatience));
    EXPECT_FALSE(m_session.report());
    ASSERT_EQ(m_errors.size(), 1U);
    EXPECT_NE(m_errors[0].find("gone.csv"), std::string::npos);
}

TEST_F(SessionTest, closingWhileReadingStopsTheReading) {
    open({sample(kDigits)});
    bool ended = false;
    QObject::connect(&m_session, &Session::readingEnded, &m_session, [&] { ended = true; });
    m_session.open({sample(kCancer)});
    m_session.closeFile();
    EXPECT_TRUE(ended);
    ASSERT_TRUE(settle(m_session));
    ASSERT_EQ(m_session.files().size(), 1U);
    EXPECT_EQ(m_session.report()->dataset.file, sample(kDigits).toStdString());
}

TEST_F(SessionTest, filesThatAreOpenedOneAfterAnotherAreAllOpen) {
    m_session.open({sample(kDigits)});
    m_session.open({sample(kCancer)});  // before the first is read
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.files().size(), 2U);
    EXPECT_EQ(m_session.report()->dataset.file, sample(kCancer).toStdString());
}

TEST_F(SessionTest, filesBesideAnUnreadableFirstOneAreNotLost) {
    const testing::TemporaryFolder folder;
    const auto bad = QString::fromStdString(folder.write("bad.csv", "a,b\n1\n2,3,4\n"));
    m_session.open({bad, sample(kDigits)});
    ASSERT_TRUE(settle(m_session));
    EXPECT_TRUE(m_session.currentFileFailed());
    open({sample(kCancer)});
    EXPECT_EQ(m_session.files().size(), 2U);
}

}  // namespace
}  // namespace diagonal
