// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/pipe_spool.h"

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace diagonal {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;
constexpr std::size_t kMostPerStep = std::size_t{1} << 24;
constexpr int kPollMilliseconds = 50;

bool writeAll(int descriptor, const char* bytes, std::size_t size) {
    while (size > 0) {
        const ssize_t written = ::write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes += written;
        size -= static_cast<std::size_t>(written);
    }
    return true;
}

Error failed(const QString& why) {
    return {ErrorKind::CannotRead, why.toStdString()};
}

}  // namespace

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
        this, [this] { finish(failed(m_file.errorString())); }, Qt::QueuedConnection);
}

PipeSpool::~PipeSpool() {
    m_job->cancel();
    m_job.reset();  // waits until nothing reads any more
    closeOwned();
}

void PipeSpool::closeOwned() {
    if (std::exchange(m_owned, false)) ::close(m_descriptor);
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

/// Waits for data on one descriptor and writes it to the other, at most about kMostPerStep bytes.
PipeSpool::Step PipeSpool::moveBytes(int from, int to, const StopFlag& stop) {
    std::vector<char> chunk(kChunk);
    for (std::size_t moved = 0; moved < kMostPerStep && !stop.isSet();) {
        pollfd waiting{from, POLLIN, 0};
        if (::poll(&waiting, 1, kPollMilliseconds) == 0) {
            if (moved > 0) return true;
            continue;
        }
        const ssize_t got = ::read(from, chunk.data(), chunk.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got < 0) return failed(QString::fromLocal8Bit(std::strerror(errno)));
        if (got == 0) return false;
        if (!writeAll(to, chunk.data(), static_cast<std::size_t>(got))) {
            return failed(QString::fromLocal8Bit(std::strerror(errno)));
        }
        moved += static_cast<std::size_t>(got);
    }
    return true;
}

}  // namespace diagonal
