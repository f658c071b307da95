// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/publishing/latex/tikz_figure.h"
#include "core/publishing/plots/line_plot.h"

namespace diagonal {

/// Returns a plot of lines as one tikzpicture of the package pgfplots.
std::string tikzLines(const LinePlot& plot, const TikzOptions& options);

}  // namespace diagonal
