// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/progress_watch.h"

#include <chrono>
#include <utility>

namespace diagonal {

ProgressWatch::ProgressWatch(ProgressCallback progress, std::function<void()> stop) {
    if (!progress) return;
    m_thread = std::jthread([this, progress = std::move(progress),
                             stop = std::move(stop)](const std::stop_token& ended) {
        constexpr std::chrono::milliseconds pause(50);
        while (!ended.stop_requested()) {
            if (!progress(0, 0)) {
                m_isStopped = true;
                stop();
            }
            std::this_thread::sleep_for(pause);
        }
    });
}

void callBeside(std::function<void()> call) {
    std::thread(std::move(call)).detach();
}

}  // namespace diagonal
