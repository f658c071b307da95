// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/curve_painter.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <QPainter>
#include <QPolygonF>

namespace diagonal {
namespace {

/// Returns the part of ascending points that lies on the horizontal axis of a map; ends are
/// interpolated by mix(a, b, share).
template <typename Point, typename Mix>
std::vector<Point> shownPart(const std::vector<Point>& points, const PlotMap& map, const Mix& mix) {
    const double low = map.horizontal.low;
    const double high = map.horizontal.high;
    std::vector<Point> shown;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (i > 0) {
            for (const double end : {low, high}) {
                const double before = points[i - 1].x;
                if (before < end && end < points[i].x)
                    shown.push_back(
                        mix(points[i - 1], points[i], (end - before) / (points[i].x - before)));
            }
        }
        if (map.holds(points[i].x)) shown.push_back(points[i]);
    }
    return shown;
}

std::vector<CurvePoint> shownStroke(const std::vector<CurvePoint>& stroke, const PlotMap& map) {
    return shownPart(stroke, map, [](const CurvePoint& a, const CurvePoint& b, double share) {
        return CurvePoint{a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
    });
}

std::vector<BandPoint> shownBand(const std::vector<BandPoint>& band, const PlotMap& map) {
    return shownPart(band, map, [](const BandPoint& a, const BandPoint& b, double share) {
        return BandPoint{a.x + share * (b.x - a.x), a.lower + share * (b.lower - a.lower),
                         a.upper + share * (b.upper - a.upper)};
    });
}

/// Returns the bounds of a curve's band at x; none where it has no band.
std::optional<BandPoint> bandAt(const CalibrationCurve& curve, double x) {
    for (const auto& band : curve.band) {
        const auto after = std::ranges::lower_bound(band, x, {}, &BandPoint::x);
        if (after == band.end() || (after == band.begin() && after->x != x)) continue;
        if (after->x == x) return *after;
        const BandPoint& before = *(after - 1);
        const double share = (x - before.x) / (after->x - before.x);
        return BandPoint{x, std::lerp(before.lower, after->lower, share),
                         std::lerp(before.upper, after->upper, share)};
    }
    return std::nullopt;
}

/// Paints the area between a stroke and the diagonal, in pieces that each lie on one side of it:
/// pale where the band says that chance alone explains it.
class CurveAreas {
public:
    CurveAreas(QPainter& painter, const CalibrationCurve& curve, const PlotMap& map,
               const DiagramStyle& style)
        : m_painter(painter), m_shown(curve), m_map(map), m_style(style) {}

    void paint(const std::vector<CurvePoint>& stroke) {
        m_painter.setPen(Qt::NoPen);
        for (std::size_t i = 0; i < stroke.size(); ++i)
            i == 0 ? add(stroke[i]) : follow(stroke[i - 1], stroke[i]);
        flush();
    }

private:
    static qreal above(const CurvePoint& point) { return point.y - point.x; }

    bool isByChance(const CurvePoint& point) const {
        const auto band = bandAt(m_shown, point.x);
        const double y = m_shown.bandMeaning == BandMeaning::TrueCurve ? point.x : point.y;
        return band && band->lower <= y && y <= band->upper;
    }

    /// Adds the line from a point to the next, in steps of a few pixels, which are pale or not.
    void follow(const CurvePoint& from, const CurvePoint& to) {
        constexpr qreal step = 3;
        const auto steps = std::max(1, static_cast<int>((m_map.x(to.x) - m_map.x(from.x)) / step));
        CurvePoint last = from;
        for (int i = 1; i <= steps; ++i) {
            const double share = static_cast<double>(i) / steps;
            const CurvePoint next{std::lerp(from.x, to.x, share), std::lerp(from.y, to.y, share)};
            const bool isPale = isByChance({(last.x + next.x) / 2, (last.y + next.y) / 2});
            if (isPale != m_isPale) {
                flush();
                add(last);
            }
            m_isPale = isPale;
            cross(last, next);
            add(next);
            last = next;
        }
    }

    /// Ends the piece if the stroke crosses the diagonal between two points.
    void cross(const CurvePoint& a, const CurvePoint& b) {
        if ((above(a) < 0) == (above(b) < 0)) return;
        const qreal part = above(a) / (above(a) - above(b));
        const CurvePoint meeting{a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
        add(meeting);
        flush();
        add(meeting);
    }

    void add(const CurvePoint& point) {
        m_curve << QPointF(m_map.x(point.x), m_map.y(point.y));
        m_base << QPointF(m_map.x(point.x), m_map.y(point.x));
        m_sum += above(point);
    }

    void flush() {
        QPolygonF area = m_curve;
        std::reverse(m_base.begin(), m_base.end());
        area << m_base;
        QColor colour = m_sum < 0 ? m_style.overLine : m_style.underLine;
        colour.setAlphaF(m_isPale ? kPaleOpacity : kAreaOpacity);
        m_painter.setBrush(colour);
        m_painter.drawPolygon(area);
        m_curve.clear();
        m_base.clear();
        m_sum = 0;
    }

    QPainter& m_painter;
    const CalibrationCurve& m_shown;
    const PlotMap& m_map;
    const DiagramStyle& m_style;
    QPolygonF m_curve, m_base;
    qreal m_sum = 0;
    bool m_isPale = false;
};

void paintBand(QPainter& painter, const std::vector<BandPoint>& band, const PlotMap& map,
               const DiagramStyle& style) {
    QPolygonF upper, lower;
    for (const BandPoint& point : band) {
        upper << QPointF(map.x(point.x), map.y(point.upper));
        lower << QPointF(map.x(point.x), map.y(point.lower));
    }
    QPolygonF area = upper;
    for (auto point = lower.crbegin(); point != lower.crend(); ++point)
        area << *point;
    QColor colour = style.errorBar;
    colour.setAlphaF(0.12F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(area);
    colour.setAlphaF(0.55F);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 1));
    painter.drawPolyline(upper);
    painter.drawPolyline(lower);
}

}  // namespace

void paintGapBars(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                  const DiagramStyle& style, const BinMarks& marks) {
    const ColumnPainter columns(painter, curve, map, style);
    columns.paintWashes(marks);
    if (sharePixels(curve, map)) {
        for (const PixelColumn& shared : pixelColumns(curve, map, painter))
            columns.paintGapOf(shared);
        return;
    }
    const bool hatched = detailLevel(curve, map).hatches;
    for (const Bin& bin : curve.bins) {
        if (bin.count == 0) continue;
        columns.paintGapOf(bin, map.y(0), map.y(bin.gap()), hatched);
        const qreal cap = bin.gap() < 0 ? map.y(bin.gap()) - kCap : map.y(bin.gap());
        columns.fillPart(bin, cap, cap + kCap, style.accuracyCap);
    }
}

void paintGapMarks(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                   const DiagramStyle& style, const BinMarks& marks,
                   std::optional<IntervalKind> intervals) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    const ColumnPainter columns(painter, curve, map, style);
    const bool band = intervals == IntervalKind::Consistency;
    const bool room = detailLevel(curve, map).intervals;
    for (const Bin& bin : curve.bins) {
        if (bin.count == 0) continue;
        const auto& interval = band ? bin.consistency : bin.interval;
        if (!interval || !intervals) continue;
        const qreal top = map.y(interval->upper - *bin.confidence);
        const qreal bottom = map.y(interval->lower - *bin.confidence);
        if (band) {
            columns.paintBandOf(bin, top, bottom);
        } else if (room) {
            paintInterval(painter, map.x((bin.lower + bin.upper) / 2), top, bottom,
                          map.x(bin.upper) - map.x(bin.lower), style);
        }
    }
    columns.paintFrames(marks);
}

void paintCurve(QPainter& painter, const CalibrationCurve& curve, bool idealIsDiagonal,
                const PlotMap& map, const DiagramStyle& style) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const auto& band : curve.band)
        paintBand(painter, shownBand(band, map), map, style);
    // A sum is above zero where predictions were too low so far, not where they are.
    CurveAreas areas(painter, curve, map, style);
    for (const auto& stroke : curve.strokes) {
        if (idealIsDiagonal) areas.paint(shownStroke(stroke, map));
    }
    const bool isEmpty =
        std::ranges::none_of(curve.strokes, [](const auto& stroke) { return stroke.size() > 1; });
    if (isEmpty) {
        constexpr qreal space = 24;
        painter.setFont(figureFont(kTextPixels));
        painter.setPen(style.secondaryText);
        painter.drawText(map.area.adjusted(space, space, -space, -space),
                         Qt::AlignTop | Qt::AlignHCenter | Qt::TextWordWrap,
                         QObject::tr("Too few rows, or too few different values, for a curve"));
    }
    for (const auto& stroke : curve.strokes) {
        QPolygonF line;
        for (const CurvePoint& point : shownStroke(stroke, map))
            line << QPointF(map.x(point.x), map.y(point.y));
        paintLine(painter, line, style);
    }
}

CurveSides sidesOf(const CalibrationCurve& curve, bool idealIsDiagonal, const PlotMap& map) {
    if (!idealIsDiagonal) return {};
    qreal below = 0;
    qreal above = 0;
    for (const auto& stroke : curve.strokes) {
        const auto points = shownStroke(stroke, map);
        for (std::size_t i = 1; i < points.size(); ++i) {
            const CurvePoint& point = points[i];
            const qreal height = map.y(point.x) - map.y(point.y);
            const qreal area = height * (map.x(point.x) - map.x(points[i - 1].x));
            (area < 0 ? below : above) += std::abs(area);
        }
    }
    constexpr qreal leastSeen = 16;
    return {below >= leastSeen, above >= leastSeen};
}

QPen skillPen(bool isLevel, const DiagramStyle& style) {
    QPen pen(style.secondaryText, 1.25, isLevel ? Qt::SolidLine : Qt::CustomDashLine, Qt::FlatCap);
    if (!isLevel) pen.setDashPattern({1, 2});
    return pen;
}

void paintSkillLines(QPainter& painter, const std::vector<SkillLine>& lines, const PlotMap& map,
                     const DiagramStyle& style) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setClipRect(map.area);
    const auto place = [&](const SkillLine& line, qreal x) {
        return QPointF(map.x(x), map.y(line.atZero + x * (line.atOne - line.atZero)));
    };
    for (const SkillLine& line : lines) {
        constexpr qreal halo = 3.5;
        painter.setPen(QPen(style.background, halo, Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(place(line, map.horizontal.low), place(line, map.horizontal.high));
        painter.setPen(skillPen(line.atZero == line.atOne, style));
        painter.drawLine(place(line, map.horizontal.low), place(line, map.horizontal.high));
    }
    painter.restore();
}

void paintConfidences(QPainter& painter, const CalibrationCurve& curve, const PlotMap& map,
                      const DiagramStyle& style) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    QPolygonF line;
    for (const CurvePoint& point : curve.confidences)
        line << QPointF(map.x(point.x), map.y(point.y));
    QPolygonF area = line;
    if (!line.isEmpty()) {
        area << QPointF(line.last().x(), map.area.bottom())
             << QPointF(map.area.left(), map.area.bottom())
             << QPointF(map.area.left(), line.first().y());
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(style.counts);
    painter.drawPolygon(area);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style.countsEdge, 1.25));
    painter.drawPolyline(line);
}

void paintLine(QPainter& painter, const QPolygonF& line, const DiagramStyle& style) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style.background, 4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(line);
    painter.setPen(QPen(style.accuracyCap, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (line.size() == 1) painter.drawPoint(line.first());
    painter.drawPolyline(line);
}

}  // namespace diagonal
