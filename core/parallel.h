// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

#include "core/result.h"

namespace diagonal {

/// Calls body(0) to body(count - 1), each once, in any order and several at a time, and returns
/// when all have returned. What a body throws is thrown again then. The core starts no thread: who
/// has some provides this.
using ParallelFor =
    std::function<void(std::size_t count, const std::function<void(std::size_t)>& body)>;

/// The same one after another.
inline void serialFor(std::size_t count, const std::function<void(std::size_t)>& body) {
    for (std::size_t i = 0; i < count; ++i)
        body(i);
}

/// How a long computation is done: whom it tells, and who runs its loops.
struct Work {
    ProgressCallback progress = {};
    ParallelFor parallelFor = serialFor;
};

}  // namespace diagonal
