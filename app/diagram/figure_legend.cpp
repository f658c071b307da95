// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/figure_legend.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>

#include "app/diagram/figure_text.h"
#include "app/diagram/painting/gap_labels.h"
#include "app/diagram/painting/mark_shapes.h"
#include "app/text/number_text.h"
#include "core/publishing/diagrams/diagram.h"
#include "core/publishing/diagrams/drawn_columns.h"

namespace diagonal {
namespace {

constexpr qreal kIcon = 16;
constexpr qreal kIconSpace = 6;
constexpr qreal kItemSpace = 13;

struct LegendItem {
    LegendEntry entry;
    QString text;
    bool hasRoom = true;  ///< false if the bins have no room for the mark
};

/// Returns a text of an item: names of classes may be long.
QString itemText(const std::string& text) {
    constexpr qreal most = 260;
    return QFontMetricsF(figureFont(12)).elidedText(toQString(text), Qt::ElideMiddle, most);
}

/// Returns what a window has room for, where help tells more: "Within chance" for "Within chance,
/// each bin".
QString textForWindow(const LegendEntry& entry) {
    return itemText(entry.help.empty() ? entry.text + entry.detail : entry.text);
}

/// Returns what a column has room for: "Too high" for "Predicted too high".
QString textForColumn(const LegendEntry& entry) {
    return itemText(entry.shortText.empty() ? entry.text : entry.shortText);
}

void paintIdealIcon(QPainter& painter, const QRectF& box, bool isLevel, const DiagramStyle& style) {
    painter.setPen(idealPen(1.5, style));
    const qreal middle = box.center().y();
    painter.drawLine(isLevel ? QPointF(box.left(), middle) : box.bottomLeft(),
                     isLevel ? QPointF(box.right(), middle) : box.topRight());
}

/// Paints a gap; a pale entry is one of both sides.
void paintGapIcon(QPainter& painter, const QRectF& box, const LegendEntry& entry, bool isCurve,
                  bool isHatched, const DiagramStyle& style) {
    const auto paint = [&](const QRectF& part, MarkKind kind) {
        if (!isCurve) return paintGap(painter, part, kind, isHatched, style, entry.isPale);
        // As in the plot: over a band, and with an edge, because the tints are pale.
        painter.fillRect(part, faded(style.errorBar, kBandTint));
        painter.fillRect(part, areaColour(kind, entry.isPale, style));
        frame(painter, part, kind == MarkKind::Over ? style.overLine : style.underLine, 1);
    };
    if (!entry.isPale) return paint(box, entry.kind);
    const QRectF left(box.topLeft(), QSizeF(box.width() / 2, box.height()));
    paint(left, MarkKind::Over);
    paint(left.translated(left.width(), 0), MarkKind::Under);
}

void paintIcon(QPainter& painter, const QRectF& box, const LegendEntry& entry,
               const DrawnFigure& figure, const BinDetailLevel& detail) {
    constexpr qreal room = 20;
    const DiagramStyle& style = figure.style;
    switch (entry.kind) {
        case MarkKind::Over:
        case MarkKind::Under:
            return paintGapIcon(painter, box, entry, figure.report.curve != nullptr, detail.hatches,
                                style);
        case MarkKind::With:
        case MarkKind::Without: return paintOutcome(painter, box, entry.kind, style);
        case MarkKind::Before:
        case MarkKind::Listed:
            return painter.fillRect(QRectF(box.left(), box.center().y() - 1, box.width(), 2),
                                    besideColour(entry.kind, style));
        case MarkKind::Band: return paintBand(painter, box.adjusted(0, 1, 0, -1), style);
        case MarkKind::Interval:
            return paintInterval(painter, box.center().x(), box.top() - 1, box.bottom() + 1, room,
                                 style);
        case MarkKind::Confidence: return paintDiamond(painter, box.center(), room, style);
        case MarkKind::Curve:
            return paintStroke(
                painter,
                QPolygonF({box.bottomLeft() + QPointF(0, -3), box.topRight() + QPointF(0, 3)}),
                style);
        case MarkKind::Ideal:
            return paintIdealIcon(painter, box, diagramOf(figure.report).isAroundZero, style);
        case MarkKind::BaseRate:
        case MarkKind::NoSkill: {
            painter.setPen(skillPen(entry.kind, style));
            const qreal rise = entry.kind == MarkKind::BaseRate ? 0 : box.height() / 4;
            return painter.drawLine(QPointF(box.left(), box.center().y() + rise),
                                    QPointF(box.right(), box.center().y() - rise));
        }
        default: break;
    }
    painter.fillRect(box, barColour(entry.kind, style));
    painter.fillRect(QRectF(box.left(), box.top(), box.width(), 2), style.accuracyCap);
}

qreal widthOf(const LegendItem& item) {
    return kIcon + kIconSpace + QFontMetricsF(figureFont(12)).horizontalAdvance(item.text) +
           kItemSpace;
}

qreal widthOfRow(const std::vector<LegendItem>& items) {
    qreal width = -kItemSpace;
    for (const LegendItem& item : items)
        width += widthOf(item);
    return width;
}

/// The name of the gaps of one side, beside one of them, or of the ideal.
struct GapName {
    MarkKind kind = MarkKind::Over;
    QString text;
    QRectF box;
};

PlotMap mapOf(const DrawnFigure& figure) {
    return {figure.layout.diagram, figure.figure.left, figure.figure.x};
}

/// True for the entry of gaps of one side.
bool isOfSide(const LegendEntry& entry) {
    return !entry.isPale && (entry.kind == MarkKind::Over || entry.kind == MarkKind::Under);
}

/// Returns the names of gaps that stand beside them on paper, where they have room, and that of the
/// ideal, in place of the legend.
std::vector<GapName> gapNames(const DrawnFigure& figure, const std::vector<LegendEntry>& entries) {
    const FigureParts& parts = figure.content.parts;
    const bool hasGaps = !diagramOf(figure.report).isAroundZero &&
                         nameBeside(figure.report).empty() && !parts.skillLines;
    if (figure.use != FigureUse::Paper || !figure.namesGaps || !parts.legend || !hasGaps) return {};
    const std::vector<PlotStrip> strips = stripsOf(figure.figure.marks, mapOf(figure));
    const QFontMetricsF metrics(figureFont(12));
    std::vector<QRectF> taken;
    if (const auto card = scoreCard(figure)) taken.push_back(*card);
    std::vector<GapName> names;
    for (const LegendEntry& entry : entries) {
        if (!isOfSide(entry)) continue;
        const QString text = textForColumn(entry);
        const QSizeF size(std::ceil(metrics.horizontalAdvance(text)) + 1, metrics.height());
        const bool isOver = entry.kind == MarkKind::Over;
        const bool isBelow = isOver && figure.report.curve;
        if (const auto box =
                placeAtGap(strips, isOver, isBelow, size, figure.layout.diagram, taken)) {
            names.push_back({entry.kind, text, *box});
            taken.push_back(*box);
        }
    }
    const auto ideal = std::ranges::find(entries, MarkKind::Ideal, &LegendEntry::kind);
    if (ideal == entries.end()) return names;
    const QString text = toQString(ideal->text);
    const QSizeF size(std::ceil(metrics.horizontalAdvance(text)) + 1, metrics.height());
    if (const auto box = placeAtIdeal(strips, mapOf(figure), size, taken))
        names.push_back({MarkKind::Ideal, text, *box});
    return names;
}

/// True if the area of a curve's gaps can be seen.
bool hasArea(const PlotMarks& marks, const LegendEntry& entry, const PlotMap& map) {
    constexpr qreal leastSeen = 16;  // pixels
    qreal seen = 0;
    for (const AreaMark& area : marks.areas) {
        const bool isMeant =
            area.isPale == entry.isPale && (entry.isPale || area.kind == entry.kind);
        for (std::size_t i = 1; i < area.points.size() && isMeant; ++i) {
            const BandPoint& point = area.points[i];
            seen += (map.y(point.lower) - map.y(point.upper)) *
                    (map.x(point.x) - map.x(area.points[i - 1].x));
        }
    }
    return seen >= leastSeen;
}

/// True if the figure shows marks that an entry explains.
bool isDrawn(const LegendEntry& entry, const DrawnFigure& figure) {
    const bool isGap = isOfSide(entry) || entry.isPale;
    if (isGap && figure.report.curve) return hasArea(figure.figure.marks, entry, mapOf(figure));
    return holds(figure.figure.marks, entry);
}

/// The items of a legend, and the names beside marks that stand in place of others.
struct FigureLegend {
    std::vector<LegendItem> items;
    std::vector<GapName> names;
};

/// Returns the legend of a figure: on paper of what is drawn, and in a column what fits in one row.
FigureLegend legendOf(const DrawnFigure& figure) {
    const DiagramLayout& layout = figure.layout;
    const FigureParts& parts = figure.content.parts;
    const bool isPaper = figure.use == FigureUse::Paper;
    const BinDetailLevel detail = detailLevel(figure.figure.marks, mapOf(figure));
    const std::vector<LegendEntry>& entries = figure.figure.legend;
    FigureLegend legend{{}, gapNames(figure, entries)};
    std::vector<LegendItem>& items = legend.items;
    for (const LegendEntry& entry : entries) {
        const bool hasRoom = entry.kind == MarkKind::Interval ? detail.intervals && parts.intervals
                             : entry.kind == MarkKind::Confidence ? detail.diamonds
                                                                  : true;
        const bool isNamed =
            !entry.isPale && std::ranges::count(legend.names, entry.kind, &GapName::kind) > 0;
        // The window shows an item always: a dragged slider must not repaint the legend.
        if (isPaper && (isNamed || !hasRoom || !isDrawn(entry, figure))) continue;
        items.push_back(
            {entry, isPaper ? itemText(entry.text + entry.detail) : textForWindow(entry), hasRoom});
    }
    constexpr qreal edge = 5;
    const qreal room = layout.scene.right() - edge - layout.diagram.left();
    if (!layout.isColumn || widthOfRow(items) <= room) return legend;
    for (LegendItem& item : items)
        item.text = textForColumn(item.entry);
    while (!items.empty() && widthOfRow(items) > room)
        items.erase(std::ranges::max_element(
            items, {}, [](const LegendItem& item) { return item.entry.rank; }));
    return legend;
}

}  // namespace

std::vector<qreal> legendItemWidths(const Report* report, const FigureParts& parts) {
    const LegendTerms own = report ? legendTerms(*report) : LegendTerms();
    LegendTerms topLabel = own;
    topLabel.terms = termsOf(View::Kind::TopLabel);
    topLabel.choice.kind = IntervalKind::Wilson;
    LegendTerms oneClass = own;
    oneClass.terms = termsOf(View::Kind::OneVsRest);
    oneClass.choice.kind = IntervalKind::Consistency;
    std::vector<qreal> widths;
    for (const LegendTerms& terms : {own, topLabel, oneClass}) {
        const std::vector<LegendEntry> entries = legendEntries(terms, parts);
        widths.resize(entries.size());
        for (std::size_t i = 0; i < entries.size(); ++i)
            widths[i] = std::max(widths[i], widthOf({entries[i], textForWindow(entries[i])}));
    }
    return widths;
}

std::vector<qreal> drawnLegendWidths(const DrawnFigure& figure) {
    std::vector<qreal> widths;
    const FigureLegend legend = legendOf(figure);
    for (const LegendItem& item : legend.items)
        widths.push_back(widthOf(item));
    return widths;
}

QString legendHelpAt(const QPointF& point, const DrawnFigure& figure) {
    const std::vector<LegendItem> items = legendOf(figure).items;
    const std::vector<QRectF>& places = figure.layout.legend;
    for (std::size_t i = 0; i < std::min(items.size(), places.size()); ++i) {
        if (places[i].contains(point)) return toQString(items[i].entry.help);
    }
    return {};
}

void paintLegend(QPainter& painter, const DrawnFigure& figure) {
    const auto [items, names] = legendOf(figure);
    painter.setFont(figureFont(12));
    for (const GapName& name : names) {
        painter.fillRect(name.box, figure.style.background);  // over the grid
        painter.setPen(name.kind == MarkKind::Over    ? figure.style.overText
                       : name.kind == MarkKind::Under ? figure.style.underText
                                                      : figure.style.secondaryText);
        painter.drawText(name.box, Qt::AlignCenter | Qt::TextDontClip, name.text);
    }
    const BinDetailLevel detail = detailLevel(figure.figure.marks, mapOf(figure));
    const std::vector<QRectF>& places = figure.layout.legend;
    for (std::size_t i = 0; i < std::min(items.size(), places.size()); ++i) {
        const QRectF& place = places[i];
        painter.save();
        if (!items[i].hasRoom) painter.setOpacity(0.35);
        painter.save();  // icons leave their pens and brushes
        paintIcon(painter, QRectF(place.left(), place.center().y() - 6, kIcon, 12), items[i].entry,
                  figure, detail);
        painter.restore();
        painter.setFont(figureFont(12));
        painter.setPen(figure.style.secondaryText);
        painter.drawText(place.adjusted(kIcon + kIconSpace, 0, 0, 0),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, items[i].text);
        painter.restore();
    }
}

}  // namespace diagonal
