// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <span>

namespace diagonal {

/// Minimum, maximum and sum of a row of scores. A row without scores has smallest > largest.
struct RowRange {
    double smallest = std::numeric_limits<double>::infinity();
    double largest = -std::numeric_limits<double>::infinity();
    double sum = 0;  ///< NaN if any score is; smallest and largest are then meaningless
};

/// Index of the largest score of a row, the first if several are equal.
struct LargestScore {
    std::size_t place = 0;
    bool isShared = false;  ///< whether another score equals it
};

/// rangeOf() and largestOf() by SIMD (Highway) with the widest instructions of the processor, on
/// which the order of summation depends.
RowRange rangeOfLongRow(std::span<const float> row);
RowRange rangeOfLongRow(std::span<const double> row);
LargestScore largestOfLongRow(std::span<const float> row);
LargestScore largestOfLongRow(std::span<const double> row);

/// Number of scores from which SIMD is worth a call.
inline constexpr std::size_t kLongRow = 8;

template <typename T>
RowRange rangeOf(std::span<const T> row) {
    if (row.size() >= kLongRow) return rangeOfLongRow(row);
    RowRange range;
    for (const T score : row) {
        const auto value = static_cast<double>(score);
        range.smallest = value < range.smallest ? value : range.smallest;
        range.largest = value > range.largest ? value : range.largest;
        range.sum += value;
    }
    return range;
}

/// Finds the largest score. Requires at least one score and no NaN.
template <typename T>
LargestScore largestOf(std::span<const T> row) {
    if (row.size() >= kLongRow) return largestOfLongRow(row);
    // Branch-free: a branch would be mispredicted half the time.
    if (row.size() == 2) return {row[1] > row[0] ? std::size_t{1} : 0, row[0] == row[1]};
    LargestScore out;
    T largest = row[0];
    for (std::size_t k = 1; k < row.size(); ++k) {
        const bool larger = row[k] > largest;
        out.isShared = !larger && (out.isShared || row[k] == largest);
        out.place = larger ? k : out.place;
        largest = larger ? row[k] : largest;
    }
    return out;
}

}  // namespace diagonal
