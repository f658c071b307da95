// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QGraphicsScene>

#include "app/diagram/figure_frame.h"
#include "app/diagram/figure_use.h"
#include "app/diagram/painting/diagram_layout.h"
#include "app/diagram/painting/diagram_style.h"
#include "app/diagram/painting/figure_content.h"
#include "app/diagram/painting/marks_painter.h"
#include "core/reporting/report.h"

namespace diagonal {

/// The whole figure: reliability diagram, counts below, title, legend and scores. Qt Charts draws
/// the diagonal; everything else is painted, on whole pixels. Axes, grid, title, legend and tick
/// labels rarely change and form the background, which views may cache. Empty without a report.
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
    /// Returns the height at which a figure of this width on paper shows all of its parts.
    qreal fittingHeight(qreal width) const;
    void setContent(const FigureContent& content);
    /// Shows gaps as those of bins whose consistency intervals are unknown, if they are: they will
    /// not be computed soon.
    void forgetConsistency();
    /// Shows a part of the horizontal axis; kWholeAxis shows all of it. A cumulative diagram is
    /// always shown whole.
    void setZoom(const Axis& horizontal);
    const Axis& zoom() const { return m_zoom; }
    /// Returns the place of the horizontal axis at a point of the scene.
    qreal valueAt(const QPointF& point) const;
    /// Returns where a value of the horizontal axis stands in the scene; none beyond its ends.
    std::optional<qreal> placeOf(qreal value) const;
    /// Returns what the item of the legend at a point means; empty elsewhere.
    QString legendHelpAt(const QPointF& point) const;
    /// While held, vertical axes grow but do not shrink, so that nothing jumps during a drag.
    void holdAxes(bool hold);

    const std::shared_ptr<const Report>& report() const { return m_report; }
    const BinMarks& binMarks() const { return m_marks; }
    const DiagramLayout& diagramLayout() const { return m_layout; }

    /// Returns the bin whose column, in either plot, contains a point of the scene; none elsewhere.
    std::optional<std::size_t> binAt(const QPointF& point) const;

protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override;

private:
    class Ideal;
    struct ChartItems;
    FigureWidths widths() const;
    void layOut();
    void restyle();
    /// Requires a report.
    DrawnFigure drawn() const {
        return {*m_report, m_figure, m_layout, m_style, m_content, m_use, m_namesGaps};
    }
    void updateFrame();
    void repaintBackground();
    void repaintParts(const std::vector<QRectF>& parts);
    /// Repaints everything that depends on the report's numbers.
    void repaintNumbers();
    void repaintHeader();
    /// Repaints the columns of marked bins.
    void repaintMarks();
    /// Returns the part of the horizontal axis that the diagram shows.
    Axis shownPart() const;
    ReliabilityCurve columns() const;
    /// Finds the figure of the report, whose columns are known, at the size of the plot; the axes
    /// of `held` are kept where they hold all marks.
    void findFigure(const Figure* held);
    /// As above: those of the shown figure while axes are held.
    void findFigure();
    PlotMap upperMap() const;
    PlotMap lowerMap() const;
    void paintPlot(QPainter& painter) const;
    void paintPlotMarks(QPainter& painter) const;
    void paintLowerPlot(QPainter& painter) const;

    std::unique_ptr<ChartItems> m_items;
    std::shared_ptr<const Report> m_report;
    DiagramStyle m_style;
    DiagramLayout m_layout;
    BinMarks m_marks;
    FigureUse m_use = FigureUse::Window;
    bool m_namesGaps = true;
    FigureContent m_content;
    FrameContent m_frame;
    ReliabilityCurve m_columns;  ///< columns()
    Figure m_figure;
    Axis m_zoom = kWholeAxis;
    bool m_holdsAxes = false;
};

}  // namespace diagonal
