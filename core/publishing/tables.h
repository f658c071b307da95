// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/choice.h"
#include "core/reporting/map_comparison.h"
#include "core/reporting/report.h"

namespace diagonal {

/// The tables that can be taken out of a report.
enum class TableKind {
    Bins,
    Scores,
    Classes,
    Groups,
    Maps,
    EceByBins,
    Temperatures,
    Models,
    Comparison,
    ComparedGaps,
    MovedRows
};

inline constexpr auto kTableKinds = std::to_array<Choice<TableKind>>(
    {{TableKind::Bins, "bins", "Bins"},
     {TableKind::Scores, "scores", "Scores"},
     {TableKind::Classes, "classes", "Classes"},
     {TableKind::Groups, "groups", "Groups"},
     {TableKind::Maps, "maps", "Calibration maps, cross-validated"},
     {TableKind::EceByBins, "ece-by-bins", choiceOf(kProfileKinds, ProfileKind::Bins).label},
     {TableKind::Temperatures, "temperature",
      choiceOf(kProfileKinds, ProfileKind::Temperature).label},
     {TableKind::Models, "models", "Models"},
     {TableKind::Comparison, "comparison", "Models compared"},
     {TableKind::ComparedGaps, "compared-gaps", "Gaps of models compared"},
     {TableKind::MovedRows, "moved-rows", "Rows that moved most"}});

/// True for the tables of a comparison of models.
constexpr bool showsModels(TableKind kind) {
    return kind == TableKind::Models || kind == TableKind::Comparison ||
           kind == TableKind::ComparedGaps || kind == TableKind::MovedRows;
}

enum class TableFormat {
    Csv,       ///< all digits
    Tabbed,    ///< as Csv, with tabs: what spreadsheets paste
    Markdown,  ///< four decimals, for people
    Latex      ///< as Markdown, for the package booktabs
};

/// A cell: text, a count, a number (undefined if absent), or a number with its interval.
struct NumberCell {
    std::optional<double> value;
    std::optional<Interval> interval = {};
    bool isAtMost = false;  ///< the number is no larger than `value`
};
using TableCell = std::variant<std::string, std::size_t, NumberCell>;

struct TableColumn {
    std::string id;    ///< in CSV: "accuracy_lower"
    std::string name;  ///< for people
    bool isText = false;
    bool hasInterval = false;  ///< CSV gets two columns more: ID_lower, ID_upper
};

struct Table {
    std::string title;
    std::vector<TableColumn> columns;
    std::vector<std::vector<TableCell>> rows;  ///< each as long as `columns`
};

/// Returns a table of a report. Errors: Undefined, with the reason, if the report has no such
/// numbers. Requires a kind other than Maps and those of a comparison.
Result<Table> tableOf(const Report& report, TableKind kind);

/// Returns the table of compared maps, which were measured in `view`.
Table tableOf(std::span<const ComparedMap> maps, const View& view);

/// Returns what the report of a table must hold.
ReportPlan planOf(TableKind kind);

/// Returns a table as text. Markdown and Latex escape what would be markup.
std::string written(const Table& table, TableFormat format);

/// Returns text with the characters that LaTeX reserves escaped.
std::string latexEscaped(std::string_view text);

}  // namespace diagonal
