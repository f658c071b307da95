// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/parquet/page_values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/reading/bytes/block_codecs.h"
#include "core/reading/numbers/binary_numbers.h"
#include "core/reading/parquet/run_decoding.h"

namespace diagonal {
namespace {

/// The format's numbers of encodings.
enum Encoding {
    kPlain = 0,
    kPlainDictionary = 2,
    kRunLength = 3,
    kDeltaBinaryPacked = 5,
    kDeltaLengthByteArray = 6,
    kDeltaByteArray = 7,
    kDictionary = 8,
    kByteStreamSplit = 9
};

Error tooShort(std::size_t count) {
    return malformed("a page announces " + counted(count, "value") + ", but its bytes end before");
}

/// Returns the size in bytes of a value of fixed size; 0 for texts and booleans.
std::size_t widthOf(const ParquetColumn& column) {
    switch (column.type) {
        case ParquetType::Int32:
        case ParquetType::Float: return 4;
        case ParquetType::Int64:
        case ParquetType::Double: return 8;
        case ParquetType::FixedBytes: return column.byteWidth;
        case ParquetType::Boolean:
        case ParquetType::Int96:
        case ParquetType::ByteArray: break;
    }
    return 0;
}

template <typename T>
T fromLittleEndian(const char* bytes) {
    static_assert(std::endian::native == std::endian::little);
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

void appendUuid(std::string_view bytes, std::string& text) {
    constexpr std::string_view digits = "0123456789abcdef";
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
        const auto byte = static_cast<unsigned char>(bytes[i]);
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
}

/// Adds a text that lasts, or a number that is stored as the bytes of one.
void addBytes(const ParquetColumn& column, std::string_view bytes, ColumnValues& out) {
    switch (column.meaning) {
        case ParquetMeaning::Decimal:
            std::get<std::vector<double>>(out.values)
                .push_back(decimalValue(bigEndianInteger(bytes), column.scale));
            return;
        case ParquetMeaning::Float16:
            std::get<std::vector<float>>(out.values)
                .push_back(fromHalf(fromLittleEndian<std::uint16_t>(bytes.data())));
            return;
        case ParquetMeaning::Plain:
        case ParquetMeaning::Text:
        case ParquetMeaning::Uuid:
            std::get<std::vector<std::string_view>>(out.values).push_back(bytes);
            return;
    }
}

/// Adds an integer of 32 or 64 bits.
void addInteger(const ParquetColumn& column, std::int64_t value, ColumnValues& out) {
    if (column.meaning == ParquetMeaning::Decimal) {
        std::get<std::vector<double>>(out.values).push_back(decimalValue(value, column.scale));
        return;
    }
    const bool narrow = column.type == ParquetType::Int32;
    if (narrow && column.column.format == CellFormat::Unsigned) {
        value = static_cast<std::uint32_t>(value);
    }
    std::get<std::vector<std::int64_t>>(out.values).push_back(value);
}

template <typename Stored, typename Vector>
void appendStored(std::string_view bytes, Vector& out) {
    const std::size_t count = bytes.size() / sizeof(Stored);
    if (count == 0) return;
    const std::size_t begin = out.size();
    out.resize(begin + count);
    std::memcpy(out.data() + begin, bytes.data(), count * sizeof(Stored));
}

/// Adds values of fixed size that stand one after the other.
void addFixed(const ParquetColumn& column, std::string_view bytes, ColumnValues& out) {
    switch (column.type) {
        case ParquetType::Float:
            return appendStored<float>(bytes, std::get<std::vector<float>>(out.values));
        case ParquetType::Double:
            return appendStored<double>(bytes, std::get<std::vector<double>>(out.values));
        case ParquetType::Int32:
            for (std::size_t at = 0; at < bytes.size(); at += 4)
                addInteger(column, fromLittleEndian<std::int32_t>(bytes.data() + at), out);
            return;
        case ParquetType::Int64:
            for (std::size_t at = 0; at < bytes.size(); at += 8)
                addInteger(column, fromLittleEndian<std::int64_t>(bytes.data() + at), out);
            return;
        case ParquetType::FixedBytes:
            for (std::size_t at = 0; at < bytes.size(); at += column.byteWidth)
                addBytes(column, bytes.substr(at, column.byteWidth), out);
            return;
        case ParquetType::Boolean:
        case ParquetType::Int96:
        case ParquetType::ByteArray: return;
    }
}

/// A page of values, by encoding.
class PageDecoder {
public:
    PageDecoder(const ParquetColumn& column, std::string_view bytes, std::size_t count,
                PageValues& out)
        : m_column(column), m_bytes(bytes), m_count(count), m_page(out), m_out(out.values) {}

    Result<void> plain() {
        if (m_column.type == ParquetType::Boolean) return booleans();
        if (m_column.type == ParquetType::ByteArray) return texts();
        const std::size_t width = widthOf(m_column);
        if (width == 0 || m_count > m_bytes.size() / width) return tooShort(m_count);
        if (m_column.meaning == ParquetMeaning::Uuid) return uuids();
        addFixed(m_column, m_bytes.substr(0, m_count * width), m_out);
        return {};
    }

    Result<void> runLengthBooleans() {
        BitBytes bytes(m_bytes);
        const auto length = bytes.takeFixed(4);
        const auto runs = length ? bytes.take(*length) : std::nullopt;
        if (!runs) return tooShort(m_count);
        RunDecoder decoder(*runs, 1);
        return eachOf(decoder, [&](std::span<const std::uint32_t> part) {
            auto& values = std::get<std::vector<std::int64_t>>(m_out.values);
            values.insert(values.end(), part.begin(), part.end());
            return true;
        });
    }

    Result<void> byDictionary(const PageDictionary& dictionary) {
        if (!dictionary.isThere) return malformed("a page needs a dictionary, which is missing");
        if (m_count == 0) return {};
        BitBytes bytes(m_bytes);
        const auto width = bytes.takeFixed(1);
        if (!width || *width > 32) return tooShort(m_count);
        RunDecoder decoder(bytes.rest(), static_cast<unsigned>(*width));
        const std::size_t size = dictionary.page.values.size();
        std::uint32_t wrong = 0;
        auto done = eachOf(decoder, [&](std::span<const std::uint32_t> part) {
            const std::uint32_t largest = *std::ranges::max_element(part);
            wrong = largest;
            if (largest >= size) return false;
            std::visit([&](auto& out) { gather(dictionary, part, out); }, m_out.values);
            return true;
        });
        if (!done && wrong >= size) {
            return malformed("a page refers to value " + std::to_string(std::uint64_t{wrong} + 1) +
                             " of a dictionary of " + groupedDigits(size));
        }
        return done;
    }

    Result<void> deltas() {
        BitBytes bytes(m_bytes);
        std::vector<std::int64_t> values;
        if (!readDeltas(bytes, m_count, values) || values.size() != m_count) {
            return tooShort(m_count);
        }
        for (const std::int64_t value : values) {
            addInteger(
                m_column,
                m_column.type == ParquetType::Int32 ? static_cast<std::int32_t>(value) : value,
                m_out);
        }
        return {};
    }

    Result<void> deltaLengths() {
        BitBytes bytes(m_bytes);
        std::vector<std::int64_t> lengths;
        if (!readDeltas(bytes, m_count, lengths) || lengths.size() != m_count) {
            return tooShort(m_count);
        }
        for (const std::int64_t length : lengths) {
            const auto text = bytes.takeText(length);
            if (!text) return tooShort(m_count);
            addBytes(m_column, *text, m_out);
        }
        return {};
    }

    /// Texts that share their beginnings with the one before.
    Result<void> deltaTexts() {
        BitBytes bytes(m_bytes);
        std::vector<std::int64_t> shared;
        std::vector<std::int64_t> lengths;
        if (!readDeltas(bytes, m_count, shared) || !readDeltas(bytes, m_count, lengths) ||
            shared.size() != m_count || lengths.size() != m_count) {
            return tooShort(m_count);
        }
        // A long text that all others share takes hardly a byte in each of them.
        constexpr std::size_t mostBytes = std::size_t{1} << 31;
        constexpr std::size_t mostUnfolding = 4096;
        std::string& texts = m_page.texts;
        std::vector<std::size_t> begins;
        for (std::size_t i = 0; i < m_count; ++i) {
            const auto rest = bytes.takeText(lengths[i]);
            const std::size_t before = begins.empty() ? 0 : texts.size() - begins.back();
            if (!rest || shared[i] < 0 || static_cast<std::size_t>(shared[i]) > before) {
                return tooShort(m_count);
            }
            const std::size_t from = begins.empty() ? 0 : begins.back();
            begins.push_back(texts.size());
            if (texts.size() > mostBytes || texts.size() / mostUnfolding > m_bytes.size()) {
                return malformed("a page of texts unfolds to more than it can hold");
            }
            texts.reserve(texts.size() + static_cast<std::size_t>(shared[i]) + rest->size());
            texts.append(texts, from, static_cast<std::size_t>(shared[i]));
            texts += *rest;
        }
        return addOwnTexts(begins);
    }

    /// The first bytes of all values, then the second bytes, and so on.
    Result<void> split() {
        const std::size_t width = widthOf(m_column);
        if (m_count > m_bytes.size() / width) return tooShort(m_count);
        const std::size_t stride = m_bytes.size() / width;
        std::string& joined = m_page.texts;
        joined.resize(m_count * width);
        for (std::size_t k = 0; k < width; ++k) {
            const char* from = m_bytes.data() + k * stride;
            for (std::size_t i = 0; i < m_count; ++i)
                joined[i * width + k] = from[i];
        }
        addFixed(m_column, joined, m_out);
        return {};
    }

private:
    static constexpr std::size_t kUuidLength = 36;

    /// Adds the texts that stand one after the other in m_page.texts.
    Result<void> addOwnTexts(const std::vector<std::size_t>& begins) {
        const std::string_view texts = m_page.texts;
        for (std::size_t i = 0; i < begins.size(); ++i) {
            const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : texts.size();
            const std::string_view text = texts.substr(begins[i], end - begins[i]);
            const bool fits =
                m_column.type != ParquetType::FixedBytes || text.size() == m_column.byteWidth;
            if (!fits) return malformed("a value differs in length from its type");
            addBytes(m_column, text, m_out);
        }
        return {};
    }

    Result<void> uuids() {
        std::vector<std::size_t> begins;
        for (std::size_t i = 0; i < m_count; ++i) {
            begins.push_back(m_page.texts.size());
            appendUuid(m_bytes.substr(i * m_column.byteWidth, m_column.byteWidth), m_page.texts);
        }
        const std::string_view texts = m_page.texts;
        auto& values = std::get<std::vector<std::string_view>>(m_out.values);
        for (const std::size_t begin : begins)
            values.push_back(texts.substr(begin, kUuidLength));
        return {};
    }

    Result<void> booleans() {
        if (m_count > m_bytes.size() * 8) return tooShort(m_count);
        auto& values = std::get<std::vector<std::int64_t>>(m_out.values);
        for (std::size_t i = 0; i < m_count; ++i)
            values.push_back(static_cast<unsigned char>(m_bytes[i / 8]) >> (i % 8) & 1);
        return {};
    }

    Result<void> texts() {
        BitBytes bytes(m_bytes);
        for (std::size_t i = 0; i < m_count; ++i) {
            const auto length = bytes.takeFixed(4);
            const auto text = length ? bytes.take(*length) : std::nullopt;
            if (!text) return tooShort(m_count);
            if (m_column.meaning == ParquetMeaning::Decimal && text->size() > 16) {
                return unsupported("it is a DECIMAL of more than 38 digits");
            }
            addBytes(m_column, *text, m_out);
        }
        return {};
    }

    /// Decodes all values in parts and calls take(part), which returns false for an error.
    template <typename Take>
    Result<void> eachOf(RunDecoder& decoder, Take take) {
        std::array<std::uint32_t, 1024> part{};
        for (std::size_t left = m_count; left > 0;) {
            const auto some = std::span(part).first(std::min(left, part.size()));
            if (!decoder.read(some) || !take(some)) return tooShort(m_count);
            left -= some.size();
        }
        return {};
    }

    template <typename T>
    static void gather(const PageDictionary& dictionary, std::span<const std::uint32_t> places,
                       std::vector<T>& out) {
        const auto& values = std::get<std::vector<T>>(dictionary.page.values.values);
        const std::size_t begin = out.size();
        out.resize(begin + places.size());
        T* to = out.data() + begin;
        for (const std::uint32_t place : places)
            *to++ = values[place];
    }

    const ParquetColumn& m_column;
    std::string_view m_bytes;
    std::size_t m_count;
    PageValues& m_page;
    ColumnValues& m_out;
};

}  // namespace

ColumnValues emptyValues(const ParquetColumn& column) {
    ColumnValues out;
    if (column.meaning == ParquetMeaning::Decimal || column.type == ParquetType::Double) {
        out.values = std::vector<double>();
    } else if (column.meaning == ParquetMeaning::Float16 || column.type == ParquetType::Float) {
        out.values = std::vector<float>();
    } else if (column.column.isText) {
        out.values = std::vector<std::string_view>();
    } else {
        out.values = std::vector<std::int64_t>();
    }
    return out;
}

Result<void> decodeValues(const ParquetColumn& column, int encoding, std::string_view bytes,
                          std::size_t count, const PageDictionary& dictionary, PageValues& out) {
    PageDecoder decoder(column, bytes, count, out);
    const bool integers = column.type == ParquetType::Int32 || column.type == ParquetType::Int64;
    const bool isText = column.type == ParquetType::ByteArray;
    const bool isFixed = column.type == ParquetType::FixedBytes;
    const bool isStored =
        encoding == kPlain || encoding == kPlainDictionary || encoding == kDictionary;
    const bool isConverted = column.meaning == ParquetMeaning::Uuid ||
                             (column.meaning == ParquetMeaning::Decimal && isText);
    if (isConverted && !isStored) encoding = -1;
    switch (encoding) {
        case kPlain: return decoder.plain();
        case kPlainDictionary:
        case kDictionary: return decoder.byDictionary(dictionary);
        case kRunLength:
            if (column.type == ParquetType::Boolean) return decoder.runLengthBooleans();
            break;
        case kDeltaBinaryPacked:
            if (integers) return decoder.deltas();
            break;
        case kDeltaLengthByteArray:
            if (isText) return decoder.deltaLengths();
            break;
        case kDeltaByteArray:
            if (isText || isFixed) return decoder.deltaTexts();
            break;
        case kByteStreamSplit:
            if (widthOf(column) > 0) return decoder.split();
            break;
        default: break;
    }
    return unsupported("it is stored in encoding " + std::to_string(encoding) +
                       ", which is not supported");
}

}  // namespace diagonal
