// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/publishing/profile_figures.h"

namespace diagonal {

/// Returns the figure of observed over expected events (O:E) by group, a forest plot.
ProfileFigure groupForestFigure();

}  // namespace diagonal
