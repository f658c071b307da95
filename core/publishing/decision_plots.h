// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/publishing/profile_figures.h"

namespace diagonal {

/// Return the figures of the net benefit by threshold, of the risk by coverage, and of the smooth
/// calibration curves.
ProfileFigure decisionFigure();
ProfileFigure riskFigure();
ProfileFigure flexibleFigure();

/// Returns the net benefit by threshold, of the report's decisionProfile.
std::vector<CurvePoint> netBenefits(const Report& report);

/// Adds the lines of acting on all and on none to those of models, and the axes, at whose lower end
/// the lines and bands are cut.
void addStrategies(const Report& report, Figure& plot);
/// The sentence of captions on these two lines.
inline constexpr std::string_view kStrategies =
    "Grey: acting on all (long dashes) and on none (short dashes)";

/// "Threshold 0.2: net benefit 0.2000 (0.0271 to 0.3729), 0.0438 more than the better of all and
/// none".
std::string decisionText(const DecisionPoint& point);

/// Returns the axis of shares of mistakes among accepted rows, of which the largest is `most`.
Axis riskAxis(const Report& report, double most);

}  // namespace diagonal
