// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session.h"

#include <gtest/gtest.h>

#include "tests/app/support.h"
#include "tests/core/reading/npy_bytes.h"

namespace diagonal {
namespace {

using testing::coreReport;
using testing::kCancer;
using testing::kDigits;
using testing::sample;
using testing::settle;

class SessionTest : public ::testing::Test {
protected:
    SessionTest() {
        QObject::connect(&m_session, &Session::failed, &m_session,
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
    EXPECT_EQ(m_session.report()->curve.bins.size(), 100U);
    EXPECT_EQ(m_session.report()->score("ece"),
              coreReport(sample(kDigits), settings)->score("ece"));
}

TEST_F(SessionTest, settingsCanBeUndoneAndRedone) {
    open({sample(kDigits)});
    change(bins(5));
    change(bins(7));
    m_session.undo();
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->curve.bins.size(), 5U);
    m_session.undo();
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->curve.bins.size(), 15U);
    EXPECT_FALSE(m_session.canUndo());
    m_session.redo();
    m_session.redo();
    ASSERT_TRUE(settle(m_session));
    EXPECT_EQ(m_session.report()->curve.bins.size(), 7U);
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

TEST_F(SessionTest, anotherFileKeepsTheBinsAndForgetsViewAndTemperature) {
    open({sample(kDigits)});
    AnalysisSettings settings = bins(7);
    settings.temperature = 3;
    settings.view = View{View::Kind::OneVsRest, 9};
    change(settings);
    open({sample(kCancer)});
    EXPECT_EQ(m_session.report()->curve.bins.size(), 7U);
    EXPECT_EQ(m_session.report()->temperature, 1);
    EXPECT_EQ(m_session.report()->view.kind, View::Kind::PositiveClass);
}

TEST_F(SessionTest, theSameFileReadAgainKeepsEverything) {
    open({sample(kDigits)});
    AnalysisSettings settings = bins(7);
    settings.temperature = 3;
    change(settings);
    m_session.reread(m_session.readOptions());
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

TEST_F(SessionTest, scoresCanBeReadOtherwise) {
    open({sample(kCancer)});
    ReadOptions options;
    options.scores = ScoreKind::Logit;
    m_session.reread(options);
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

}  // namespace
}  // namespace diagonal
