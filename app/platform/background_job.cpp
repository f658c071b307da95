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
    QCoreApplication::postEvent(this, new QEvent(QEvent::User));
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
