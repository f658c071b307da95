// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/lines/bare_chart.h"

#include <QGraphicsLayout>
#include <QtCharts/QChart>

namespace diagonal {

QChart* bareChart() {
    auto* chart = new QChart;
    chart->legend()->hide();
    chart->setBackgroundVisible(false);
    chart->setMargins({});
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    return chart;
}

void placeChart(QChart& chart, const QRectF& plot, const QRectF& scene) {
    // Axes and series follow the plot area only after a new layout (Qt 6.4 to 6.9).
    chart.setPlotArea(plot);
    chart.setGeometry(scene);
    chart.layout()->invalidate();
    chart.layout()->activate();
}

}  // namespace diagonal
