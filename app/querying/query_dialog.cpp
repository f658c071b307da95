// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/querying/query_dialog.h"

#include <algorithm>
#include <chrono>
#include <initializer_list>

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include "app/platform/parallel.h"
#include "app/platform/saved_file.h"
#include "app/text/number_text.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

/// What the rows hold: the roles of their scores and of what tells their truth.
struct RowForm {
    const char* name;
    const char* scores;
    const char* truth;
    ColumnRole scoreRole;
    ColumnRole truthRole;
};
constexpr RowForm kForms[] = {
    {QT_TRANSLATE_NOOP("diagonal::QueryDialog", "The probability of a class"),
     QT_TRANSLATE_NOOP("diagonal::QueryDialog", "Probability"),
     QT_TRANSLATE_NOOP("diagonal::QueryDialog", "True label"), ColumnRole::Probability,
     ColumnRole::Label},
    {QT_TRANSLATE_NOOP("diagonal::QueryDialog", "The confidence of a prediction"),
     QT_TRANSLATE_NOOP("diagonal::QueryDialog", "Confidence"),
     QT_TRANSLATE_NOOP("diagonal::QueryDialog", "Correct?"), ColumnRole::Confidence,
     ColumnRole::Correct},
    {QT_TRANSLATE_NOOP("diagonal::QueryDialog", "One score per class"),
     QT_TRANSLATE_NOOP("diagonal::QueryDialog", "Scores, in order"),
     QT_TRANSLATE_NOOP("diagonal::QueryDialog", "True label"), ColumnRole::Score,
     ColumnRole::Label}};

/// Words in the names of columns by which a role is guessed, the surest first.
const char* const kScoreWords[] = {"prob", "score", "conf", "pred", "p"};
const char* const kTruthWords[] = {"label", "truth", "target", "correct", "outcome", "y"};

/// Returns the first of `columns` that is called by one of `words`, or begins with it.
template <typename Words>
QString columnCalled(const std::vector<std::string>& columns, const Words& words) {
    for (const char* word : words) {
        for (const std::string& column : columns) {
            const QString name = toQString(column).toLower();
            const bool isLong = QLatin1String(word).size() > 1;
            if (name == QLatin1String(word) || (isLong && name.contains(QLatin1String(word))))
                return toQString(column);
        }
    }
    return {};
}

constexpr int kMostSeconds = 86400;
constexpr std::chrono::milliseconds kSecond(1000);

/// Returns what is missing in a query, without the options of the command line.
QString inWords(const Error& error) {
    QString text = toQString(error.detail).section(QStringLiteral(": --"), 0, 0);
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    return text;
}

/// Where labels begin to count, by the index of the choice; none: they name the classes.
constexpr std::optional<std::int64_t> kLabelBases[] = {std::nullopt, 0, 1};

}  // namespace

QueryDialog::QueryDialog(QWidget* parent)
    : QDialog(parent),
      m_job([this](const Result<std::string>& answer) { take(answer); }),
      m_tablesJob(
          [this](const Result<std::vector<DatabaseTable>>& tables) { takeTables(tables); }) {
    setWindowTitle(tr("Query a database"));
    auto* layout = new QVBoxLayout(this);
    auto* purpose = new QLabel(tr("The database counts its rows and returns a small table. "
                                  "Diagonal opens this table like a file. No row leaves the "
                                  "database until you list the rows of a bar, at most 1,000."),
                               this);
    purpose->setWordWrap(true);
    layout->addWidget(purpose);
    auto* row = new QHBoxLayout;
    row->addWidget(question());
    row->addWidget(statement(), 1);
    layout->addLayout(row, 1);
    m_message = new QLabel(this);
    m_message->setWordWrap(true);
    m_message->setMinimumHeight(2 * m_message->fontMetrics().height());
    layout->addWidget(m_message);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_copy = buttons->addButton(tr("&Copy SQL"), QDialogButtonBox::ActionRole);
    m_run = buttons->addButton(tr("&Run"), QDialogButtonBox::ActionRole);
    m_stop = buttons->addButton(tr("&Stop"), QDialogButtonBox::ActionRole);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(sql()); });
    connect(m_run, &QPushButton::clicked, this, &QueryDialog::run);
    connect(m_stop, &QPushButton::clicked, this, &QueryDialog::stop);
    connect(this, &QDialog::finished, this, &QueryDialog::stop);
    connect(&m_clock, &QTimer::timeout, this, &QueryDialog::showElapsed);
    showForm();
    showRunning(false);
    resize(860, 460);
}

QueryDialog::~QueryDialog() = default;

QComboBox* QueryDialog::columnBox(const QString& name) {
    auto* box = new QComboBox(this);
    box->setEditable(true);
    box->setAccessibleName(name);
    box->setMinimumContentsLength(18);
    connect(box, &QComboBox::editTextChanged, this, &QueryDialog::showSql);
    return box;
}

QWidget* QueryDialog::pairOf(QWidget* first, QWidget* second) {
    auto* pair = new QWidget(this);
    auto* layout = new QHBoxLayout(pair);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(first, 1);
    layout->addWidget(second);
    pair->setFocusProxy(first);
    return pair;
}

QWidget* QueryDialog::question() {
    auto* panel = new QWidget(this);
    m_rows = new QFormLayout(panel);
    m_rows->setContentsMargins(0, 0, 0, 0);
    makeConnectionFields(panel);
    makeColumnFields(panel);
    makeViewFields(panel);
    addRows();
    connectFields();
    return panel;
}

void QueryDialog::makeConnectionFields(QWidget* panel) {
    m_engine = new QComboBox(panel);
    for (const auto& engine : kSqlEngines)
        m_engine->addItem(toQString(engine.label));
    m_file = new QPushButton(tr("Choose an SQLite file…"), panel);
    m_address = new QLineEdit(panel);
    m_address->setAccessibleName(tr("Connection"));
    m_connect = new QPushButton(tr("Co&nnect"), panel);
    m_connect->setAutoDefault(false);
    m_reached = pairOf(m_address, m_connect);
    m_password = new QLineEdit(panel);
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setToolTip(tr("Used for this connection only, and not stored"));
    m_timeout = new QSpinBox(panel);
    m_timeout->setRange(0, kMostSeconds);
    m_timeout->setSuffix(tr(" s"));
    m_timeout->setSpecialValueText(tr("None"));
}

void QueryDialog::makeColumnFields(QWidget* panel) {
    m_from = columnBox(tr("Table or SELECT"));
    m_from->setObjectName(QStringLiteral("from"));
    m_form = new QComboBox(panel);
    m_form->setObjectName(QStringLiteral("form"));
    for (const RowForm& form : kForms)
        m_form->addItem(tr(form.name));
    m_scores = columnBox(tr("Scores"));
    m_scores->setObjectName(QStringLiteral("scores"));
    m_truth = columnBox(tr("Truth"));
    m_scale = new QComboBox(panel);
    m_scale->addItems({tr("Probabilities"), tr("Logits")});
    m_labels = new QComboBox(panel);
    m_labels->setObjectName(QStringLiteral("labels"));
    m_labels->addItems({tr("Names of classes"), tr("Numbers from 0"), tr("Numbers from 1")});
    m_labels->setToolTip(
        tr("Each class has the name of its column, without the prefix that all share. "
           "The classes of an array are numbers."));
    m_positive = new QLineEdit(panel);
    m_positive->setPlaceholderText(tr("1, or true"));
    m_group = columnBox(tr("Groups"));
    m_group->setObjectName(QStringLiteral("groups"));
    m_weight = columnBox(tr("Weights"));
    m_weight->setObjectName(QStringLiteral("weight"));
    m_weightKind = new QComboBox(panel);
    m_weightKind->setObjectName(QStringLiteral("weight kind"));
    m_weightKind->setAccessibleName(tr("Kind of weights"));
    for (const auto& kind : kWeightKinds)
        m_weightKind->addItem(toQString(kind.label));
    m_weightKind->setToolTip(
        tr("Counts: a row of weight 5 stands for five rows. Importance: weights of single rows."));
    m_weighted = pairOf(m_weight, m_weightKind);
}

void QueryDialog::makeViewFields(QWidget* panel) {
    m_view = new QComboBox(panel);
    m_view->setObjectName(QStringLiteral("view"));
    m_class = new QLineEdit(panel);
    m_class->setObjectName(QStringLiteral("class"));
    m_temperature = new QDoubleSpinBox(panel);
    m_temperature->setRange(0.05, 20);
    m_temperature->setDecimals(3);
    m_temperature->setSingleStep(0.1);
    m_temperature->setValue(1);
    m_temperatures = new QCheckBox(tr("At 41 temperatures, for the slider"), panel);
    m_temperatures->setToolTip(
        tr("From 0.2 to 5. The query takes about 41 times as long. Not needed for two classes."));
}

void QueryDialog::addRows() {
    m_rows->addRow(tr("&Engine"), m_engine);
    m_rows->addRow(tr("&File"), m_file);
    m_rows->addRow(tr("&Database"), m_reached);
    m_rows->addRow(tr("Pass&word"), m_password);
    m_rows->addRow(tr("Time &limit"), m_timeout);
    m_rows->addRow(tr("&Table or SELECT"), m_from);
    m_rows->addRow(tr("Each row &holds"), m_form);
    m_rows->addRow(tr("&Scores"), m_scores);
    m_rows->addRow(tr("Sc&ores are"), m_scale);
    m_rows->addRow(tr("Tr&uth"), m_truth);
    m_rows->addRow(tr("L&abels are"), m_labels);
    m_rows->addRow(tr("&Positive class"), m_positive);
    m_rows->addRow(tr("&Groups"), m_group);
    m_rows->addRow(tr("We&ights"), m_weighted);
    m_rows->addRow(tr("&View"), m_view);
    m_rows->addRow(tr("&Class"), m_class);
    m_rows->addRow(tr("Te&mperature"), m_temperature);
    m_rows->addRow(QString(), m_temperatures);
}

void QueryDialog::connectFields() {
    connect(m_temperatures, &QCheckBox::toggled, this, &QueryDialog::showForm);
    connect(m_address, &QLineEdit::textChanged, this, &QueryDialog::showForm);
    connect(m_address, &QLineEdit::returnPressed, this, &QueryDialog::askTables);
    connect(m_password, &QLineEdit::returnPressed, this, &QueryDialog::askTables);
    connect(m_connect, &QPushButton::clicked, this, &QueryDialog::askTables);
    connect(m_engine, &QComboBox::currentIndexChanged, this, &QueryDialog::showForm);
    connect(m_form, &QComboBox::currentIndexChanged, this, &QueryDialog::showForm);
    connect(m_file, &QPushButton::clicked, this, &QueryDialog::chooseDatabase);
    connect(m_from, &QComboBox::currentIndexChanged, this, &QueryDialog::showColumns);
    connect(m_weight, &QComboBox::editTextChanged, this, &QueryDialog::showForm);
    connect(m_view, &QComboBox::currentIndexChanged, this, &QueryDialog::showForm);
    for (QComboBox* box : {m_scale, m_labels, m_weightKind})
        connect(box, &QComboBox::currentIndexChanged, this, &QueryDialog::showSql);
    for (QLineEdit* text : {m_positive, m_class})
        connect(text, &QLineEdit::textChanged, this, &QueryDialog::showSql);
    connect(m_temperature, &QDoubleSpinBox::valueChanged, this, &QueryDialog::showSql);
}

QWidget* QueryDialog::statement() {
    m_sql = new QPlainTextEdit(this);
    m_sql->setReadOnly(true);
    m_sql->setAccessibleName(tr("SQL"));
    m_sql->setPlaceholderText(tr("The statement appears here."));
    m_sql->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_sql->setLineWrapMode(QPlainTextEdit::NoWrap);
    return m_sql;
}

void QueryDialog::chooseDatabase() {
    auto* chooser = new QFileDialog(this, tr("SQLite file"), QFileInfo(m_database).path());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    connect(chooser, &QFileDialog::fileSelected, this, &QueryDialog::setDatabase);
    chooser->open();
}

void QueryDialog::setDatabase(const QString& file) {
    m_database = file;
    m_engine->setCurrentIndex(0);
    m_file->setText(QFileInfo(file).fileName());
    m_file->setToolTip(m_database);
    askTables();
}

SqlEngine QueryDialog::engine() const {
    return kSqlEngines[static_cast<std::size_t>(m_engine->currentIndex())].value;
}

std::optional<DatabaseAddress> QueryDialog::address() const {
    if (engine() == SqlEngine::Sqlite) {
        if (m_database.isEmpty()) return std::nullopt;
        return DatabaseAddress{DatabaseDriver::Sqlite, m_database.toStdString()};
    }
    const QString text = m_address->text().trimmed();
    if (text.isEmpty()) return std::nullopt;
    DatabaseAddress address = databaseAddress(text.toStdString());
    if (address.driver != DatabaseDriver::Odbc && engine() != SqlEngine::PostgreSql)
        return std::nullopt;
    address.password = m_password->text().toStdString();
    address.timeout = m_timeout->value();
    return address;
}

void QueryDialog::askTables() {
    const auto reached = address();
    if (!reached) return;
    m_asked = *reached;
    showRunning(true);
    m_tablesJob.restart([reached = *reached](const StopFlag& stop) {
        return databaseTables(reached, executionUntil(stop).progress);
    });
    showElapsed();
}

void QueryDialog::takeTables(const Result<std::vector<DatabaseTable>>& tables) {
    endRunning();
    const auto now = address();
    if (!now || now->driver != m_asked.driver || now->text != m_asked.text) {
        // Another database is meant by now.
        return engine() == SqlEngine::Sqlite ? askTables() : showForm();
    }
    if (!tables && engine() == SqlEngine::Sqlite) {
        m_database.clear();
        m_file->setText(tr("Choose an SQLite file…"));
        m_file->setToolTip({});
    }
    m_tables = tables ? tables.value() : std::vector<DatabaseTable>();
    {
        const QSignalBlocker blocker(m_from);
        m_from->clear();
        // PostgreSQL has quoted its names itself.
        const auto reached = address();
        const bool isQuoted = reached && reached->driver == DatabaseDriver::PostgreSql;
        const auto quoted = [&](const std::string& name) {
            return isQuoted ? name : quotedColumn(sqlDialect(engine()), name);
        };
        for (const DatabaseTable& table : m_tables) {
            const std::string schema = table.schema.empty() ? "" : quoted(table.schema) + ".";
            m_from->addItem(toQString(schema + quoted(table.name)));
        }
        m_from->setCurrentIndex(m_tables.empty() ? -1 : 0);
    }
    showColumns();
    if (!tables) showFailure(tables.error());
    if (tables && m_tables.empty()) m_message->setText(tr("There is no table that you may read."));
}

void QueryDialog::showFailure(const Error& error) {
    m_message->setText(needsPassword(error) ? tr("The database asks for a password.")
                                            : toQString(describe(error)));
    if (needsPassword(error)) m_password->setFocus();
}

std::vector<std::string> QueryDialog::tableColumns() const {
    const QString text = m_from->currentText().trimmed();
    for (std::size_t i = 0; i < m_tables.size(); ++i) {
        // As it is offered, or as a user types it.
        const bool isThis = text == m_from->itemText(static_cast<int>(i)) ||
                            text.compare(toQString(m_tables[i].name), Qt::CaseInsensitive) == 0;
        if (isThis) return m_tables[i].columns;
    }
    return {};
}

void QueryDialog::showColumns() {
    const std::vector<std::string> columns = tableColumns();
    for (QComboBox* box : {m_scores, m_truth, m_group, m_weight}) {
        const QSignalBlocker blocker(box);
        box->clear();
        for (const std::string& column : columns)
            box->addItem(toQString(column));
        box->setCurrentIndex(-1);
        box->setEditText({});
    }
    const QSignalBlocker scores(m_scores);
    const QSignalBlocker truth(m_truth);
    m_scores->setEditText(columnCalled(columns, kScoreWords));
    m_truth->setEditText(columnCalled(columns, kTruthWords));
    showSql();
}

void QueryDialog::showForm() {
    const RowForm& form = kForms[m_form->currentIndex()];
    const bool several = form.scoreRole == ColumnRole::Score;
    const bool confidence = form.scoreRole == ColumnRole::Confidence;
    const auto name = [&](QWidget* field, const QString& text) {
        if (auto* label = qobject_cast<QLabel*>(m_rows->labelForField(field))) label->setText(text);
    };
    name(m_scores, tr(form.scores));
    name(m_truth, tr(form.truth));
    m_scores->setToolTip(several ? tr("The columns, separated by commas") : QString());
    m_scale->setEnabled(!confidence);
    m_rows->setRowVisible(m_labels, several);
    m_rows->setRowVisible(m_positive, form.scoreRole == ColumnRole::Probability);
    m_weightKind->setEnabled(!m_weight->currentText().trimmed().isEmpty());
    m_temperatures->setEnabled(several);
    showViews();
    m_temperature->setEnabled(!confidence && !(several && m_temperatures->isChecked()));
    const bool isSqlite = engine() == SqlEngine::Sqlite;
    m_rows->setRowVisible(m_file, isSqlite);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_reached, m_password, m_timeout})
        m_rows->setRowVisible(widget, !isSqlite);
    m_address->setPlaceholderText(engine() == SqlEngine::PostgreSql
                                      ? QStringLiteral("host=db dbname=models user=me")
                                      : QStringLiteral("DSN=name, by ODBC"));
    m_address->setToolTip(m_address->placeholderText());
    m_connect->setEnabled(!isSqlite && address().has_value());
    showSql();
}

/// Offers the views of the form; of the class scores one class, which is named beneath.
void QueryDialog::showViews() {
    const ColumnRole role = kForms[m_form->currentIndex()].scoreRole;
    const QStringList views =
        role == ColumnRole::Probability ? QStringList{tr("Positive class"), tr("Top label")}
        : role == ColumnRole::Score     ? QStringList{tr("Top label"), tr("One class")}
                                        : QStringList{tr("Top label")};
    if (m_view->count() != views.size() || m_view->itemText(0) != views.front()) {
        const QSignalBlocker blocker(m_view);
        m_view->clear();
        m_view->addItems(views);
    }
    m_view->setEnabled(views.size() > 1);
    m_rows->setRowVisible(m_class, view().kind == QueriedView::Kind::OneClass);
}

QueriedView QueryDialog::view() const {
    const ColumnRole role = kForms[m_form->currentIndex()].scoreRole;
    const bool isSecond = m_view->currentIndex() == 1;
    if (role == ColumnRole::Probability)
        return {isSecond ? QueriedView::Kind::TopLabel : QueriedView::Kind::Default};
    if (role == ColumnRole::Score && isSecond)
        return {QueriedView::Kind::OneClass, m_class->text().trimmed().toStdString()};
    return {};
}

void QueryDialog::addRoles(const QString& names, ColumnRole role, CellQuery& out) const {
    for (const QString& name : names.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString column = name.trimmed();
        if (!column.isEmpty()) out.columns.push_back({role, column.toStdString()});
    }
}

CellQuery QueryDialog::query() const {
    const RowForm& form = kForms[m_form->currentIndex()];
    CellQuery out;
    out.engine = engine();
    out.from = m_from->currentText().toStdString();
    addRoles(m_scores->currentText(), form.scoreRole, out);
    addRoles(m_truth->currentText(), form.truthRole, out);
    addRoles(m_group->currentText(), ColumnRole::Group, out);
    addRoles(m_weight->currentText(), ColumnRole::Weight, out);
    out.weights = kWeightKinds[static_cast<std::size_t>(m_weightKind->currentIndex())].value;
    out.view = view();
    if (form.scoreRole == ColumnRole::Score) out.labelBase = kLabelBases[m_labels->currentIndex()];
    if (m_temperature->isEnabled()) out.temperature = m_temperature->value();
    out.severalTemperatures = m_temperatures->isEnabled() && m_temperatures->isChecked();
    if (m_scale->isEnabled())
        out.scores = m_scale->currentIndex() == 0 ? ScoreKind::Probability : ScoreKind::Logit;
    if (form.scoreRole == ColumnRole::Probability && !m_positive->text().isEmpty())
        out.positive = m_positive->text().toStdString();
    return out;
}

QString QueryDialog::sql() const {
    const auto text = cellSql(query());
    return text ? toQString(text.value()) : QString();
}

QString QueryDialog::message() const {
    return m_message->text();
}

void QueryDialog::showSql() {
    const CellQuery asked = query();
    const auto text = cellSql(asked);
    m_sql->setPlainText(text ? toQString(text.value()) : QString());
    if (isBusy()) return;
    const bool isSqlite = asked.engine == SqlEngine::Sqlite;
    m_copy->setEnabled(text.hasValue());
    m_run->setEnabled(text && address());
    if (!text) {
        m_message->setText(inWords(text.error()));
    } else if (address()) {
        m_message->setText(isSqlite ? tr("The file is opened read-only.")
                                    : tr("The transaction is read-only and is rolled back."));
    } else if (isSqlite) {
        m_message->setText(tr("Choose a file to run the statement in, or copy it."));
    } else {
        m_message->setText(
            tr("Enter a connection, or copy the statement, run it in the database, and open its "
               "result as CSV or JSON."));
    }
}

void QueryDialog::showRunning(bool isRunning) {
    m_stop->setVisible(isRunning);
    m_run->setVisible(!isRunning);
    if (!isRunning) return m_clock.stop();
    m_since.start();
    m_clock.start(kSecond);
    showElapsed();
}

/// Says that a job has ended, unless the other one still runs.
void QueryDialog::endRunning() {
    isBusy() ? showElapsed() : showRunning(false);
}

/// Says how long the database has been asked; engines tell no progress of a SELECT.
void QueryDialog::showElapsed() {
    const auto seconds = m_since.elapsed() / kSecond.count();
    const QString text = m_tablesJob.isBusy() ? tr("Connecting…") : tr("The database is counting…");
    m_message->setText(seconds == 0 ? text : tr("%1 %2 s").arg(text).arg(seconds));
}

void QueryDialog::run() {
    const QString statement = sql();
    const auto reached = address();
    if (statement.isEmpty() || !reached) return;
    showRunning(true);
    m_running = DatabaseQuery{*reached, query(), tableColumns()};
    m_job.restart([reached = *reached, text = statement.toStdString()](const StopFlag& stop) {
        return databaseAnswer(reached, text, executionUntil(stop).progress);
    });
}

void QueryDialog::stop() {
    if (!isBusy()) return;
    m_job.cancel();
    m_tablesJob.cancel();
    showRunning(false);
    m_message->setText(tr("The query was stopped."));
}

void QueryDialog::take(const Result<std::string>& answer) {
    endRunning();
    if (!answer) {
        showFailure(answer.error());
        const auto isScore = [](const RoleChoice& choice) {
            return choice.role == ColumnRole::Score;
        };
        if (std::ranges::count_if(m_running->cells.columns, isScore) == 1) {
            m_message->setText(tr("%1 A single column of scores must be an array of the scores of "
                                  "all classes.")
                                   .arg(m_message->text()));
        }
        return;
    }
    // The fields may show another database by now.
    const QString source = m_running->address.driver == DatabaseDriver::Sqlite
                               ? QFileInfo(toQString(m_running->address.text)).completeBaseName()
                               : toQString(choiceOf(kSqlEngines, m_running->cells.engine).label);
    const QString name = QStringLiteral("%1 query %2.csv").arg(source).arg(++m_answerCount);
    const QString why =
        saveWhole({answer.value().data(), answer.value().size()}, m_answers.filePath(name));
    if (!why.isEmpty()) {
        m_message->setText(tr("The query result could not be saved: %1").arg(why));
        return;
    }
    m_message->setText(tr("The query result is open."));
    Q_EMIT answered(m_answers.filePath(name), *m_running);
}

}  // namespace diagonal
