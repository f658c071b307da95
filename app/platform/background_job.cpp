// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/background_job.h"

#include <QCoreApplication>
#include <QEvent>

namespace diagonal {

void Mailbox::post(std::function<void()> call) {
    {
        const std::lock_guard lock(m_mutex);
        m_calls.push_back(std::move(call));
    }
    // Qt allocates the copy. ThreadSanitizer, which does not see the lock of Qt's queue, would take
    // an event of ours for a race with the filters that read it.
    static const QEvent wake(QEvent::User);
    QCoreApplication::postEvent(this, wake.clone());
}

bool Mailbox::event(QEvent* event) {
    if (event->type() != QEvent::User) return QObject::event(event);
    std::function<void()> call;
    {
        const std::lock_guard lock(m_mutex);
        call = std::move(m_calls.front());
        m_calls.pop_front();
    }
    call();  // may delete this object
    return true;
}

}  // namespace diagonal
