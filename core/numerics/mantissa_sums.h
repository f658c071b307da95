// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace diagonal {

/// Sums of the 53-bit mantissas of numbers c and of c^2, rounded to double.
struct MantissaSums {
    std::uint64_t values = 0;
    std::uint64_t squares = 0;
    std::uint64_t marked = 0;         ///< number of marked values
    std::uint64_t markedValues = 0;   ///< over these
    std::uint64_t markedSquares = 0;  ///< over these
};

/// Sums of so many rows fit into 64 bits.
inline constexpr std::size_t kMostMantissas = 512;

/// Returns the sums over up to kMostMantissas rows by SIMD, exactly. The rows are bits: twice those
/// of a normal double c > 0 whose square is normal, plus 1 if it is marked.
MantissaSums mantissaSums(std::span<const std::uint64_t> rows);

}  // namespace diagonal
