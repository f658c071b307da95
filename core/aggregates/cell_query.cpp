// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/aggregates/cell_query.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/aggregates/cell_grid.h"
#include "core/aggregates/head_text.h"
#include "core/aggregates/query_source.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

Error wrong(std::string detail) {
    return {ErrorKind::WrongOption, std::move(detail)};
}

/// The columns of a query by role.
struct QueryColumns {
    std::vector<std::string> scores;
    std::string probability, confidence, label, predicted, correct, weight, cluster;
    std::vector<std::string> groups;
};

Result<void> setOnce(std::string& column, const RoleChoice& choice) {
    if (!column.empty()) {
        return wrong("two columns have the role " + roleName(choice.role) + ": " + quoted(column) +
                     " and " + quoted(choice.column));
    }
    column = choice.column;
    return {};
}

Result<QueryColumns> columnsOf(const CellQuery& query) {
    QueryColumns out;
    for (const RoleChoice& choice : query.columns) {
        Result<void> done;
        switch (choice.role) {
            case ColumnRole::Score: out.scores.push_back(choice.column); break;
            case ColumnRole::Group: out.groups.push_back(choice.column); break;
            case ColumnRole::Label: done = setOnce(out.label, choice); break;
            case ColumnRole::Predicted: done = setOnce(out.predicted, choice); break;
            case ColumnRole::Confidence: done = setOnce(out.confidence, choice); break;
            case ColumnRole::Probability: done = setOnce(out.probability, choice); break;
            case ColumnRole::Correct: done = setOnce(out.correct, choice); break;
            case ColumnRole::Cluster: done = setOnce(out.cluster, choice); break;
            case ColumnRole::Weight: done = setOnce(out.weight, choice); break;
        }
        if (!done) return done.error();
    }
    std::vector<std::string> keys = out.groups;
    if (!out.cluster.empty()) keys.push_back(out.cluster);
    for (const std::string& key : keys) {
        if (std::ranges::find(kCellColumns, lowerCase(key)) == kCellColumns.end()) continue;
        return wrong("the answer has a column " + quoted(key) +
                     " of its own; give the group another name in a SELECT");
    }
    return out;
}

/// Builds the statement from the inside out.
class CellStatement {
public:
    CellStatement(const CellQuery& query, QueryColumns columns)
        : m_query(query), m_dialect(sqlDialect(query.engine)), m_columns(std::move(columns)) {}

    Result<std::string> text() {
        const auto from = querySource(m_query.from);
        if (!from) return from.error();
        m_from = from.value();
        m_head.temperature = m_query.temperature;
        m_head.cluster = m_columns.cluster;
        m_head.weights = !m_columns.weight.empty();
        auto outcomes = outcomesOfRows();
        if (!outcomes) return outcomes.error();
        return statement(outcomes.value());
    }

private:
    std::string number(double value) const {
        std::string text = shortest(value);
        if (text.find_first_of("eE") == std::string::npos) text += "e0";
        return m_query.engine == SqlEngine::PostgreSql ? "'" + text + "'::float8" : text;
    }
    std::string column(const std::string& name) const {
        return "q." + quotedColumn(m_dialect, name);
    }
    std::string least(const std::string& a, const std::string& b) const {
        // PostgreSQL sends no LEAST to a foreign server.
        if (m_query.engine == SqlEngine::PostgreSql)
            return "CASE WHEN " + a + " > " + b + " THEN " + b + " ELSE " + a + " END";
        return std::string(m_dialect.least) + "(" + a + ", " + b + ")";
    }
    std::string greatest(const std::string& a, const std::string& b) const {
        return std::string(m_dialect.greatest) + "(" + a + ", " + b + ")";
    }
    /// Returns e^x for x <= 0. PostgreSQL raises an error on underflow.
    std::string exponential(const std::string& x) const {
        if (m_query.engine != SqlEngine::PostgreSql) return "EXP(" + x + ")";
        return "EXP(" + greatest(x, "-700") + ")";
    }

    /// Returns 1 for affirmative and 0 for negative values, else NULL.
    std::string truth(const std::string& name) const {
        if (m_dialect.literalsAdapt) {
            const std::string value = column(name);
            return "CASE WHEN " + value + " = '1' THEN 1 WHEN " + value + " = '0' THEN 0 END";
        }
        const std::string text = "LOWER(" + asText(m_dialect, column(name)) + ")";
        return "CASE WHEN " + text +
               " IN ('1', '1.0', '1.0e0', 'true', 't', 'yes', 'y', 'positive', 'correct') THEN 1 "
               "WHEN " +
               text +
               " IN ('0', '0.0', '0.0e0', 'false', 'f', 'no', 'n', 'negative', 'wrong') THEN 0 "
               "END";
    }
    /// Returns a column that can be compared with literals of text.
    std::string labelText(const std::string& name) const {
        return m_dialect.literalsAdapt ? column(name) : asText(m_dialect, column(name));
    }
    /// Returns 1 where a label is the positive class, 0 where it is another, else NULL.
    std::string isPositive() const {
        if (!m_query.positive) return truth(m_columns.label);
        const std::string label = labelText(m_columns.label);
        return "CASE WHEN " + label + " = " + sqlText(m_dialect, *m_query.positive) +
               " THEN 1 WHEN " + label + " IS NOT NULL THEN 0 END";
    }

    /// Returns the weight and the keys of groups as further columns of the innermost rows.
    std::string keysOfRows() const {
        std::string keys;
        if (!m_columns.weight.empty())
            keys += ", " + asDouble(m_dialect, column(m_columns.weight)) + " AS w";
        const auto names = keyNames();
        for (std::size_t i = 0; i < names.size(); ++i)
            keys += ", " + column(names[i]) + " AS " + key(i);
        return keys;
    }
    std::vector<std::string> keyNames() const {
        std::vector<std::string> names = m_columns.groups;
        if (!m_columns.cluster.empty()) names.push_back(m_columns.cluster);
        return names;
    }
    static std::string key(std::size_t i) { return "key" + std::to_string(i + 1); }
    /// Returns the weight and keys that a level passes on: ", w, key1".
    std::string passed() const {
        std::string keys = m_columns.weight.empty() ? "" : ", w";
        for (std::size_t i = 0; i < keyNames().size(); ++i)
            keys += ", " + key(i);
        return keys;
    }
    std::string from() const { return "\n  FROM " + m_from + " q" + std::string(m_dialect.fence); }

    /// Returns a SELECT of c, a, why, nl and imp, one row for each row of the database. Sets what
    /// the head of the answer tells.
    Result<std::string> outcomesOfRows() {
        const bool several = !m_columns.scores.empty();
        const int kinds = (several ? 1 : 0) + (m_columns.probability.empty() ? 0 : 1) +
                          (m_columns.confidence.empty() ? 0 : 1);
        if (kinds != 1) {
            return wrong(
                "name the scores by one role: --column probability=NAME, --column "
                "confidence=NAME, or --column score=NAME for each class");
        }
        if (several) return outcomesOfClasses();
        return m_columns.probability.empty() ? outcomesOfConfidence() : outcomesOfProbability();
    }

    /// Returns 0 for usable rows, LeftOut for others, kClampedSide + 2 for those above 1.
    std::string why(const std::string& score, const std::string& truthOf) const {
        return "CASE WHEN " + score + " IS NULL THEN 1 WHEN " + score + " >= 0 AND " + score +
               " <= " + number(1.001) + " THEN CASE WHEN " + truthOf + " IS NULL" + noWeight() +
               " THEN 3 WHEN " + score + " > 1 THEN 4 ELSE 0 END ELSE 2 END";
    }
    std::string noWeight() const {
        return m_columns.weight.empty() ? "" : " OR w IS NULL OR NOT (w > 0)";
    }

    Result<std::string> outcomesOfProbability() {
        if (m_columns.label.empty())
            return wrong("a probability needs the true labels: --column label=NAME");
        const QueriedView::Kind view = m_query.view.kind;
        if (view == QueriedView::Kind::OneClass)
            return wrong("a probability has the views positive and top-label");
        const bool top = view == QueriedView::Kind::TopLabel;
        m_head.view = top ? "top-label" : "positive";
        m_head.form = PredictionForm::PositiveScore;
        m_head.classes = {m_query.positive ? "not " + *m_query.positive : "0",
                          m_query.positive.value_or("1")};
        m_head.knowsLosses = true;
        if (m_query.scores == ScoreKind::Logit || m_query.scores == ScoreKind::LogProbability ||
            m_query.scores == ScoreKind::Percent) {
            return wrong(
                "--column probability takes probabilities from 0 to 1; convert others in "
                "a SELECT: 1 / (1 + EXP(-logit))");
        }
        const std::string rows = "SELECT " + asDouble(m_dialect, column(m_columns.probability)) +
                                 " AS s, " + isPositive() + " AS y" + keysOfRows() + from();
        const std::string checked = "SELECT s AS given, " + least("s", number(1)) + " AS s, y, " +
                                    why("s", "y") + " AS why" + passed() + "\n  FROM (" + rows +
                                    ") x1";
        const std::string scaled = "SELECT given, " + atTemperature("s") + " AS p, y, why" +
                                   passed() + "\n  FROM (" + checked + ") x2";
        const std::string isUsed = "CASE WHEN why IN (0, 4) THEN ";
        const std::string labelled = "CASE WHEN y = 1 THEN p ELSE 1 - p END";
        const std::string c =
            top ? "CASE WHEN p >= " + number(0.5) + " THEN p ELSE 1 - p END" : "p";
        const std::string a =
            top ? "CASE WHEN given > " + number(0.5) + " THEN y ELSE 1 - y END" : "y";
        const std::string shown = "SELECT " + isUsed + c + " END AS c, " + isUsed + a +
                                  " END AS a, " + isUsed + labelled + " END AS pl, why" + passed() +
                                  "\n  FROM (" + scaled + ") x3";
        return "SELECT c, a, why, CASE WHEN pl > 0 THEN -LN(pl) END AS nl, CASE WHEN pl > 0 THEN 0 "
               "WHEN pl <= 0 THEN 1 END AS imp" +
               passed() + "\n  FROM (" + shown + ") x4";
    }

    /// Returns sigmoid(logit(p) / T).
    std::string atTemperature(const std::string& p) {
        if (m_query.temperature == 1) return p;
        m_head.nearUlps = 6;
        const std::string logit =
            "(LN(1 - " + p + ") - LN(" + p + ")) / " + number(m_query.temperature);
        return "CASE WHEN " + p + " > 0 AND " + p + " < 1 THEN 1 / (1 + EXP(" +
               least(greatest(logit, "-700"), "700") + ")) ELSE " + p + " END";
    }

    Result<std::string> outcomesOfConfidence() {
        std::string a;
        if (!m_columns.correct.empty()) {
            a = truth(m_columns.correct);
        } else if (!m_columns.predicted.empty() && !m_columns.label.empty()) {
            const std::string predicted = asText(m_dialect, column(m_columns.predicted));
            const std::string label = asText(m_dialect, column(m_columns.label));
            a = "CASE WHEN " + predicted + " = " + label + " THEN 1 WHEN " + predicted + " <> " +
                label + " THEN 0 END";
        } else {
            return wrong(
                "a confidence needs what tells whether the prediction was correct: --column "
                "correct=NAME, or --column predicted=NAME and --column label=NAME");
        }
        if (m_query.view.kind == QueriedView::Kind::Positive ||
            m_query.view.kind == QueriedView::Kind::OneClass) {
            return wrong("a confidence has the view top-label alone");
        }
        if (m_query.temperature != 1)
            return wrong("a temperature needs the scores of all classes, not one confidence");
        m_head.view = "top-label";
        m_head.form = PredictionForm::Confidence;
        const std::string rows = "SELECT " + asDouble(m_dialect, column(m_columns.confidence)) +
                                 " AS s, " + a + " AS a" + keysOfRows() + from();
        const std::string checked = "SELECT " + least("s", number(1)) + " AS s, a, " +
                                    why("s", "a") + " AS why" + passed() + "\n  FROM (" + rows +
                                    ") x1";
        const std::string none = sqlCast(m_dialect, "NULL", m_dialect.doubleType);
        return "SELECT CASE WHEN why IN (0, 4) THEN s END AS c, CASE WHEN why IN (0, 4) THEN a "
               "END AS a, why, " +
               none + " AS nl, " + sqlCast(m_dialect, "NULL", m_dialect.integerType) + " AS imp" +
               passed() + "\n  FROM (" + checked + ") x2";
    }

    Result<std::string> outcomesOfClasses();
    std::string classIndex() const;
    Result<std::size_t> viewedClass() const;
    std::string statement(const std::string& outcomes) const;
    std::string cells(const std::string& outcomes, const EdgeLookup& lookup) const;
    std::string side(const EdgeLookup& lookup) const;
    std::string answer() const;

    const CellQuery& m_query;
    const SqlDialect& m_dialect;
    QueryColumns m_columns;
    std::string m_from;
    HeadText m_head;
};

/// Returns the index of the class that the label names, or its position; else NULL.
std::string CellStatement::classIndex() const {
    const std::string label = labelText(m_columns.label);
    std::string index = "CASE " + label;
    for (std::size_t k = 0; k < m_head.classes.size(); ++k) {
        const std::string place = std::to_string(k);
        if (m_query.labelBase) {
            const std::string text =
                std::to_string(*m_query.labelBase + static_cast<std::int64_t>(k));
            index.append(" WHEN '").append(text).append("' THEN ").append(place);
            if (!m_dialect.literalsAdapt)
                index.append(" WHEN '").append(text).append(".0' THEN ").append(place);
            continue;
        }
        index.append(" WHEN ").append(sqlText(m_dialect, m_head.classes[k]));
        index.append(" THEN ").append(place);
        if (m_columns.scores[k] == m_head.classes[k]) continue;
        index.append(" WHEN ").append(sqlText(m_dialect, m_columns.scores[k]));
        index.append(" THEN ").append(place);
    }
    return index + " END";
}

Result<std::size_t> CellStatement::viewedClass() const {
    const bool positive = m_query.view.kind == QueriedView::Kind::Positive;
    const std::string name = positive ? m_query.positive.value_or("") : m_query.view.className;
    if (positive && name.empty()) return wrong("--view positive needs the class: --positive NAME");
    const auto found = std::ranges::find(m_head.classes, name);
    if (found == m_head.classes.end()) {
        return wrong("no class is called " + quoted(name) + "; the classes are " +
                     quotedList(m_head.classes));
    }
    return static_cast<std::size_t>(found - m_head.classes.begin());
}

// NOLINTNEXTLINE(readability-function-size): the levels of one statement
Result<std::string> CellStatement::outcomesOfClasses() {
    const std::size_t classes = m_columns.scores.size();
    if (classes < 2) {
        return wrong(
            "one score is no class beside others: name a column for each class, in their "
            "order");
    }
    if (m_columns.label.empty()) return wrong("scores need the true labels: --column label=NAME");
    if (m_query.scores != ScoreKind::Probability && m_query.scores != ScoreKind::Logit) {
        return wrong(
            "say what the scores are, because the rows are not read here: --scores "
            "probabilities or --scores logits");
    }
    const bool given = m_query.scores == ScoreKind::Probability && m_query.temperature == 1;
    const bool logits = m_query.scores == ScoreKind::Logit;
    m_head.classes = withoutCommonPrefix(m_columns.scores);
    m_head.knowsLosses = true;
    if (!given) m_head.nearUlps = static_cast<int>(classes) + 4;
    std::optional<std::size_t> viewed;
    m_head.view = "top-label";
    if (m_query.view.kind == QueriedView::Kind::Positive ||
        m_query.view.kind == QueriedView::Kind::OneClass) {
        const auto found = viewedClass();
        if (!found) return found.error();
        viewed = found.value();
        m_head.view = "class";
        m_head.viewedClass = m_head.classes[*viewed];
    }

    const auto each = [&](const std::string& between, const auto& of) {
        std::string list;
        for (std::size_t k = 0; k < classes; ++k)
            list += (k == 0 ? "" : between) + of(k);
        return list;
    };
    const auto s = [](std::size_t k) { return "s" + std::to_string(k); };
    const std::string rows =
        "SELECT " +
        each(", ",
             [&](std::size_t k) {
                 return asDouble(m_dialect, column(m_columns.scores[k])) + " AS " + s(k);
             }) +
        ", " + classIndex() + " AS y" + keysOfRows() + from();
    const std::string scores = each(", ", s);
    const std::string top = "SELECT " + scores + ", y, " + std::string(m_dialect.greatest) + "(" +
                            scores + ") AS m" + passed() + "\n  FROM (" + rows + ") x1";
    // Of probabilities at T, the term is p^(1/T).
    const std::string inverse = number(1 / m_query.temperature);
    const auto term = [&](const std::string& score) {
        if (given) return score;
        if (logits) return exponential("(" + score + " - m) / " + number(m_query.temperature));
        return "POWER(" + score + " / m, " + inverse + ")";
    };
    const std::string usable =
        logits ? ""
               : " AND " + each(" AND ", [&](std::size_t k) { return s(k) + " >= 0"; }) +
                     " AND m <= " + number(1.001) + " AND ABS(" + each(" + ", s) +
                     " - 1) <= " + number(kRoundedSumTolerance);
    const std::string sum = each(" + ", [&](std::size_t k) { return term(s(k)); });
    const std::string predicted =
        "CASE " +
        each(" ",
             [&](std::size_t k) { return "WHEN " + s(k) + " = m THEN " + std::to_string(k); }) +
        " END";
    const std::string labelled =
        "CASE y " +
        each(" ", [&](std::size_t k) { return "WHEN " + std::to_string(k) + " THEN " + s(k); }) +
        " END";
    const std::string isNull = each(" OR ", [&](std::size_t k) { return s(k) + " IS NULL"; });
    const std::string finite = logits ? "ABS(z) <= " + number(1e300) + " AND z >= 1" : "z > 0";
    const std::string summed =
        "SELECT " + (given ? number(1) : sum) + " AS z, m, y, " + predicted + " AS predicted, " +
        labelled + " AS sl, " + (viewed ? s(*viewed) : "m") + " AS sv, CASE WHEN " + isNull +
        " THEN 1 WHEN 1 = 1" + usable + " THEN CASE WHEN y IS NULL" + noWeight() +
        " THEN 3 ELSE 0 END ELSE 2 END AS why" + passed() + "\n  FROM (" + top + ") x2";
    const std::string checked =
        "SELECT z, m, y, predicted, sl, sv, CASE WHEN why IN (0, 3) AND "
        "NOT (" +
        finite + ") THEN 2 WHEN why = 0 AND sv > 1 AND " + (logits ? "1 = 0" : "1 = 1") +
        " THEN 4 ELSE why END AS why" + passed() + "\n  FROM (" + summed + ") x3";
    const std::string c = least(term("sv") + (given ? "" : " / z"), number(1));
    const std::string a = viewed ? "CASE WHEN y = " + std::to_string(*viewed) + " THEN 1 ELSE 0 END"
                                 : "CASE WHEN y = predicted THEN 1 ELSE 0 END";
    // The logarithm of a softmax is never infinite.
    const std::string loss =
        logits ? "LN(z) - (sl - m) / " + number(m_query.temperature)
               : "CASE WHEN sl > 0 THEN -LN(" + term("sl") + (given ? "" : " / z") + ") END";
    const std::string impossible = logits ? "0" : "CASE WHEN sl > 0 THEN 0 ELSE 1 END";
    const std::string isUsed = "CASE WHEN why IN (0, 4) THEN ";
    return "SELECT " + isUsed + c + " END AS c, " + isUsed + a + " END AS a, why, " + isUsed +
           loss + " END AS nl, " + isUsed + impossible + " END AS imp" + passed() + "\n  FROM (" +
           checked + ") x4";
}

/// Returns on which side of the cell's edge a row lies; for rows that are left out, why.
std::string CellStatement::side(const EdgeLookup& lookup) const {
    const std::string& e = lookup.edge;
    const bool array = lookup.join.empty();
    std::string side = "CASE WHEN r.j < 0 THEN r.why WHEN r.why = 4 THEN 2 WHEN " + e +
                       (array ? " > 1" : " IS NULL") + " THEN 0";
    if (m_head.nearUlps > 0) {
        const std::string error = "r.c * " + number(m_head.nearUlps * 0x1p-52);
        side += " WHEN r.j > 0 AND r.j < " + std::to_string(kLastCell) + " AND r.c < " + e +
                " AND r.c >= " + e + " - " + error + " THEN -3 WHEN r.j > 0 AND r.j < " +
                std::to_string(kLastCell) + " AND r.c > " + e + " AND r.c <= " + e + " + " + error +
                " THEN 3";
    }
    return side + " WHEN r.c < " + e + " THEN -1 WHEN r.c > " + e + " THEN 1 ELSE 0 END";
}

std::string CellStatement::cells(const std::string& outcomes, const EdgeLookup& lookup) const {
    const bool weighted = !m_columns.weight.empty();
    const std::string times = weighted ? " * w" : "";
    const std::string cell =
        "SELECT CASE WHEN why IN (0, 4) THEN " +
        asInteger(m_dialect, "FLOOR(c * " + std::to_string(kCellsPerUnit) + ")") +
        " ELSE -1 END AS j, c, a, why, nl, imp" + passed() + "\n  FROM (" + outcomes + ") o";
    std::string passedOn;
    if (weighted) passedOn += ", r.w";
    for (std::size_t i = 0; i < keyNames().size(); ++i)
        passedOn += ", r." + key(i);
    const std::string split =
        "SELECT r.j, " + side(lookup) + " AS side, " +
        asInteger(m_dialect, "FLOOR((r.c - r.j * " + number(1.0 / kCellsPerUnit) + ") * " +
                                 number(1 / kExcessUnit) + ")") +
        " AS excess, r.c, r.a, r.nl, r.imp" + passedOn + "\n  FROM (" + cell + ") r" + lookup.join;
    std::string keys;
    for (std::size_t i = 0; i < keyNames().size(); ++i)
        keys += ", " + key(i);
    std::string excess = "excess";
    if (!m_dialect.wideType.empty()) excess = sqlCast(m_dialect, excess, m_dialect.wideType);
    return "SELECT j, side" + keys + ", " +
           (weighted ? "SUM(COALESCE(w, 1))" : std::string("COUNT(*)")) + " AS n, SUM(a" + times +
           ") AS correct, SUM(" + excess + times + ") AS excess, SUM(c * c" + times +
           ") AS cc, SUM(c * a" + times + ") AS ca, SUM(nl" + times + ") AS nll, SUM(imp" + times +
           ") AS impossible\n  FROM (" + split + ") k\n  GROUP BY " +
           (m_dialect.computesAgain ? "GROUPING SETS ((j, side" + keys + "), ())"
                                    : "j, side" + keys);
}

/// Returns the cells, their totals and the head as one table.
std::string CellStatement::answer() const {
    const auto names = keyNames();
    const auto null = [&](std::string_view type) { return sqlCast(m_dialect, "NULL", type); };
    std::string keys, nulls;
    for (std::size_t i = 0; i < names.size(); ++i) {
        keys += ", " + asText(m_dialect, key(i)) + " AS " + quotedColumn(m_dialect, names[i]);
        nulls += ", " + null(m_dialect.textType);
    }
    const std::string number = null(m_dialect.doubleType);
    const std::string sums = ", " + null(m_dialect.integerType) + ", " + number + ", " + number +
                             ", " + number + ", " + null(m_dialect.integerType);
    // The set () of all rows has no j.
    const std::string place = m_dialect.computesAgain
                                  ? "COALESCE(j, -1) AS j, COALESCE(side, 0) AS side"
                                  : std::string("j, side");
    const std::string totals =
        m_dialect.computesAgain
            ? std::string()
            : "SELECT -1, 0, COALESCE(SUM(n), 0), COALESCE(SUM(correct), 0)" + sums + nulls + ", " +
                  null(m_dialect.textType) + "\n  FROM cells\nUNION ALL\n";
    return "SELECT " + place + ", n, correct, excess, cc, ca, nll, impossible" + keys + ", " +
           null(m_dialect.textType) + " AS about\n  FROM cells\nUNION ALL\n" + totals +
           "SELECT -2, 0, " + null(m_dialect.integerType) + ", " + null(m_dialect.integerType) +
           sums + nulls + ", " + sqlText(m_dialect, headText(m_head));
}

std::string CellStatement::statement(const std::string& outcomes) const {
    const EdgeLookup lookup = edgeLookup(m_dialect);
    return "WITH " + (lookup.with.empty() ? "" : lookup.with + ",\n") + "cells AS " +
           (m_dialect.materializes ? "MATERIALIZED " : "") + "(\n  " + cells(outcomes, lookup) +
           ")\n" + answer() + "\n";
}

}  // namespace

Result<std::string> cellSql(const CellQuery& query) {
    auto columns = columnsOf(query);
    if (!columns) return columns.error();
    return CellStatement(query, std::move(columns).value()).text();
}

}  // namespace diagonal
