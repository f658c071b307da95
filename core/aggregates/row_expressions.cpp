// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/aggregates/row_expressions.h"

#include "core/aggregates/outcome_query.h"

namespace diagonal {
namespace {

constexpr double kMostCount = 0x1p53;
// Importance weights whose squares neither overflow nor vanish.
constexpr double kMostWeight = 1e100;
constexpr double kLeastWeight = 1e-100;

}  // namespace

std::string keyName(std::size_t index) {
    return "key" + std::to_string(index + 1);
}

void RowExpressions::choose(const std::string& where) {
    if (where.empty()) return;
    // Elsewhere an engine may take a name of the innermost SELECT for that of a column.
    if (m_dialect.losesColumnNames) {
        m_where = where;
    } else {
        m_source = "(SELECT * FROM " + m_source + " q" + where + ")";
    }
}

std::string RowExpressions::from() const {
    return "\n  FROM " + m_source + " q" + m_where + std::string(m_dialect.fence);
}

std::string RowExpressions::truth(const std::string& name) const {
    if (m_dialect.literalsAdapt) {
        const std::string value = column(name);
        return "CASE WHEN " + value + " = '1' THEN 1 WHEN " + value + " = '0' THEN 0 END";
    }
    const std::string text = "LOWER(" + asText(m_dialect, column(name)) + ")";
    return "CASE WHEN " + text +
           " IN ('1', '1.0', '1.0e0', 'true', 't', 'yes', 'y', 'positive', 'correct') THEN 1 "
           "WHEN " +
           text +
           " IN ('0', '0.0', '0.0e0', 'false', 'f', 'no', 'n', 'negative', 'wrong') THEN 0 END";
}

std::string RowExpressions::labelText(const std::string& name) const {
    return m_dialect.literalsAdapt ? column(name) : asText(m_dialect, column(name));
}

std::string RowExpressions::isPositive() const {
    if (!m_query.positive) return truth(m_columns.label);
    const std::string label = labelText(m_columns.label);
    return "CASE WHEN " + label + " = " + sqlText(m_dialect, *m_query.positive) + " THEN 1 WHEN " +
           label + " IS NOT NULL THEN 0 END";
}

std::string RowExpressions::keys() const {
    std::string keys;
    if (!m_columns.weight.empty())
        keys += ", " + asDouble(m_dialect, column(m_columns.weight)) + " AS w";
    const auto names = m_columns.keys();
    for (std::size_t i = 0; i < names.size(); ++i)
        keys += ", " + column(names[i]) + " AS " + keyName(i);
    return keys;
}

std::string RowExpressions::passed() const {
    std::string keys = m_columns.weight.empty() ? "" : ", w";
    for (std::size_t i = 0; i < m_columns.keys().size(); ++i)
        keys += ", " + keyName(i);
    return keys;
}

std::string RowExpressions::whyByTruth(const std::string& truthOf,
                                       const std::string& usable) const {
    std::string why = "CASE WHEN " + truthOf + " IS NULL THEN 3";
    if (!m_columns.weight.empty()) {
        const bool areCounts = m_query.weights == WeightKind::Counts;
        // Some engines order NaN above all numbers.
        why += " WHEN w IS NULL OR NOT (w >= " +
               sqlNumber(m_dialect, areCounts ? 0x1p-1022 : kLeastWeight) +
               " AND w <= " + sqlNumber(m_dialect, areCounts ? kMostCount : kMostWeight) +
               ") THEN 6";
        if (areCounts) why += " WHEN w <> FLOOR(w) THEN 5";
    }
    return why + " ELSE " + usable + " END";
}

std::string RowExpressions::whyLeftOut(const std::string& score, const std::string& truthOf) const {
    return "CASE WHEN " + score + " IS NULL THEN 1 WHEN " + score + " >= 0 AND " + score +
           " <= " + sqlNumber(m_dialect, 1.001) + " THEN " +
           whyByTruth(truthOf, "CASE WHEN " + score + " > 1 THEN 4 ELSE 0 END") + " ELSE 2 END";
}

}  // namespace diagonal
