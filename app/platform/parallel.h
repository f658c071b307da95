// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

#include "app/platform/background_job.h"
#include "core/base/parallel.h"

namespace diagonal {

/// The ParallelFor (core/base/parallel.h) of the app: runs on the calling thread and on free
/// threads that all such loops share.
void parallelFor(std::size_t count, const std::function<void(std::size_t)>& body);

/// The same, but leaves one processor to the window: for loops between two frames, while the window
/// still paints the one before.
void parallelForBesideWindow(std::size_t count, const std::function<void(std::size_t)>& body);

/// The same on other threads, which run below those that the user is waiting for.
void parallelForLater(std::size_t count, const std::function<void(std::size_t)>& body);

/// Returns an execution on all threads that `stop` cancels.
Execution executionUntil(const StopFlag& stop, Urgency urgency = Urgency::Interactive);

}  // namespace diagonal
