// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/large_vector.h"

namespace diagonal {

/// A class for each row: one byte each where all classes fit, else four.
class ClassCodes {
public:
    ClassCodes() = default;
    /// The class of every row is 0.
    ClassCodes(std::size_t rows, std::size_t classes, const ParallelFor& parallelFor = defaultFor) {
        if (classes <= kMostInByte) {
            m_bytes = largeVector<std::uint8_t>(rows, 0, parallelFor);
        } else {
            m_wide = largeVector<std::uint32_t>(rows, 0, parallelFor);
        }
    }

    std::size_t size() const { return m_bytes.size() + m_wide.size(); }
    std::size_t operator[](std::size_t row) const {
        return m_wide.empty() ? m_bytes[row] : m_wide[row];
    }
    /// Calls for different rows may run concurrently. Requires a class below the number of classes.
    void set(std::size_t row, std::size_t code) {
        assert(!m_wide.empty() || code < kMostInByte);
        if (m_wide.empty()) {
            m_bytes[row] = static_cast<std::uint8_t>(code);
        } else {
            m_wide[row] = static_cast<std::uint32_t>(code);
        }
    }
    /// Returns all rows; requires at most 256 classes.
    std::span<const std::uint8_t> bytes() const {
        assert(m_wide.empty());
        return m_bytes;
    }
    /// Calls f(codes) with the vector that holds the rows.
    template <typename F>
    void visit(const F& f) {
        if (m_wide.empty()) {
            f(m_bytes);
        } else {
            f(m_wide);
        }
    }

private:
    static constexpr std::size_t kMostInByte = 256;

    std::vector<std::uint8_t> m_bytes;
    std::vector<std::uint32_t> m_wide;  ///< in place of m_bytes
};

}  // namespace diagonal
