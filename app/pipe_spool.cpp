// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipe_spool.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>
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

/// Moves what has come from one descriptor to the other; false at the end.
bool moveBytes(int from, int to, const StopFlag& stop) {
    std::vector<char> chunk(kChunk);
    for (std::size_t moved = 0; moved < kMostPerStep && !stop.isSet();) {
        pollfd waiting{from, POLLIN, 0};
        if (::poll(&waiting, 1, kPollMilliseconds) == 0) {
            if (moved > 0) return true;
            continue;
        }
        const ssize_t got = ::read(from, chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0 || !writeAll(to, chunk.data(), static_cast<std::size_t>(got))) return false;
        moved += static_cast<std::size_t>(got);
    }
    return true;
}

}  // namespace

PipeSpool::PipeSpool(int descriptor, QObject* parent)
    : QObject(parent), m_descriptor(descriptor), m_job([this](bool more) {
          m_isOpen = more;
          if (more) return readOn();
          Q_EMIT ended();
      }) {
    if (!m_file.open()) {
        m_isOpen = false;
        return;
    }
    m_path = m_file.fileName().toStdString();
    readOn();
}

void PipeSpool::readOn() {
    m_job.request([from = m_descriptor, to = m_file.handle()](const StopFlag& stop) {
        return moveBytes(from, to, stop);
    });
}

}  // namespace diagonal
