// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/bins_painter.h"

#include <algorithm>
#include <cmath>

#include <QPainter>
#include <QPixmapCache>
#include <QVarLengthArray>

#include "app/diagram/painting/snapped_painting.h"
#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"

namespace diagonal {
namespace {

// Bin widths in pixels from which each detail is drawn, then sizes of these details.
constexpr qreal kHatchedWidth = 12;
constexpr qreal kIntervalWidth = 7;
constexpr qreal kDiamondWidth = 6;
constexpr qreal kStripedWidth = 2;
constexpr qreal kSpacedWidth = 8;
constexpr qreal kFramedWidth = 6;
constexpr qreal kHatchStep = 6;
constexpr qreal kHatchLine = 1.25;
constexpr qreal kIntervalLine = 1.3;
constexpr qreal kRangeOpacity = 0.25;
constexpr qreal kHaloOpacity = 0.65;

bool isShown(const Bin& bin, const PlotMap& map) {
    return bin.upper > map.horizontal.low && bin.lower < map.horizontal.high;
}

qreal meanWidth(const ReliabilityCurve& curve, const PlotMap& map) {
    const auto shown =
        std::ranges::count_if(curve.bins, [&](const Bin& bin) { return isShown(bin, map); });
    return map.area.width() / static_cast<qreal>(std::max<std::ptrdiff_t>(1, shown));
}

qreal widthOf(const Bin& bin, const PlotMap& map) {
    return map.x(bin.upper) - map.x(bin.lower);
}

bool areSpaced(const ReliabilityCurve& curve, const PlotMap& map) {
    return meanWidth(curve, map) >= kSpacedWidth;
}

/// Returns the column of a bin, with both edges on whole pixels. Bars that are wide enough are
/// separated by one pixel, everywhere the same.
QRectF barColumn(const Bin& bin, bool isSpaced, const PlotMap& map, const Snapper& snap) {
    const bool spaced = isSpaced && widthOf(bin, map) >= 3;
    const QRectF box = snap(
        {QPointF(map.x(bin.lower), map.area.top()), QPointF(map.x(bin.upper), map.area.bottom())});
    return spaced ? box.adjusted(0, 0, -snap.lineWidth(1), 0) : box;
}

/// Draws 45-degree lines clipped to the box, on one grid for the whole picture.
void drawHatch(QPainter& painter, const QRectF& box, bool rising, const QColor& colour) {
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

/// Returns a cached tile of lines on a tint, several periods wide because that repeats faster than
/// one. A period is `pixels` wide and high. Drawing the lines themselves takes ten times as long.
QPixmap hatchTile(bool rising, const QColor& line, const QColor& tint, int pixels) {
    const QString key = QStringLiteral("hatch %1 %2 %3 %4")
                            .arg(rising)
                            .arg(line.rgba())
                            .arg(tint.rgba())
                            .arg(pixels);
    QPixmap tile;
    if (QPixmapCache::find(key, &tile)) return tile;
    constexpr int periods = 16;
    tile = QPixmap(periods * pixels, pixels);
    tile.fill(tint);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(pixels / kHatchStep, pixels / kHatchStep);
    drawHatch(painter, {-kHatchStep, -kHatchStep, (periods + 2) * kHatchStep, 3 * kHatchStep},
              rising, line);
    painter.end();
    QPixmapCache::insert(key, tile);
    return tile;
}

/// Fills a box with tiles of `pixels` device pixels to `step` logical ones.
void fillWithTiles(QPainter& painter, const QRectF& box, const QPixmap& tile, qreal step,
                   int pixels) {
    QBrush brush(tile);
    brush.setTransform(QTransform::fromScale(step / pixels, step / pixels));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(box, brush);
    painter.setRenderHint(QPainter::Antialiasing, true);
}

/// Paints lines on a tint, with tiles if a period is a whole number of device pixels.
void hatch(QPainter& painter, const QRectF& box, bool rising, const QColor& line,
           const QColor& tint) {
    const int pixels = Snapper(painter).wholePixels(kHatchStep);
    if (pixels == 0) {
        fill(painter, box, tint);
        return drawHatch(painter, box, rising, line);
    }
    fillWithTiles(painter, box, hatchTile(rising, line, tint, pixels), kHatchStep, pixels);
}

/// Returns a cached tile of one level stripe on a tint.
QPixmap stripeTile(const QColor& line, const QColor& tint, int pixels) {
    const QString key =
        QStringLiteral("stripe %1 %2 %3").arg(line.rgba()).arg(tint.rgba()).arg(pixels);
    QPixmap tile;
    if (QPixmapCache::find(key, &tile)) return tile;
    constexpr int width = 64;  // wide tiles repeat faster than narrow ones
    tile = QPixmap(width, pixels);
    tile.fill(tint);
    QPainter(&tile).fillRect(0, 0, width, pixels / 2, line);
    QPixmapCache::insert(key, tile);
    return tile;
}

/// Paints level stripes on a tint, on one grid for the whole picture; with tiles if half a period
/// is a whole number of device pixels.
void paintStripes(QPainter& painter, const QRectF& box, const QColor& colour, const QColor& tint) {
    constexpr qreal step = 4;
    const Snapper snap(painter);
    const int half = snap.wholePixels(step / 2);
    if (half > 0)
        return fillWithTiles(painter, box, stripeTile(colour, tint, 2 * half), step, 2 * half);
    fill(painter, box, tint);
    for (qreal y = std::floor(box.top() / step) * step; y < box.bottom(); y += step) {
        const qreal top = std::max(y, box.top());
        const qreal bottom = std::min(y + step / 2, box.bottom());
        if (bottom > top) fill(painter, snap({box.left(), top, box.width(), bottom - top}), colour);
    }
}

QColor faded(QColor colour, qreal alpha) {
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

/// Paints the gap of a bin, paler within the noise.
void paintGapBox(QPainter& painter, const Bin& bin, const QRectF& box, bool hatched,
                 const DiagramStyle& style) {
    if (box.height() <= 0) return;
    paintGap(painter, box, bin.gap() < 0, hatched, style, isWithinNoise(bin));
}

/// Returns the part of a column between two heights, on whole pixels.
QRectF columnPart(const QRectF& column, qreal top, qreal bottom, const Snapper& snap) {
    const QRectF box = snap({column.left(), top, column.width(), bottom - top});
    return {column.left(), box.top(), column.width(), box.height()};
}

void paintBar(QPainter& painter, const Bin& bin, const QRectF& column, bool hatched,
              const PlotMap& map, const DiagramStyle& style, const Snapper& snap) {
    const qreal accuracy = map.y(*bin.accuracy);
    const qreal confidence = map.y(std::min(*bin.confidence, 1.0));
    const auto part = [&](qreal top, qreal bottom) {
        return columnPart(column, top, bottom, snap);
    };
    const QRectF bar = part(std::max(accuracy, confidence), map.area.bottom());
    const QRectF gap = part(std::min(accuracy, confidence), std::max(accuracy, confidence));
    fill(painter, bar, hasFewRows(bin) ? faded(style.accuracy, kFewRowsOpacity) : style.accuracy);
    const bool over = bin.gap() < 0;
    paintGapBox(painter, bin, gap, hatched, style);
    const qreal cap = std::min(over ? bar.top() : gap.top(), map.area.bottom() - kCap);
    fill(painter, part(cap, cap + kCap), style.accuracyCap);
}

/// Draws a frame around a column, inside its edges.
void frame(QPainter& painter, const QRectF& column, const QColor& colour, qreal about) {
    const qreal width = Snapper(painter).lineWidth(about);
    const QRectF inner = column.adjusted(width / 2, width / 2, -width / 2, -width / 2);
    drawLevel(painter, column.left(), column.right(), inner.top(), width, colour);
    drawLevel(painter, column.left(), column.right(), inner.bottom(), width, colour);
    const qreal top = column.top() + width;
    const qreal bottom = column.bottom() - width;
    drawUpright(painter, inner.left(), top, bottom, width, colour);
    drawUpright(painter, inner.right(), top, bottom, width, colour);
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

bool holds(const ReliabilityCurve& curve, const std::optional<std::size_t>& bin) {
    return bin && *bin < curve.bins.size();
}

}  // namespace

bool sharePixels(const ReliabilityCurve& curve, const PlotMap& map) {
    return meanWidth(curve, map) < 1;
}

std::vector<PixelColumn> pixelColumns(const ReliabilityCurve& curve, const PlotMap& map,
                                      const QPainter& painter) {
    const Snapper snap(painter);
    std::vector<PixelColumn> columns;
    std::optional<qreal> last;
    for (const Bin& bin : curve.bins) {
        if (bin.count == 0 || !isShown(bin, map)) continue;
        const bool isWide = widthOf(bin, map) >= 1;
        const qreal centre = map.x((bin.lower + bin.upper) / 2) - map.area.left();
        const qreal pixel = std::clamp(std::floor(centre), 0.0, std::ceil(map.area.width()) - 1);
        if (isWide) {
            columns.emplace_back();
            columns.back().column = barColumn(bin, false, map, snap);
        } else if (last != pixel) {
            const qreal left = snap.x(map.area.left() + pixel);
            columns.emplace_back();
            columns.back().column = {left, map.area.top(),
                                     snap.x(map.area.left() + pixel + 1) - left, map.area.height()};
        }
        last = isWide ? std::nullopt : std::optional(pixel);
        PixelColumn& shared = columns.back();
        Bin& pooled = shared.pooled;
        const bool isFirst = pooled.count == 0;
        const bool isNoise = isWithinNoise(bin) && (isFirst || isWithinNoise(pooled));
        const double weight = pooled.weight + bin.weight;
        const auto mean = [&](std::optional<double>& of, double more) {
            of = of.value_or(0) + (more - of.value_or(0)) * bin.weight / weight;
        };
        mean(pooled.accuracy, *bin.accuracy);
        mean(pooled.confidence, *bin.confidence);
        pooled.count += bin.count;
        pooled.weight = weight;
        pooled.consistency.reset();
        if (isNoise) pooled.consistency = Interval{*pooled.accuracy, *pooled.accuracy};
        shared.lowestAccuracy = std::min(shared.lowestAccuracy, *bin.accuracy);
        shared.highestAccuracy = std::max(shared.highestAccuracy, *bin.accuracy);
        shared.lowestGap = std::min(shared.lowestGap, bin.gap());
        shared.highestGap = std::max(shared.highestGap, bin.gap());
        shared.fullest = std::max(shared.fullest, bin.weight);
    }
    return columns;
}

void ColumnPainter::paintGapOf(const PixelColumn& shared) const {
    const Snapper snap(m_painter);
    const auto part = [&](double lower, double higher) {
        return columnPart(shared.column, m_map.y(higher), m_map.y(lower), snap);
    };
    const double gap = shared.pooled.gap();
    paintGapBox(m_painter, shared.pooled, part(std::min(gap, 0.0), std::max(gap, 0.0)), false,
                m_style);
    fill(m_painter, part(shared.lowestGap, shared.highestGap),
         faded(m_style.accuracyCap, kRangeOpacity));
}

ColumnPainter::ColumnPainter(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                             const DiagramStyle& style)
    : m_painter(painter),
      m_curve(curve),
      m_map(map),
      m_style(style),
      m_areSpaced(areSpaced(curve, map)) {}

void ColumnPainter::paintWashes(const BinMarks& marks) const {
    const Snapper snap(m_painter);
    const auto wash = [&](std::size_t index, const QColor& colour) {
        fill(m_painter, barColumn(m_curve.bins[index], m_areSpaced, m_map, snap), colour);
    };
    if (holds(m_curve, marks.hovered) && marks.hovered != marks.selected) {
        wash(*marks.hovered, faded(m_style.text, 0.06));
    }
    if (holds(m_curve, marks.selected)) wash(*marks.selected, faded(m_style.selection, 0.14));
}

void ColumnPainter::paintFrames(const BinMarks& marks) const {
    const Snapper snap(m_painter);
    const auto mark = [&](std::size_t index, const QColor& colour, qreal width) {
        const QRectF column = barColumn(m_curve.bins[index], m_areSpaced, m_map, snap);
        if (column.width() >= kFramedWidth) {
            frame(m_painter, column, colour, width);
        } else {
            pointOut(m_painter, column, colour);
        }
    };
    if (holds(m_curve, marks.hovered) && marks.hovered != marks.selected) {
        mark(*marks.hovered, faded(m_style.text, 0.65), 1);
    }
    if (holds(m_curve, marks.selected)) mark(*marks.selected, m_style.selection, 1.5);
}

void ColumnPainter::paintGapOf(const Bin& bin, qreal from, qreal to, bool hatched) const {
    const Snapper snap(m_painter);
    const bool wide = hatched && widthOf(bin, m_map) >= kHatchedWidth - 0.5;
    const QRectF column = barColumn(bin, m_areSpaced, m_map, snap);
    paintGapBox(m_painter, bin, columnPart(column, std::min(from, to), std::max(from, to), snap),
                wide, m_style);
}

void ColumnPainter::paintBandOf(const Bin& bin, qreal top, qreal bottom) const {
    const QRectF column = barColumn(bin, m_areSpaced, m_map, Snapper(m_painter));
    paintBand(m_painter, QRectF(QPointF(column.left(), top), QPointF(column.right(), bottom)),
              m_style);
}

void ColumnPainter::fillPart(const Bin& bin, qreal top, qreal bottom, const QColor& colour) const {
    const Snapper snap(m_painter);
    fill(m_painter, columnPart(barColumn(bin, m_areSpaced, m_map, snap), top, bottom, snap),
         colour);
}

BinDetailLevel detailLevel(const ReliabilityCurve& curve, const PlotMap& map) {
    const qreal mean = meanWidth(curve, map);
    return {mean >= kHatchedWidth, mean >= kIntervalWidth, mean >= kDiamondWidth};
}

void paintGap(QPainter& painter, const QRectF& box, bool over, bool hatched,
              const DiagramStyle& style, bool isPale) {
    const QColor& line = over ? style.overLine : style.underLine;
    const qreal opacity = painter.opacity();
    if (isPale) painter.setOpacity(opacity * kNoiseOpacity);
    if (hatched) {
        hatch(painter, box, over, line, over ? style.overTint : style.underTint);
    } else if (over || box.width() < kStripedWidth) {
        fill(painter, box, faded(line, 0.75));
    } else {
        // Too narrow for oblique lines: level stripes still tell one from the other without colour.
        paintStripes(painter, box, line, style.underTint);
    }
    painter.setOpacity(opacity);
    // The edge of a pale gap is as strong as that of another.
    if (hatched && box.height() >= 2) frame(painter, box, line, 1);
}

void paintDiamond(QPainter& painter, const QPointF& centre, qreal room, const DiagramStyle& style) {
    const qreal radius = std::min(4.5, 0.35 * room);
    if (radius < 2.5) return;
    const QPointF corners[] = {centre + QPointF(0, -radius), centre + QPointF(radius, 0),
                               centre + QPointF(0, radius), centre + QPointF(-radius, 0)};
    painter.setPen(QPen(style.background, 1.25));
    painter.setBrush(style.confidence);
    painter.drawPolygon(corners, 4);
}

void paintBand(QPainter& painter, const QRectF& box, const DiagramStyle& style) {
    fill(painter, box, faded(style.errorBar, 0.10));
    for (const qreal y : {box.top(), box.bottom()})
        drawLevel(painter, box.left(), box.right(), y, kIntervalLine, faded(style.errorBar, 0.9));
}

void paintInterval(QPainter& painter, qreal x, qreal top, qreal bottom, qreal room,
                   const DiagramStyle& style) {
    const qreal cap = std::min(4.0, 0.3 * room);
    const qreal halo = std::min(3.2, 0.2 * room);
    const Snapper snap(painter);
    const QRectF stem = snap.upright(x, top, bottom, kIntervalLine);
    const auto widened = [&](qreal width) {
        const qreal more = snap.rounded((width - kIntervalLine) / 2);
        return stem.adjusted(-more, 0, more, 0);
    };
    fill(painter, widened(halo), faded(style.background, kHaloOpacity));
    fill(painter, stem, style.errorBar);
    const QRectF caps = widened(2 * cap);
    for (const qreal y : {top, bottom})
        drawLevel(painter, caps.left(), caps.right(), y, kIntervalLine, style.errorBar);
}

void paintBars(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
               const DiagramStyle& style, const BinMarks& marks) {
    const Snapper snap(painter);
    ColumnPainter(painter, curve, map, style).paintWashes(marks);
    if (sharePixels(curve, map)) {
        for (const PixelColumn& shared : pixelColumns(curve, map, painter)) {
            paintBar(painter, shared.pooled, shared.column, false, map, style, snap);
            fill(painter,
                 columnPart(shared.column, map.y(shared.highestAccuracy),
                            map.y(shared.lowestAccuracy), snap),
                 faded(style.accuracyCap, kRangeOpacity));
        }
        return;
    }
    const bool hatches = detailLevel(curve, map).hatches;
    const bool spaced = areSpaced(curve, map);
    for (const Bin& bin : curve.bins) {
        if (bin.count == 0) continue;
        const bool hatched = hatches && widthOf(bin, map) >= kHatchedWidth - 0.5;
        paintBar(painter, bin, barColumn(bin, spaced, map, snap), hatched, map, style, snap);
    }
}

void paintMarks(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                const DiagramStyle& style, const BinMarks& marks,
                std::optional<IntervalKind> intervals) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    const ColumnPainter columns(painter, curve, map, style);
    const BinDetailLevel level = detailLevel(curve, map);
    const bool band = intervals == IntervalKind::Consistency;
    for (const Bin& bin : curve.bins) {
        if (bin.count == 0) continue;
        const qreal width = widthOf(bin, map);
        if (band && bin.consistency) {
            columns.paintBandOf(bin, map.y(bin.consistency->upper), map.y(bin.consistency->lower));
        }
        if (band || !intervals || !level.intervals || width < 5) continue;
        paintInterval(painter, map.x((bin.lower + bin.upper) / 2), map.y(bin.interval->upper),
                      map.y(bin.interval->lower), width, style);
    }
    for (const Bin& bin : curve.bins) {
        if (bin.count == 0 || !level.diamonds) continue;
        const qreal confidence = std::min(*bin.confidence, 1.0);
        if (!map.holds(confidence)) continue;
        paintDiamond(painter, {map.x(confidence), map.y(confidence)}, widthOf(bin, map), style);
    }
    columns.paintFrames(marks);
}

QColor colourBeside(const CurveBeside& beside, const DiagramStyle& style) {
    return beside.areOtherRows ? style.selection : style.secondaryText;
}

void paintBeside(QPainter& painter, const CurveBeside& beside, const PlotMap& map,
                 const DiagramStyle& style, bool hasIntervals) {
    constexpr qreal thickness = 2;
    constexpr qreal leastColumn = 12;
    const Snapper snap(painter);
    const QColor own = colourBeside(beside, style);
    const bool spaced = areSpaced(beside.curve, map);
    for (const Bin& bin : beside.curve.bins) {
        if (bin.count == 0) continue;
        const qreal y = map.y(*bin.accuracy);
        const QRectF column = barColumn(bin, spaced, map, snap);
        for (const auto& [half, colour] :
             {std::pair(thickness, faded(style.background, kHaloOpacity)),
              std::pair(thickness / 2, own)})
            fill(painter, columnPart(column, y - half, y + half, snap), colour);
        if (!hasIntervals || !bin.interval || column.width() < leastColumn) continue;
        // Off the middle, where the interval of the bar is; unlike that, without caps.
        const qreal x = column.left() + 0.75 * column.width();
        const qreal top = map.y(bin.interval->upper);
        const qreal bottom = map.y(bin.interval->lower);
        fill(painter, snap.upright(x, top, bottom, 2 * thickness),
             faded(style.background, kHaloOpacity));
        fill(painter, snap.upright(x, top, bottom, thickness), own);
    }
}

std::array<qreal, 2> linesOfMeans(const ReliabilityCurve& curve, const PlotMap& map) {
    double weight = 0, correct = 0, confidence = 0;
    for (const Bin& bin : curve.bins) {
        weight += bin.weight;
        correct += bin.correct;
        confidence += bin.count > 0 ? bin.weight * *bin.confidence : 0;
    }
    return {map.x(correct / weight), map.x(confidence / weight)};
}

void paintCountLabels(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                      const DiagramStyle& style, const BinMarks& marks) {
    constexpr std::size_t mostBins = 20;
    if (curve.filledBins() > mostBins || curve.weightKind != WeightKind::Counts) return;
    const auto means = linesOfMeans(curve, map);
    // Returns the place nearest to the middle of a column that no line of a mean crosses.
    const auto freeCentre = [&](qreal left, qreal column, qreal width) -> std::optional<qreal> {
        const qreal apart = width / 2 + kBesideMeans;
        const qreal middle = left + column / 2;
        std::optional<qreal> nearest;
        for (const qreal centre :
             {middle, means[0] - apart, means[0] + apart, means[1] - apart, means[1] + apart}) {
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
    painter.setFont(figureFont(kCountLabel));
    for (std::size_t b = 0; b < curve.bins.size(); ++b) {
        const Bin& bin = curve.bins[b];
        if (bin.count == 0) continue;
        const QString text = shortCountText(bin.weight);
        const qreal width = tabularWidth(painter.font(), text);
        const qreal left = map.x(bin.lower);
        const qreal column = map.x(bin.upper) - left;
        const qreal end = map.y(bin.weight);
        // The number of a full bar stands in it.
        const bool isAbove = end - kCountLabelHeight >= map.area.top();
        const qreal top = isAbove ? end - kCountLabelHeight : end + 2;
        const auto centre = freeCentre(left, column, width);
        if (!centre || top + kCountLabelHeight > map.area.bottom()) continue;
        const QColor ground = marks.selected == b ? selectedCounts(style) : style.counts;
        painter.setPen(isAbove ? style.secondaryText : textOn(ground));
        drawTabular(painter, {*centre - column / 2, top, column, kCountLabelHeight},
                    Qt::AlignHCenter, text);
    }
}

void paintOutcome(QPainter& painter, const QRectF& box, bool isWith, const DiagramStyle& style) {
    fill(painter, box, isWith ? style.accuracy : faded(style.overLine, 0.85));
    const qreal line = Snapper(painter).lineWidth(1);
    const qreal end = isWith ? box.top() : box.bottom() - line;
    fill(painter, QRectF(box.left(), end, box.width(), line),
         isWith ? style.accuracyCap : style.overLine);
}

void paintOutcomes(QPainter& painter, const ReliabilityCurve& curve,
                   const std::vector<OutcomeBar>& bars, const PlotMap& map,
                   const DiagramStyle& style, const BinMarks& marks) {
    const Snapper snap(painter);
    painter.setRenderHint(QPainter::Antialiasing, true);
    ColumnPainter(painter, curve, map, style).paintWashes(marks);
    const bool spaced = areSpaced(curve, map);
    const qreal zero = map.y(0);
    for (const OutcomeBar& bar : bars) {
        const Bin& bin = curve.bins[bar.bin];
        if (bin.count == 0) continue;
        const QRectF column = barColumn(bin, spaced, map, snap);
        // At least one pixel, so that a single row among a million shows.
        const qreal end = map.y(bar.height);
        const qreal top = bar.height > 0 ? std::min(end, zero - 1) : zero;
        const qreal bottom = bar.height > 0 ? zero : std::max(end, zero + 1);
        paintOutcome(painter, columnPart(column, top, bottom, snap), bar.height > 0, style);
    }
    painter.setPen(QPen(style.axis, 1));
    painter.drawLine(QPointF(map.area.left(), zero), QPointF(map.area.right(), zero));
}

void paintCounts(QPainter& painter, const ReliabilityCurve& curve, const PlotMap& map,
                 const DiagramStyle& style, const BinMarks& marks) {
    const Snapper snap(painter);
    const ColumnPainter columns(painter, curve, map, style);
    painter.setRenderHint(QPainter::Antialiasing, true);
    columns.paintWashes(marks);
    const auto paintBarOf = [&](const QRectF& column, double weight, bool isSelected) {
        // At least one pixel, so that a single row among a million shows.
        const qreal top = std::min(map.y(weight), map.area.bottom() - 1);
        const QRectF bar = columnPart(column, top, map.area.bottom(), snap);
        fill(painter, bar, isSelected ? selectedCounts(style) : style.counts);
        fill(painter, QRectF(bar.topLeft(), QSizeF(bar.width(), snap.lineWidth(1))),
             style.countsEdge);
    };
    if (sharePixels(curve, map)) {
        for (const PixelColumn& shared : pixelColumns(curve, map, painter))
            paintBarOf(shared.column, shared.fullest, false);
    } else {
        const bool spaced = areSpaced(curve, map);
        for (std::size_t b = 0; b < curve.bins.size(); ++b) {
            const Bin& bin = curve.bins[b];
            if (bin.count > 0)
                paintBarOf(barColumn(bin, spaced, map, snap), bin.weight, marks.selected == b);
        }
        paintCountLabels(painter, curve, map, style, marks);
    }
    columns.paintFrames(marks);
}

}  // namespace diagonal
