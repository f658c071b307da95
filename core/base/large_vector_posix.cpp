// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/large_vector.h"

#if defined(__linux__)
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace diagonal {
namespace {

#if defined(__linux__)
/// The whole pages in a range of memory.
struct Pages {
    char* begin;
    std::size_t bytes;
};

Pages pagesIn(void* memory, std::size_t bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t inPage = reinterpret_cast<std::uintptr_t>(memory) % page;
    const std::size_t toPage = inPage == 0 ? 0 : page - inPage;
    if (bytes < toPage) return {static_cast<char*>(memory), 0};
    return {static_cast<char*>(memory) + toPage, (bytes - toPage) / page * page};
}
#endif

}  // namespace

void adviseHugePages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
    constexpr std::size_t several = std::size_t{1} << 22;
    if (bytes < several) return;
    const Pages pages = pagesIn(memory, bytes);
    // Only a hint: the system may ignore it.
    (void)madvise(pages.begin, pages.bytes, MADV_HUGEPAGE);
#endif
}

void obtainPages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes,
                 [[maybe_unused]] const ParallelFor& parallelFor) {
#if defined(MADV_POPULATE_WRITE)
    constexpr std::size_t hugePage = std::size_t{1} << 21;
    constexpr std::size_t worthwhile = 8 * hugePage;
    if (bytes < worthwhile) return;
    const Pages pages = pagesIn(memory, bytes);
    const Partition parts{pages.bytes, hugePage, hugePage};
    parallelFor(parts.parts(), [&](std::size_t part) {
        // Pages that are not obtained now are when they are written.
        (void)madvise(pages.begin + parts.begin(part), parts.end(part) - parts.begin(part),
                      MADV_POPULATE_WRITE);
    });
#endif
}

}  // namespace diagonal
