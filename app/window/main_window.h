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
class Exporter;
class ImportPanel;
class MainMenu;
class MessageBanner;
class Recalibrations;
class Comparisons;
class SidePanel;
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
    SidePanel* side() const { return m_side; }
    ImportPanel* importPanel() const { return m_import; }
    MessageBanner* doctor() const { return m_doctor; }
    /// Whether the window shows how the file is read, in place of the diagram.
    bool showsImport() const;
    void showImport(bool show);
    /// The sentence about what was read and assumed.
    QString summary() const;
    /// The error that is shown, empty where none is.
    QString shownError() const;
    Exporter* exporter() const { return m_exporter; }
    Comparisons* comparisons() const { return m_comparisons; }
    Recalibrations* recalibrations() const { return m_recalibrations; }

    /// How files are chosen; tests put a function of their own.
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
    void showDoctor();
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
    ImportPanel* m_import = nullptr;
    WelcomePage* m_welcome = nullptr;
    MessageBanner* m_banner = nullptr;
    MessageBanner* m_doctor = nullptr;
    SidePanel* m_side = nullptr;
    Comparisons* m_comparisons = nullptr;
    Recalibrations* m_recalibrations = nullptr;
    MainMenu* m_menu = nullptr;
    QPushButton* m_summary = nullptr;
    QLabel* m_notice = nullptr;
    QProgressBar* m_progress = nullptr;
    Exporter* m_exporter;
};

}  // namespace diagonal
