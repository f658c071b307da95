// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>
#include <memory>

#include "app/headless/command_line.h"
#include "core/models/model.h"

namespace diagonal {

/// A model and its report, which is null if no output shows it.
struct MeasuredModel {
    std::shared_ptr<const Report> report;
    Model model;
    /// The same model before recalibration, if the two are compared; else null.
    std::shared_ptr<const MeasuredModel> before = nullptr;
};

/// True if one list of all models is printed in place of a report for each.
bool showsModelList(const CommandLine& line);

/// True if the report of a file ends with a list of the models that the file holds.
bool listsModelsOfFile(const CommandLine& line);

/// Returns what the report of a command line shows.
ReportPlan shownBy(const CommandLine& line);

/// Measures `rows` as a command line asks for, and compares them with `reference` if that is not
/// null: Model::pair. `read` holds the options with which the rows were read. The time of each step
/// goes to `timings`, if that is not null. Errors: those of every step; also those of
/// profilePlot(), because no output may describe another figure instead.
Result<MeasuredModel> measuredModel(const CommandLine& line, const ReadOptions& read,
                                    std::shared_ptr<const Dataset> rows, const Model* reference,
                                    std::ostream* timings = nullptr);

/// Measures a model for a list of the models of a file, in view and bins of the report of the
/// first.
Result<MeasuredModel> listedModel(const CommandLine& line, std::shared_ptr<const Dataset> rows,
                                  const Report& first, std::ostream* timings = nullptr);

}  // namespace diagonal
