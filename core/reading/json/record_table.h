// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/reading/json/json_record.h"
#include "core/reading/json/json_tokens.h"
#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_collector.h"

namespace diagonal {

/// The columns of records with named fields, and their roles.
struct RecordColumns {
    std::vector<ColumnSample> columns;
    std::unordered_map<std::string, std::size_t> columnOf;  ///< index by name
    ColumnRoles roles;
    std::vector<bool> isScore;
    std::string scoreList;  ///< name of the list that holds exactly the scores, or empty
    std::unordered_set<std::string> listsWithRoles;
    std::vector<bool> takesWhole;  ///< columns that are only shown: whole cells, too
    bool keepsWhole = false;       ///< lists and objects are wanted as whole cells
    bool holdsChoices = false;
    TokenClasses tokens;
};

/// Collects records whose columns are known.
class RecordCollector {
public:
    /// `columns` must outlive the collector.
    explicit RecordCollector(const RecordColumns& columns)
        : m_columns(columns), m_rows(columns.columns, columns.roles, false) {}

    bool keepsWhole() const { return m_columns.keepsWhole; }
    /// Adds the cells of one record; `line` is its line in a text, or 0. Errors: Malformed for
    /// another number of scores or a score that is a number followed by junk.
    Result<void> add(std::vector<JsonCell> cells, std::size_t line);
    /// See RoleCollector::append().
    void append(RecordCollector& more, std::size_t lines) { m_rows.append(more.m_rows, lines); }

    RoleColumns finish() &&;

private:
    bool addList(const std::vector<JsonCell>& cells, std::size_t line);
    void noteLabelKey(const std::vector<JsonCell>& cells);
    bool holds(const std::vector<JsonCell>& cells, std::size_t column) const;
    std::string nextScore() const;

    const RecordColumns& m_columns;
    RoleCollector m_rows;
    std::vector<std::string_view> m_fields;
};

/// Builds a table from records with named fields: the first ones decide the columns and their
/// roles, then all are collected.
class RecordTable {
public:
    /// `options` and `observer` must outlive the table, which cannot be copied or moved.
    RecordTable(std::string format, const ReadOptions& options, const ReadObserver& observer)
        : m_format(std::move(format)), m_options(options), m_observer(observer) {
        m_columns.keepsWhole = options.kept == KeptColumns::All;
    }
    RecordTable(const RecordTable&) = delete;
    RecordTable& operator=(const RecordTable&) = delete;

    bool keepsWhole() const { return m_columns.keepsWhole; }
    /// Adds the cells of one record; `line` is its line in a text, or 0. Errors: Unclear if roles
    /// cannot be assigned; those of RecordCollector::add().
    Result<void> add(std::vector<JsonCell> cells, std::size_t line);

    /// Returns the collector of the records; null until enough of them have decided the columns.
    RecordCollector* collector() { return m_collector ? &*m_collector : nullptr; }
    /// Returns the columns. Requires a collector().
    const RecordColumns& columns() const { return m_columns; }

    /// Returns the collected columns. Errors: those of add(); Malformed without any record.
    Result<RoleColumns> finish() &&;

private:
    Result<void> begin();
    void addWholeColumns();
    void findScoreList();
    Result<void> checkScoreCounts() const;

    std::string m_format;
    const ReadOptions& m_options;
    const ReadObserver& m_observer;
    std::vector<std::vector<JsonCell>> m_sample;  ///< the first records
    std::vector<std::size_t> m_sampledLines;
    std::size_t m_sampledCells = 0;
    RecordColumns m_columns;
    std::optional<RecordCollector> m_collector;
};

}  // namespace diagonal
