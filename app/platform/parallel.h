// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

namespace diagonal {

/// The ParallelFor (core/base/parallel.h) of the app: runs on the calling thread and on free
/// threads of Qt's global pool.
void parallelFor(std::size_t count, const std::function<void(std::size_t)>& body);

}  // namespace diagonal
