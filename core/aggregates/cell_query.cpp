// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/aggregates/cell_query.h"

#include "core/aggregates/cell_grid.h"
#include "core/aggregates/outcome_query.h"
#include "core/aggregates/query_columns.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

/// Builds the statement around the outcomes of the rows.
class CellStatement {
public:
    CellStatement(const SqlDialect& dialect, QueryColumns columns, OutcomeQuery outcomes)
        : m_dialect(dialect),
          m_columns(std::move(columns)),
          m_outcomes(std::move(outcomes)),
          m_head(m_outcomes.head),
          m_lookup(edgeLookup(dialect)) {}

    std::string text() const {
        return "WITH " + (m_lookup.with.empty() ? "" : m_lookup.with + ",\n") + "cells AS " +
               (m_dialect.materializes ? "MATERIALIZED " : "") + "(\n  " + cells() + ")\n" +
               answer() + "\n";
    }

private:
    std::string number(double value) const { return sqlNumber(m_dialect, value); }
    std::string factor(const std::string& x) const { return sqlFactor(m_dialect, x); }
    std::string null(std::string_view type) const { return sqlCast(m_dialect, "NULL", type); }

    /// Returns the weight, the keys and what else each row has, as columns of `row`: ", w, key1".
    std::string rowColumns(const std::string& row) const {
        std::string columns = m_columns.weight.empty() ? "" : ", " + row + "w";
        for (std::size_t i = 0; i < m_columns.keys().size(); ++i)
            columns += ", " + row + keyName(i);
        if (m_head.margins) columns += ", " + row + "dm, " + row + "one";
        if (m_head.temperatures) columns += ", " + row + "t";
        if (m_head.temperatures) columns += ", " + row + "slope, " + row + "curvature";
        return columns;
    }

    bool isImportance() const { return m_head.weights == WeightKind::Importance; }
    std::string side() const;
    std::string marginCell() const;
    std::string countSums() const;
    std::string marginSums(const std::string& times) const;
    std::string cells() const;
    std::string sums() const;
    std::string answer() const;

    const SqlDialect& m_dialect;
    QueryColumns m_columns;
    OutcomeQuery m_outcomes;
    const HeadText& m_head;
    EdgeLookup m_lookup;
};

/// Returns on which side of the cell's edge a row lies; for rows that are left out, why.
std::string CellStatement::side() const {
    const std::string& e = m_lookup.edge;
    const bool array = m_lookup.join.empty();
    std::string side = "CASE WHEN r.j < 0 THEN r.why WHEN r.why = 4 THEN 2 WHEN " + e +
                       (array ? " > 1" : " IS NULL") + " THEN 0";
    if (m_head.nearUlps > 0) {
        const std::string error = "r.c * " + number(m_head.nearUlps * 0x1p-52);
        const std::string inside = " WHEN r.j > 0 AND r.j < " + std::to_string(kLastCell);
        side += inside + " AND r.c < " + e + " AND r.c >= " + e + " - " + error + " THEN -3" +
                inside + " AND r.c > " + e + " AND r.c <= " + e + " + " + error + " THEN 3";
    }
    return side + " WHEN r.c < " + e + " THEN -1 WHEN r.c > " + e + " THEN 1 ELSE 0 END";
}

/// Returns the cell of the margin d; NULL without one.
std::string CellStatement::marginCell() const {
    const auto mirrored = [](const std::string& cell) { return "-(" + cell + ") - 1"; };
    const std::string wide = std::to_string(kFirstWideMarginCell) + " + FLOOR(LN(ABS(dm) / " +
                             number(kWidestEvenMargin) + ") * " +
                             std::to_string(kMarginCellsPerUnit) + ")";
    const std::string infinite = std::to_string(kInfiniteMarginCell);
    const std::string far = std::to_string(kFarMarginCell);
    const std::string most = number(kLargestFiniteMargin);
    return "CASE WHEN dm IS NULL THEN NULL WHEN dm = 0 THEN " + std::to_string(kZeroMarginCell) +
           " WHEN ABS(dm) < " + number(kWidestEvenMargin) + " THEN " +
           asInteger(m_dialect, "FLOOR(dm * " + std::to_string(kMarginCellsPerUnit) + ")") +
           " WHEN dm >= " + most + " THEN " + infinite + " WHEN dm <= -" + most + " THEN " +
           mirrored(infinite) + " WHEN dm > " + number(kFarMargin) + " THEN " + far +
           " WHEN dm < -" + number(kFarMargin) + " THEN " + mirrored(far) + " WHEN dm > 0 THEN " +
           asInteger(m_dialect, wide) + " ELSE " + asInteger(m_dialect, mirrored(wide)) + " END";
}

/// Returns the numbers of rows behind sums of importance weights.
std::string CellStatement::countSums() const {
    std::string sums =
        ", COUNT(*) AS obs, SUM(a) AS obs_correct, SUM(CASE WHEN a IS NULL THEN 0 ELSE w * w END) "
        "AS ww, SUM(w * w * a) AS ww_correct";
    if (m_head.margins) sums += ", SUM(one) AS obs_positive, SUM(w * w * one) AS ww_positive";
    return sums;
}

std::string CellStatement::marginSums(const std::string& times) const {
    const std::string margin = "CASE WHEN ABS(dm) < " + number(kLargestFiniteMargin) + " THEN " +
                               factor("dm") + " ELSE 0 END";
    const std::string square =
        "CASE WHEN ABS(dm) <= " + number(kFarMargin) + " THEN " + factor("dm") + " * dm ELSE 0 END";
    return ", SUM(one" + times + ") AS positive, SUM(" + margin + times +
           ") AS md, SUM(CASE WHEN one = 1 THEN " + margin + " ELSE 0 END" + times +
           ") AS mdp, SUM(" + square + times + ") AS mdd";
}

/// Returns the sums over the rows of a cell. Rows that are left out have no usable weight.
std::string CellStatement::sums() const {
    const bool weighted = !m_columns.weight.empty();
    const std::string times = weighted ? " * w" : "";
    std::string excess = "excess" + times;
    if (!m_dialect.wideType.empty() && !isImportance()) {
        excess = sqlCast(m_dialect, "excess", m_dialect.wideType);
        if (weighted) {
            excess += " * " + sqlCast(m_dialect, "CASE WHEN a IS NULL THEN 0 ELSE w END",
                                      m_dialect.wideType);
        }
    }
    std::string sums =
        (weighted ? "SUM(CASE WHEN a IS NULL THEN 1 ELSE w END)" : std::string("COUNT(*)")) +
        " AS n, SUM(a" + times + ") AS correct, SUM(" + excess + ") AS excess, SUM(" + factor("c") +
        " * c" + times + ") AS cc, SUM(" + factor("c") + " * a" + times + ") AS ca, SUM(nl" +
        times + ") AS nll, SUM(imp" + (isImportance() ? "" : times) + ") AS impossible";
    if (m_head.knowsLosses) sums += ", SUM(nl * nl" + times + ") AS nn";
    if (isImportance()) sums += countSums();
    if (m_head.margins) sums += marginSums(times);
    if (m_head.temperatures)
        sums += ", SUM(" + factor("slope") + times + ") AS slope, SUM(" + factor("curvature") +
                times + ") AS curvature";
    return sums;
}

std::string CellStatement::cells() const {
    const std::string cell =
        "SELECT CASE WHEN why IN (0, 4) THEN " +
        asInteger(m_dialect, "FLOOR(c * " + std::to_string(kCellsPerUnit) + ")") +
        " ELSE -1 END AS j, c, a, why, nl, imp" + rowColumns("") +
        fromRows(m_dialect, m_outcomes.select, "o");
    const std::string split =
        "SELECT r.j, " + side() + " AS side, " +
        asInteger(m_dialect, "FLOOR((r.c - r.j * " + number(1.0 / kCellsPerUnit) + ") * " +
                                 number(1 / kExcessUnit) + ")") +
        " AS excess, r.c, r.a, r.nl, r.imp" + rowColumns("r.") + "\n  FROM (" + cell + ") r" +
        m_lookup.join + std::string(m_dialect.levelFence);
    std::string rows = "(" + split + ") k";
    std::string keys;
    if (m_head.margins) {
        rows = "(SELECT j, side, excess, c, a, nl, imp" + rowColumns("") + ", " + marginCell() +
               " AS margin" + fromRows(m_dialect, split, "k") + ") g";
        keys += ", margin";
    }
    if (m_head.temperatures) keys += ", t";
    for (std::size_t i = 0; i < m_columns.keys().size(); ++i)
        keys += ", " + keyName(i);
    return "SELECT j, side" + keys + ", " + sums() + "\n  FROM " + rows + "\n  GROUP BY " +
           (m_dialect.computesAgain ? "GROUPING SETS ((j, side" + keys + "), ())"
                                    : "j, side" + keys);
}

/// Returns the cells, their totals and the head as one table.
std::string CellStatement::answer() const {
    const std::string integer = null(m_dialect.integerType);
    const std::string real = null(m_dialect.doubleType);
    // Columns beside those that all answers have, with what stands in them for the totals, and for
    // the head.
    std::string further, totals, nulls;
    const auto add = [&](const std::string& column, const std::string& none) {
        further += ", " + column;
        totals += ", " + none;
        nulls += ", " + none;
    };
    const auto addCounts = [&](const auto& columns) {
        for (const std::string_view column : columns) {
            const bool isCount = column.starts_with("obs");
            further += ", " + std::string(column);
            totals += isCount ? ", COALESCE(SUM(" + std::string(column) + "), 0)" : ", " + real;
            nulls += ", " + (isCount ? integer : real);
        }
    };
    if (m_head.knowsLosses) add(std::string(kSquaredLossColumn), real);
    if (isImportance()) addCounts(kWeightColumns);
    if (isImportance() && m_head.margins) addCounts(kWeightMarginColumns);
    if (m_head.margins) {
        for (const std::string_view column : kMarginColumns) {
            const bool whole = column == "margin" || column == "positive";
            add(std::string(column), whole ? integer : real);
        }
    }
    if (m_head.temperatures) add("t AS " + std::string(kTemperatureColumn), real);
    if (m_head.temperatures) {
        for (const std::string_view column : kFitColumns)
            add(std::string(column), real);
    }
    const auto names = m_columns.keys();
    for (std::size_t i = 0; i < names.size(); ++i) {
        add(asText(m_dialect, keyName(i)) + " AS " + quotedColumn(m_dialect, names[i]),
            null(m_dialect.textType));
    }
    const std::string sums =
        ", " + integer + ", " + real + ", " + real + ", " + real + ", " + integer;
    // The set () of all rows has no j.
    const std::string place = m_dialect.computesAgain
                                  ? "COALESCE(j, -1) AS j, COALESCE(side, 0) AS side"
                                  : std::string("j, side");
    const std::string allRows =
        m_dialect.computesAgain
            ? std::string()
            : "SELECT -1, 0, COALESCE(SUM(n), 0), COALESCE(SUM(correct), 0)" + sums + totals +
                  ", " + null(m_dialect.textType) + "\n  FROM cells\nUNION ALL\n";
    return "SELECT " + place + ", n, correct, excess, cc, ca, nll, impossible" + further + ", " +
           null(m_dialect.textType) + " AS about\n  FROM cells\nUNION ALL\n" + allRows +
           "SELECT -2, 0, " + integer + ", " + integer + sums + nulls + ", " +
           sqlText(m_dialect, headText(m_head));
}

}  // namespace

Result<std::string> cellSql(const CellQuery& query) {
    auto columns = queryColumns(query);
    if (!columns) return columns.error();
    auto outcomes = outcomeQuery(query, columns.value());
    if (!outcomes) return outcomes.error();
    return CellStatement(sqlDialect(query.engine), std::move(columns).value(),
                         std::move(outcomes).value())
        .text();
}

}  // namespace diagonal
