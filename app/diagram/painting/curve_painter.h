// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QPen>

#include "app/diagram/painting/bins_painter.h"

namespace diagonal {

/// Opacity of the area between a curve and the ideal.
inline constexpr float kAreaOpacity = 0.28F;
inline constexpr float kPaleOpacity = 0.1F;  ///< where chance alone explains it

/// Paints the gap of every bin as a bar from 0 with a cap at its end, hatched and paled as in
/// paintBars().
void paintGapBars(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                  const DiagramStyle& style, const BinMarks& marks);

/// Paints intervals around the gaps (or the consistency band around 0) and frames around the
/// hovered and selected bins.
void paintGapMarks(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                   const DiagramStyle& style, const BinMarks& marks,
                   std::optional<IntervalKind> intervals);

/// Paints the curve's band, the area between the curve and the diagonal in the colours of over- and
/// under-confidence, pale where the band says that chance alone explains it, and the curve. A
/// cumulative curve has no such area: where it is above 0, predictions were too low before.
void paintCurve(QPainter& painter, const CalibrationCurve& curve, bool idealIsDiagonal,
                const PlotMap& map, const DiagramStyle& style);

/// On which sides of the diagonal a curve lies where a reader can see it: by 16 pixels of area.
struct CurveSides {
    bool below = false;
    bool above = false;
};
CurveSides sidesOf(const CalibrationCurve& curve, bool idealIsDiagonal, const PlotMap& map);

/// Paints lines of reference, dotted unless they are level.
void paintSkillLines(QPainter& painter, const std::vector<SkillLine>& lines, const PlotMap& map,
                     const DiagramStyle& style);
/// Returns the pen of such a line; also used by the legend.
QPen skillPen(bool isLevel, const DiagramStyle& style);

/// Paints the confidences of a cumulative curve.
void paintConfidences(QPainter& painter, const CalibrationCurve& curve, const PlotMap& map,
                      const DiagramStyle& style);

/// Paints a stroke of a curve; also used by the legend.
void paintLine(QPainter& painter, const QPolygonF& line, const DiagramStyle& style);

}  // namespace diagonal
