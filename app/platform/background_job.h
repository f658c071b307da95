// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include <QObject>

#include "app/platform/worker_threads.h"

namespace diagonal {

/// Set when a running task should end early; tasks may check it on their thread.
class StopFlag {
public:
    bool isSet() const { return m_flag->load(std::memory_order_relaxed); }
    void set() const { m_flag->store(true, std::memory_order_relaxed); }

private:
    std::shared_ptr<std::atomic<bool>> m_flag = std::make_shared<std::atomic<bool>>(false);
};

/// Waited: the user is waiting for the result. Later: runs at background priority.
enum class Urgency { Interactive, Later };

/// Lowers the priority of the calling thread below that of threads the user is waiting for; only on
/// Linux.
void yieldToOthers();

/// Runs functions that other threads post, on the thread that created it and in their order. Qt
/// only wakes that thread; the functions change hands under a lock, which ThreadSanitizer sees: it
/// does not see into Qt. The end drops the functions that wait.
class Mailbox : public QObject {
public:
    void post(std::function<void()> call);

protected:
    bool event(QEvent* event) override;

private:
    std::mutex m_mutex;
    std::deque<std::function<void()>> m_calls;
};

/// Runs one task at a time on a worker thread and delivers results on the thread that created the
/// job. At most one task waits; a newer one replaces it. All methods but tell() must be called on
/// the creating thread.
template <typename T>
class BackgroundJob {
public:
    using Task = std::function<T(const StopFlag&)>;
    using Deliver = std::function<void(T)>;

    explicit BackgroundJob(Deliver deliver, Urgency urgency = Urgency::Interactive)
        : m_deliver(std::move(deliver)), m_urgency(urgency) {}
    ~BackgroundJob() { m_stop.set(); }
    BackgroundJob(const BackgroundJob&) = delete;
    BackgroundJob& operator=(const BackgroundJob&) = delete;

    /// Runs `task` after a running one, whose result is still delivered; replaces a waiting one.
    /// While a slider is dragged, stopping each task for the next would deliver no result at all.
    void request(Task task) {
        m_pending = std::move(task);
        if (!m_busy) startPending();
    }

    /// Stops a running task, drops its result, and runs `task`.
    void restart(Task task) {
        cancel();
        request(std::move(task));
    }

    /// Stops a running task, drops its result, and drops a waiting one.
    void cancel() {
        m_pending.reset();
        if (m_busy) {
            m_stop.set();
            m_dropResult = true;
        }
    }

    /// Runs `call` on the creating thread. For tasks that report progress.
    void tell(std::function<void()> call) { m_mailbox.post(std::move(call)); }

    /// True if a result is still to be delivered.
    bool isBusy() const { return m_pending || (m_busy && !m_dropResult); }

private:
    void startPending() {
        m_busy = true;
        m_dropResult = false;
        m_stop = StopFlag();
        m_worker.start([this, task = std::move(*m_pending), stop = m_stop] {
            if (m_urgency == Urgency::Later) yieldToOthers();
            auto result = std::make_shared<T>(task(stop));
            m_mailbox.post([this, result] { finish(std::move(*result)); });
        });
        m_pending.reset();
    }

    void finish(T result) {
        m_busy = false;
        const bool drop = std::exchange(m_dropResult, false);
        if (m_pending) startPending();  // keep the worker busy first
        if (!drop) m_deliver(std::move(result));
    }

    Deliver m_deliver;
    Urgency m_urgency;
    std::optional<Task> m_pending;
    StopFlag m_stop;
    bool m_busy = false;
    bool m_dropResult = false;
    Mailbox m_mailbox;
    WorkerThreads m_worker{1};  ///< the last member: it must end before the others
};

}  // namespace diagonal
