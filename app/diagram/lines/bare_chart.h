// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QChart;
class QRectF;

namespace diagonal {

/// Returns a chart without legend, background and margins, which shows axes and series alone. The
/// caller, or the scene that it is added to, owns it.
QChart* bareChart();

/// Lets the axes of a chart enclose `plot`, in whole pixels, in a scene of this size.
void placeChart(QChart& chart, const QRectF& plot, const QRectF& scene);

}  // namespace diagonal
