// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QGraphicsView>

#include "app/diagram/diagram_scene.h"

class QPushButton;

namespace diagonal {

/// The figure in the window. Bins are hovered with the mouse, and selected with the mouse or with
/// keys (Left, Right, Home, End, Esc). The wheel, a drag over a range of the diagram and the keys
/// +,
/// - and 0 zoom the horizontal axis; a drag over a range of the counts selects it. A threshold of
/// decisions, if one is set, is dragged along the axis of the lower plot, or moved with Shift and
/// the arrow keys. While Space is held, the user wants to see what chance does.
class DiagramView : public QGraphicsView {
    Q_OBJECT

public:
    explicit DiagramView(QWidget* parent = nullptr);

    void setReport(std::shared_ptr<const Report> report);
    void setTheme(Theme theme);
    void forgetConsistency() { m_scene->forgetConsistency(); }
    void setParts(const FigureParts& parts) { m_scene->setContent({parts}); }
    /// Zooms the horizontal axis about its middle, or about a point of the scene; a factor above 1
    /// shows less of it.
    void zoomBy(qreal factor, std::optional<QPointF> about = std::nullopt);
    void setZoom(const Axis& horizontal);
    /// Keeps vertical axes from shrinking, for as long as a slider is dragged.
    void holdAxes(bool hold) { m_scene->holdAxes(hold); }
    /// Shows a bin as selected without emitting binSelected.
    void setSelectedBin(std::optional<std::size_t> bin);
    /// Shows a bin as one under the pointer.
    void hover(std::optional<std::size_t> bin);
    /// Selects a bin as a click does.
    void select(std::optional<std::size_t> bin);
    /// Marks a range of confidence, whose rows are listed, over the counts; none marks nothing.
    void setListedRange(std::optional<Interval> range);
    /// Returns where that range is marked, in the scene; null if it is out of sight.
    QRectF listedRange() const;
    /// Shows a handle at a threshold in hundredths, from 1 to 99; none hides it.
    void setThreshold(std::optional<int> hundredths);
    /// Returns where the handle stands, in the scene; null if it is not shown.
    QRectF thresholdHandle() const;
    const DiagramScene& diagram() const { return *m_scene; }

Q_SIGNALS:
    void binHovered(std::optional<std::size_t> bin);
    void binSelected(std::optional<std::size_t> bin);
    void zoomChanged(const diagonal::Axis& horizontal);
    /// The user dragged over a range of confidence in the plot of counts; `isFree` with Alt or
    /// Ctrl.
    void rangeSelected(const diagonal::Interval& range, bool isFree);
    /// The user holds Space, or has released it.
    void chanceHeld(bool isHeld);
    /// The user moved the threshold, to hundredths from 1 to 99.
    void thresholdMoved(int hundredths);

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;

private:
    /// Returns the part of the plot that is being dragged over, in scene pixels; null if it is a
    /// click.
    QRectF brush() const;

    bool isOverThreshold(const QPointF& point) const;
    void moveThreshold(int hundredths);
    /// Repaints the handle and what stands beside it.
    void updateThreshold();
    void paintThreshold(QPainter& painter) const;

    /// Places the button that shows the whole axis; it is there while the axis is zoomed.
    void placeWholeButton();

    DiagramScene* m_scene;
    QPushButton* m_whole;
    std::optional<QPointF> m_pressed;  ///< where the left button went down, in the scene
    QPointF m_pointer;                 ///< in the scene
    int m_wheeled = 0;                 ///< eighths of a degree not yet used
    qreal m_backgroundRatio = 0;       ///< device pixel ratio of the cached background
    std::optional<Interval> m_listed;  ///< a range of confidence
    std::optional<int> m_threshold;    ///< in hundredths
    bool m_dragsThreshold = false;
    bool m_showsFocus = false;  ///< focus came from the keyboard
};

}  // namespace diagonal
