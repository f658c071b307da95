// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include <QMainWindow>

#include "app/headless/command_line.h"
#include "app/session/session.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace diagonal {

class DiagramView;
class ExportController;
class HelpDialog;
class ImportPanel;
class MainMenu;
class MessageBanner;
class RecalibrationController;
class SummaryController;
class SidePanel;
class WelcomePage;

/// Builds the parts of the window and connects them; no other class does.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);

    /// Opens the files of a command line with its settings.
    void start(const CommandLine& line);
    void setTheme(Theme theme);

    Session& session() { return m_session; }
    DiagramView* diagram() const { return m_diagram; }
    SidePanel* side() const { return m_side; }
    ImportPanel* importPanel() const { return m_import; }
    MessageBanner* findings() const { return m_findings; }
    /// True if the import panel is shown in place of the diagram.
    bool showsImport() const;
    void showImport(bool show);
    /// Returns the sentence about what was read and assumed.
    QString summary() const;
    /// Returns the error shown; empty if there is none.
    QString shownError() const;
    /// The help window; null until it is requested.
    HelpDialog* help() const { return m_help; }
    ExportController* exportController() const { return m_exportController; }
    RecalibrationController* recalibrationController() const { return m_recalibrationController; }

    /// Asks the user for files; tests replace it.
    std::function<QStringList()> chooseFiles;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* buildStage();
    void buildStatusBar();
    void connectMenu();
    void connectSession();
    void connectSelection();
    void connectImport();

    void openFiles();
    void open(const QStringList& files);
    void openSample(const QString& file);
    void showReading(const QString& file);
    void showProgress(qulonglong done, qulonglong total);
    void showReport();
    void showFiles();
    void refreshImport();
    void showFindings();
    void showError(const Error& error);
    void showDetail();
    void showHelp();
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
    ImportPanel* m_import = nullptr;
    WelcomePage* m_welcome = nullptr;
    MessageBanner* m_banner = nullptr;
    MessageBanner* m_findings = nullptr;
    SidePanel* m_side = nullptr;
    SummaryController* m_summaryController = nullptr;
    RecalibrationController* m_recalibrationController = nullptr;
    MainMenu* m_menu = nullptr;
    HelpDialog* m_help = nullptr;  ///< created when first requested
    QPushButton* m_summary = nullptr;
    QLabel* m_notice = nullptr;
    QProgressBar* m_progress = nullptr;
    ExportController* m_exportController;
};

}  // namespace diagonal
