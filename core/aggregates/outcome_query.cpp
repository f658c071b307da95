// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/aggregates/outcome_query.h"

#include <algorithm>
#include <memory>

#include "core/aggregates/class_query.h"
#include "core/aggregates/query_source.h"
#include "core/aggregates/row_expressions.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

using std::string;

Error wrong(string detail) {
    return {ErrorKind::WrongOption, std::move(detail)};
}

/// Returns -log sigmoid(x) without cancellation.
string negativeLogSigmoid(const SqlDialect& dialect, const string& x) {
    return "CASE WHEN " + x + " >= 0 THEN LN(1 + " + sqlExponential(dialect, "-" + x) +
           ") ELSE LN(1 + " + sqlExponential(dialect, x) + ") - " + x + " END";
}

Result<OutcomeQuery> outcomesOfProbability(const RowExpressions& rows) {
    const CellQuery& query = rows.query();
    const SqlDialect& dialect = rows.dialect();
    const QueriedView::Kind view = query.view.kind;
    if (rows.columns().label.empty())
        return wrong("a probability needs the true labels: --column label=NAME");
    if (view == QueriedView::Kind::OneClass)
        return wrong("a probability has the views positive and top-label");
    if (query.scores == ScoreKind::LogProbability || query.scores == ScoreKind::Percent) {
        return wrong(
            "--column probability takes probabilities from 0 to 1, or logits with --scores "
            "logits; convert others in a SELECT");
    }
    if (query.severalTemperatures) {
        return wrong(
            "one probability needs no --temperatures: its answer at T = 1 serves all "
            "temperatures");
    }
    const bool top = view == QueriedView::Kind::TopLabel;
    const bool logits = query.scores == ScoreKind::Logit;
    const bool given = !logits && query.temperature == 1;
    OutcomeQuery out;
    HeadText& head = out.head;
    head.view = top ? "top-label" : "positive";
    head.form = PredictionForm::PositiveScore;
    head.classes = {query.positive ? "not " + *query.positive : "0", query.positive.value_or("1")};
    head.knowsLosses = true;
    head.margins = query.temperature == 1;
    head.fits = query.temperature != 1;
    if (!given) head.nearUlps = 6;

    const auto number = [&](double value) { return sqlNumber(dialect, value); };
    const string keys = rows.passed();
    // Groups may be the key of partitions on other servers, which then sum up their own rows.
    const bool mayBeForeign = given && !rows.columns().keys().empty();
    const LevelCost cost = mayBeForeign ? LevelCost::Low : LevelCost::High;
    const string read = "SELECT " + asDouble(dialect, rows.column(rows.columns().probability)) +
                        " AS s, " + rows.isPositive() + " AS y" + rows.keys() + rows.from();
    const string infinite = number(10 * kLargestFiniteMargin);
    const string margin = logits ? "s"
                                 : "CASE WHEN s <= 0 THEN -" + infinite + " WHEN s >= 1 THEN " +
                                       infinite + " ELSE LN(s) - LN(1 - s) END";
    const string why = logits ? "CASE WHEN s IS NULL THEN 1 WHEN ABS(s) <= " + infinite +
                                    " THEN CASE WHEN y IS NULL" + rows.orNoWeight() +
                                    " THEN 3 ELSE 0 END ELSE 2 END"
                              : rows.whyLeftOut("s", "y");
    const string checked = "SELECT s AS given, " +
                           (logits ? string("s") : sqlLeast(dialect, "s", number(1))) +
                           " AS s, y, " + why + " AS why" + keys + fromRows(dialect, read, "x1");
    const string used = "CASE WHEN why IN (0, 4) THEN ";
    const string measured = "SELECT given, s, y, why, " + used + margin + " END AS d" + keys +
                            fromRows(dialect, checked, "x2", cost);
    const string scaled = "d / " + number(query.temperature);
    const string finite = "ABS(d) <= " + number(kLargestFiniteMargin);
    const string p =
        given ? "s"
              : "CASE WHEN " + finite + " THEN 1 / (1 + EXP(" +
                    sqlLeast(dialect, sqlGreatest(dialect, "-" + scaled, "-700"), "700") +
                    ")) WHEN d > 0 THEN 1 ELSE 0 END";
    const string signedMargin = "CASE WHEN y = 1 THEN " + scaled + " ELSE -" + scaled + " END";
    const string probable = "SELECT given, d, y, why, " + used + p + " END AS p, " + used +
                            signedMargin + " END AS x" + keys +
                            fromRows(dialect, measured, "x3", given ? LevelCost::Low : cost);
    const string c = top ? "CASE WHEN p >= " + number(0.5) + " THEN p ELSE 1 - p END" : "p";
    const string isOne = logits ? "d > 0" : "given > " + number(0.5);
    const string a = top ? "CASE WHEN " + isOne + " THEN y ELSE 1 - y END" : "y";
    const string ofLabel = "CASE WHEN y = 1 THEN p ELSE 1 - p END";
    const string shown = "SELECT d, y, why, p, x, " + c + " AS c, " + used + a + " END AS a, " +
                         used + ofLabel + " END AS pl" + keys + fromRows(dialect, probable, "x4");
    // A row of infinite margin has p = 0 or 1 at every temperature.
    const string loss = given ? string("CASE WHEN pl > 0 THEN -LN(pl) END")
                              : "CASE WHEN " + finite + " THEN " +
                                    negativeLogSigmoid(dialect, "x") + " WHEN pl > 0 THEN 0 END";
    const string impossible =
        given ? string("CASE WHEN pl > 0 THEN 0 WHEN pl <= 0 THEN 1 END")
              : "CASE WHEN pl > 0 OR " + finite + " THEN 0 WHEN pl <= 0 THEN 1 END";
    out.select = "SELECT c, a, why, " + loss + " AS nl, " + impossible + " AS imp";
    if (head.margins) out.select += ", d, y";
    if (head.fits) {
        out.select += ", CASE WHEN " + finite + " THEN (p - y) * d END AS slope, CASE WHEN " +
                      finite + " THEN p * (1 - p) * d * d END AS curvature";
    }
    out.select += keys + fromRows(dialect, shown, "x5");
    return out;
}

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
        return wrong(
            "a confidence needs what tells whether the prediction was correct: --column "
            "correct=NAME, or --column predicted=NAME and --column label=NAME");
    }
    if (query.view.kind == QueriedView::Kind::Positive ||
        query.view.kind == QueriedView::Kind::OneClass) {
        return wrong("a confidence has the view top-label alone");
    }
    if (query.temperature != 1 || query.severalTemperatures)
        return wrong("a temperature needs the scores of all classes, not one confidence");
    OutcomeQuery out;
    out.head.view = "top-label";
    out.head.form = PredictionForm::Confidence;
    const string read = "SELECT " + asDouble(dialect, rows.column(columns.confidence)) + " AS s, " +
                        a + " AS a" + rows.keys() + rows.from();
    const string checked = "SELECT " + sqlLeast(dialect, "s", sqlNumber(dialect, 1)) +
                           " AS s, a, " + rows.whyLeftOut("s", "a") + " AS why" + rows.passed() +
                           fromRows(dialect, read, "x1");
    out.select =
        "SELECT CASE WHEN why IN (0, 4) THEN s END AS c, CASE WHEN why IN (0, 4) THEN a END AS a, "
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
        return wrong(
            "name the scores by one role: --column probability=NAME, --column confidence=NAME, or "
            "--column score=NAME for each class");
    }
    if (several) return outcomesOfClasses(rows);
    return columns.probability.empty() ? outcomesOfConfidence(rows) : outcomesOfProbability(rows);
}

}  // namespace

Result<OutcomeQuery> outcomeQuery(const CellQuery& query, const QueryColumns& columns) {
    const auto source = querySource(query.from);
    if (!source) return source.error();
    const RowExpressions rows(query, columns, source.value());
    auto out = outcomesOf(rows);
    if (!out) return out;
    out.value().keys = rows.passed();
    HeadText& head = out.value().head;
    head.temperature = query.temperature;
    head.cluster = columns.cluster;
    head.weights = !columns.weight.empty();
    return out;
}

}  // namespace diagonal
