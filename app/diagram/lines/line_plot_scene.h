// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QGraphicsScene>
#include <QPen>

#include "app/diagram/lines/plot_layout.h"
#include "app/diagram/painting/diagram_style.h"
#include "app/diagram/painting/figure_content.h"
#include "core/publishing/plots/figure.h"

namespace diagonal {

/// A plot of lines as a figure. Qt Charts draws axes, grid, bands and lines; title, legend and axis
/// titles are painted, so that text from a file is never treated as markup. Empty without
/// a plot.
class LinePlotScene : public QGraphicsScene {
    Q_OBJECT

public:
    explicit LinePlotScene(QObject* parent = nullptr);
    ~LinePlotScene() override;

    void setPlot(std::optional<Figure> plot);
    /// Sets what stands in place of a missing plot.
    void setMessage(const QString& message);
    void setStyle(const DiagramStyle& style);
    /// Sets what the user wants to see; call it before setPlot().
    void setContent(const FigureContent& content) { m_content = content; }
    void setSize(const QSizeF& size);
    /// Shows a vertical line where the user points, and what is there; none hides it.
    void setCursor(std::optional<double> x, const QString& text = {});
    /// Marks a point, and shows its numbers; none hides them.
    void setPointed(std::optional<std::size_t> point);
    /// Returns the point of the plot near a place of the scene; none elsewhere.
    std::optional<std::size_t> pointAt(const QPointF& place) const;
    const std::optional<std::size_t>& pointed() const { return m_point; }
    /// Draws the lines of the other models pale, so that this one can be followed; none draws all
    /// alike. Does nothing if there is only one model.
    void setPointedLine(std::optional<std::size_t> line);
    /// Returns the model's line near a place of the scene, or whose name is there; none elsewhere.
    std::optional<std::size_t> lineAt(const QPointF& place) const;
    const std::optional<std::size_t>& pointedLine() const { return m_line; }
    /// Shows the lines pale: they are those of other settings.
    void setOutdated(bool outdated);

    const std::optional<Figure>& plot() const { return m_plot; }
    const std::optional<double>& cursor() const { return m_cursor; }
    /// Returns the area between the axes, in scene pixels.
    const QRectF& plotArea() const { return m_layout.area; }
    /// Returns the x that a point of the scene lies at, within the axis.
    double xAt(const QPointF& point) const;

protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;

private:
    struct Chart;
    void layOut();
    struct Stroke {
        QList<QPointF> points;
        QPen pen;
        bool isRight = false;
    };
    std::vector<Stroke> strokes() const;
    std::vector<Axis> shownAxes() const;
    void fill();
    void buildChart(const std::vector<Axis>& axes, const std::vector<Stroke>& lines);
    /// Returns the parts of the subtitle that fit in a width, the file's name elided.
    QString subtitle(qreal width) const;
    void paintSideTitle(QPainter& painter, const Axis& axis, const QRectF& box,
                        const QColor& colour) const;
    std::optional<QRectF> besidePlot(const QSizeF& size, qreal top) const;
    void paintCursorText(QPainter& painter, qreal x, qreal top) const;

    std::unique_ptr<Chart> m_chart;
    std::optional<Figure> m_plot;
    bool m_isOutdated = false;
    std::optional<double> m_cursor;
    QString m_cursorText;
    QString m_message;
    DiagramStyle m_style;
    FigureContent m_content;
    PlotLayout m_layout;
    std::optional<std::size_t> m_point;  ///< the point that the user points at
    std::optional<std::size_t> m_line;   ///< the model's line that the user points at
};

}  // namespace diagonal
