// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/aggregates/cell_query.h"
#include "core/aggregates/query_columns.h"

namespace diagonal {

/// SQL expressions for what all rows of a query have. Keeps references to its arguments.
class RowExpressions {
public:
    RowExpressions(const CellQuery& query, const QueryColumns& columns, std::string source)
        : m_query(query),
          m_columns(columns),
          m_dialect(sqlDialect(query.engine)),
          m_source(std::move(source)) {}

    const CellQuery& query() const { return m_query; }
    const QueryColumns& columns() const { return m_columns; }
    const SqlDialect& dialect() const { return m_dialect; }

    std::string column(const std::string& name) const {
        return "q." + quotedColumn(m_dialect, name);
    }
    /// Leaves out rows by conditions on columns: " WHERE ...", or empty.
    void choose(const std::string& where);
    /// Returns "FROM ... q" with the rows.
    std::string from() const;
    /// Returns 1 for affirmative and 0 for negative values of a column, else NULL.
    std::string truth(const std::string& name) const;
    /// Returns a column that can be compared with literals of text.
    std::string labelText(const std::string& name) const;
    /// Returns 1 where a label is the positive class, 0 where it is another, else NULL.
    std::string isPositive() const;
    /// Returns the weight and the keys as further columns of the innermost SELECT.
    std::string keys() const;
    /// Returns the names of these columns, which every level passes on: ", w, key1".
    std::string passed() const;
    /// Returns 0 for rows whose `truthOf` and weight are usable, else LeftOut. `usable` is what
    /// stands for 0.
    std::string whyByTruth(const std::string& truthOf, const std::string& usable) const;
    /// Returns 0 for usable rows, 4 for those with a score above 1, else LeftOut. The arguments are
    /// a probability and what is NULL without a truth.
    std::string whyLeftOut(const std::string& score, const std::string& truthOf) const;

private:
    const CellQuery& m_query;
    const QueryColumns& m_columns;
    const SqlDialect& m_dialect;
    std::string m_source;
    std::string m_where;
};

}  // namespace diagonal
