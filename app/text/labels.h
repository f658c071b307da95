// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <QString>
#include <QWidget>

namespace diagonal {

/// Returns a name, perhaps from a file, as the text of a button or a menu: an ampersand in it marks
/// no shortcut.
inline QString withoutShortcut(QString name) {
    return name.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

/// Removes the widgets of a layout, which is to be filled anew. They are deleted later: one of them
/// may be handling a click.
inline void removeWidgets(QLayout& layout) {
    while (QLayoutItem* item = layout.takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
}

}  // namespace diagonal
