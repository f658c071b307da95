// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QPainter>

#include "app/diagram/painting/diagram_style.h"
#include "core/publishing/line_plot.h"

namespace diagonal {

/// The legend of a plot of lines.
class PlotLegend {
public:
    PlotLegend() = default;
    /// Names lines, bands and marks; points too if asked to.
    PlotLegend(const LinePlot& plot, bool namesPoints, const DiagramStyle& style);

    /// Places the items in rows from the top left corner of `room`; returns their height.
    qreal place(const QRectF& room);
    void paint(QPainter& painter, const DiagramStyle& style) const;
    bool isEmpty() const { return m_items.empty(); }

private:
    struct Item {
        QString text;
        QColor colour;
        Qt::PenStyle line = Qt::SolidLine;
        bool isArea = false;
        std::optional<std::size_t> marker = {};  ///< the place of a model
        QRectF box = {};
    };
    std::vector<Item> m_items;
};

}  // namespace diagonal
