// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include <QPainter>
#include <QString>
#include <QStringList>

#include "app/diagram/painting/diagram_style.h"
#include "core/measuring/reliability_curve.h"
#include "core/publishing/plots/axis.h"

namespace diagonal {

/// A small reliability diagram with its caption.
struct Facet {
    QString name;
    QString numbers;        ///< "ECE 0.0831 · n = 178"
    std::size_t index = 0;  ///< of the class, group or model that it shows
    std::shared_ptr<const ReliabilityCurve> curve;
    /// What it is compared with: an outline over the bars; null: nothing.
    std::shared_ptr<const ReliabilityCurve> reference = nullptr;
    QString shortName = {};  ///< where there is little room; empty: the name
};

inline constexpr int kFacetCaption = 40;  ///< height of name and numbers above a diagram
inline constexpr int kFacetCounts = 20;   ///< of the rows of the bins below it
inline constexpr int kAroundFacet = kFacetCaption + kFacetCounts;
inline constexpr int kFacetSpace = 22;  ///< between diagrams
inline constexpr int kFacetTicks = 30;  ///< of the labels at the left of a diagram
inline constexpr int kBelowFacet = 22;  ///< of those below its counts

/// Returns the scale on which the counts of all facets can be seen.
AxisScale countScale(const std::vector<Facet>& facets);

/// Paints a facet into a box: its caption, the diagram, and its counts. The diagram is as wide as
/// it is high, the caption as wide as the box. A marked one has another colour.
void paintFacet(QPainter& painter, const Facet& facet, const QRectF& box, const DiagramStyle& style,
                AxisScale counts, bool isMarked = false);

/// Returns where in its box a facet has its diagram and counts.
QRectF facetPlot(const QRectF& box);

/// Paints the labels 0, 0.5 and 1 at the left of a facet's diagram, and what its counts are; or
/// those below its counts.
void paintFacetTicks(QPainter& painter, const QRectF& box, bool isBelow, AxisScale counts,
                     const DiagramStyle& style);

/// What the axes of all facets show.
struct FacetTitles {
    QString x;
    QString y;

    static FacetTitles of(View::Kind view);
};

/// Paints the titles below the plots of all facets and left of some of them, `beside`, beyond their
/// ticks.
void paintFacetTitles(QPainter& painter, const QRectF& plots, const QRectF& beside,
                      const FacetTitles& titles, const DiagramStyle& style);

/// Facets as a figure, with words around them.
struct FacetFigure {
    QString title;  ///< empty: none; also below
    bool isOwnTitle = false;
    QStringList subtitle;  ///< its parts
    FacetTitles titles;
    std::vector<Facet> facets;
};

/// Returns the height of a figure of this width whose facets fill it, up to that of a column.
qreal facetsHeight(qreal width, const FacetFigure& figure);

/// Paints facets as large as they fit into a figure, all on the same axes, with tick labels at the
/// left and below. A figure narrower than kColumnWidth has the title only if it is the user's own.
void paintFacetFigure(QPainter& painter, const QSizeF& size, const FacetFigure& figure,
                      const DiagramStyle& style);

}  // namespace diagonal
