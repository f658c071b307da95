// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace diagonal {

/// Where a painted figure is used.
enum class FigureUse {
    Window,  ///< nothing moves while a slider is dragged: the scores stay in the title line
    Paper    ///< the scores stand in the upper left of the plot unless a bar reaches them
};

}  // namespace diagonal
