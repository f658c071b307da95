// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/aggregates/outcome_query.h"

#include <cmath>

#include "core/aggregates/class_query.h"
#include "core/aggregates/probability_query.h"
#include "core/aggregates/query_source.h"
#include "core/aggregates/row_expressions.h"
#include "core/base/date_text.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

using std::string;

Result<OutcomeQuery> outcomesOfConfidence(const RowExpressions& rows) {
    const CellQuery& query = rows.query();
    const SqlDialect& dialect = rows.dialect();
    const QueryColumns& columns = rows.columns();
    string a;
    if (!columns.correct.empty()) {
        a = rows.truth(columns.correct);
    } else if (!columns.predicted.empty() && !columns.label.empty()) {
        const string predicted = asText(dialect, rows.column(columns.predicted));
        const string label = asText(dialect, rows.column(columns.label));
        a = "CASE WHEN " + predicted + " = " + label + " THEN 1 WHEN " + predicted + " <> " +
            label + " THEN 0 END";
    } else {
        return wrongOption(
            "a confidence needs a column that shows whether the prediction is correct: --column "
            "correct=NAME, or --column predicted=NAME and --column label=NAME");
    }
    if (query.view.kind == QueriedView::Kind::Positive ||
        query.view.kind == QueriedView::Kind::OneClass) {
        return wrongOption("a confidence has only the view top-label");
    }
    if (query.temperature != 1 || query.severalTemperatures)
        return wrongOption("a temperature needs the scores of all classes, not one confidence");
    OutcomeQuery out;
    out.head.view = "top-label";
    out.head.form = PredictionForm::Confidence;
    const string read = "SELECT " + asDouble(dialect, rows.column(columns.confidence)) + " AS s, " +
                        a + " AS a" + rows.keys() + rows.from();
    const string checked = "SELECT " + sqlLeast(dialect, "s", sqlNumber(dialect, 1)) +
                           " AS u, a, " + rows.whyLeftOut("s", "a") + " AS why" + rows.passed() +
                           fromRows(dialect, read, "x1");
    out.select =
        "SELECT CASE WHEN why IN (0, 4) THEN u END AS c, CASE WHEN why IN (0, 4) THEN a END AS a, "
        "why, " +
        sqlCast(dialect, "NULL", dialect.doubleType) + " AS nl, " +
        sqlCast(dialect, "NULL", dialect.integerType) + " AS imp" + rows.passed() +
        fromRows(dialect, checked, "x2");
    return out;
}

Result<OutcomeQuery> outcomesOf(const RowExpressions& rows) {
    const QueryColumns& columns = rows.columns();
    const bool several = !columns.scores.empty();
    const int kinds = (several ? 1 : 0) + (columns.probability.empty() ? 0 : 1) +
                      (columns.confidence.empty() ? 0 : 1);
    if (kinds != 1) {
        return wrongOption(
            "name the scores by one role: --column probability=NAME, --column confidence=NAME, or "
            "--column score=NAME for each class");
    }
    if (several) return outcomesOfClasses(rows);
    return columns.probability.empty() ? outcomesOfConfidence(rows) : outcomesOfProbability(rows);
}

/// Returns conditions that all hold, " WHERE a AND b"; empty without any.
string whereAll(const std::vector<string>& conditions) {
    string text;
    for (const string& condition : conditions)
        text += (text.empty() ? " WHERE " : " AND ") + condition;
    return text;
}

/// Returns the condition that a column is among numbers or dates. Dates are compared as texts,
/// "2024-05" before "2024-05-01". Errors: Undefined for a time of day.
Result<string> amongNumbers(const SqlDialect& dialect, const string& column,
                            const WrittenRange& range) {
    const string compared = (range.areDates ? asText : asDouble)(dialect, column);
    std::vector<string> parts;
    const auto isBetween = [&](int from, int length, const char* least, const char* most) {
        return "SUBSTR(" + compared + ", " + std::to_string(from) + ", " + std::to_string(length) +
               ") BETWEEN '" + least + "' AND '" + most + "'";
    };
    if (range.areDates)
        parts.push_back("(" + compared + " LIKE '____-__' OR " + compared +
                        " LIKE '____-__-__%' AND " + isBetween(9, 2, "01", "31") + ") AND " +
                        isBetween(1, 4, "0000", "9999") + " AND " + isBetween(6, 2, "01", "12"));
    for (const auto& [end, sign] : {std::pair(range.lower, range.isLowerOpen ? " > " : " >= "),
                                    std::pair(range.upper, range.isUpperOpen ? " < " : " <= ")}) {
        if (!std::isfinite(end)) continue;
        constexpr double year10000 = 253'402'300'800;  // behind the dates that are texts of 10
        if (range.areDates && end >= year10000) {
            if (end == range.lower) parts.push_back("1 = 0");
            continue;
        }
        string written = range.areDates ? dateAndTimeText(end) : sqlNumber(dialect, end);
        constexpr std::size_t ofDay = 10;
        if (range.areDates && written.size() > ofDay)
            return undefined(
                "times of a day are not asked of a database; write the condition "
                "into the SELECT (--from)");
        if (range.areDates && written.ends_with("-01")) written.resize(written.size() - 3);
        parts.push_back(compared + sign + (range.areDates ? sqlText(dialect, written) : written));
    }
    string text;
    for (const string& part : parts)
        text += (text.empty() ? "" : " AND ") + part;
    return text;
}

/// Returns a condition on a column of the table. Errors: WrongOption for a text within a cell,
/// which engines look for in ways of their own.
Result<string> cellCondition(const RowExpressions& rows, const CellCondition& cell) {
    const SqlDialect& dialect = rows.dialect();
    if (cell.sign == "~")
        return wrongOption("--where " + writtenCondition(cell) +
                           ": a text within a cell is not asked of a database; write it into "
                           "the SELECT (--from)");
    const string column = rows.column(cell.column);
    const string text = sqlText(dialect, cell.value);
    const auto numbers = numbersOf(cell);
    auto among = numbers ? amongNumbers(dialect, column, *numbers) : Result<string>(string());
    // A time of day is a text like others.
    const bool isText = !among && dateTimeIn(cell.value) && !cell.isBound();
    if (!among && !isText)
        return wrongOption("--where " + writtenCondition(cell) + ": " + among.error().detail);
    if (cell.isBound()) return among;
    // A text that looks like a range is that text where a cell holds it.
    if (numbers && !isText && cell.sign == "=")
        return "(" + asText(dialect, column) + " = " + text + " OR (" + among.value() + "))";
    if (numbers && !isText)
        return "CASE WHEN " + asText(dialect, column) + " = " + text + " OR (" + among.value() +
               ") THEN 0 ELSE 1 END = 1";
    // Engines write numbers in ways of their own: 30.0 is not the text '30'.
    if (cell.sign == "!=" && parsedDouble(cell.value))
        return wrongOption("--where " + writtenCondition(cell) +
                           ": other numbers than one are not asked of a database; write the "
                           "condition into the SELECT (--from)");
    if (cell.sign == "=" && cell.value.empty())
        return "(" + column + " IS NULL OR " + asText(dialect, column) + " = " + text + ")";
    if (cell.sign == "=") {
        const string same = asText(dialect, column) + " = " + text;
        const auto number = parsedDouble(cell.value);
        // Elsewhere a text that is no number stops the statement.
        const bool isNumber = number && std::isfinite(*number) && !isDigitName(cell.value);
        if (!isNumber || !dialect.numbersFromText) return same;
        // As isDigitName(): a postal code 01235 is not 1235.
        return "(" + same + " OR " + asDouble(dialect, column) + " = " +
               sqlNumber(dialect, *number) + " AND (" + asText(dialect, column) +
               " NOT LIKE '0_%' OR " + asText(dialect, column) + " LIKE '0.%'))";
    }
    // An empty value differs from all others.
    if (cell.value.empty()) return asText(dialect, column) + " <> " + text;
    return "(" + column + " IS NULL OR " + asText(dialect, column) + " <> " + text + ")";
}

/// Returns the conditions on columns of the table, "WHERE ... AND ..."; empty without any. Errors:
/// WrongOption if the query lacks a column of theirs; those of cellCondition().
Result<string> columnConditions(const RowExpressions& rows) {
    const CellQuery& query = rows.query();
    const QueryColumns& columns = rows.columns();
    std::vector<string> parts;
    std::vector<CellCondition> cells = query.rows.cells;
    const auto add = [&](const std::optional<string>& value, const string& column,
                         const string& condition, const string& role) -> Result<void> {
        if (!value) return {};
        if (column.empty())
            return wrongOption("--where " + condition +
                               "=CLASS needs the column that says so: --column " + role + "=NAME");
        cells.push_back({column, "=", *value});
        return {};
    };
    // The column says in words of its own which of the two classes of a probability is true.
    const std::vector<string> classes = classesOfProbability(query);
    const bool isPositive = query.rows.label == classes[1];
    const bool isTruth = !columns.probability.empty() && !columns.label.empty() &&
                         (isPositive || query.rows.label == classes[0]);
    if (isTruth) {
        parts.push_back(rows.isPositive() + (isPositive ? " = 1" : " = 0"));
    } else if (auto done = add(query.rows.label, columns.label, "true", "label"); !done) {
        return done.error();
    }
    if (auto done = add(query.rows.predicted, columns.predicted, "predicted", "predicted"); !done)
        return done.error();
    parts.reserve(parts.size() + cells.size());
    for (const CellCondition& cell : cells) {
        auto part = cellCondition(rows, cell);
        if (!part) return part.error();
        parts.push_back(std::move(part).value());
    }
    return whereAll(parts);
}

/// Returns the conditions on confidence and outcome; empty without any. Errors: WrongOption if the
/// predicted class is not known in the view.
Result<string> outcomeConditions(const CellQuery& query, const HeadText& head) {
    const SqlDialect& dialect = sqlDialect(query.engine);
    const QueriedRows& rows = query.rows;
    std::vector<string> parts;
    if (rows.lower)
        parts.push_back(string("c ") + (rows.isLowerOpen ? "> " : ">= ") +
                        sqlNumber(dialect, *rows.lower));
    if (rows.upper)
        parts.push_back(string("c ") + (rows.isUpperOpen ? "< " : "<= ") +
                        sqlNumber(dialect, *rows.upper));
    if (rows.isCorrect) {
        const auto right = rightPrediction(dialect, head);
        if (!right) return right.error();
        parts.push_back(right.value() + (*rows.isCorrect ? " = 1" : " = 0"));
    }
    return whereAll(parts);
}

}  // namespace

Result<string> rightPrediction(const SqlDialect& dialect, const HeadText& head) {
    if (head.view == "top-label") return string("a");
    if (head.view == "positive")
        return "CASE WHEN a = CASE WHEN c > " + sqlNumber(dialect, .5) +
               " THEN 1 ELSE 0 END THEN 1 WHEN a IS NOT NULL THEN 0 END";
    return wrongOption(
        "the probability of one class does not tell which class was predicted: choose --view "
        "top-label or positive");
}

Result<OutcomeQuery> outcomeQuery(const CellQuery& query, const QueryColumns& columns) {
    const auto source = querySource(query.from);
    if (!source) return source.error();
    RowExpressions rows(query, columns, source.value());
    const auto chosen = columnConditions(rows);
    if (!chosen) return chosen.error();
    rows.choose(chosen.value());
    auto out = outcomesOf(rows);
    if (!out) return out;
    const auto conditions = outcomeConditions(query, out.value().head);
    if (!conditions) return conditions.error();
    if (!conditions.value().empty())
        out.value().select =
            "SELECT *\n  FROM (" + out.value().select + ") x9" + conditions.value();
    out.value().keys = rows.passed();
    HeadText& head = out.value().head;
    head.temperature = query.temperature;
    head.cluster = columns.cluster;
    if (!columns.weight.empty()) head.weights = query.weights;
    return out;
}

}  // namespace diagonal
