// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/file_watch.h"

#include <algorithm>
#include <chrono>

namespace diagonal {

using namespace std::chrono_literals;

FileWatch::FileWatch(QObject* parent) : QObject(parent) {
    m_timer.setInterval(500ms);
    connect(&m_timer, &QTimer::timeout, this, &FileWatch::look);
}

void FileWatch::follow(std::vector<std::string> paths, FileStates read, bool wholly) {
    m_paths = std::move(paths);
    m_read = std::move(read);
    m_wholly = wholly;
    m_last = m_read;
    m_isMissing = std::ranges::any_of(m_read, [](const auto& state) { return !state; });
    m_timer.start();
}

void FileWatch::stop() {
    m_timer.stop();
}

void FileWatch::look() {
    const FileStates now = statesOf(m_paths);
    const bool settled = now == m_last;
    m_last = now;
    const bool gone = std::ranges::any_of(now, [](const auto& state) { return !state; });
    if (gone) {
        if (!m_isMissing) Q_EMIT vanished();
        m_isMissing = true;
        return;
    }
    const bool other = now != m_read;
    if (other || (!m_wholly && settled)) {
        Q_EMIT changed(settled, other);
    } else if (m_isMissing) {
        Q_EMIT returned();
    }
    m_isMissing = false;
}

}  // namespace diagonal
