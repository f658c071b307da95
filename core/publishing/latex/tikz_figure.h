// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/publishing/diagrams/figure_parts.h"
#include "core/publishing/models/figure_colours.h"
#include "core/publishing/plots/figure.h"
#include "core/reporting/report.h"

namespace diagonal {

struct TikzOptions {
    double width = 8.4;         ///< of the whole picture in cm
    double height = 9.6;        ///< 0: what a plot needs that is `ratio` times as high as wide
    bool isStandalone = false;  ///< a document of its own instead of a tikzpicture
    double lowest = 0;          ///< the horizontal axis, except that of a cumulative diagram
    double highest = 1;
    FigureParts parts = {};
    std::string title = {};   ///< above the figure; usually empty, because the caption tells it
    std::string xTitle = {};  ///< empty: the figure's own
    std::string yTitle = {};
    FigureColours colours = {};
    double ratio = 1;
};

/// Returns a figure as one tikzpicture of the package pgfplots. Its text is that of the document,
/// of 10 pt at the most, and is not wider than the picture.
std::string tikzFigure(const Figure& figure, const TikzOptions& options);

/// Returns the diagram of a report, or its profile, which must be known, with the numbers of the
/// bins as comments.
std::string tikzFigure(const Report& report, const TikzOptions& options);

}  // namespace diagonal
