// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/focus_ring.h"

#include <QAbstractSlider>
#include <QFocusEvent>
#include <QPainter>
#include <QSplitter>

#include "app/diagram/diagram_view.h"
#include "app/diagram/keyboard_focus.h"

namespace diagonal {
namespace {

bool drawsItsFocus(const QWidget* widget) {
    return qobject_cast<const QAbstractSlider*>(widget) || qobject_cast<const DiagramView*>(widget);
}

class Ring : public QWidget {
public:
    explicit Ring(QWidget* parent) : QWidget(parent) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(palette().color(QPalette::Link), 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
};

}  // namespace

FocusRing::~FocusRing() {
    delete m_ring;
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::FocusIn: {
            auto* widget = qobject_cast<QWidget*>(watched);
            if (!widget) break;
            const auto reason = static_cast<QFocusEvent*>(event)->reason();
            // A menu that closes gives the focus back.
            if (reason == Qt::PopupFocusReason || reason == Qt::ActiveWindowFocusReason) break;
            follow(isByKey(reason) && !drawsItsFocus(widget) ? widget : nullptr);
            break;
        }
        case QEvent::MouseButtonPress:
            if (watched->isWidgetType()) follow(nullptr);
            break;
        case QEvent::Move:
        case QEvent::Resize:
        case QEvent::Show:
        case QEvent::Hide:
            if (watched == m_target) place();
            break;
        default: break;
    }
    return QObject::eventFilter(watched, event);
}

void FocusRing::follow(QWidget* target) {
    // The target may have died before its ring.
    if (target == m_target && (target || !m_ring)) return;
    QWidget* const parent = target ? target->parentWidget() : nullptr;
    // A splitter would take the ring for another part.
    const bool canHold = parent && !qobject_cast<QSplitter*>(parent);
    m_target = canHold ? target : nullptr;
    delete m_ring;
    if (m_target) m_ring = new Ring(parent);
    place();
}

void FocusRing::place() {
    if (!m_ring) return;
    if (!m_target || !m_target->isVisible()) return m_ring->hide();
    constexpr int beyond = 2;
    m_ring->setGeometry(m_target->geometry().adjusted(-beyond, -beyond, beyond, beyond) &
                        m_ring->parentWidget()->rect());
    m_ring->show();
    m_ring->raise();
}

}  // namespace diagonal
