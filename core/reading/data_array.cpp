// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/data_array.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

#include "core/large_vector.h"
#include "core/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kBlockItems = std::size_t{1} << 16;
constexpr std::size_t kLargestBlock = std::size_t{1} << 24;

Error malformed(std::string detail) {
    return Error{ErrorKind::Malformed, std::move(detail)};
}

template <typename Bits>
Bits bitsAt(const char* bytes, bool bigEndian) {
    Bits bits = 0;
    for (std::size_t i = 0; i < sizeof(Bits); ++i) {
        const std::size_t shift = 8 * (bigEndian ? sizeof(Bits) - 1 - i : i);
        bits = static_cast<Bits>(
            bits |
            static_cast<Bits>(static_cast<Bits>(static_cast<unsigned char>(bytes[i])) << shift));
    }
    return bits;
}

float fromHalf(std::uint16_t bits) {
    constexpr std::uint32_t infinite = 0x7F800000;
    // In place as a float's bits; the bias of the exponent is 112 less, of subnormals too.
    const std::uint32_t placed = (std::uint32_t{bits} & 0x7FFF) << 13;
    const bool finite = (bits & 0x7C00) != 0x7C00;
    const float value =
        finite ? std::bit_cast<float>(placed) * 0x1p112F : std::bit_cast<float>(placed | infinite);
    return bits & 0x8000 ? -value : value;
}

template <typename T>
T elementAt(const char* bytes, const ElementType& type) {
    if (type.kind == 'B') {
        const auto high = static_cast<std::uint32_t>(bitsAt<std::uint16_t>(bytes, type.bigEndian));
        return static_cast<T>(std::bit_cast<float>(high << 16));
    }
    if (type.kind == 'f') {
        if (type.size == 2)
            return static_cast<T>(fromHalf(bitsAt<std::uint16_t>(bytes, type.bigEndian)));
        if (type.size == 4) {
            return static_cast<T>(
                std::bit_cast<float>(bitsAt<std::uint32_t>(bytes, type.bigEndian)));
        }
        return static_cast<T>(std::bit_cast<double>(bitsAt<std::uint64_t>(bytes, type.bigEndian)));
    }
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < type.size; ++i) {
        const std::size_t from = type.bigEndian ? i : type.size - 1 - i;
        bits = bits << 8 | static_cast<unsigned char>(bytes[from]);
    }
    if (type.kind != 'i') return static_cast<T>(bits);
    const unsigned unused = static_cast<unsigned>(64 - 8 * type.size);
    return static_cast<T>(static_cast<std::int64_t>(bits << unused) >> unused);
}

/// Where item i of the file goes in C order.
std::size_t placeInCOrder(std::size_t i, const ArrayLayout& layout) {
    if (!layout.fortranOrder || layout.shape.size() < 2) return i;
    const std::size_t rows = layout.shape[0];
    return i % rows * layout.shape[1] + i / rows;
}

void appendUtf8(std::uint32_t point, std::string& out) {
    const auto put = [&](std::uint32_t bits) { out += static_cast<char>(bits); };
    if (point < 0x80) return put(point);
    if (point < 0x800) {
        put(0xC0 | point >> 6);
    } else if (point < 0x10000) {
        put(0xE0 | point >> 12);
        put(0x80 | (point >> 6 & 0x3F));
    } else {
        put(0xF0 | (point >> 18 & 0x07));
        put(0x80 | (point >> 12 & 0x3F));
        put(0x80 | (point >> 6 & 0x3F));
    }
    put(0x80 | (point & 0x3F));
}

/// A text of fixed size, without the NULs that fill it.
std::string textOf(const char* bytes, const ElementType& type) {
    std::string out;
    if (type.kind == 'S') {
        out.assign(bytes, type.size);
    } else {
        for (std::size_t i = 0; i + 4 <= type.size; i += 4)
            appendUtf8(bitsAt<std::uint32_t>(bytes + i, type.bigEndian), out);
    }
    const auto last = out.find_last_not_of('\0');
    out.resize(last == std::string::npos ? 0 : last + 1);
    return out;
}

template <typename T>
std::span<char> charactersOf(std::span<T> values) {
    return {reinterpret_cast<char*>(values.data()), values.size_bytes()};
}

/// Whether the bytes of the file are those of the array in memory.
template <typename T>
bool isNative(const ArrayLayout& layout) {
    const ElementType& type = layout.type;
    const bool kind = std::is_same_v<T, std::int64_t> ? type.kind == 'i'
                      : std::is_floating_point_v<T>   ? type.kind == 'f'
                                                      : false;
    const bool inOrder = !layout.fortranOrder || layout.shape.size() < 2;
    const bool bigEndian = std::endian::native == std::endian::big;
    return kind && inOrder && type.size == sizeof(T) && type.bigEndian == bigEndian;
}

template <typename T>
Result<std::vector<T>> readElements(ByteSource& source, const ArrayLayout& layout,
                                    std::size_t count, const ProgressCallback& progress) {
    // A pipe's size is not known: memory then grows only as bytes arrive.
    const bool sized = source.size().has_value();
    const ElementType& type = layout.type;
    const bool native = isNative<T>(layout);
    std::vector<T> values;
    if (sized) reserveLarge(values, count);
    if (sized && !native) values.resize(count);
    const std::size_t most = std::clamp<std::size_t>(kLargestBlock / type.size, 1, kBlockItems);
    std::vector<char> block(native ? 0 : std::min(most, count) * type.size);
    for (std::size_t done = 0; done < count;) {
        const std::size_t items = std::min(most, count - done);
        if (values.size() < done + items) values.resize(done + items);
        const auto bytes = native ? charactersOf(std::span(values).subspan(done, items))
                                  : std::span(block).first(items * type.size);
        auto got = source.read(bytes);
        if (!got) return got.error();
        if (got.value() < bytes.size()) {
            return malformed("the array is truncated: its header declares " +
                             counted(count, "value") + ", the file holds " +
                             groupedDigits(done + got.value() / type.size));
        }
        for (std::size_t i = 0; i < (native ? 0 : items); ++i) {
            const std::size_t place = sized ? placeInCOrder(done + i, layout) : done + i;
            const char* element = block.data() + i * type.size;
            if constexpr (std::is_same_v<T, std::string>) {
                values[place] = textOf(element, type);
            } else {
                values[place] = elementAt<T>(element, type);
            }
        }
        done += items;
        if (progress && !progress(source.consumed(), source.size().value_or(0))) {
            return Error{ErrorKind::Cancelled, "cancelled"};
        }
    }
    if (!sized && layout.fortranOrder && layout.shape.size() == 2) {
        std::vector<T> ordered(values.size());
        for (std::size_t i = 0; i < count; ++i)
            ordered[placeInCOrder(i, layout)] = std::move(values[i]);
        return ordered;
    }
    return values;
}

}  // namespace

std::string DataArray::description() const {
    std::string text = isText()        ? "text"
                       : isInteger()   ? "integer"
                       : halfPrecision ? "float16"
                                       : "float";
    text += " array of ";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        text += (i > 0 ? " x " : "") + groupedDigits(shape[i]);
    }
    return text;
}

std::string DataArray::textAt(std::size_t index) const {
    return std::visit(
        [&](const auto& all) -> std::string {
            const auto& value = all[index];
            using Value = std::remove_cvref_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, std::string>) {
                return value;
            } else if constexpr (std::is_integral_v<Value>) {
                return std::to_string(value);
            } else {
                return std::isnan(value) ? "NaN" : shortest(static_cast<double>(value));
            }
        },
        values);
}

Result<std::size_t> byteCount(const ArrayLayout& layout) {
    const auto& shape = layout.shape;
    if (shape.empty() || shape.size() > 2) {
        return Error{ErrorKind::Unsupported, "the array has " + counted(shape.size(), "dimension") +
                                                 "; scores have two (rows, classes), labels one"};
    }
    if (std::find(shape.begin(), shape.end(), 0) != shape.end()) {
        return Error{ErrorKind::NoUsableRows, "the array is empty"};
    }
    std::size_t bytes = layout.type.size;
    for (const std::size_t length : shape) {
        if (bytes > std::numeric_limits<std::size_t>::max() / 16 / length) {
            return malformed("the header declares a size beyond 64 bits");
        }
        bytes *= length;
    }
    return bytes;
}

Result<DataArray> readArray(ByteSource& source, const ArrayLayout& layout,
                            const ProgressCallback& progress) {
    const auto bytes = byteCount(layout);
    if (!bytes) return bytes.error();
    const ElementType& type = layout.type;
    const std::size_t count = bytes.value() / type.size;
    DataArray array;
    array.shape = layout.shape;
    array.halfPrecision = type.kind == 'B' || (type.kind == 'f' && type.size == 2);
    const auto store = [&](auto elements) -> std::optional<Error> {
        if (!elements) return elements.error();
        array.values = std::move(elements).value();
        return std::nullopt;
    };
    std::optional<Error> error;
    if (type.kind == 'U' || type.kind == 'S') {
        error = store(readElements<std::string>(source, layout, count, progress));
    } else if (type.kind != 'f' && type.kind != 'B') {
        error = store(readElements<std::int64_t>(source, layout, count, progress));
    } else if (type.size == 8) {
        error = store(readElements<double>(source, layout, count, progress));
    } else {
        error = store(readElements<float>(source, layout, count, progress));
    }
    if (error) return *error;
    return array;
}

}  // namespace diagonal
