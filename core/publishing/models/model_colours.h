// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

namespace diagonal {

/// Colours of models in light figures, as 0xRRGGBB, by their place in a list; told apart with
/// deficient colour vision, too.
inline constexpr auto kModelColours = std::to_array<std::uint32_t>(
    {0x0072B2, 0xD55E00, 0x00805E, 0x9C4A97, 0xA67C00, 0x2F9BD1, 0x7A4B12, 0x55626F});

}  // namespace diagonal
