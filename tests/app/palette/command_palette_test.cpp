// SPDX-License-Identifier: GPL-3.0-or-later
// Finds things by their names as a user does: opens the palette, types, presses Return.
#include "app/palette/command_palette.h"

#include <fstream>

#include <QLineEdit>
#include <QListWidget>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/results/scores_panel.h"
#include "app/window/main_window.h"
#include "app/window/side_panel.h"
#include "core/measuring/scores/conventions.h"
#include "tests/app/support.h"

namespace diagonal {
namespace {

using ::testing::ElementsAre;

TEST(CommandPalette, wordsMayStandAnywhere) {
    const std::vector<PaletteEntry> entries = {
        {QStringLiteral("Uncopyable"), {}, {}},
        {QStringLiteral("Edit › Copy bins as › Markdown"), {}, {}},
        {QStringLiteral("Copy figure"), QStringLiteral("needs an open file"), {}, false},
    };
    EXPECT_THAT(matching(entries, {}), ElementsAre(0, 1, 2));
    EXPECT_THAT(matching(entries, QStringLiteral("copy")), ElementsAre(1, 0, 2))
        << "beginnings of words first, what cannot be done last";
    EXPECT_THAT(matching(entries, QStringLiteral("MARK bin")), ElementsAre(1));
    EXPECT_THAT(matching(entries, QStringLiteral("copyfig")), ElementsAre(2))
        << "blanks are optional";
    EXPECT_THAT(matching(entries, QStringLiteral("copy nothing")), ElementsAre());
}

TEST(CommandPalette, numbersAreTypedBehindNames) {
    double taken = 0;
    PaletteNumber number{1, 100, true, {}, nullptr};
    number.act = [&](double value) { taken = value; };
    const std::vector<PaletteEntry> entries = {
        {QStringLiteral("Bins"), {}, nullptr, false, number},
        {QStringLiteral("Bins: Equal mass"), {}, {}},
        {QStringLiteral("Open 20.csv"), {}, {}},
    };
    EXPECT_THAT(matching(entries, QStringLiteral("bins")), ElementsAre(1, 0))
        << "it cannot be done without a number";
    const PaletteEntry waiting = entryFor(entries[0], QStringLiteral("bins"));
    EXPECT_EQ(waiting.name, QStringLiteral("Bins: …"));
    EXPECT_EQ(waiting.beside, QStringLiteral("type a number behind it, 1 to 100"));
    EXPECT_THAT(matching(entries, QStringLiteral("bins 20")), ElementsAre(0));
    EXPECT_THAT(matching(entries, QStringLiteral("20")), ElementsAre(2, 0))
        << "a number alone is part of a name first";
    const PaletteEntry twenty = entryFor(entries[0], QStringLiteral("20 bins"));
    EXPECT_EQ(twenty.name, QStringLiteral("Bins: 20"));
    ASSERT_TRUE(twenty.isEnabled);
    twenty.act();
    EXPECT_EQ(taken, 20);
    for (const char* refused : {"bins 0", "bins 101", "bins 2.5"})
        EXPECT_FALSE(entryFor(entries[0], QString::fromLatin1(refused)).isEnabled) << refused;
}

class PaletteWindow : public ::testing::Test {
protected:
    CommandPalette* palette() {
        m_window.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&m_window));
        QTest::keyClick(&m_window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        for (CommandPalette* one : m_window.findChildren<CommandPalette*>()) {
            if (one->isVisible()) return one;
        }
        return nullptr;
    }
    /// Types into the palette, and presses Return. Returns the first line of the list.
    QString chosen(const char* text) {
        CommandPalette* const shown = palette();
        if (!shown) return QStringLiteral("no palette");
        QTest::keyClicks(shown->field(), QString::fromLatin1(text));
        const QListWidgetItem* const first = shown->list()->item(0);
        const QString name = first ? first->text() : QString();
        QTest::keyClick(shown->field(), Qt::Key_Return);
        EXPECT_TRUE(testing::settle(m_window.session()));
        return name;
    }
    /// Returns what stands beside the first line of the list for a text.
    QString said(const char* text) {
        CommandPalette* const shown = palette();
        if (!shown) return QStringLiteral("no palette");
        QTest::keyClicks(shown->field(), QString::fromLatin1(text));
        const QString beside = shown->list()->item(0)->data(Qt::UserRole).toString();
        QTest::keyClick(shown->field(), Qt::Key_Escape);
        return beside;
    }
    void SetUp() override {
        m_window.resize(1200, 800);
        m_window.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_window));
        m_window.activateWindow();
    }
    void open() {
        m_window.session().open(QStringList{testing::sample(testing::kDigits)});
        ASSERT_TRUE(testing::settle(m_window.session()));
    }

    MainWindow m_window;
};

TEST_F(PaletteWindow, saysWhatCannotBeDoneYet) {
    CommandPalette* const shown = palette();
    ASSERT_TRUE(shown);
    QTest::keyClicks(shown->field(), QStringLiteral("recalibrate"));
    ASSERT_EQ(shown->list()->count(), 1);
    const QListWidgetItem* const entry = shown->list()->item(0);
    EXPECT_FALSE(entry->flags().testFlag(Qt::ItemIsEnabled));
    EXPECT_EQ(entry->data(Qt::UserRole).toString(), QStringLiteral("needs an open file"));
    QTest::keyClick(shown->field(), Qt::Key_Return);
    EXPECT_TRUE(shown->isVisible()) << "nothing was done";
    QTest::keyClicks(shown->field(), QStringLiteral(" xyz"));
    EXPECT_TRUE(shown->list()->item(0)->text().startsWith(QStringLiteral("Nothing")));
    for (const Qt::Key key : {Qt::Key_Down, Qt::Key_PageUp, Qt::Key_Return})
        QTest::keyClick(shown->field(), key);
    EXPECT_TRUE(shown->isVisible());
    QTest::keyClick(shown->field(), Qt::Key_Escape);
    EXPECT_FALSE(shown->isVisible());
}

TEST_F(PaletteWindow, everySettingClassAndScoreHasItsName) {
    open();
    EXPECT_EQ(chosen("bins mass"), QStringLiteral("Bins: Equal mass"));
    EXPECT_EQ(m_window.session().report()->binning.scheme, BinningScheme::EqualMass);
    EXPECT_EQ(chosen("class 3 versus"), QStringLiteral("View: class 3 versus rest"));
    EXPECT_EQ(m_window.session().report()->view, (View{View::Kind::OneVsRest, 3}));
    EXPECT_EQ(chosen("diagram cumulative"), QStringLiteral("Diagram: Cumulative gap"));
    EXPECT_EQ(m_window.session().report()->settings.diagram, DiagramKind::Cumulative);
    EXPECT_EQ(chosen("brier view"), QStringLiteral("Score: Brier score of this view"));
    const auto fields = m_window.side()->scores()->findChildren<QLineEdit*>();
    EXPECT_TRUE(std::any_of(fields.begin(), fields.end(), [](const QLineEdit* field) {
        return field->text() == QStringLiteral("Brier score of this view");
    }));
    EXPECT_EQ(chosen("undo"), QStringLiteral("Edit › Undo"));
    EXPECT_EQ(m_window.session().report()->settings.diagram, DiagramKind::Bars);
    // By what the window calls them, too.
    EXPECT_EQ(chosen("auroc"), QStringLiteral("Score: Area under the ROC curve (AUROC)"));
    EXPECT_EQ(chosen("theme dark"), QStringLiteral("View › Theme: Dark"));
    EXPECT_EQ(chosen("level 99"), QStringLiteral("Level: 99 %"));
    EXPECT_EQ(m_window.session().report()->settings.level, .99);
    EXPECT_EQ(chosen("bin midpoint"), QStringLiteral("Bin confidence: Midpoint of its edges"));
    EXPECT_EQ(m_window.session().report()->settings.binConfidence, BinConfidence::Midpoint);
    // Numbers are typed behind a name.
    EXPECT_EQ(chosen("bins 37"), QStringLiteral("Bins: 37"));
    EXPECT_EQ(m_window.session().report()->binned.bins.size(), 37U);
    EXPECT_EQ(chosen("bins isotonic"), QStringLiteral("Bins: Isotonic (CORP)"));
    EXPECT_EQ(said("bins 37"), QStringLiteral("these bins have no number to choose"));
    // Bins of another program end with a choice of bins.
    m_window.session().changeSettings([](AnalysisSettings& settings) {
        settings.chooseScheme(BinningScheme::EqualWidth);
        settings.preset = eceConventions().front().id;
    });
    ASSERT_TRUE(testing::settle(m_window.session()));
    ASSERT_TRUE(m_window.session().report()->preset);
    EXPECT_EQ(chosen("bins width"), QStringLiteral("Bins: Equal width"));
    EXPECT_FALSE(m_window.session().report()->preset);
    EXPECT_EQ(chosen("temp 1.25"), QStringLiteral("Temperature: 1.25"));
    EXPECT_EQ(m_window.session().report()->temperature, 1.25);
    EXPECT_EQ(chosen("paper"),
              QStringLiteral("ECE in other programs and conventions, and of a paper"));
}

TEST_F(PaletteWindow, offersNoTemperatureToConfidencesAlone) {
    const testing::TemporaryFolder folder;
    std::ofstream(folder.path("a.csv")) << "confidence,correct\n0.9,1\n0.8,0\n0.7,1\n";
    m_window.session().open(QStringList{QString::fromStdString(folder.path("a.csv"))});
    ASSERT_TRUE(testing::settle(m_window.session()));
    for (const char* text : {"temperature fitted", "temperature file", "temperature 2"}) {
        EXPECT_TRUE(said(text).contains(QStringLiteral("only the confidence")))
            << said(text).toStdString();
    }
}

}  // namespace
}  // namespace diagonal
