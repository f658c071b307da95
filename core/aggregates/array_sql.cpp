// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/aggregates/array_sql.h"

namespace diagonal {
namespace {

/// Returns the elements `v` of an array as what follows FROM; empty for engines with functions of
/// arrays.
std::string elements(const SqlDialect& dialect, const std::string& array) {
    switch (dialect.engine) {
        case SqlEngine::Sqlite:
            return "(SELECT key AS place, value AS v FROM json_each(" + array + ")) u";
        case SqlEngine::PostgreSql: return "UNNEST(" + array + ") WITH ORDINALITY AS u(v, place)";
        case SqlEngine::BigQuery: return "UNNEST(" + array + ") AS v WITH OFFSET AS place";
        case SqlEngine::DuckDb:
        case SqlEngine::MySql:
        case SqlEngine::ClickHouse:
        case SqlEngine::Trino:
        case SqlEngine::Spark:
        case SqlEngine::Snowflake: break;
    }
    return {};
}

/// Returns the array with elements that are doubles.
std::string ofDoubles(const SqlDialect& dialect, const std::string& array) {
    const std::string type(dialect.doubleType);
    switch (dialect.engine) {
        case SqlEngine::DuckDb: return sqlCast(dialect, array, type + "[]");
        // Its sums and maxima of arrays take no NULL.
        case SqlEngine::ClickHouse:
            return "arrayMap(x -> ifNull(to" + type + "(x), nan), " + array + ")";
        case SqlEngine::Snowflake:
        case SqlEngine::Trino: return sqlCast(dialect, array, "ARRAY(" + type + ")");
        case SqlEngine::Spark: return sqlCast(dialect, array, "ARRAY<" + type + ">");
        case SqlEngine::Sqlite:
        case SqlEngine::PostgreSql:
        case SqlEngine::MySql:
        case SqlEngine::BigQuery: break;
    }
    return array;
}

}  // namespace

bool hasArrays(const SqlDialect& dialect) {
    return dialect.engine != SqlEngine::MySql;
}

std::string arrayGreatest(const SqlDialect& dialect, const std::string& array) {
    const std::string from = elements(dialect, array);
    if (!from.empty()) return "(SELECT MAX(" + asDouble(dialect, "v") + ") FROM " + from + ")";
    const std::string list = ofDoubles(dialect, array);
    switch (dialect.engine) {
        case SqlEngine::DuckDb: return "LIST_MAX(" + list + ")";
        case SqlEngine::ClickHouse: return "arrayMax(" + list + ")";
        default: return "ARRAY_MAX(" + list + ")";
    }
}

std::string arraySum(const SqlDialect& dialect, const std::string& array,
                     const std::function<std::string(const std::string&)>& term) {
    const std::string from = elements(dialect, array);
    if (!from.empty())
        return "(SELECT SUM(" + term(asDouble(dialect, "v")) + ") FROM " + from + ")";
    const std::string list = ofDoubles(dialect, array);
    const std::string of = term("v");
    switch (dialect.engine) {
        // A comprehension, because newer versions write a lambda in another way.
        case SqlEngine::DuckDb: return "LIST_SUM([" + of + " FOR v IN " + list + "])";
        case SqlEngine::ClickHouse: return "arraySum(v -> " + of + ", " + list + ")";
        case SqlEngine::Trino:
            return "REDUCE(" + list + ", 0e0, (t0, v) -> t0 + " + of + ", t0 -> t0)";
        case SqlEngine::Spark: return "AGGREGATE(" + list + ", 0e0, (t0, v) -> t0 + " + of + ")";
        default: return "REDUCE(" + list + ", 0e0, (t0, v) -> t0 + " + of + ")";
    }
}

std::string arrayHasNull(const SqlDialect& dialect, const std::string& array) {
    if (dialect.engine == SqlEngine::ClickHouse)
        return "arrayExists(x -> isNull(x), " + array + ")";
    const auto isNull = [](const std::string& v) {
        return "CASE WHEN " + v + " IS NULL THEN 1 ELSE 0 END";
    };
    return arraySum(dialect, array, isNull) + " > 0";
}

std::string arrayPlace(const SqlDialect& dialect, const std::string& array,
                       const std::string& value) {
    const std::string from = elements(dialect, array);
    if (!from.empty()) {
        const std::string first = dialect.engine == SqlEngine::PostgreSql ? " - 1" : "";
        return "(SELECT MIN(place) FROM " + from + " WHERE " + asDouble(dialect, "v") + " = " +
               value + ")" + first;
    }
    const std::string list = ofDoubles(dialect, array);
    switch (dialect.engine) {
        case SqlEngine::DuckDb: return "LIST_POSITION(" + list + ", " + value + ") - 1";
        case SqlEngine::ClickHouse: return "indexOf(" + list + ", " + value + ") - 1";
        case SqlEngine::Snowflake: return "ARRAY_POSITION(" + value + ", " + list + ")";
        default: return "ARRAY_POSITION(" + list + ", " + value + ") - 1";
    }
}

std::string arrayElement(const SqlDialect& dialect, const std::string& array,
                         const std::string& place) {
    switch (dialect.engine) {
        case SqlEngine::Sqlite:
            return asDouble(dialect, "json_extract(" + array + ", '$[' || " + place + " || ']')");
        case SqlEngine::PostgreSql:
            return asDouble(dialect,
                            "(" + array + ")[" + sqlCast(dialect, place, "integer") + " + 1]");
        case SqlEngine::BigQuery: return asDouble(dialect, array + "[SAFE_OFFSET(" + place + ")]");
        case SqlEngine::Trino:  // NULL beyond the end
            return asDouble(dialect, "ELEMENT_AT(" + array + ", " + place + " + 1)");
        case SqlEngine::Spark:
            return asDouble(dialect, "TRY_ELEMENT_AT(" + array + ", " +
                                         sqlCast(dialect, place, "INTEGER") + " + 1)");
        case SqlEngine::Snowflake: return asDouble(dialect, "GET(" + array + ", " + place + ")");
        case SqlEngine::ClickHouse:  // has a default beyond the end
            return "CASE WHEN " + place + " < length(" + array + ") THEN " +
                   asDouble(dialect, array + "[ifNull(" + place + ", 0) + 1]") + " END";
        case SqlEngine::DuckDb:
        case SqlEngine::MySql: break;
    }
    return asDouble(dialect, array + "[" + place + " + 1]");
}

}  // namespace diagonal
