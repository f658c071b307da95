// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/bins_painter.h"

#include <algorithm>
#include <cmath>

#include <QPaintEngine>
#include <QPainter>
#include <QVarLengthArray>

namespace diagonal {
namespace {

// What is drawn follows from the width of a bin in pixels.
constexpr qreal kHatchedWidth = 9;
constexpr qreal kIntervalWidth = 7;
constexpr qreal kDiamondWidth = 6;
constexpr qreal kGapWidth = 3;
constexpr qreal kHatchStep = 6;
constexpr qreal kHatchLine = 1.25;
constexpr qreal kCap = 2;

/// Moves edges to whole device pixels, where the device has pixels.
class Snapper {
public:
    explicit Snapper(const QPainter& painter)
        : m_transform(painter.combinedTransform()),
          m_snaps(painter.paintEngine() != nullptr &&
                  painter.paintEngine()->type() == QPaintEngine::Raster &&
                  m_transform.type() <= QTransform::TxScale) {}

    QRectF operator()(const QRectF& rect) const {
        if (!m_snaps) return rect;
        const qreal left = x(rect.left());
        const qreal top = y(rect.top());
        return {left, top, x(rect.right()) - left, y(rect.bottom()) - top};
    }

private:
    qreal x(qreal value) const {
        return (std::round(value * m_transform.m11() + m_transform.dx()) - m_transform.dx()) /
               m_transform.m11();
    }
    qreal y(qreal value) const {
        return (std::round(value * m_transform.m22() + m_transform.dy()) - m_transform.dy()) /
               m_transform.m22();
    }

    QTransform m_transform;
    bool m_snaps;
};

void fill(QPainter& painter, const QRectF& rect, const QColor& colour) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(rect, colour);
    painter.setRenderHint(QPainter::Antialiasing, true);
}

/// The column of a bin, narrowed by the gap between bars.
QRectF column(const Bin& bin, const PlotMap& map, qreal top, qreal bottom) {
    const qreal left = map.x(bin.lower);
    const qreal width = map.x(bin.upper) - left;
    const qreal gap = width > kGapWidth ? std::min(1.5, 0.08 * width) : 0;
    return {left + gap / 2, top, width - gap, bottom - top};
}

/// 45 degree lines clipped to the box, on one grid for the whole picture.
void hatch(QPainter& painter, const QRectF& box, bool rising, const QColor& colour) {
    QVarLengthArray<QLineF, 128> lines;
    // Rising lines keep x + y constant, falling ones x - y.
    const qreal first = rising ? box.left() + box.top() : box.left() - box.bottom();
    const qreal last = rising ? box.right() + box.bottom() : box.right() - box.top();
    for (qreal c = std::ceil(first / kHatchStep) * kHatchStep; c < last; c += kHatchStep) {
        const qreal low = std::max(box.left(), rising ? c - box.bottom() : c + box.top());
        const qreal high = std::min(box.right(), rising ? c - box.top() : c + box.bottom());
        if (high <= low) continue;
        const auto y = [&](qreal x) { return rising ? c - x : x - c; };
        lines.append(QLineF(low, y(low), high, y(high)));
    }
    painter.setPen(QPen(colour, kHatchLine, Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(lines.constData(), static_cast<int>(lines.size()));
}

void paintBar(QPainter& painter, const Bin& bin, const PlotMap& map, const DiagramStyle& style,
              const Snapper& snap) {
    const qreal accuracy = map.y(*bin.accuracy);
    const qreal confidence = map.y(std::min(*bin.confidence, 1.0));
    const QRectF box = column(bin, map, map.area.top(), map.area.bottom());
    const QRectF bar = snap({box.left(), std::max(accuracy, confidence), box.width(),
                             map.area.bottom() - std::max(accuracy, confidence)});
    fill(painter, bar, style.accuracy);
    const bool over = bin.gap() < 0;
    const qreal top = std::min(accuracy, confidence);
    const QRectF gap = snap({box.left(), top, box.width(), std::max(accuracy, confidence) - top});
    if (gap.height() > 0) paintGap(painter, gap, over, style);
    const qreal capTop = std::min(over ? bar.top() : gap.top(), map.area.bottom() - kCap);
    fill(painter, snap({box.left(), capTop, box.width(), kCap}), style.accuracyCap);
}

qreal meanWidth(const ReliabilityCurve& curve, const PlotMap& map) {
    return map.area.width() / static_cast<qreal>(std::max<std::size_t>(1, curve.bins.size()));
}

QColor faded(QColor colour, qreal alpha) {
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

QRectF wholeColumn(const Bin& bin, const PlotMap& map) {
    return {QPointF(map.x(bin.lower), map.area.top()),
            QPointF(map.x(bin.upper), map.area.bottom())};
}

bool holds(const ReliabilityCurve& curve, const std::optional<std::size_t>& bin) {
    return bin && *bin < curve.bins.size();
}

}  // namespace

void paintGap(QPainter& painter, const QRectF& box, bool over, const DiagramStyle& style) {
    const QColor& line = over ? style.overLine : style.underLine;
    if (box.width() < kHatchedWidth) {
        fill(painter, box, faded(line, 0.75));
        return;
    }
    fill(painter, box, over ? style.overTint : style.underTint);
    hatch(painter, box, over, line);
    if (box.height() < 2) return;
    painter.setPen(QPen(line, 1, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
}

void paintDiamond(QPainter& painter, const QPointF& centre, const DiagramStyle& style) {
    constexpr qreal radius = 4.5;
    const QPointF corners[] = {centre + QPointF(0, -radius), centre + QPointF(radius, 0),
                               centre + QPointF(0, radius), centre + QPointF(-radius, 0)};
    painter.setPen(QPen(style.background, 1.25));
    painter.setBrush(style.confidence);
    painter.drawPolygon(corners, 4);
}

void paintInterval(QPainter& painter, qreal x, qreal top, qreal bottom, const DiagramStyle& style) {
    constexpr qreal cap = 4;
    const QLineF lines[] = {
        {x, top, x, bottom}, {x - cap, top, x + cap, top}, {x - cap, bottom, x + cap, bottom}};
    painter.setPen(QPen(faded(style.background, 0.65), 3.2, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(lines[0]);
    painter.setPen(QPen(style.errorBar, 1.3, Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(lines, 3);
}

void paintBars(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
               const DiagramStyle& style, const BinMarks& marks) {
    const Snapper snap(painter);
    if (holds(curve, marks.selected)) {
        fill(painter, snap(wholeColumn(curve.bins[*marks.selected], map)),
             faded(style.selection, 0.14));
    }
    for (const Bin& bin : curve.bins) {
        if (bin.count > 0) paintBar(painter, bin, map, style, snap);
    }
}

void paintMarks(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                const DiagramStyle& style, const BinMarks& marks) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    const qreal mean = meanWidth(curve, map);
    for (const Bin& bin : curve.bins) {
        const qreal width = map.x(bin.upper) - map.x(bin.lower);
        if (bin.count == 0 || mean < kIntervalWidth || width < 5) continue;
        paintInterval(painter, map.x((bin.lower + bin.upper) / 2), map.y(bin.interval->upper),
                      map.y(bin.interval->lower), style);
    }
    for (const Bin& bin : curve.bins) {
        if (bin.count == 0 || mean < kDiamondWidth) continue;
        const qreal confidence = std::min(*bin.confidence, 1.0);
        paintDiamond(painter, {map.x(confidence), map.y(confidence)}, style);
    }
    painter.setBrush(Qt::NoBrush);
    if (holds(curve, marks.hovered) && marks.hovered != marks.selected) {
        painter.setPen(QPen(style.axis, 1));
        painter.drawRect(wholeColumn(curve.bins[*marks.hovered], map));
    }
    if (holds(curve, marks.selected)) {
        painter.setPen(QPen(style.selection, 1.5, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        painter.drawRect(wholeColumn(curve.bins[*marks.selected], map));
    }
}

void paintCounts(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                 const DiagramStyle& style, const BinMarks& marks) {
    const Snapper snap(painter);
    for (std::size_t b = 0; b < curve.bins.size(); ++b) {
        const Bin& bin = curve.bins[b];
        if (bin.count == 0) continue;
        // A single row among a million still shows.
        const qreal top = std::min(map.y(static_cast<qreal>(bin.count)), map.area.bottom() - 1);
        const QRectF box = snap(column(bin, map, top, map.area.bottom()));
        const bool selected = marks.selected == b;
        fill(painter, box, selected ? style.selection : style.counts);
        if (!selected) {
            fill(painter, snap({box.left(), box.top(), box.width(), 1}), style.countsEdge);
        }
    }
}

}  // namespace diagonal
