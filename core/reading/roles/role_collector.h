// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/reading/numbers/field_grid.h"
#include "core/reading/roles/role_assignment.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Takes the cells of the columns that have roles, record after record.
class RoleCollector {
public:
    /// `columns` and `roles` must outlive the collector.
    RoleCollector(const std::vector<ColumnSample>& columns, const ColumnRoles& roles,
                  bool decimalComma);

    /// Takes one record, a field for each column. `line` is its place in a text, 0 where records
    /// have none. Errors: Malformed for junk behind a number.
    Result<void> take(std::span<const std::string_view> fields, std::size_t line);

    /// Takes all rows of a grid, which has a field for each column. Errors: as above.
    Result<void> take(const FieldGrid& rows);

    /// Takes one record whose scores are numbers already, in the order of their roles.
    void take(std::span<const std::string_view> fields, std::span<const double> scores,
              std::size_t line);

    /// The record that is taken next lacks the label's own key.
    void noteMissingLabelKey() { m_out.recordsWithoutLabel.push_back(m_rows); }
    /// Takes the rows of another collector of the same columns and roles, which are its no longer;
    /// its lines count from behind `lines` others.
    void append(RoleCollector& more, std::size_t lines);

    std::size_t rows() const { return m_rows; }

    /// Makes room for so many rows, which saves memory: what grows step by step is copied.
    void expectRows(std::size_t rows);

    /// What was taken, with the roles among the assumptions.
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
    void noteRoles();
    std::vector<AdvisedSetting> chosenBy(const ScoreColumns& model) const;

    const std::vector<ColumnSample>& m_columns;
    const ColumnRoles& m_roles;
    bool m_decimalComma;
    bool m_scoresAdjoin;  ///< each score's column is the one behind the score before
    std::size_t m_rows = 0;
    std::vector<double> m_values;
    std::vector<std::string_view> m_fields;       ///< of a row of a grid
    std::vector<std::string_view> m_scoreFields;  ///< of the row, where they do not adjoin
    std::vector<std::size_t> m_ones;  ///< places of the row's ones among several label columns
    RoleColumns m_out;
};

}  // namespace diagonal
