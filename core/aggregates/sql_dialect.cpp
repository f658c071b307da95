// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/aggregates/sql_dialect.h"

#include <algorithm>

#include "core/aggregates/cell_grid.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr auto kDialects = std::to_array<SqlDialect>({
    {.engine = SqlEngine::Sqlite,
     .openQuote = '`',  // in double quotes, an unknown name would be a text
     .doubleType = "REAL",
     .textType = "TEXT",
     .integerType = "INTEGER",
     .least = "MIN",
     .greatest = "MAX",
     .numbersFromText = true,
     .fence = " LIMIT -1",
     .levelFence = " LIMIT -1",
     .losesColumnNames = true,
     .materializes = true,
     .arrays = {.elements = "(SELECT key AS place, value AS v FROM json_each({a})) u",
                .element = "json_extract({a}, '$[' || {i} || ']')"}},
    {.engine = SqlEngine::PostgreSql,
     .doubleType = "double precision",
     .textType = "text",
     .integerType = "bigint",
     .literalsAdapt = true,
     .costlyFence = " OFFSET 0",
     .materializes = true,
     .arrays = {.elements = "UNNEST({a}) WITH ORDINALITY AS u(v, place)",
                .firstPlace = " - 1",
                .element = "({a})[CAST({i} AS integer) + 1]"}},
    {.engine = SqlEngine::DuckDb,
     .doubleType = "DOUBLE",
     .textType = "VARCHAR",
     .integerType = "BIGINT",
     .materializes = true,
     // A comprehension, because newer versions write a lambda in another way.
     .arrays = {.doubles = "CAST({a} AS DOUBLE[])",
                .greatest = "LIST_MAX({a})",
                .sum = "LIST_SUM([{term} FOR v IN {a}])",
                .place = "LIST_POSITION({a}, {v}) - 1"}},
    {.engine = SqlEngine::MySql,
     .openQuote = '`',
     .doubleType = "DOUBLE",
     .textType = "CHAR",
     .integerType = "SIGNED",
     .numbersFromText = true,
     .fence = " LIMIT 18446744073709551615",
     .arrays = {.element = {}}},
    {.engine = SqlEngine::ClickHouse,
     .openQuote = '`',
     .doubleType = "Float64",
     .textType = "String",
     .integerType = "Int64",
     .wideType = "Int128",
     .computesAgain = true,
     // Sums and maxima of arrays take no NULL, and there is a default beyond the end.
     .arrays = {.doubles = "arrayMap(x -> ifNull(toFloat64(x), nan), {a})",
                .greatest = "arrayMax({a})",
                .sum = "arraySum(v -> {term}, {a})",
                .hasNull = "arrayExists(x -> isNull(x), {a})",
                .place = "indexOf({a}, {v}) - 1",
                .element = "CASE WHEN {i} < length({a}) THEN {a}[ifNull({i}, 0) + 1] END"}},
    {.engine = SqlEngine::Trino,
     .doubleType = "DOUBLE",
     .textType = "VARCHAR",
     .integerType = "BIGINT",
     .wideType = "DECIMAL(38, 0)",
     .computesAgain = true,
     .arrays = {.doubles = "CAST({a} AS ARRAY(DOUBLE))",
                .sum = "REDUCE({a}, 0e0, (t0, v) -> t0 + {term}, t0 -> t0)",
                .element = "ELEMENT_AT({a}, {i} + 1)"}},
    {.engine = SqlEngine::Spark,
     .openQuote = '`',
     .doubleType = "DOUBLE",
     .textType = "STRING",
     .integerType = "BIGINT",
     .wideType = "DECIMAL(18, 0)",  // the sum has ten digits more
     .computesAgain = true,
     .arrays = {.doubles = "CAST({a} AS ARRAY<DOUBLE>)",
                .sum = "AGGREGATE({a}, 0e0, (t0, v) -> t0 + {term})",
                .element = "TRY_ELEMENT_AT({a}, CAST({i} AS INTEGER) + 1)"}},
    {.engine = SqlEngine::BigQuery,
     .openQuote = '`',
     .doubleType = "FLOAT64",
     .textType = "STRING",
     .integerType = "INT64",
     .wideType = "NUMERIC",
     .computesAgain = true,
     .arrays = {.elements = "UNNEST({a}) AS v WITH OFFSET AS place",
                .element = "{a}[SAFE_OFFSET({i})]"}},
    {.engine = SqlEngine::Snowflake,
     .doubleType = "DOUBLE",
     .textType = "VARCHAR",
     .integerType = "BIGINT",
     .computesAgain = true,
     .arrays = {.doubles = "CAST({a} AS ARRAY(DOUBLE))",
                .place = "ARRAY_POSITION({v}, {a})",
                .element = "GET({a}, {i})"}},
});

bool isPlainName(std::string_view name) {
    const auto isLetter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    return !name.empty() && isLetter(name.front()) &&
           std::ranges::all_of(name, [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

/// Returns `expression` as a number where it is one, or a text that spells one; else NULL.
std::string checkedNumber(const SqlDialect& dialect, const std::string& x) {
    const std::string number = sqlCast(dialect, x, dialect.doubleType);
    if (dialect.engine == SqlEngine::MySql) {
        return "CASE WHEN " + x +
               " REGEXP '^ *[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)? *$' THEN " +
               number + " END";
    }
    return "CASE WHEN typeof(" + x + ") IN ('real', 'integer') THEN " + number + " WHEN typeof(" +
           x + ") = 'text' AND TRIM(" + x + ") GLOB '[-+.0-9]*' AND " + x + " GLOB '*[0-9]*' AND " +
           x + " NOT GLOB '*[^-+.0-9eE ]*' AND TRIM(" + x + ") NOT GLOB '* *' AND " + x +
           " NOT GLOB '*.*.*' AND " + x + " NOT GLOB '*[eE]*[.eE]*' AND " + x +
           " NOT GLOB '*[0-9.+-][+-]*' AND " + x + " NOT GLOB '*[eE]' THEN " + number + " END";
}

/// Returns all edges as `open`cell, numerator, denominator`close`, ...
std::string edgeRows(std::string_view open, std::string_view close, std::string_view separator) {
    std::string rows;
    for (const GridEdge& edge : gridEdges()) {
        if (!rows.empty()) rows += separator;
        rows += std::string(open) + std::to_string(edge.cell) + "," +
                std::to_string(edge.numerator) + "," + std::to_string(edge.denominator) +
                std::string(close);
    }
    return rows;
}

/// Returns an array of the edge of each cell, 2 where a cell has none.
std::string edgeArray() {
    std::string array = "ARRAY[";
    for (int cell = 0; cell <= kLastCell; ++cell) {
        array += cell == 0 ? "" : ",";
        const auto edges = gridEdges();
        const auto found = std::ranges::lower_bound(edges, cell, {}, &GridEdge::cell);
        const bool has = found != edges.end() && found->cell == cell;
        array += has ? std::to_string(found->numerator) + "::float8/" +
                           std::to_string(found->denominator)
                     : "2";
    }
    return array + "]::double precision[]";
}

/// Returns where the rows (j, a, b) of the edges come from.
std::string edgeTable(SqlEngine engine) {
    const std::string values = "VALUES " + edgeRows("(", ")", ",");
    switch (engine) {
        case SqlEngine::MySql:
            return "JSON_TABLE('[" + edgeRows("[", "]", ",") +
                   "]', '$[*]' COLUMNS (j INT PATH '$[0]', a INT PATH '$[1]', b INT PATH "
                   "'$[2]')) AS t";
        case SqlEngine::ClickHouse:
            return "(SELECT tupleElement(x, 1) AS j, tupleElement(x, 2) AS a, tupleElement(x, 3) "
                   "AS b FROM (SELECT arrayJoin([" +
                   edgeRows("(", ")", ",") + "]) AS x)) AS t";
        case SqlEngine::BigQuery: {
            std::string rows = edgeRows("(", ")", ",");
            rows.replace(0, rows.find(')') + 1, "STRUCT(0 AS j, 0 AS a, 1 AS b)");
            return "UNNEST([" + rows + "]) AS t";
        }
        case SqlEngine::Sqlite:
        case SqlEngine::PostgreSql:
        case SqlEngine::DuckDb:
        case SqlEngine::Trino:
        case SqlEngine::Spark:
        case SqlEngine::Snowflake: break;
    }
    return "(" + values + ") AS t(j, a, b)";
}

}  // namespace

const SqlDialect& sqlDialect(SqlEngine engine) {
    return *std::ranges::find(kDialects, engine, &SqlDialect::engine);
}

std::string quotedColumn(const SqlDialect& dialect, std::string_view name) {
    // Snowflake writes names in capitals unless they are quoted.
    if (dialect.engine == SqlEngine::Snowflake && isPlainName(name)) return std::string(name);
    const bool escapes =
        dialect.engine == SqlEngine::ClickHouse || dialect.engine == SqlEngine::BigQuery;
    std::string quoted(1, dialect.openQuote);
    for (const char c : name) {
        if (escapes && (c == '\\' || c == dialect.openQuote)) {
            quoted += '\\';
        } else if (c == dialect.openQuote) {
            quoted += c;
        }
        quoted += c;
    }
    return quoted + dialect.openQuote;
}

std::string sqlText(const SqlDialect& dialect, std::string_view text) {
    const SqlEngine engine = dialect.engine;
    const bool escapes = engine == SqlEngine::MySql || engine == SqlEngine::ClickHouse ||
                         engine == SqlEngine::Spark || engine == SqlEngine::BigQuery ||
                         engine == SqlEngine::Snowflake;
    const bool noDoubling = engine == SqlEngine::Spark || engine == SqlEngine::BigQuery;
    std::string literal = "'";
    for (const char c : text) {
        if (c == '\\' && escapes) literal += '\\';
        if (c == '\'') literal += noDoubling ? '\\' : '\'';
        literal += c;
    }
    return literal + "'";
}

std::string sqlCast(const SqlDialect& dialect, const std::string& expression,
                    std::string_view type) {
    // A CAST of ClickHouse refuses NULL; its functions pass it on.
    if (dialect.engine == SqlEngine::ClickHouse)
        return expression == "NULL" ? expression
                                    : "to" + std::string(type) + "(" + expression + ")";
    return "CAST(" + expression + " AS " + std::string(type) + ")";
}

std::string asDouble(const SqlDialect& dialect, const std::string& expression) {
    if (dialect.numbersFromText) return checkedNumber(dialect, expression);
    return sqlCast(dialect, expression, dialect.doubleType);
}

std::string asText(const SqlDialect& dialect, const std::string& expression) {
    return sqlCast(dialect, expression, dialect.textType);
}

std::string asInteger(const SqlDialect& dialect, const std::string& expression) {
    return sqlCast(dialect, expression, dialect.integerType);
}

std::string sqlNumber(const SqlDialect& dialect, double value) {
    std::string text = shortest(value);
    if (text.find_first_of("eE") == std::string::npos) text += "e0";
    return dialect.engine == SqlEngine::PostgreSql ? "'" + text + "'::float8" : text;
}

std::string sqlLeast(const SqlDialect& dialect, const std::string& a, const std::string& b) {
    // PostgreSQL sends no LEAST to a foreign server.
    if (dialect.engine == SqlEngine::PostgreSql)
        return "CASE WHEN " + a + " > " + b + " THEN " + b + " ELSE " + a + " END";
    return std::string(dialect.least) + "(" + a + ", " + b + ")";
}

std::string sqlGreatest(const SqlDialect& dialect, const std::string& a, const std::string& b) {
    return std::string(dialect.greatest) + "(" + a + ", " + b + ")";
}

std::string sqlExponential(const SqlDialect& dialect, const std::string& x) {
    // PostgreSQL raises an error on underflow.
    if (dialect.engine != SqlEngine::PostgreSql) return "EXP(" + x + ")";
    return "EXP(" + sqlGreatest(dialect, x, "-700") + ")";
}

std::string sqlFactor(const SqlDialect& dialect, const std::string& x) {
    if (dialect.engine != SqlEngine::PostgreSql) return x;
    return "CASE WHEN ABS(" + x + ") > " + sqlNumber(dialect, 1e-100) + " THEN " + x +
           " ELSE 0 END";
}

std::string sqlScaled(const SqlDialect& dialect, const std::string& x, const std::string& greatest,
                      const std::string& t, const std::string& isUsable) {
    const std::string ratio = x + " / " + greatest;
    std::string condition = x + " > 0 AND " + isUsable;
    if (dialect.engine == SqlEngine::PostgreSql) {
        // The logarithm is computed only where the power may be too small.
        condition += " AND (" + ratio + " > " + sqlNumber(dialect, 1e-60) + " OR LN(" + ratio +
                     ") > -690 * " + t + ")";
    }
    return "CASE WHEN " + condition + " THEN POWER(" + ratio + ", 1 / " + t + ") ELSE 0 END";
}

std::string fromRows(const SqlDialect& dialect, const std::string& rows, const std::string& name,
                     LevelCost cost) {
    std::string from = "\n  FROM (" + rows + ") " + name + std::string(dialect.levelFence);
    if (cost == LevelCost::High) from += dialect.costlyFence;
    return from;
}

EdgeLookup edgeLookup(const SqlDialect& dialect) {
    if (dialect.engine == SqlEngine::PostgreSql) {
        // No join, so that a foreign server can compute all of it.
        return {"", "", "(" + edgeArray() + ")[CAST(r.j AS integer) + 1]"};
    }
    const std::string value = "a * 1e0 / b AS e";
    if (dialect.engine == SqlEngine::Sqlite) {
        // Grouped, because SQLite would scan VALUES for every row.
        return {"edge(j, a, b) AS (VALUES " + edgeRows("(", ")", ",") + ")",
                " LEFT JOIN (SELECT CAST(j AS INTEGER) AS j, " + value +
                    " FROM edge GROUP BY 1) AS e ON e.j = r.j",
                "e.e"};
    }
    if (dialect.engine == SqlEngine::MySql) {
        // Grouped, so that the server makes a table with an index of it.
        return {"",
                " LEFT JOIN (SELECT j, MAX(" + sqlCast(dialect, "a", dialect.doubleType) +
                    " / b) AS e FROM " + edgeTable(dialect.engine) +
                    " GROUP BY j) AS e ON e.j = r.j",
                "e.e"};
    }
    const std::string division =
        dialect.engine == SqlEngine::Trino || dialect.engine == SqlEngine::Snowflake ||
                dialect.engine == SqlEngine::DuckDb || dialect.engine == SqlEngine::Spark
            ? sqlCast(dialect, "a", dialect.doubleType) + " / b AS e"
            : value;
    return {"edge AS (SELECT j, " + division + " FROM " + edgeTable(dialect.engine) + ")",
            " LEFT JOIN edge AS e ON e.j = r.j", "e.e"};
}

}  // namespace diagonal
