// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/headless/command_line.h"
#include "app/headless/option_values.h"

namespace diagonal {

/// Reads the size of the drawing and checks its options together. Requires a line whose other
/// options have been read.
void readFigure(OptionValues& values, CommandLine& line);

}  // namespace diagonal
