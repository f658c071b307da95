// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/reading/file_preview.h"
#include "core/reading/json_record.h"
#include "core/reading/read_options.h"
#include "core/reading/role_collector.h"

namespace diagonal {

/// Makes a table of records that name their own fields: the first ones decide the columns and
/// their roles, then all are collected.
class RecordTable {
public:
    /// `options` and `observer` must outlive the table.
    RecordTable(std::string format, const ReadOptions& options, const ReadObserver& observer)
        : m_format(std::move(format)), m_options(options), m_observer(observer) {}

    /// Takes the cells of one record, on `line` of a text or 0. Errors: Unclear where roles cannot
    /// be told; Malformed for another number of scores, and for junk behind a number.
    std::optional<Error> add(std::vector<JsonCell> cells, std::size_t line);

    /// Errors: those of add(); Malformed without any record.
    Result<RoleColumns> finish() &&;

private:
    std::optional<Error> begin();
    void findScoreList();
    bool collectList(const std::vector<JsonCell>& cells, std::size_t line);
    std::optional<Error> collect(const std::vector<JsonCell>& cells, std::size_t line);
    std::string nextScore() const;

    std::string m_format;
    const ReadOptions& m_options;
    const ReadObserver& m_observer;
    std::vector<std::pair<std::vector<JsonCell>, std::size_t>> m_sample;
    std::size_t m_sampledCells = 0;
    std::vector<ColumnSample> m_columns;
    std::unordered_map<std::string, std::size_t> m_columnOf;
    ColumnRoles m_roles;
    std::vector<bool> m_isScore;
    std::string m_scoreList;  ///< the list that holds the scores and nothing else; or empty
    std::unordered_set<std::string> m_listsWithRoles;
    bool m_holdsChoices = false;
    std::vector<std::string_view> m_fields;
    std::optional<RoleCollector> m_collector;
};

}  // namespace diagonal
