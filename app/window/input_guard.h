// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace diagonal {

/// Lets the wheel change boxes and sliders only while they have the focus: over others, it scrolls
/// the panel they are in. Lets Ctrl+E and Ctrl+K reach the menu from fields of text, which would
/// take them to move and to delete; Ctrl+Z and Ctrl+Y where the field has nothing to undo or redo.
/// To be installed as an event filter of the application.
class InputGuard : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace diagonal
