// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/comparing/comparison.h"
#include "core/publishing/tables.h"
#include "core/reading/options/read_options.h"
#include "core/reporting/ece_search.h"
#include "core/selecting/common_traits.h"
#include "core/selecting/row_list.h"

namespace diagonal {

/// The tables that a command line prints instead of a report.
struct TableLine {
    std::vector<TableKind> kinds;
    TableFormat format = TableFormat::Csv;

    bool shows(TableKind kind) const;
    /// True for tables of a comparison of models.
    bool showsModels() const;
};

/// Returns what a report must hold for these tables.
ReportPlan planOf(const TableLine& line);

/// Returns the tables of one file. In CSV the first column is the file, and the names of the
/// columns stand above the first file only. Errors: those of tableOf().
Result<std::string> printedTables(const Report& report, const TableLine& line, bool isFirst);

/// Returns the table of maps as above.
std::string printedMaps(std::span<const ComparedMap> maps, const Report& report, TableFormat format,
                        bool isFirst);

/// Returns the ways to compute a calibration error that a search found, each with the options that
/// compute it, and for people a sentence on how many were tried.
std::string printedWays(const EceSearch& search, const PrintedShare& sought,
                        const DatasetSummary& dataset, const ReadOptions& read, TableFormat format,
                        bool isFirst);

/// Returns the table of rows. Errors: Undefined if a table for people would be too long.
Result<std::string> printedRows(const RowList& rows, TableFormat format, bool isFirst);

/// Returns the table of what rows have in common; for people, with what is not common in words.
std::string printedTraits(std::span<const SharedTraits> traits, const DatasetSummary& of,
                          TableFormat format, bool isFirst);

/// Returns the table of the models or of their comparison; its columns name the files.
std::string printedComparison(std::span<const std::shared_ptr<const Report>> models,
                              std::span<const ModelPair> pairs, const TableLine& line);

}  // namespace diagonal
