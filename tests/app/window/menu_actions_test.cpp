// SPDX-License-Identifier: GPL-3.0-or-later
// Triggers actions of the menu, and uses the dialogs that they and links of the side panel open.
#include <algorithm>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTableWidget>
#include <gtest/gtest.h>

#include "app/results/conventions_dialog.h"
#include "app/results/facets_dialog.h"
#include "app/results/scores_panel.h"
#include "app/results/summary_table.h"
#include "app/text/number_text.h"
#include "app/window/main_window.h"
#include "app/window/shortcuts_dialog.h"
#include "app/window/side_panel.h"
#include "core/base/text.h"
#include "core/measuring/scores/conventions.h"
#include "tests/app/support.h"

namespace diagonal {
namespace {

using testing::kCancer;
using testing::kDigits;
using testing::kPatience;
using testing::sample;
using testing::settle;

class MenuActions : public ::testing::Test {
protected:
    MenuActions() {
        m_window.resize(1180, 860);
        m_window.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&m_window));
    }
    void open(const QStringList& files) {
        m_window.session().open(files);
        ASSERT_TRUE(settle(m_window.session()));
        QCoreApplication::processEvents();
    }
    void trigger(const QString& text) {
        for (QAction* action : m_window.findChildren<QAction*>()) {
            if (action->text().remove(QLatin1Char('&')) == text) return action->trigger();
        }
        FAIL() << "no action is called " << text.toStdString();
    }
    const Report& report() { return *m_window.session().report(); }

    MainWindow m_window;
};

TEST_F(MenuActions, keyboardShortcutsAreListed) {
    trigger(QStringLiteral("Keyboard shortcuts"));
    auto* dialog = m_window.findChild<ShortcutsDialog*>();
    ASSERT_TRUE(dialog && dialog->isVisible());
    QTableWidget& table = *dialog->table();
    const auto open = table.findItems(QStringLiteral("Open…"), Qt::MatchExactly);
    ASSERT_EQ(open.size(), 1);
    EXPECT_EQ(table.item(open.front()->row(), 0)->text(), QStringLiteral("Ctrl+O"));
    EXPECT_EQ(table.findItems(QStringLiteral("Space, held"), Qt::MatchExactly).size(), 1);
    for (int row = 0; row < table.rowCount(); ++row)
        EXPECT_FALSE(table.item(row, 0)->text().isEmpty()) << row;
}

TEST_F(MenuActions, theBoxAboutTheProgramNamesItsLicence) {
    trigger(QStringLiteral("About Diagonal"));
    auto* box = m_window.findChild<QMessageBox*>();
    ASSERT_TRUE(box && box->isVisible());
    EXPECT_TRUE(box->text().startsWith(QStringLiteral("Diagonal 0.")));
    EXPECT_TRUE(box->informativeText().contains(QStringLiteral("General Public License")));
}

TEST_F(MenuActions, theCommandOfTheFigureIsCopied) {
    open({sample(kCancer)});
    AnalysisSettings settings = m_window.session().settings();
    settings.binCount = 7;
    m_window.session().setSettings(settings);
    ASSERT_TRUE(settle(m_window.session()));
    trigger(QStringLiteral("Copy command"));
    const QString command = QApplication::clipboard()->text();
    EXPECT_TRUE(command.startsWith(QStringLiteral("diagonal "))) << command.toStdString();
    EXPECT_TRUE(command.contains(QFileInfo(sample(kCancer)).absoluteFilePath()));
    EXPECT_TRUE(command.contains(QStringLiteral("--bins 7")));
    EXPECT_TRUE(command.contains(QStringLiteral("--export breast_cancer_logistic.png")));
}

TEST_F(MenuActions, openFilesAreShownInTurn) {
    open({sample(kCancer), sample(kDigits)});
    Session& session = m_window.session();
    ASSERT_EQ(session.files().size(), 2U);
    const std::size_t first = session.shownFile();
    trigger(QStringLiteral("Next file"));
    ASSERT_TRUE(settle(session));
    EXPECT_EQ(session.shownFile(), 1 - first);
    trigger(QStringLiteral("Previous file"));
    ASSERT_TRUE(settle(session));
    EXPECT_EQ(session.shownFile(), first);
}

TEST_F(MenuActions, aNumberOfAPaperIsFoundAndComputedThatWay) {
    open({sample(kCancer)});
    Q_EMIT m_window.side()->scores()->conventionsRequested();
    auto* dialog = m_window.findChild<ConventionsDialog*>();
    ASSERT_TRUE(dialog && dialog->isVisible());
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialog->rowCount() > 0; }, kPatience));
    dialog->printedField()->setText(QStringLiteral("about 0.03"));
    QTest::keyClick(dialog->printedField(), Qt::Key_Return);
    EXPECT_TRUE(dialog->answer()->text().startsWith(QStringLiteral("Write a share")));

    AnalysisSettings settings = m_window.session().settings();
    settings.binCount = 12;
    const auto other = testing::coreReport(sample(kCancer), settings);
    ASSERT_TRUE(QTest::qWaitForWindowActive(dialog));
    dialog->printedField()->setFocus();
    dialog->printedField()->setText(toQString(fixedText(*other->score("ece"), 4)));
    QTest::keyClick(dialog->printedField(), Qt::Key_Return);
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialog->found()->isVisible(); }, kPatience))
        << dialog->answer()->text().toStdString();
    const double value = dialog->found()->item(0, 0)->text().toDouble();
    EXPECT_NEAR(value, *other->score("ece"), 5e-5);
    const QString name = dialog->found()->item(0, 1)->text();
    ASSERT_EQ(QApplication::focusWidget(), dialog->printedField());
    // Another number is another search; a second Return adopts what was found.
    const QString sought = dialog->printedField()->text();
    dialog->printedField()->selectAll();
    QTest::keyClicks(dialog->printedField(), QStringLiteral("99.9"));
    EXPECT_EQ(dialog->printedField()->text(), QStringLiteral("99.9"));
    QTest::keyClick(dialog->printedField(), Qt::Key_Return);
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return dialog->answer()->text().startsWith(QStringLiteral("None of")); }, kPatience))
        << dialog->answer()->text().toStdString();
    dialog->printedField()->setText(sought);
    QTest::keyClick(dialog->printedField(), Qt::Key_Return);
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialog->found()->isVisible(); }, kPatience));
    QTest::keyClick(dialog->printedField(), Qt::Key_Return);
    EXPECT_TRUE(dialog->isVisible());
    ASSERT_TRUE(settle(m_window.session()));
    const auto isNamed = [&](const ScoreDefinition& score) {
        return toQString(score.shortName) == name;
    };
    const auto definition = std::ranges::find_if(scoreDefinitions(), isNamed);
    ASSERT_NE(definition, scoreDefinitions().end());
    EXPECT_NEAR(*report().score(definition->id), value, 1e-6);
}

TEST_F(MenuActions, theBinsOfAnotherProgramAreUsed) {
    open({sample(kCancer)});
    Q_EMIT m_window.side()->scores()->conventionsRequested();
    auto* dialog = m_window.findChild<ConventionsDialog*>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialog->rowCount() > 0; }, kPatience));
    auto* table = dialog->findChildren<QTableWidget*>().front();
    table = table == dialog->found() ? dialog->findChildren<QTableWidget*>().back() : table;
    table->selectRow(0);
    dialog->findChild<QPushButton*>()->click();
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(m_window.session().settings().preset, eceConventions()[0].id);
    // Another file has other numbers, and no found ways yet.
    open({sample(kDigits)});
    EXPECT_FALSE(dialog->found()->isVisible());
    // What is still searched is of the rows before.
    dialog->printedField()->setText(toQString(fixedText(*report().score("ece"), 4)));
    QTest::keyClick(dialog->printedField(), Qt::Key_Return);
    open({sample(kCancer)});
    constexpr int searchPatience = 2000;  // ms
    EXPECT_FALSE(QTest::qWaitFor([&] { return dialog->found()->isVisible(); }, searchPatience));
    EXPECT_FALSE(dialog->answer()->isVisible());
}

TEST_F(MenuActions, aSearchForAPrintedErrorIsOfItsModelAlone) {
    std::string text = "y,prob_lr,prob_rf\n";
    for (int row = 0; row < 90; ++row)
        text += std::to_string(row % 3 == 0) + ",0." + std::to_string(100 + 7 * row) + ",0." +
                std::to_string(100 + 9 * row) + "\n";
    const testing::TemporaryFolder folder;
    open({QString::fromStdString(folder.write("two.csv", text))});
    Q_EMIT m_window.side()->scores()->conventionsRequested();
    auto* dialog = m_window.findChild<ConventionsDialog*>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialog->rowCount() > 0; }, kPatience));
    dialog->printedField()->setText(toQString(fixedText(*report().score("ece"), 4)));
    QTest::keyClick(dialog->printedField(), Qt::Key_Return);
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialog->found()->isVisible(); }, kPatience));
    ASSERT_EQ(m_window.session().models().size(), 2U);
    m_window.session().showModel(1);
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_FALSE(dialog->found()->isVisible());
}

TEST_F(MenuActions, aClassIsShownByAClickAndAmongTheOthers) {
    open({sample(kDigits)});
    SummaryTable* classes = m_window.side()->classes();
    Q_EMIT classes->rowChosen(3);
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(report().view, (View{View::Kind::OneVsRest, 3}));
    Q_EMIT classes->facetsRequested();
    auto* facets = m_window.findChild<FacetsDialog*>();
    ASSERT_TRUE(facets && facets->isVisible());
    EXPECT_TRUE(QTest::qWaitFor([&] { return facets->view()->facets().size() == 10; }, kPatience));
    Q_EMIT facets->view()->facetChosen(5);
    ASSERT_TRUE(settle(m_window.session()));
    EXPECT_EQ(report().view, (View{View::Kind::OneVsRest, 5}));
}

}  // namespace
}  // namespace diagonal
