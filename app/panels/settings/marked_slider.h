// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QSlider>

namespace diagonal {

/// A wide, quiet slider with marks where a value is special. A double click asks for a reset.
class MarkedSlider : public QSlider {
    Q_OBJECT

public:
    explicit MarkedSlider(QWidget* parent = nullptr);

    /// Values to mark below the groove.
    void setMarks(std::vector<int> values);
    QSize sizeHint() const override { return {200, 28}; }

    /// The place of a value along the widget, in pixels.
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
