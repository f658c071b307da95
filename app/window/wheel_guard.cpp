// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/wheel_guard.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QScrollBar>

namespace diagonal {
namespace {

/// Returns `object` as a widget whose value the wheel would change; null for others.
QWidget* changedByWheel(QObject* object) {
    if (qobject_cast<QScrollBar*>(object)) return nullptr;
    const bool changes = qobject_cast<QComboBox*>(object) ||
                         qobject_cast<QAbstractSpinBox*>(object) ||
                         qobject_cast<QAbstractSlider*>(object);
    return changes ? static_cast<QWidget*>(object) : nullptr;
}

}  // namespace

bool WheelGuard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Polish) {
        // Otherwise Qt would give the focus to a box below the wheel.
        QWidget* widget = changedByWheel(watched);
        if (widget && widget->focusPolicy() == Qt::WheelFocus)
            widget->setFocusPolicy(Qt::StrongFocus);
    }
    if (event->type() == QEvent::Wheel && changedByWheel(watched)) {
        event->ignore();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace diagonal
