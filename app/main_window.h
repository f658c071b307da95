// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include <QMainWindow>

#include "app/background_job.h"
#include "app/command_line.h"
#include "app/session.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTabWidget;

namespace diagonal {

class BinDetail;
class BinTable;
class DiagramView;
class MainMenu;
class MessageBanner;
class NotesPanel;
class ScoresPanel;
class SettingsPanel;
class WelcomePage;

/// Builds the parts of the window and connects them; the only one who connects.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);

    /// Opens what a command line names, with its settings.
    void start(const CommandLine& line);
    void setTheme(Theme theme);

    Session& session() { return m_session; }
    DiagramView* diagram() const { return m_diagram; }
    SettingsPanel* settingsPanel() const { return m_settingsPanel; }
    ScoresPanel* scoresPanel() const { return m_scores; }
    BinTable* binTable() const { return m_table; }
    BinDetail* binDetail() const { return m_detail; }
    /// The sentence about what was read and assumed.
    QString summary() const;
    /// The error that is shown, empty where none is.
    QString shownError() const;
    /// Draws the shown report into `path`, in the background.
    void exportFigure(const FigureOptions& options, const QString& path);

    /// How files are chosen; tests put a function of their own.
    std::function<QStringList()> chooseFiles;
    std::function<QString()> chooseExportPath;

Q_SIGNALS:
    void figureExported(const QString& path, const QString& problem);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* buildStage();
    QWidget* buildSide();
    void buildStatusBar();
    void connectMenu();
    void connectSession();
    void connectSelection();

    void openFiles();
    void openSample(const QString& file);
    void openExportDialog();
    void copyFigure();
    void showReading(const QString& file);
    void showProgress(qulonglong done, qulonglong total);
    void showReport();
    void showFiles();
    void showError(const Error& error);
    void showDetail();
    void selectBin(std::optional<std::size_t> bin);
    void followSelection();

    Session m_session;
    std::optional<CommandLine> m_startLine;
    Theme m_theme = Theme::Light;
    std::optional<std::size_t> m_hovered;
    std::optional<std::size_t> m_selected;
    double m_selectedConfidence = 0;

    QStackedWidget* m_stage = nullptr;
    DiagramView* m_diagram = nullptr;
    QWidget* m_side = nullptr;
    WelcomePage* m_welcome = nullptr;
    MessageBanner* m_banner = nullptr;
    MainMenu* m_menu = nullptr;
    SettingsPanel* m_settingsPanel = nullptr;
    QComboBox* m_fileBox = nullptr;
    QTabWidget* m_tabs = nullptr;
    ScoresPanel* m_scores = nullptr;
    BinTable* m_table = nullptr;
    NotesPanel* m_notes = nullptr;
    BinDetail* m_detail = nullptr;
    QPushButton* m_summary = nullptr;
    QLabel* m_notice = nullptr;
    QProgressBar* m_progress = nullptr;
    BackgroundJob<std::pair<QString, QString>> m_saveJob;  ///< path and problem
};

}  // namespace diagonal
