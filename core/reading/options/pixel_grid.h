// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/base/random_numbers.h"
#include "core/base/text.h"
#include "core/reading/options/read_options.h"

namespace diagonal {

/// The images whose pixels are rows, image after image and line after line.
struct PixelGrid {
    std::size_t images = 0;
    std::size_t height = 0;
    std::size_t width = 0;

    std::size_t pixels() const { return images * height * width; }
    /// Returns "6 images of 8 x 9 pixels".
    std::string description() const {
        return counted(images, "image") + " of " + groupedDigits(height) + " x " +
               groupedDigits(width) + " pixels";
    }
    bool operator==(const PixelGrid&) const = default;
};

/// Says of each pixel in turn whether a sample holds it: the same ones for each array of the same
/// images. Every sample of that size is equally likely (Knuth, algorithm S). Without a sample, all.
class PixelSampler {
public:
    PixelSampler(std::size_t pixels, const std::optional<RowSample>& sample)
        : m_left(pixels),
          m_wanted(sample ? sample->rows : pixels),
          m_random(sample ? sample->seed : 0) {}

    bool takesNext() {
        const std::size_t left = m_left--;
        if (m_wanted == 0 || (m_wanted < left && m_random.below(left) >= m_wanted)) return false;
        --m_wanted;
        return true;
    }

private:
    std::size_t m_left;
    std::size_t m_wanted;
    RandomNumbers m_random;
};

}  // namespace diagonal
