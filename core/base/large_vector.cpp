// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/large_vector.h"

#if defined(__linux__)
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace diagonal {

void adviseHugePages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
    constexpr std::size_t several = std::size_t{1} << 22;
    if (bytes < several) return;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t inPage = reinterpret_cast<std::uintptr_t>(memory) % page;
    const std::size_t toPage = inPage == 0 ? 0 : page - inPage;
    // Only a hint: the system may ignore it.
    (void)madvise(static_cast<char*>(memory) + toPage, (bytes - toPage) / page * page,
                  MADV_HUGEPAGE);
#endif
}

}  // namespace diagonal
