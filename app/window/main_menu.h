// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QList>
#include <QObject>

#include "app/diagram/painting/diagram_style.h"
#include "core/predictions/predictions.h"
#include "core/publishing/figure_words.h"
#include "core/publishing/tables.h"

class QAction;
class QActionGroup;
class QMenu;
class QMenuBar;

namespace diagonal {

/// The menus of the window; emits a signal for each chosen entry.
class MainMenu : public QObject {
    Q_OBJECT

public:
    explicit MainMenu(QMenuBar* bar);

    /// Enables or disables the entries that need a diagram.
    void enableFigure(bool enable = true);
    /// Enables or disables the entries that zoom, which not every diagram can.
    void enableZoom(bool enable);
    /// Tells whether the comparison of models is shown.
    void showComparison(bool shown);
    /// Tells whether the list of rows is shown.
    void showRows(bool shown);
    /// Enables the entry that plays what chance does.
    void enableChance(bool enable);
    /// Tells whether what chance does is played.
    void showChance(bool plays);
    /// Tells how many files are open.
    void showFileCount(std::size_t files);
    /// Returns the entries of the figure's context menu.
    QList<QAction*> figureActions() const;
    /// Returns all entries with a shortcut.
    QList<QAction*> shortcuts() const;
    /// Returns the menus. QAction::statusTip says why an entry is disabled.
    QList<QAction*> menus() const;
    void showHistory(bool canUndo, bool canRedo);
    void showTheme(Theme theme);
    void showScores(std::optional<ScoreKind> kind);
    void showRecentFiles(const QList<QStringList>& files);
    void showFullScreen(bool full);
    void showParts(const FigureParts& parts);
    FigureParts parts() const;

Q_SIGNALS:
    void openRequested();
    void queryRequested();
    void closeRequested();
    /// The next file (1) or the one before (-1).
    void stepRequested(int direction);
    void commandCopyRequested();
    void shortcutsRequested();
    /// Zooms the horizontal axis by a factor; 0 shows all of it.
    void zoomRequested(double factor);
    void sampleRequested(const QString& file);
    /// A file of predictions, and that of its labels if it has one.
    void recentRequested(const QStringList& files);
    void recentCleared();
    void reloadRequested();
    void importRequested();
    void scoresRequested(std::optional<diagonal::ScoreKind> kind);
    void exportRequested();
    void copyRequested();
    void tableCopyRequested(diagonal::TableKind kind, diagonal::TableFormat format);
    void tableSaveRequested(diagonal::TableKind kind);
    void wordsCopyRequested(diagonal::Wording wording);
    void quitRequested();
    void undoRequested();
    void redoRequested();
    void recalibrationRequested();
    /// Shows the comparison of models, or leaves it.
    void comparisonRequested(bool show);
    void rowsRequested(bool show);
    /// Plays what chance does, or ends it.
    void chanceRequested(bool play);
    void themeRequested(diagonal::Theme theme);
    void helpRequested();
    void paletteRequested();
    void partsRequested(const diagonal::FigureParts& parts);
    void fullScreenRequested(bool full);

private:
    void buildFile(QMenu* menu);
    void buildScores(QMenu* menu);
    void buildEdit(QMenu* menu);
    void buildCopies(QMenu* menu);
    void buildView(QMenu* menu);
    void buildHelp(QMenu* menu);

    QMenuBar* m_bar;
    QMenu* m_scores = nullptr;
    QMenu* m_recent = nullptr;
    QAction* m_compare = nullptr;
    QAction* m_rows = nullptr;
    QAction* m_chance = nullptr;
    std::vector<QAction*> m_switches;  ///< of kFigureSwitches
    QAction* m_fullScreen = nullptr;
    QActionGroup* m_themes = nullptr;
    QAction* m_export = nullptr;
    QAction* m_copy = nullptr;
    QAction* m_command = nullptr;
    QAction* m_close = nullptr;
    QAction* m_next = nullptr;
    QAction* m_previous = nullptr;
    std::vector<QAction*> m_zooms;
    std::vector<QMenu*> m_taken;  ///< menus of what can be taken out of a report
    QAction* m_recalibrate = nullptr;
    QAction* m_undo = nullptr;
    QAction* m_redo = nullptr;
};

}  // namespace diagonal
