// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/publishing/profile_figures.h"

namespace diagonal {

/// Return the figures of the net benefit by threshold, of the risk by coverage, and of the smooth
/// calibration curves.
ProfileFigure decisionFigure();
ProfileFigure riskFigure();
ProfileFigure flexibleFigure();

/// "Threshold 0.2: net benefit 0.2000 (0.0271 to 0.3729), 0.0438 more than the better of all and
/// none".
std::string decisionText(const DecisionPoint& point);

/// Returns the axis of shares of mistakes among accepted rows, of which the largest is `most`.
Axis riskAxis(const Report& report, double most);

}  // namespace diagonal
