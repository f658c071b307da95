// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bytes/text_encoding.h"

#include <algorithm>
#include <string>

#include "core/base/text.h"

namespace diagonal {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kEncodedBlock = std::size_t{1} << 16;
constexpr char32_t kReplacement = 0xFFFD;

/// Returns whether `rest` is the start of a sequence that the sample truncates.
bool isCutUtf8(std::string_view rest) {
    const auto lead = static_cast<unsigned char>(rest.front());
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    return lead >= 0xC2 && lead <= 0xF4 && rest.size() < length &&
           std::all_of(rest.begin() + 1, rest.end(), [](char c) { return (c & 0xC0) == 0x80; });
}

class RecodedSource : public ByteSource {
public:
    RecodedSource(std::unique_ptr<ByteSource> text, TextEncoding encoding)
        : m_text(std::move(text)), m_encoding(encoding) {}

    std::optional<std::size_t> size() const override { return std::nullopt; }

protected:
    Result<std::size_t> readSome(std::span<char> out) override {
        while (m_ready.empty() && !m_ended) {
            std::string block(m_text->bufferSize(kEncodedBlock), '\0');
            auto got = m_text->read(block);
            if (!got) return got.error();
            block.resize(got.value());
            m_ended = block.empty();
            m_encoding == TextEncoding::Latin1 ? recodeLatin1(block) : recodeUtf16(block);
        }
        const std::size_t count = std::min(out.size(), m_ready.size());
        std::copy_n(m_ready.begin(), count, out.begin());
        m_ready.erase(0, count);
        return count;
    }

private:
    void recodeLatin1(std::string_view block) {
        for (const char c : block)
            appendUtf8(m_ready, static_cast<unsigned char>(c));
    }

    void recodeUtf16(std::string_view block) {
        for (const char c : block) {
            const unsigned byte = static_cast<unsigned char>(c);
            if (!m_hasHalf) {
                m_half = byte;
                m_hasHalf = true;
                continue;
            }
            m_hasHalf = false;
            const bool little = m_encoding == TextEncoding::Utf16LittleEndian;
            takeUnit(static_cast<char16_t>(little ? m_half | byte << 8 : m_half << 8 | byte));
        }
        if (m_ended && (m_hasHalf || m_high != 0)) appendUtf8(m_ready, kReplacement);
    }

    void takeUnit(char16_t unit) {
        const bool isLow = unit >= 0xDC00 && unit < 0xE000;
        if (m_high != 0) {
            appendUtf8(m_ready, isLow ? 0x10000 + ((m_high - 0xD800U) << 10) + (unit - 0xDC00U)
                                      : kReplacement);
            m_high = 0;
            if (isLow) return;
        } else if (isLow) {
            return appendUtf8(m_ready, kReplacement);
        }
        if (unit >= 0xD800 && unit < 0xDC00) {
            m_high = unit;
        } else if (unit != 0xFEFF || m_started) {
            appendUtf8(m_ready, unit);
        }
        m_started = true;
    }

    std::unique_ptr<ByteSource> m_text;
    TextEncoding m_encoding;
    std::string m_ready;
    bool m_ended = false;
    bool m_started = false;
    bool m_hasHalf = false;
    unsigned m_half = 0;
    char32_t m_high = 0;  ///< a high surrogate waiting for its low one
};

}  // namespace

TextEncoding detectedEncoding(std::string_view head) {
    if (head.starts_with("\xFF\xFE"sv)) return TextEncoding::Utf16LittleEndian;
    if (head.starts_with("\xFE\xFF"sv)) return TextEncoding::Utf16BigEndian;
    while (!head.empty()) {
        const std::size_t length = utf8Length(head);
        if (length == 0) return isCutUtf8(head) ? TextEncoding::Utf8 : TextEncoding::Latin1;
        head.remove_prefix(length);
    }
    return TextEncoding::Utf8;
}

std::unique_ptr<ByteSource> asUtf8(std::unique_ptr<ByteSource> text, TextEncoding encoding) {
    if (encoding == TextEncoding::Utf8) return text;
    return std::make_unique<RecodedSource>(std::move(text), encoding);
}

}  // namespace diagonal
