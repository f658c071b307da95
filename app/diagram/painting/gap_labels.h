// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QRectF>

#include "app/diagram/painting/marks_painter.h"

namespace diagonal {

/// An upright strip of a plot, in pixels.
struct PlotStrip {
    qreal left = 0;
    qreal right = 0;
    // Of all marks in it:
    qreal top = 0;
    qreal bottom = 0;
    qreal gap = 0;  ///< coloured area beyond chance; negative where predictions are too high
    // Of this area:
    qreal gapTop = 0;
    qreal gapBottom = 0;
};

/// Returns the columns of marks, or narrow strips along a curve, from left to right.
std::vector<PlotStrip> stripsOf(const PlotMarks& marks, const PlotMap& map);

/// Returns a place for the name of the gaps of one side: above the largest of them or, if
/// `isBelow`, below it, apart from all marks and what is taken. None where there is no room near
/// such a gap.
std::optional<QRectF> placeAtGap(const std::vector<PlotStrip>& strips, bool isOver, bool isBelow,
                                 const QSizeF& size, const QRectF& area,
                                 const std::vector<QRectF>& taken);

/// Returns a place for the name of the ideal: above the diagonal, where nothing else is. None where
/// there is no room.
std::optional<QRectF> placeAtIdeal(const std::vector<PlotStrip>& strips, const PlotMap& map,
                                   const QSizeF& size, const std::vector<QRectF>& taken);

}  // namespace diagonal
