// SPDX-License-Identifier: GPL-3.0-or-later
// Gives every caller of core that provides no loop one with threads (THREADED_DEFAULT).
#include "tests/core/threaded_for.h"

namespace diagonal {

void defaultFor(std::size_t count, const std::function<void(std::size_t)>& body) {
    testing::threaded(count, body);
}

}  // namespace diagonal
