// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/base/choice.h"
#include "core/reporting/map_comparison.h"
#include "core/reporting/report.h"
#include "core/reporting/writing/table.h"

namespace diagonal {

/// The tables that can be taken out of a report.
enum class TableKind {
    Bins,
    Scores,
    Classes,
    Groups,
    Grades,
    Maps,
    Rows,
    Common,
    Decision,
    Risks,
    RowsNeeded,
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
     {TableKind::Grades, "grades", "Grades: is the probability of each too low?"},
     {TableKind::Maps, "maps", "Calibration maps, cross-validated"},
     {TableKind::Rows, "rows", "Rows, the most confident mistakes first"},
     {TableKind::Common, "common", "What chosen rows, or wrong ones, have in common"},
     {TableKind::Decision, "decision", "Net benefit by threshold"},
     {TableKind::Risks, "risk-coverage", "Risk by coverage"},
     {TableKind::RowsNeeded, "rows-needed", "Rows needed for intervals of a width"},
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

/// Returns a table of a report. Errors: Undefined, with the reason, if the report has no such
/// numbers. Requires a kind other than Maps, Rows, Common and those of a comparison.
Result<Table> tableOf(const Report& report, TableKind kind);

/// Returns the table of compared maps, which were measured in `view`.
Table tableOf(std::span<const ComparedMap> maps, const View& view);

/// Returns what the report of a table must hold.
ReportPlan planOf(TableKind kind);

}  // namespace diagonal
