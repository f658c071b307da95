// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bytes/text_lines.h"

#include <algorithm>
#include <span>

#include "core/base/text.h"

namespace diagonal {
void TextLines::restart(std::string& text) {
    m_buffer.swap(text);
    m_begin = m_searched = 0;
    m_number = 0;
    m_started = m_ended = true;
}

Result<std::optional<std::string_view>> TextLines::next() {
    for (;;) {
        const auto end = m_buffer.find('\n', m_searched);
        if (end == std::string::npos && !m_ended) {
            m_searched = m_buffer.size() - m_begin;
            if (auto done = refill(); !done) return done.error();
            continue;
        }
        if (m_begin == m_buffer.size()) return std::optional<std::string_view>();
        const std::size_t stop = std::min(end, m_buffer.size());
        const auto line = trimmed(std::string_view(m_buffer).substr(m_begin, stop - m_begin));
        m_begin = std::min(stop + 1, m_buffer.size());
        m_searched = m_begin;
        ++m_number;
        if (line.empty()) continue;
        ++m_count;
        return std::optional(line);
    }
}

void TextLines::putBackRest() {
    m_source.putBack(std::string_view(m_buffer).substr(m_begin));
    m_buffer.resize(m_begin);
    m_ended = false;
}

Result<std::string> TextLines::takeRest(std::size_t largest) {
    auto rest = m_source.readAll(largest);
    if (!rest) return rest.error();
    return m_buffer.substr(m_begin) + rest.value();
}

Result<void> TextLines::refill() {
    m_buffer.erase(0, m_begin);
    m_begin = 0;
    const std::size_t had = m_buffer.size();
    if (had > kLongestLine) {
        return malformed("this line is longer than 64 MiB", m_number + 1);
    }
    m_buffer.resize(had + m_source.bufferSize(std::max(kLinesBlock, had)));
    auto got = m_source.read(std::span(m_buffer).subspan(had));
    m_buffer.resize(had + (got ? got.value() : 0));
    if (!got) return got.error();
    m_ended = got.value() == 0;
    if (!m_started && m_buffer.starts_with("\xEF\xBB\xBF")) m_begin = m_searched = 3;
    m_started = true;
    return {};
}

}  // namespace diagonal
