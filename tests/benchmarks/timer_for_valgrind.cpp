// SPDX-License-Identifier: GPL-3.0-or-later
// Loaded before libhwy, which would execute RDTSCP when it starts: valgrind announces that
// instruction to programs also on processors that lack it, where it then stops them.
#include <cstdint>

namespace hwy::platform {

std::uint64_t TimerResolution();

std::uint64_t TimerResolution() {
    return 1;
}

}  // namespace hwy::platform
