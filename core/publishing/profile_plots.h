// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/publishing/profile_figures.h"
#include "core/reporting/report.h"

namespace diagonal {

/// Why a report has no profile of bins.
inline constexpr const char* kNoBinProfile =
    "the number of these bins cannot be varied: choose equal width or equal mass";
/// Returns why a report has no profile of temperatures.
std::string noTemperatureProfile(const Report& report);

/// Returns the plot of a temperature profile, without title; `shown` gets a mark.
Figure temperaturePlot(const TemperatureProfile& profile, std::optional<double> shown);

/// Returns the point of a profile that is nearest to x, in words: "15 bins: ECE 0.0833; a
/// calibrated model: 0.0096 on average, below 0.0136 in 95 % of cases".
std::string profileText(const BinProfile& profile, double bins);
std::string profileText(const TemperatureProfile& profile, double temperature);

/// Return the figures of the ECE by number of bins, and of NLL and ECE by temperature.
ProfileFigure binProfileFigure();
ProfileFigure temperatureProfileFigure();
/// Returns the figure of the sum of outcomes less probabilities over time.
ProfileFigure overTimeFigure();

}  // namespace diagonal
