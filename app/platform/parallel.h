// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

namespace diagonal {

/// The ParallelFor (core/parallel.h) of the app: on the calling thread and those of Qt's global
/// pool that are free.
void parallelFor(std::size_t count, const std::function<void(std::size_t)>& body);

}  // namespace diagonal
