// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/drop_frame.h"

#include <QPainter>

namespace diagonal {

DropFrame::DropFrame(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void DropFrame::showOverParent() {
    setGeometry(parentWidget()->rect());
    raise();
    show();
}

void DropFrame::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor accent = palette().color(QPalette::Link);
    QColor wash = palette().color(QPalette::Window);
    wash.setAlphaF(0.75F);
    painter.fillRect(rect(), wash);
    constexpr qreal margin = 10;
    painter.setPen(QPen(accent, 3, Qt::DashLine));
    painter.drawRoundedRect(QRectF(rect()).adjusted(margin, margin, -margin, -margin), 8, 8);
    QFont large = font();
    large.setPixelSize(20);
    painter.setFont(large);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(rect(), Qt::AlignCenter, tr("Drop to open"));
}

}  // namespace diagonal
