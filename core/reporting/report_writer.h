// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/choice.h"
#include "core/reporting/report.h"

namespace diagonal {

enum class ReportFormat { Json, Csv, Markdown, Text };

inline constexpr auto kReportFormats =
    std::to_array<Choice<ReportFormat>>({{ReportFormat::Json, "json", "JSON"},
                                         {ReportFormat::Csv, "csv", "CSV"},
                                         {ReportFormat::Markdown, "markdown", "Markdown"},
                                         {ReportFormat::Text, "text", "Text"}});

/// The version of this program: "0.1.0".
std::string_view version();

/// The reports as text. Json: all that they hold. Csv: their bins, one table with a file column.
/// Markdown and Text: scores and bins for people.
std::string written(std::span<const std::shared_ptr<const Report>> reports, ReportFormat format);

/// All listed rows that were left out as CSV: line (or row) and why; a last record counts the rest.
std::string skippedRowsCsv(const DatasetSummary& dataset);

}  // namespace diagonal
