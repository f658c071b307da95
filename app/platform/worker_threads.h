// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace diagonal {

/// At most `most` threads that run functions. A thread starts when it is first needed and stays:
/// what it keeps for the next function (plans of transforms, decompressors) takes long to make. The
/// end waits for functions that run and drops those that wait.
class WorkerThreads {
public:
    explicit WorkerThreads(std::size_t most) : m_most(most) {}

    /// Runs `work` once a thread is free; at once, on this thread, if none can be had.
    void start(std::function<void()> work);
    /// Runs `work` if a thread is free or can be added; else returns false.
    bool tryStart(std::function<void()> work);

private:
    bool isThreadFree();
    void enqueue(std::function<void()> work);
    void run(const std::stop_token& ended);

    const std::size_t m_most;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<std::function<void()>> m_waiting;
    std::size_t m_running = 0;
    std::vector<std::jthread> m_threads;  ///< the last member: they must end before the others
};

}  // namespace diagonal
