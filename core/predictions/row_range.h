// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <span>

namespace diagonal {

/// What a look at each score of a row tells. A row without scores has smallest > largest.
struct RowExtent {
    double smallest = std::numeric_limits<double>::infinity();
    double largest = -std::numeric_limits<double>::infinity();
    double sum = 0;  ///< NaN where a score is: smallest and largest mean nothing then
};

/// The first of the largest scores of a row.
struct LargestScore {
    std::size_t place = 0;
    bool isShared = false;  ///< whether another score is as large
};

/// extentOf() and largestOf() by SIMD (Highway) in the widest instructions that the processor has;
/// the order of summation depends on them.
RowExtent extentOfLongRow(std::span<const float> row);
RowExtent extentOfLongRow(std::span<const double> row);
LargestScore largestOfLongRow(std::span<const float> row);
LargestScore largestOfLongRow(std::span<const double> row);

/// From so many scores on, SIMD is worth a call.
inline constexpr std::size_t kLongRow = 8;

template <typename T>
RowExtent extentOf(std::span<const T> row) {
    if (row.size() >= kLongRow) return extentOfLongRow(row);
    RowExtent extent;
    for (const T score : row) {
        const auto value = static_cast<double>(score);
        extent.smallest = value < extent.smallest ? value : extent.smallest;
        extent.largest = value > extent.largest ? value : extent.largest;
        extent.sum += value;
    }
    return extent;
}

/// Of a row of at least one score, none of them NaN.
template <typename T>
LargestScore largestOf(std::span<const T> row) {
    if (row.size() >= kLongRow) return largestOfLongRow(row);
    // Without a branch: it would be foretold wrongly as often as not.
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
