// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QSlider>

namespace diagonal {

/// A wide, plain slider with marks at special values. A double click emits resetRequested().
class MarkedSlider : public QSlider {
    Q_OBJECT

public:
    explicit MarkedSlider(QWidget* parent = nullptr);

    /// Sets the values to mark below the groove.
    void setMarks(std::vector<int> values);
    QSize sizeHint() const override { return {200, 28}; }

    /// Returns the x coordinate of a value in the widget, in pixels.
    qreal position(int value) const;

Q_SIGNALS:
    void resetRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    int valueAt(qreal x) const;

    std::vector<int> m_marks;
};

}  // namespace diagonal
