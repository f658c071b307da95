// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/diagram/painting/bins_painter.h"

namespace diagonal {

/// Opacity of the area between a curve and the ideal.
inline constexpr float kAreaOpacity = 0.28F;

/// Paints the gap of every bin as a bar from 0, hatched and paled as in paintBars(), with a cap at
/// the gap.
void paintGapBars(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                  const DiagramStyle& style, const BinMarks& marks);

/// Paints the intervals around the gaps (or the consistency band around 0) and the frames of
/// hovered and selected bins.
void paintGapMarks(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                   const DiagramStyle& style, const BinMarks& marks, IntervalKind intervals);

/// Paints the band of a calibrated model, the area between the curve and the ideal (y = x, or 0 for
/// a cumulative curve) in the colours of over- and under-confidence, and the curve.
void paintCurve(QPainter& painter, const CalibrationCurve& curve, bool idealIsDiagonal,
                const PlotMap& map, const DiagramStyle& style);

/// Paints the confidences of a cumulative curve.
void paintConfidences(QPainter& painter, const CalibrationCurve& curve, const PlotMap& map,
                      const DiagramStyle& style);

/// Paints a piece of a curve, for the legend too.
void paintLine(QPainter& painter, const QPolygonF& line, const DiagramStyle& style);

}  // namespace diagonal
