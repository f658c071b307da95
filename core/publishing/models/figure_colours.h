// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

namespace diagonal {

/// The colours of what a figure says, as 0xRRGGBB; those of the light theme by default.
struct FigureColours {
    std::uint32_t accuracy = 0x5E8FBF;
    std::uint32_t accuracyCap = 0x3F709F;
    std::uint32_t over = 0xCC5500;
    std::uint32_t under = 0x006655;
    std::uint32_t counts = 0x8494A4;
    /// Of models by their place in a list; told apart with deficient colour vision, too.
    std::array<std::uint32_t, 8> models = {0x0072B2, 0xD55E00, 0x00805E, 0x9C4A97,
                                           0xA67C00, 0x2F9BD1, 0x7A4B12, 0x55626F};
};

}  // namespace diagonal
