// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>

#include "app/headless/command_line.h"
#include "core/reading/prediction_reader.h"

namespace diagonal {

/// How the program ends.
enum ExitStatus {
    kDone = 0,
    kUnreadable = 1,  ///< a file could not be read, or not be seen as asked; beats the others
    kWrongUsage = 2,
    kLimitExceeded = 3,  ///< a --fail-above score is too high or undefined
};

/// The pairs of predictions and labels that a command line names.
std::vector<PredictionFiles> filesOf(const CommandLine& line);

/// The settings with a class named by --view found among the classes of a file, or an error.
Result<AnalysisSettings> settingsFor(const CommandLine& line, const DatasetSummary& dataset);

/// What stands in for a window where there is no display: the report as text and, of one file of
/// predictions, the diagram in diagram.png.
CommandLine withoutDisplay(CommandLine line);

/// Reads, measures, prints to `out` and draws, without a window. Messages go to `errors` as
/// "diagonal: FILE:LINE: what is wrong". Files that can be read are reported although others
/// cannot.
ExitStatus runHeadless(const CommandLine& line, std::ostream& out, std::ostream& errors);

}  // namespace diagonal
