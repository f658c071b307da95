// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/pipe_spool.h"

namespace diagonal {

PipeSpool::PipeSpool(int descriptor, bool owned, QObject* parent)
    : QObject(parent),
      m_descriptor(descriptor),
      m_owned(owned),
      m_job(std::make_unique<BackgroundJob<Step>>([this](const Step& step) { finish(step); })) {
    if (m_file.open()) {
        m_path = m_file.fileName().toStdString();
        readOn();
        return;
    }
    m_isOpen = false;
    // Queued, so that the creator can connect to the signals first.
    QMetaObject::invokeMethod(
        this, [this] { finish(cannotRead(m_file.errorString().toStdString())); },
        Qt::QueuedConnection);
}

PipeSpool::~PipeSpool() {
    m_job->cancel();
    m_job.reset();  // waits until nothing reads any more
    closeOwned();
}

void PipeSpool::readOn() {
    m_job->request([from = m_descriptor, to = m_file.handle()](const StopFlag& stop) {
        return moveBytes(from, to, stop);
    });
}

void PipeSpool::finish(const Step& step) {
    m_isOpen = step && step.value();
    if (m_isOpen) return readOn();
    closeOwned();
    if (!step) Q_EMIT errorOccurred(QString::fromStdString(step.error().detail));
    Q_EMIT ended();
}

}  // namespace diagonal
