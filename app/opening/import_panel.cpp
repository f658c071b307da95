// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/opening/import_panel.h"

#include <algorithm>

#include <QComboBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextDocument>

#include "app/opening/preview_table.h"
#include "app/text/advice_text.h"
#include "app/text/number_text.h"
#include "core/base/text.h"
#include "core/reading/import_choices.h"

namespace diagonal {
namespace {

QString shareInPercent(const std::optional<double>& share) {
    return share ? QStringLiteral("%1 %").arg(100 * *share, 0, 'f', 1) : QStringLiteral("–");
}

/// "952 rows, 20 classes, accuracy 86.3 %, mean confidence 86.7 %".
QString sentenceOf(const Report& report) {
    const DatasetSummary& data = report.dataset;
    QStringList parts{toQString(counted(data.rows, "row"))};
    if (data.classes) parts << toQString(counted(*data.classes, "class", "classes"));
    parts << QStringLiteral("%1 %2").arg(toQString(accuracyName(report)),
                                         shareInPercent(report.score("accuracy")));
    parts << (report.view.isTopLabel() ? ImportPanel::tr("mean confidence %1")
                                       : ImportPanel::tr("mean probability %1"))
                 .arg(shareInPercent(report.score("confidence")));
    if (data.skipped > 0) {
        parts << ImportPanel::tr("%1 skipped").arg(toQString(counted(data.skipped, "row")));
    }
    return parts.join(QStringLiteral(", "));
}

/// Returns assumptions shown nowhere else in the panel: "label base: 1 · compression: gzip".
QString assumedIn(const DatasetSummary& data) {
    QStringList parts;
    for (const Assumption& assumption : data.assumptions) {
        if (assumption.hasControl) continue;
        QString id = toQString(assumption.id);
        const QString value = toQString(assumption.value);
        parts << id.replace(QLatin1Char('_'), QLatin1Char(' ')) + QStringLiteral(": ") + value;
    }
    if (!data.labelsFile.empty()) {
        const QString name = QFileInfo(toQString(data.labelsFile)).fileName();
        parts << ImportPanel::tr("labels file: %1").arg(name);
    }
    return parts.join(QStringLiteral(" · "));
}

/// "Use these two": what a button that follows an advice says.
QString actionText(const Advice& advice) {
    const auto isColumn = [](const AdvisedSetting& setting) {
        return setting.setting == Setting::ColumnRole;
    };
    if (advice.settings.size() > 1 && std::ranges::all_of(advice.settings, isColumn))
        return advice.settings.size() == 2 ? ImportPanel::tr("Use these two")
                                           : ImportPanel::tr("Use these columns");
    const AdvisedSetting& first = advice.settings.front();
    return first.setting == Setting::Scores
               ? ImportPanel::tr("Read as %1").arg(toQString(first.value))
               : ImportPanel::tr("Use '%1'").arg(toQString(first.value));
}

/// Fills a box with "Detected" and `choices`, and selects the chosen one.
template <typename T>
void offerChoices(QComboBox* box, const QString& detected,
                  const std::vector<std::pair<QString, T>>& choices,
                  const std::optional<T>& chosen) {
    const QSignalBlocker block(box);
    box->clear();
    box->addItem(detected.isEmpty() ? ImportPanel::tr("Detected")
                                    : ImportPanel::tr("Detected: %1").arg(detected));
    for (const auto& [text, value] : choices) {
        box->addItem(text);
        if (chosen == value) box->setCurrentIndex(box->count() - 1);
    }
}

std::vector<std::pair<QString, ScoreKind>> scoreChoices() {
    std::vector<std::pair<QString, ScoreKind>> choices;
    choices.reserve(kScoreKinds.size());
    for (const auto& choice : kScoreKinds)
        choices.emplace_back(toQString(choice.label), choice.value);
    return choices;
}
std::vector<std::pair<QString, std::int64_t>> baseChoices() {
    return {{QStringLiteral("0"), 0}, {QStringLiteral("1"), 1}, {QStringLiteral("−1"), -1}};
}
std::vector<std::pair<QString, char>> delimiterChoices() {
    return {{ImportPanel::tr("Comma"), ','},
            {ImportPanel::tr("Semicolon"), ';'},
            {ImportPanel::tr("Tab"), '\t'},
            {ImportPanel::tr("Vertical bar"), '|'},
            {ImportPanel::tr("Spaces"), ' '}};
}
std::vector<std::pair<QString, bool>> decimalChoices() {
    return {{ImportPanel::tr("Point: 0.5"), false}, {ImportPanel::tr("Comma: 0,5"), true}};
}
std::vector<std::pair<QString, bool>> headerChoices() {
    return {{ImportPanel::tr("Column names"), true}, {ImportPanel::tr("Data"), false}};
}

/// Returns the value of a box's entry; none for "Detected".
template <typename T>
std::optional<T> chosenOf(int index, const std::vector<std::pair<QString, T>>& choices) {
    if (index < 1) return std::nullopt;
    return choices[static_cast<std::size_t>(index - 1)].second;
}

}  // namespace

ImportPanel::ImportPanel(QWidget* parent)
    : QWidget(parent),
      m_title(new QLabel(this)),
      m_sentence(new QPlainTextEdit(this)),
      m_assumed(new QLabel(this)),
      m_table(new PreviewTable(this)),
      m_more(new QLabel(this)),
      m_reset(new QPushButton(tr("Reset to detected"), this)) {
    QFont title = font();
    title.setPixelSize(17);
    title.setWeight(QFont::DemiBold);
    m_title->setFont(title);
    m_assumed->setForegroundRole(QPalette::PlaceholderText);
    m_assumed->setWordWrap(true);
    m_assumed->setTextFormat(Qt::PlainText);
    m_assumed->hide();
    m_more->setForegroundRole(QPalette::PlaceholderText);
    m_reset->setToolTip(tr("Discard the changes made here"));
    m_done = new QPushButton(tr("Done"), this);
    m_done->setDefault(true);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_more, 1);
    bottom->addWidget(m_reset);
    bottom->addWidget(m_done);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(22, 16, 18, 12);
    layout->setSpacing(10);
    layout->addWidget(m_title);
    layout->addWidget(buildMessage());
    layout->addWidget(m_assumed);
    layout->addWidget(buildChoices());
    layout->addWidget(m_table, 1);
    layout->addLayout(bottom);
    connect(m_reset, &QPushButton::clicked, this, [this] { edit({}); });
    connect(m_done, &QPushButton::clicked, this, &ImportPanel::closeRequested);
    connect(m_table, &PreviewTable::roleChosen, this,
            [this](std::size_t column, std::optional<ColumnRole> role) {
                edit(withRole(m_options, *m_preview, column, role));
            });
    connect(m_table, &PreviewTable::otherModelChosen, this, [this](std::size_t column) {
        if (const auto options = withOtherModel(m_options, *m_preview, column)) edit(*options);
    });
}

/// The message keeps its height, so that nothing below moves while the user tries roles; a longer
/// one scrolls.
QWidget* ImportPanel::buildMessage() {
    constexpr int lines = 3;
    constexpr std::size_t mostAdvice = 2;
    m_sentence->setReadOnly(true);
    m_sentence->setFrameShape(QFrame::NoFrame);
    m_sentence->viewport()->setAutoFillBackground(false);
    m_sentence->setAutoFillBackground(false);
    m_sentence->document()->setDocumentMargin(0);
    m_sentence->setTabChangesFocus(true);
    m_sentence->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_sentence->setFixedHeight(lines * m_sentence->fontMetrics().lineSpacing() + 2);
    m_sentence->setAccessibleName(tr("How the file is read"));
    auto* message = new QWidget(this);
    auto* row = new QHBoxLayout(message);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_sentence, 1);
    auto* buttons = new QVBoxLayout;
    buttons->setSpacing(4);
    for (std::size_t i = 0; i < mostAdvice; ++i) {
        auto* button = new QPushButton(this);
        button->hide();
        connect(button, &QPushButton::clicked, this, [this, i] { edit(m_advised[i]); });
        buttons->addWidget(button);
        m_advice.push_back(button);
    }
    buttons->addStretch(1);
    row->addLayout(buttons);
    return message;
}

/// Shows a message with buttons that follow the advice which needs no more to be known.
void ImportPanel::showMessage(const QString& text, const std::vector<Advice>& advice) {
    if (text != m_sentence->toPlainText()) m_sentence->setPlainText(text);
    m_advised.clear();
    for (const Advice& one : advice) {
        const auto options = following(one, m_options);
        if (!options || m_advised.size() == m_advice.size()) continue;
        QPushButton* const button = m_advice[m_advised.size()];
        button->setText(actionText(one));
        button->setToolTip(toQString(commandLineAdvice({one})));
        m_advised.push_back(*options);
    }
    for (std::size_t i = 0; i < m_advice.size(); ++i)
        m_advice[i]->setVisible(i < m_advised.size());
}

QWidget* ImportPanel::buildChoices() {
    auto* choices = new QWidget(this);
    auto* grid = new QGridLayout(choices);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(3);
    m_scores = addChoice(grid, 0, tr("Scores are"), [](ReadOptions& options, int index) {
        options.scores = chosenOf(index, scoreChoices());
    });
    m_positive = addChoice(grid, 1, tr("Positive class"), [this](ReadOptions& options, int index) {
        options.positive.reset();
        if (index > 0) options.positive = m_positive->itemText(index).toStdString();
    });
    m_base =
        addChoice(grid, 2, tr("Label of the first class"), [](ReadOptions& options, int index) {
            options.labelBase = chosenOf(index, baseChoices());
        });
    m_delimiter = addChoice(grid, 3, tr("Column separator"), [](ReadOptions& options, int index) {
        options.dialect.delimiter = chosenOf(index, delimiterChoices());
    });
    m_decimal = addChoice(grid, 4, tr("Decimal separator"), [](ReadOptions& options, int index) {
        options.dialect.decimalComma = chosenOf(index, decimalChoices());
    });
    m_header = addChoice(grid, 5, tr("First row holds"), [](ReadOptions& options, int index) {
        options.dialect.hasHeader = chosenOf(index, headerChoices());
    });
    m_labelColumn = addChoice(grid, 6, tr("Column of the labels file"),
                              [this](ReadOptions& options, int index) {
                                  std::optional<std::string> column;
                                  if (index > 0)
                                      column = m_labelColumn->itemText(index).toStdString();
                                  options = withLabelColumn(std::move(options), *m_preview, column);
                              });
    m_labelColumnName = qobject_cast<QLabel*>(grid->itemAtPosition(4, 0)->widget());
    m_labelColumn->hide();
    m_labelColumnName->hide();
    return choices;
}

QComboBox* ImportPanel::addChoice(QGridLayout* grid, int place, const QString& label,
                                  const std::function<void(ReadOptions&, int)>& set) {
    auto* box = new QComboBox(this);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(12);
    auto* name = new QLabel(label, this);
    name->setBuddy(box);
    name->setForegroundRole(QPalette::PlaceholderText);
    const int column = place % 3;
    const int row = place / 3 * 2;
    grid->addWidget(name, row, column);
    grid->addWidget(box, row + 1, column);
    grid->setColumnStretch(column, 1);
    connect(box, &QComboBox::activated, this, [this, set](int index) {
        ReadOptions options = m_options;
        set(options, index);
        edit(options);
    });
    return box;
}

void ImportPanel::edit(ReadOptions options) {
    if (options == m_options) return;
    m_options = std::move(options);
    Q_EMIT optionsEdited(m_options);
}

void ImportPanel::showFile(const QString& name, std::shared_ptr<const FilePreview> preview,
                           const ReadOptions& options,
                           const std::vector<std::string>& labelColumns) {
    m_preview = std::move(preview);
    m_options = options;
    m_title->setText(tr("Import settings: %1").arg(name));
    m_table->setPreview(m_preview);
    const std::size_t hidden = m_table->previewModel()->hiddenColumns();
    m_more->setText(hidden > 0 ? tr("%1 more columns not shown").arg(countText(hidden))
                               : QString());
    m_reset->setEnabled(m_options != ReadOptions{});
    fillChoices();
    fillLabelColumns(labelColumns);
}

void ImportPanel::fillLabelColumns(const std::vector<std::string>& columns) {
    std::vector<std::pair<QString, std::string>> choices;
    choices.reserve(columns.size());
    for (const std::string& name : columns)
        choices.emplace_back(toQString(name), name);
    const bool isUseful = columns.size() > 1 && m_preview;
    m_labelColumnName->setVisible(isUseful);
    m_labelColumn->setVisible(isUseful);
    if (isUseful) offerChoices(m_labelColumn, {}, choices, labelColumnOf(m_options, *m_preview));
}

void ImportPanel::fillChoices() {
    offerChoices(m_scores, {}, scoreChoices(), m_options.scores);
    offerChoices(m_base, {}, baseChoices(), m_options.labelBase);
    fillPositive({});
    const bool isTable = m_preview && m_preview->dialect;
    for (QComboBox* box : {m_delimiter, m_decimal, m_header})
        box->setEnabled(isTable);
    const CsvDialect dialect = isTable ? *m_preview->dialect : CsvDialect();
    offerChoices(m_delimiter, isTable ? toQString(delimiterName(dialect.delimiter)) : QString(),
                 delimiterChoices(), m_options.dialect.delimiter);
    offerChoices(m_decimal,
                 isTable ? (dialect.decimalComma ? tr("comma") : tr("point")) : QString(),
                 decimalChoices(), m_options.dialect.decimalComma);
    offerChoices(m_header, isTable ? (dialect.hasHeader ? tr("names") : tr("data")) : QString(),
                 headerChoices(), m_options.dialect.hasHeader);
}

void ImportPanel::fillPositive(const DatasetSummary& dataset) {
    std::vector<std::pair<QString, std::string>> choices;
    QString detected;
    if (dataset.classNames.size() == 2 && dataset.form != PredictionForm::Confidence) {
        for (const std::string& name : dataset.classNames)
            choices.emplace_back(toQString(name), name);
        if (dataset.positiveClass) detected = toQString(dataset.classNames[*dataset.positiveClass]);
    }
    m_positive->setEnabled(!choices.empty());
    offerChoices(m_positive, m_options.positive ? QString() : detected, choices,
                 m_options.positive);
}

void ImportPanel::showReport(const Report& report) {
    m_hasProblem = false;
    m_done->setText(tr("Done"));
    m_sentence->setPalette({});
    showMessage(sentenceOf(report));
    m_table->showClasses(report.dataset);
    const QString assumed = assumedIn(report.dataset);
    m_assumed->setText(assumed);
    m_assumed->setVisible(!assumed.isEmpty());
    const DatasetSummary& dataset = report.dataset;
    offerChoices(
        m_scores,
        m_options.scores ? QString() : toQString(choiceOf(kScoreKinds, dataset.scores).word),
        scoreChoices(), m_options.scores);
    m_base->setEnabled(dataset.form == PredictionForm::ClassScores);
    fillPositive(dataset);
}

void ImportPanel::showProblem(const Error& error) {
    m_hasProblem = true;
    setProblemColour(m_problemColour);
    const bool asksForLabels = !m_labelColumn->isHidden();
    const QString whole = windowText(error);
    const QString text = whole.section(QLatin1Char('\n'), 0, 0);
    const QString code = whole.mid(text.size());
    const QString hint = asksForLabels ? tr("Choose the column of the labels file below.")
                                       : tr("Click the role above a column to change it.");
    const QString gap =
        text.endsWith(QLatin1Char('.')) ? QStringLiteral(" ") : QStringLiteral(". ");
    showMessage(text + gap + hint + code, error.advice);
    m_assumed->hide();
    // Nothing is known of this file yet: what was detected in another must not stand here.
    offerChoices(m_scores, QString(), scoreChoices(), m_options.scores);
    m_done->setText(tr("Cancel"));
}

void ImportPanel::setProblemColour(const QColor& colour) {
    m_problemColour = colour;
    if (!m_hasProblem) return;
    QPalette colours;
    colours.setColor(QPalette::Text, colour);
    m_sentence->setPalette(colours);
}

QString ImportPanel::sentence() const {
    return m_sentence->toPlainText();
}

}  // namespace diagonal
