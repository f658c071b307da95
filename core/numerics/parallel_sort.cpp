// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/parallel_sort.h"

#include <algorithm>
#include <array>
#include <hwy/contrib/sort/vqsort.h>

#include "core/base/large_vector.h"

namespace diagonal {
namespace {

constexpr std::size_t kRanges = 32;
using Counts = std::array<std::size_t, kRanges>;

void sortRun(std::uint64_t* values, std::size_t count) {
    hwy::Sorter()(values, count, hwy::SortAscending());
}

/// Divides all integers into ranges that hold about equally many values.
class Ranges {
public:
    explicit Ranges(const std::vector<std::uint64_t>& values) {
        constexpr std::size_t perRange = 64;
        std::array<std::uint64_t, kRanges * perRange> sample;
        const std::size_t step = values.size() / sample.size();
        for (std::size_t i = 0; i < sample.size(); ++i)
            sample[i] = values[i * step];
        std::ranges::sort(sample);
        for (std::size_t range = 1; range < kRanges; ++range)
            m_firsts[range - 1] = sample[range * perRange];
    }

    /// Returns the index of the range that holds `value`, by bisection without branches.
    std::size_t of(std::uint64_t value) const {
        std::size_t range = 0;
        for (std::size_t step = kRanges / 2; step > 0; step /= 2)
            range += m_firsts[range + step - 1] <= value ? step : 0;
        return range;
    }

private:
    std::array<std::uint64_t, kRanges - 1> m_firsts{};
};

}  // namespace

void sortAscending(std::vector<std::uint64_t>& values, const ParallelFor& parallelFor) {
    constexpr std::size_t many = std::size_t{1} << 18;
    if (values.size() < many) return sortRun(values.data(), values.size());
    const Ranges ranges(values);
    const Partition parts{values.size(), many / 8};
    std::vector<Counts> places(parts.parts(), Counts{});
    parallelFor(parts.parts(), [&](std::size_t part) {
        for (std::size_t i = parts.begin(part); i < parts.end(part); ++i)
            ++places[part][ranges.of(values[i])];
    });
    // Turn the counts into the places where each part's values of a range begin.
    std::array<std::size_t, kRanges + 1> begins{};
    for (std::size_t range = 0; range < kRanges; ++range) {
        begins[range + 1] = begins[range];
        for (Counts& counts : places) {
            const std::size_t count = counts[range];
            counts[range] = begins[range + 1];
            begins[range + 1] += count;
        }
    }
    auto sorted = largeVector<std::uint64_t>(values.size());
    parallelFor(parts.parts(), [&](std::size_t part) {
        Counts next = places[part];
        for (std::size_t i = parts.begin(part); i < parts.end(part); ++i)
            sorted[next[ranges.of(values[i])]++] = values[i];
    });
    values.swap(sorted);
    parallelFor(kRanges, [&](std::size_t range) {
        sortRun(values.data() + begins[range], begins[range + 1] - begins[range]);
    });
}

}  // namespace diagonal
