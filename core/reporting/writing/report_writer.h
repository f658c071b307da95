// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/comparing/comparison.h"
#include "core/reporting/report.h"
#include "core/reporting/writing/json_report.h"
#include "core/reporting/writing/table.h"

namespace diagonal {

enum class ReportFormat { Json, Csv, Markdown, Text };

/// The version of this program: "0.2.0".
std::string_view version();

/// Returns the reports as text. Json: everything they hold. Csv: one table of all bins with a file
/// column. Markdown and Text: readable tables of scores, bins, groups and conventions, with
/// remarks, after gatesText(). All but Csv hold only what is in `shown`, if the reports hold it.
/// Only Json holds the pairs of a comparison.
std::string written(std::span<const std::shared_ptr<const Report>> reports, ReportFormat format,
                    const ReportPlan& shown = ReportPlan::everything(),
                    std::optional<std::span<const ModelPair>> comparison = {},
                    std::span<const JudgedGate> gates = {});

/// Returns a line for each gate: whether it is met, its value, and why not.
std::string gatesText(std::span<const JudgedGate> gates, bool isMarkdown);

/// "1,797 rows, 10 classes, read as probabilities; top-label, 15 equal-width bins, T = 1".
std::string reportHeadline(const Report& report);
/// Returns the lines below the tables of a report: what a map and a fit changed, notes that do not
/// come first, skipped rows, assumptions.
std::vector<std::string> reportRemarks(const Report& report);

/// Returns the listed skipped rows: line (or row) and reason; a last row counts the rest.
Table skippedRowTable(const DatasetSummary& dataset);

}  // namespace diagonal
