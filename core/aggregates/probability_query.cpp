// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/aggregates/probability_query.h"

#include <algorithm>

#include "core/base/text.h"

namespace diagonal {
namespace {

using std::string;

const string kUsed = "CASE WHEN why IN (0, 4) THEN ";

/// Returns -log sigmoid(x) without cancellation.
string softplusOfNegative(const SqlDialect& dialect, const string& x) {
    return "CASE WHEN " + x + " >= 0 THEN LN(1 + " + sqlExponential(dialect, "-" + x) +
           ") ELSE LN(1 + " + sqlExponential(dialect, x) + ") - " + x + " END";
}

Result<void> checkQuery(const RowExpressions& rows) {
    const CellQuery& query = rows.query();
    if (rows.columns().label.empty())
        return wrongOption("a probability needs the true labels: --column label=NAME");
    const auto classes = classesOfProbability(query);
    if (query.view.kind == QueriedView::Kind::OneClass &&
        std::ranges::find(classes, query.view.className) == classes.end()) {
        return wrongOption("no class is called " + quotedText(query.view.className) +
                           "; the classes are " + quotedList(classes) +
                           ". --positive NAME names the label of the probability");
    }
    if (query.scores == ScoreKind::LogProbability || query.scores == ScoreKind::Percent) {
        return wrongOption(
            "--column probability takes probabilities from 0 to 1, or logits with --scores "
            "logits; convert others in a SELECT");
    }
    if (query.severalTemperatures) {
        return wrongOption(
            "one probability does not need --temperatures: its result at T = 1 serves all "
            "temperatures");
    }
    return {};
}

/// Builds the levels of the SELECT.
class ProbabilityStatement {
public:
    explicit ProbabilityStatement(const RowExpressions& rows)
        : m_rows(rows),
          m_query(rows.query()),
          m_dialect(rows.dialect()),
          m_isTopLabel(m_query.view.kind == QueriedView::Kind::TopLabel),
          m_isNegative(m_query.view.kind == QueriedView::Kind::OneClass &&
                       m_query.view.className == classesOfProbability(m_query)[0]),
          m_areLogits(m_query.scores == ScoreKind::Logit),
          m_areGiven(!m_areLogits && m_query.temperature == 1),
          m_keys(rows.passed()),
          m_isFinite("ABS(d) <= " + sqlNumber(m_dialect, kLargestFiniteMargin)) {}

    OutcomeQuery outcomes() const {
        OutcomeQuery out;
        out.head = head();
        out.select = lossesOf(outcomesOf(probabilitiesOf(marginsOf(checked(read())))), out.head);
        return out;
    }

private:
    string number(double value) const { return sqlNumber(m_dialect, value); }

    HeadText head() const {
        HeadText head;
        head.view = m_isTopLabel ? "top-label" : m_isNegative ? "class" : "positive";
        head.form = PredictionForm::PositiveScore;
        head.classes = classesOfProbability(m_query);
        if (m_isNegative) head.viewedClass = head.classes[0];
        head.knowsLosses = true;
        head.margins = m_query.temperature == 1;
        constexpr int ulps = 6;  // of the sigmoid
        if (!m_areGiven) head.nearUlps = ulps;
        return head;
    }

    /// Groups may be the key of partitions on other servers, which then sum up their own rows.
    LevelCost cost() const {
        const bool mayBeForeign = m_areGiven && !m_rows.columns().keys().empty();
        return mayBeForeign ? LevelCost::Low : LevelCost::High;
    }

    string read() const {
        return "SELECT " + asDouble(m_dialect, m_rows.column(m_rows.columns().probability)) +
               " AS s, " + m_rows.isPositive() + " AS y" + m_rows.keys() + m_rows.from();
    }

    /// Says which rows are left out; reads probabilities slightly above 1 as 1.
    string checked(const string& rows) const {
        const string why = m_areLogits ? "CASE WHEN s IS NULL THEN 1 WHEN ABS(s) <= " + infinite() +
                                             " THEN " + m_rows.whyByTruth("y", "0") + " ELSE 2 END"
                                       : m_rows.whyLeftOut("s", "y");
        const string s = m_areLogits ? string("s") : sqlLeast(m_dialect, "s", number(1));
        return "SELECT s AS given, " + s + " AS u, y, " + why + " AS why" + m_keys +
               fromRows(m_dialect, rows, "x1");
    }

    string infinite() const { return number(10 * kLargestFiniteMargin); }

    /// Adds the margin d.
    string marginsOf(const string& rows) const {
        const string margin = m_areLogits
                                  ? string("u")
                                  : "CASE WHEN u <= 0 THEN -" + infinite() + " WHEN u >= 1 THEN " +
                                        infinite() + " ELSE LN(u) - LN(1 - u) END";
        return "SELECT given, u, y, why, " + kUsed + margin + " END AS d" + m_keys +
               fromRows(m_dialect, rows, "x2", cost());
    }

    /// Adds the probability p at the temperature, and the margin x of the label there.
    string probabilitiesOf(const string& rows) const {
        const string scaled = "d / " + number(m_query.temperature);
        const string exponent =
            sqlLeast(m_dialect, sqlGreatest(m_dialect, "-" + scaled, "-700"), "709");
        const string p = m_areGiven ? string("u")
                                    // As sigmoid(): 0 where the exponential is infinite.
                                    : "CASE WHEN " + scaled + " < " + sqlNumber(m_dialect, -709.7) +
                                          " THEN 0 WHEN " + m_isFinite + " THEN 1 / (1 + EXP(" +
                                          exponent + ")) WHEN d > 0 THEN 1 ELSE 0 END";
        const string x = "CASE WHEN y = 1 THEN " + scaled + " ELSE -" + scaled + " END";
        return "SELECT given, d, y, why, " + kUsed + p + " END AS p, " + kUsed + x + " END AS x" +
               m_keys + fromRows(m_dialect, rows, "x3", m_areGiven ? LevelCost::Low : cost());
    }

    /// Adds the confidence c, the correctness a and the label's probability pl.
    string outcomesOf(const string& rows) const {
        const string half = number(0.5);
        const string c = m_isTopLabel   ? "CASE WHEN p >= " + half + " THEN p ELSE 1 - p END"
                         : m_isNegative ? string("1 - p")
                                        : string("p");
        const string isOne = m_areLogits ? string("d > 0") : "given > " + half;
        const string a = m_isTopLabel   ? "CASE WHEN " + isOne + " THEN y ELSE 1 - y END"
                         : m_isNegative ? string("1 - y")
                                        : string("y");
        return "SELECT d, y, why, p, x, " + c + " AS c, " + kUsed + a + " END AS a, " + kUsed +
               "CASE WHEN y = 1 THEN p ELSE 1 - p END END AS pl" + m_keys +
               fromRows(m_dialect, rows, "x4");
    }

    /// Adds the losses. A row of infinite margin has p = 0 or 1 at every temperature.
    string lossesOf(const string& rows, const HeadText& head) const {
        const string loss = m_areGiven ? string("CASE WHEN pl > 0 THEN -LN(pl) END")
                                       : "CASE WHEN " + m_isFinite + " THEN " +
                                             softplusOfNegative(m_dialect, "x") +
                                             " WHEN pl > 0 THEN 0 END";
        const string impossible =
            m_areGiven ? string("CASE WHEN pl > 0 THEN 0 WHEN pl <= 0 THEN 1 END")
                       : "CASE WHEN pl > 0 OR " + m_isFinite + " THEN 0 WHEN pl <= 0 THEN 1 END";
        string select = "SELECT c, a, why, " + loss + " AS nl, " + impossible + " AS imp";
        if (head.margins)
            select += m_isNegative ? ", -d AS dm, 1 - y AS one" : ", d AS dm, y AS one";
        return select + m_keys + fromRows(m_dialect, rows, "x5");
    }

    const RowExpressions& m_rows;
    const CellQuery& m_query;
    const SqlDialect& m_dialect;
    bool m_isTopLabel;
    bool m_isNegative;  ///< the view is of the other class
    bool m_areLogits;
    bool m_areGiven;    ///< probabilities are used as stored
    string m_keys;      ///< the further columns of every level
    string m_isFinite;  ///< condition on the margin
};

}  // namespace

std::vector<string> classesOfProbability(const CellQuery& query) {
    return {query.positive ? "not " + *query.positive : "0", query.positive.value_or("1")};
}

Result<OutcomeQuery> outcomesOfProbability(const RowExpressions& rows) {
    if (auto can = checkQuery(rows); !can) return can.error();
    return ProbabilityStatement(rows).outcomes();
}

}  // namespace diagonal
