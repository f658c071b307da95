// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <new>
#include <type_traits>

#include "core/base/result.h"

namespace diagonal {

inline constexpr const char* kNotEnoughMemory =
    "there is not enough memory for this. Close other programs, raise the limit (ulimit -v), or "
    "open fewer rows; .npy and .npz of float32 need the least";

/// Returns body()'s Result; std::bad_alloc becomes Error{CannotRead}. (Linux grants more memory
/// than it has unless a limit is set: ulimit -v, a batch system.)
template <typename Body>
std::invoke_result_t<Body> withinMemory(const Body& body) {
    try {
        return body();
    } catch (const std::bad_alloc&) {
        return cannotRead(kNotEnoughMemory);
    }
}

}  // namespace diagonal
