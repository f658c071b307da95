// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>
#include <memory>

#include "app/headless/command_line.h"
#include "core/models/model.h"

namespace diagonal {

/// A report, null if no output shows it, and the model that it is of.
struct MeasuredModel {
    std::shared_ptr<const Report> report;
    Model model;
    /// The same model before recalibration, if the two are compared; else null.
    std::shared_ptr<const MeasuredModel> before = nullptr;
};

/// True if a list of the models stands for their reports.
bool showsModelList(const CommandLine& line);

/// Returns what the report of a command line shows.
ReportPlan shownBy(const CommandLine& line);

/// Measures the rows of a model as a command line asks for, and compares it with `reference` if
/// that is not null: Model::pair. Writes how
/// long each step took to `timings`, if that is not null. `read` are the options with which they
/// were read. Errors: whatever fails on the way; those of profilePlot(), because no output may
/// describe another figure instead.
Result<MeasuredModel> measuredModel(const CommandLine& line, const ReadOptions& read,
                                    std::shared_ptr<const Dataset> rows, const Model* reference,
                                    std::ostream* timings = nullptr);

}  // namespace diagonal
