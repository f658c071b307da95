// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace diagonal {

/// Gives memory that was freed back to the system, which glibc does not do by itself where small
/// pieces were many. Takes milliseconds. Does nothing with other libraries.
void returnFreeMemory();

}  // namespace diagonal
