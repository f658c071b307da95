// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/input_guard.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
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

bool InputGuard::eventFilter(QObject* watched, QEvent* event) {
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
    // A spin box has the focus in place of its field.
    const auto* field = qobject_cast<QAbstractSpinBox*>(watched)
                            ? watched->findChild<const QLineEdit*>()
                            : qobject_cast<const QLineEdit*>(watched);
    if (event->type() == QEvent::ShortcutOverride && field) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isOfMenu = (key->key() == Qt::Key_E || key->key() == Qt::Key_K) &&
                              key->modifiers() == Qt::ControlModifier;
        // A field that has nothing to undo would swallow the key.
        const bool isUndone = key->matches(QKeySequence::Undo) && !field->isUndoAvailable();
        const bool isRedone = key->matches(QKeySequence::Redo) && !field->isRedoAvailable();
        if (isOfMenu || isUndone || isRedone) {
            event->ignore();
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace diagonal
