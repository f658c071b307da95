// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/publishing/plots/axis.h"
#include "core/publishing/plots/marks.h"

namespace diagonal {

/// A low plot below another one, over the same horizontal axis.
struct LowerPlot {
    Axis y;
    PlotMarks marks;
};

/// Returns steps of counts with an axis that shows all of them: of roots if they are uneven.
LowerPlot countsBelow(const std::string& title, std::vector<LineMark> lines);

/// An entry of a legend, of the marks of a kind.
struct LegendEntry {
    MarkKind kind = MarkKind::Accuracy;
    std::string text;
    std::string detail = {};     ///< follows the text unless there is little room
    std::string shortText = {};  ///< in a column of a page; empty: the text
    std::string help = {};       ///< what it means, in a sentence; often empty
    int rank = 0;                ///< those of the highest go first where there is little room
    bool isPale = false;         ///< of gaps of both sides that chance alone explains
};

/// A score beside the plot.
struct FigureScore {
    std::string name;
    double value = 0;
    bool isInexact = false;
    std::optional<Interval> interval = {};
    std::size_t rows = 0;  ///< that were measured
};

/// What a figure shows, in data coordinates: what every painter and writer of it needs.
struct Figure {
    std::string title;                  ///< often empty
    std::vector<std::string> subtitle;  ///< its parts: the file, what was measured, n
    Axis x;
    Axis left;
    std::optional<Axis> right = {};
    PlotMarks marks = {};
    std::vector<LegendEntry> legend = {};  ///< of marks without names, also if there are none
    std::optional<FigureScore> score = {};
    std::string targetName = {};  ///< what the arrows of points lead to; often empty
    std::optional<LowerPlot> lower = {};
    bool isSquare = false;  ///< both axes have the same scale

    /// Returns what a legend calls the arrows of points; empty if there are none.
    std::string nameOfArrows() const;
};

}  // namespace diagonal
