// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/measuring/curves/calibration_curve.h"

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
};

/// An axis of a line plot.
struct LineAxis {
    std::string title;
    double low = 0;
    double high = 1;
    double step = 0;  ///< between ticks; 0: ticks at the powers of `base`
    double base = 10;
    /// What the ticks are called, in place of their values; empty: they are numbers.
    std::vector<std::string> names = {};
    std::vector<double> places = {};  ///< of the ticks, where they are not in steps; or empty

    bool isNamed() const { return !names.empty(); }
    bool isLogarithmic() const { return step == 0; }
    /// Returns where a value is, as a share of the axis.
    double shareOf(double value) const;
    /// Returns the value at a share of the axis.
    double valueAt(double share) const;
    /// Returns the values of the ticks, in ascending order.
    std::vector<double> ticks() const;

    bool operator==(const LineAxis&) const = default;
};

/// Returns an axis in round steps from 0, or from below `least` if that is negative, to above
/// `most`.
LineAxis axisFromZero(std::string title, double least, double most);
/// Returns the axis of a low plot, which has room for two labels: from 0 to a round number, a whole
/// one above 1.
LineAxis lowAxis(std::string title, double most);
/// Returns an axis in round steps around the values `least` to `most`; from 0 if the values are
/// positive and that costs less than half of the axis.
LineAxis axisAround(std::string title, double least, double most);
/// Return an axis from exactly `first` to `last` with ticks at round numbers, or of seconds since
/// 1970-01-01 at round dates. Its values are the distances to `first`, of dates in days: no painter
/// tells seconds of this century apart.
LineAxis numberAxis(std::string title, double first, double last);
LineAxis dateAxis(std::string title, double first, double last);
/// Returns a vertical axis of named rows from the top, with free space above and below: of n rows
/// the first is at n, the last at 1.
LineAxis rowAxis(std::vector<std::string> names);

struct PlotLine {
    std::string name;  ///< in the legend; empty: it is not there
    PlotColour colour;
    std::vector<CurvePoint> points;  ///< ascending in x
    bool isRight = false;            ///< y belongs to the axis at the right
    bool isDashed = false;
    bool hasMarkers = false;   ///< each point is marked
    bool isReference = false;  ///< what the lines of other models are compared with: thicker
};

/// How a line is broken, besides its colour: nothing is told by colour alone.
enum class LineDash { Solid, Dashed, DashDot, DashDotDot, Dotted, LongDashed };

/// Returns the dash of a line: curves of models differ, in a lower plot too; `colours` is the
/// number of models until colours repeat.
LineDash dashOf(const PlotLine& line, std::size_t colours);

struct PlotBand {
    std::string name;  ///< in the legend; empty: it is not there
    std::vector<BandPoint> points;
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
};

/// A low plot below another one, over the same horizontal axis.
struct LowerPlot {
    LineAxis y;
    std::vector<PlotLine> lines;  ///< often without names
};

/// Lines and points in data coordinates: what every painter of them needs.
struct LinePlot {
    std::string title;                  ///< often empty
    std::vector<std::string> subtitle;  ///< its parts: the file, what was measured, n
    LineAxis x;
    LineAxis left;
    std::optional<LineAxis> right = {};
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
