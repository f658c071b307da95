// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recalibrating/recalibration_dialog.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QComboBox>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QUrl>
#include <QVBoxLayout>

#include "app/diagram/diagram_view.h"
#include "app/diagram/lines/line_plot_view.h"
#include "app/results/table_style.h"
#include "app/text/choice_box.h"
#include "app/text/number_text.h"
#include "core/publishing/profile_plots.h"

namespace diagonal {
namespace {

constexpr int kLeftWidth = 510;
constexpr int kProfileHeight = 210;
constexpr auto kShownScores =
    std::to_array<std::string_view>({"ece", "nll", "brier", "brier_multiclass", "accuracy"});

QString valueOf(const Score* score) {
    if (!score || !score->value) return RecalibrationDialog::tr("undefined");
    return QString::number(*score->value, 'f', 4);
}

QString intervalOf(const Score* score) {
    return score && score->interval ? intervalText(*score->interval) : QString();
}

QTableWidgetItem* cell(const QString& text, bool isName = false) {
    auto* item = new QTableWidgetItem(text);
    item->setData(Qt::TextAlignmentRole, cellAlignment(isName));
    return item;
}

/// Returns the change of a score by the map; the one that the map was judged by has its interval.
QTableWidgetItem* changeCell(const ReportedRecalibration& made, const Score& after) {
    const auto before = made.before->score(after.id);
    if (!before || !after.value) return cell(QStringLiteral("–"));
    const double change = *after.value - *before;
    auto* item = cell(signedText(change));
    constexpr double tolerance = 1e-12;
    if (made.change && after.id.starts_with("brier") &&
        std::abs(made.change->value - change) < tolerance)
        item->setToolTip(RecalibrationDialog::tr("Paired on the same rows: %1")
                             .arg(sentenceText(changeText(*made.change))));
    return item;
}

QTableWidget* numberTable(const QStringList& heads, QWidget* parent) {
    auto* table = new QTableWidget(0, static_cast<int>(heads.size()), parent);
    styleNumberTable(*table);
    table->setHorizontalHeaderLabels(heads);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    return table;
}

/// Makes the table as high as its rows.
void fitHeight(QTableWidget& table) {
    table.setFixedHeight(table.horizontalHeader()->sizeHint().height() + 4 +
                         table.rowCount() * table.verticalHeader()->defaultSectionSize());
}

}  // namespace

RecalibrationDialog::RecalibrationDialog(QWidget* parent)
    : QDialog(parent), m_diagram(new DiagramView(this)), m_profile(new LinePlotView(this)) {
    setWindowTitle(tr("Recalibrate"));
    auto* left = new QWidget(this);
    left->setFixedWidth(kLeftWidth);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(18, 14, 14, 14);
    column->setSpacing(12);
    column->addWidget(buildChoices());
    column->addWidget(buildResults());
    column->addWidget(buildComparison(), 1);
    auto* close = new QDialogButtonBox(QDialogButtonBox::Close, left);
    connect(close, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(close);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(left);
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_diagram, 1);
    right->addWidget(m_profile);
    m_profile->setFixedHeight(kProfileHeight);
    m_profile->setToolTip(
        tr("NLL and ECE of the uncalibrated rows at each temperature. NLL also rewards "
           "discrimination and ECE depends on the bins, so their minima can differ."));
    m_profile->hide();
    layout->addLayout(right, 1);
    const QSize room = screen()->availableSize() - QSize(20, 50);
    resize(QSize(1060, 780).boundedTo(room));
    fillFitSources();
    showDefinition();
}

QWidget* RecalibrationDialog::buildChoices() {
    auto* box = new QWidget(this);
    m_maps = new QComboBox(box);
    for (const MapDefinition& definition : mapDefinitions())
        m_maps->addItem(toQString(definition.name), static_cast<int>(definition.kind));
    m_fitSourceBox = new QComboBox(box);
    m_definition = new QLabel(box);
    m_definition->setWordWrap(true);
    m_definition->setForegroundRole(QPalette::PlaceholderText);
    m_trained = new QDoubleSpinBox(box);
    m_trained->setRange(0, 99.99);
    m_trained->setDecimals(2);
    m_trained->setSuffix(QStringLiteral(" %"));
    m_trained->setSpecialValueText(tr("state it"));
    m_trained->setKeyboardTracking(false);
    m_trained->setToolTip(
        tr("Share of the positive class in the data that the model was trained "
           "on; after undersampling, in what was left"));
    m_form = new QFormLayout(box);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_form->addRow(tr("&Map"), m_maps);
    m_form->addRow(tr("Share in &training"), m_trained);
    m_form->addRow(tr("&Fit on"), m_fitSourceBox);
    m_form->addRow(m_definition);
    connect(m_trained, &QDoubleSpinBox::valueChanged, this, &RecalibrationDialog::choiceChanged);
    connect(m_maps, &QComboBox::activated, this, [this] {
        showDefinition();
        Q_EMIT choiceChanged();
    });
    connect(m_fitSourceBox, &QComboBox::activated, this, &RecalibrationDialog::chooseFitSource);
    return box;
}

QWidget* RecalibrationDialog::buildResults() {
    auto* box = new QWidget(this);
    m_parameters = new QLabel(box);
    m_parameters->setTextFormat(Qt::RichText);
    m_parameters->setWordWrap(true);
    m_parameters->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_scores = numberTable(
        {tr("Score"), tr("Before"), tr("Interval"), tr("After"), tr("Interval"), tr("Change")},
        box);
    m_scores->setSelectionMode(QAbstractItemView::NoSelection);
    m_remarks = new QLabel(box);
    m_remarks->setWordWrap(true);
    m_withoutZeros = new QPushButton(tr("&Fit T without them"), box);
    m_withoutZeros->hide();
    connect(m_withoutZeros, &QPushButton::clicked, this,
            &RecalibrationDialog::fitWithoutZerosRequested);
    m_message = new QLabel(box);
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message->hide();
    m_showFolder = new QPushButton(tr("Show &folder"), box);
    m_showFolder->hide();
    connect(m_showFolder, &QPushButton::clicked, this, [this] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(m_savedFile).absolutePath()));
    });
    m_saveMap = new QPushButton(tr("&Save map…"), box);
    m_saveMap->setToolTip(tr("As JSON, to apply to other files, or as a Python module"));
    m_saveRows = new QPushButton(tr("Save &predictions…"), box);
    m_saveRows->setToolTip(tr("Calibrated probabilities of the evaluated rows, as CSV or npz"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_saveMap);
    buttons->addWidget(m_saveRows);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_parameters);
    layout->addWidget(m_scores);
    layout->addWidget(m_remarks);
    layout->addWidget(m_withoutZeros, 0, Qt::AlignLeft);
    layout->addLayout(buttons);
    layout->addWidget(m_message);
    layout->addWidget(m_showFolder, 0, Qt::AlignLeft);
    connect(m_saveMap, &QPushButton::clicked, this, &RecalibrationDialog::mapSaveRequested);
    connect(m_saveRows, &QPushButton::clicked, this, &RecalibrationDialog::rowsSaveRequested);
    return box;
}

QWidget* RecalibrationDialog::buildComparison() {
    auto* box = new QWidget(this);
    m_compare = new QPushButton(tr("&Compare all maps"), box);
    m_compare->setToolTip(tr("Fits and evaluates each map by 5-fold cross-validation"));
    m_comparison = numberTable({tr("Map"), tr("ECE"), tr("NLL"), tr("Brier"), tr("Change")}, box);
    m_comparison->hide();
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_compare, 0, Qt::AlignLeft);
    layout->addWidget(m_comparison, 1);
    layout->addStretch(0);
    connect(m_compare, &QPushButton::clicked, this, &RecalibrationDialog::startComparison);
    connect(m_comparison, &QTableWidget::cellClicked, this, [this](int row, int) {
        const auto kind = m_comparedKinds[static_cast<std::size_t>(row)];
        if (!kind) return;
        showChoice(m_maps, *kind);
        showDefinition();
        Q_EMIT choiceChanged();
    });
    return box;
}

void RecalibrationDialog::fillFitSources() {
    const QSignalBlocker blocker(m_fitSourceBox);
    const FitSource chosen = m_fitSources.empty() ? FitSource() : fitSource();
    m_fitSourceBox->clear();
    m_fitSources.clear();
    const auto add = [&](const QString& name, const FitSource& fitSource) {
        m_fitSourceBox->addItem(name);
        m_fitSources.push_back(fitSource);
    };
    add(tr("Other folds (cross-validation)"), {FitRows::Folds});
    add(tr("A random half, evaluated on the other"), {FitRows::Half});
    add(tr("The evaluated rows (optimistic)"), {FitRows::Measured});
    for (const FitFile& file : m_files)
        add(file.name, {FitRows::Other, file.index, false, file.path});
    if (!m_otherFile.isEmpty()) add(m_otherFile, {FitRows::Other});
    add(tr("Another file…"), {FitRows::Other, std::nullopt, true});
    const auto same = std::ranges::find_if(m_fitSources, [&](const FitSource& source) {
        return source.rows == chosen.rows && source.path == chosen.path && !source.asks;
    });
    m_fitSourceBox->setCurrentIndex(
        same == m_fitSources.end() ? 0 : static_cast<int>(same - m_fitSources.begin()));
}

void RecalibrationDialog::setFiles(const std::vector<FitFile>& files) {
    if (files == m_files) return;
    m_files = files;
    fillFitSources();
}

void RecalibrationDialog::showOtherFile(const QString& name) {
    m_otherFile = name;
    fillFitSources();
    m_fitSourceBox->setCurrentIndex(m_fitSourceBox->count() - 2);
}

void RecalibrationDialog::chooseFitSource() {
    if (!fitSource().asks) {
        Q_EMIT choiceChanged();
        return;
    }
    m_fitSourceBox->setCurrentIndex(0);
    Q_EMIT otherFileRequested();
}

void RecalibrationDialog::setTheme(Theme theme) {
    m_diagram->setTheme(theme);
    m_profile->setTheme(theme);
}

void RecalibrationDialog::choose(const RecalibrationChoice& choice) {
    constexpr double hundred = 100;
    const QSignalBlocker blocker(this);
    if (choice.shift) m_trained->setValue(hundred * choice.shift->trained);
    showChoice(m_maps, choice.kind);
    const auto source = std::ranges::find(m_fitSources, choice.rows, &FitSource::rows);
    m_fitSourceBox->setCurrentIndex(static_cast<int>(source - m_fitSources.begin()));
    showDefinition();
}

MapKind RecalibrationDialog::map() const {
    return choiceAt<MapKind>(m_maps, m_maps->currentIndex());
}

std::optional<PrevalenceShift> RecalibrationDialog::shift() const {
    constexpr double hundred = 100;
    if (map() != MapKind::Shift || m_trained->value() == 0) return std::nullopt;
    return PrevalenceShift{m_trained->value() / hundred};
}

const FitSource& RecalibrationDialog::fitSource() const {
    return m_fitSources[static_cast<std::size_t>(m_fitSourceBox->currentIndex())];
}

void RecalibrationDialog::showDefinition() {
    m_definition->setText(toQString(mapDefinition(map()).definition));
    m_form->setRowVisible(m_trained, mapDefinition(map()).isAsked);
}

void RecalibrationDialog::showMessage(const QString& message, const QString& savedFile) {
    m_message->setText(message);
    m_message->setVisible(!message.isEmpty());
    m_savedFile = savedFile;
    m_showFolder->setVisible(!savedFile.isEmpty());
}

QString RecalibrationDialog::message() const {
    return m_message->text();
}

void RecalibrationDialog::showBusy() {
    showMessage({});
    m_withoutZeros->hide();
    m_parameters->setText(tr("Fitting…"));
    setFitted(false);
}

void RecalibrationDialog::setFitted(bool isFitted) {
    m_scores->setEnabled(isFitted);
    m_saveMap->setEnabled(isFitted);
    m_saveRows->setEnabled(isFitted);
}

void RecalibrationDialog::showReport(const std::shared_ptr<const Report>& report) {
    const ReportedRecalibration& made = *report->recalibration;
    m_parameters->setText(
        tr("<b>%1</b><br>Fitted on %2 rows: %3<br>Lines across the bars: %4 before the map")
            .arg(toQString(parametersText(made.map, report->settings.level)).toHtmlEscaped(),
                 countText(made.map.rows), toQString(fitRowsText(made)).toHtmlEscaped(),
                 report->view.isTopLabel() ? tr("accuracy") : tr("frequency")));
    setFitted(true);
    m_scores->setRowCount(0);
    for (const std::string_view id : kShownScores) {
        const Score* after = report->find(id);
        if (id == "brier_multiclass" && report->dataset.classNames.size() <= 2) continue;
        if (!after || (!after->value && after->remark.empty())) continue;
        const int row = m_scores->rowCount();
        m_scores->insertRow(row);
        const QString name = toQString(shortScoreName(scoreDefinition(id), report->view));
        m_scores->setItem(row, 0, cell(name, true));
        const Score* before = made.before->find(id);
        m_scores->setItem(row, 1, cell(valueOf(before)));
        m_scores->setItem(row, 2, cell(intervalOf(before)));
        m_scores->setItem(row, 3, cell(valueOf(after)));
        m_scores->setItem(row, 4, cell(intervalOf(after)));
        m_scores->setItem(row, 5, changeCell(made, *after));
    }
    fitHeight(*m_scores);
    QStringList remarks;
    for (const std::string& remark : made.remarks)
        remarks << sentenceText(remark);
    m_remarks->setText(remarks.join(QLatin1Char('\n')));
    m_remarks->setVisible(!remarks.isEmpty());
    m_saveRows->setToolTip(
        made.rows == FitRows::Folds
            ? tr("Calibrated probabilities of these rows, as CSV or npz. Each row is calibrated by "
                 "a map that was fitted without it (out-of-fold); the saved map is fitted on all.")
        : made.rows == FitRows::Half
            ? tr("Calibrated probabilities of the half on which the map was not fitted, as CSV or "
                 "npz")
            : tr("Calibrated probabilities of these rows, as CSV or npz"));
    m_scores->show();
    const auto& shown = m_diagram->diagram().report();
    const bool isOtherFile = !shown || shown->dataset.file != report->dataset.file;
    if (isOtherFile) m_diagram->setZoom(usualPart(*report));
    m_diagram->setReport(report);
}

void RecalibrationDialog::showProfile(const std::shared_ptr<const TemperatureProfile>& profile) {
    m_profile->setVisible(profile != nullptr);
    if (!profile) return m_profile->setPlot(std::nullopt, {});
    m_profile->setPlot(temperaturePlot(*profile, std::nullopt), [profile](double temperature) {
        return toQString(profileText(*profile, temperature));
    });
    m_profile->setAccessibleName(tr("NLL and ECE by temperature"));
}

void RecalibrationDialog::showProblem(const QString& problem, bool offersFitWithoutZeros) {
    m_withoutZeros->setVisible(offersFitWithoutZeros);
    m_parameters->clear();
    m_scores->hide();
    m_remarks->setText(problem);
    m_remarks->show();
    setFitted(false);
    m_diagram->setReport(nullptr);
    showProfile(nullptr);
}

void RecalibrationDialog::showComparison(const std::vector<ComparedMap>& maps, bool manyClasses) {
    forgetComparison();
    // For many classes the multiclass Brier score, by which the maps are sorted.
    const std::array<std::string_view, 3> ids{"ece", "nll",
                                              manyClasses ? "brier_multiclass" : "brier"};
    m_comparison->horizontalHeaderItem(3)->setText(
        toQString(scoreDefinition(ids.back()).shortName));
    m_comparison->setRowCount(static_cast<int>(maps.size()));
    m_comparedKinds.clear();
    for (const ComparedMap& map : maps) {
        const int row = static_cast<int>(m_comparedKinds.size());
        m_comparedKinds.push_back(map.kind);
        auto* name =
            cell(map.kind ? toQString(mapDefinition(*map.kind).name) : tr("Uncalibrated"), true);
        m_comparison->setItem(row, 0, name);
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const Score* score = map.find(ids[i]);
            const bool isKnown = score && score->value;
            auto* item =
                cell(isKnown ? QString::number(*score->value, 'f', 4) : QStringLiteral("–"));
            if (isKnown && score->interval) {
                item->setToolTip(intervalText(*score->interval));
            } else if (score) {
                item->setToolTip(toQString(score->remark));
            }
            m_comparison->setItem(row, static_cast<int>(i) + 1, item);
        }
        auto* change = cell(map.change ? signedText(map.change->value) : QStringLiteral("–"));
        change->setToolTip(
            map.change ? tr("Change of the Brier score from the uncalibrated model on the same "
                            "rows, with its interval: %1")
                             .arg(sentenceText(changeText(*map.change)))
                       : QString());
        // What these rows do not show is pale.
        const auto interval = map.change ? map.change->interval : std::nullopt;
        const bool isShown = interval && !interval->holds(0);
        if (!isShown) change->setForeground(palette().placeholderText());
        m_comparison->setItem(row, static_cast<int>(ids.size()) + 1, change);
        if (map.scores) continue;
        name->setToolTip(toQString(map.scores.error().detail));
        for (int i = 0; i < m_comparison->columnCount(); ++i)
            m_comparison->item(row, i)->setFlags(Qt::NoItemFlags);
    }
    m_comparison->show();
}

void RecalibrationDialog::startComparison() {
    m_compare->setEnabled(false);
    m_compare->setText(tr("Comparing…"));
    Q_EMIT comparisonRequested();
}

void RecalibrationDialog::forgetComparison() {
    m_comparison->hide();
    m_comparison->setRowCount(0);
    m_compare->setEnabled(true);
    m_compare->setText(tr("&Compare all maps"));
}

}  // namespace diagonal
