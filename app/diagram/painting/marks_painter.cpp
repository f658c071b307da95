// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/marks_painter.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QPainter>
#include <QPolygonF>

#include "app/diagram/painting/mark_shapes.h"
#include "app/diagram/painting/snapped_painting.h"
#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"

namespace diagonal {
namespace {

// Bin widths in pixels from which each detail is drawn.
constexpr qreal kHatchedWidth = 12;
constexpr qreal kIntervalWidth = 7;
constexpr qreal kDiamondWidth = 6;
constexpr qreal kSpacedWidth = 8;
constexpr qreal kFramedWidth = 6;

constexpr qreal kRangeOpacity = 0.25;
constexpr int kCountLabel = 10;  ///< pixels

qreal widthOf(const Interval& column, const PlotMap& map) {
    return map.x(column.upper) - map.x(column.lower);
}

/// Returns the box of a column, with both edges on whole pixels. Columns that are wide enough are
/// separated by one pixel, everywhere the same.
QRectF columnBox(const Interval& column, double meanColumn, const PlotMap& map,
                 const Snapper& snap) {
    const bool isSpaced =
        meanColumn * map.area.width() >= kSpacedWidth && widthOf(column, map) >= 3;
    const QRectF box = snap({QPointF(map.x(column.lower), map.area.top()),
                             QPointF(map.x(column.upper), map.area.bottom())});
    return isSpaced ? box.adjusted(0, 0, -snap.lineWidth(1), 0) : box;
}

/// Returns the part of a column between two heights, on whole pixels.
QRectF columnPart(const QRectF& column, qreal top, qreal bottom, const Snapper& snap) {
    const QRectF box = snap({column.left(), top, column.width(), bottom - top});
    return {column.left(), box.top(), column.width(), box.height()};
}

/// Draws arrows above and below a column that a frame would hide.
void pointOut(QPainter& painter, const QRectF& column, const QColor& colour) {
    const qreal x = column.center().x();
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    for (const qreal y : {column.top(), column.bottom()}) {
        const qreal outside = y == column.top() ? -5 : 5;
        const QPointF corners[] = {{x - 3.5, y + outside}, {x + 3.5, y + outside}, {x, y}};
        painter.drawPolygon(corners, 3);
    }
}

/// Paints the marks of one plot.
class MarksPainter {
public:
    MarksPainter(QPainter& painter, const PlotMarks& marks, const PlotMap& map,
                 const DiagramStyle& style)
        : m_painter(painter),
          m_marks(marks),
          m_map(map),
          m_style(style),
          m_snap(painter),
          m_detail(detailLevel(marks, map)) {}

    void paintBars(std::optional<std::size_t> selected) const {
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        for (const ColumnMark& mark : m_marks.inColumns)
            paintBar(mark, selected == mark.column);
        for (const AreaMark& area : m_marks.areas) {
            if (area.kind == MarkKind::Rows) paintArea(area);
        }
        if (m_marks.areNumbered) paintNumbers(selected);
        for (const LineMark& line : m_marks.references) {
            if (line.kind != MarkKind::Zero) continue;
            m_painter.setPen(QPen(m_style.axis, 1));
            m_painter.drawPolyline(shapeOf(line));
        }
    }

    void paintMarks() const {
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        for (const LineMark& line : m_marks.references)
            paintReference(line);
        for (const ColumnMark& mark : m_marks.inColumns)
            paintMark(mark);
        for (const AreaMark& area : m_marks.areas) {
            if (area.kind != MarkKind::Rows) paintArea(area);
        }
        if (!m_marks.message.empty()) paintMessage();
        for (const LineMark& line : m_marks.lines)
            paintStroke(m_painter, shapeOf(line), m_style);
    }

private:
    QRectF boxOf(const ColumnMark& mark) const {
        return columnBox(m_marks.columns[mark.column], m_marks.meanColumn, m_map, m_snap);
    }
    qreal widthOfColumn(const ColumnMark& mark) const {
        return widthOf(m_marks.columns[mark.column], m_map);
    }
    QPolygonF shapeOf(const LineMark& line) const {
        QPolygonF shape;
        for (const CurvePoint& point : line.points)
            shape << QPointF(m_map.x(point.x), m_map.y(point.y));
        return shape;
    }

    void paintBar(const ColumnMark& mark, bool isSelected) const {
        const QRectF column = boxOf(mark);
        const qreal top = m_map.y(std::max(mark.from, mark.to));
        const qreal bottom = m_map.y(std::min(mark.from, mark.to));
        const QRectF box = columnPart(column, top, bottom, m_snap);
        switch (mark.kind) {
            case MarkKind::Accuracy:
            case MarkKind::FewRows: return fill(m_painter, box, barColour(mark.kind, m_style));
            case MarkKind::Over:
            case MarkKind::Under: {
                const bool isHatched =
                    m_detail.hatches && widthOfColumn(mark) >= kHatchedWidth - 0.5;
                if (box.height() > 0)
                    paintGap(m_painter, box, mark.kind, isHatched, m_style, mark.isPale);
                return;
            }
            case MarkKind::End: return paintEnd(mark, column);
            case MarkKind::Range:
                return fill(m_painter, box, faded(m_style.accuracyCap, kRangeOpacity));
            case MarkKind::With:
                return paintOutcome(m_painter,
                                    columnPart(column, std::min(top, bottom - 1), bottom, m_snap),
                                    mark.kind, m_style);
            case MarkKind::Without:
                return paintOutcome(m_painter,
                                    columnPart(column, top, std::max(bottom, top + 1), m_snap),
                                    mark.kind, m_style);
            case MarkKind::Rows: return paintRows(mark, column, isSelected);
            default: return;
        }
    }

    /// Paints the line at the end of a bar, within the bar; that of an empty one stays in the plot.
    void paintEnd(const ColumnMark& mark, const QRectF& column) const {
        const qreal end = m_snap.y(m_map.y(mark.to));
        const qreal top =
            mark.to < mark.from ? end - kCap : std::min(end, m_map.area.bottom() - kCap);
        fill(m_painter, columnPart(column, top, top + kCap, m_snap), m_style.accuracyCap);
    }

    /// A single row among a million shows.
    void paintRows(const ColumnMark& mark, const QRectF& column, bool isSelected) const {
        const qreal top = std::min(m_map.y(mark.to), m_map.area.bottom() - 1);
        const QRectF bar = columnPart(column, top, m_map.area.bottom(), m_snap);
        fill(m_painter, bar, isSelected ? selectedCounts(m_style) : m_style.counts);
        fill(m_painter, QRectF(bar.topLeft(), QSizeF(bar.width(), m_snap.lineWidth(1))),
             m_style.countsEdge);
    }

    void paintNumbers(std::optional<std::size_t> selected) const;
    bool isFullest(const ColumnMark& mark) const;
    /// Returns a place beside the top of a bar of rows, apart from others; none without room.
    std::optional<QRectF> placeBeside(const ColumnMark& mark, qreal width,
                                      const std::vector<qreal>& means) const;

    void paintMark(const ColumnMark& mark) const {
        const Interval& column = m_marks.columns[mark.column];
        const qreal width = widthOfColumn(mark);
        constexpr qreal least = 5;
        switch (mark.kind) {
            case MarkKind::Band: {
                const QRectF box = boxOf(mark);
                return paintBand(m_painter,
                                 QRectF(QPointF(box.left(), m_map.y(mark.to)),
                                        QPointF(box.right(), m_map.y(mark.from))),
                                 m_style);
            }
            case MarkKind::Interval:
                if (m_detail.intervals && width >= least)
                    paintInterval(m_painter, m_map.x((column.lower + column.upper) / 2),
                                  m_map.y(mark.to), m_map.y(mark.from), width, m_style);
                return;
            case MarkKind::Confidence:
                if (m_detail.diamonds)
                    paintDiamond(m_painter, {m_map.x(mark.to), m_map.y(mark.to)}, width, m_style);
                return;
            case MarkKind::Before:
            case MarkKind::Listed: return paintBeside(mark);
            default: return;
        }
    }

    /// Paints a line at an accuracy, or its interval: off the middle, where that of the bar is, and
    /// unlike that without caps.
    void paintBeside(const ColumnMark& mark) const {
        constexpr qreal thickness = 2;
        constexpr qreal leastColumn = 12;
        const QRectF column = boxOf(mark);
        const QColor ground = faded(m_style.background, kHaloOpacity);
        const QColor own = besideColour(mark.kind, m_style);
        const qreal top = m_map.y(mark.to);
        if (mark.from == mark.to) {
            for (const auto& [half, colour] :
                 {std::pair(thickness, ground), std::pair(thickness / 2, own)})
                fill(m_painter, columnPart(column, top - half, top + half, m_snap), colour);
        } else if (column.width() >= leastColumn) {
            const qreal x = column.left() + 0.75 * column.width();
            for (const auto& [wide, colour] :
                 {std::pair(2 * thickness, ground), std::pair(thickness, own)})
                fill(m_painter, m_snap.upright(x, top, m_map.y(mark.from), wide), colour);
        }
    }

    void paintArea(const AreaMark& area) const {
        QPolygonF upper, lower;
        for (const BandPoint& point : area.points) {
            upper << QPointF(m_map.x(point.x), m_map.y(point.upper));
            lower << QPointF(m_map.x(point.x), m_map.y(point.lower));
        }
        QPolygonF whole = upper;
        for (auto point = lower.crbegin(); point != lower.crend(); ++point)
            whole << *point;
        const auto paint = [&](const QColor& ground, const QColor& edge, qreal width) {
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(ground);
            m_painter.drawPolygon(whole);
            m_painter.setBrush(Qt::NoBrush);
            m_painter.setPen(QPen(edge, width));
        };
        switch (area.kind) {
            case MarkKind::Band:
                paint(faded(m_style.errorBar, kBandTint), faded(m_style.errorBar, 0.55), 1);
                m_painter.drawPolyline(upper);
                m_painter.drawPolyline(lower);
                return;
            case MarkKind::Rows:
                paint(m_style.counts, m_style.countsEdge, 1.25);
                m_painter.drawPolyline(upper);
                return;
            default: paint(areaColour(area.kind, area.isPale, m_style), {}, 1);
        }
    }

    void paintReference(const LineMark& line) const {
        if (line.kind != MarkKind::BaseRate && line.kind != MarkKind::NoSkill) return;
        constexpr qreal halo = 3.5;
        m_painter.save();
        m_painter.setClipRect(m_map.area);
        for (const QPen& pen : {QPen(m_style.background, halo, Qt::SolidLine, Qt::FlatCap),
                                skillPen(line.kind, m_style)}) {
            m_painter.setPen(pen);
            m_painter.drawPolyline(shapeOf(line));
        }
        m_painter.restore();
    }

    void paintMessage() const {
        constexpr qreal space = 24;
        m_painter.setFont(figureFont(kTextPixels));
        m_painter.setPen(m_style.secondaryText);
        m_painter.drawText(m_map.area.adjusted(space, space, -space, -space),
                           Qt::AlignTop | Qt::AlignHCenter | Qt::TextWordWrap,
                           toQString(m_marks.message));
    }

    QPainter& m_painter;
    const PlotMarks& m_marks;
    const PlotMap& m_map;
    const DiagramStyle& m_style;
    Snapper m_snap;
    BinDetailLevel m_detail;
};

void MarksPainter::paintNumbers(std::optional<std::size_t> selected) const {
    std::vector<qreal> means;
    for (const double mean : m_marks.means)
        means.push_back(m_map.x(mean));
    // Returns the place nearest to the middle of a column that no line of a mean crosses.
    const auto freeCentre = [&](qreal left, qreal column, qreal width) -> std::optional<qreal> {
        const qreal apart = width / 2 + kBesideMeans;
        const qreal middle = left + column / 2;
        std::optional<qreal> nearest;
        std::vector<qreal> centres = {middle};
        for (const qreal mean : means)
            centres.insert(centres.end(), {mean - apart, mean + apart});
        for (const qreal centre : centres) {
            constexpr qreal rounding = 1e-9;
            const bool isCrossed = std::ranges::any_of(
                means, [&](qreal x) { return std::abs(x - centre) < apart - rounding; });
            const bool isInside = std::abs(centre - middle) <= (column - 2 - width) / 2;
            const bool isNearer =
                !nearest || std::abs(centre - middle) < std::abs(*nearest - middle);
            if (isInside && !isCrossed && isNearer) nearest = centre;
        }
        return nearest;
    };
    m_painter.setFont(figureFont(kCountLabel));
    for (const ColumnMark& mark : m_marks.inColumns) {
        const QString text = shortCountText(mark.to);
        const qreal width = tabularWidth(m_painter.font(), text);
        const qreal left = m_map.x(m_marks.columns[mark.column].lower);
        const qreal column = widthOf(m_marks.columns[mark.column], m_map);
        const qreal end = m_map.y(mark.to);
        // The number of a full bar stands in it.
        const bool isAbove = end - kCountLabelHeight >= m_map.area.top();
        const qreal top = isAbove ? end - kCountLabelHeight : end + 2;
        const auto centre = freeCentre(left, column, width);
        if (!centre && isFullest(mark)) {
            if (const auto box = placeBeside(mark, width + 1, means)) {
                m_painter.setPen(m_style.secondaryText);
                drawTabular(m_painter, *box, Qt::AlignHCenter, text);
            }
        }
        if (!centre || top + kCountLabelHeight > m_map.area.bottom()) continue;
        const QColor ground = selected == mark.column ? selectedCounts(m_style) : m_style.counts;
        m_painter.setPen(isAbove ? m_style.secondaryText : textOn(ground));
        drawTabular(m_painter, {*centre - column / 2, top, column, kCountLabelHeight},
                    Qt::AlignHCenter, text);
    }
}

bool MarksPainter::isFullest(const ColumnMark& mark) const {
    return std::ranges::all_of(m_marks.inColumns,
                               [&](const ColumnMark& other) { return other.to <= mark.to; });
}

std::optional<QRectF> MarksPainter::placeBeside(const ColumnMark& mark, qreal width,
                                                const std::vector<qreal>& means) const {
    constexpr qreal space = 3;
    const QRectF bar = boxOf(mark);
    const qreal top = std::max(m_map.y(mark.to), m_map.area.top());
    for (const qreal left : {bar.left() - space - width, bar.right() + space}) {
        const QRectF box(left, top, width, kCountLabelHeight);
        const auto meets = [&](const ColumnMark& other) {
            // With its number above it.
            const qreal end = m_map.y(other.to) - kCountLabelHeight;
            const QRectF column = boxOf(other);
            return other.column != mark.column && column.right() > box.left() &&
                   column.left() < box.right() && end < box.bottom();
        };
        const auto crosses = [&](qreal x) {
            return x > box.left() - kBesideMeans && x < box.right() + kBesideMeans;
        };
        if (m_map.area.contains(box) && std::ranges::none_of(m_marks.inColumns, meets) &&
            std::ranges::none_of(means, crosses))
            return box;
    }
    return std::nullopt;
}

/// Calls mark(column, isSelected) for the marked bins.
template <typename Mark>
void forMarked(const ReliabilityCurve& curve, const BinMarks& marked, const Mark& mark) {
    const auto call = [&](const std::optional<std::size_t>& bin, bool isSelected) {
        if (bin && *bin < curve.bins.size())
            mark(Interval{curve.bins[*bin].lower, curve.bins[*bin].upper}, isSelected);
    };
    if (marked.hovered != marked.selected) call(marked.hovered, false);
    call(marked.selected, true);
}

}  // namespace

BinDetailLevel detailLevel(const PlotMarks& marks, const PlotMap& map) {
    const qreal mean = marks.meanColumn * map.area.width();
    return {mean >= kHatchedWidth, mean >= kIntervalWidth, mean >= kDiamondWidth};
}

void paintBars(QPainter& painter, const PlotMarks& marks, const PlotMap& map,
               const DiagramStyle& style, std::optional<std::size_t> selected) {
    MarksPainter(painter, marks, map, style).paintBars(marks.arePooled ? std::nullopt : selected);
}

void paintMarks(QPainter& painter, const PlotMarks& marks, const PlotMap& map,
                const DiagramStyle& style) {
    MarksPainter(painter, marks, map, style).paintMarks();
}

void paintWashes(QPainter& painter, const ReliabilityCurve& bins, double meanColumn,
                 const PlotMap& map, const DiagramStyle& style, const BinMarks& marked) {
    const Snapper snap(painter);
    forMarked(bins, marked, [&](const Interval& bin, bool isSelected) {
        fill(painter, columnBox(bin, meanColumn, map, snap),
             isSelected ? faded(style.selection, 0.14) : faded(style.text, 0.06));
    });
}

void paintFrames(QPainter& painter, const ReliabilityCurve& bins, double meanColumn,
                 const PlotMap& map, const DiagramStyle& style, const BinMarks& marked) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    const Snapper snap(painter);
    forMarked(bins, marked, [&](const Interval& bin, bool isSelected) {
        const QRectF column = columnBox(bin, meanColumn, map, snap);
        const QColor colour = isSelected ? style.selection : faded(style.text, 0.65);
        if (column.width() >= kFramedWidth) {
            // A casing tells the frame of the selection from bars of its colour.
            const qreal line = snap.lineWidth(1.5);
            if (isSelected)
                frame(painter, column.adjusted(line, line, -line, -line), style.background, 1);
            frame(painter, column, colour, isSelected ? 1.5 : 1);
        } else {
            pointOut(painter, column, colour);
        }
    });
}

}  // namespace diagonal
