// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bytes/complete_lines.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/reading/bytes/text_lines.h"

namespace diagonal {
namespace {

class CompleteLines : public ByteSource {
public:
    explicit CompleteLines(std::unique_ptr<ByteSource> text) : m_text(std::move(text)) {}
    std::optional<std::size_t> size() const override { return std::nullopt; }

protected:
    Result<std::size_t> readSome(std::span<char> out) override {
        while (m_ready == 0) {
            const std::size_t had = m_lines.size();
            m_lines.resize(had + m_text->bufferSize(kLinesBlock));
            auto got = m_text->read(std::span(m_lines).subspan(had));
            m_lines.resize(had + (got ? got.value() : 0));
            if (!got) return got.error();
            if (got.value() == 0) return std::size_t{0};
            const auto last = std::string_view(m_lines).substr(had).find_last_of('\n');
            m_ready = last == std::string_view::npos ? 0 : had + last + 1;
            if (m_ready == 0 && m_lines.size() > kLongestLine) return std::size_t{0};
        }
        const std::size_t count = std::min(out.size(), m_ready);
        std::copy_n(m_lines.begin(), count, out.begin());
        m_lines.erase(0, count);
        m_ready -= count;
        return count;
    }

private:
    std::unique_ptr<ByteSource> m_text;
    std::string m_lines;
    std::size_t m_ready = 0;  ///< size of the complete lines at the front
};

}  // namespace

std::unique_ptr<ByteSource> completeLines(std::unique_ptr<ByteSource> text) {
    return std::make_unique<CompleteLines>(std::move(text));
}

}  // namespace diagonal
