// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrow/arrow_arrays.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <type_traits>
#include <utility>

#include "core/reading/numbers/binary_numbers.h"

namespace diagonal {
namespace {

template <typename T>
std::vector<T>& vectorIn(DecodedArray& out) {
    if (!std::holds_alternative<std::vector<T>>(out.values.values)) {
        out.values.values = std::vector<T>();
    }
    return std::get<std::vector<T>>(out.values.values);
}

std::int64_t integerIn(std::string_view bytes, bool isSigned) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data(), bytes.size());
    const unsigned unused = static_cast<unsigned>(8 * (8 - bytes.size()));
    return isSigned ? static_cast<std::int64_t>(value << unused) >> unused
                    : static_cast<std::int64_t>(value);
}

WideInteger wideInteger(std::string_view bytes) {
    std::string reversed(bytes.rbegin(), bytes.rend());
    return bigEndianInteger(reversed);
}

}  // namespace

Error damagedArrow(const std::string& what) {
    return malformed("this Arrow file is damaged: " + what);
}

Result<void> ArrayDecoder::decode(const ArrowArray& array, std::size_t length,
                                  DecodedArray& out) const {
    const std::size_t first = out.values.size();
    if (auto done =
            array.dictionary ? decodeIndices(array, length, out) : decodeValues(array, length, out);
        !done) {
        return done;
    }
    return addNulls(array.place, length, first, out);
}

std::size_t ArrayDecoder::lengthOf(const ArrowPlace& place) const {
    const auto length = m_table.numberIn<std::int64_t>(1, place.node, 16, 0);
    return length < 0 ? 0 : static_cast<std::size_t>(length);
}

Result<void> ArrayDecoder::addNulls(const ArrowPlace& place, std::size_t length, std::size_t first,
                                    DecodedArray& out) const {
    if (m_table.numberIn<std::int64_t>(1, place.node, 16, 8) == 0) return {};
    auto bytes = buffer(place, 0, out);
    if (!bytes) return bytes.error();
    if (bytes.value().empty()) return {};
    if (bytes.value().size() < (length + 7) / 8) return damagedArrow("a bitmap is too short");
    std::vector<std::size_t> nulls;
    for (std::size_t i = 0; i < length; ++i) {
        if ((static_cast<unsigned char>(bytes.value()[i / 8]) >> (i % 8) & 1) == 0) {
            nulls.push_back(first + i);
        }
    }
    // The bitmap of a struct marks values that may be null already.
    std::vector<std::size_t> both;
    std::ranges::set_union(out.values.nulls, nulls, std::back_inserter(both));
    out.values.nulls = std::move(both);
    return {};
}

Result<std::vector<std::uint64_t>> ArrayDecoder::bounds(const ArrowArray& array, std::size_t length,
                                                        std::size_t limit,
                                                        DecodedArray& out) const {
    const bool isLarge = array.type == ArrowType::LargeList || array.type == ArrowType::LargeUtf8 ||
                         array.type == ArrowType::LargeBinary;
    const std::size_t width = isLarge ? 8 : 4;
    std::vector<std::uint64_t> bounds(1);
    if (length == 0) return bounds;
    auto bytes = buffer(array.place, 1, out);
    if (!bytes) return bytes.error();
    if (bytes.value().size() / width <= length)
        return damagedArrow("a list of offsets is too short");
    bounds.resize(length + 1);
    for (std::size_t i = 0; i <= length; ++i) {
        std::uint64_t bound = 0;
        std::memcpy(&bound, bytes.value().data() + i * width, width);
        if (bound > limit || (i > 0 && bound < bounds[i - 1])) {
            return damagedArrow("an offset lies outside of its values");
        }
        bounds[i] = bound;
    }
    return bounds;
}

Result<std::string_view> ArrayDecoder::buffer(const ArrowPlace& place, std::size_t index,
                                              DecodedArray& out) const {
    // Arrays of views have any number of buffers more, which stand behind their own.
    index += place.buffer;
    for (std::size_t view = 0; view < place.views; ++view)
        index += variadicCount(view);
    const auto offset = m_table.numberIn<std::int64_t>(2, index, 16, 0);
    const auto stored = m_table.numberIn<std::int64_t>(2, index, 16, 8);
    if (stored == 0) return std::string_view();
    const auto from = static_cast<std::uint64_t>(offset);
    const auto size = static_cast<std::uint64_t>(stored);
    if (offset < 0 || stored < 0 || from > m_batch.bodySize || size > m_batch.bodySize - from) {
        return damagedArrow("a buffer lies outside of its record batch");
    }
    auto bytes = m_file.bytesAt(m_batch.body + from, size);
    if (!bytes) return bytes.error();
    if (bytes.value().size() < size) return damagedArrow("it ends within a record batch");
    std::string_view content = bytes.value();
    BlockCodec codec = BlockCodec::None;
    std::size_t plainSize = content.size();
    const FlatTable compression = m_table.table(3);
    if (compression.exists()) {
        constexpr std::size_t lengthBytes = 8;
        std::int64_t announced = 0;
        if (content.size() < lengthBytes) return damagedArrow("a buffer is too short");
        std::memcpy(&announced, content.data(), lengthBytes);
        content.remove_prefix(lengthBytes);
        const bool isPlain = announced == -1;
        if (announced < 0 && !isPlain) return damagedArrow("a buffer has a negative size");
        plainSize = isPlain ? content.size() : static_cast<std::size_t>(announced);
        const auto kind = compression.number<std::int8_t>(0);
        if (!isPlain) codec = kind == 0 ? BlockCodec::Lz4Frame : BlockCodec::Zstd;
    }
    BlockBuffer& decompressed = out.bytes.emplace_back();
    if (auto done = decompressBlock(codec, content, plainSize, decompressed); !done) {
        return damagedArrow(done.error().detail);
    }
    return decompressed.bytes();
}

template <typename T, typename Convert>
Result<void> ArrayDecoder::appendFixed(const ArrowArray& array, std::size_t length,
                                       DecodedArray& out, const Convert& convert) const {
    const auto bytes = buffer(array.place, 1, out);
    if (!bytes) return bytes.error();
    if (array.width == 0 || bytes.value().size() / array.width < length) {
        return damagedArrow("a buffer is too short");
    }
    std::vector<T>& values = vectorIn<T>(out);
    values.reserve(values.size() + length);
    for (std::size_t i = 0; i < length; ++i)
        values.push_back(convert(bytes.value().substr(i * array.width, array.width)));
    return {};
}

Result<void> ArrayDecoder::decodeValues(const ArrowArray& array, std::size_t length,
                                        DecodedArray& out) const {
    switch (array.type) {
        case ArrowType::Int:
        case ArrowType::Date:
        case ArrowType::Time:
        case ArrowType::Timestamp:
            return appendFixed<std::int64_t>(array, length, out, [&](std::string_view bytes) {
                return integerIn(bytes, array.isSigned) * array.unit;
            });
        case ArrowType::FloatingPoint:
            if (array.width == 8) {
                return appendFixed<double>(array, length, out, [](std::string_view bytes) {
                    double value = 0;
                    std::memcpy(&value, bytes.data(), sizeof value);
                    return value;
                });
            }
            return appendFixed<float>(array, length, out, [](std::string_view bytes) {
                if (bytes.size() == 2) {
                    std::uint16_t half = 0;
                    std::memcpy(&half, bytes.data(), sizeof half);
                    return fromHalf(half);
                }
                float value = 0;
                std::memcpy(&value, bytes.data(), sizeof value);
                return value;
            });
        case ArrowType::Decimal:
            return appendFixed<double>(array, length, out, [&](std::string_view bytes) {
                return decimalValue(wideInteger(bytes), array.scale);
            });
        case ArrowType::FixedSizeBinary:
            return appendFixed<std::string_view>(array, length, out,
                                                 [](std::string_view bytes) { return bytes; });
        case ArrowType::Bool: return decodeBits(array, length, out);
        case ArrowType::BinaryView:
        case ArrowType::Utf8View: return decodeViews(array, length, out);
        default: return decodeTexts(array, length, out);
    }
}

Result<void> ArrayDecoder::decodeBits(const ArrowArray& array, std::size_t length,
                                      DecodedArray& out) const {
    const auto bytes = buffer(array.place, 1, out);
    if (!bytes) return bytes.error();
    if (bytes.value().size() < (length + 7) / 8) return damagedArrow("a buffer is too short");
    auto& values = vectorIn<std::int64_t>(out);
    for (std::size_t i = 0; i < length; ++i)
        values.push_back(static_cast<unsigned char>(bytes.value()[i / 8]) >> (i % 8) & 1);
    return {};
}

Result<void> ArrayDecoder::decodeTexts(const ArrowArray& array, std::size_t length,
                                       DecodedArray& out) const {
    const auto bytes = buffer(array.place, 2, out);
    if (!bytes) return bytes.error();
    const auto ends = bounds(array, length, bytes.value().size(), out);
    if (!ends) return ends.error();
    auto& values = vectorIn<std::string_view>(out);
    for (std::size_t i = 0; i < length; ++i) {
        const std::uint64_t begin = ends.value()[i];
        values.push_back(bytes.value().substr(begin, ends.value()[i + 1] - begin));
    }
    return {};
}

Result<void> ArrayDecoder::decodeViews(const ArrowArray& array, std::size_t length,
                                       DecodedArray& out) const {
    constexpr std::size_t width = 16;
    constexpr std::size_t longestInline = 12;
    std::vector<std::string_view> data;
    for (std::size_t i = 0; i < variadicCount(array.place.views); ++i) {
        const auto bytes = buffer(array.place, 2 + i, out);
        if (!bytes) return bytes.error();
        data.push_back(bytes.value());
    }
    const auto views = buffer(array.place, 1, out);
    if (!views) return views.error();
    if (views.value().size() / width < length) return damagedArrow("a buffer is too short");
    auto& values = vectorIn<std::string_view>(out);
    for (std::size_t i = 0; i < length; ++i) {
        const std::string_view view = views.value().substr(i * width, width);
        std::uint32_t fields[4];
        std::memcpy(fields, view.data(), width);
        if (fields[0] <= longestInline) {
            values.push_back(view.substr(4, fields[0]));
            continue;
        }
        const bool fits = fields[2] < data.size() && fields[3] <= data[fields[2]].size() &&
                          fields[0] <= data[fields[2]].size() - fields[3];
        if (!fits) return damagedArrow("a text lies outside of its buffer");
        values.push_back(data[fields[2]].substr(fields[3], fields[0]));
    }
    return {};
}

Result<void> ArrayDecoder::decodeIndices(const ArrowArray& array, std::size_t length,
                                         DecodedArray& out) const {
    ArrowArray plain = array;
    plain.dictionary.reset();
    DecodedArray indices;
    if (auto done = decode(plain, length, indices); !done) return done;
    const auto found = m_batch.dictionaries.find(*array.dictionary);
    DecodedArray dictionary;
    if (found != m_batch.dictionaries.end()) {
        for (const std::size_t b : found->second) {
            ArrayDecoder decoder(m_file, m_batches, m_batches[b]);
            const std::size_t size = decoder.lengthOf({});
            if (auto done = decoder.decode(array.values.front(), size, dictionary); !done) {
                return done;
            }
        }
    }
    const auto& places = std::get<std::vector<std::int64_t>>(indices.values.values);
    const auto& nulls = indices.values.nulls;
    const std::size_t size = dictionary.values.size();
    return std::visit(
        [&](const auto& values) -> Result<void> {
            using Value = typename std::remove_cvref_t<decltype(values)>::value_type;
            auto& to = vectorIn<Value>(out);
            for (std::size_t i = 0; i < length; ++i) {
                const auto place = static_cast<std::size_t>(places[i]);
                const bool isNull = std::ranges::binary_search(nulls, i);
                if (!isNull && place >= size) {
                    return damagedArrow("an index lies outside of its dictionary");
                }
                if (isNull) {
                    to.emplace_back();
                } else {
                    to.push_back(values[place]);
                    if (std::ranges::binary_search(dictionary.values.nulls, place)) {
                        out.values.nulls.push_back(to.size() - 1);
                    }
                }
            }
            out.bytes.splice(out.bytes.end(), dictionary.bytes);
            return {};
        },
        dictionary.values.values);
}

std::size_t ArrayDecoder::variadicCount(std::size_t view) const {
    constexpr std::int64_t most = 1 << 20;
    return static_cast<std::size_t>(
        std::clamp<std::int64_t>(m_table.numberIn<std::int64_t>(4, view, 8, 0), 0, most));
}

}  // namespace diagonal
