// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>
#include <memory>

#include "app/headless/command_line.h"
#include "core/models/model.h"

namespace diagonal {

/// True if one list of all models is printed in place of a report for each.
bool showsModelList(const CommandLine& line);

/// True if the report of a file ends with a list of the models that the file holds.
bool listsModelsOfFile(const CommandLine& line);

/// Returns what the report of a command line shows.
ReportPlan shownBy(const CommandLine& line);

/// Recalibrates the rows of a model that a command line chooses, and writes the files that it
/// names. Sets Model::recalibration, unless only a fitted map is saved. `read` holds the options
/// with which the rows were read. The time of each step goes to `timings`, if that is not null.
/// Errors: those of every step.
Result<void> recalibrate(const CommandLine& line, const ReadOptions& read, Model& model,
                         std::ostream* timings);

/// Measures a model as a command line asks for, and compares it with `reference` if that is not
/// null. Errors: those of every step; also those of profilePlot(), because no output may describe
/// another figure instead.
Result<void> measure(const CommandLine& line, const Model* reference, Model& model,
                     std::ostream* timings);

/// Measures a model for a list of the models of a file, in view and bins of the report of the
/// first.
Result<void> measureForList(const CommandLine& line, const Report& first, Model& model,
                            std::ostream* timings);

}  // namespace diagonal
