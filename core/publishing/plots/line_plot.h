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

/// Lines and points in data coordinates: what every painter of them needs.
struct LinePlot {
    std::string title;                  ///< often empty
    std::vector<std::string> subtitle;  ///< its parts: the file, what was measured, n
    Axis x;
    Axis left;
    std::optional<Axis> right = {};
    PlotMarks marks = {};
    std::string targetName = {};  ///< what the arrows of points lead to; often empty
    std::optional<LowerPlot> lower = {};
    bool isSquare = false;  ///< both axes have the same scale

    /// Returns what a legend calls the arrows of points; empty if there are none.
    std::string nameOfArrows() const;
};

}  // namespace diagonal
