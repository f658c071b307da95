// SPDX-License-Identifier: GPL-3.0-or-later
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "app/platform/pipe_spool.h"

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

Error systemFailure() {
    return cannotRead(QString::fromLocal8Bit(std::strerror(errno)).toStdString());
}

}  // namespace

int openedPipe(const std::string& path) {
    return ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

void PipeSpool::closeOwned() {
    if (std::exchange(m_owned, false)) ::close(m_descriptor);
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
        if (got < 0) return systemFailure();
        if (got == 0) return false;
        if (!writeAll(to, chunk.data(), static_cast<std::size_t>(got))) return systemFailure();
        moved += static_cast<std::size_t>(got);
    }
    return true;
}

}  // namespace diagonal
