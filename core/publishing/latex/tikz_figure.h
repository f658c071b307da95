// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/publishing/diagrams/figure_parts.h"
#include "core/publishing/models/figure_colours.h"
#include "core/reporting/report.h"

namespace diagonal {

/// How a figure is written for LaTeX.
struct TikzOptions {
    double width = 8.4;  ///< of the whole picture in cm
    double height = 9.6;
    bool isStandalone = false;  ///< a document of its own instead of a tikzpicture
    double lowest = 0;          ///< the horizontal axis, except that of a cumulative diagram
    double highest = 1;
    FigureParts parts = {};
    std::string title = {};   ///< above the figure; usually empty, because the caption tells it
    std::string xTitle = {};  ///< empty: the diagram's own
    std::string yTitle = {};
    FigureColours colours = {};
};

/// Returns the figure of a report as one tikzpicture of the package pgfplots: its axes, and its
/// numbers as coordinates. Fonts and sizes of text are those of the document.
std::string tikzFigure(const Report& report, const TikzOptions& options);

}  // namespace diagonal
