// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/diagram/painting/diagram_style.h"

class QApplication;

namespace diagonal {

/// The theme that the desktop's palette asks for.
Theme systemTheme();

/// Dresses the widgets: Fusion with the figure's font and colours.
void applyStyle(QApplication& application, Theme theme);

}  // namespace diagonal
