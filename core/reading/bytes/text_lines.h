// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/reading/bytes/byte_source.h"

namespace diagonal {

/// The lines of a text that are not blank. Memory: one block of the text, or the longest line. A
/// byte order mark is skipped.
class TextLines {
public:
    /// `source` must outlive the lines.
    explicit TextLines(ByteSource& source) : m_source(source) {}

    /// Goes on, behind what its source gave, with a text that it takes; `text` becomes what it held
    /// before. Lines are counted from 1 again.
    void restart(std::string& text);

    /// The next line without its end and the blanks around it; none at the end of the text. Valid
    /// until the next call. Errors: those of read(); Malformed for a line longer than 64 MiB.
    Result<std::optional<std::string_view>> next();

    /// One-based number of the line.
    std::size_t number() const { return m_number; }
    /// How many lines were given.
    std::size_t count() const { return m_count; }
    /// Gives back to the source what was taken from it behind the line.
    void putBackRest();
    /// Says that so many lines were taken from the source by others.
    void passLines(std::size_t count) { m_number += count; }
    /// All that is behind the last line. Errors: those of readAll().
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
