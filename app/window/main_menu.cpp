// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_menu.h"

#include <QActionGroup>
#include <QDir>
#include <QMenuBar>
#include <QMessageBox>
#include <QWhatsThis>

#include "app/diagram/painting/figure_content.h"
#include "app/platform/samples.h"
#include "app/text/labels.h"
#include "app/text/number_text.h"
#include "core/reporting/writing/report_writer.h"

namespace diagonal {
namespace {

/// The tables that the menus save and copy.
constexpr TableKind kTakenTables[] = {TableKind::Scores, TableKind::Bins, TableKind::Classes};

void showAbout(QWidget* parent) {
    auto* box = new QMessageBox(parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(MainMenu::tr("About Diagonal"));
    box->setText(MainMenu::tr("Diagonal %1").arg(toQString(version())));
    box->setInformativeText(
        MainMenu::tr("Shows whether a classifier's confidence can be trusted.\n\n"
                     "Free software under the GNU General Public License, version 3."));
    box->open();
}

}  // namespace

MainMenu::MainMenu(QMenuBar* bar) : QObject(bar), m_bar(bar) {
    QMenu* file = bar->addMenu(tr("&File"));
    QMenu* edit = bar->addMenu(tr("&Edit"));
    buildFile(file);
    buildEdit(edit);
    buildView(bar->addMenu(tr("&View")));
    buildHelp(bar->addMenu(tr("&Help")));
    const auto explain = [](const QString& why, std::initializer_list<QAction*> actions) {
        for (QAction* action : actions) {
            const auto tell = [action, why](bool isEnabled) {
                action->setStatusTip(isEnabled ? QString() : why);
            };
            connect(action, &QAction::enabledChanged, action, tell);
            tell(action->isEnabled());
        }
    };
    explain(tr("needs an open file"),
            {m_compare, m_export, m_copy, m_command, m_recalibrate, m_close});
    for (const QMenu* taken : m_taken)
        explain(tr("needs an open file"), {taken->menuAction()});
    explain(tr("needs the rows of a file, in bins that do not depend on the outcomes"), {m_chance});
    explain(tr("lists the rows of one model: leave the comparison (Ctrl+M)"), {m_rows});
    explain(tr("needs a second open file"), {m_next, m_previous});
    explain(tr("nothing was changed"), {m_undo});
    explain(tr("nothing was undone"), {m_redo});
    explain(tr("no file was opened yet"), {m_recent->menuAction()});
    for (QAction* zoom : m_zooms)
        explain(tr("this diagram has one scale"), {zoom});
}

void MainMenu::buildFile(QMenu* menu) {
    menu->addAction(tr("&Open…"), QKeySequence::Open, this, &MainMenu::openRequested);
    m_recent = menu->addMenu(tr("Open &recent"));
    showRecentFiles({});
    QMenu* sampleMenu = menu->addMenu(tr("Open &sample"));
    for (const Sample& sample : samples()) {
        sampleMenu->addAction(sample.title, this,
                              [this, file = sample.file] { Q_EMIT sampleRequested(file); });
    }
    menu->addAction(tr("Query a &database…"), this, &MainMenu::queryRequested);
    m_close =
        menu->addAction(tr("&Close file"), QKeySequence::Close, this, &MainMenu::closeRequested);
    m_next = menu->addAction(tr("&Next file"), QKeySequence(tr("Ctrl+PgDown")), this,
                             [this] { Q_EMIT stepRequested(1); });
    m_previous = menu->addAction(tr("&Previous file"), QKeySequence(tr("Ctrl+PgUp")), this,
                                 [this] { Q_EMIT stepRequested(-1); });
    showFileCount(0);
    menu->addAction(tr("Re&load"), QKeySequence::Refresh, this, &MainMenu::reloadRequested);
    menu->addAction(tr("&Import settings…"), QKeySequence(tr("Ctrl+I")), this,
                    &MainMenu::importRequested);
    buildScores(menu->addMenu(tr("Read scores &as")));
    menu->addSeparator();
    m_export = menu->addAction(tr("&Export figure…"), QKeySequence(tr("Ctrl+E")), this,
                               &MainMenu::exportRequested);
    m_copy = menu->addAction(tr("&Copy figure"), this, &MainMenu::copyRequested);
    // Ctrl+C copies the table that has the focus, else the figure, too.
    m_copy->setShortcuts({QKeySequence(tr("Ctrl+Shift+C")), QKeySequence::Copy});
    m_export->setEnabled(false);
    m_copy->setEnabled(false);
    QMenu* tables = menu->addMenu(tr("Save &table"));
    for (const TableKind kind : kTakenTables) {
        tables->addAction(tr("%1…").arg(toQString(choiceOf(kTableKinds, kind).label)), this,
                          [this, kind] { Q_EMIT tableSaveRequested(kind); });
    }
    m_taken.push_back(tables);
    tables->setEnabled(false);
    menu->addSeparator();
    menu->addAction(tr("&Quit"), QKeySequence::Quit, this, &MainMenu::quitRequested);
}

void MainMenu::buildScores(QMenu* menu) {
    m_scores = menu;
    auto* group = new QActionGroup(menu);
    const auto add = [&](const QString& text, std::optional<ScoreKind> kind) {
        QAction* action =
            menu->addAction(text, this, [this, kind] { Q_EMIT scoresRequested(kind); });
        action->setCheckable(true);
        action->setActionGroup(group);
    };
    add(tr("Detected"), std::nullopt);
    for (const auto& choice : kScoreKinds)
        add(toQString(choice.label), choice.value);
    showScores(std::nullopt);
}

void MainMenu::buildEdit(QMenu* menu) {
    m_undo = menu->addAction(tr("&Undo"), QKeySequence::Undo, this, &MainMenu::undoRequested);
    m_redo = menu->addAction(tr("&Redo"), QKeySequence::Redo, this, &MainMenu::redoRequested);
    QList<QKeySequence> redoKeys = m_redo->shortcuts();
    const QKeySequence other(Qt::CTRL | Qt::Key_Y);
    if (!redoKeys.contains(other)) m_redo->setShortcuts(redoKeys << other);
    menu->addSeparator();
    m_recalibrate = menu->addAction(tr("&Recalibrate…"), QKeySequence(tr("Ctrl+K")), this,
                                    &MainMenu::recalibrationRequested);
    m_recalibrate->setEnabled(false);
    menu->addSeparator();
    buildCopies(menu);
    showHistory(false, false);
}

void MainMenu::buildCopies(QMenu* menu) {
    for (const TableKind kind : kTakenTables) {
        const QString name = toQString(choiceOf(kTableKinds, kind).label).toLower();
        QMenu* formats = menu->addMenu(tr("Copy %1 as").arg(name));
        for (const auto& [text, format] :
             {std::pair(tr("&Table for a spreadsheet"), TableFormat::Tabbed),
              std::pair(tr("&Markdown"), TableFormat::Markdown),
              std::pair(tr("&LaTeX"), TableFormat::Latex)}) {
            formats->addAction(text, this, [this, kind = kind, format = format] {
                Q_EMIT tableCopyRequested(kind, format);
            });
        }
        m_taken.push_back(formats);
    }
    m_command = menu->addAction(tr("Copy c&ommand"), this, &MainMenu::commandCopyRequested);
    m_command->setToolTip(tr("The command line that draws this figure"));
    m_command->setEnabled(false);
    QMenu* words = menu->addMenu(tr("Copy &caption for"));
    for (const auto& wording : kWordings) {
        words->addAction(toQString(wording.label), this,
                         [this, value = wording.value] { Q_EMIT wordsCopyRequested(value); });
    }
    m_taken.push_back(words);
    for (QMenu* taken : m_taken)
        taken->setEnabled(false);
}

void MainMenu::buildView(QMenu* menu) {
    menu->addSection(tr("Theme"));
    m_themes = new QActionGroup(menu);
    const auto add = [&](const QString& text, Theme theme) {
        QAction* action =
            menu->addAction(text, this, [this, theme] { Q_EMIT themeRequested(theme); });
        action->setCheckable(true);
        action->setActionGroup(m_themes);
        action->setData(QVariant::fromValue(static_cast<int>(theme)));
    };
    for (const auto& [theme, label] : offeredThemes())
        add(label, theme);
    menu->addSeparator();
    m_compare = menu->addAction(tr("Compare &models"));
    m_compare->setCheckable(true);
    m_compare->setEnabled(false);
    m_compare->setShortcut(QKeySequence(tr("Ctrl+M")));
    connect(m_compare, &QAction::triggered, this, &MainMenu::comparisonRequested);
    m_rows = menu->addAction(tr("List &rows of a bin"));
    m_rows->setCheckable(true);
    m_rows->setShortcut(QKeySequence(tr("Ctrl+J")));
    connect(m_rows, &QAction::triggered, this, &MainMenu::rowsRequested);
    m_chance = menu->addAction(tr("Play what &chance does"));
    m_chance->setCheckable(true);
    m_chance->setEnabled(false);
    connect(m_chance, &QAction::triggered, this, &MainMenu::chanceRequested);
    for (const FigureSwitch& one : kFigureSwitches) {
        QAction* action = m_switches.emplace_back(menu->addAction(toQString(one.label)));
        action->setCheckable(true);
        action->setShortcut(QKeySequence(toQString(one.keys)));
        connect(action, &QAction::toggled, this, [this] { Q_EMIT partsRequested(parts()); });
    }
    const auto addZoom = [&](const QString& text, const QKeySequence& key, double factor) {
        m_zooms.push_back(
            menu->addAction(text, key, this, [this, factor] { Q_EMIT zoomRequested(factor); }));
        m_zooms.back()->setEnabled(false);
    };
    constexpr double factor = 1.5;
    addZoom(tr("Zoom &in"), QKeySequence::ZoomIn, factor);
    addZoom(tr("Zoom &out"), QKeySequence::ZoomOut, 1 / factor);
    addZoom(tr("&Whole axis"), QKeySequence(tr("Ctrl+0")), 0);
    menu->addSeparator();
    m_fullScreen = menu->addAction(tr("&Full screen"));
    m_fullScreen->setCheckable(true);
    // Some desktops have no key of their own for this.
    QList<QKeySequence> keys = QKeySequence::keyBindings(QKeySequence::FullScreen);
    if (!keys.contains(QKeySequence(Qt::Key_F11))) keys << QKeySequence(Qt::Key_F11);
    m_fullScreen->setShortcuts(keys);
    connect(m_fullScreen, &QAction::triggered, this, &MainMenu::fullScreenRequested);
}

void MainMenu::buildHelp(QMenu* menu) {
    menu->addAction(tr("&Help"), QKeySequence::HelpContents, this, &MainMenu::helpRequested);
    menu->addAction(tr("&Find anything…"), QKeySequence(tr("Ctrl+Shift+P")), this,
                    &MainMenu::paletteRequested);
    menu->addAction(tr("&Keyboard shortcuts"), this, &MainMenu::shortcutsRequested);
    menu->addAction(tr("What's &this?"), QKeySequence::WhatsThis, menu,
                    [] { QWhatsThis::enterWhatsThisMode(); });
    menu->addAction(tr("&About Diagonal"), menu, [menu] { showAbout(menu->window()); });
}

void MainMenu::showComparison(bool shown) {
    m_compare->setChecked(shown);
    m_rows->setEnabled(!shown);
}

FigureParts MainMenu::parts() const {
    FigureParts parts;
    for (std::size_t i = 0; i < m_switches.size(); ++i)
        parts.*kFigureSwitches[i].value = m_switches[i]->isChecked();
    return parts;
}

void MainMenu::showRows(bool shown) {
    m_rows->setChecked(shown);
}

void MainMenu::enableFigure(bool enable) {
    m_compare->setEnabled(enable);
    for (QAction* action : {m_export, m_copy, m_command, m_recalibrate})
        action->setEnabled(enable);
    for (QMenu* taken : m_taken)
        taken->setEnabled(enable);
}

void MainMenu::enableZoom(bool enable) {
    for (QAction* action : m_zooms)
        action->setEnabled(enable);
}

void MainMenu::showFileCount(std::size_t files) {
    m_close->setEnabled(files > 0);
    m_next->setEnabled(files > 1);
    m_previous->setEnabled(files > 1);
}

QList<QAction*> MainMenu::figureActions() const {
    QList<QAction*> actions{m_copy, m_command, m_export};
    for (const auto* more : {&m_switches, &m_zooms})
        actions.append(QList<QAction*>(more->begin(), more->end()));
    return actions;
}

QList<QAction*> MainMenu::menus() const {
    return m_bar->actions();
}

QList<QAction*> MainMenu::shortcuts() const {
    QList<QAction*> found;
    const auto addShortcuts = [&found](const auto& self, const QList<QAction*>& actions) -> void {
        for (QAction* action : actions) {
            if (action->menu()) self(self, action->menu()->actions());
            if (!action->shortcut().isEmpty()) found << action;
        }
    };
    addShortcuts(addShortcuts, m_bar->actions());
    return found;
}

void MainMenu::showHistory(bool canUndo, bool canRedo) {
    m_undo->setEnabled(canUndo);
    m_redo->setEnabled(canRedo);
}

void MainMenu::showTheme(Theme theme) {
    for (QAction* action : m_themes->actions())
        action->setChecked(action->data().toInt() == static_cast<int>(theme));
}

void MainMenu::showRecentFiles(const QList<QStringList>& files) {
    m_recent->clear();
    m_recent->setEnabled(!files.isEmpty());
    for (const QStringList& pair : files) {
        const QString text = QDir::toNativeSeparators(pair.join(QStringLiteral(" + ")));
        m_recent->addAction(withoutShortcut(text), this,
                            [this, pair] { Q_EMIT recentRequested(pair); });
    }
    m_recent->addSeparator();
    m_recent->addAction(tr("&Clear list"), this, &MainMenu::recentCleared);
}

void MainMenu::enableChance(bool enable) {
    m_chance->setEnabled(enable);
}

void MainMenu::showChance(bool plays) {
    m_chance->setChecked(plays);
}

void MainMenu::showFullScreen(bool full) {
    m_fullScreen->setChecked(full);
}

void MainMenu::showParts(const FigureParts& parts) {
    for (std::size_t i = 0; i < m_switches.size(); ++i)
        m_switches[i]->setChecked(parts.*kFigureSwitches[i].value);
}

void MainMenu::showScores(std::optional<ScoreKind> kind) {
    const auto found = std::ranges::find(kScoreKinds, kind, &Choice<ScoreKind>::value);
    const auto place = kind ? found - kScoreKinds.begin() + 1 : 0;
    m_scores->actions().at(place)->setChecked(true);
}

}  // namespace diagonal
