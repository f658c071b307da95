// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/headless/command_line.h"
#include "app/headless/option_values.h"

namespace diagonal {

/// Reads the options of the drawing and the theme. Requires a line whose analysis and caption have
/// been read.
void readFigure(OptionValues& values, CommandLine& line);

}  // namespace diagonal
