// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include <QSemaphore>
#include <QThreadPool>

namespace diagonal {

void parallelFor(std::size_t count, const std::function<void(std::size_t)>& body) {
    std::atomic<std::size_t> next = 0;
    std::exception_ptr thrown;
    std::once_flag once;
    const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++) {
            try {
                body(i);
            } catch (...) {
                std::call_once(once, [&] { thrown = std::current_exception(); });
            }
        }
    };
    QThreadPool* pool = QThreadPool::globalInstance();
    const auto wanted = std::min(static_cast<std::size_t>(pool->maxThreadCount()), count);
    QSemaphore done;
    int helpers = 0;
    const auto help = [&] {
        work();
        done.release();
    };
    while (static_cast<std::size_t>(helpers) + 1 < wanted && pool->tryStart(help))
        ++helpers;
    work();
    done.acquire(helpers);
    if (thrown) std::rethrow_exception(thrown);
}

}  // namespace diagonal
