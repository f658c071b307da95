// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/measuring/curves/calibration_curve.h"
#include "core/publishing/models/figure_colours.h"

namespace diagonal {

/// Returns a tikzpicture around `picture`, after the packages that it needs, the colours of the
/// figure and, as a comment, what it is `of`; as a document of its own if `isStandalone`, else with
/// the packages in a comment.
std::string tikzDocument(const std::string& picture, const std::string& of, bool isStandalone,
                         const FigureColours& colours);

/// Returns a command that defines the colour diagonal-NAME.
std::string tikzColour(const std::string& name, std::uint32_t colour);

/// Returns a number in the digits that a figure needs.
std::string tikzNumber(double value);

/// Returns a point in the coordinates of an axis.
std::string tikzPlace(double x, double y);

/// Returns the points of a line.
std::string tikzCoordinates(const std::vector<CurvePoint>& points);

/// Returns a command that fills the area between two curves; empty without points.
std::string tikzArea(const std::string& style, const std::vector<BandPoint>& points);

}  // namespace diagonal
