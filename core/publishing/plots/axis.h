// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace diagonal {

/// How distances along an axis grow with values. An axis of roots begins at 0.
enum class AxisScale { Linear, Root, Logarithmic };

/// An axis of a plot.
struct Axis {
    std::string title = {};
    double low = 0;
    double high = 1;
    double step = 0.2;  ///< between the ticks of a linear axis
    AxisScale scale = AxisScale::Linear;
    double base = 10;  ///< the ticks of a logarithmic axis are at its powers
    /// What the ticks are called, in place of their values; empty: they are numbers.
    std::vector<std::string> names = {};
    std::vector<double> places = {};  ///< of the ticks, where they are elsewhere; or empty
    std::string remark = {};          ///< on the names, for a subtitle where they are shown
    bool areShares = false;           ///< values below 0 are shares, too, and have no minus sign

    bool isNamed() const { return !names.empty(); }
    bool isLogarithmic() const { return scale == AxisScale::Logarithmic; }
    /// True if this axis covers all of `other`.
    bool holds(const Axis& other) const {
        return scale == other.scale && low <= other.low && high >= other.high;
    }
    /// Returns where a value is, as a share of the axis; 0 below the start of one that is not
    /// linear.
    double shareOf(double value) const;
    /// Returns the value at a share of an axis that is linear or logarithmic.
    double valueAt(double share) const;
    /// Returns the values of the ticks, in ascending order.
    std::vector<double> ticks() const;
    /// Returns where they are, as shares of the axis: those in steps at exactly equal distances.
    std::vector<double> tickShares() const;
    /// Returns what a tick is called, by its place among the ticks: a name, or its number, as
    /// "0.25", "20,000", "−0.1".
    std::string labelOf(std::size_t tick) const;

    bool operator==(const Axis&) const = default;
};

/// The whole horizontal axis of a reliability diagram: confidence, or the share of rows.
inline const Axis kWholeAxis{};

/// The narrowest part of that axis that can be shown.
inline constexpr double kLeastZoom = 1e-4;

/// Returns a part of that axis that begins and ends at round numbers and holds what is between
/// `from` and `to`, inside 0 to 1, or kLeastZoom around it.
Axis zoomedAxis(double from, double to);

/// Return an axis of counts from 0 in round steps, one of their roots, and a logarithmic one from
/// below 1 to a power of ten, up to at least `largest`.
Axis countAxis(double largest);
Axis rootCountAxis(double largest);
Axis logarithmicCountAxis(double largest);

/// Returns an axis in round steps from 0, or from below `least` if that is negative, to above
/// `most`.
Axis axisFromZero(std::string title, double least, double most);
/// Returns an axis in at least five round steps that covers `least`, `most` and 0, without space
/// beyond.
Axis axisThroughZero(double least, double most);
/// True if the largest of some counts is over 20 times their median: only an axis of roots shows
/// all.
bool areUneven(std::vector<double> counts);
/// Returns the axis of a low plot, which has room for two labels: from 0 to a round number, a whole
/// one above 1.
Axis lowAxis(std::string title, double most);
/// Returns an axis in round steps around the values `least` to `most`; from 0 if the values are
/// positive and that costs less than half of the axis.
Axis axisAround(std::string title, double least, double most);
/// Return an axis from exactly `first` to `last` with ticks at round numbers, or of seconds since
/// 1970-01-01 at round dates. Its values are the distances to `first`, of dates in days: no painter
/// tells seconds of this century apart.
Axis numberAxis(std::string title, double first, double last);
Axis dateAxis(std::string title, double first, double last);
/// Returns a vertical axis of named rows from the top, with free space above and below: of n rows
/// the first is at n, the last at 1.
Axis rowAxis(std::vector<std::string> names);

}  // namespace diagonal
