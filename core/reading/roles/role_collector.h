// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/reading/numbers/field_grid.h"
#include "core/reading/options/column_roles.h"
#include "core/reading/roles/role_assignment.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Collects the cells of the columns with roles, record by record.
class RoleCollector {
public:
    /// `columns` and `roles` must outlive the collector.
    RoleCollector(const std::vector<ColumnSample>& columns, const ColumnRoles& roles,
                  bool decimalComma);

    /// Adds one record with one field per column. `line` is its line in a text, or 0 for other
    /// formats. Errors: Malformed if a score is a number followed by junk.
    Result<void> take(std::span<const std::string_view> fields, std::size_t line);

    /// Adds all rows of a grid with one field per column. Errors: Malformed if a score is a number
    /// followed by junk.
    Result<void> take(const FieldGrid& rows);

    /// Adds one record with its scores already parsed, in the order of ColumnRoles::scores.
    void take(std::span<const std::string_view> fields, std::span<const double> scores,
              std::size_t line);

    /// Notes that the next record lacks the label's own key.
    void noteMissingLabelKey() { m_out.recordsWithoutLabel.push_back(m_rows); }
    /// Notes that the next record has neither a score nor a judgement.
    void noteNotJudged() { m_out.notJudged.push_back(m_rows); }
    /// Moves all rows out of `more` (same columns and roles) and appends them; its line numbers are
    /// offset by `lines`.
    void append(RoleCollector& more, std::size_t lines);

    std::size_t rows() const { return m_rows; }

    /// Reserves memory for `rows` rows in all; growing step by step would copy them.
    void expectRows(std::size_t rows);

    /// Returns the collected columns, with the roles among the assumptions.
    RoleColumns finish() &&;

private:
    Result<void> takeScores(std::span<const std::string_view> fields, std::size_t line);
    Result<void> takeOtherScore(std::string_view text, std::size_t k, std::size_t line);
    std::span<const std::string_view> scoreFields(std::span<const std::string_view> fields);
    bool takeScores(const FieldGrid& rows);
    static bool takeScores(const FieldRun& fields, double* numbers, std::size_t apart);
    template <typename FieldAt>
    void takeOthers(FieldAt fieldAt, std::size_t line);
    template <typename FieldAt>
    void takeWeight(FieldAt fieldAt);
    template <typename FieldAt>
    void takeLabel(FieldAt fieldAt);

    const std::vector<ColumnSample>& m_columns;
    const ColumnRoles& m_roles;
    bool m_decimalComma;
    bool m_scoresAdjoin;  ///< the score columns are adjacent and in order
    std::size_t m_rows = 0;
    std::vector<double> m_values;
    std::vector<std::string_view> m_fields;       ///< fields of one grid row
    std::vector<std::string_view> m_scoreFields;  ///< score fields of one row, if not adjacent
    std::vector<std::int8_t> m_truths;  ///< of the row's label columns, if there are several
    RoleColumns m_out;
};

}  // namespace diagonal
