// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "core/base/parallel.h"

namespace diagonal::testing {

/// A ParallelFor of four threads. A loop within a loop has threads, too; the loops within that one
/// are serial.
inline void threaded(std::size_t count, const std::function<void(std::size_t)>& body) {
    constexpr std::size_t most = 4;
    constexpr int deepest = 2;
    thread_local int depth = 0;
    if (count < 2 || depth == deepest) return serialFor(count, body);
    std::atomic<std::size_t> next = 0;
    std::vector<std::exception_ptr> thrown(std::min(count, most));
    {
        std::vector<std::jthread> threads;
        for (std::exception_ptr& own : thrown) {
            threads.emplace_back([&, outer = depth] {
                depth = outer + 1;
                try {
                    for (std::size_t i = next++; i < count; i = next++)
                        body(i);
                } catch (...) {
                    own = std::current_exception();
                }
            });
        }
    }
    for (const std::exception_ptr& one : thrown) {
        if (one) std::rethrow_exception(one);
    }
}

}  // namespace diagonal::testing
