// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QGraphicsScene>

#include "app/diagram/figure_frame.h"
#include "app/diagram/figure_use.h"
#include "app/diagram/painting/bins_painter.h"
#include "app/diagram/painting/diagram_axes.h"
#include "app/diagram/painting/diagram_layout.h"
#include "app/diagram/painting/diagram_style.h"
#include "core/reporting/report.h"

namespace diagonal {

/// The whole figure: reliability diagram, counts below, title, legend and scores. Qt Charts gives
/// the diagonal; all else is painted, on whole pixels. What hardly ever changes is its background,
/// which views may cache: axes, grid, title, legend and tick labels. Shows nothing without a
/// report.
class DiagramScene : public QGraphicsScene {
    Q_OBJECT

public:
    explicit DiagramScene(QObject* parent = nullptr);
    ~DiagramScene() override;

    void setReport(std::shared_ptr<const Report> report);
    void setStyle(const DiagramStyle& style);
    void setSize(const QSizeF& size);
    void setMarks(const BinMarks& marks);
    void setUse(FigureUse use);
    /// While held, vertical axes grow but do not shrink: nothing jumps under a drag.
    void holdAxes(bool hold);

    const std::shared_ptr<const Report>& report() const { return m_report; }
    const BinMarks& marks() const { return m_marks; }
    const DiagramLayout& diagramLayout() const { return m_layout; }

    /// The bin whose column, in either plot, holds a point of the scene.
    std::optional<std::size_t> binAt(const QPointF& point) const;

protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override;

private:
    class Ideal;
    struct ChartItems;
    void layOut();
    void restyle();
    void updateAxes();
    void updateFrame();
    void repaintBackground();
    void paintPlot(QPainter& painter) const;
    void paintPlotMarks(QPainter& painter) const;
    void paintLowerPlot(QPainter& painter) const;

    std::unique_ptr<ChartItems> m_items;
    std::shared_ptr<const Report> m_report;
    DiagramStyle m_style;
    DiagramLayout m_layout;
    BinMarks m_marks;
    FigureUse m_use = FigureUse::Window;
    DiagramAxes m_axes;
    FrameContent m_frame;
    ReliabilityCurve m_columns;  ///< columnsOf() the report
    bool m_holdsAxes = false;
};

}  // namespace diagonal
