// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/background_job.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace diagonal {

void yieldToOthers() {
#ifdef __linux__
    // Only Linux applies this to a single thread. At idle priority it would starve while a model
    // is being trained.
    constexpr int nice = 10;
    if (::getpriority(PRIO_PROCESS, 0) < nice) ::setpriority(PRIO_PROCESS, 0, nice);
#endif
}

}  // namespace diagonal
