// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <QMainWindow>
#include <QTimer>

#include "app/comparing/comparison_page.h"
#include "app/headless/command_line.h"
#include "app/headless/command_text.h"
#include "app/session/session.h"
#include "app/window/application_style.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QSplitter;
class QStackedWidget;

namespace diagonal {

class ChancePlayer;
class ComparisonController;
class DiagramView;
class DropFrame;
class ExportController;
class FigurePage;
class FigureStage;
class FocusRing;
class HelpDialog;
class ImportPanel;
class LiveQueryController;
class MainMenu;
class MessageBanner;
class Preferences;
class QueryDialog;
class RecalibrationController;
class RowListController;
class SummaryController;
class SidePanel;
class ViewMemory;
class WelcomePage;

/// Builds the parts of the window and connects them; no other class does.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(Theme theme = systemTheme());
    ~MainWindow() override;

    /// Opens the files of a command line with its settings.
    void start(const CommandLine& line);
    /// Opens one file: predictions, or a picture whose files may be recent ones.
    void openFile(const QString& file);
    void setTheme(Theme theme);
    /// Restores what an earlier window remembered in this file, and remembers from now on.
    void usePreferences(const QString& file);

    Session& session() { return m_session; }
    DiagramView* diagram() const { return m_diagram; }
    FigureStage* figure() const { return m_figure; }
    const FocusRing& focusRing() const { return *m_focusRing; }
    FigurePage* page() const { return m_page; }
    WelcomePage* welcome() const { return m_welcome; }
    SidePanel* side() const { return m_side; }
    ImportPanel* importPanel() const { return m_import; }
    MessageBanner* findings() const { return m_findings; }
    /// True if the import panel is shown in place of the diagram.
    bool showsImport() const;
    void showImport(bool show);
    /// True if several models are shown in place of the diagram.
    bool showsComparison() const;
    void showComparison(bool show);
    ComparisonPage* comparison() const { return m_comparison; }
    ComparisonController* comparisonController() const { return m_comparisonController; }
    /// Returns the sentence about what was read and assumed.
    QString summary() const;
    /// Returns the error shown; empty if there is none.
    QString shownError() const;
    /// The help window; null until it is requested.
    HelpDialog* help() const { return m_help; }
    ExportController* exportController() const { return m_exportController; }
    RecalibrationController* recalibrationController() const { return m_recalibrationController; }

    /// Asks the user for files, beginning in a folder; tests replace it.
    std::function<QStringList(const QString& folder)> chooseFiles;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    QWidget* buildStage();
    void buildStatusBar();
    void connectMenu();
    void connectSession();
    void connectSelection();
    void connectChance();
    void connectImport();

    void openFiles();
    /// Opens the window for queries, on an SQLite file if one is named.
    void showQuery(const QString& database = {});
    void open(const QStringList& files);
    /// Forgets what start() wanted to show once its file is measured.
    void forgetStart();
    /// Lets what start() wants to show wait for the first report of one of these files.
    void await(const std::vector<std::string>& names);
    /// True once one of them was read and measured.
    bool isStarted() const;
    void showReading(const QString& file);
    void showProgress(qulonglong done, qulonglong total);
    void showReport();
    void showFiles();
    void refreshImport();
    void showFindings();
    void showFirstNotes(const Report& report);
    bool offerLastView(const QString& text);
    void showView(const CommandLine& line);
    void showError(const Error& error);
    void showDetail();
    void showHelp();
    void selectBin(std::optional<std::size_t> bin);
    void showSelection(const ListSelection& selection);
    void followSelection();
    void rememberFiles();
    void rememberView();
    void openRecent(const QStringList& files);
    void showRecent();
    void showCards();
    void setParts(const FigureParts& parts);
    void connectComparison();
    void connectThreshold();
    /// Exports or copies what is shown: the figure of one model, or of several.
    void exportShown();
    ShownFigure shownFigure() const;
    /// True if the view needs no options on a command line, apart from theme and zoom.
    bool isShownAsRead() const;
    std::optional<ShownFigure> shownComparison() const;
    /// True if a figure shows a database's answer, whose file is gone when the program ends.
    bool holdsAnswer(const ShownFigure& shown) const;
    Result<CommandLine> lineOfPicture(const QStringList& files) const;
    void showChange(const FoundSession& session);
    std::shared_ptr<const CurveBeside> besideOf(const std::shared_ptr<const Report>& report) const;
    std::shared_ptr<const Report> withBeside(const std::shared_ptr<const Report>& report) const;
    void connectFiles();
    void connectFigure();
    void showNothing();
    void showShortcuts();
    void showPalette();
    /// Copies the table that has the focus, else the figure.
    void copyFocused();
    void showNotice(const QString& notice);

    Session m_session;
    std::unique_ptr<Preferences> m_preferences;  ///< null if nothing is remembered
    std::unique_ptr<ViewMemory> m_views;         ///< null if nothing is remembered
    std::string m_shownFile;
    bool m_isOpening = false;       ///< a file was read, and its first report is not shown yet
    std::function<void()> m_offer;  ///< what the button of m_findings does
    std::weak_ptr<const Dataset> m_notedRows;  ///< that m_findings tells of
    QString m_problem;                         ///< the last error, in words for the window
    std::optional<CommandLine> m_startLine;
    std::string m_startModel;            ///< name of the model to show once its file is measured
    std::vector<std::string> m_awaited;  ///< files whose report start() awaits, or their folder
    std::weak_ptr<const Dataset> m_beforeAwaited;  ///< what was shown before
    /// What a picture says, until its file is shown.
    struct OpenedPicture {
        std::string file;
        std::optional<Axis> zoom;
        FoundSession session;
        std::optional<RecalibrationChoice> map;
    };
    std::optional<OpenedPicture> m_picture;
    QString m_unplaced;  ///< a picture whose file the user is asked for
    /// The bars in an opened picture that have changed since, and what they are of.
    struct EarlierBars {
        std::string file;
        std::shared_ptr<const ReliabilityCurve> bars;
        AnalysisSettings settings;
        RowConditions listed;  ///< what the picture lists beside its figure
    };
    EarlierBars m_earlier;
    std::optional<ComparisonView> m_startView;  ///< shown once an awaited file is measured
    Theme m_theme = Theme::Light;
    std::optional<std::size_t> m_hovered;
    std::optional<std::size_t> m_selected;
    double m_selectedConfidence = 0;

    QStackedWidget* m_stage = nullptr;
    FigurePage* m_page = nullptr;
    FigureStage* m_figure = nullptr;   ///< a part of m_page
    DiagramView* m_diagram = nullptr;  ///< a part of m_figure
    ImportPanel* m_import = nullptr;
    QScrollArea* m_importPage = nullptr;  ///< holds m_import
    ComparisonPage* m_comparison = nullptr;
    ComparisonController* m_comparisonController = nullptr;
    WelcomePage* m_welcome = nullptr;
    MessageBanner* m_banner = nullptr;
    MessageBanner* m_findings = nullptr;
    SidePanel* m_side = nullptr;
    SummaryController* m_summaryController = nullptr;
    RecalibrationController* m_recalibrationController = nullptr;
    LiveQueryController* m_liveQuery = nullptr;
    RowListController* m_rowList = nullptr;
    ChancePlayer* m_chance = nullptr;
    QueryDialog* m_query = nullptr;  ///< created on first use
    MainMenu* m_menu = nullptr;
    HelpDialog* m_help = nullptr;  ///< created when first requested
    QPushButton* m_summary = nullptr;
    QLabel* m_notice = nullptr;
    QTimer m_noticeTimer;
    QTimer m_viewTimer;       ///< until the view is remembered
    QString m_lastingNotice;  ///< shown while there is no other
    QSplitter* m_splitter = nullptr;
    DropFrame* m_dropFrame = nullptr;
    QProgressBar* m_progress = nullptr;
    std::unique_ptr<FocusRing> m_focusRing;
    ExportController* m_exportController;
};

}  // namespace diagonal
