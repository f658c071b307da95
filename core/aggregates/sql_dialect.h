// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/base/choice.h"

namespace diagonal {

/// A database engine, by the dialect of SQL that it reads.
enum class SqlEngine {
    Sqlite,
    PostgreSql,
    DuckDb,
    MySql,  ///< and MariaDB
    ClickHouse,
    Trino,
    Spark,
    BigQuery,
    Snowflake
};

inline constexpr auto kSqlEngines =
    std::to_array<Choice<SqlEngine>>({{SqlEngine::Sqlite, "sqlite", "SQLite"},
                                      {SqlEngine::PostgreSql, "postgresql", "PostgreSQL"},
                                      {SqlEngine::DuckDb, "duckdb", "DuckDB"},
                                      {SqlEngine::MySql, "mysql", "MySQL, MariaDB"},
                                      {SqlEngine::ClickHouse, "clickhouse", "ClickHouse"},
                                      {SqlEngine::Trino, "trino", "Trino"},
                                      {SqlEngine::Spark, "spark", "Spark, Databricks"},
                                      {SqlEngine::BigQuery, "bigquery", "BigQuery"},
                                      {SqlEngine::Snowflake, "snowflake", "Snowflake"}});

/// How an engine computes with the elements of an array {a}, as filled() takes it.
struct ArrayWords {
    /// The elements `v` and their places, as what follows FROM; empty where there are functions of
    /// arrays, those below.
    std::string_view elements = {};
    std::string_view firstPlace = {};  ///< " - 1" if `place` counts from 1
    std::string_view doubles = "{a}";  ///< the array with elements that are doubles
    std::string_view greatest = "ARRAY_MAX({a})";
    std::string_view sum = "REDUCE({a}, 0e0, (t0, v) -> t0 + {term})";
    std::string_view hasNull = {};  ///< empty where the sum tells
    std::string_view place = "ARRAY_POSITION({a}, {v}) - 1";
    std::string_view element = "{a}[{i} + 1]";  ///< NULL beyond the end; empty: no arrays
};

/// The words of an engine for what all engines have.
struct SqlDialect {
    SqlEngine engine = SqlEngine::Sqlite;
    char openQuote = '"';            ///< of identifiers
    std::string_view doubleType;     ///< 64-bit floating point, for CAST
    std::string_view textType;       ///< any text, for CAST
    std::string_view integerType;    ///< 64 bits, for CAST
    std::string_view wideType = {};  ///< for CAST before a sum that may exceed 64 bits; or none
    std::string_view least = "LEAST";
    std::string_view greatest = "GREATEST";
    bool numbersFromText = false;  ///< a CAST takes text that is no number for 0, without an error
    /// A quoted literal has the type of the column that it is compared with.
    bool literalsAdapt = false;
    /// Ends a subquery that is not to be merged, so that its expressions are computed once a row.
    std::string_view fence = {};
    /// As fence, for all levels above the rows; empty where it would cost more than it saves.
    std::string_view levelFence = {};
    /// As fence, for levels with logarithms or exponentials. PostgreSQL computes them again for
    /// each use, but sends no subquery with OFFSET to foreign servers.
    std::string_view costlyFence = {};
    /// A column called true or false has another name outside of the subquery that gives it.
    bool losesColumnNames = false;
    bool materializes = false;   ///< WITH ... AS MATERIALIZED
    bool computesAgain = false;  ///< a common table expression, each time it is named
    ArrayWords arrays = {};
};

const SqlDialect& sqlDialect(SqlEngine engine);

/// Returns a column's name in the quotes of the engine.
std::string quotedColumn(const SqlDialect& dialect, std::string_view name);
/// Returns a text as a literal of SQL.
std::string sqlText(const SqlDialect& dialect, std::string_view text);
/// Returns `expression` as one of the dialect's types.
std::string sqlCast(const SqlDialect& dialect, const std::string& expression,
                    std::string_view type);
/// Returns `expression` as a double; NULL if it holds text that is no number.
std::string asDouble(const SqlDialect& dialect, const std::string& expression);
std::string asText(const SqlDialect& dialect, const std::string& expression);
std::string asInteger(const SqlDialect& dialect, const std::string& expression);

/// Returns a number that every engine takes for a double.
std::string sqlNumber(const SqlDialect& dialect, double value);
std::string sqlLeast(const SqlDialect& dialect, const std::string& a, const std::string& b);
std::string sqlGreatest(const SqlDialect& dialect, const std::string& a, const std::string& b);
/// Returns `x`, or 0 where it is so small that a product of it might vanish. PostgreSQL raises an
/// error on underflow.
std::string sqlFactor(const SqlDialect& dialect, const std::string& x);
/// Returns (x / greatest)^(1 / t), 0 for x <= 0 and where it is too small for a double. The
/// condition `isUsable` holds if `greatest` belongs to a row that is counted.
std::string sqlScaled(const SqlDialect& dialect, const std::string& x, const std::string& greatest,
                      const std::string& t, const std::string& isUsable);
/// Returns e^x for x <= 0, also where it is too small for a double.
std::string sqlExponential(const SqlDialect& dialect, const std::string& x);

/// What the columns of a SELECT cost if they are computed again for each use.
enum class LevelCost { Low, High };
/// Returns "FROM (rows) name", the end of a SELECT whose columns are computed once a row where the
/// engine can be told.
std::string fromRows(const SqlDialect& dialect, const std::string& rows, const std::string& name,
                     LevelCost cost = LevelCost::Low);

/// How a statement finds the edge inside the cell `j` of a row.
struct EdgeLookup {
    std::string with;  ///< a common table expression, "edge AS (...)", or empty
    std::string join;  ///< what follows the rows `r` in FROM, or empty
    std::string edge;  ///< the edge as an expression; NULL, or above 1, where there is none
};
EdgeLookup edgeLookup(const SqlDialect& dialect);

}  // namespace diagonal
