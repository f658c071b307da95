// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results/busy_line.h"

#include <QPainter>

namespace diagonal {
namespace {

constexpr int kHeight = 3;
constexpr int kDelayMs = 300;

}  // namespace

BusyLine::BusyLine(QWidget* parent) : QWidget(parent) {
    setFixedHeight(kHeight);
    setToolTip(tr("More numbers are being computed; Esc stops this. Grey numbers are outdated."));
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, [this] {
        m_isShown = true;
        update();
    });
}

void BusyLine::showShare(double share) {
    if (share == m_share) return;
    m_share = share;
    setAccessibleName(share < 1 ? tr("Computing more numbers") : tr("All numbers are computed"));
    if (share >= 1) {
        m_delay.stop();
        m_isShown = false;
    } else if (!m_isShown && !m_delay.isActive()) {
        m_delay.start();
    }
    update();
}

void BusyLine::paintEvent(QPaintEvent*) {
    if (!m_isShown) return;
    QPainter painter(this);
    QColor ground = palette().color(QPalette::Mid);
    ground.setAlphaF(0.35F);
    painter.fillRect(rect(), ground);
    QRectF done = rect();
    done.setWidth(done.width() * m_share);
    painter.fillRect(done, palette().color(QPalette::Link));
}

}  // namespace diagonal
