// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/aggregates/row_query.h"

#include <algorithm>

#include "core/aggregates/outcome_query.h"
#include "core/aggregates/query_columns.h"
#include "core/base/text.h"

namespace diagonal {

std::vector<std::string> columnsIn(const CellQuery& query) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    for (const RoleChoice& choice : query.columns)
        add(choice.column);
    for (const CellCondition& condition : query.rows.cells)
        add(condition.column);
    return names;
}

std::string answeredName(const std::string& column) {
    const std::string name = lowerCase(column);
    return name == kRowConfidence || name == kRowCorrect ? column + "_column" : column;
}

Result<std::string> rowSql(const CellQuery& query, const std::vector<std::string>& listed,
                           std::size_t most) {
    CellQuery rows = query;
    rows.severalTemperatures = false;
    auto columns = queryColumns(rows);
    if (!columns) return columns.error();
    columns.value().groups = listed;
    columns.value().cluster.clear();
    const auto outcomes = outcomeQuery(rows, columns.value());
    if (!outcomes) return outcomes.error();
    const SqlDialect& dialect = sqlDialect(query.engine);
    const auto correct = rightPrediction(dialect, outcomes.value().head);
    if (!correct) return correct.error();
    // Of two classes, a probability near 0 is as confident as one near 1.
    const bool isTop = outcomes.value().head.view == "top-label";
    const std::string confident = isTop ? "c" : "ABS(c - " + sqlNumber(dialect, .5) + ")";
    const auto named = [&](const std::string& expression, std::string_view name) {
        return expression + " AS " + quotedColumn(dialect, name);
    };
    std::string sql =
        "SELECT " + named("c", kRowConfidence) + ", " + named(correct.value(), kRowCorrect);
    for (std::size_t i = 0; i < listed.size(); ++i)
        sql += ", " + named(keyName(i), answeredName(listed[i]));
    return sql + "\n  FROM (" + outcomes.value().select + ") y" +
           "\nWHERE c IS NOT NULL\nORDER BY " + correct.value() + ", " + confident +
           " DESC\nLIMIT " + std::to_string(most) + "\n";
}

}  // namespace diagonal
