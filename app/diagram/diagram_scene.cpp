// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/diagram_scene.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <QGraphicsLayout>
#include <QPainter>
#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include "app/diagram/curve_painter.h"
#include "app/diagram/figure_frame.h"
#include "app/diagram/figure_legend.h"
#include "app/diagram/figure_text.h"
#include "core/measuring/recalibration_report.h"

namespace diagonal {
namespace {

/// An item that a function paints.
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

// The ideal is at 0.
constexpr qreal kBelowIdeal = -1;
constexpr qreal kAboveIdeal = 1;

/// A chart of axes and grid alone, its plot area in our hands.
struct AxesChart {
    AxesChart()
        : chart(new QChart), horizontal(new QValueAxis(chart)), vertical(new QValueAxis(chart)) {
        chart->legend()->hide();
        chart->setBackgroundVisible(false);
        chart->setMargins({});
        chart->layout()->setContentsMargins(0, 0, 0, 0);
        chart->addAxis(horizontal, Qt::AlignBottom);
        chart->addAxis(vertical, Qt::AlignLeft);
        for (QValueAxis* axis : {horizontal, vertical}) {
            axis->setRange(0, 1);
            axis->setTickCount(6);
            axis->setLabelsVisible(false);
        }
    }

    void restyle(const DiagramStyle& style) {
        for (QValueAxis* axis : {horizontal, vertical}) {
            axis->setLinePen(QPen(style.axis, 1));
            axis->setGridLinePen(QPen(style.grid, 1));
        }
    }

    void place(const QRectF& plot, const QRectF& scene) {
        // The axes follow the plot area only when the layout is made anew (QTBUG, until 6.9).
        chart->setPlotArea(plot);
        chart->setGeometry(scene);
        chart->layout()->invalidate();
        chart->layout()->activate();
    }

    QChart* chart;  ///< owned by its scene
    QValueAxis* horizontal;
    QValueAxis* vertical;
};

}  // namespace

struct DiagramScene::Charts {
    QGraphicsScene base;  ///< axes and grids, which lie in the background
    AxesChart diagram;
    AxesChart counts;
    AxesChart ideal;  ///< its axes unseen
    QLineSeries* diagonal = nullptr;
    PaintedItem* bars = nullptr;
    PaintedItem* marks = nullptr;
    PaintedItem* countBars = nullptr;
    PaintedItem* text = nullptr;

    /// The ideal from y at the left to y at the right, as parts of the plot's height.
    void showIdeal(qreal left, qreal right) const {
        const QList<QPointF> points = {{0, left}, {1, right}};
        if (diagonal->points() != points) diagonal->replace(points);
    }

    void repaint() const {
        for (PaintedItem* item : {bars, marks, countBars, text})
            item->update();
    }
    /// All that follows from the numbers of the report, and no more: half of the figure.
    void repaintNumbers(const DiagramLayout& layout) const {
        for (PaintedItem* item : {bars, marks, countBars})
            item->update();
        for (const QRectF& box : {layout.header(), layout.counts})
            text->update(layout.scene.left(), box.top() - 2, layout.scene.width(),
                         box.height() + 4);
    }
};

DiagramScene::DiagramScene(QObject* parent)
    : QGraphicsScene(parent),
      m_charts(std::make_unique<Charts>()),
      m_style(diagramStyle(Theme::Light)) {
    setItemIndexMethod(NoIndex);
    m_charts->base.addItem(m_charts->diagram.chart);
    m_charts->base.addItem(m_charts->counts.chart);
    addItem(m_charts->ideal.chart);

    m_charts->diagonal = new QLineSeries(m_charts->ideal.chart);
    m_charts->showIdeal(0, 1);
    m_charts->ideal.chart->addSeries(m_charts->diagonal);
    for (QValueAxis* axis : {m_charts->ideal.horizontal, m_charts->ideal.vertical}) {
        m_charts->diagonal->attachAxis(axis);
        axis->setVisible(false);
    }

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
    m_charts->bars = add(kBelowIdeal, [this](QPainter& painter) { paintPlot(painter); });
    m_charts->countBars = add(kBelowIdeal, [this](QPainter& painter) { paintLowerPlot(painter); });
    m_charts->marks = add(kAboveIdeal, [this](QPainter& painter) { paintPlotMarks(painter); });
    m_charts->text = add(kAboveIdeal, [this](QPainter& painter) {
        paintFigureText(painter, *m_report, m_layout, m_style, m_use);
    });
    restyle();
    setReport(nullptr);
}

DiagramScene::~DiagramScene() = default;

void DiagramScene::setReport(std::shared_ptr<const Report> report) {
    const DiagramKind before = m_report ? m_report->diagram : DiagramKind::Bars;
    const bool otherKind = report && before != report->diagram;
    m_report = std::move(report);
    m_charts->ideal.chart->setVisible(m_report != nullptr);
    if (otherKind) m_axes = axesOf(*m_report);
    if (otherKind && !m_layout.scene.isEmpty()) layOut();
    if (m_report) {
        m_columns = columnsOf(*m_report);
        updateAxes();
        const auto gone = [&](std::optional<std::size_t>& bin) {
            if (bin && *bin >= m_report->curve.bins.size()) bin.reset();
        };
        gone(m_marks.hovered);
        gone(m_marks.selected);
    }
    updateFrame();
    m_charts->repaintNumbers(m_layout);
}

void DiagramScene::updateFrame() {
    const FrameContent frame =
        m_report ? frameContent(*m_report, m_layout, m_axes, m_use) : FrameContent();
    if (frame == m_frame) return;
    m_frame = frame;
    repaintBackground();
}

void DiagramScene::repaintBackground() {
    invalidate(sceneRect(), BackgroundLayer);
}

void DiagramScene::drawBackground(QPainter* painter, const QRectF& rect) {
    QGraphicsScene::drawBackground(painter, rect);
    if (!m_report) return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);  // all lines are level or upright
    m_charts->base.render(painter, m_layout.scene, m_layout.scene);
    paintFigureFrame(*painter, *m_report, m_layout, m_axes, m_style, m_use);
    painter->restore();
}

void DiagramScene::updateAxes() {
    const DiagramAxes axes = axesOf(*m_report);
    const auto take = [&](PlotAxis& axis, const PlotAxis& next, QValueAxis* drawn) {
        if (m_holdsAxes && axis.holds(next)) return;
        axis = next;
        if (drawn->tickCount() != axis.steps + 1) drawn->setTickCount(axis.steps + 1);
    };
    take(m_axes.values, axes.values, m_charts->diagram.vertical);
    take(m_axes.counts, axes.counts, m_charts->counts.vertical);
    const PlotAxis& values = m_axes.values;
    const bool level =
        m_report->diagram == DiagramKind::Gaps || m_report->diagram == DiagramKind::Cumulative;
    const qreal zero = -values.lowest / (values.highest - values.lowest);
    m_charts->showIdeal(zero, level ? zero : 1);
}

void DiagramScene::holdAxes(bool hold) {
    m_holdsAxes = hold;
    if (hold || !m_report) return;
    updateAxes();
    updateFrame();
    m_charts->repaintNumbers(m_layout);
}

void DiagramScene::paintPlot(QPainter& painter) const {
    const PlotMap map{m_layout.diagram, m_axes.values.highest, m_axes.values.lowest};
    switch (m_report->diagram) {
        case DiagramKind::Bars: return paintBars(painter, m_columns, map, m_style, m_marks);
        case DiagramKind::Gaps: return paintGapBars(painter, m_columns, map, m_style, m_marks);
        case DiagramKind::Isotonic:
        case DiagramKind::Smooth:
        case DiagramKind::Cumulative:
            return ColumnPainter(painter, m_columns, map, m_style).paintWashes(m_marks);
    }
}

void DiagramScene::paintPlotMarks(QPainter& painter) const {
    const PlotMap map{m_layout.diagram, m_axes.values.highest, m_axes.values.lowest};
    switch (m_report->diagram) {
        case DiagramKind::Bars:
            if (m_report->recalibration) {
                paintGhosts(painter, m_report->recalibration->before->curve, map, m_style);
            }
            return paintMarks(painter, m_columns, map, m_style, m_marks, m_report->intervals);
        case DiagramKind::Gaps:
            return paintGapMarks(painter, m_columns, map, m_style, m_marks, m_report->intervals);
        case DiagramKind::Isotonic:
        case DiagramKind::Smooth:
        case DiagramKind::Cumulative: break;
    }
    const bool idealIsDiagonal = m_report->diagram != DiagramKind::Cumulative;
    paintCurve(painter, *m_report->shape, idealIsDiagonal, map, m_style);
    ColumnPainter(painter, m_columns, map, m_style).paintFrames(m_marks);
}

void DiagramScene::paintLowerPlot(QPainter& painter) const {
    const PlotMap map{m_layout.counts, m_axes.counts.highest};
    if (m_report->diagram != DiagramKind::Cumulative) {
        return paintCounts(painter, m_columns, map, m_style, m_marks);
    }
    const ColumnPainter columns(painter, m_columns, map, m_style);
    columns.paintWashes(m_marks);
    paintConfidences(painter, *m_report->shape, map, m_style);
    columns.paintFrames(m_marks);
}

void DiagramScene::setStyle(const DiagramStyle& style) {
    if (style == m_style) return;
    m_style = style;
    restyle();
}

void DiagramScene::restyle() {
    setBackgroundBrush(m_style.background);
    m_charts->diagram.restyle(m_style);
    m_charts->counts.restyle(m_style);
    QPen pen(m_style.diagonal, 1.5, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({5, 4});
    m_charts->diagonal->setPen(pen);
    repaintBackground();
    m_charts->repaint();
}

void DiagramScene::setSize(const QSizeF& size) {
    if (size == m_layout.scene.size()) return;
    setSceneRect(QRectF(QPointF(0, 0), size));
    layOut();
}

void DiagramScene::layOut() {
    const double level = m_report ? m_report->level : 0.95;
    const DiagramKind kind = m_report ? m_report->diagram : DiagramKind::Bars;
    m_layout = diagonal::diagramLayout(sceneRect().size(), legendItemWidths(kind, level));
    m_charts->diagram.place(m_layout.diagram, m_layout.scene);
    m_charts->counts.place(m_layout.counts, m_layout.scene);
    m_charts->ideal.place(m_layout.diagram, m_layout.scene);
    m_charts->bars->setBounds(m_layout.diagram.adjusted(-2, -2, 2, 2));
    m_charts->marks->setBounds(m_layout.diagram.adjusted(-6, -6, 6, 6));
    m_charts->countBars->setBounds(m_layout.counts.adjusted(-2, -2, 2, 2));
    m_charts->text->setBounds(m_layout.scene);
    repaintBackground();
    m_charts->repaint();
}

void DiagramScene::setMarks(const BinMarks& marks) {
    if (marks == m_marks) return;
    m_marks = marks;
    m_charts->repaintNumbers(m_layout);
}

void DiagramScene::setUse(FigureUse use) {
    m_use = use;
    repaintBackground();
    m_charts->repaint();
}

std::optional<std::size_t> DiagramScene::binAt(const QPointF& point) const {
    if (!m_report) return std::nullopt;
    if (!m_layout.diagram.contains(point) && !m_layout.counts.contains(point)) return std::nullopt;
    const double value = (point.x() - m_layout.diagram.left()) / m_layout.diagram.width();
    const auto& bins = m_columns.bins;
    const auto bin = std::lower_bound(bins.begin(), bins.end(), value,
                                      [](const Bin& b, double v) { return b.upper < v; });
    if (bin == bins.end()) return std::nullopt;
    return static_cast<std::size_t>(bin - bins.begin());
}

}  // namespace diagonal
