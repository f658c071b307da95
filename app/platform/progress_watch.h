// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <thread>

#include "core/base/parallel.h"

namespace diagonal {

/// Asks a progress callback, from a thread of its own, whether to go on while a call of a library
/// blocks; calls `stop` there each time the callback refuses, until the watch ends.
class ProgressWatch {
public:
    ProgressWatch(ProgressCallback progress, std::function<void()> stop);
    bool isStopped() const { return m_isStopped; }

private:
    std::atomic<bool> m_isStopped = false;
    std::jthread m_thread;  ///< the last member: it must end before the others
};

/// Calls a function that may block for long in a thread of its own, for which nobody waits. It must
/// own all that it uses.
void callBeside(std::function<void()> call);

}  // namespace diagonal
