// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/measuring/curves/calibration_curve.h"
#include "core/numerics/intervals.h"

namespace diagonal {

/// What a mark says. A theme gives it a look, a legend a name.
enum class MarkKind {
    Accuracy,    ///< a bar of the rows that came true
    FewRows,     ///< such a bar of hasFewRows()
    Over,        ///< by how much predictions are too high
    Under,       ///< by how much they are too low
    End,         ///< where a bar ends that begins at `from`
    Range,       ///< the ends of bars that share a pixel
    With,        ///< a bar of rows with outcome 1
    Without,     ///< a bar of the others
    Rows,        ///< a bar of all rows; as an area their confidences
    Before,      ///< an accuracy of another time
    Listed,      ///< an accuracy of other rows
    Band,        ///< what a calibrated model shows by chance, or what holds the true curve
    Interval,    ///< of an accuracy
    Confidence,  ///< the mean of a bin, on the diagonal
    Curve,
    // Lines of reference:
    Ideal,
    BaseRate,   ///< SkillLine
    NoSkill,    ///< SkillLine
    Zero,       ///< between bars that go up and down
    Upright,    ///< over the whole height of the plot, through its only point
    Contour,    ///< as pale as a grid
    Crosshair,  ///< through a point that others are compared with
};

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

    bool operator==(const PlotColour&) const = default;
};

/// How a line is broken, besides its colour: nothing is told by colour alone.
enum class LineDash { Solid, Dashed, DashDot, DashDotDot, Dotted, LongDashed };

/// A mark in the column of a bin, between two values.
struct ColumnMark {
    MarkKind kind = MarkKind::Accuracy;
    std::size_t column = 0;  ///< of PlotMarks::columns
    double from = 0;
    double to = 0;
    bool isPale = false;  ///< chance alone explains it

    bool operator==(const ColumnMark&) const = default;
};

/// An area between two curves.
struct AreaMark {
    std::string name = {};  ///< in the legend; empty: it is not there, or its kind has an entry
    std::vector<BandPoint> points = {};
    std::string shortName = {};  ///< in a column of a page; empty: the name
    MarkKind kind = MarkKind::Band;
    bool isPale = false;

    bool operator==(const AreaMark&) const = default;
};

struct LineMark {
    std::string name = {};  ///< in the legend; empty: it is not there, or its kind has an entry
    PlotColour colour = {};
    std::vector<CurvePoint> points = {};  ///< ascending in x
    bool isRight = false;                 ///< y belongs to the axis at the right
    bool isDashed = false;
    bool hasMarkers = false;   ///< each point is marked
    bool isReference = false;  ///< what the lines of other models are compared with: thicker
    std::optional<LineDash> dash = {};  ///< in place of that by isDashed or the model
    std::string shortName = {};         ///< in a column of a page; empty: the name
    MarkKind kind = MarkKind::Curve;
    std::string label = {};  ///< at its end

    bool operator==(const LineMark&) const = default;
};

/// Returns the dash of a line: curves of models differ, in a lower plot too; `colours` is the
/// number of models until colours repeat.
LineDash dashOf(const LineMark& line, std::size_t colours);

/// Returns the line of a plot of probabilities on which a calibrated model is.
LineMark idealLine();
LineMark uprightLine(std::string name, double x, PlotInk ink = PlotInk::Reference);

/// A point with a name, and an arrow to where it could go.
struct PointMark {
    std::string name;
    PlotColour colour;
    CurvePoint at;
    std::optional<CurvePoint> target = {};  ///< the arrow's head
    std::string text = {};                  ///< its numbers, for a user who points at it
    std::string shortName = {};             ///< in a column of a page; empty: the name

    bool operator==(const PointMark&) const = default;
};

/// The marks of one plot, in data coordinates. Of one kind, a later one is painted over others.
struct PlotMarks {
    std::vector<Interval> columns = {};  ///< places on the horizontal axis, of bins first
    bool arePooled = false;              ///< columns are no single bins: some would share a pixel
    double meanColumn = 1;               ///< mean width of a bin, as a share of the shown axis
    std::vector<ColumnMark> inColumns = {};
    std::vector<AreaMark> areas = {};
    std::vector<LineMark> references = {};  ///< lines behind all marks, but a zero line
    std::vector<LineMark> lines = {};
    std::vector<PointMark> points = {};
    bool areNumbered = false;        ///< a bar of rows has its number beside its end
    std::vector<double> means = {};  ///< where upright lines stand, which no number crosses
    std::string message = {};        ///< why there are no marks

    bool operator==(const PlotMarks&) const = default;
};

/// Returns the bounds at x of points that ascend in x, between two of them by a straight line; none
/// beyond their ends.
std::optional<BandPoint> boundsAt(const std::vector<BandPoint>& points, double x);

/// True if a plot has a mark of a kind that is pale or not.
bool holds(const PlotMarks& plot, MarkKind kind, bool isPale);

/// Returns the least and the largest value of marks, and 0.
Interval extentOf(const PlotMarks& marks);

}  // namespace diagonal
