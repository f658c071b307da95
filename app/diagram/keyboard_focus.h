// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace diagonal {

/// True if a key moved the focus, so that it must be visible where it is now.
inline bool isByKey(Qt::FocusReason reason) {
    return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason ||
           reason == Qt::ShortcutFocusReason;
}

}  // namespace diagonal
