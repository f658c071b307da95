// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace diagonal {

/// Strided view of fields. Field i ends at offset ends[i * stride] and begins one past the entry
/// before it; ends[-1] must be readable (2^32 - 1 at the start of a text). Fields are not trimmed.
struct FieldRun {
    const char* text = nullptr;
    const std::uint32_t* ends = nullptr;
    std::size_t stride = 1;
    std::size_t count = 0;

    std::string_view field(std::size_t i) const {
        const std::uint32_t* const end = ends + i * stride;
        const std::uint32_t begin = end[-1] + 1;
        return {text + begin, *end - begin};
    }
    /// Returns the run without its first i fields.
    FieldRun from(std::size_t i) const { return {text, ends + i * stride, stride, count - i}; }
};

/// Rows of a text: one per line, with equally many fields, none of them quoted.
struct FieldGrid {
    const char* text = nullptr;
    const std::uint32_t* ends = nullptr;  ///< as in a FieldRun
    std::size_t stride = 0;  ///< entries per row: its columns, and one more if lines end in CRLF
    std::size_t rows = 0;
    std::size_t line = 0;  ///< one-based line of the first row

    std::string_view field(std::size_t row, std::size_t column) const {
        return rowFrom(row, column, 1).field(0);
    }
    /// Returns `count` fields of a row, beginning at `column`.
    FieldRun rowFrom(std::size_t row, std::size_t column, std::size_t count) const {
        return {text, ends + row * stride + column, 1, count};
    }
    FieldRun column(std::size_t c) const { return {text, ends + c, stride, rows}; }
};

}  // namespace diagonal
