// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <QObject>
#include <QThreadPool>

namespace diagonal {

/// True once a running task should end early. Tasks may look at it from their thread.
class StopFlag {
public:
    bool isSet() const { return m_flag->load(std::memory_order_relaxed); }
    void set() const { m_flag->store(true, std::memory_order_relaxed); }

private:
    std::shared_ptr<std::atomic<bool>> m_flag = std::make_shared<std::atomic<bool>>(false);
};

/// Whether a hand waits for a job.
enum class Urgency { Waited, Later };

/// Lets the threads that a hand waits for run before the calling one, where the system can.
void yieldToOthers();

/// Runs one task at a time in a thread of its own and delivers results on the thread that made
/// the job: one runs, at most one waits, the newest wins. All methods belong to that thread;
/// there is no lock. Beside parallelFor(), the only code of the app that knows threads.
template <typename T>
class BackgroundJob {
public:
    using Task = std::function<T(const StopFlag&)>;
    using Deliver = std::function<void(T)>;

    explicit BackgroundJob(Deliver deliver, Urgency urgency = Urgency::Waited)
        : m_deliver(std::move(deliver)), m_urgency(urgency) {
        m_pool.setMaxThreadCount(1);
        m_pool.setExpiryTimeout(-1);
    }
    ~BackgroundJob() {
        m_stop.set();
        m_pool.clear();
        m_pool.waitForDone();
    }
    BackgroundJob(const BackgroundJob&) = delete;
    BackgroundJob& operator=(const BackgroundJob&) = delete;

    /// Lets a running task end and delivers it, then runs this one; requests in between are
    /// dropped. A dragged slider is followed: stopping each task for the next would starve it.
    void request(Task task) {
        m_pending = std::move(task);
        if (!m_busy) startPending();
    }

    /// Stops a running task, drops its result, and runs this one.
    void restart(Task task) {
        cancel();
        request(std::move(task));
    }

    /// Stops and drops whatever runs or waits.
    void cancel() {
        m_pending.reset();
        if (m_busy) {
            m_stop.set();
            m_dropResult = true;
        }
    }

    /// Whether a result is still to be delivered.
    bool isBusy() const { return m_pending || (m_busy && !m_dropResult); }

private:
    void startPending() {
        m_busy = true;
        m_dropResult = false;
        m_stop = StopFlag();
        m_pool.start([this, task = std::move(*m_pending), stop = m_stop] {
            if (m_urgency == Urgency::Later) yieldToOthers();
            auto result = std::make_shared<T>(task(stop));
            // The context dies with the job, and with it whatever is still on its way.
            QMetaObject::invokeMethod(
                &m_context, [this, result] { finish(std::move(*result)); }, Qt::QueuedConnection);
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
    QObject m_context;
    std::optional<Task> m_pending;
    StopFlag m_stop;
    bool m_busy = false;
    bool m_dropResult = false;
    QThreadPool m_pool;
};

}  // namespace diagonal
