// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/worker_threads.h"

#include <system_error>
#include <utility>

namespace diagonal {

void WorkerThreads::start(std::function<void()> work) {
    {
        const std::lock_guard lock(m_mutex);
        if (isThreadFree() || !m_threads.empty()) return enqueue(std::move(work));
    }
    work();  // the system has no thread for it
}

bool WorkerThreads::tryStart(std::function<void()> work) {
    const std::lock_guard lock(m_mutex);
    if (!isThreadFree()) return false;
    enqueue(std::move(work));
    return true;
}

/// Returns whether a thread has nothing to do, after adding one if need be. Requires the lock.
bool WorkerThreads::isThreadFree() {
    const std::size_t busy = m_running + m_waiting.size();
    if (busy < m_threads.size()) return true;
    if (m_threads.size() == m_most) return false;
    try {
        m_threads.emplace_back([this](const std::stop_token& ended) { run(ended); });
    } catch (const std::system_error&) {
        return false;  // the system has no thread left
    }
    return true;
}

void WorkerThreads::enqueue(std::function<void()> work) {
    m_waiting.push_back(std::move(work));
    m_wake.notify_one();
}

void WorkerThreads::run(const std::stop_token& ended) {
    std::unique_lock lock(m_mutex);
    while (m_wake.wait(lock, ended, [this] { return !m_waiting.empty(); })) {
        if (ended.stop_requested()) return;
        std::function<void()> work = std::move(m_waiting.front());
        m_waiting.pop_front();
        ++m_running;
        lock.unlock();
        work();
        work = nullptr;  // frees what it captured, without the lock
        lock.lock();
        --m_running;
    }
}

}  // namespace diagonal
