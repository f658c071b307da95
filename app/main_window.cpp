// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_window.h"

#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include "app/application_style.h"
#include "app/diagram/diagram_view.h"
#include "app/export_dialog.h"
#include "app/headless.h"
#include "app/main_menu.h"
#include "app/number_text.h"
#include "app/panels/bin_detail.h"
#include "app/panels/bin_table.h"
#include "app/panels/message_banner.h"
#include "app/panels/notes_panel.h"
#include "app/panels/scores_panel.h"
#include "app/panels/settings_panel.h"
#include "app/panels/welcome_page.h"
#include "core/text.h"

namespace diagonal {
namespace {

constexpr int kSideWidth = 324;

/// "10,000 rows, 10 classes, read as logits; accuracy 92.4 %".
QString summaryOf(const Report& report) {
    const DatasetSummary& data = report.dataset;
    QString text = toQString(counted(data.rows, "row"));
    if (data.classes)
        text += QStringLiteral(", ") + toQString(counted(*data.classes, "class", "classes"));
    text += MainWindow::tr(", read as %1").arg(toQString(scoreKindName(data.scores)));
    if (const auto accuracy = report.score("accuracy")) {
        text += QStringLiteral("; %1 %2 %")
                    .arg(toQString(accuracyName(report.view)))
                    .arg(100 * *accuracy, 0, 'f', 1);
    }
    if (data.skipped > 0) {
        text += MainWindow::tr("; %1 skipped").arg(toQString(counted(data.skipped, "row")));
    }
    return text;
}

}  // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent),
      chooseFiles([this] {
          return QFileDialog::getOpenFileNames(this, tr("Open predictions"), {},
                                               tr("Predictions (*.csv *.tsv *.txt *.jsonl *.json "
                                                  "*.npy *.npz *.gz *.zst);;All files (*)"));
      }),
      chooseExportPath([this] {
          return QFileDialog::getSaveFileName(this, tr("Export figure"),
                                              QStringLiteral("diagram.png"), tr("PNG (*.png)"));
      }),
      m_saveJob([this](const std::pair<QString, QString>& saved) {
          const auto& [path, problem] = saved;
          m_notice->setText(problem.isEmpty() ? tr("Saved %1").arg(QFileInfo(path).fileName())
                                              : tr("%1 was not saved: %2").arg(path, problem));
          Q_EMIT figureExported(path, problem);
      }) {
    setWindowTitle(tr("Diagonal"));
    setAcceptDrops(true);
    resize(1180, 860);
    auto* centre = new QWidget(this);
    auto* layout = new QHBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildStage(), 1);
    layout->addWidget(buildSide());
    setCentralWidget(centre);
    buildStatusBar();
    m_menu = new MainMenu(menuBar());
    connectMenu();
    connectSession();
    connectSelection();
    setTheme(systemTheme());
}

QWidget* MainWindow::buildStage() {
    auto* stage = new QWidget(this);
    auto* layout = new QVBoxLayout(stage);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_stage = new QStackedWidget(stage);
    m_diagram = new DiagramView(m_stage);
    m_welcome = new WelcomePage(m_stage);
    connect(m_welcome, &WelcomePage::openRequested, this, &MainWindow::openFiles);
    connect(m_welcome, &WelcomePage::sampleRequested, this, &MainWindow::openSample);
    m_stage->addWidget(m_welcome);
    m_stage->addWidget(m_diagram);
    m_banner = new MessageBanner(stage);
    layout->addWidget(m_banner);
    layout->addWidget(m_stage, 1);
    return stage;
}

QWidget* MainWindow::buildSide() {
    auto* side = new QWidget(this);
    m_side = side;
    side->setFixedWidth(kSideWidth);
    side->hide();
    m_fileBox = new QComboBox(side);
    m_fileBox->setToolTip(tr("The open files"));
    m_fileBox->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_fileBox->hide();
    m_settingsPanel = new SettingsPanel(side);
    m_tabs = new QTabWidget(side);
    m_tabs->setDocumentMode(true);
    m_scores = new ScoresPanel(m_tabs);
    m_table = new BinTable(m_tabs);
    m_notes = new NotesPanel(m_tabs);
    m_tabs->addTab(m_scores, tr("Scores"));
    m_tabs->addTab(m_table, tr("Bins"));
    m_tabs->addTab(m_notes, tr("Notes"));
    m_detail = new BinDetail(side);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(18, 14, 16, 12);
    layout->setSpacing(12);
    layout->addWidget(m_fileBox);
    layout->addWidget(m_settingsPanel);
    layout->addWidget(m_tabs, 1);
    layout->addWidget(m_detail);
    return side;
}

void MainWindow::buildStatusBar() {
    m_summary = new QPushButton(this);
    m_summary->setFlat(true);
    m_summary->setToolTip(tr("What was read and assumed. Click to read the scores otherwise."));
    m_progress = new QProgressBar(this);
    m_progress->setMaximumWidth(180);
    m_progress->setMaximumHeight(12);
    m_progress->setTextVisible(false);
    m_progress->hide();
    m_notice = new QLabel(this);
    m_notice->setForegroundRole(QPalette::PlaceholderText);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_summary);
    statusBar()->addPermanentWidget(m_notice);
    statusBar()->addPermanentWidget(m_progress);
    m_summary->hide();
}

void MainWindow::connectMenu() {
    connect(m_menu, &MainMenu::openRequested, this, &MainWindow::openFiles);
    connect(m_menu, &MainMenu::sampleRequested, this, &MainWindow::openSample);
    connect(m_menu, &MainMenu::reloadRequested, &m_session, &Session::reread);
    connect(m_menu, &MainMenu::scoresRequested, &m_session, [this](std::optional<ScoreKind> kind) {
        ReadOptions options = m_session.readOptions();
        options.scores = kind;
        m_session.setReadOptions(options);
    });
    connect(m_menu, &MainMenu::exportRequested, this, &MainWindow::openExportDialog);
    connect(m_menu, &MainMenu::copyRequested, this, &MainWindow::copyFigure);
    connect(m_menu, &MainMenu::undoRequested, &m_session, &Session::undo);
    connect(m_menu, &MainMenu::redoRequested, &m_session, &Session::redo);
    connect(m_menu, &MainMenu::themeRequested, this, &MainWindow::setTheme);
    connect(m_menu, &MainMenu::quitRequested, this, &QWidget::close);
    connect(m_summary, &QPushButton::clicked, m_menu,
            [this] { m_menu->popUpScores(m_summary->mapToGlobal(QPoint(0, 0))); });
}

void MainWindow::connectSession() {
    connect(&m_session, &Session::readingStarted, this, &MainWindow::showReading);
    connect(&m_session, &Session::readingProgressed, this, &MainWindow::showProgress);
    connect(&m_session, &Session::readingEnded, m_progress, &QWidget::hide);
    connect(&m_session, &Session::filesChanged, this, &MainWindow::showFiles);
    connect(&m_session, &Session::reportChanged, this, &MainWindow::showReport);
    connect(&m_session, &Session::failed, this, &MainWindow::showError);
    connect(&m_session, &Session::settingsReplaced, m_settingsPanel,
            [this] { m_settingsPanel->showSettings(m_session.settings()); });
    connect(&m_session, &Session::historyChanged, m_menu,
            [this] { m_menu->showHistory(m_session.canUndo(), m_session.canRedo()); });
    connect(m_settingsPanel, &SettingsPanel::settingsEdited, &m_session, &Session::setSettings);
    connect(m_settingsPanel, &SettingsPanel::gestureBegan, &m_session, &Session::beginGesture);
    connect(m_settingsPanel, &SettingsPanel::gestureEnded, &m_session, &Session::endGesture);
    connect(m_settingsPanel, &SettingsPanel::gestureBegan, m_diagram,
            [this] { m_diagram->holdAxes(true); });
    connect(m_settingsPanel, &SettingsPanel::gestureEnded, m_diagram,
            [this] { m_diagram->holdAxes(false); });
    connect(m_fileBox, &QComboBox::activated, &m_session,
            [this](int index) { m_session.showFile(static_cast<std::size_t>(index)); });
}

void MainWindow::connectSelection() {
    connect(m_diagram, &DiagramView::binSelected, this, &MainWindow::selectBin);
    connect(m_table, &BinTable::binSelected, this, &MainWindow::selectBin);
    connect(m_diagram, &DiagramView::binHovered, this, [this](std::optional<std::size_t> bin) {
        m_hovered = bin;
        showDetail();
    });
}

void MainWindow::start(const CommandLine& line) {
    if (line.theme) setTheme(*line.theme);
    m_session.setSettings(line.analysis);
    m_settingsPanel->showSettings(line.analysis);
    if (line.files.isEmpty()) return;
    if (line.viewClass) m_startLine = line;
    m_session.open(filesOf(line), line.read, line.analysis);
}

void MainWindow::setTheme(Theme theme) {
    m_theme = theme;
    applyStyle(*qApp, theme);
    m_diagram->setTheme(theme);
    const DiagramStyle& style = diagramStyle(theme);
    m_banner->setColours(style.overTint, style.text);
    m_welcome->setGround(style.background);
    m_table->setSelectionColour(style.selection);
    m_menu->showTheme(theme);
}

QString MainWindow::summary() const {
    return m_summary->text();
}

QString MainWindow::shownError() const {
    return m_banner->message();
}

void MainWindow::openFiles() {
    m_session.open(chooseFiles());
}

void MainWindow::openSample(const QString& file) {
    m_session.open(QStringList{file});
}

void MainWindow::showReading(const QString& file) {
    m_banner->hide();
    m_notice->setText(tr("Reading %1 – Esc stops").arg(QFileInfo(file).fileName()));
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
    if (m_startLine) {
        // A class named on the command line is known only now.
        const auto settings = settingsFor(*m_startLine, m_session.report()->dataset);
        m_startLine.reset();
        if (settings) {
            m_settingsPanel->showSettings(settings.value());
            return m_session.setSettings(settings.value());
        }
        showError(settings.error());
    }
    const auto& report = m_session.report();
    m_stage->setCurrentWidget(m_diagram);
    m_diagram->setReport(report);
    m_side->show();
    m_settingsPanel->showReport(*report);
    m_scores->showReport(*report);
    m_table->setReport(report);
    m_notes->showReport(*report);
    m_menu->enableFigure();
    m_menu->showScores(m_session.readOptions().scores);
    m_summary->setText(summaryOf(*report));
    m_summary->show();
    m_tabs->setTabText(
        2, report->notes.empty() ? tr("Notes") : tr("Notes (%1)").arg(report->notes.size()));
    if (!report->fitProblem.empty()) {
        showError(Error{ErrorKind::Undefined, report->fitProblem});
    }
    followSelection();
    showDetail();
}

void MainWindow::showFiles() {
    m_notice->clear();
    const auto& files = m_session.files();
    m_fileBox->clear();
    for (const PredictionFiles& file : files) {
        m_fileBox->addItem(QFileInfo(toQString(file.predictions)).fileName());
    }
    m_fileBox->setCurrentIndex(static_cast<int>(m_session.shownFile()));
    m_fileBox->setVisible(files.size() > 1);
    setWindowTitle(tr("%1 – Diagonal").arg(m_fileBox->currentText()));
    selectBin(std::nullopt);
}

void MainWindow::showError(const Error& error) {
    m_notice->clear();
    Error shown = error;
    shown.file = QFileInfo(toQString(error.file)).fileName().toStdString();
    m_banner->showMessage(toQString(describe(shown)));
    m_banner->setToolTip(toQString(error.file));
}

void MainWindow::showDetail() {
    m_detail->showBin(m_session.report().get(), m_hovered ? m_hovered : m_selected);
    m_diagram->setAccessibleDescription(m_detail->text());
}

void MainWindow::selectBin(std::optional<std::size_t> bin) {
    m_selected = bin;
    if (bin && m_session.report() && *bin < m_session.report()->curve.bins.size()) {
        const Bin& selected = m_session.report()->curve.bins[*bin];
        m_selectedConfidence = (selected.lower + selected.upper) / 2;
    }
    m_diagram->setSelectedBin(bin);
    m_table->setSelectedBin(bin);
    showDetail();
}

/// Other bins: the one that holds the confidence in the middle of the selected one is selected.
void MainWindow::followSelection() {
    if (!m_selected) return;
    const auto& bins = m_session.report()->curve.bins;
    const auto bin = std::find_if(bins.begin(), bins.end(),
                                  [this](const Bin& b) { return m_selectedConfidence <= b.upper; });
    const double confidence = m_selectedConfidence;
    selectBin(static_cast<std::size_t>(bin - bins.begin()));
    m_selectedConfidence = confidence;
}

void MainWindow::openExportDialog() {
    auto* dialog = new ExportDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportDialog::exportRequested, this, [this](const FigureOptions& options) {
        QString path = chooseExportPath();
        if (path.isEmpty()) return;
        if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".png");
        exportFigure(options, path);
    });
    dialog->open();
}

void MainWindow::exportFigure(const FigureOptions& options, const QString& path) {
    m_notice->setText(tr("Saving %1").arg(QFileInfo(path).fileName()));
    // Drawing belongs to this thread; packing the pixels, which takes longer, does not.
    const QImage image = renderedFigure(m_session.report(), options);
    m_saveJob.request(
        [image, path](const StopFlag&) { return std::pair(path, savePng(image, path)); });
}

void MainWindow::copyFigure() {
    FigureOptions options;
    options.dpi = 192;
    QApplication::clipboard()->setImage(renderedFigure(m_session.report(), options));
    m_notice->setText(tr("Copied the figure"));
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) files << url.toLocalFile();
    }
    if (files.isEmpty()) {
        return showError(Error{ErrorKind::CannotRead, "only files of this machine can be opened"});
    }
    event->acceptProposedAction();
    m_session.open(files);
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape) return QMainWindow::keyPressEvent(event);
    if (m_session.isReading()) {
        m_session.cancelReading();
        m_notice->setText(tr("Reading was stopped"));
    } else if (m_banner->isVisible()) {
        m_banner->hide();
    }
}

}  // namespace diagonal
