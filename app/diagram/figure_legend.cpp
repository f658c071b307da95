// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/figure_legend.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>

#include "app/diagram/figure_text.h"
#include "app/diagram/painting/curve_painter.h"
#include "app/diagram/painting/gap_labels.h"
#include "app/text/number_text.h"
#include "core/base/text.h"
#include "core/publishing/diagrams.h"

namespace diagonal {
namespace {

constexpr qreal kIcon = 16;
constexpr qreal kIconSpace = 6;
constexpr qreal kItemSpace = 13;

struct LegendItem {
    QString text;
    std::function<void(QPainter&, const QRectF&)> icon;
    bool drawn = true;                ///< false if the bins have no room for it
    QString help = {};                ///< what it means, in a sentence
    int rank = 0;                     ///< those of the highest go first where there is little room
    std::optional<bool> isOver = {};  ///< of gaps beyond chance: on which side
};

/// The gaps that the bins or the curve of a diagram show.
struct ShownGaps {
    bool over = true;
    bool under = true;
    bool withinChance = true;
    bool fewRows = true;  ///< bars of hasFewRows()
};

LegendItem ranked(LegendItem item, int rank) {
    item.rank = rank;
    return item;
}

LegendItem ofSide(LegendItem item, bool isOver) {
    item.isOver = isOver;
    return item;
}

LegendItem withHelp(LegendItem item, const QString& help) {
    item.help = help;
    return item;
}

LegendItem idealItem(const DiagramStyle& style, bool isLevel) {
    return {QStringLiteral("Ideal"), [&style, isLevel](QPainter& p, const QRectF& box) {
                QPen pen(style.diagonal, 1.5, Qt::CustomDashLine, Qt::FlatCap);
                pen.setDashPattern({5, 4});
                p.setPen(pen);
                const qreal middle = box.center().y();
                p.drawLine(isLevel ? QPointF(box.left(), middle) : box.bottomLeft(),
                           isLevel ? QPointF(box.right(), middle) : box.topRight());
            }};
}

QString fewRowsText() {
    return QStringLiteral("Under %1 rows").arg(kFewRowsOfBin);
}

QString capital(const std::string& text) {
    return toQString(capitalized(text));
}

/// Returns the legend text for a curve's band.
QString bandText(BandMeaning meaning, double level) {
    switch (meaning) {
        case BandMeaning::PointByChance:
            return levelText(level) + QStringLiteral(" if calibrated, each point");
        case BandMeaning::CurveByChance:
            return levelText(level) + QStringLiteral(" if calibrated, whole curve");
        case BandMeaning::TrueCurve: break;
    }
    return levelText(level) + QStringLiteral(" band, whole curve");
}

std::vector<LegendItem> curveItems(DiagramKind kind, const Terms& terms,
                                   const IntervalChoice& choice, const ShownGaps& shown,
                                   const DiagramStyle& style) {
    const auto line = [&style](QPainter& p, const QRectF& box) {
        paintLine(p, QPolygonF({box.bottomLeft() + QPointF(0, -3), box.topRight() + QPointF(0, 3)}),
                  style);
    };
    const auto fill = [&style](QPainter& p, const QRectF& box, bool over, float opacity) {
        QColor colour = over ? style.overLine : style.underLine;
        colour.setAlphaF(opacity);
        p.fillRect(box, colour);
    };
    const auto area = [fill](bool over) {
        return [fill, over](QPainter& p, const QRectF& box) { fill(p, box, over, kAreaOpacity); };
    };
    const auto pale = [fill](QPainter& p, const QRectF& box) {
        const QRectF left(box.topLeft(), QSizeF(box.width() / 2, box.height()));
        fill(p, left, true, kPaleOpacity);
        fill(p, left.translated(left.width(), 0), false, kPaleOpacity);
    };
    const auto band = [&style](QPainter& p, const QRectF& box) {
        paintBand(p, box.adjusted(0, 1, 0, -1), style);
    };
    const Diagram& diagram = diagramOf(kind);
    const std::string name(diagram.line);
    const bool isSum = diagram.isAroundZero;
    std::vector<LegendItem> items = {
        {toQString(isSum ? "Sum (falling: " + terms.over + ")" : name), line}};
    if (!isSum) {
        items.push_back(ofSide(ranked({capital(terms.over), area(true), shown.over}, 1), true));
        items.push_back(ofSide(ranked({capital(terms.under), area(false), shown.under}, 2), false));
        items.push_back(
            ranked({QStringLiteral("Within chance"), pale, shown.over || shown.under}, 4));
    }
    items.push_back({bandText(bandMeaningOf(kind, choice.band), choice.level), band});
    items.push_back(ranked(idealItem(style, diagram.isAroundZero), 3));
    return items;
}

std::vector<LegendItem> outcomeItems(const Terms& terms, const DiagramStyle& style) {
    const auto bar = [&style](bool isWith) {
        return [&style, isWith](QPainter& p, const QRectF& box) {
            paintOutcome(p, box, isWith, style);
        };
    };
    return {{capital(terms.with), bar(true)}, {capital(terms.without), bar(false)}};
}

/// Returns the items of gaps and of the uncertainty of bins.
std::vector<LegendItem> gapItems(const Terms& terms, const IntervalChoice& choice,
                                 const BinDetailLevel& detail, const ShownGaps& shown,
                                 const DiagramStyle& style) {
    const auto gap = [&style, hatched = detail.hatches](bool over) {
        return [&style, hatched, over](QPainter& p, const QRectF& box) {
            paintGap(p, box, over, hatched, style);
        };
    };
    const auto interval = [&style](QPainter& p, const QRectF& box) {
        paintInterval(p, box.center().x(), box.top() - 1, box.bottom() + 1, 20, style);
    };
    const auto band = [&style](QPainter& p, const QRectF& box) {
        paintBand(p, box.adjusted(0, 1, 0, -1), style);
    };
    const bool consistency = choice.kind == IntervalKind::Consistency;
    const QString level =
        levelText(choice.level) +
        (choice.band == BandKind::Pointwise ? QString() : QStringLiteral(" joint"));
    const LegendItem uncertainty =
        consistency ? LegendItem{level + QStringLiteral(" band"), band}
                    : ranked({level + QStringLiteral(" CI"), interval, detail.intervals}, 3);
    // The largest areas of a picture are never without a key.
    const LegendItem over = ofSide(ranked({capital(terms.over), gap(true), shown.over}, -2), true);
    const LegendItem under =
        ofSide(ranked({capital(terms.under), gap(false), shown.under}, -2), false);
    const LegendItem chance{toQString(withinChanceName(choice.band)),
                            [&style, hatched = detail.hatches](QPainter& p, const QRectF& box) {
                                const QRectF left(box.topLeft(), QSizeF(kIcon / 2, box.height()));
                                paintGap(p, left, true, hatched, style, true);
                                paintGap(p, left.translated(kIcon / 2, 0), false, hatched, style,
                                         true);
                            },
                            shown.withinChance,
                            {},
                            1};  // readers know an interval, but not this
    return {
        withHelp(over, QStringLiteral("The bin's mean prediction is higher than the share that "
                                      "came true.")),
        withHelp(under, QStringLiteral("The bin's mean prediction is lower than the share that "
                                       "came true.")),
        withHelp(chance,
                 (choice.band == BandKind::Pointwise
                      ? QStringLiteral("Pale gaps can be chance: the accuracy is in the range of "
                                       "%1 of calibrated models. Each bin is judged by "
                                       "itself: with 10 bins, up to 40 % of calibrated models have "
                                       "a strong gap somewhere. While you drag, gaps stay as they "
                                       "were.")
                      : QStringLiteral("Pale gaps can be chance: the accuracies of all bins of a "
                                       "calibrated model lie in these ranges in %1 of cases. "
                                       "While you drag, gaps stay as they were."))
                     .arg(levelText(choice.level))),
        withHelp(uncertainty,
                 consistency
                     ? QStringLiteral("Range of the accuracy of a calibrated model by chance.")
                     : QStringLiteral("Interval of the bin's accuracy, given its number of "
                                      "rows."))};
}

/// Adds what the lines of skillLines() are called; who asked for them wants to know which is which.
void addSkillItems(std::vector<LegendItem>& items, DiagramKind kind, const FigureParts& parts,
                   const DiagramStyle& style) {
    if (!parts.skillLines || diagramOf(kind).isAroundZero) return;
    const auto line = [&style](bool isLevel) {
        return [&style, isLevel](QPainter& p, const QRectF& box) {
            p.setPen(skillPen(isLevel, style));
            const qreal rise = isLevel ? 0 : box.height() / 4;
            p.drawLine(QPointF(box.left(), box.center().y() + rise),
                       QPointF(box.right(), box.center().y() - rise));
        };
    };
    items.push_back(withHelp(ranked({QStringLiteral("Base rate"), line(true)}, -1),
                             QStringLiteral("The share of all rows that came true: where a model "
                                            "lies that does not discriminate.")));
    items.push_back(withHelp(
        ranked({QStringLiteral("No skill"), line(false)}, -1),
        QStringLiteral("Bars that end nearer to the diagonal than this line improve the Brier "
                       "score of a forecast that is always the base rate.")));
}

std::vector<LegendItem> legendItems(DiagramKind kind, const Terms& terms,
                                    const IntervalChoice& choice, const BinDetailLevel& detail,
                                    const ShownGaps& shown, const CurveBeside& beside,
                                    const DiagramStyle& style) {
    switch (diagramOf(kind).marks) {
        case DiagramMarks::Curve: return curveItems(kind, terms, choice, shown, style);
        case DiagramMarks::Outcomes: return outcomeItems(terms, style);
        case DiagramMarks::Bars:
        case DiagramMarks::Gaps: break;
    }
    const auto bar = [&style](QPainter& p, const QRectF& box) {
        p.fillRect(box, style.accuracy);
        p.fillRect(QRectF(box.left(), box.top(), box.width(), 2), style.accuracyCap);
    };
    const auto diamond = [&style](QPainter& p, const QRectF& box) {
        paintDiamond(p, box.center(), 20, style);
    };
    const std::vector<LegendItem> gaps = gapItems(terms, choice, detail, shown, style);
    if (diagramOf(kind).marks == DiagramMarks::Gaps) {
        std::vector<LegendItem> items = gaps;
        items.push_back(ranked(idealItem(style, true), 4));
        return items;
    }
    std::vector<LegendItem> items = {
        withHelp(ranked({toQString(terms.shortAccuracy), bar},
                        5),  // the title of the axis says it
                 toQString("Share of " + terms.with + " among the bin's rows.")),
        withHelp(ranked({toQString(terms.shortConfidence), diamond, detail.diamonds}, 3),
                 toQString("Mean " + terms.confidence + " of the bin's rows."))};
    items.insert(items.end(), gaps.begin(), gaps.end());
    const auto few = [&style](QPainter& p, const QRectF& box) {
        QColor pale = style.accuracy;
        pale.setAlphaF(kFewRowsOpacity);
        p.fillRect(box, pale);
        p.fillRect(QRectF(box.left(), box.top(), box.width(), 2), style.accuracyCap);
    };
    items.push_back(
        withHelp(ranked({fewRowsText(), few, shown.fewRows}, 2),
                 QStringLiteral("Bars of few rows are pale: their accuracy says little.")));
    items.push_back(withHelp(ranked(idealItem(style, false), 4),
                             QStringLiteral("Where every bar of a calibrated model ends.")));
    if (!beside.name.empty()) {
        items.push_back({toQString(beside.name),
                         [colour = colourBeside(beside, style)](QPainter& p, const QRectF& box) {
                             p.fillRect(QRectF(box.left(), box.center().y() - 1, box.width(), 2),
                                        colour);
                         },
                         true, toQString(beside.meaning)});
    }
    return items;
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

/// Returns what a window has room for, where help tells more: "Within chance" for "Within chance,
/// each bin".
QString textForWindow(const QString& text) {
    const bool isOfBins =
        text.endsWith(QLatin1String(", each bin")) || text.endsWith(QLatin1String(", all bins"));
    return isOfBins ? text.section(QLatin1Char(','), 0, 0) : text;
}

/// Returns what a column has room for: "Too high" for "Predicted too high".
QString textForColumn(const QString& text) {
    if (text == fewRowsText()) return QStringLiteral("n < %1").arg(kFewRowsOfBin);
    for (const char* detail : {", each point", ", whole curve"}) {
        if (text.endsWith(QLatin1String(detail))) return text.section(QLatin1Char(','), 0, 0);
    }
    const QString predicted = QStringLiteral("Predicted ");
    return text.startsWith(predicted) ? capital(text.sliced(predicted.size()).toStdString())
                                      : textForWindow(text);
}

/// The name of the gaps of one side, beside one of them.
struct GapName {
    bool isOver = false;
    QString text;
    QRectF box;
};

/// Returns the names of gaps that stand beside them on paper, where they have room, in place of the
/// legend.
std::vector<GapName> gapNames(const DrawnFigure& figure) {
    const Report& report = figure.report;
    const FigureParts& parts = figure.content.parts;
    const Diagram& diagram = diagramOf(report);
    const bool hasGaps = !diagram.isAroundZero && nameBeside(report).empty() && !parts.skillLines;
    if (figure.use != FigureUse::Paper || !figure.namesGaps || !parts.legend || !hasGaps) return {};
    const QRectF& area = figure.layout.diagram;
    const PlotMap map{area, figure.axes.values, figure.axes.horizontal};
    const std::vector<PlotStrip> strips = stripsOf(report, map, parts.intervals);
    const QFontMetricsF metrics(figureFont(12));
    const Terms terms = termsOf(report);
    std::vector<QRectF> taken;
    if (const auto card = scoreCard(figure)) taken.push_back(*card);
    std::vector<GapName> names;
    for (const bool isOver : {true, false}) {
        const QString text = textForColumn(capital(isOver ? terms.over : terms.under));
        const QSizeF size(std::ceil(metrics.horizontalAdvance(text)) + 1, metrics.height());
        const bool isBelow = isOver && report.curve;
        if (const auto box = placeAtGap(strips, isOver, isBelow, size, area, taken)) {
            names.push_back({isOver, text, *box});
            taken.push_back(*box);
        }
    }
    return names;
}

/// Returns the items of a report's legend: on paper only those that are drawn, and in a column
/// those that fit in one row.
std::vector<LegendItem> itemsOf(const DrawnFigure& figure) {
    const Report& report = figure.report;
    const DiagramLayout& layout = figure.layout;
    const FigureParts& parts = figure.content.parts;
    const bool isPaper = figure.use == FigureUse::Paper;
    // The window shows this item always: a dragged slider must not repaint the legend.
    ShownGaps shown;
    const PlotMap map{layout.diagram, figure.axes.values, figure.axes.horizontal};
    if (isPaper && report.curve) {
        const CurveSides sides = sidesOf(*report.curve, !diagramOf(report).isAroundZero, map);
        shown = {sides.below, sides.above};
    } else if (isPaper) {
        const auto any = [&](auto holds) { return std::ranges::any_of(report.binned.bins, holds); };
        // A column has room for the strong gaps that it shows; pale ones have a name of their own.
        const auto isMeant = [&](const Bin& bin) {
            return bin.count > 0 && !(layout.isColumn && isWithinNoise(bin));
        };
        shown = {any([&](const Bin& bin) { return isMeant(bin) && bin.gap() < 0; }),
                 any([&](const Bin& bin) { return isMeant(bin) && bin.gap() > 0; }),
                 any(isWithinNoise), any(hasFewRows)};
    }
    BinDetailLevel detail = detailLevel(report.binned, map);
    detail.intervals = detail.intervals && parts.intervals;
    auto items = legendItems(report.settings.diagram, termsOf(report), report.intervalChoice(),
                             detail, shown, columnsBeside(report), figure.style);
    addSkillItems(items, report.settings.diagram, parts, figure.style);
    if (isPaper) std::erase_if(items, [](const auto& item) { return !item.drawn; });
    const std::vector<GapName> names = gapNames(figure);
    std::erase_if(items, [&](const LegendItem& item) {
        return std::ranges::any_of(names,
                                   [&](const GapName& name) { return item.isOver == name.isOver; });
    });
    constexpr qreal edge = 5;
    const qreal room = layout.scene.right() - edge - layout.diagram.left();
    const bool isNarrow = layout.isColumn && widthOfRow(items) > room;
    for (LegendItem& item : items)
        item.text = isNarrow  ? textForColumn(item.text)
                    : isPaper ? item.text
                              : textForWindow(item.text);
    while (layout.isColumn && !items.empty() && widthOfRow(items) > room)
        items.erase(std::ranges::max_element(items, {}, &LegendItem::rank));
    return items;
}

}  // namespace

std::vector<qreal> legendItemWidths(DiagramKind kind, double level, BandKind band,
                                    const std::string& nameBeside, const FigureParts& parts) {
    std::vector<qreal> widths;
    const DiagramStyle& style = diagramStyle(Theme::Light);
    const CurveBeside beside{nameBeside, {}, {}, {}};
    auto topLabel = legendItems(kind, termsOf(View::Kind::TopLabel),
                                {level, IntervalKind::Wilson, band}, {}, {}, beside, style);
    auto oneClass = legendItems(kind, termsOf(View::Kind::OneVsRest),
                                {level, IntervalKind::Consistency, band}, {}, {}, beside, style);
    addSkillItems(topLabel, kind, parts, style);
    addSkillItems(oneClass, kind, parts, style);
    for (std::size_t i = 0; i < topLabel.size(); ++i) {
        for (LegendItem* item : {&topLabel[i], &oneClass[i]})
            item->text = textForWindow(item->text);
        widths.push_back(std::max(widthOf(topLabel[i]), widthOf(oneClass[i])));
    }
    return widths;
}

std::vector<qreal> drawnLegendWidths(const DrawnFigure& figure) {
    std::vector<qreal> widths;
    for (const LegendItem& item : itemsOf(figure))
        widths.push_back(widthOf(item));
    return widths;
}

QString legendHelpAt(const QPointF& point, const DrawnFigure& figure) {
    const auto items = itemsOf(figure);
    const std::vector<QRectF>& places = figure.layout.legend;
    for (std::size_t i = 0; i < std::min(items.size(), places.size()); ++i) {
        if (places[i].contains(point)) return items[i].help;
    }
    return {};
}

void paintLegend(QPainter& painter, const DrawnFigure& figure) {
    painter.setFont(figureFont(12));
    for (const GapName& name : gapNames(figure)) {
        painter.fillRect(name.box, figure.style.background);  // over the grid
        painter.setPen(name.isOver ? figure.style.overText : figure.style.underText);
        painter.drawText(name.box, Qt::AlignCenter | Qt::TextDontClip, name.text);
    }
    const auto items = itemsOf(figure);
    const std::vector<QRectF>& places = figure.layout.legend;
    for (std::size_t i = 0; i < std::min(items.size(), places.size()); ++i) {
        const QRectF& place = places[i];
        painter.save();
        if (!items[i].drawn) painter.setOpacity(0.35);
        painter.save();  // icons leave their pens and brushes
        items[i].icon(painter, QRectF(place.left(), place.center().y() - 6, kIcon, 12));
        painter.restore();
        painter.setFont(figureFont(12));
        painter.setPen(figure.style.secondaryText);
        painter.drawText(place.adjusted(kIcon + kIconSpace, 0, 0, 0),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, items[i].text);
        painter.restore();
    }
}

}  // namespace diagonal
