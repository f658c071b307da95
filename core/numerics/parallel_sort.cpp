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

/// Divides all integers into ranges that hold about equally many values. Looks up the first bits of
/// a value: for numbers that end in the bits of doubles, these are the exponent and some of the
/// mantissa.
class Ranges {
public:
    explicit Ranges(const std::vector<std::uint64_t>& values) : m_ranges(std::size_t{1} << kBits) {
        constexpr std::size_t perRange = 64;
        std::array<std::size_t, kRanges * perRange> sample{};
        const std::size_t step = values.size() / sample.size();
        for (std::size_t i = 0; i < sample.size(); ++i)
            sample[i] = firstBits(values[i * step]);
        std::ranges::sort(sample);
        std::size_t begin = 0;
        for (std::size_t range = 0; range < kRanges; ++range) {
            const bool last = range + 1 == kRanges;
            const std::size_t end = last ? m_ranges.size() : sample[(range + 1) * perRange];
            for (; begin < end; ++begin)
                m_ranges[begin] = static_cast<std::uint8_t>(range);
        }
    }

    /// Returns the index of the range that holds `value`.
    std::size_t of(std::uint64_t value) const { return m_ranges[firstBits(value)]; }

private:
    static constexpr int kBits = 20;
    static std::size_t firstBits(std::uint64_t value) {
        return static_cast<std::size_t>(value >> (64 - kBits));
    }
    std::vector<std::uint8_t> m_ranges;  ///< of the values with the same first bits
};

}  // namespace

void sortAscending(std::vector<std::uint64_t>& values, const ParallelFor& parallelFor) {
    constexpr std::size_t many = std::size_t{1} << 18;
    if (std::ranges::is_sorted(values)) return;
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
