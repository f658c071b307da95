// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include <QApplication>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QListView>
#include <QMenuBar>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>

#include "app/chance/chance_bar.h"
#include "app/chance/chance_player.h"
#include "app/comparing/comparison_controller.h"
#include "app/databases/database.h"
#include "app/diagram/diagram_view.h"
#include "app/diagram/lines/line_plot_view.h"
#include "app/exporting/export_controller.h"
#include "app/headless/figure_session.h"
#include "app/headless/headless.h"
#include "app/opening/import_panel.h"
#include "app/opening/message_banner.h"
#include "app/opening/welcome_page.h"
#include "app/palette/command_palette.h"
#include "app/palette/palette_entries.h"
#include "app/querying/live_query_controller.h"
#include "app/querying/query_dialog.h"
#include "app/recalibrating/recalibration_controller.h"
#include "app/remembering/preferences.h"
#include "app/remembering/view_memory.h"
#include "app/results/bin_detail.h"
#include "app/results/bin_table.h"
#include "app/results/decide_panel.h"
#include "app/results/facets_dialog.h"
#include "app/results/notes_panel.h"
#include "app/results/scores_panel.h"
#include "app/selecting/figure_page.h"
#include "app/selecting/row_list_controller.h"
#include "app/selecting/row_list_panel.h"
#include "app/settings/settings_panel.h"
#include "app/text/advice_text.h"
#include "app/text/number_text.h"
#include "app/window/drop_frame.h"
#include "app/window/figure_stage.h"
#include "app/window/focus_ring.h"
#include "app/window/help_dialog.h"
#include "app/window/input_guard.h"
#include "app/window/main_menu.h"
#include "app/window/shortcuts_dialog.h"
#include "app/window/side_panel.h"
#include "app/window/summary_controller.h"
#include "core/base/text.h"
#include "core/models/model_list.h"
#include "core/publishing/diagrams/diagram.h"
#include "core/reading/file_formats.h"

namespace diagonal {
namespace {

/// "10,000 rows, 10 classes, read as logits; accuracy 92.4 %".
QString summaryOf(const Report& report) {
    const DatasetSummary& data = report.dataset;
    QString text = toQString(counted(data.rows, "row"));
    if (data.classes)
        text += QStringLiteral(", ") + toQString(counted(*data.classes, "class", "classes"));
    text +=
        QStringLiteral(", ") + toQString(data.howKnown(choiceOf(kScoreKinds, data.scores).word));
    if (data.isReadLikeBefore) text += MainWindow::tr(", with the options of the last such file");
    if (const auto accuracy = report.score("accuracy")) {
        text += QStringLiteral("; %1 %2 %")
                    .arg(toQString(accuracyName(report)))
                    .arg(100 * *accuracy, 0, 'f', 1);
    }
    if (data.skipped > 0) {
        text += MainWindow::tr("; %1 skipped").arg(toQString(counted(data.skipped, "row")));
    }
    return text;
}

QString asSentence(const std::string& text) {
    QString sentence = toQString(text);
    sentence[0] = sentence[0].toUpper();
    return sentence + QLatin1Char('.');
}

/// "*.csv *.tsv ...": the extensions of all formats, for a file dialog.
QString filePatterns() {
    QStringList patterns;
    const auto add = [&](std::span<const std::string_view> extensions) {
        for (const std::string_view extension : extensions)
            patterns << QLatin1Char('*') + toQString(extension);
    };
    for (const FileFormat& format : fileFormats()) {
        add(format.extensions);
        add(format.commonExtensions);
    }
    add(compressionExtensions());
    return patterns.join(QLatin1Char(' '));
}

}  // namespace

MainWindow::MainWindow(Theme theme)
    : chooseFiles([this](const QString& folder) {
          return QFileDialog::getOpenFileNames(
              this, tr("Open predictions"), folder,
              tr("Predictions and figures (%1 *.png *.svg *.pdf *.diagonal);;All files (*)")
                  .arg(filePatterns()));
      }),
      m_focusRing(std::make_unique<FocusRing>()),
      m_exportController(new ExportController(this)) {
    setWindowTitle(tr("Diagonal"));
    setAcceptDrops(true);
    resize(1180, 860);
    m_splitter = new QSplitter(Qt::Horizontal, this);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(5);
    m_splitter->addWidget(buildStage());
    m_side = new SidePanel(m_splitter);
    m_side->hide();
    m_summaryController = new SummaryController(m_session, *m_side, this);
    m_recalibrationController = new RecalibrationController(m_session, this);
    m_liveQuery = new LiveQueryController(m_session, this);
    m_rowList = new RowListController(m_session, *m_liveQuery, *m_page, this);
    m_splitter->addWidget(m_side);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    setCentralWidget(m_splitter);
    m_dropFrame = new DropFrame(this);
    buildStatusBar();
    m_menu = new MainMenu(menuBar());
    connectMenu();
    connectSession();
    connectSelection();
    connectChance();
    connectImport();
    connectComparison();
    setTheme(theme);
    qApp->installEventFilter(new InputGuard(this));
    qApp->installEventFilter(m_focusRing.get());
    constexpr int restMs = 1500;
    m_viewTimer.setSingleShot(true);
    m_viewTimer.setInterval(restMs);
    connect(&m_viewTimer, &QTimer::timeout, this, &MainWindow::rememberView);
    constexpr int noticeMs = 8000;
    m_noticeTimer.setSingleShot(true);
    m_noticeTimer.setInterval(noticeMs);
    connect(&m_noticeTimer, &QTimer::timeout, this, [this] { m_notice->setText(m_lastingNotice); });
}

MainWindow::~MainWindow() = default;

void MainWindow::usePreferences(const QString& file) {
    m_preferences = std::make_unique<Preferences>(file);
    m_views = std::make_unique<ViewMemory>(m_session, *m_liveQuery, *m_preferences);
    restoreGeometry(m_preferences->geometry());
    m_splitter->restoreState(m_preferences->splitter());
    if (const auto theme = m_preferences->theme()) setTheme(*theme);
    m_menu->showFullScreen(isFullScreen());
    m_menu->showParts(m_preferences->figureParts());
    showRecent();
    m_exportController->setLastExport(m_preferences->lastExport());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    rememberView();
    if (m_preferences) {
        m_preferences->setGeometry(saveGeometry());
        m_preferences->setSplitter(m_splitter->saveState());
    }
    QMainWindow::closeEvent(event);
}

void MainWindow::rememberFiles() {
    if (m_views && m_views->addShownFile()) showRecent();
}

void MainWindow::rememberView() {
    if (!m_views) return;
    if (showsComparison()) {
        const auto shown = shownComparison();
        const auto compared = m_comparison->figure();
        if (!shown || !compared) return;
        const bool isPlot = m_comparison->plot()->isVisible();
        QWidget& figure = isPlot ? static_cast<QWidget&>(*m_comparison->plot())
                                 : static_cast<QWidget&>(*m_comparison->facets());
        const auto ece = compared->models.front().report->score("ece");
        return m_views->rememberComparison(*shown, ece, figure);
    }
    const auto& report = m_session.report();
    const bool isShown = report && !report->isProvisional && !m_session.currentFileFailed() &&
                         m_stage->currentWidget() == m_page;
    if (isShown) m_views->remember(shownFigure(), isShownAsRead(), *m_figure);
}

/// Opens a file as it was shown last.
void MainWindow::openRecent(const QStringList& files) {
    const auto line = m_views ? m_views->lineOf(files) : std::nullopt;
    if (!line) return open(files);
    if (showsImport()) showImport(false);
    start(*line);
}

void MainWindow::showRecent() {
    m_menu->showRecentFiles(m_preferences ? m_preferences->recentFiles() : QList<QStringList>());
    // A window that starts with a file reads no pictures of others.
    QTimer::singleShot(0, this, &MainWindow::showCards);
}

void MainWindow::showCards() {
    if (m_stage->currentWidget() != m_welcome || m_session.isReading()) return;
    m_welcome->showViews(m_views ? m_views->cards() : QList<ViewCard>());
}

void MainWindow::setParts(const FigureParts& parts) {
    m_diagram->setParts(parts);
    m_exportController->setParts(parts);
    if (m_preferences) m_preferences->setFigureParts(parts);
}

void MainWindow::showNotice(const QString& notice) {
    m_notice->setText(notice);
    m_noticeTimer.start();
}

QWidget* MainWindow::buildStage() {
    auto* stage = new QWidget(this);
    auto* layout = new QVBoxLayout(stage);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_stage = new QStackedWidget(stage);
    m_figure = new FigureStage(m_stage);
    m_page = new FigurePage(m_figure, m_stage);
    m_diagram = m_figure->diagram();
    m_welcome = new WelcomePage(m_stage);
    connect(m_welcome, &WelcomePage::openRequested, this, &MainWindow::openFiles);
    connect(m_welcome, &WelcomePage::sampleRequested, this, &MainWindow::openFile);
    connect(m_welcome, &WelcomePage::viewRequested, this, &MainWindow::openRecent);
    m_stage->addWidget(m_welcome);
    m_stage->addWidget(m_page);
    m_import = new ImportPanel(m_stage);
    m_importPage = new QScrollArea(m_stage);
    m_importPage->setFrameShape(QFrame::NoFrame);
    m_importPage->setWidgetResizable(true);
    m_importPage->setWidget(m_import);
    m_stage->addWidget(m_importPage);
    m_comparison = new ComparisonPage(m_stage);
    m_stage->addWidget(m_comparison);
    m_comparisonController = new ComparisonController(m_session, *m_comparison, this);
    m_banner = new MessageBanner(stage);
    m_findings = new MessageBanner(stage);
    layout->addWidget(m_banner);
    layout->addWidget(m_findings);
    layout->addWidget(m_stage, 1);
    return stage;
}

void MainWindow::buildStatusBar() {
    m_summary = new QPushButton(this);
    m_summary->setFlat(true);
    m_summary->setToolTip(tr("What was read and assumed. Click to view or change it."));
    m_progress = new QProgressBar(this);
    m_progress->setMaximumWidth(180);
    m_progress->setMaximumHeight(12);
    m_progress->setTextVisible(false);
    m_progress->hide();
    m_notice = new QLabel(this);
    m_notice->setForegroundRole(QPalette::PlaceholderText);
    m_notice->setContentsMargins(0, 0, 10, 0);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_summary);
    statusBar()->addPermanentWidget(m_notice);
    statusBar()->addPermanentWidget(m_progress);
    m_summary->hide();
}

void MainWindow::connectMenu() {
    connect(m_menu, &MainMenu::openRequested, this, &MainWindow::openFiles);
    connect(m_menu, &MainMenu::queryRequested, this, [this] { showQuery(); });
    connect(m_menu, &MainMenu::sampleRequested, this, &MainWindow::openFile);
    connect(m_menu, &MainMenu::reloadRequested, &m_session, &Session::reread);
    connect(m_menu, &MainMenu::scoresRequested, &m_session, [this](std::optional<ScoreKind> kind) {
        ReadOptions options = m_session.readOptions();
        options.scores = kind;
        m_session.setReadOptions(options);
    });
    connect(m_menu, &MainMenu::exportRequested, this, &MainWindow::exportShown);
    connect(m_menu, &MainMenu::copyRequested, this, &MainWindow::copyFocused);
    connect(m_menu, &MainMenu::tableCopyRequested, m_exportController,
            [this](TableKind kind, TableFormat format) {
                m_exportController->copyTable(*m_session.report(), kind, format);
            });
    connect(m_menu, &MainMenu::tableSaveRequested, m_exportController,
            [this](TableKind kind) { m_exportController->saveTable(*m_session.report(), kind); });
    connect(m_menu, &MainMenu::wordsCopyRequested, m_exportController, [this](Wording wording) {
        m_exportController->copyWords(*m_session.report(), wording);
    });
    connect(m_exportController, &ExportController::statusMessage, this, &MainWindow::showNotice);
    connect(m_exportController, &ExportController::exportChosen, this,
            [this](const LastExport& last) {
                if (m_preferences) m_preferences->setLastExport(last);
            });
    connect(m_menu, &MainMenu::recalibrationRequested, m_recalibrationController,
            &RecalibrationController::open);
    connect(m_side->settings(), &SettingsPanel::recalibrationRequested, m_recalibrationController,
            &RecalibrationController::open);
    connect(m_side->settings(), &SettingsPanel::shiftRequested, m_recalibrationController,
            [this](double percent) {
                constexpr double hundred = 100;
                m_recalibrationController->openWith(
                    {.kind = MapKind::Shift, .shift = PrevalenceShift{percent / hundred}});
            });
    connect(&m_session, &Session::reportChanged, m_recalibrationController,
            &RecalibrationController::follow);
    connect(m_menu, &MainMenu::undoRequested, &m_session, &Session::undo);
    connect(m_menu, &MainMenu::redoRequested, &m_session, &Session::redo);
    connect(m_menu, &MainMenu::helpRequested, this, &MainWindow::showHelp);
    connect(m_menu, &MainMenu::paletteRequested, this, &MainWindow::showPalette);
    connect(m_menu, &MainMenu::themeRequested, this, [this](Theme theme) {
        setTheme(theme);
        if (m_preferences) m_preferences->setTheme(theme);
    });
    connect(m_menu, &MainMenu::partsRequested, this, &MainWindow::setParts);
    connect(m_menu, &MainMenu::recentRequested, this, &MainWindow::openRecent);
    connect(m_menu, &MainMenu::recentCleared, this, [this] {
        if (m_preferences) m_preferences->clearRecentFiles();
        showRecent();
    });
    connect(m_menu, &MainMenu::fullScreenRequested, this, [this](bool full) {
        setWindowState(windowState().setFlag(Qt::WindowFullScreen, full));
    });
    connect(m_menu, &MainMenu::shortcutsRequested, this, &MainWindow::showShortcuts);
    connect(m_menu, &MainMenu::quitRequested, this, &QWidget::close);
    connectFiles();
    connectFigure();
}

void MainWindow::connectFiles() {
    connect(m_menu, &MainMenu::closeRequested, &m_session, &Session::closeFile);
    connect(m_menu, &MainMenu::stepRequested, &m_session, [this](int direction) {
        const std::size_t files = m_session.files().size();
        if (files < 2) return;
        const std::size_t step = direction > 0 ? 1 : files - 1;
        m_session.showFile((m_session.shownFile() + step) % files);
    });
    connect(&m_session, &Session::allClosed, this, &MainWindow::showNothing);
}

void MainWindow::connectFigure() {
    connect(m_menu, &MainMenu::zoomRequested, m_diagram, [this](double factor) {
        if (factor > 0) return m_diagram->zoomBy(factor);
        m_diagram->setZoom(kWholeAxis);
    });
    connect(m_diagram, &DiagramView::zoomChanged, m_exportController, &ExportController::setZoom);
    connect(m_diagram, &DiagramView::zoomChanged, &m_viewTimer, qOverload<>(&QTimer::start));
    connect(m_menu, &MainMenu::commandCopyRequested, m_exportController, [this] {
        const auto compared = showsComparison() ? shownComparison() : std::nullopt;
        ShownFigure shown = compared ? *compared : shownFigure();
        // The command works in every folder.
        const auto absolute = [](std::string& name) {
            if (name != "-") name = QFileInfo(toQString(name)).absoluteFilePath().toStdString();
        };
        const auto makeAbsolute = [&absolute](PredictionFiles& files) {
            absolute(files.predictions);
            if (files.labels) absolute(*files.labels);
            std::ranges::for_each(files.moreParts, absolute);
        };
        QStringList missing;
        if (holdsAnswer(shown)) missing << tr("the query, whose answer goes with this window");
        std::ranges::for_each(shown.files, makeAbsolute);
        m_exportController->copyCommand(std::move(shown), std::move(missing));
    });
    m_exportController->sessionOf = [this](const Report& exported, const FigureOptions& options,
                                           const QString& picture) {
        const auto& report = m_session.report();
        if (showsComparison()) {
            auto shown = shownComparison();
            if (!shown || holdsAnswer(*shown)) return QByteArray();
            shown->figure = options;
            const auto figure = m_comparison->figure();
            return figureSession(*shown, exported, picture,
                                 figure ? figure->models : std::vector<PlottedModel>());
        }
        const bool isShown = report && modelName(report->dataset) == modelName(exported.dataset);
        if (!isShown || exported.recalibration) return QByteArray();
        ShownFigure shown = shownFigure();
        if (holdsAnswer(shown)) return QByteArray();
        shown.analysis = exported.shownSettings();
        if (!exported.preset) shown.analysis.scheme = exported.binning.scheme;
        shown.figure = options;
        return figureSession(shown, exported, picture);
    };
    for (QWidget* figure :
         {static_cast<QWidget*>(m_diagram), static_cast<QWidget*>(m_figure->linePlot())}) {
        figure->setContextMenuPolicy(Qt::ActionsContextMenu);
        figure->addActions(m_menu->figureActions());
    }
    m_side->addCopyActions([this](TableKind kind) {
        m_exportController->copyTable(*m_session.report(), kind, TableFormat::Tabbed);
    });
}

/// Returns what the window shows of one model.
ShownFigure MainWindow::shownFigure() const {
    const std::size_t file = m_session.shownFile();
    const Report& report = *m_session.report();
    ShownFigure shown{
        {m_session.files()[file]},
        m_session.optionsOf(file),
        report.settings == m_session.settings() ? report.shownSettings() : m_session.settings(),
        report.dataset.classNames,
        {}};
    shown.figure.theme = m_theme;
    const Axis& part = m_diagram->diagram().zoom();
    if (part != usualPart(report)) shown.figure.zoom = part;
    if (!report.preset) shown.analysis.scheme = report.binning.scheme;
    shown.selection = m_rowList->selection();
    shown.selection.isHidden = !m_page->showsRows() && !shown.selection.conditions.areNone();
    if (m_selected) shown.selection.bin = m_selectedConfidence;
    return shown;
}

bool MainWindow::isShownAsRead() const {
    ShownFigure shown = shownFigure();
    shown.figure.theme = Theme::Light;
    shown.figure.zoom.reset();
    shown.analysis.scheme = m_session.settings().scheme;
    return viewArguments(shown).isEmpty();
}

bool MainWindow::holdsAnswer(const ShownFigure& shown) const {
    const auto isAnswer = [this](const PredictionFiles& files) {
        return m_liveQuery->queryOf(files.predictions).has_value();
    };
    return std::ranges::any_of(shown.files, isAnswer);
}

/// Returns what the window shows of several models; none where no command can say it: models are
/// hidden, recalibrated, or read in different ways.
std::optional<ShownFigure> MainWindow::shownComparison() const {
    const auto figure = m_comparison->figure();
    const ModelList& list = m_comparisonController->models().list();
    if (!figure || list.hasRemoved() || !list.reference()) return std::nullopt;
    const PredictionFiles& first = list.models()[*list.reference()].source.files;
    const auto isOfFirst = [&](const ListedModel& model) { return model.source.files == first; };
    const bool isReferenceFirst =
        list.indexOf(std::ranges::find_if(list.models(), isOfFirst)->id) == list.reference();
    const auto optionsOf = [this](const PredictionFiles& file) {
        const auto at = std::ranges::find(m_session.files(), file);
        return m_session.optionsOf(static_cast<std::size_t>(at - m_session.files().begin()));
    };
    const bool areAsRead = std::ranges::all_of(list.models(), [&](const ListedModel& model) {
        return !model.isHidden && !model.isRenamed && !model.source.map &&
               optionsOf(model.source.files) == optionsOf(first);
    });
    if (!isReferenceFirst || !areAsRead) return std::nullopt;
    ShownFigure shown{list.shownFiles(),
                      optionsOf(first),
                      m_session.settings(),
                      m_session.report()->dataset.classNames,
                      {}};
    shown.figure.theme = m_theme;
    shown.models = figure->kind;
    shown.scores = figure->scores;
    return shown;
}

void MainWindow::exportShown() {
    if (showsComparison()) {
        if (auto figure = m_comparison->figure()) m_exportController->askForFigure(figure);
        return;
    }
    // What the figure needs may have been stopped.
    if (m_session.isStopped()) m_session.resumeComputing();
    m_exportController->askForFigure(withBeside(m_session.report()));
}

/// The tab Decide and the handle on the axis of the figure move the same threshold.
void MainWindow::connectThreshold() {
    const auto show = [this] {
        const auto& report = m_session.report();
        const bool isShown =
            m_side->isInFront(m_side->decide()) && report && !report->dataset.areBins();
        m_diagram->setThreshold(isShown ? std::optional(m_side->decide()->threshold())
                                        : std::nullopt);
    };
    connect(m_side->decide(), &DecidePanel::thresholdChanged, this, show);
    connect(m_side, &SidePanel::tabChanged, this, show);
    connect(&m_session, &Session::reportChanged, this, show);
    connect(m_diagram, &DiagramView::thresholdMoved, m_side->decide(), &DecidePanel::setThreshold);
}

void MainWindow::connectComparison() {
    connect(m_menu, &MainMenu::comparisonRequested, this, &MainWindow::showComparison);
    const auto followThreshold = [this] {
        constexpr double hundred = 100;
        m_comparisonController->models().setThreshold(m_side->decide()->threshold() / hundred);
    };
    connect(m_side->decide(), &DecidePanel::thresholdChanged, this, followThreshold);
    followThreshold();
    connectThreshold();
    connect(m_side, &SidePanel::comparisonRequested, this, [this] { showComparison(true); });
    connect(m_comparisonController, &ComparisonController::fileModelsChanged, m_side,
            &SidePanel::showModels);
    connect(m_side, &SidePanel::modelChosen, m_comparisonController,
            &ComparisonController::showModel);
    connect(m_comparison, &ComparisonPage::closeRequested, this, [this] { showComparison(false); });
    connect(m_comparisonController, &ComparisonController::openRequested, this,
            [this](std::size_t file, const ModelSource& source) {
                showComparison(false);
                if (file == m_session.shownFile())
                    return m_comparisonController->openModel(source.inFile);
                forgetStart();
                await({m_session.files()[file].predictions});
                m_startModel = source.inFile;
                m_session.showFile(file, source.stacked);
            });
}

bool MainWindow::showsComparison() const {
    return m_stage->currentWidget() == m_comparison;
}

void MainWindow::showComparison(bool show) {
    if (show && !m_session.report()) show = false;
    m_menu->showComparison(show);
    if (show == showsComparison()) return;
    if (show && showsImport()) showImport(false);
    m_exportController->stopWaiting();
    m_comparisonController->setActive(show);
    if (!show) m_figure->showReport(withBeside(m_session.report()));
    m_stage->setCurrentWidget(show ? static_cast<QWidget*>(m_comparison)
                                   : static_cast<QWidget*>(m_page));
    showDetail();
    m_side->keepRoomForDetail(!show && m_selected);
    if (show) m_comparison->list()->setFocus();
}

void MainWindow::copyFocused() {
    if (showsComparison()) {
        if (auto figure = m_comparison->figure()) m_exportController->copyFigure(figure);
        return;
    }
    RowListPanel& rows = *m_page->rows();
    if (rows.table()->hasFocus() || rows.grid()->hasFocus()) return rows.copyRows();
    if (const auto kind = m_side->focusedTable())
        return m_exportController->copyTable(*m_session.report(), *kind, TableFormat::Tabbed);
    if (m_session.isStopped()) m_session.resumeComputing();
    m_exportController->copyFigure(withBeside(m_session.report()));
}

void MainWindow::showPalette() {
    std::vector<PaletteEntry> entries = entriesOf(m_menu->menus());
    const auto add = [&entries](std::vector<PaletteEntry> more) {
        std::ranges::move(more, std::back_inserter(entries));
    };
    for (std::size_t i = 0; i < m_session.files().size(); ++i)
        entries.push_back({tr("Go to %1").arg(toQString(m_session.files()[i].predictions)),
                           QString(), [this, i] { m_session.showFile(i); }});
    if (const auto& report = m_session.report()) {
        const auto& rows = m_session.model().dataset;
        add(settingEntries(
            *report, m_session.settings(), rows ? rows->groups : std::vector<GroupColumn>(),
            [this](const AnalysisSettings& settings) { m_session.replaceSettings(settings); }));
        add(scoreEntries(*report, [this](const QString& name) { m_side->findScore(name); }));
        entries.push_back({tr("ECE in other programs and conventions, and of a paper"), QString(),
                           [this] { Q_EMIT m_side->scores()->conventionsRequested(); }});
        entries.push_back({tr("Save this session as a figure or NAME.diagonal"), QString(),
                           [this] { exportShown(); }});
    }
    add(m_page->rows()->paletteEntries());
    auto* palette = new CommandPalette(std::move(entries), this);
    palette->move(mapToGlobal(QPoint((width() - palette->width()) / 2, height() / 8)));
    // Its entries are of the present file.
    connect(&m_session, &Session::filesChanged, palette, &QDialog::reject);
    palette->open();
}

void MainWindow::showShortcuts() {
    ShortcutsDialog::Shortcuts shortcuts;
    for (const QAction* action : m_menu->shortcuts()) {
        QStringList keys;
        for (const QKeySequence& key : action->shortcuts())
            keys << key.toString(QKeySequence::NativeText);
        shortcuts.emplace_back(keys.join(tr(" or ")), action->text().remove(QLatin1Char('&')));
    }
    for (const auto& [keys, action] :
         {std::pair(tr("Left, Right, Home, End"), tr("Select a bar of the diagram")),
          std::pair(tr("+, −, 0"), tr("Zoom the diagram, show the whole axis")),
          std::pair(tr("Wheel, drag"), tr("Zoom at the pointer, or to the dragged range")),
          std::pair(tr("Space, held"), tr("Show bars that chance alone draws")),
          std::pair(tr("Return"), tr("Choose the marked point of a profile")),
          std::pair(tr("Esc"), tr("Stop reading or computing, clear the selection"))}) {
        shortcuts.emplace_back(keys, action);
    }
    auto* dialog = new ShortcutsDialog(shortcuts, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void MainWindow::showNothing() {
    showComparison(false);
    m_exportController->stopWaiting();
    m_banner->hide();
    m_findings->hide();
    m_summary->hide();
    m_side->hide();
    m_menu->enableFigure(false);
    m_menu->enableZoom(false);
    m_menu->enableChance(false);
    m_menu->showFileCount(0);
    if (m_views) m_views->forgetFiles();
    selectBin(std::nullopt);
    m_figure->showReport(nullptr);
    m_summaryController->closeDialogs();
    m_shownFile.clear();
    m_stage->setCurrentWidget(m_welcome);
    showRecent();
    setWindowTitle(tr("Diagonal"));
    m_lastingNotice.clear();
    m_notice->clear();
}

void MainWindow::connectSession() {
    connect(&m_session, &Session::readingStarted, this, &MainWindow::showReading);
    connect(&m_session, &Session::readingProgressed, this, &MainWindow::showProgress);
    connect(&m_session, &Session::readingEnded, m_progress, &QWidget::hide);
    connect(&m_session, &Session::readingEnded, this, &MainWindow::showCards);
    connect(&m_session, &Session::readingCancelled, this, [this] {
        forgetStart();
        showNotice(tr("Reading cancelled"));
    });
    connect(&m_session, &Session::filesChanged, this, &MainWindow::showFiles);
    connect(&m_session, &Session::reportChanged, this, &MainWindow::showReport);
    connect(&m_session, &Session::reportChanged, this, &MainWindow::rememberFiles);
    connect(&m_session, &Session::reportChanged, &m_viewTimer, qOverload<>(&QTimer::start));
    connect(m_comparison, &ComparisonPage::viewChanged, &m_viewTimer, qOverload<>(&QTimer::start));
    connect(&m_session, &Session::computingChanged, this, [this] {
        m_side->showComputing(m_session.computedShare(), m_session.isStopped());
        // Gaps would stay pale by the intervals of other bins.
        if (m_session.isStopped()) m_diagram->forgetConsistency();
    });
    connect(m_side, &SidePanel::restRequested, &m_session, &Session::resumeComputing);
    connect(&m_session, &Session::errorOccurred, this, &MainWindow::showError);
    connect(&m_session, &Session::settingsReplaced, m_side->settings(),
            [this] { m_side->settings()->showSettings(m_session.settings()); });
    connect(&m_session, &Session::historyChanged, m_menu,
            [this] { m_menu->showHistory(m_session.canUndo(), m_session.canRedo()); });
    connect(m_side->settings(), &SettingsPanel::settingsEdited, &m_session, &Session::setSettings);
    connect(m_side->settings(), &SettingsPanel::gestureBegan, &m_session, &Session::beginGesture);
    connect(m_side->settings(), &SettingsPanel::gestureEnded, &m_session, &Session::endGesture);
    connect(m_side->settings(), &SettingsPanel::gestureBegan, m_diagram,
            [this] { m_diagram->holdAxes(true); });
    connect(m_side->settings(), &SettingsPanel::gestureEnded, m_diagram,
            [this] { m_diagram->holdAxes(false); });
    connect(m_side->settings(), &SettingsPanel::gestureResumed, &m_session,
            &Session::resumeGesture);
    connect(m_figure, &FigureStage::binsChosen, m_side->settings(), &SettingsPanel::chooseBins);
    connect(m_figure, &FigureStage::temperatureChosen, m_side->settings(),
            &SettingsPanel::chooseTemperature);
    connect(m_side, &SidePanel::fileChosen, &m_session,
            [this](std::size_t file) { m_session.showFile(file); });
    const auto showNotice = [this](const QString& remark) {
        m_lastingNotice = remark;
        m_noticeTimer.stop();
        m_notice->setText(remark);
    };
    connect(&m_session, &Session::fileStatusChanged, this, showNotice);
    connect(m_liveQuery, &LiveQueryController::statusChanged, this, showNotice);
}

void MainWindow::connectChance() {
    m_chance = new ChancePlayer(m_session, this);
    statusBar()->addPermanentWidget(new ChanceBar(m_chance, this));
    connect(m_diagram, &DiagramView::chanceHeld, m_chance, &ChancePlayer::hold);
    connect(m_menu, &MainMenu::chanceRequested, m_chance, &ChancePlayer::play);
    connect(m_chance, &ChancePlayer::drawn, m_figure, &FigureStage::showReport);
    connect(m_chance, &ChancePlayer::began, this, [this] {
        m_notice->hide();
        m_menu->showChance(true);
        m_diagram->setSelectedBin(std::nullopt);  // its bar is another for now
        showDetail();
    });
    connect(m_chance, &ChancePlayer::ended, this, [this] {
        m_figure->showReport(withBeside(m_session.report()));
        m_notice->show();
        m_menu->showChance(false);
        m_diagram->setSelectedBin(m_selected);
        showDetail();
    });
    const auto offer = [this] { m_menu->enableChance(m_chance->canPlay()); };
    connect(&m_session, &Session::reportChanged, this, offer);
    connect(m_stage, &QStackedWidget::currentChanged, m_chance, [this] { m_chance->play(false); });
}

void MainWindow::connectSelection() {
    connect(m_diagram, &DiagramView::rangeSelected, this,
            [this](const Interval& range, bool isFree) {
                selectBin(std::nullopt);
                m_rowList->chooseRange(range, isFree);
            });
    connect(m_rowList, &RowListController::binPointed, m_diagram, &DiagramView::hover);
    connect(m_rowList, &RowListController::selectionChanged, &m_viewTimer,
            qOverload<>(&QTimer::start));
    const auto markRange = [this] {
        const bool isListed = m_page->showsRows();
        m_diagram->setListedRange(isListed ? m_rowList->selection().conditions.confidence
                                           : std::nullopt);
    };
    connect(m_rowList, &RowListController::selectionChanged, this, markRange);
    connect(m_page, &FigurePage::rowsShown, this, markRange);
    connect(m_rowList, &RowListController::besideChanged, this, [this] {
        const auto report = withBeside(m_session.report());
        if (!showsComparison()) m_figure->showReport(report);
        if (!showsComparison() && report) m_exportController->followReport(report);
        showDetail();
    });
    connect(m_rowList, &RowListController::selectionRestored, this, &MainWindow::showSelection);
    connect(m_rowList, &RowListController::settingsChosen, this,
            [this](const AnalysisSettings& settings) {
                selectBin(std::nullopt);
                m_session.replaceSettings(settings);
            });
    connect(m_menu, &MainMenu::rowsRequested, m_page, &FigurePage::setWantsRows);
    connect(m_page, &FigurePage::rowsShown, m_menu, &MainMenu::showRows);
    connect(m_page, &FigurePage::rowsShown, this, &MainWindow::showDetail);
    connect(m_page->rows(), &RowListPanel::noticed, this, &MainWindow::showNotice);
    connect(m_page->rows(), &RowListPanel::saveRequested, m_exportController,
            &ExportController::saveRows);
    connect(m_diagram, &DiagramView::binSelected, this, &MainWindow::selectBin);
    connect(m_side->bins(), &BinTable::binSelected, this, &MainWindow::selectBin);
    connect(m_diagram, &DiagramView::binHovered, this, [this](std::optional<std::size_t> bin) {
        m_hovered = bin;
        showDetail();
    });
}

void MainWindow::connectImport() {
    connect(m_menu, &MainMenu::importRequested, this, [this] { showImport(!showsImport()); });
    connect(m_summary, &QPushButton::clicked, this, [this] { showImport(!showsImport()); });
    connect(m_import, &ImportPanel::closeRequested, this, [this] { showImport(false); });
    connect(m_import, &ImportPanel::optionsEdited, &m_session, &Session::setReadOptions);
    connect(&m_session, &Session::importChanged, this, &MainWindow::refreshImport);
    connect(m_findings, &MessageBanner::actionRequested, this, [this] {
        m_diagram->setFocus();  // not a field beside the button
        m_findings->hide();
        if (const auto act = std::exchange(m_offer, nullptr)) act();
    });
    connect(m_findings, &MessageBanner::closed, this, [this] {
        m_diagram->setFocus();
        if (m_session.report()) offerLastView({});
    });
    connect(m_banner, &MessageBanner::actionRequested, this, [this] {
        m_banner->hide();
        if (const QString picture = std::exchange(m_unplaced, {}); !picture.isEmpty()) {
            const QStringList outside = argumentsOutside(picture);
            const QStringList chosen =
                outside.isEmpty() ? chooseFiles(QFileInfo(picture).absolutePath()) : outside;
            return chosen.isEmpty() ? void() : open(QStringList{picture} + chosen);
        }
        // Without a report, the message is that of a file that could not be read.
        if (!m_session.report()) return showImport(true);
        m_session.changeSettings([](AnalysisSettings& settings) {
            settings.fitTemperature = true;
            settings.zeroRows = ZeroRows::LeaveOut;
        });
    });
    connect(m_side->notes(), &NotesPanel::skippedRowsRequested, m_exportController,
            [this] { m_exportController->saveSkippedRows(*m_session.report()); });
}

void MainWindow::start(const CommandLine& asked) {
    CommandLine line = asked;
    // The tab has every threshold; those of a report begin it.
    constexpr double hundred = 100;
    for (const double threshold : std::exchange(line.analysis.thresholds, {}))
        m_side->decide()->setThreshold(static_cast<int>(std::lround(hundred * threshold)));
    if (line.theme) setTheme(*line.theme);
    // A file that is shown until this one was read keeps its own.
    if (!m_session.report()) {
        m_session.setSettings(line.analysis);
        m_side->settings()->showSettings(line.analysis);
    }
    if (line.files.isEmpty()) return;
    m_unplaced.clear();
    forgetStart();
    if (line.files.size() == 1 && isSqliteFile(line.files.front().toStdString()))
        return showQuery(line.files.front());
    await(line.names());
    if (line.viewClass) m_startLine = line;
    m_earlier = {};
    if (line.session) {
        m_menu->showParts(line.figure.content.parts);
        m_picture = OpenedPicture{line.names().front(), line.figure.zoom, *line.session,
                                  line.recalibration.choice};
    }
    if (line.modelFigure) m_startView = ComparisonView{*line.modelFigure, false, line.figureScores};
    m_session.open(line.names(), line.labels, line.read, line.analysis);
}

void MainWindow::forgetStart() {
    m_startLine.reset();
    m_startView.reset();
    m_startModel.clear();
    m_picture.reset();
}

void MainWindow::await(const std::vector<std::string>& names) {
    m_awaited = names;
    m_beforeAwaited = m_session.model().dataset;
}

bool MainWindow::isStarted() const {
    const Model& model = m_session.model();
    if (!model.isMeasured() || model.dataset == m_beforeAwaited.lock()) return false;
    const std::filesystem::path shown = model.dataset->summary.file;
    return std::ranges::any_of(m_awaited, [&](const std::filesystem::path& name) {
        const std::filesystem::path within = shown.lexically_relative(name);
        return !within.empty() && *within.begin() != "..";
    });
}

void MainWindow::setTheme(Theme theme) {
    m_theme = theme;
    applyStyle(*qApp, theme);
    m_figure->setTheme(theme);
    m_summaryController->setTheme(theme);
    m_comparison->setTheme(theme);
    m_recalibrationController->setTheme(theme);
    const DiagramStyle& style = diagramStyle(theme);
    constexpr float pale = 0.4F;
    QColor band = style.counts;
    band.setAlphaF(pale);
    m_side->settings()->setColours(style.accuracyCap, style.overLine, band);
    m_banner->setColours(style.overTint, style.text);
    m_findings->setColours(style.underTint, style.text);
    m_import->setProblemColour(style.overText);
    m_welcome->setGround(style.background);
    m_side->bins()->setSelectionColour(style.selection);
    m_menu->showTheme(theme);
}

QString MainWindow::summary() const {
    return m_summary->text();
}

QString MainWindow::shownError() const {
    return m_banner->message();
}

void MainWindow::openFiles() {
    const QFileInfo file(m_session.currentFile());
    open(chooseFiles(file.isFile()   ? file.absolutePath()
                     : m_preferences ? m_preferences->lastFolder()
                                     : QString()));
}

void MainWindow::openFile(const QString& file) {
    open({file});
}

void MainWindow::showQuery(const QString& database) {
    if (!m_query) {
        m_query = new QueryDialog(this);
        connect(m_query, &QueryDialog::answered, this,
                [this](const QString& file, const DatabaseQuery& query) {
                    m_liveQuery->add(file, query);
                    open(QStringList{file});
                });
    }
    if (!database.isEmpty()) m_query->setDatabase(database);
    m_query->show();
    m_query->raise();
    m_query->activateWindow();
}

/// Returns what a picture shows. A file that is not beside it may be a recent one, by its contents.
Result<CommandLine> MainWindow::lineOfPicture(const QStringList& files) const {
    const QStringList arguments = QStringList{QStringLiteral("diagonal")} + files;
    auto line = parsedCommandLine(arguments);
    if (line || files.size() > 1 || !m_preferences) return line;
    QStringList recent;
    for (const QStringList& one : m_preferences->recentFiles())
        recent << one;
    const QStringList found = argumentsAmong(files.front(), recent);
    return found.isEmpty() ? line : parsedCommandLine(arguments + found);
}

void MainWindow::open(const QStringList& files) {
    if (files.isEmpty()) return;
    if (files.size() == 1 && isSqliteFile(files.front().toStdString()))
        return showQuery(files.front());
    if (showsImport()) showImport(false);
    m_unplaced.clear();
    forgetStart();
    if (mayHoldSession(files.front())) {
        const auto line = lineOfPicture(files);
        if (line) return start(line.value());
        showError(line.error());
        // With a file named, nothing is looked for.
        if (files.size() > 1 || !sessionIn(files.front(), files)) return;
        m_unplaced = files.front();
        return m_banner->showMessage(m_problem, argumentsOutside(m_unplaced).isEmpty()
                                                    ? tr("Choose the file…")
                                                    : tr("Open it from there"));
    }
    m_session.open(files);
}

bool MainWindow::showsImport() const {
    return m_stage->currentWidget() == m_importPage;
}

void MainWindow::showImport(bool show) {
    if (show && !m_session.preview()) return;
    if (show) showComparison(false);
    if (!show && m_session.report()) m_session.discardFailedFile();
    m_stage->setCurrentWidget(show                 ? static_cast<QWidget*>(m_importPage)
                              : m_session.report() ? static_cast<QWidget*>(m_page)
                                                   : static_cast<QWidget*>(m_welcome));
    if (show) m_banner->hide();
    const bool isLeft = !show && !m_session.report() && m_session.currentFileFailed();
    if (isLeft) {
        m_banner->showMessage(
            tr("%1 is not shown: %2").arg(QFileInfo(m_session.currentFile()).fileName(), m_problem),
            tr("Choose how to read it"));
    }
}

void MainWindow::refreshImport() {
    const auto& unread = m_session.currentFileFailed();
    const QString name = m_session.currentFile();
    m_import->showFile(toQString(displayName(name.toStdString())), m_session.preview(),
                       m_session.readOptions(), m_session.labelColumns());
    if (unread) {
        m_findings->hide();
    } else {
        m_banner->hide();
        showFindings();
        m_isOpening = true;
    }
}

/// Shows the first finding that has a fix above the diagram, with a button for the fix.
void MainWindow::showFindings() {
    if (m_session.fixes().empty()) return m_findings->hide();
    const SuggestedFix& fix = m_session.fixes().front();
    m_offer = [this, options = fix.options] { m_session.setReadOptions(options); };
    m_findings->showMessage(asSentence(fix.finding), toQString(fix.action));
}

/// Shows what is to be known before the numbers of a file that was opened: a note above the
/// diagram, or how the file was shown before, and the part of the axis where the events are.
void MainWindow::showFirstNotes(const Report& report) {
    if (report.isProvisional || !std::exchange(m_isOpening, false)) return;
    if (m_diagram->diagram().zoom() == kWholeAxis) m_diagram->setZoom(usualPart(report));
    const auto first = std::ranges::find_if(report.notes, &Note::isFirst);
    if (!m_session.fixes().empty()) return;
    m_notedRows = m_session.model().rows();
    const bool isNoted = first != report.notes.end();
    const QString text = isNoted ? asSentence(first->text) : QString();
    if (!isNoted || first->advice.empty()) {
        if (!offerLastView(text) && isNoted) m_findings->showMessage(text);
        return;
    }
    const BinningDefinition& bins =
        choiceOf(kBinningSchemes,
                 *valueOfWord(kBinningSchemes, first->advice.front().settings.front().value));
    m_offer = [this, scheme = bins.value] {
        m_session.changeSettings(
            [scheme](AnalysisSettings& settings) { settings.chooseScheme(scheme); });
    };
    m_findings->showMessage(text, tr("Use %1s").arg(toQString(bins.noun)));
}

/// Offers the view in which a file was left that was opened by its name alone, below another text;
/// returns false if there is none.
bool MainWindow::offerLastView(const QString& text) {
    auto offer = m_views && !m_picture ? m_views->offer(isShownAsRead(), m_rowList->selection())
                                       : std::nullopt;
    if (!offer) return false;
    m_findings->showMessage((text.isEmpty() ? QString() : text + QLatin1Char('\n')) + offer->text,
                            tr("Show that view"));
    m_offer = [this, line = std::move(offer->line)] { showView(line); };
    return true;
}

/// Shows the shown file in a view that was remembered; undoing it brings this one back.
void MainWindow::showView(const CommandLine& line) {
    if (!m_session.report()) return;
    const auto settings = settingsFor(line, m_session.report()->dataset);
    if (!settings) return showError(settings.error());
    const ListSelection before = m_rowList->selection();
    const ListSelection after = line.session->selection;
    const bool isOther = settings.value() != m_session.settings();
    if (isOther) m_session.replaceSettings(settings.value());
    m_diagram->setZoom(line.figure.part(*m_session.report()));
    showSelection(after);
    const auto undo = [this, before] { showSelection(before); };
    const auto redo = [this, after] { showSelection(after); };
    isOther ? m_session.addToLastStep(undo, redo) : m_session.addStep(undo, redo);
}

void MainWindow::showReading(const QString& file) {
    m_banner->hide();
    m_noticeTimer.stop();
    m_notice->setText(tr("Reading %1 – Esc to cancel").arg(QFileInfo(file).fileName()));
    m_progress->setRange(0, 0);
    m_progress->show();
}

void MainWindow::showProgress(qulonglong done, qulonglong total) {
    if (total == 0 || !m_session.isReading()) return;
    m_progress->setRange(0, 1000);
    m_progress->setValue(
        static_cast<int>(1000.0 * static_cast<double>(done) / static_cast<double>(total)));
}

void MainWindow::showReport() {
    if (m_startLine && isStarted()) {
        // A class named on the command line can be looked up only now.
        const auto settings = settingsFor(*m_startLine, m_session.report()->dataset);
        m_startLine.reset();
        if (settings) return m_session.replaceSettings(settings.value());
        showError(settings.error());
    }
    const auto& report = m_session.report();
    if (!showsImport() && !showsComparison()) m_stage->setCurrentWidget(m_page);
    if (!showsComparison()) m_figure->showReport(withBeside(report));
    m_side->show();
    m_side->showReport(report);
    m_summaryController->showReport(report);
    if (!m_session.currentFileFailed()) m_import->showReport(*report);
    // A note tells of the rows that were measured when it was shown.
    const bool areOthers = !report->isProvisional && m_session.fixes().empty() &&
                           m_notedRows.lock() != m_session.model().rows();
    if (areOthers && !m_isOpening) m_findings->hide();
    showFirstNotes(*report);
    m_menu->enableFigure();
    m_menu->enableZoom(!report->settings.profile && !diagramOf(*report).isByRank);
    m_menu->showScores(m_session.readOptions().scores);
    m_summary->setText(summaryOf(*report));
    m_summary->show();
    if (report->fit && !*report->fit) showError(report->fit->error());
    if (report->rowsBlockingFit > 0) {
        m_unplaced.clear();
        m_banner->showMessage(
            tr("The NLL is infinite at every temperature: the true class has probability 0 in %1.")
                .arg(toQString(counted(report->rowsBlockingFit, "row"))),
            tr("Fit T without them"));
    }
    followSelection();
    showDetail();
    if (!showsComparison()) m_exportController->followReport(withBeside(report));
    if (!isStarted()) return;
    m_comparisonController->openModel(std::exchange(m_startModel, {}));
    if (m_picture && m_picture->file == report->dataset.file) {
        const OpenedPicture picture = *std::exchange(m_picture, std::nullopt);
        m_diagram->setZoom(picture.zoom.value_or(usualPart(*report)));
        showSelection(picture.session.selection);
        showChange(picture.session);
        if (picture.map) m_recalibrationController->openWith(*picture.map);
    }
    if (const auto view = std::exchange(m_startView, std::nullopt)) {
        m_comparison->setView(*view);
        showComparison(true);
    }
}

/// Says what has changed since an opened picture was made, and shows its bars beside those of now.
void MainWindow::showChange(const FoundSession& session) {
    if (session.change.isEmpty()) return;
    const auto& report = m_session.report();
    QStringList eces;
    for (const EarlierEce& then : session.eces)
        eces << (then.model.isEmpty() ? scoreText(then.ece)
                                      : then.model + QLatin1Char(' ') + scoreText(then.ece));
    const bool hasBoth = eces.size() == 1 && report->score("ece");
    m_findings->showMessage(session.change +
                            (hasBoth ? tr("; in its view the ECE was %1, and is %2 now")
                                           .arg(eces.front(), scoreText(report->score("ece")))
                             : eces.size() > 1 ? tr("; in its view, the ECEs of the models were %1")
                                                     .arg(eces.join(QStringLiteral(", ")))
                                               : QString()));
    m_earlier = {report->dataset.file, session.bars, report->settings,
                 session.selection.conditions};
    m_notedRows = m_session.model().rows();
    if (!showsComparison()) m_figure->showReport(withBeside(report));
}

/// Returns the curve that stands beside that of a report: of the listed rows, or of an opened
/// picture, if it is of the report's file and settings and has changed; else null.
std::shared_ptr<const CurveBeside> MainWindow::besideOf(
    const std::shared_ptr<const Report>& report) const {
    if (!report) return nullptr;
    const bool isOfPicture = m_earlier.bars && report->dataset.file == m_earlier.file &&
                             report->settings == m_earlier.settings;
    // Rows that the picture lists leave the place to its bars.
    const bool isListAsThen = m_rowList->selection().conditions == m_earlier.listed;
    if (!isOfPicture || !isListAsThen) {
        if (auto listed = m_rowList->besideOf(*report)) return listed;
    }
    if (!isOfPicture) return nullptr;
    return std::make_shared<const CurveBeside>(earlierCurve(*m_earlier.bars));
}

std::shared_ptr<const Report> MainWindow::withBeside(
    const std::shared_ptr<const Report>& report) const {
    auto beside = besideOf(report);
    return beside ? diagonal::withBeside(report, std::move(beside)) : report;
}

void MainWindow::showFiles() {
    std::vector<std::string> files;
    for (const PredictionFiles& file : m_session.files())
        files.push_back(file.predictions);
    QStringList names;
    for (const std::string& name : namesApart(files))
        names << toQString(name);
    m_side->showFiles(names, m_session.shownFile());
    m_menu->showFileCount(m_session.files().size());
    const std::string& shown = m_session.files()[m_session.shownFile()].predictions;
    if (std::exchange(m_shownFile, shown) != shown) {
        m_diagram->setZoom(kWholeAxis);
        m_exportController->stopWaiting();
    }
    setWindowTitle(
        tr("%1 – Diagonal").arg(names.at(static_cast<qsizetype>(m_session.shownFile()))));
    selectBin(std::nullopt);
}

void MainWindow::showError(const Error& error) {
    m_notice->clear();
    const QString text = windowText(error);
    m_problem = text;
    if (m_session.currentFileFailed()) m_picture.reset();
    // If only the user can decide how to read the file, it is shown with the question.
    const bool asks = m_session.currentFileFailed() && m_session.preview() &&
                      (error.kind == ErrorKind::Unclear || error.kind == ErrorKind::NoUsableRows);
    m_import->showProblem(error);
    if (asks) return showImport(true);
    if (showsImport() && m_session.currentFileFailed()) return;
    m_banner->showMessage(text);
    m_banner->setToolTip(toQString(error.file));
    showRecent();
}

void MainWindow::showHelp() {
    if (!m_help) m_help = new HelpDialog(this);
    m_help->show();
    m_help->raise();
    m_help->activateWindow();
}

void MainWindow::showDetail() {
    const auto& report = m_session.report();
    const bool isDrawn = !showsComparison() && !m_chance->isPlaying();
    const auto shown = !isDrawn ? std::nullopt : m_hovered ? m_hovered : m_selected;
    const bool isListable = shown == m_selected && m_page->hidesRows();
    m_side->detail()->showBin(report.get(), shown, besideOf(report).get(),
                              isListable ? tr("listed by Ctrl+J") : QString());
    const QString numbers = m_side->detail()->text();
    if (!numbers.isEmpty()) m_diagram->setAccessibleDescription(numbers);
    // While a slider is dragged, the description stays.
    if (numbers.isEmpty() && report && !report->isProvisional)
        m_diagram->setAccessibleDescription(
            toQString(figureWords(*report, Wording::MachineLearning).alternative));
}

void MainWindow::selectBin(std::optional<std::size_t> bin) {
    m_selected = bin;
    if (bin && m_session.report() && *bin < m_session.report()->binned.bins.size()) {
        const Bin& selected = m_session.report()->binned.bins[*bin];
        m_selectedConfidence = (selected.lower + selected.upper) / 2;
    }
    m_diagram->setSelectedBin(bin);
    m_side->bins()->setSelectedBin(bin);
    m_rowList->showBin(bin);
    showDetail();
    m_side->keepRoomForDetail(bin.has_value());
}

/// Lists what was listed when a figure was saved.
void MainWindow::showSelection(const ListSelection& selection) {
    m_rowList->showSelection(selection);
    if (!selection.bin) return selectBin({});
    m_selected = 0;
    m_selectedConfidence = *selection.bin;
    followSelection();
}

/// Keeps the selection when the bins change: selects the bin that contains the middle of the one
/// selected before.
void MainWindow::followSelection() {
    if (!m_selected) return;
    const auto& bins = m_session.report()->binned.bins;
    const auto bin = std::find_if(bins.begin(), bins.end(),
                                  [this](const Bin& b) { return m_selectedConfidence <= b.upper; });
    const double confidence = m_selectedConfidence;
    selectBin(static_cast<std::size_t>(bin - bins.begin()));
    m_selectedConfidence = confidence;
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!event->mimeData()->hasUrls()) return;
    event->acceptProposedAction();
    m_dropFrame->showOverParent();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) {
    m_dropFrame->hide();
}

void MainWindow::dropEvent(QDropEvent* event) {
    m_dropFrame->hide();
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) files << url.toLocalFile();
    }
    if (files.isEmpty()) {
        return showError(cannotRead("only local files can be opened"));
    }
    event->acceptProposedAction();
    open(files);
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    // The figure plays what chance draws while it has the focus.
    if (event->key() == Qt::Key_Space && m_stage->currentWidget() == m_page &&
        !m_diagram->hasFocus()) {
        m_diagram->setFocus();
        QApplication::sendEvent(m_diagram, event);
        return;
    }
    if (event->key() != Qt::Key_Escape) return QMainWindow::keyPressEvent(event);
    if (m_chance->isPlaying()) {
        m_chance->play(false);
    } else if (m_session.isReading()) {
        m_session.cancelReading();
    } else if (m_banner->isVisible()) {
        m_banner->hide();
    } else if (showsImport()) {
        showImport(false);
    } else if (showsComparison()) {
        showComparison(false);
    } else if (m_stage->currentWidget() == m_page && m_rowList->dropRange()) {
        return;
    } else if (m_stage->currentWidget() == m_page && m_selected) {
        selectBin(std::nullopt);  // as where the diagram has the focus
    } else if (m_session.report() && m_session.computedShare() < 1 && !m_session.isStopped()) {
        m_session.stopComputing();
    }
}

}  // namespace diagonal
