// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/measuring/curves/calibration_curve.h"
#include "core/reporting/report.h"

namespace diagonal {

/// Colours of lines by their meaning; a theme gives each a colour.
enum class PlotInk {
    First,     ///< the main line
    Second,    ///< the line of the axis at the right
    Reference  ///< what the lines are compared with
};

/// An axis of a line plot.
struct LineAxis {
    std::string title;
    double low = 0;
    double high = 1;
    double step = 0;  ///< between ticks; 0: ticks at the powers of `base`
    double base = 10;

    bool isLogarithmic() const { return step == 0; }
    /// Returns where a value is, as a share of the axis.
    double shareOf(double value) const;
    /// Returns the value at a share of the axis.
    double valueAt(double share) const;
    /// Returns the values of the ticks, in ascending order.
    std::vector<double> ticks() const;
};

struct PlotLine {
    std::string name;
    PlotInk ink = PlotInk::First;
    std::vector<CurvePoint> points;  ///< ascending in x
    bool isRight = false;            ///< y belongs to the axis at the right
    bool isDashed = false;
};

struct PlotBand {
    std::string name;
    std::vector<BandPoint> points;
};

/// A vertical line.
struct PlotMark {
    std::string name;
    double x = 0;
    PlotInk ink = PlotInk::Reference;
};

/// Lines in data coordinates: what every painter of them needs.
struct LinePlot {
    std::string title;                  ///< often empty
    std::vector<std::string> subtitle;  ///< its parts: the file, what was measured, n
    LineAxis x;
    LineAxis left;
    std::optional<LineAxis> right;
    std::vector<PlotBand> bands;
    std::vector<PlotLine> lines;
    std::vector<PlotMark> marks;  ///< at most one of each ink
};

/// Why a report has no profile of bins.
inline constexpr const char* kNoBinProfile =
    "these bins have no number that could vary: choose equal width or equal mass";
/// Returns why a report has no profile of temperatures.
std::string noTemperatureProfile(const Report& report);

/// Returns the plot of the profile that the report's figure shows: the ECE by number of bins, or
/// NLL and ECE by temperature. Requires Report::profile. Errors: Undefined, with the reason, if the
/// report has no such profile.
Result<LinePlot> profilePlot(const Report& report);

/// Returns the plot of a temperature profile, without title; `shown` gets a mark.
LinePlot temperaturePlot(const TemperatureProfile& profile, std::optional<double> shown);

/// Returns the point of a profile that is nearest to x, in words: "15 bins: ECE 0.0833; a
/// calibrated model: 0.0096 on average, below 0.0136 in 95 % of cases".
std::string profileText(const BinProfile& profile, double bins);
std::string profileText(const TemperatureProfile& profile, double temperature);

}  // namespace diagonal
