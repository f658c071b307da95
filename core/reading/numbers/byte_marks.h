// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace diagonal {

/// Bytes to look for; fewer by repeating one.
using MarkedBytes = std::array<char, 5>;

/// Room that marks need beyond one for each byte.
inline constexpr std::size_t kMarkRoom = 8;

/// Puts the places of all `marked` bytes of `text` in order into `marks` and gives their number, by
/// SIMD (Highway) in the widest instructions that the processor has. `marks` has room for a place
/// per byte and kMarkRoom more. Requires a text below 4 GiB.
std::size_t markBytes(std::string_view text, const MarkedBytes& marked, std::uint32_t* marks);

}  // namespace diagonal
