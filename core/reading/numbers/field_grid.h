// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace diagonal {

/// Fields of a text that end at every `stride`-th of the places where a delimiter or a line end
/// stands. `ends` are those of the first field on, with the place before it in front of them
/// (2^32 - 1 before a text). Outer blanks belong to the fields.
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
    /// Without the first i fields.
    FieldRun from(std::size_t i) const { return {text, ends + i * stride, stride, count - i}; }
};

/// Rows of a text, each a line of as many fields, of which none is quoted.
struct FieldGrid {
    const char* text = nullptr;
    const std::uint32_t* ends = nullptr;  ///< as of a FieldRun
    std::size_t stride = 0;  ///< of a row: its columns, and one where lines end by CRLF
    std::size_t rows = 0;
    std::size_t line = 0;  ///< on which the first row stands, one-based

    std::string_view field(std::size_t row, std::size_t column) const {
        return rowFrom(row, column, 1).field(0);
    }
    /// So many fields of a row from a column on.
    FieldRun rowFrom(std::size_t row, std::size_t column, std::size_t count) const {
        return {text, ends + row * stride + column, 1, count};
    }
    FieldRun column(std::size_t c) const { return {text, ends + c, stride, rows}; }
};

}  // namespace diagonal
