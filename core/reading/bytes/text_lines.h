// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/reading/bytes/byte_source.h"

namespace diagonal {

inline constexpr std::size_t kLinesBlock = std::size_t{1} << 18;  ///< bytes read at once
inline constexpr std::size_t kLongestLine = std::size_t{1} << 26;

/// Non-blank lines of a text. Memory: one block of the text, or the longest line. A byte order mark
/// is skipped.
class TextLines {
public:
    /// `source` must outlive the lines.
    explicit TextLines(ByteSource& source) : m_source(source) {}

    /// Reads `text` instead of the source and swaps it with the previous buffer. Line numbers start
    /// at 1 again.
    void restart(std::string& text);

    /// Returns the next line without its end and outer blanks; none at the end of the text. Valid
    /// until the next call. Errors: those of read(); Malformed for a line longer than 64 MiB.
    Result<std::optional<std::string_view>> next();

    /// Returns the one-based number of the line.
    std::size_t number() const { return m_number; }
    /// Returns the number of lines returned so far.
    std::size_t count() const { return m_count; }
    /// Puts the text read after the line back into the source.
    void putBackRest();
    /// Counts `count` lines that others read from the source.
    void advanceLines(std::size_t count) { m_number += count; }
    /// Returns all text after the last line. Errors: those of readAll().
    Result<std::string> takeRest(std::size_t largest);

private:
    Result<void> refill();

    ByteSource& m_source;
    std::string m_buffer;
    std::size_t m_begin = 0;
    std::size_t m_searched = 0;
    std::size_t m_number = 0;
    std::size_t m_count = 0;
    bool m_ended = false;
    bool m_started = false;
};

}  // namespace diagonal
