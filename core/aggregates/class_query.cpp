// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/aggregates/class_query.h"

#include <algorithm>
#include <functional>
#include <memory>

#include "core/aggregates/array_sql.h"
#include "core/aggregates/cell_grid.h"
#include "core/aggregates/query_source.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

using std::string;
using Term = std::function<string(const string& score)>;

/// The scores of a row, in a column for each class or in one array. The columns of the innermost
/// SELECT are names(); at each level above they are known as selected().
class RowScores {
public:
    virtual ~RowScores() = default;
    /// Returns the columns of the innermost SELECT.
    virtual string names() const = 0;
    /// Returns their names, for the levels above.
    virtual string passed() const = 0;
    virtual string greatest() const = 0;
    /// Returns the sum of term(score) over the classes.
    virtual string sum(const Term& term) const = 0;
    /// Returns the index of the first class whose score is `m`.
    virtual string predicted() const = 0;
    /// Returns the score of the class whose index is `index`; NULL without such a class.
    virtual string at(const string& index) const = 0;
    /// Returns a condition that holds if a score is missing.
    virtual string isMissing() const = 0;
    /// Returns the index of the class that the label names; else NULL.
    virtual string labelled() const = 0;
};

/// "s0", "s1", ...: one column for each class.
class ColumnScores : public RowScores {
public:
    ColumnScores(const RowExpressions& rows, const std::vector<string>& classes)
        : m_rows(rows), m_classes(classes) {}

    string names() const override {
        const auto& columns = m_rows.columns().scores;
        return each(", ", [&](std::size_t k) {
            return asDouble(m_rows.dialect(), m_rows.column(columns[k])) + " AS " + name(k);
        });
    }
    string passed() const override { return each(", ", name); }
    string greatest() const override {
        return string(m_rows.dialect().greatest) + "(" + passed() + ")";
    }
    string sum(const Term& term) const override {
        return each(" + ", [&](std::size_t k) { return term(name(k)); });
    }
    string predicted() const override {
        return "CASE " +
               each(" ",
                    [](std::size_t k) {
                        return "WHEN " + name(k) + " = m THEN " + std::to_string(k);
                    }) +
               " END";
    }
    string at(const string& index) const override {
        return "CASE " + index + " " +
               each(
                   " ",
                   [](std::size_t k) { return "WHEN " + std::to_string(k) + " THEN " + name(k); }) +
               " END";
    }
    string isMissing() const override {
        return each(" OR ", [](std::size_t k) { return name(k) + " IS NULL"; });
    }
    string labelled() const override {
        const SqlDialect& dialect = m_rows.dialect();
        const string& label = m_rows.columns().label;
        string index = "CASE " + (m_rows.query().labelBase ? m_rows.labelText(label)
                                                           : asText(dialect, m_rows.column(label)));
        for (std::size_t k = 0; k < m_classes.size(); ++k) {
            const string then = " THEN " + std::to_string(k);
            if (const auto base = m_rows.query().labelBase) {
                const string text = std::to_string(*base + static_cast<std::int64_t>(k));
                index.append(" WHEN '").append(text).append("'").append(then);
                if (!dialect.literalsAdapt)
                    index.append(" WHEN '").append(text).append(".0'").append(then);
                continue;
            }
            index.append(" WHEN ").append(sqlText(dialect, m_classes[k])).append(then);
            if (parsedInteger(m_classes[k]))  // a label may be stored as 3.0
                index.append(" WHEN ").append(sqlText(dialect, m_classes[k] + ".0")).append(then);
            const string& column = m_rows.columns().scores[k];
            if (column == m_classes[k]) continue;
            index.append(" WHEN ").append(sqlText(dialect, column)).append(then);
        }
        return index + " END";
    }

private:
    static string name(std::size_t k) { return "s" + std::to_string(k); }
    template <typename F>
    string each(const string& between, const F& of) const {
        string list;
        for (std::size_t k = 0; k < m_rows.columns().scores.size(); ++k)
            list += (k == 0 ? "" : between) + of(k);
        return list;
    }

    const RowExpressions& m_rows;
    const std::vector<string>& m_classes;
};

/// "s": one column of arrays. Labels number the classes.
class ArrayScores : public RowScores {
public:
    explicit ArrayScores(const RowExpressions& rows) : m_rows(rows), m_dialect(rows.dialect()) {}

    string names() const override {
        return m_rows.column(m_rows.columns().scores.front()) + " AS s";
    }
    string passed() const override { return "s"; }
    string greatest() const override { return arrayGreatest(m_dialect, "s"); }
    string sum(const Term& term) const override { return arraySum(m_dialect, "s", term); }
    string predicted() const override { return arrayPlace(m_dialect, "s", "m"); }
    string at(const string& index) const override { return arrayElement(m_dialect, "s", index); }
    string isMissing() const override { return "s IS NULL OR " + arrayHasNull(m_dialect, "s"); }
    string labelled() const override {
        const string value = asDouble(m_dialect, m_rows.column(m_rows.columns().label));
        const string base = std::to_string(m_rows.query().labelBase.value_or(0));
        // Engines round a label of 1.5 in different ways.
        return "CASE WHEN " + value + " >= " + base + " AND " + value + " < 1000000000 AND " +
               value + " = FLOOR(" + value + ") THEN " +
               asInteger(m_dialect, value + " - " + base) + " END";
    }

private:
    const RowExpressions& m_rows;
    const SqlDialect& m_dialect;
};

/// Builds the levels of the SELECT.
class ClassStatement {
public:
    explicit ClassStatement(const RowExpressions& rows)
        : m_rows(rows), m_query(rows.query()), m_dialect(rows.dialect()) {}

    Result<OutcomeQuery> outcomes() {
        if (auto can = describe(); !can) return can.error();
        m_out.select = withOutcomes(checked(summed(topped(read()))));
        return std::move(m_out);
    }

private:
    bool isArray() const { return m_rows.columns().scores.size() == 1; }
    string number(double value) const { return sqlNumber(m_dialect, value); }
    string passed() const { return m_rows.passed() + (m_query.severalTemperatures ? ", t" : ""); }

    Result<void> describe();
    Result<void> findViewedClass();

    /// Returns the scores and the label of each row.
    string read() const {
        return "SELECT " + m_scores->names() + ", " + m_scores->labelled() + " AS y" +
               m_rows.keys() + m_rows.from();
    }

    /// Adds the largest score, and the temperatures.
    string topped(const string& rows) const {
        string select = "SELECT " + m_scores->passed() + ", y, " + m_scores->greatest() + " AS m" +
                        m_rows.passed() + fromRows(m_dialect, rows, "x1");
        if (!m_query.severalTemperatures) return select;
        string temperatures;
        for (int i = 0; i < kTemperatureKnots; ++i) {
            temperatures += (i == 0 ? "SELECT " : " UNION ALL SELECT ") +
                            number(temperatureKnot(i)) + (i == 0 ? " AS t" : "");
        }
        return "SELECT " + m_scores->passed() + ", y, m" + m_rows.passed() + ", t\n  FROM (" +
               select + ") x1a CROSS JOIN (" + temperatures + ") x1b" +
               string(m_dialect.levelFence);
    }

    /// Returns the term of a score in the softmax: exp((s - m) / T), or (p / m)^(1/T).
    string term(const string& score) const {
        const string t = m_query.severalTemperatures ? "t" : number(m_query.temperature);
        if (m_given) return score;
        if (m_logits) return sqlExponential(m_dialect, "(" + score + " - m) / " + t);
        return sqlScaled(m_dialect, score, "m", t, isLargestUsable());
    }
    /// Returns a condition that holds where the largest probability of a row is one.
    string isLargestUsable() const { return "m <= " + number(1.001); }
    /// Returns the logit of a score above that of the largest; NULL for p = 0.
    string relative(const string& score) const {
        if (m_logits) return "(" + score + " - m)";
        return "CASE WHEN " + score + " > 0 AND " + isLargestUsable() + " THEN LN(" + score +
               " / m) END";
    }

    /// Adds the sum of the terms, what the classes of interest have, and why a row is left out.
    string summed(const string& rows) const {
        const auto is = [](const string& score, const char* what) {
            return "CASE WHEN " + score + what + " THEN 0 ELSE 1 END";
        };
        const string usable =
            m_logits ? ""
                     : " AND " + m_scores->sum([&](const string& v) { return is(v, " >= 0"); }) +
                           " = 0 AND " + isLargestUsable() + " AND ABS(" +
                           m_scores->sum([](const string& v) { return v; }) +
                           " - 1) <= " + number(kRoundedSumTolerance);
        const auto sum = [&](int power) {
            return m_scores->sum([&](const string& v) {
                string product = term(v);
                if (power == 2) product += " * " + sqlFactor(m_dialect, relative(v));
                if (power > 0) product += " * " + relative(v);
                return power == 0 ? product : "COALESCE(" + product + ", 0)";
            });
        };
        string select = "SELECT " + (m_given ? number(1) : sum(0)) + " AS z, m, y, " +
                        m_scores->predicted() + " AS predicted, " + m_scores->at("y") + " AS sl, " +
                        (m_viewed ? m_scores->at(std::to_string(*m_viewed)) : "m") + " AS sv, ";
        if (m_out.head.margins) select += margin() + " AS d, ";
        if (m_query.severalTemperatures) select += sum(1) + " AS e1, " + sum(2) + " AS e2, ";
        return select + "CASE WHEN m IS NULL OR " + m_scores->isMissing() + " THEN 1 WHEN 1 = 1" +
               usable + " THEN " + m_rows.whyByTruth("y", "0") + " ELSE 2 END AS why" + passed() +
               fromRows(m_dialect, rows, "x2", LevelCost::High);
    }

    /// Returns the margin of the second, or of the viewed class over the other.
    string margin() const {
        const std::size_t one = m_viewed.value_or(1);
        const string a = "s" + std::to_string(one), b = "s" + std::to_string(1 - one);
        if (m_logits) return a + " - " + b;
        const string infinite = number(10 * kLargestFiniteMargin);
        return "CASE WHEN " + a + " <= 0 THEN -" + infinite + " WHEN " + b + " <= 0 THEN " +
               infinite + " ELSE LN(" + a + ") - LN(" + b + ") END";
    }

    /// Leaves out rows whose sum is no number, and labels beyond the classes.
    string checked(const string& rows) const {
        const string finite =
            m_logits ? "ABS(z) <= " + number(kLargestFiniteMargin) + " AND z >= 1" : "z > 0";
        string select = "SELECT z, m, y, predicted, sl, sv, ";
        if (m_out.head.margins) select += "d, ";
        if (m_query.severalTemperatures) select += "e1, e2, ";
        return select + "CASE WHEN why IN (0, 3) AND NOT (" + finite +
               ") THEN 2 WHEN why = 0 AND (sl IS NULL OR sv IS NULL) THEN 3 WHEN why = 0 AND sv > "
               "1 AND " +
               (m_logits ? "1 = 0" : "1 = 1") + " THEN 4 ELSE why END AS why" + passed() +
               fromRows(m_dialect, rows, "x3");
    }

    /// Returns an expression for probabilities: `given` at T = 1, where they are used as stored.
    string orGiven(const string& softmax, const string& given) const {
        if (m_logits || !m_query.severalTemperatures) return softmax;
        return "CASE WHEN t = " + number(1) + " THEN " + given + " ELSE " + softmax + " END";
    }

    string withOutcomes(const string& rows) const {
        const string share = m_given ? "" : " / z";
        const string c = sqlLeast(m_dialect, orGiven(term("sv") + share, "sv"), number(1));
        const string shown = m_viewed ? std::to_string(*m_viewed) : string("predicted");
        const string a = "CASE WHEN y = " + shown + " THEN 1 ELSE 0 END";
        const string t = m_query.severalTemperatures ? "t" : number(m_query.temperature);
        // The logarithm of a softmax is never infinite, unless a probability was 0.
        const string loss = m_logits
                                ? "LN(z) - (sl - m) / " + t
                                : "CASE WHEN sl > 0 THEN " +
                                      (m_given ? string("-LN(sl)")
                                               : orGiven("LN(z) - LN(sl / m) / " + t, "-LN(sl)")) +
                                      " END";
        const string impossible = m_logits ? "0" : "CASE WHEN sl > 0 THEN 0 ELSE 1 END";
        const string used = "CASE WHEN why IN (0, 4) THEN ";
        string select = "SELECT " + used + c + " END AS c, " + used + a + " END AS a, why, " +
                        used + loss + " END AS nl, " + used + impossible + " END AS imp";
        if (m_out.head.margins) {
            select += ", " + used + "d END AS dm, " + used +
                      "CASE WHEN y = " + std::to_string(m_viewed.value_or(1)) +
                      " THEN 1 ELSE 0 END END AS one";
        }
        if (m_query.severalTemperatures) {
            const string of = m_logits ? "WHEN 1 = 1" : "WHEN sl > 0";
            select += ", " + used + "CASE " + of + " THEN e1 / z - " + relative("sl") +
                      " END END AS slope, " + used + "CASE " + of +
                      " THEN e2 / z - (e1 / z) * (e1 / z) END END AS curvature";
        }
        return select + passed() + fromRows(m_dialect, rows, "x4", LevelCost::High);
    }

    const RowExpressions& m_rows;
    const CellQuery& m_query;
    const SqlDialect& m_dialect;
    std::unique_ptr<RowScores> m_scores;
    bool m_logits = false;
    bool m_given = false;  ///< probabilities are used as stored
    std::optional<std::size_t> m_viewed;
    OutcomeQuery m_out;
};

/// Sets what the head tells. Errors: WrongOption.
Result<void> ClassStatement::describe() {
    const QueryColumns& columns = m_rows.columns();
    if (columns.label.empty())
        return wrongOption("scores need the true labels: --column label=NAME");
    if (m_query.scores != ScoreKind::Probability && m_query.scores != ScoreKind::Logit) {
        return wrongOption(
            "state the scale of the scores, which is not detected in a database: --scores "
            "probabilities or --scores logits");
    }
    if (m_query.severalTemperatures && m_query.temperature != 1)
        return wrongOption("--temperatures counts at 41 temperatures; leave out --temperature");
    if (isArray() && !hasArrays(m_dialect)) {
        return wrongOption(
            "this engine cannot read arrays in a SELECT. Name one score column for each "
            "class, in the order of the classes; a single column is not enough");
    }
    HeadText& head = m_out.head;
    m_logits = m_query.scores == ScoreKind::Logit;
    const bool atOne = m_query.temperature == 1 && !m_query.severalTemperatures;
    m_given = !m_logits && atOne;
    if (isArray()) {
        m_scores = std::make_unique<ArrayScores>(m_rows);
    } else {
        head.classes = withoutCommonPrefix(columns.scores);
        m_scores = std::make_unique<ColumnScores>(m_rows, head.classes);
    }
    head.knowsLosses = true;
    head.margins = atOne && head.classes.size() == 2;
    head.temperatures = m_query.severalTemperatures;
    constexpr int manyClasses = 1000;  // an array does not tell how many
    if (!m_given)
        head.nearUlps = (isArray() ? manyClasses : static_cast<int>(head.classes.size())) + 4;
    head.view = "top-label";
    if (m_query.view.kind == QueriedView::Kind::Positive ||
        m_query.view.kind == QueriedView::Kind::OneClass) {
        return findViewedClass();
    }
    return {};
}

Result<void> ClassStatement::findViewedClass() {
    HeadText& head = m_out.head;
    const bool positive = m_query.view.kind == QueriedView::Kind::Positive;
    const string name = positive ? m_query.positive.value_or("") : m_query.view.className;
    if (positive && name.empty())
        return wrongOption("--view positive needs the class: --positive NAME");
    head.view = "class";
    head.viewedClass = name;
    if (isArray()) {
        const auto label = parsedInteger(name);
        const std::int64_t base = m_query.labelBase.value_or(0);
        if (!label || *label < base)
            return wrongOption("the classes of an array are numbers from " + std::to_string(base) +
                               ", and " + quotedText(name) + " is not one of them");
        m_viewed = static_cast<std::size_t>(*label - base);
        return {};
    }
    const auto found = std::ranges::find(head.classes, name);
    if (found == head.classes.end()) {
        return wrongOption("no class is called " + quotedText(name) + "; the classes are " +
                           quotedList(head.classes));
    }
    m_viewed = static_cast<std::size_t>(found - head.classes.begin());
    return {};
}

}  // namespace

Result<OutcomeQuery> outcomesOfClasses(const RowExpressions& rows) {
    return ClassStatement(rows).outcomes();
}

}  // namespace diagonal
