// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include <QEvent>
#include <QScrollArea>
#include <QStyle>

namespace diagonal {

/// Shows a widget of any height in its own width.
class ContentScroll : public QScrollArea {
public:
    explicit ContentScroll(QWidget* parent) : QScrollArea(parent) {
        setFrameShape(QFrame::NoFrame);
        setWidgetResizable(true);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }
    /// Takes the width that the content needs beside a scroll bar from now on. It never narrows, so
    /// that nothing jumps while a slider is dragged.
    void growWithContent() { m_grows = true; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (m_grows && watched == widget() && event->type() == QEvent::LayoutRequest) {
            const int width = widget()->minimumSizeHint().width() +
                              style()->pixelMetric(QStyle::PM_ScrollBarExtent);
            setMinimumWidth(std::max(width, minimumWidth()));
        }
        return QScrollArea::eventFilter(watched, event);
    }

private:
    bool m_grows = false;
};

}  // namespace diagonal
