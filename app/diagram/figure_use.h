// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace diagonal {

/// What a figure is painted for.
enum class FigureUse {
    Window,  ///< nothing moves while a slider is dragged: the scores stay in the title line
    Paper    ///< the scores stand in the empty corner of the plot where no bar reaches them
};

}  // namespace diagonal
