// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/measuring/curves/calibration_curve.h"
#include "core/publishing/plots/axis.h"

namespace diagonal {

/// Colours by their meaning; a theme gives each a colour.
enum class PlotInk {
    First,     ///< the main line
    Second,    ///< the line of the axis at the right
    Reference  ///< what the lines are compared with
};

/// A colour by its meaning, or that of one model among others.
struct PlotColour {
    PlotInk ink = PlotInk::First;
    std::optional<std::size_t> model = {};  ///< its place in a list of models, in place of `ink`
    bool isPale = false;                    ///< it stands back behind another
};

/// How a line is broken, besides its colour: nothing is told by colour alone.
enum class LineDash { Solid, Dashed, DashDot, DashDotDot, Dotted, LongDashed };

struct PlotLine {
    std::string name;  ///< in the legend; empty: it is not there
    PlotColour colour;
    std::vector<CurvePoint> points;  ///< ascending in x
    bool isRight = false;            ///< y belongs to the axis at the right
    bool isDashed = false;
    bool hasMarkers = false;   ///< each point is marked
    bool isReference = false;  ///< what the lines of other models are compared with: thicker
    std::optional<LineDash> dash = {};  ///< in place of that by isDashed or the model
    std::string shortName = {};         ///< in a column of a page; empty: the name
};

/// Returns the dash of a line: curves of models differ, in a lower plot too; `colours` is the
/// number of models until colours repeat.
LineDash dashOf(const PlotLine& line, std::size_t colours);

struct PlotBand {
    std::string name;  ///< in the legend; empty: it is not there
    std::vector<BandPoint> points;
    std::string shortName = {};  ///< in a column of a page; empty: the name
};

/// A vertical line.
struct PlotMark {
    std::string name;
    double x = 0;
    PlotInk ink = PlotInk::Reference;
};

/// A thin line behind all others, with a label at its end.
struct PlotGuide {
    CurvePoint from;
    CurvePoint to;  ///< where the label stands
    std::string label;
    bool isDashed = false;
    std::string name = {};  ///< in the legend; empty: it is not there
    bool isStrong = false;  ///< others are as pale as a grid
};

/// Returns the dashed line on which a calibrated model is.
PlotGuide idealGuide();

/// A point with a name, and an arrow to where it could go.
struct PlotPoint {
    std::string name;
    PlotColour colour;
    CurvePoint at;
    std::optional<CurvePoint> target = {};  ///< the arrow's head
    std::string text = {};                  ///< its numbers, for a user who points at it
    std::string shortName = {};             ///< in a column of a page; empty: the name
};

/// A low plot below another one, over the same horizontal axis.
struct LowerPlot {
    Axis y;
    std::vector<PlotLine> lines;  ///< often without names
};

/// Returns steps of counts with an axis that shows all of them: of roots if they are uneven.
LowerPlot countsBelow(const std::string& title, std::vector<PlotLine> lines);

/// Lines and points in data coordinates: what every painter of them needs.
struct LinePlot {
    std::string title;                  ///< often empty
    std::vector<std::string> subtitle;  ///< its parts: the file, what was measured, n
    Axis x;
    Axis left;
    std::optional<Axis> right = {};
    std::vector<PlotBand> bands = {};
    std::vector<PlotLine> lines = {};
    std::vector<PlotMark> marks = {};  ///< at most one of each ink
    std::vector<PlotGuide> guides = {};
    std::vector<PlotPoint> points = {};
    std::string targetName = {};  ///< what the arrows of points lead to; often empty
    std::optional<LowerPlot> lower = {};
    bool isSquare = false;  ///< both axes have the same scale

    /// Returns what a legend calls the arrows of points; empty if there are none.
    std::string nameOfArrows() const;
};

}  // namespace diagonal
