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
    Ideal,
    BaseRate,  ///< SkillLine
    NoSkill,   ///< SkillLine
    Zero       ///< between bars that go up and down
};

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
    MarkKind kind = MarkKind::Band;
    std::vector<BandPoint> points;
    bool isPale = false;

    bool operator==(const AreaMark&) const = default;
};

struct LineMark {
    MarkKind kind = MarkKind::Curve;
    std::vector<CurvePoint> points;

    bool operator==(const LineMark&) const = default;
};

/// The marks of one plot, in data coordinates. Of one kind, a later one is painted over others.
struct PlotMarks {
    std::vector<Interval> columns;  ///< places on the horizontal axis, of bins first
    bool arePooled = false;         ///< columns are no single bins: some would share a pixel
    double meanColumn = 1;          ///< mean width of a bin, as a share of the shown axis
    std::vector<ColumnMark> inColumns;
    std::vector<AreaMark> areas;
    std::vector<LineMark> lines;
    bool areNumbered = false;   ///< a bar of rows has its number beside its end
    std::vector<double> means;  ///< where upright lines stand, which no number crosses
    std::string message = {};   ///< why there are no marks

    bool operator==(const PlotMarks&) const = default;
};

/// The marks of a diagram.
struct DiagramMarks {
    PlotMarks values;
    PlotMarks rows;  ///< of the plot below
};

/// Returns the bounds at x of points that ascend in x, between two of them by a straight line; none
/// beyond their ends.
std::optional<BandPoint> boundsAt(const std::vector<BandPoint>& points, double x);

/// True if a plot has a mark of a kind that is pale or not.
bool holds(const PlotMarks& plot, MarkKind kind, bool isPale);

/// Returns the least and the largest value of marks, and 0.
Interval extentOf(const PlotMarks& marks);

}  // namespace diagonal
