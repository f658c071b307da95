// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>

#include "app/headless/command_line.h"
#include "core/predictions/dataset.h"

namespace diagonal {

/// Exit codes of the program.
enum ExitStatus {
    kDone = 0,
    kUnreadable = 1,  ///< a file could not be read or shown as requested; overrides the others
    kWrongUsage = 2,
    kLimitExceeded = 3,  ///< a --fail-above score is too high or undefined
};

/// Returns the settings with the class of --view class=NAME resolved in `dataset`. Errors:
/// Undefined if there is no such class, or if only confidences are known.
Result<AnalysisSettings> settingsFor(const CommandLine& line, const DatasetSummary& dataset);

/// Returns `line` changed to run without a display: prints the report as text and, for a single
/// file of predictions, draws diagram.png.
CommandLine withoutDisplay(CommandLine line);

/// Runs a command line without a window: reads the files, measures them, prints to `out` and draws
/// the diagram. Errors go to `errors` as "diagonal: FILE:LINE: MESSAGE"; a file that cannot be read
/// does not prevent the report of the others.
ExitStatus runHeadless(const CommandLine& line, std::ostream& out, std::ostream& errors);

}  // namespace diagonal
