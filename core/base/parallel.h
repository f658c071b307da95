// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>

#include "core/base/result.h"

namespace diagonal {

/// Calls body(0) to body(count - 1), each once, in any order and possibly concurrently, and returns
/// when all have returned. Rethrows an exception of a body, at the latest then. The core starts no
/// threads: the application provides this function.
using ParallelFor =
    std::function<void(std::size_t count, const std::function<void(std::size_t)>& body)>;

/// Calls body(0) to body(count - 1) one after another.
inline void serialFor(std::size_t count, const std::function<void(std::size_t)>& body) {
    for (std::size_t i = 0; i < count; ++i)
        body(i);
}

#ifdef DIAGONAL_THREADED_DEFAULT
/// The loop of callers that provide none. Here it has threads (tests/core/threaded_default.cpp), so
/// that every test under ThreadSanitizer looks for races.
void defaultFor(std::size_t count, const std::function<void(std::size_t)>& body);
#else
/// The loop of callers that provide none: serial.
inline constexpr auto defaultFor = serialFor;
#endif

/// Division of items [0, count) into at most 16 parts of at least `least` items, which begin at
/// multiples of `unit`. The parts do not depend on the number of threads, so sums over them do not
/// either.
struct Partition {
    std::size_t count = 0;
    std::size_t least = 1;
    std::size_t unit = 1;

    std::size_t parts() const {
        constexpr std::size_t most = 16;
        return std::clamp<std::size_t>(count / least, 1, most);
    }
    std::size_t begin(std::size_t part) const {
        const std::size_t units = (count + unit - 1) / unit;
        return std::min(units * part / parts() * unit, count);
    }
    std::size_t end(std::size_t part) const { return begin(part + 1); }
};

/// Progress callback and loop runner of a long computation. The callback may be called by several
/// threads at once.
struct Execution {
    ProgressCallback progress = {};
    ParallelFor parallelFor = defaultFor;
};

/// Asks a progress callback whether to go on, for the bodies of a parallel loop. Once the callback
/// has refused, the answer stays no.
class Continuation {
public:
    explicit Continuation(const ProgressCallback& progress) : m_progress(progress) {}

    bool goesOn(std::size_t done = 0, std::size_t total = 0) {
        if (m_stopped.load(std::memory_order_relaxed)) return false;
        if (m_progress && !m_progress(done, total)) m_stopped = true;
        return !m_stopped;
    }
    bool isStopped() const { return m_stopped; }

    /// Returns one that never stops.
    static Continuation& endless() {
        static const ProgressCallback none;
        static Continuation continuation(none);
        return continuation;
    }

private:
    const ProgressCallback& m_progress;
    std::atomic<bool> m_stopped = false;
};

/// Returns a loop that skips the bodies that are left once `continuation` stops. Both arguments
/// must outlive it; results are useless if continuation.isStopped() afterwards.
inline ParallelFor stoppable(const ParallelFor& parallelFor, Continuation& continuation) {
    return [&](std::size_t count, const std::function<void(std::size_t)>& body) {
        parallelFor(count, [&](std::size_t i) {
            if (continuation.goesOn()) body(i);
        });
    };
}

}  // namespace diagonal
