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

/// extentOf() by SIMD (Highway) in the widest instructions that the processor has; the order of
/// summation depends on them.
RowExtent extentOfLongRow(std::span<const float> row);
RowExtent extentOfLongRow(std::span<const double> row);

template <typename T>
RowExtent extentOf(std::span<const T> row) {
    constexpr std::size_t longRow = 8;
    if (row.size() >= longRow) return extentOfLongRow(row);
    RowExtent extent;
    for (const T score : row) {
        const auto value = static_cast<double>(score);
        extent.smallest = value < extent.smallest ? value : extent.smallest;
        extent.largest = value > extent.largest ? value : extent.largest;
        extent.sum += value;
    }
    return extent;
}

}  // namespace diagonal
