// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/lines/line_plot_scene.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <QFontMetricsF>
#include <QPainter>
#include <QtCharts/QAreaSeries>
#include <QtCharts/QCategoryAxis>
#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>
#include <QtCharts/QLogValueAxis>
#include <QtCharts/QValueAxis>

#include "app/diagram/lines/bare_chart.h"
#include "app/diagram/lines/plot_marks_painter.h"
#include "app/diagram/painting/axes_painter.h"
#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"
#include "core/base/nice_step.h"

namespace diagonal {
namespace {

/// Returns a linear axis whose ticks have their numbers as names: Qt's axes write these with
/// hyphens for minus, and leave out none.
Axis withNamedTicks(Axis axis) {
    std::vector<double> places = axis.ticks();
    std::vector<std::string> names;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (std::abs(places[i]) < axis.step / 2) places[i] = 0;
        names.push_back(axis.labelOf(i));
    }
    axis.places = std::move(places);
    axis.names = std::move(names);
    return axis;
}

bool isNumeric(const Axis& axis) {
    return !axis.isNamed() && !axis.isLogarithmic();
}

/// Returns a horizontal axis with so few ticks that their labels stand apart in a width.
Axis thinned(Axis axis, qreal width) {
    constexpr qreal space = 6;
    constexpr double tolerance = 1e-9;
    const QFontMetricsF metrics(figureFont(kTextPixels));
    const auto crowded = [&] {
        const std::vector<double> ticks = axis.ticks();
        for (std::size_t i = 1; i < ticks.size(); ++i) {
            const auto advance = [&](std::size_t tick) {
                return metrics.horizontalAdvance(toQString(axis.labelOf(tick)));
            };
            const qreal half = (advance(i - 1) + advance(i)) / 2;
            if ((axis.shareOf(ticks[i]) - axis.shareOf(ticks[i - 1])) * width < half + space)
                return true;
        }
        return false;
    };
    while (axis.isLogarithmic() && crowded())
        axis.base *= axis.base;
    if (isNumeric(axis) && crowded()) axis = withNamedTicks(std::move(axis));
    while (axis.places.size() > 2 && crowded()) {
        // A tick at 0 stays.
        const auto isZero = [&](double tick) { return std::abs(tick) < tolerance * axis.high; };
        const auto zero = std::ranges::find_if(axis.places, isZero) - axis.places.begin();
        const bool isOdd = zero % 2 == 1 && zero < std::ssize(axis.places);
        for (std::size_t i = isOdd ? 0 : 1; i < axis.places.size(); ++i) {
            axis.places.erase(axis.places.begin() + static_cast<std::ptrdiff_t>(i));
            axis.names.erase(axis.names.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    return axis;
}

/// Returns an axis whose negative numbers have minus signs.
Axis withMinusSigns(Axis axis) {
    return isNumeric(axis) && axis.low < 0 ? withNamedTicks(std::move(axis)) : std::move(axis);
}

QList<QPointF> pointsOf(const std::vector<CurvePoint>& points) {
    QList<QPointF> list;
    for (const CurvePoint& point : points)
        list << QPointF(point.x, point.y);
    return list;
}

}  // namespace

/// The chart, which is emptied and filled anew for another plot. Owned by the scene.
struct LinePlotScene::Chart {
    QChart* chart = bareChart();

    // What the chart shows.
    std::vector<Axis> axes;
    std::vector<QAreaSeries*> bands;
    std::vector<std::pair<QPen, QLineSeries*>> lines;
    QRectF area;
    QSizeF size;
    DiagramStyle style;

    void clear() {
        axes.clear();
        bands.clear();
        lines.clear();
        chart->removeAllSeries();
        for (QAbstractAxis* axis : chart->axes()) {
            chart->removeAxis(axis);
            delete axis;
        }
    }

    QAbstractAxis* addAxis(const Axis& wanted, Qt::Alignment side, bool hasGrid) const {
        QAbstractAxis* axis = nullptr;
        if (wanted.isLogarithmic()) {
            auto* logarithmic = new QLogValueAxis(chart);
            logarithmic->setBase(wanted.base);
            logarithmic->setRange(wanted.low, wanted.high);
            logarithmic->setLabelFormat(QStringLiteral("%g"));
            axis = logarithmic;
        } else if (!wanted.places.empty()) {
            auto* named = new QCategoryAxis(chart);
            named->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
            named->setStartValue(wanted.low);
            for (std::size_t i = 0; i < wanted.places.size(); ++i)
                named->append(toQString(wanted.names[i]), wanted.places[i]);
            named->setRange(wanted.low, wanted.high);
            axis = named;
        } else {
            auto* linear = new QValueAxis(chart);
            linear->setRange(wanted.low, wanted.high);
            linear->setTickCount(static_cast<int>(wanted.ticks().size()));
            linear->setLabelFormat(QStringLiteral("%.%1f").arg(decimalsOf(wanted.step, 0)));
            linear->setLabelsVisible(!wanted.isNamed());
            axis = linear;
        }
        axis->setLabelsFont(figureFont(kTextPixels));
        axis->setLabelsColor(style.secondaryText);
        axis->setTruncateLabels(false);
        axis->setLinePen(QPen(style.axis, 1));
        axis->setGridLineVisible(hasGrid);
        axis->setGridLinePen(QPen(style.grid, 1));
        axis->setMinorGridLineVisible(false);
        chart->addAxis(axis, side);
        return axis;
    }
};

LinePlotScene::LinePlotScene(QObject* parent)
    : QGraphicsScene(parent),
      m_chart(std::make_unique<Chart>()),
      m_style(diagramStyle(Theme::Light)) {
    setItemIndexMethod(NoIndex);
    addItem(m_chart->chart);
}

LinePlotScene::~LinePlotScene() = default;

void LinePlotScene::setPlot(std::optional<Figure> plot) {
    m_plot = std::move(plot);
    m_line.reset();
    if (m_point && (!m_plot || *m_point >= m_plot->marks.points.size())) m_point.reset();
    if (m_plot) {
        const auto replace = [](std::string& text, const QString& own) {
            if (!own.isEmpty()) text = own.toStdString();
        };
        replace(m_plot->title, m_content.title);
        replace(m_plot->x.title, m_content.xTitle);
        replace(m_plot->left.title, m_content.yTitle);
    }
    layOut();
    fill();
}

void LinePlotScene::setMessage(const QString& message) {
    m_message = message;
    update();
}

void LinePlotScene::setStyle(const DiagramStyle& style) {
    m_style = style;
    layOut();
    fill();
}

void LinePlotScene::setSize(const QSizeF& size) {
    setSceneRect(QRectF(QPointF(0, 0), size));
    layOut();
    fill();
}

void LinePlotScene::setCursor(std::optional<double> x, const QString& text) {
    m_cursor = x;
    m_cursorText = text;
    update();
}

void LinePlotScene::setPointed(std::optional<std::size_t> point) {
    m_point = point;
    m_cursor.reset();
    m_cursorText = point ? toQString(m_plot->marks.points[*point].text) : QString();
    update();
}

std::optional<std::size_t> LinePlotScene::pointAt(const QPointF& place) const {
    constexpr qreal reach = 16;
    if (!m_plot || m_layout.area.isNull()) return std::nullopt;
    return pointNear(*m_plot, m_layout.area, place, reach);
}

void LinePlotScene::setPointedLine(std::optional<std::size_t> line) {
    if (line == m_line || !m_plot) return;
    m_line = line;
    const auto model = line ? m_plot->marks.lines[*line].colour.model : std::nullopt;
    const auto paleOthers = [&](std::vector<LineMark>& lines) {
        for (LineMark& other : lines)
            other.colour.isPale = model && other.colour.model && other.colour.model != model;
    };
    paleOthers(m_plot->marks.lines);
    if (m_plot->lower) paleOthers(m_plot->lower->marks.lines);
    fill();
}

std::optional<std::size_t> LinePlotScene::lineAt(const QPointF& place) const {
    constexpr qreal reach = 8;
    if (!m_plot) return std::nullopt;
    for (const LineEnd& end : m_layout.ends)
        if (end.box.contains(place)) return end.line;
    if (!m_layout.area.contains(place)) return std::nullopt;
    return lineNear(*m_plot, m_layout.area, place, reach);
}

void LinePlotScene::setOutdated(bool outdated) {
    if (std::exchange(m_isOutdated, outdated) != outdated) fill();
}

QString LinePlotScene::subtitle(qreal width) const {
    constexpr qreal longName = 150;  // may be shortened, "first 8 of 12 models" not
    const QFont font = figureFont(13);
    QStringList parts;
    for (const std::string& part : m_plot->subtitle)
        parts << toQString(part);
    if (m_plot->right && m_layout.hasRightNames && !m_plot->right->remark.empty())
        parts << toQString(m_plot->right->remark);
    const auto joined = [](const QStringList& texts) { return texts.join(QStringLiteral(" · ")); };
    // A column has its numbers rather than a piece of a long name.
    if (m_layout.isColumn && parts.size() > 1 && tabularWidth(font, parts[0]) > longName &&
        tabularWidth(font, joined(parts)) > width)
        parts.removeFirst();
    const qreal leastName = std::min(longName, tabularWidth(font, parts.value(0)));
    while (parts.size() > 2) {
        const qreal others = tabularWidth(font, joined(QStringList(QString()) + parts.mid(1)));
        if (others + leastName <= width) break;
        parts.removeAt(parts[1].startsWith(QLatin1String("n = ")) ? 2 : 1);
    }
    const qreal rest = tabularWidth(font, joined(QStringList(QString()) + parts.mid(1)));
    if (!parts.isEmpty())
        parts[0] = QFontMetricsF(font).elidedText(parts[0], Qt::ElideMiddle,
                                                  std::max(leastName, width - rest));
    return joined(parts);
}

double LinePlotScene::xAt(const QPointF& point) const {
    const double share = (point.x() - m_layout.area.left()) / std::max(1.0, m_layout.area.width());
    return m_plot->x.valueAt(std::clamp(share, 0.0, 1.0));
}

/// Returns the lines that the chart draws, from the back to the front.
std::vector<LinePlotScene::Stroke> LinePlotScene::strokes() const {
    std::vector<Stroke> strokes;
    for (const LineMark& line : m_plot->marks.references) {
        QList<QPointF> points = pointsOf(line.points);
        if (line.kind == MarkKind::Upright) {
            const qreal x = points.front().x();
            points = {{x, m_plot->left.low}, {x, m_plot->left.high}};
        }
        strokes.push_back({std::move(points), linePen(line, m_style)});
    }
    const auto add = [&](bool isPale) {
        for (const LineMark& line : m_plot->marks.lines)
            if (line.colour.isPale == isPale)
                strokes.push_back({pointsOf(line.points), linePen(line, m_style), line.isRight});
    };
    add(true);
    add(false);
    constexpr float pale = 0.4F;
    for (Stroke& stroke : strokes) {
        QColor colour = stroke.pen.color();
        if (m_isOutdated) colour.setAlphaF(pale);
        stroke.pen.setColor(colour);
    }
    return strokes;
}

/// Fills the chart; while only points move, as during a drag, its series are kept.
void LinePlotScene::fill() {
    if (!m_plot || m_layout.area.isNull()) {
        m_chart->clear();
        return update();
    }
    const std::vector<Stroke> lines = strokes();
    const std::vector<Axis> axes = shownAxes();
    const bool isSame = m_chart->axes == axes && m_chart->area == m_layout.area &&
                        m_chart->size == sceneRect().size() && m_chart->style == m_style &&
                        m_chart->bands.size() == m_plot->marks.areas.size() &&
                        std::ranges::equal(
                            m_chart->lines, lines, {}, [](const auto& line) { return line.first; },
                            [](const Stroke& line) { return line.pen; });
    if (!isSame) buildChart(axes, lines);
    for (std::size_t i = 0; i < lines.size(); ++i)
        m_chart->lines[i].second->replace(lines[i].points);
    for (std::size_t b = 0; b < m_plot->marks.areas.size(); ++b) {
        QList<QPointF> upper;
        QList<QPointF> lower;
        for (const BandPoint& point : m_plot->marks.areas[b].points) {
            upper << QPointF(point.x, point.upper);
            lower << QPointF(point.x, point.lower);
        }
        m_chart->bands[b]->upperSeries()->replace(upper);
        m_chart->bands[b]->lowerSeries()->replace(lower);
    }
    update();
}

/// Returns the axes: below, left, and right where there is one.
std::vector<Axis> LinePlotScene::shownAxes() const {
    std::vector<Axis> axes{withMinusSigns(thinned(m_plot->x, m_layout.area.width())),
                           withMinusSigns(m_plot->left)};
    // Without their names, the ticks of an axis of names mean nothing.
    if (m_plot->right && m_layout.hasRightNames) axes.push_back(withMinusSigns(*m_plot->right));
    return axes;
}

void LinePlotScene::buildChart(const std::vector<Axis>& axes, const std::vector<Stroke>& lines) {
    m_chart->clear();
    m_chart->axes = axes;
    m_chart->area = m_layout.area;
    m_chart->size = sceneRect().size();
    m_chart->style = m_style;
    QAbstractAxis* x = m_chart->addAxis(axes[0], Qt::AlignBottom, true);
    if (!m_layout.lower.isNull()) x->setLabelsVisible(false);  // they stand below the lower plot
    QAbstractAxis* left = m_chart->addAxis(axes[1], Qt::AlignLeft, true);
    QAbstractAxis* right =
        axes.size() > 2 ? m_chart->addAxis(axes[2], Qt::AlignRight, false) : nullptr;
    const auto add = [&](QAbstractSeries* series, bool isRight) {
        m_chart->chart->addSeries(series);
        series->attachAxis(x);
        series->attachAxis(isRight ? right : left);
    };
    for (std::size_t b = 0; b < m_plot->marks.areas.size(); ++b) {
        auto* upper = new QLineSeries;
        auto* lower = new QLineSeries;
        auto* area = new QAreaSeries(upper, lower);
        upper->setParent(area);
        lower->setParent(area);
        area->setPen(QPen(m_style.panelEdge, 1));
        area->setBrush(m_style.band);
        add(area, false);
        m_chart->bands.push_back(area);
    }
    for (const Stroke& stroke : lines) {
        auto* line = new QLineSeries;
        line->setPen(stroke.pen);
        add(line, stroke.isRight);
        m_chart->lines.emplace_back(stroke.pen, line);
    }
    placeChart(*m_chart->chart, m_layout.area, sceneRect());
}

/// Places everything; fill() must follow, because the axes depend on the size.
void LinePlotScene::layOut() {
    m_layout = m_plot && !sceneRect().isEmpty()
                   ? layOutPlot(*m_plot, m_content, sceneRect().size(), m_style)
                   : PlotLayout();
}

void LinePlotScene::drawBackground(QPainter* painter, const QRectF& rect) {
    painter->fillRect(rect, m_style.background);
    if (!m_plot) {
        painter->setFont(figureFont(13));
        painter->setPen(m_style.secondaryText);
        painter->drawText(
            sceneRect().adjusted(kFigureMargin, kFigureMargin, -kFigureMargin, -kFigureMargin),
            Qt::AlignCenter | Qt::TextWordWrap, m_message);
    }
    if (m_layout.area.isNull()) return;
    painter->setRenderHint(QPainter::Antialiasing);
    const auto line = [&](const QRectF& box, const QFont& font, const QColor& colour,
                          const QString& text) {
        painter->setFont(font);
        painter->setPen(colour);
        drawTabular(*painter, box, Qt::AlignLeft, text);
    };
    if (!m_layout.title.isNull()) {
        // One pixel more, because digits are drawn in cells of equal width.
        const QFont font = plotTitleFont();
        line(m_layout.title, font, m_style.text,
             QFontMetricsF(font).elidedText(toQString(m_plot->title), Qt::ElideRight,
                                            m_layout.title.width() + 1));
    }
    if (!m_layout.subtitle.isNull()) {
        line(m_layout.subtitle, figureFont(13), m_style.secondaryText,
             subtitle(m_layout.subtitle.width()));
    }
    m_layout.legend.paint(*painter, m_style);
    paintLineEnds(*painter, *m_plot, m_layout, m_style);
    if (!m_layout.lower.isNull())
        paintLowerPlot(*painter, *m_plot, m_chart->axes.front(), m_layout.lower, m_style);
    painter->setFont(figureFont(13, QFont::Medium));
    painter->setPen(m_style.text);
    paintAxisTitle(*painter, m_layout.xTitle, Qt::AlignCenter, toQString(m_plot->x.title));
    const bool two = m_plot->right.has_value();
    paintSideTitle(*painter, m_plot->left, m_layout.leftTitle,
                   two ? plotColour({PlotInk::First}, m_style) : m_style.text);
    if (two) paintSideTitle(*painter, *m_plot->right, m_layout.rightTitle, m_style.overText);
    if (!m_layout.lower.isNull())
        paintSideTitle(*painter, m_plot->lower->y, m_layout.lowerTitle, m_style.text);
}

void LinePlotScene::paintSideTitle(QPainter& painter, const Axis& axis, const QRectF& box,
                                   const QColor& colour) const {
    painter.setPen(colour);
    const QString title = toQString(axis.title);
    if (!m_layout.isColumn) return paintUprightTitle(painter, box, title);
    const auto side = box.left() <= m_layout.area.left() ? Qt::AlignLeft : Qt::AlignRight;
    paintAxisTitle(painter, box, side | Qt::AlignVCenter, title);
}

void LinePlotScene::drawForeground(QPainter* painter, const QRectF&) {
    if (!m_plot || m_layout.area.isNull()) return;
    if (!m_layout.legendInside.isEmpty()) {
        painter->fillRect(m_layout.inside, m_style.background);  // over the grid
        m_layout.legendInside.paint(*painter, m_style);
    }
    paintPlotMarks(*painter, *m_plot, m_layout.area, m_layout.names, m_style);
    paintTickNames(*painter, m_plot->left, m_layout.area, sceneRect(), m_style);
    if (m_plot->right && m_layout.hasRightNames)
        paintTickNames(*painter, *m_plot->right, m_layout.area, sceneRect(), m_style, true);
    painter->setFont(figureFont(kTextPixels));
    painter->setPen(m_style.text);
    for (std::size_t i = 0; i < m_layout.names.size(); ++i) {
        painter->fillRect(*m_layout.names[i], m_style.background);  // over guides
        painter->drawText(*m_layout.names[i], Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetricsF(painter->font())
                              .elidedText(toQString(m_plot->marks.points[i].name), Qt::ElideMiddle,
                                          m_layout.names[i]->width() + 1));
    }
    painter->setPen(QPen(m_style.selection, 1.5));
    if (m_point) {
        constexpr qreal radius = 8;
        const QPointF at = plotPlace(*m_plot, m_layout.area, m_plot->marks.points[*m_point].at);
        painter->setBrush(Qt::NoBrush);
        painter->drawEllipse(at, radius, radius);
        return paintCursorText(*painter, at.x(), at.y() + radius);
    }
    if (!m_cursor) return;
    const qreal x = m_layout.area.left() + m_plot->x.shareOf(*m_cursor) * m_layout.area.width();
    painter->drawLine(QPointF(x, m_layout.area.top()), QPointF(x, m_layout.area.bottom()));
    paintCursorText(*painter, x, m_layout.area.top());
}

/// Returns where a text stands beside the plot and the names at its lines' ends; none without room.
std::optional<QRectF> LinePlotScene::besidePlot(const QSizeF& size, qreal top) const {
    constexpr qreal space = 16;
    if (m_layout.isLegendBeside || m_plot->right) return std::nullopt;
    const QRectF& names = m_layout.beside;
    const qreal left = m_layout.area.right() + space;
    const QRectF right(
        QPointF(std::max(left, names.right()) + space, std::min(top, height() - size.height())),
        size);
    if (right.right() <= width()) return right;
    const QRectF below(QPointF(left, names.bottom() + space), size);
    const bool fits = below.right() <= width() && below.bottom() <= height();
    return fits && !names.isNull() ? std::optional(below) : std::nullopt;
}

/// Paints the text beside the plot, else right or left of `x`, below `top` or at the bottom, where
/// it covers least.
void LinePlotScene::paintCursorText(QPainter& painter, qreal x, qreal top) const {
    if (m_cursorText.isEmpty()) return;
    painter.setFont(figureFont(kTextPixels));
    constexpr qreal mostWidth = 250;
    constexpr qreal space = 8;
    const int flags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
    const QRectF figure = sceneRect();
    const QRectF room(0, 0, std::min(mostWidth, figure.width() - 2 * space), figure.height());
    const QRectF size =
        painter.boundingRect(room, flags, m_cursorText).adjusted(-space, -5, space + 2, 7);
    // The start of a text that is too large for the figure is shown.
    const auto within = [](qreal value, qreal least, qreal most) {
        return std::max(least, std::min(value, most));
    };
    // What is said of a point stands near it.
    const auto beside = m_point ? std::nullopt : besidePlot(size.size(), top);
    QRectF box = beside.value_or(QRectF());
    std::size_t least = beside ? 0 : std::numeric_limits<std::size_t>::max();
    for (const qreal left : {x + space, x - space - size.width()}) {
        for (const qreal upper : {top + space, m_layout.area.bottom() - space - size.height()}) {
            QRectF here(QPointF(left, upper), size.size());
            if (left < m_layout.area.left() || here.right() > m_layout.area.right()) {
                // Where neither side has room, the text leaves the plot, but not the figure.
                if (size.width() + space < m_layout.area.width() / 2) continue;
                here.moveLeft(within(left, figure.left(), figure.right() - size.width()));
            }
            here.moveTop(within(upper, figure.top(), figure.bottom() - size.height()));
            if (const auto count = coveredBy(here, *m_plot, m_layout.area); count < least) {
                least = count;
                box = here;
            }
        }
    }
    painter.setPen(QPen(m_style.panelEdge, 1));
    painter.setBrush(m_style.panel);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(m_style.text);
    // A little wider than measured, so that rounding wraps no other word.
    painter.drawText(box.adjusted(space, 5, -space + 1, -5), flags, m_cursorText);
}

}  // namespace diagonal
