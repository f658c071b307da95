// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>

namespace diagonal {

/// What a look at each score of a row tells.
template <typename T>
struct RowExtent {
    T smallest = std::numeric_limits<T>::infinity();  ///< of the scores that are no NaN
    T largest = -std::numeric_limits<T>::infinity();
    double sum = 0;  ///< NaN where a score is
};

/// In eight lanes without branches, which compilers make vectors of.
template <typename T>
RowExtent<T> extentOf(std::span<const T> row) {
    constexpr std::size_t lanes = 8;
    RowExtent<T> extent;
    const auto take = [](T value, T& smallest, T& largest, double& sum) {
        smallest = value < smallest ? value : smallest;
        largest = value > largest ? value : largest;
        sum += static_cast<double>(value);
    };
    std::size_t k = 0;
    if (row.size() >= lanes) {
        std::array<T, lanes> smallest{};
        std::array<T, lanes> largest{};
        std::array<double, lanes> sums{};
        smallest.fill(extent.smallest);
        largest.fill(extent.largest);
        for (; k + lanes <= row.size(); k += lanes) {
            for (std::size_t lane = 0; lane < lanes; ++lane)
                take(row[k + lane], smallest[lane], largest[lane], sums[lane]);
        }
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            take(smallest[lane], extent.smallest, extent.largest, extent.sum);
            take(largest[lane], extent.smallest, extent.largest, extent.sum);
        }
        extent.sum = 0;
        for (const double sum : sums)
            extent.sum += sum;
    }
    for (; k < row.size(); ++k)
        take(row[k], extent.smallest, extent.largest, extent.sum);
    return extent;
}

}  // namespace diagonal
