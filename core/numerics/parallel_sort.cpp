// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/parallel_sort.h"

#include <algorithm>
#include <array>
#include <hwy/contrib/sort/vqsort.h>
#include <numeric>
#include <span>

#include "core/base/large_vector.h"

namespace diagonal {
namespace {

constexpr std::size_t kRanges = 32;
constexpr std::size_t kManyToSort = std::size_t{1} << 18;  ///< from which on threads share the work
using Counts = std::array<std::size_t, kRanges>;

template <typename Value>
void sortRun(Value* values, std::size_t count) {
    hwy::Sorter()(values, count, hwy::SortAscending());
}

/// Divides all integers into ranges that hold about equally many values. Looks up the first bits of
/// a value: for numbers that end in the bits of doubles, these are the exponent and some of the
/// mantissa.
class Ranges {
public:
    explicit Ranges(std::span<const std::uint64_t> values) : m_ranges(std::size_t{1} << kBits) {
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

/// Sorts values through `copy`, which may hold anything, in parallel.
void sortByRanges(std::span<std::uint64_t> values, const ParallelFor& parallelFor,
                  std::vector<std::uint64_t>& copy) {
    const Ranges ranges(values);
    const Partition parts{values.size(), kManyToSort / 8};
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
    if (copy.size() < values.size()) copy.resize(values.size());
    parallelFor(parts.parts(), [&](std::size_t part) {
        Counts next = places[part];
        for (std::size_t i = parts.begin(part); i < parts.end(part); ++i)
            copy[next[ranges.of(values[i])]++] = values[i];
    });
    parallelFor(kRanges, [&](std::size_t range) {
        const std::size_t count = begins[range + 1] - begins[range];
        sortRun(copy.data() + begins[range], count);
        std::copy_n(copy.data() + begins[range], count, values.data() + begins[range]);
    });
}

/// Moves the values that are low to the front. Returns their number.
template <typename Value, typename IsLow>
std::size_t divideSerially(std::span<Value> values, const IsLow& isLow) {
    std::size_t low = 0;
    for (Value& value : values) {
        const Value moved = value;
        value = values[low];
        values[low] = moved;
        low += isLow(moved) ? 1U : 0U;
    }
    return low;
}

struct Run {
    std::size_t begin;
    std::size_t count;
};

/// Moves the values that are low to the front, in parallel. Returns their number.
template <typename Value, typename IsLow>
std::size_t divide(std::span<Value> values, const IsLow& isLow, const ParallelFor& parallelFor) {
    const Partition parts{values.size(), kManyToSort / 8};
    std::vector<std::size_t> below(parts.parts());
    parallelFor(parts.parts(), [&](std::size_t part) {
        const std::size_t begin = parts.begin(part);
        below[part] = divideSerially(values.subspan(begin, parts.end(part) - begin), isLow);
    });
    const std::size_t all = std::accumulate(below.begin(), below.end(), std::size_t{0});
    // Parts end on the wrong side of `all` in equal numbers.
    std::vector<Run> high;
    std::vector<Run> low;
    for (std::size_t part = 0; part < parts.parts(); ++part) {
        const std::size_t middle = parts.begin(part) + below[part];
        if (middle < all) high.push_back({middle, std::min(parts.end(part), all) - middle});
        const std::size_t from = std::max(parts.begin(part), all);
        if (from < middle) low.push_back({from, middle - from});
    }
    while (!high.empty() && !low.empty()) {
        Run& front = high.back();
        Run& back = low.back();
        const std::size_t count = std::min(front.count, back.count);
        std::swap_ranges(values.begin() + static_cast<std::ptrdiff_t>(front.begin),
                         values.begin() + static_cast<std::ptrdiff_t>(front.begin + count),
                         values.begin() + static_cast<std::ptrdiff_t>(back.begin));
        for (auto* runs : {&high, &low}) {
            Run& run = runs->back();
            run = {run.begin + count, run.count - count};
            if (run.count == 0) runs->pop_back();
        }
    }
    return all;
}

template <typename Value>
Value middleOfSample(std::span<const Value> values) {
    std::array<Value, 255> sample{};
    const std::size_t step = values.size() / sample.size();
    for (std::size_t i = 0; i < sample.size(); ++i)
        sample[i] = values[i * step];
    std::sort(sample.begin(), sample.end());
    return sample[sample.size() / 2];
}

/// Divides values in place into pieces of at most `most`, and calls sort(piece) for each, in
/// ascending order.
template <typename Value, typename Sort>
void forEachPiece(std::span<Value> values, std::size_t most, const ParallelFor& parallelFor,
                  const Sort& sort) {
    if (values.size() <= most) return sort(values);
    const Value middle = middleOfSample<Value>(values);
    const auto isBelow = [middle](const Value& value) { return value < middle; };
    const auto isMiddle = [middle](const Value& value) { return value == middle; };
    const std::size_t below = divide(values, isBelow, parallelFor);
    auto rest = values.subspan(below);
    if (below < values.size() / 4) {
        // Many rows may share the middle value; they are in their place.
        const std::size_t equal = divide(rest, isMiddle, parallelFor);
        if (equal == 0) return;  // cancelled
        rest = rest.subspan(equal);
    }
    forEachPiece(values.first(below), most, parallelFor, sort);
    forEachPiece(rest, most, parallelFor, sort);
}

}  // namespace

void sortAscending(std::vector<std::uint64_t>& values, const ParallelFor& parallelFor,
                   std::size_t mostCopied) {
    if (std::ranges::is_sorted(values)) return;
    std::vector<std::uint64_t> copy;
    forEachPiece(std::span(values), mostCopied, parallelFor, [&](std::span<std::uint64_t> piece) {
        if (piece.size() < kManyToSort) return sortRun(piece.data(), piece.size());
        reserveLarge(copy, std::min(values.size(), mostCopied), parallelFor);
        sortByRanges(piece, parallelFor, copy);
    });
}

void sortPairs(std::vector<hwy::uint128_t>& pairs, const ParallelFor& parallelFor,
               std::size_t most) {
    std::vector<std::span<hwy::uint128_t>> pieces;
    forEachPiece(std::span(pairs), most, parallelFor,
                 [&](std::span<hwy::uint128_t> piece) { pieces.push_back(piece); });
    parallelFor(pieces.size(), [&](std::size_t i) { sortRun(pieces[i].data(), pieces[i].size()); });
}

void sortInPlace(std::vector<std::uint64_t>& values, Continuation& continuation, std::size_t most) {
    forEachPiece(std::span(values), most, stoppable(serialFor, continuation),
                 [&](std::span<std::uint64_t> piece) {
                     if (continuation.goesOn()) sortRun(piece.data(), piece.size());
                 });
}

}  // namespace diagonal
