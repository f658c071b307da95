// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/parallel.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <new>

#include <QThread>

#include "app/platform/worker_threads.h"

namespace diagonal {
namespace {

/// The remaining indices of a loop. Shared, because a helper may start after the loop is done.
class ParallelLoop {
public:
    explicit ParallelLoop(std::size_t count) : m_count(count) {}

    /// Calls body(i) for remaining indices until none is left.
    void work(const std::function<void(std::size_t)>& body) {
        std::unique_lock lock(m_mutex);
        while (m_next < m_count) {
            const std::size_t i = m_next++;
            lock.unlock();
            std::exception_ptr thrown;
            try {
                body(i);
            } catch (...) {
                thrown = std::current_exception();
            }
            lock.lock();
            if (thrown && !m_thrown) m_thrown = thrown;
            if (++m_finished == m_count) m_allFinished.notify_all();
        }
    }
    /// Returns when every index is done; rethrows the first exception.
    void wait() {
        std::unique_lock lock(m_mutex);
        m_allFinished.wait(lock, [&] { return m_finished == m_count; });
        if (m_thrown) std::rethrow_exception(m_thrown);
    }

private:
    const std::size_t m_count;
    std::mutex m_mutex;
    std::condition_variable m_allFinished;
    std::size_t m_next = 0;
    std::size_t m_finished = 0;
    std::exception_ptr m_thrown;
};

std::size_t processors() {
    static const auto count = static_cast<std::size_t>(std::max(1, QThread::idealThreadCount()));
    return count;
}

/// Runs a loop on the calling thread and on free ones of `helpers`, which begin with prepare(); at
/// most on `threads` in all.
void runOn(WorkerThreads& helpers, std::size_t threads, std::size_t count,
           const std::function<void(std::size_t)>& body, void (*prepare)()) {
    const auto loop = std::make_shared<ParallelLoop>(count);
    const std::size_t wanted = std::min(threads, count);
    // Helpers use `body` only while indices remain, and it lives until all are done.
    const auto help = [loop, &body, prepare] {
        prepare();
        loop->work(body);
    };
    try {
        for (std::size_t started = 1; started < wanted && helpers.tryStart(help); ++started) {
        }
    } catch (const std::bad_alloc&) {
        // Those that have started suffice; they use `body` until the loop is done.
    }
    loop->work(body);
    loop->wait();
}

/// The helpers of all loops that the user is waiting for.
WorkerThreads& sharedHelpers() {
    static WorkerThreads helpers(processors());
    return helpers;
}

}  // namespace

void parallelFor(std::size_t count, const std::function<void(std::size_t)>& body) {
    runOn(sharedHelpers(), processors(), count, body, [] {});
}

void parallelForBesideWindow(std::size_t count, const std::function<void(std::size_t)>& body) {
    runOn(sharedHelpers(), std::max<std::size_t>(1, processors() - 1), count, body, [] {});
}

void parallelForLater(std::size_t count, const std::function<void(std::size_t)>& body) {
    static WorkerThreads helpers(processors());
    runOn(helpers, processors(), count, body, yieldToOthers);
}

Execution executionUntil(const StopFlag& stop, Urgency urgency) {
    return {[stop](std::size_t, std::size_t) { return !stop.isSet(); },
            urgency == Urgency::Interactive ? parallelFor : parallelForLater};
}

}  // namespace diagonal
