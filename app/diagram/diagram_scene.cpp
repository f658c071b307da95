// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/diagram_scene.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <QPainter>
#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include "app/diagram/figure_frame.h"
#include "app/diagram/figure_legend.h"
#include "app/diagram/figure_text.h"
#include "app/diagram/lines/bare_chart.h"
#include "app/diagram/painting/axes_painter.h"
#include "app/diagram/painting/changed_columns.h"
#include "app/diagram/painting/mark_shapes.h"
#include "core/publishing/diagrams/diagram.h"
#include "core/publishing/diagrams/drawn_columns.h"

namespace diagonal {
namespace {

/// An item painted by a function.
class PaintedItem : public QGraphicsItem {
public:
    using Paint = std::function<void(QPainter&)>;

    PaintedItem(qreal z, Paint paint) : m_paint(std::move(paint)) { setZValue(z); }
    void setBounds(const QRectF& bounds) {
        if (bounds == m_bounds) return;
        prepareGeometryChange();
        m_bounds = bounds;
    }
    QRectF boundingRect() const override { return m_bounds; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override {
        m_paint(*painter);
    }

private:
    Paint m_paint;
    QRectF m_bounds;
};

// Z values; the ideal is at 0.
constexpr qreal kBelowIdeal = -1;
constexpr qreal kAboveIdeal = 1;

std::string nameBeside(const std::shared_ptr<const Report>& report) {
    return report ? nameBeside(*report) : std::string();
}

/// True if two reports show the same rows in the same way, apart from temperature and bins.
bool showSameRows(const Report& a, const Report& b) {
    return a.dataset.file == b.dataset.file && a.dataset.group == b.dataset.group &&
           a.view == b.view && a.settings.diagram == b.settings.diagram &&
           a.settings.level == b.settings.level && a.settings.intervals == b.settings.intervals &&
           a.settings.band == b.settings.band;
}

bool haveSameAxes(const Figure& a, const Figure& b) {
    return a.x == b.x && a.left == b.left && a.lower.has_value() == b.lower.has_value() &&
           (!a.lower || a.lower->y == b.lower->y);
}

}  // namespace

/// The ideal: a dashed line in a chart whose plot area the scene sets.
class DiagramScene::Ideal {
public:
    Ideal() : m_chart(bareChart()), m_line(new QLineSeries(m_chart)) {
        m_chart->addSeries(m_line);
        for (const Qt::AlignmentFlag side : {Qt::AlignBottom, Qt::AlignLeft}) {
            auto* axis = new QValueAxis(m_chart);
            axis->setRange(0, 1);
            m_chart->addAxis(axis, side);
            axis->setVisible(false);
            m_line->attachAxis(axis);
        }
        show(0, 1);
    }

    /// Owned by the scene it is added to.
    QChart* chart() const { return m_chart; }

    /// Moves the line's ends to these heights, as fractions of the plot's height.
    void show(qreal left, qreal right) const {
        const QList<QPointF> points = {{0, left}, {1, right}};
        if (m_line->points() != points) m_line->replace(points);
    }

    void restyle(const DiagramStyle& style) const { m_line->setPen(idealPen(1.5, style)); }

    void place(const QRectF& plot, const QRectF& scene) const { placeChart(*m_chart, plot, scene); }

private:
    QChart* m_chart;
    QLineSeries* m_line;
};

struct DiagramScene::ChartItems {
    Ideal ideal;
    PaintedItem* bars = nullptr;
    PaintedItem* marks = nullptr;
    PaintedItem* countBars = nullptr;
    PaintedItem* text = nullptr;

    void repaint() const {
        for (PaintedItem* item : {bars, marks, countBars, text})
            item->update();
    }
};

DiagramScene::DiagramScene(QObject* parent)
    : QGraphicsScene(parent),
      m_items(std::make_unique<ChartItems>()),
      m_style(diagramStyle(Theme::Light)) {
    setItemIndexMethod(NoIndex);
    addItem(m_items->ideal.chart());

    const auto painted = [this](auto paint) {
        return [this, paint](QPainter& painter) {
            if (m_report) paint(painter);
        };
    };
    const auto add = [&](qreal z, auto paint) {
        auto* item = new PaintedItem(z, painted(paint));
        addItem(item);
        return item;
    };
    m_items->bars = add(kBelowIdeal, [this](QPainter& painter) { paintPlot(painter); });
    m_items->countBars = add(kBelowIdeal, [this](QPainter& painter) { paintLowerPlot(painter); });
    m_items->marks = add(kAboveIdeal, [this](QPainter& painter) { paintPlotMarks(painter); });
    m_items->text =
        add(kAboveIdeal, [this](QPainter& painter) { paintFigureText(painter, drawn()); });
    restyle();
    setReport(nullptr);
}

DiagramScene::~DiagramScene() = default;

void DiagramScene::setReport(std::shared_ptr<const Report> report) {
    const DiagramKind before = m_report ? m_report->settings.diagram : DiagramKind::Bars;
    const bool otherKind = report && before != report->settings.diagram;
    const bool otherBand = report && m_report && m_report->settings.band != report->settings.band;
    const std::shared_ptr<const Report> shown = std::exchange(m_report, std::move(report));
    const ReliabilityCurve former = std::exchange(m_columns, {});
    const Figure drawn = std::exchange(m_figure, {});
    m_items->ideal.chart()->setVisible(m_report && diagramOf(*m_report).hasIdeal);
    if (m_report) {
        m_columns = columns();
        if (shown && !m_report->plan.consistency && showSameRows(*shown, *m_report))
            keepConsistency(former, m_columns);
        findFigure(m_holdsAxes && !otherKind ? &drawn : nullptr);
        const auto gone = [&](std::optional<std::size_t>& bin) {
            if (bin && *bin >= m_report->binned.bins.size()) bin.reset();
        };
        gone(m_marks.hovered);
        gone(m_marks.selected);
    }
    const bool otherCurve = nameBeside(m_report) != nameBeside(shown);
    const bool otherClass = m_report && shown && termsOf(*m_report).with != termsOf(*shown).with;
    const bool otherLegend = otherKind || otherBand || otherCurve || otherClass ||
                             (m_report && m_use == FigureUse::Paper);
    if (otherLegend && !m_layout.scene.isEmpty()) layOut();
    updateFrame();
    const bool isAlike = shown && m_report && haveSameAxes(m_figure, drawn) && !otherKind;
    if (!isAlike) return repaintNumbers();
    repaintHeader();
    repaintParts(partsOfMeans(*shown, m_layout, drawn));
    repaintParts(partsOfMeans(*m_report, m_layout, m_figure));
    repaintParts(changedParts(drawn.marks, m_figure.marks, upperMap()));
    if (m_layout.showsCounts())
        repaintParts(changedParts(drawn.lower->marks, m_figure.lower->marks, lowerMap()));
}

// An item would unite the boxes that it is told to repaint; the scene keeps them apart.
void DiagramScene::repaintParts(const std::vector<QRectF>& parts) {
    for (const QRectF& part : parts)
        update(part);
}

void DiagramScene::repaintNumbers() {
    constexpr qreal beyond = 6;  // marks reach beyond the plot
    update(m_layout.diagram.adjusted(-beyond, -beyond, beyond, beyond));
    if (m_layout.showsCounts()) update(m_layout.counts.adjusted(-beyond, -beyond, beyond, beyond));
    if (m_report) repaintParts(partsOfMeans(*m_report, m_layout, m_figure));
    repaintHeader();
}

void DiagramScene::repaintHeader() {
    update(m_layout.header().adjusted(-2, -2, m_layout.scene.width(), 4));
}

void DiagramScene::repaintMarks() {
    repaintParts(markedColumns(m_columns, upperMap(), m_marks));
    if (m_layout.showsCounts()) repaintParts(markedColumns(m_columns, lowerMap(), m_marks));
}

void DiagramScene::updateFrame() {
    const FrameContent frame = m_report ? frameContent(drawn()) : FrameContent();
    const FrameContent before = std::exchange(m_frame, frame);
    if (before == frame) return;
    // A dragged slider changes the axis of counts and what the bins have room for: rendering the
    // whole background anew takes longer than everything else.
    FrameContent alike = before;
    alike.lower = frame.lower;
    alike.detail = frame.detail;
    if (alike != frame) return repaintBackground();
    if (before.lower != frame.lower && m_layout.showsCounts()) {
        constexpr qreal beyond = 12;  // labels of the outer ticks
        const QRectF& counts = m_layout.counts;
        invalidate(
            {0, counts.top() - beyond, counts.right() + beyond, counts.height() + 2 * beyond},
            BackgroundLayer);
    }
    if (before.detail == frame.detail) return;
    for (const QRectF& item : m_layout.legend)
        invalidate(item, BackgroundLayer);
}

void DiagramScene::repaintBackground() {
    invalidate(sceneRect(), BackgroundLayer);
}

void DiagramScene::drawBackground(QPainter* painter, const QRectF& rect) {
    QGraphicsScene::drawBackground(painter, rect);
    if (!m_report) return;
    painter->save();
    paintAxes(*painter, m_layout.diagram, m_figure.x, m_figure.left, m_style);
    if (m_layout.showsCounts())
        paintAxes(*painter, m_layout.counts, m_figure.x, m_figure.lower->y, m_style);
    paintFigureFrame(*painter, drawn());
    painter->restore();
}

void DiagramScene::findFigure(const Figure* held) {
    // While a slider is dragged, the scale of counts stays.
    const auto scale = held && held->lower ? std::optional(held->lower->y.scale) : std::nullopt;
    m_figure = diagramFigure(
        *m_report,
        {m_columns, shownPart(), std::max(1.0, m_layout.diagram.width()), m_content.parts, scale});
    const auto keep = [](Axis& axis, const Axis& former) {
        if (former.holds(axis)) axis = former;
    };
    if (held) keep(m_figure.left, held->left);
    if (held && held->lower && m_figure.lower) keep(m_figure.lower->y, held->lower->y);
    const Axis& values = m_figure.left;
    const bool level = diagramOf(*m_report).isAroundZero;
    const qreal zero = -values.low / (values.high - values.low);
    m_items->ideal.show(level ? zero : values.shareOf(m_figure.x.low),
                        level ? zero : values.shareOf(m_figure.x.high));
}

void DiagramScene::findFigure() {
    const Figure former = std::exchange(m_figure, {});
    findFigure(m_holdsAxes ? &former : nullptr);
}

void DiagramScene::forgetConsistency() {
    if (!m_report || m_report->plan.consistency) return;
    m_columns = columns();
    findFigure();
    repaintNumbers();
}

ReliabilityCurve DiagramScene::columns() const {
    const Axis part = shownPart();
    return drawnColumns(*m_report, part.low, part.high);
}

Axis DiagramScene::shownPart() const {
    const bool isWhole = m_report && diagramOf(*m_report).isByRank;
    return isWhole ? kWholeAxis : m_zoom;
}

void DiagramScene::setZoom(const Axis& horizontal) {
    if (horizontal == m_zoom) return;
    m_zoom = horizontal;
    if (!m_report) return;
    m_columns = columns();
    findFigure();
    updateFrame();
    repaintNumbers();
}

qreal DiagramScene::valueAt(const QPointF& point) const {
    const QRectF& plot = m_layout.diagram;
    const qreal share = (point.x() - plot.left()) / std::max(1.0, plot.width());
    return m_figure.x.valueAt(std::clamp(share, 0.0, 1.0));
}

std::optional<qreal> DiagramScene::placeOf(qreal value) const {
    const Axis& horizontal = m_figure.x;
    if (value < horizontal.low || value > horizontal.high) return std::nullopt;
    return m_layout.diagram.left() + horizontal.shareOf(value) * m_layout.diagram.width();
}

QString DiagramScene::legendHelpAt(const QPointF& point) const {
    if (!m_report) return {};
    return diagonal::legendHelpAt(point, drawn());
}

void DiagramScene::holdAxes(bool hold) {
    m_holdsAxes = hold;
    if (hold || !m_report) return;
    findFigure();
    updateFrame();
    repaintNumbers();
}

PlotMap DiagramScene::upperMap() const {
    return {m_layout.diagram, m_figure.left, m_figure.x};
}

PlotMap DiagramScene::lowerMap() const {
    return {m_layout.counts, m_figure.lower->y, m_figure.x};
}

void DiagramScene::paintPlot(QPainter& painter) const {
    const PlotMap map = upperMap();
    paintWashes(painter, m_columns, m_figure.marks.meanColumn, map, m_style, m_marks);
    paintBars(painter, m_figure.marks, map, m_style);
}

void DiagramScene::paintPlotMarks(QPainter& painter) const {
    const PlotMap map = upperMap();
    paintMarks(painter, m_figure.marks, map, m_style);
    paintFrames(painter, m_columns, m_figure.marks.meanColumn, map, m_style, m_marks);
}

void DiagramScene::paintLowerPlot(QPainter& painter) const {
    if (!m_layout.showsCounts()) return;
    const PlotMap map = lowerMap();
    paintWashes(painter, m_columns, m_figure.marks.meanColumn, map, m_style, m_marks);
    paintBars(painter, m_figure.lower->marks, map, m_style, m_marks.selected);
    paintFrames(painter, m_columns, m_figure.marks.meanColumn, map, m_style, m_marks);
}

void DiagramScene::setStyle(const DiagramStyle& style) {
    if (style == m_style) return;
    m_style = style;
    restyle();
}

void DiagramScene::restyle() {
    setBackgroundBrush(m_style.background);
    m_items->ideal.restyle(m_style);
    repaintBackground();
    m_items->repaint();
}

void DiagramScene::setSize(const QSizeF& size) {
    if (size == m_layout.scene.size()) return;
    setSceneRect(QRectF(QPointF(0, 0), size));
    layOut();
}

FigureWidths DiagramScene::widths() const {
    const DiagramKind kind = m_report ? m_report->settings.diagram : DiagramKind::Bars;
    const Diagram& diagram = diagramOf(kind);
    FigureParts parts = m_content.parts;
    parts.counts = parts.counts && (diagram.hasCounts || diagram.isByRank);
    return {legendItemWidths(m_report.get(), parts),
            titleWidth(kind, m_content),
            scoresWidth(kind),
            tickLabelsWidth(kind),
            parts,
            !m_content.title.isEmpty(),
            m_use == FigureUse::Paper};
}

qreal DiagramScene::fittingHeight(qreal width) const {
    return diagonal::fittingHeight(width, widths());
}

void DiagramScene::layOut() {
    FigureWidths widths = this->widths();
    m_layout = diagonal::diagramLayout(sceneRect().size(), widths);
    if (m_report) findFigure();
    // What a legend on paper shows depends on the plot's size, and the plot's size on the legend.
    const auto settle = [&](bool namesGaps) {
        constexpr int mostTries = 3;
        m_namesGaps = namesGaps;
        for (int i = 0; i < mostTries; ++i) {
            widths.legendItems = drawnLegendWidths(drawn());
            m_layout = diagonal::diagramLayout(sceneRect().size(), widths);
            findFigure();
            if (drawnLegendWidths(drawn()) == widths.legendItems) return true;
        }
        return false;
    };
    if (m_use == FigureUse::Paper && m_report && !settle(true)) settle(false);
    m_items->ideal.place(m_layout.diagram, m_layout.scene);
    m_items->bars->setBounds(m_layout.diagram.adjusted(-2, -2, 2, 2));
    m_items->marks->setBounds(m_layout.diagram.adjusted(-6, -6, 6, 6));
    m_items->countBars->setBounds(m_layout.counts.adjusted(-2, -2, 2, 2));
    m_items->text->setBounds(m_layout.scene);
    updateFrame();
    repaintBackground();
    m_items->repaint();
}

void DiagramScene::setMarks(const BinMarks& marks) {
    if (marks == m_marks) return;
    repaintMarks();
    m_marks = marks;
    repaintMarks();
}

void DiagramScene::setContent(const FigureContent& content) {
    m_content = content;
    if (m_report) findFigure();
    if (!sceneRect().isEmpty()) layOut();
}

void DiagramScene::setUse(FigureUse use) {
    m_use = use;
    updateFrame();
    m_items->repaint();
}

std::optional<std::size_t> DiagramScene::binAt(const QPointF& point) const {
    if (!m_report) return std::nullopt;
    if (!m_layout.isOverPlots(point)) return std::nullopt;
    const double value = valueAt(point);
    const auto& bins = m_columns.bins;
    const auto bin = std::lower_bound(bins.begin(), bins.end(), value,
                                      [](const Bin& b, double v) { return b.upper < v; });
    // Between columns of equal mass there are no rows.
    if (bin == bins.end() || value < bin->lower) return std::nullopt;
    return static_cast<std::size_t>(bin - bins.begin());
}

}  // namespace diagonal
