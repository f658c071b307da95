// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/selecting/row_list_controller.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QFileInfo>
#include <QTableView>

#include "app/platform/parallel.h"
#include "app/querying/live_query_controller.h"
#include "app/selecting/condition_chips.h"
#include "app/selecting/figure_page.h"
#include "app/selecting/row_list_model.h"
#include "app/selecting/row_list_panel.h"
#include "app/session/session.h"
#include "app/text/number_text.h"
#include "core/aggregates/row_query.h"
#include "core/base/text.h"
#include "core/base/within_memory.h"
#include "core/measuring/outcomes.h"
#include "core/reading/import_choices.h"
#include "core/reading/prediction_reader.h"
#include "core/selecting/row_columns.h"

namespace diagonal {
namespace {

/// What is said of a list of rows with so many scores is measured with it, in some 20 ms; of more,
/// while the list is shown already.
constexpr std::size_t kFewScores = 2'000'000;

/// Of so many rows the first are listed before the others, which take longer.
constexpr std::size_t kManyRows = 500'000;
constexpr std::size_t kFirstRows = 200;

/// Returns "0.800 to 0.900: 47 rows, 31 wrong"; without a place, "All 1,797 rows, ..." unless the
/// list has conditions.
QString titleOf(const QString& place, const RowList& list, bool isFiltered) {
    const bool areSeveral = list.dataset->predictions.form() == PredictionForm::MultiLabel;
    QString title = (!place.isEmpty() ? place + QStringLiteral(": ")
                     : isFiltered     ? QString()
                                      : QStringLiteral("All ")) +
                    toQString(counted(list.ofAll.value_or(list.rows.size()), "row")) +
                    QStringLiteral(", ") +
                    (list.wrong > 0 ? countText(list.wrong) : QStringLiteral("none")) +
                    (areSeveral ? QStringLiteral(" not of the class") : QStringLiteral(" wrong"));
    const RowWeights& weights = list.dataset->predictions.weights();
    // Importance weights are scaled elsewhere; two sums of one bin would be two numbers.
    if (!weights.empty() && weights.kind == WeightKind::Counts) {
        double sum = 0;
        for (const std::uint32_t row : list.rows)
            sum += weights.at(row);
        title += QStringLiteral(", weight %1").arg(QString::number(sum, 'g', 6));
    }
    if (list.rows.size() > RowListModel::kMostRows)
        title +=
            QStringLiteral("; the first %1 are listed").arg(countText(RowListModel::kMostRows));
    return title;
}

/// Returns the measured rows with all columns of their file, if these were read. Errors: those of
/// selectedRows(), and Undefined if the file holds other rows by now.
Result<std::shared_ptr<const Dataset>> withColumns(const ListRequest& request,
                                                   const Execution& execution) {
    const RowConditions& where = request.report->settings.where;
    if (!request.whole) return request.rows;
    if (request.isNamed) return request.whole;
    std::shared_ptr<const Dataset> named = request.whole;
    if (!where.areNone()) {
        auto part =
            selectedRows(*request.whole, request.view, request.temperature, where, execution);
        if (!part) return part.error();
        named = std::make_shared<const Dataset>(std::move(part).value());
    }
    if (named->predictions.rows() != request.rows->predictions.rows())
        return undefined("the file has changed");
    return named;
}

/// Returns why something cannot be done, without what a command line would add.
QString reasonOf(const Error& error) {
    return toQString(error.detail).remove(QStringLiteral("--where "));
}

/// A list with the filter of its request.
struct ArrangedRows {
    RowList list;
    QString remark = {};                               ///< what the filter leaves out, and why
    std::optional<Result<RowConditions>> filter = {};  ///< as a condition; none if it is empty
};

/// Keeps and sorts the rows as the user wants.
Result<ArrangedRows> arrangedRows(RowList list, const ListRequest& request, const StopFlag& stop) {
    const std::size_t all = list.rows.size();
    auto kept = withinMemory(
        [&] { return arranged(std::move(list), request.arrangement, executionUntil(stop)); });
    if (!kept) return kept.error();
    ArrangedRows out{std::move(kept).value()};
    const std::string& filter = request.arrangement.filter;
    if (!filter.empty()) out.filter = conditionOf(filter, out.list);
    if (out.list.rows.size() < all)
        out.remark =
            QObject::tr(". The filter leaves out %1").arg(countText(all - out.list.rows.size()));
    // A filter that keeps none may be written in a way that cannot keep any.
    if (out.list.rows.empty() && parsedCondition(filter) && !*out.filter)
        out.remark += QStringLiteral(": ") + reasonOf(out.filter->error());
    return out;
}

/// Returns the rows that fulfil the conditions of a request, sorted and filtered.
Result<ArrangedRows> listedRows(const ListRequest& request,
                                const std::shared_ptr<const Dataset>& dataset,
                                const StopFlag& stop) {
    auto list = withinMemory([&] {
        return listRows(dataset, request.view, request.temperature, request.conditions,
                        executionUntil(stop));
    });
    if (!list) return list.error();
    return arrangedRows(std::move(list).value(), request, stop);
}

/// Returns what listed rows have in common. `filter` is that of the request as a condition.
std::vector<SharedTraits> traitsOf(const RowList& list,
                                   const std::optional<Result<RowConditions>>& filter,
                                   const ListRequest& request, const StopFlag& stop) {
    if (list.rows.empty()) return {};
    const bool isCondition = filter && *filter;
    RowConditions conditions = request.conditions;
    if (isCondition) narrow(conditions, filter->value());
    RowConditions measured = request.report->settings.where;
    measured.isCorrect.reset();  // then all are wrong, or right
    narrow(conditions, measured);
    const bool areKnown = !filter || isCondition;
    if (!conditions.isCorrect)
        return sharedTraits(*list.dataset, RowSet(list.rows), conditions, areKnown);
    // Wrong rows are compared with the right ones that would be listed, too.
    ListRequest both = request;
    both.conditions.isCorrect.reset();
    if (isCondition && filter->value().isCorrect) both.arrangement.filter.clear();
    const auto rows = listedRows(both, list.dataset, stop);
    if (!rows) return {};
    return sharedTraits(*list.dataset, RowSet(rows.value().list.rows), conditions, areKnown);
}

/// Measures what is said of a list.
DescribedRows described(const ListRequest& request, const RowList& list,
                        const std::optional<Result<RowConditions>>& filter, const StopFlag& stop) {
    const Execution execution = executionUntil(stop);
    DescribedRows out{traitsOf(list, filter, request, stop)};
    const auto left = withinMemory([&]() -> Result<std::optional<double>> {
        return eceWithout(list, *request.report, execution);
    });
    if (const auto ece = request.report->score("ece"); ece && left && left.value())
        out.remark = QObject::tr(". The ECE without them: %1, now %2")
                         .arg(scoreText(left.value()), scoreText(ece));
    out.rows = request.rows;
    out.settings = request.report->settings;
    const auto beside = conditionsBeside(request.chosen, request.view);
    if (!beside) return out;
    auto curve = withinMemory(
        [&] { return curveOfRows(*list.dataset, *beside, *request.report, execution); });
    if (curve) out.curve = std::make_shared<const ReliabilityCurve>(std::move(curve).value());
    return out;
}

/// Returns rows under their title.
ListedRows titled(ArrangedRows rows, const ListRequest& request,
                  const std::shared_ptr<const Dataset>& named) {
    const bool isFiltered = !request.chosen.areNone() || !rows.remark.isEmpty();
    ListedRows out{titleOf(request.place, rows.list, isFiltered) + rows.remark + request.problem,
                   Error{}, request};
    out.filter = std::move(rows.filter);
    out.list = std::make_shared<const RowList>(std::move(rows.list));
    if (request.whole) out.named = {request.rows, named};
    return out;
}

/// True if the first rows of a list are known long before all: they are neither sorted nor filtered
/// in another way, weights of others are not in the title, and few scores of each are measured.
bool areFirstKnownEarly(const ListRequest& request) {
    constexpr std::size_t fewColumns = 16;
    const Predictions& predictions = request.rows->predictions;
    return request.arrangement == RowArrangement() && predictions.weights().empty() &&
           predictions.rows() > kManyRows && predictions.scores().columns() <= fewColumns;
}

/// Returns a list; tells of its first rows before it has the others, if these are many.
ListedRows listed(const ListRequest& request, const StopFlag& stop,
                  const std::function<void(ListedRows)>& tellFirst) {
    const auto named = withinMemory([&] { return withColumns(request, executionUntil(stop)); });
    if (!named) return {{}, named.error()};
    if (request.wantsFirst && areFirstKnownEarly(request)) {
        auto first = withinMemory([&] {
            return firstRows(named.value(), request.view, request.temperature, request.conditions,
                             kFirstRows, executionUntil(stop));
        });
        if (first && first.value().ofAll)
            tellFirst(titled({std::move(first).value()}, request, named.value()));
    }
    auto rows = listedRows(request, named.value(), stop);
    if (!rows) return {{}, rows.error()};
    ListedRows out = titled(std::move(rows).value(), request, named.value());
    const ScoreMatrix& scores = request.rows->predictions.scores();
    const bool areFew = scores.rows() * scores.columns() <= kFewScores;
    if (areFew) out.described = described(request, *out.list.value(), out.filter, stop);
    return out;
}

/// True if each row has one value that two conditions ask for different ones of.
bool areOpposed(const RowConditions& one, const RowConditions& other) {
    const auto differ = [](const auto& a, const auto& b) { return a && b && *a != *b; };
    const auto isOther = [&](const GroupChoice& group) {
        return std::ranges::any_of(other.groups, [&](const GroupChoice& another) {
            return another.column == group.column && another.value != group.value;
        });
    };
    return differ(one.isCorrect, other.isCorrect) || differ(one.label, other.label) ||
           differ(one.predicted, other.predicted) || std::ranges::any_of(one.groups, isOther);
}

/// A statement that asks a database for rows.
struct RowQuestion {
    DatabaseAddress address;
    std::string sql;
    /// The filter as a condition that the database applies, or why it cannot; none if it is empty.
    std::optional<Result<RowConditions>> filter = {};

    bool appliesFilter() const { return filter && *filter; }
};

/// Returns what asks a database for the rows of a request that fulfil conditions and the filter; if
/// it cannot be asked for the filter, those that fulfil the conditions. Errors: Undefined without
/// any; those of rowSql().
Result<RowQuestion> questionOf(const ListRequest& request, const DatabaseQuery& query,
                               const RowConditions& conditions, double temperature) {
    const auto sqlOf = [&](const RowConditions& where) {
        CellQuery cells = query.cells;
        cells.temperature = temperature;
        cells.rows = queriedRows(where);
        // A list may call a column of the table in another way.
        for (CellCondition& cell : cells.rows.cells) {
            for (const std::string& column : query.columns)
                if (cell.column == answeredName(column)) cell.column = column;
        }
        return rowSql(cells, query.columns.empty() ? columnsIn(cells) : query.columns,
                      kMostAskedRows);
    };
    const std::string& filter = request.arrangement.filter;
    std::optional<Result<RowConditions>> asked;
    if (parsedCondition(filter)) {
        asked = conditionOf(filter, query.columns.empty() ? columnsIn(query.cells) : query.columns);
    } else if (!filter.empty()) {
        asked = undefined("a text in any cell is not asked of a database");
    }
    if (asked && *asked) {
        if (areOpposed(conditions, asked->value()))
            return undefined("No row fulfils all conditions");
        RowConditions all = conditions;
        narrow(all, asked->value());
        const auto sql = sqlOf(all);
        if (sql) return RowQuestion{query.address, sql.value(), asked};
        asked = sql.error();
    }
    if (conditions.areNone()) {
        if (!asked)
            return undefined(
                "Select a bar to ask the database for its rows, or filter: COLUMN=value");
        return undefined("The database cannot be asked for the filter: " +
                         reasonOf(asked->error()).toStdString());
    }
    const auto sql = sqlOf(conditions);
    if (!sql) return sql.error();
    return RowQuestion{query.address, sql.value(), asked};
}

/// Returns the answer of a database as a list.
ListedRows askedRows(const ListRequest& request, const RowQuestion& question,
                     const StopFlag& stop) {
    auto csv = databaseAnswer(question.address, question.sql, executionUntil(stop).progress);
    if (!csv) return {{}, csv.error(), request};
    if (std::ranges::count(csv.value(), '\n') < 2)
        return {{}, undefined("The database has no such rows"), request, toQString(question.sql)};
    ReadOptions options;
    options.columns = {{ColumnRole::Confidence, std::string(kRowConfidence)},
                       {ColumnRole::Correct, std::string(kRowCorrect)}};
    options.onlyChosenColumns = true;
    options.kept = KeptColumns::All;
    auto read = readPredictions(std::make_unique<MemorySource>(std::move(csv).value()),
                                "the rows that the database returned", options);
    if (!read) return {{}, read.error(), request};
    // Lines of the answer are no lines of anything that the user knows.
    read.value().places.clear();
    read.value().summary.lineNumbers = false;
    Result<RowList> list =
        RowList{std::make_shared<const Dataset>(std::move(read).value()), View(), 1, {}};
    const Predictions& predictions = list.value().dataset->predictions;
    for (std::uint32_t row = 0; row < predictions.rows(); ++row) {
        list.value().rows.push_back(row);  // the order of the answer
        list.value().wrong += predictions.isCorrect(row) ? 0U : 1U;
    }
    const bool areAll = list.value().rows.size() < kMostAskedRows;
    ListRequest left = request;
    if (question.appliesFilter()) left.arrangement.filter.clear();
    auto rows = arrangedRows(std::move(list).value(), left, stop);
    if (!rows) return {{}, rows.error(), request};
    ListedRows out{titleOf(request.place, rows.value().list, true), Error{}, request};
    if (!areAll)
        out.title += QObject::tr("; the database was asked for no more than %1")
                         .arg(countText(kMostAskedRows));
    out.title += rows.value().remark;
    if (!areAll && question.filter && !question.appliesFilter())
        out.title += QObject::tr(". The filter looks at these rows only: %1")
                         .arg(reasonOf(question.filter->error()));
    out.query = toQString(question.sql);
    out.filter = question.filter;
    out.list = std::make_shared<const RowList>(std::move(rows.value().list));
    return out;
}

}  // namespace

RowListController::RowListController(Session& session, const LiveQueryController& queries,
                                     FigurePage& page, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_queries(queries),
      m_page(page),
      m_job([this](const ListedRows& listed) { show(listed); }, Urgency::Later),
      m_describeJob([this](const DescribedRows& described) { describe(described); },
                    Urgency::Later),
      m_columnsJob([this](const ReadColumns& columns) { takeColumns(columns); }, Urgency::Later) {
    m_settle.setSingleShot(true);
    connect(&m_settle, &QTimer::timeout, this, &RowListController::refresh);
    connect(&session, &Session::reportChanged, this, [this] {
        const Report& report = *m_session.report();
        // Other rows, or another model of the same ones, may have the same classes and columns.
        const auto& rows = m_session.model().dataset;
        const bool areNew = std::exchange(m_checked, rows) != rows;
        if (areNew) forgetColumns();
        if (areNew) m_filter.reset();  // may be another condition
        // Those on columns without a role wait until these are read.
        if (areNew && !lacksColumn(*rows, m_conditions)) dropIfGone(*rows);
        const bool areThere =
            !report.dataset.cells || m_queries.queryOf(report.dataset.file).has_value();
        m_page.setHasRows(areThere && !report.settings.profile);
        refreshSettled();
    });
    connect(&session, &Session::settingsReplaced, this, &RowListController::showConditions);
    connect(&session, &Session::allClosed, this, &RowListController::forget);
    connect(&page, &FigurePage::rowsShown, this, &RowListController::refreshSoon);
    connect(page.rows(), &RowListPanel::wrongOnlyChosen, this, [this](bool isWrongOnly) {
        RowConditions conditions = m_conditions;
        conditions.isCorrect = isWrongOnly ? std::optional(false) : std::nullopt;
        chooseConditions(conditions);
    });
    connect(page.rows(), &RowListPanel::arrangementChanged, this, [this] {
        showConditions();
        refreshSettled();
    });
    connect(page.rows(), &RowListPanel::columnsRequested, this, &RowListController::readColumns);
    connect(page.rows(), &RowListPanel::rowPointed, this, &RowListController::pointAt);
    connect(page.rows(), &RowListPanel::conditionChosen, this, [this](const RowConditions& more) {
        RowConditions conditions = m_conditions;
        narrow(conditions, more);
        chooseConditions(conditions);
    });
    connect(page.chips(), &ConditionChips::listedRemoved, this,
            [this](const RowConditions& one) { chooseConditions(without(m_conditions, one)); });
    connect(page.rows(), &RowListPanel::filterKept, this, [this] { keepFilter(); });
    connect(page.rows(), &RowListPanel::measureRequested, this, &RowListController::measure);
    connect(page.chips(), &ConditionChips::measuredRemoved, this, [this](const RowConditions& one) {
        AnalysisSettings settings = m_session.settings();
        settings.where = without(settings.where, one);
        Q_EMIT settingsChosen(settings);
    });
}

/// Returns the rows that *Measure these only* chooses. The accuracy of wrong rows alone would be 0,
/// which says nothing: if they were chosen by something else, too, the right ones are measured with
/// them.
RowListController::Measurable RowListController::measurable() const {
    RowConditions rows;
    const auto& report = m_session.report();
    if (report && m_bin && *m_bin < report->binned.bins.size()) {
        const Bin& bin = report->binned.bins[*m_bin];
        narrow(rows, conditionsOfBins(*report, bin.lower, bin.upper));
    }
    narrow(rows, m_conditions);
    if (m_filterCondition && *m_filterCondition) narrow(rows, m_filterCondition->value());
    RowConditions others = rows;
    others.isCorrect.reset();
    const bool areBoth = rows.isCorrect == false && !others.areNone();
    return {areBoth ? others : rows, areBoth};
}

/// Measures the listed rows alone. Undoing it lists them again.
void RowListController::measure() {
    const auto& report = m_session.report();
    const bool isApplied = m_page.rows()->arrangement().filter == m_filter;
    if (!report || !isApplied || (m_filterCondition && !*m_filterCondition)) return;
    AnalysisSettings settings = m_session.settings();
    ListSelection before = selection();
    if (m_bin && *m_bin < report->binned.bins.size()) {
        const Bin& bin = report->binned.bins[*m_bin];
        before.bin = (bin.lower + bin.upper) / 2;
    }
    narrow(settings.where, measurable().rows);
    if (settings == m_session.settings()) return;
    m_page.rows()->clearFilter();
    m_page.rows()->table()->setFocus();  // the buttons may be disabled
    setConditions({});
    Q_EMIT settingsChosen(settings);
    if (m_session.settings() != settings) return Q_EMIT selectionRestored(before);  // refused
    ListSelection after = before;
    after.bin.reset();
    after.conditions = {};
    after.arrangement.filter.clear();
    m_session.addToLastStep([this, before] { Q_EMIT selectionRestored(before); },
                            [this, after] { Q_EMIT selectionRestored(after); });
}

/// Makes a condition of the filter that Return was pressed on, with a chip of its own, so that
/// another can follow; says why not. Returns true if the list is made anew.
bool RowListController::keepFilter() {
    const std::string filter = m_page.rows()->arrangement().filter;
    const auto& list = m_page.rows()->list();
    if (!list || filter != m_filter) {
        m_keptFilter = filter;  // until it is applied
        return false;
    }
    m_keptFilter.reset();
    if (!m_filterCondition) return false;
    if (!*m_filterCondition || list->rows.empty()) {
        const QString why = *m_filterCondition ? tr("no row fulfils it with the others")
                                               : reasonOf(m_filterCondition->error());
        m_refusal = tr(". The filter is no condition to keep");
        if (!m_title.contains(why)) m_refusal += QStringLiteral(": ") + why;
        showTitle();
        return false;
    }
    RowConditions conditions = m_conditions;
    narrow(conditions, m_filterCondition->value());
    chooseConditions(conditions, true);
    return true;
}

void RowListController::showTitle() {
    m_page.rows()->showTitle(m_title + m_dropped + m_remark + m_refusal);
}

void RowListController::showConditions() {
    const std::string filter = m_page.rows()->arrangement().filter;
    const bool isPart = m_bin || !m_conditions.areNone() || !filter.empty();
    const auto& report = m_session.report();
    QString why;
    if (!isPart) why = tr("All rows are measured: select a bar, filter, or click a line above");
    const bool hasWrong = report && report->dataset.form != PredictionForm::MultiLabel;
    if (!filter.empty() && filter != m_filter) why = tr("The filter is being applied");
    if (filter == m_filter && m_filterCondition && !*m_filterCondition)
        why = reasonOf(m_filterCondition->error());
    const auto& list = m_page.rows()->list();
    const bool isEmptyBin = report && m_bin && *m_bin < report->binned.bins.size() &&
                            report->binned.bins[*m_bin].count == 0;
    if (isEmptyBin || (list && list->rows.empty())) why = tr("No row fulfils all conditions");
    if (report && report->dataset.cells) why = tr("The rows are in the database");
    m_page.rows()->offerMeasuring(measurable().areBothOutcomes, why);
    m_page.rows()->showWrongOnly(hasWrong ? std::optional(m_conditions.isCorrect == false)
                                          : std::nullopt);
    m_page.chips()->showConditions(m_session.settings().where, m_conditions);
}

/// Lets go of the columns of other rows.
void RowListController::forgetColumns() {
    m_columnsJob.cancel();
    m_columnsOf = nullptr;
    m_whole = nullptr;
    m_named = {};
    m_page.rows()->offerColumns({});
}

/// Lets go of the rows of files that were closed, which may be large.
void RowListController::forget() {
    m_settle.stop();
    m_job.cancel();
    m_describeJob.cancel();
    forgetColumns();
    m_checked = nullptr;
    m_curve = nullptr;
    m_curveRows = nullptr;
    m_filter.reset();
    m_filterCondition.reset();
    m_keptFilter.reset();
    m_dropped.clear();
    m_page.rows()->showReason({});
}

/// Lists by conditions that the user chose, perhaps in place of the filter. It can be undone.
void RowListController::chooseConditions(const RowConditions& conditions, bool clearsFilter) {
    const std::string before = m_page.rows()->arrangement().filter;
    const std::string after = clearsFilter ? std::string() : before;
    if (conditions != m_conditions)
        m_session.addStep([this, was = m_conditions, before] { restoreConditions(was, before); },
                          [this, conditions, after] { restoreConditions(conditions, after); });
    if (clearsFilter) m_page.rows()->clearFilter();
    setConditions(conditions);
}

/// Lists by conditions and a filter of then.
void RowListController::restoreConditions(const RowConditions& conditions,
                                          const std::string& filter) {
    ListSelection then = selection();
    then.conditions = conditions;
    then.arrangement.filter = filter;
    showSelection(then);
}

void RowListController::setConditions(const RowConditions& conditions) {
    m_job.cancel();  // of other rows
    m_describeJob.cancel();
    m_conditions = conditions;
    m_dropped.clear();
    m_curve = nullptr;
    m_curveRows = nullptr;
    showConditions();
    refreshSoon();
    Q_EMIT besideChanged();
}

void RowListController::chooseRange(const Interval& range, bool isFree) {
    const auto& report = m_session.report();
    if (!report) return;
    RowConditions conditions = m_conditions;
    // Three digits of the width that was dragged over.
    const double fine = std::pow(10, 3 - std::floor(std::log10(range.upper - range.lower)));
    const auto rounded = [fine](double value) { return std::round(fine * value) / fine; };
    const Interval free{rounded(range.lower), rounded(range.upper)};
    addAll(conditions, isFree ? RowConditions{.confidence = free}
                              : conditionsOfBins(*report, range.lower, range.upper));
    chooseConditions(conditions);
    m_page.setWantsRows(true);
}

bool RowListController::dropRange() {
    if (!m_conditions.confidence) return false;
    RowConditions conditions = m_conditions;
    conditions.confidence.reset();
    chooseConditions(conditions);
    return true;
}

void RowListController::showBin(std::optional<std::size_t> bin) {
    if (bin != m_bin) refreshSoon();
    m_bin = bin;
}

ListSelection RowListController::selection() const {
    return {{}, m_conditions, m_page.rows()->arrangement()};
}

void RowListController::showSelection(const ListSelection& selection) {
    m_page.rows()->arrange(selection.arrangement);
    const auto& rows = m_session.model().dataset;
    if (!rows) return;
    setConditions(selection.conditions);
    // They may be of other rows.
    if (!lacksColumn(*rows, m_conditions)) dropIfGone(*rows);
}

/// Lists all rows if there are none of the conditions any more, and says so.
void RowListController::dropIfGone(const Dataset& rows) {
    const auto can = checkConditions(rows, m_conditions);
    if (can) return;
    const std::string what = conditionsText(m_conditions);
    setConditions({});
    m_dropped = tr(". No more listed by %1: %2").arg(toQString(what), reasonOf(can.error()));
}

std::shared_ptr<const CurveBeside> RowListController::besideOf(const Report& report) const {
    const auto conditions = conditionsBeside(m_conditions, report.view);
    if (!conditions || report.dataset.cells || !m_page.showsRows()) return nullptr;
    const bool isFiltered = !m_page.rows()->arrangement().filter.empty();
    const bool isMeasured = isCurveMeasured(report);
    if (isMeasured && !m_curve) return nullptr;
    return std::make_shared<const CurveBeside>(listedBeside(
        *conditions, m_conditions, isFiltered, isMeasured ? *m_curve : ReliabilityCurve()));
}

bool RowListController::isCurveMeasured(const Report& report) const {
    return m_curveRows == m_session.model().rows() && m_curveSettings == report.settings;
}

/// Says why no rows are listed. No curve will come that is not there, for which an export waits.
void RowListController::showReason(const QString& reason) {
    const auto& report = m_session.report();
    m_page.rows()->showReason(reason, report && report->dataset.cells);
    if (!report || isCurveMeasured(*report)) return;
    m_curve = nullptr;
    m_curveRows = m_session.model().rows();
    m_curveSettings = report->settings;
    Q_EMIT besideChanged();
}

/// Refreshes the list when the user has stopped dragging or typing, who does not wait for the work
/// on the list of before.
void RowListController::refreshSettled() {
    constexpr int settleMs = 150;
    m_job.cancel();
    m_describeJob.cancel();
    m_settle.start(settleMs);
}

/// Refreshes the list after a single change. A database is asked only once the user stays.
void RowListController::refreshSoon() {
    const auto& report = m_session.report();
    if (report && report->dataset.cells) return refreshSettled();
    m_settle.start(0);
}

void RowListController::refresh() {
    Q_EMIT selectionChanged();
    if (!m_conditions.areNone()) Q_EMIT besideChanged();
    m_job.cancel();  // of what was selected before
    m_describeJob.cancel();
    showConditions();
    const Model& model = m_session.model();
    if (!m_page.showsRows() || !model.isExact()) return;
    const Report& report = *model.report();
    ListRequest request;
    RowConditions conditions;
    if (m_bin && *m_bin < report.binned.bins.size()) {
        const Bin& bin = report.binned.bins[*m_bin];
        request.place = tr("%1 to %2").arg(bin.lower, 0, 'f', 3).arg(bin.upper, 0, 'f', 3);
        if (bin.count == 0) return showReason(request.place + tr(": no rows"));
        if (report.binning.scheme == BinningScheme::Runs)
            return showReason(
                tr("These bins divide rows of one confidence: choose equal mass to list them"));
        conditions = conditionsOfBin(report, *m_bin);
    }
    narrow(conditions, m_conditions);
    request.arrangement = m_page.rows()->arrangement();
    if (report.dataset.cells) return ask(report, request, conditions);
    wantColumns();
    request.conditions = conditions;
    request.chosen = m_conditions;
    request.report = model.report();
    if (lacksColumn(m_whole ? *m_whole : *model.rows(), conditions)) {
        // Columns of a large file are read if a condition, of a session say, is on one.
        if (!m_columnsJob.isBusy() && m_columnsProblem.isEmpty() && !m_whole) readColumns();
        if (!m_columnsJob.isBusy()) dropIfGone(m_whole ? *m_whole : *model.rows());
        return;  // until the columns are read
    }
    request.rows = model.rows();
    request.isNamed = request.rows == m_named.of;
    request.whole = request.isNamed ? m_named.rows : m_whole == model.dataset ? nullptr : m_whole;
    request.view = model.analysis.view;
    request.temperature = model.analysis.temperature;
    request.problem = m_columnsProblem;
    const bool isOther = m_shown.rows.lock() != request.rows || m_shown.place != request.place ||
                         m_shown.chosen != request.chosen;
    request.wantsFirst = isOther || !m_page.rows()->list();
    m_job.restart([this, request](const StopFlag& stop) {
        return listed(request, stop, [&](const ListedRows& first) {
            m_job.tell([this, stop, first] {
                if (!stop.isSet()) show(first);
            });
        });
    });
}

/// Asks the database for the rows of a bin that it has counted.
void RowListController::ask(const Report& report, const ListRequest& request,
                            const RowConditions& conditions) {
    const auto query = m_queries.queryOf(report.dataset.file);
    if (!query) return;
    const auto question = questionOf(request, *query, conditions, report.temperature);
    m_page.rows()->showReason(
        question ? tr("The database looks for the rows…") : reasonOf(question.error()), true);
    if (!question) return;
    m_job.restart([request, question = question.value()](const StopFlag& stop) {
        return askedRows(request, question, stop);
    });
}

void RowListController::show(const ListedRows& listed) {
    if (listed.named.rows) m_named = listed.named;
    if (!listed.list) {
        if (listed.list.error().kind == ErrorKind::Cancelled) return;
        m_keptFilter.reset();  // no later list is meant
        showReason(toQString(listed.list.error().detail));
        return m_page.rows()->showQuery(listed.query);
    }
    m_page.rows()->showQuery(listed.query);
    m_title = listed.title;
    m_shown = {listed.request.rows, listed.request.place, listed.request.chosen};
    m_remark.clear();
    if (m_filter != listed.request.arrangement.filter) m_refusal.clear();
    m_filter = listed.request.arrangement.filter;
    m_filterCondition = listed.filter;
    m_page.rows()->showList(m_title + m_dropped + m_refusal, listed.list.value(), path());
    showConditions();
    // Return was pressed on the text of then.
    if (m_keptFilter != m_page.rows()->arrangement().filter) m_keptFilter.reset();
    if (m_keptFilter && m_keptFilter == m_filter && keepFilter()) return;
    if (!listed.query.isEmpty()) return m_page.rows()->showTraits({});
    if (listed.list.value()->ofAll) return m_page.rows()->outdateTraits();  // all will follow
    if (listed.described) return describe(*listed.described);
    m_page.rows()->outdateTraits();
    m_describeJob.restart([request = listed.request, list = listed.list.value(),
                           filter = listed.filter](const StopFlag& stop) {
        return described(request, *list, filter, stop);
    });
}

void RowListController::describe(const DescribedRows& described) {
    m_page.rows()->showTraits(described.traits);
    m_remark = described.remark;
    showTitle();
    m_curve = described.curve;
    m_curveRows = described.rows;
    m_curveSettings = described.settings;
    Q_EMIT besideChanged();
}

QString RowListController::path() const {
    if (m_session.files().empty()) return {};
    const std::string& file = m_session.files()[m_session.shownFile()].predictions;
    return isPipe(file) ? QString() : toQString(file);
}

/// Reads the columns without a role of a new file, or offers to read those of a large one.
void RowListController::wantColumns() {
    constexpr qint64 mostUnasked = 256LL << 20;  // bytes
    const auto& rows = m_session.model().dataset;
    if (std::exchange(m_columnsOf, rows) == rows) return;
    m_columnsJob.cancel();
    m_whole = nullptr;
    m_named = {};
    m_columnsProblem.clear();
    m_page.rows()->offerColumns({});
    const auto isOther = [](const RowNames& names) { return names.isOther; };
    if (std::ranges::any_of(rows->rowNames, isOther)) {
        m_whole = rows;  // they were read for a condition
        return;
    }
    if (!m_session.preview() || path().isEmpty()) return;
    const auto roles = rolesByColumn(*m_session.preview());
    const auto count =
        static_cast<std::size_t>(std::count(roles.begin(), roles.end(), std::nullopt));
    if (count == 0) return;
    if (QFileInfo(path()).size() <= mostUnasked) return readColumns();
    m_page.rows()->offerColumns(
        tr("Read %1 too")
            .arg(toQString(counted(count, "column without a role", "columns without a role"))));
}

void RowListController::readColumns() {
    if (!m_columnsOf) return;
    m_page.rows()->offerColumns({});
    ReadOptions options = m_session.readOptions();
    options.kept = KeptColumns::All;
    OpeningRequest request =
        m_session.requestFor(m_session.files()[m_session.shownFile()], std::move(options));
    request.hasPreview = false;
    m_columnsJob.restart([request, rows = m_columnsOf](const StopFlag& stop) -> ReadColumns {
        const auto read =
            withinMemory([&] { return opened(request, executionUntil(stop)).dataset; });
        if (!read) return read.error();
        if (read.value()->predictions.rows() != rows->predictions.rows())
            return undefined("the file has changed");
        return read.value();
    });
}

void RowListController::takeColumns(const ReadColumns& columns) {
    if (columns) {
        m_whole = columns.value();
        dropIfGone(*m_whole);
    } else if (columns.error().kind != ErrorKind::Cancelled) {
        m_columnsProblem =
            tr(". Its other columns cannot be read: %1").arg(toQString(columns.error().detail));
    }
    refreshSoon();
}

void RowListController::pointAt(std::optional<std::uint32_t> row) {
    const auto& list = m_page.rows()->list();
    const Model& model = m_session.model();
    if (!row || !list || !model.isExact()) return Q_EMIT binPointed(std::nullopt);
    const std::size_t one[] = {*row};
    const auto outcome =
        outcomesInRowOrder(list->dataset->predictions.subset(one), list->view, list->temperature);
    const double confidence = SortedOutcomes::confidenceOf(outcome->front());
    const auto& bins = model.report()->binned.bins;
    const bool areCells = model.report()->dataset.cells.has_value();
    const auto bin = std::ranges::find_if(bins, [&](const Bin& rows) {
        const Interval edges{rows.lower, rows.upper};
        const auto& range = areCells ? std::optional(edges) : rows.confidences;
        return rows.count > 0 && range && range->lower <= confidence && confidence <= range->upper;
    });
    Q_EMIT binPointed(bin == bins.end()
                          ? std::nullopt
                          : std::optional(static_cast<std::size_t>(bin - bins.begin())));
}

}  // namespace diagonal
