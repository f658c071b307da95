// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace diagonal {

/// The bytes to search for; repeat one if you need fewer than five.
using MarkedBytes = std::array<char, 5>;

/// Slack entries required at the end of `marks` (output is written eight at a time).
inline constexpr std::size_t kMarkRoom = 8;

/// Writes the offsets of all `marked` bytes of `text`, in order, to `marks` and returns their
/// number, by SIMD (Highway) with the widest instructions of the processor. `marks` must hold an
/// entry per byte and kMarkRoom more. Requires a text below 4 GiB.
std::size_t markBytes(std::string_view text, const MarkedBytes& marked, std::uint32_t* marks);

}  // namespace diagonal
