// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/diagram/painting/diagram_style.h"

class QApplication;

namespace diagonal {

/// Returns the theme that matches the desktop's palette.
Theme systemTheme();

/// Styles all widgets: Fusion with the figure's font and colours.
void applyStyle(QApplication& application, Theme theme);

}  // namespace diagonal
