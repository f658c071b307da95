// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include <QColor>
#include <QPixmap>
#include <QPointF>
#include <QSlider>

namespace diagonal {

/// A value marked below the groove.
struct SliderMark {
    int value = 0;
    QColor colour = {};  ///< invalid: that of secondary text

    bool operator==(const SliderMark&) const = default;
};

/// A line above the groove: x in values of the slider, y from 0 at the groove to 1.
struct SliderLine {
    std::vector<QPointF> points;
    QColor colour;
};

/// What the values of a slider lead to.
struct SliderLandscape {
    std::vector<SliderLine> lines;
    SliderLine band;  ///< filled down to the groove; often empty
};

/// A wide, plain slider with a landscape above its groove and marks at special values. A double
/// click emits resetRequested().
class MarkedSlider : public QSlider {
    Q_OBJECT

public:
    explicit MarkedSlider(QWidget* parent = nullptr);

    /// Sets the values to mark below the groove.
    void setMarks(std::vector<SliderMark> marks);
    void setLandscape(SliderLandscape landscape);
    const SliderLandscape& landscape() const { return m_landscape; }
    /// Shows the landscape pale: it belongs to other settings.
    void setOutdated(bool outdated);
    /// Sets what the tool tip says at a value; the slider's own tool tip follows.
    void setTextAt(std::function<QString(int value)> textAt) { m_textAt = std::move(textAt); }
    /// Sets the numbers that the values stand for, as screen readers are told them.
    void setMeaning(std::function<double(int value)> numberOf,
                    std::function<int(double number)> valueOf);
    /// Convert a value to the number that it stands for, and back; by default they are the same.
    double numberOf(int value) const { return m_numberOf ? m_numberOf(value) : value; }
    int valueOf(double number) const;
    QSize sizeHint() const override { return {200, 48}; }

    /// Returns the x coordinate of a value in the widget, in pixels.
    qreal position(qreal value) const;

Q_SIGNALS:
    /// After a double click; `moved` if its first click has moved the handle.
    void resetRequested(bool moved);

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    int valueAt(qreal x) const;
    qreal grooveY() const;
    void paintLandscape(QPainter& painter) const;
    /// Returns the landscape as a picture of the whole widget, painted anew only if it changed.
    const QPixmap& landscapePicture();

    int m_valueBeforePress = 0;
    std::vector<SliderMark> m_marks;
    SliderLandscape m_landscape;
    bool m_isOutdated = false;
    QPixmap m_picture;  ///< null: it must be painted
    std::function<QString(int)> m_textAt;
    std::function<double(int)> m_numberOf;
    std::function<int(double)> m_valueOf;
};

}  // namespace diagonal
