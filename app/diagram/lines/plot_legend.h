// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QPainter>

#include "app/diagram/painting/diagram_style.h"
#include "core/publishing/plots/figure.h"

namespace diagonal {

inline constexpr qreal kLineSwatch = 24;  ///< room for each dash

/// The legend of a plot of lines.
class PlotLegend {
public:
    PlotLegend() = default;
    /// What it names besides areas and upright lines; what has its name beside it, it leaves out.
    struct Names {
        bool lines = true;
        bool points = true;
        bool ideal = true;
        bool areShort = false;  ///< for a column of a page
    };
    PlotLegend(const Figure& plot, Names names, const DiagramStyle& style);

    /// Places the items in rows from the top left corner of `room`; returns their height.
    qreal place(const QRectF& room);
    /// Places the items in columns; returns their size.
    QSizeF stack(const QPointF& corner, int columns);
    /// Moves the items of areas into another legend.
    PlotLegend takeAreas();
    void paint(QPainter& painter, const DiagramStyle& style) const;
    bool isEmpty() const { return m_items.empty(); }
    /// Returns the width of the widest item.
    qreal widest() const;

    /// Paints a swatch, kLineSwatch wide: a line, a marker, or both.
    static void paintSwatch(QPainter& painter, const QPointF& left, const QPen& line,
                            const std::optional<std::size_t>& marker, const QColor& colour,
                            const DiagramStyle& style);

private:
    struct Item {
        QString text;
        QColor colour;
        QPen line = {};
        bool isArea = false;
        bool isArrow = false;
        std::optional<std::size_t> marker = {};  ///< the place of a model
        QRectF box = {};
    };
    std::vector<qreal> widths() const;
    qreal placeItems(const std::vector<qreal>& widths, const QRectF& room);

    std::vector<Item> m_items;
};

}  // namespace diagonal
