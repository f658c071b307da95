// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrays/data_array.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>

#include "core/base/large_vector.h"
#include "core/base/text.h"
#include "core/reading/arrays/pixel_arrays.h"
#include "core/reading/numbers/binary_numbers.h"

namespace diagonal {
namespace {

constexpr std::size_t kBlockItems = std::size_t{1} << 16;
constexpr std::size_t kLargestBlock = std::size_t{1} << 24;

template <typename Bits>
Bits bitsAt(const char* bytes, bool bigEndian) {
    Bits bits = 0;
    if (bigEndian == (std::endian::native == std::endian::big)) {
        std::memcpy(&bits, bytes, sizeof bits);
        return bits;
    }
    for (std::size_t i = 0; i < sizeof(Bits); ++i) {
        const std::size_t shift = 8 * (bigEndian ? sizeof(Bits) - 1 - i : i);
        bits = static_cast<Bits>(
            bits |
            static_cast<Bits>(static_cast<Bits>(static_cast<unsigned char>(bytes[i])) << shift));
    }
    return bits;
}

template <typename T>
T floatAt(const char* bytes, const ElementType& type) {
    const bool big = type.bigEndian;
    if (type.kind == 'B') {
        const auto high = static_cast<std::uint32_t>(bitsAt<std::uint16_t>(bytes, big));
        return static_cast<T>(std::bit_cast<float>(high << 16));
    }
    if (type.size == 2) return static_cast<T>(fromHalf(bitsAt<std::uint16_t>(bytes, big)));
    if (type.size == 4) {
        return static_cast<T>(std::bit_cast<float>(bitsAt<std::uint32_t>(bytes, big)));
    }
    return static_cast<T>(std::bit_cast<double>(bitsAt<std::uint64_t>(bytes, big)));
}

/// Returns use(0) with the zero in the type in which integers and booleans are stored.
template <typename Use>
auto withStoredInteger(const ElementType& type, const Use& use) {
    const bool isSigned = type.kind == 'i';
    switch (type.size) {
        case 1: return isSigned ? use(std::int8_t{}) : use(std::uint8_t{});
        case 2: return isSigned ? use(std::int16_t{}) : use(std::uint16_t{});
        case 4: return isSigned ? use(std::int32_t{}) : use(std::uint32_t{});
        default: return isSigned ? use(std::int64_t{}) : use(std::uint64_t{});
    }
}

/// Returns the index in C order of item i of the file.
std::size_t placeInCOrder(std::size_t i, const ArrayLayout& layout) {
    if (!layout.fortranOrder || layout.shape.size() < 2) return i;
    const std::size_t rows = layout.shape[0];
    return i % rows * layout.shape[1] + i / rows;
}

/// Decodes a text of fixed size, without its padding NULs.
std::string textOf(const char* bytes, const ElementType& type) {
    std::string out;
    if (type.kind == 'S') {
        out.assign(bytes, type.size);
    } else {
        for (std::size_t i = 0; i + 4 <= type.size; i += 4)
            appendUtf8(out, bitsAt<std::uint32_t>(bytes + i, type.bigEndian));
    }
    const auto last = out.find_last_not_of('\0');
    out.resize(last == std::string::npos ? 0 : last + 1);
    return out;
}

template <typename T>
std::span<char> charactersOf(std::span<T> values) {
    return {reinterpret_cast<char*>(values.data()), values.size_bytes()};
}

/// Returns true if the bytes of the file can be used as the array in memory.
template <typename T>
bool isNative(const ArrayLayout& layout) {
    const ElementType& type = layout.type;
    const bool kind = type.kind == (std::is_floating_point_v<T> ? 'f' : 'i');
    const bool inOrder = !layout.fortranOrder || layout.shape.size() < 2;
    const bool bigEndian = std::endian::native == std::endian::big;
    return kind && inOrder && type.size == sizeof(T) && type.bigEndian == bigEndian;
}

/// The elements of an array while it is read.
template <typename T>
struct Elements {
    std::vector<T> values;
    std::size_t count = 0;  ///< number of elements read so far
};

/// Converts a block of elements and stores them in file order or C order. Returns false if a number
/// does not fit T.
template <typename T>
bool convert(std::span<const char> block, const ArrayLayout& layout, bool inFileOrder,
             Elements<T>& out) {
    const ElementType& type = layout.type;
    const std::size_t items = block.size() / type.size;
    const auto convertEach = [&](const auto& converted) {
        for (std::size_t i = 0; i < items; ++i) {
            const std::size_t at = out.count + i;
            out.values[inFileOrder ? at : placeInCOrder(at, layout)] =
                converted(block.data() + i * type.size);
        }
    };
    if constexpr (std::is_same_v<T, std::string>) {
        convertEach([&](const char* bytes) {
            return type.kind == 'u' ? std::to_string(bitsAt<std::uint64_t>(bytes, type.bigEndian))
                                    : textOf(bytes, type);
        });
    } else if constexpr (std::is_floating_point_v<T>) {
        convertEach([&](const char* bytes) { return floatAt<T>(bytes, type); });
    } else {
        return withStoredInteger(type, [&](auto stored) {
            using Stored = decltype(stored);
            bool fits = true;
            convertEach([&](const char* bytes) {
                const auto bits = bitsAt<std::make_unsigned_t<Stored>>(bytes, type.bigEndian);
                const auto whole = static_cast<Stored>(bits);
                if constexpr (std::is_same_v<Stored, bool>) {
                    return static_cast<T>(whole);
                } else {
                    fits &= std::in_range<T>(whole);
                    return static_cast<T>(whole);
                }
            });
            return fits;
        });
    }
    return true;
}

/// Continues an array of `count` elements until all are read or a block holds a number that does
/// not fit T; that block is put back into `source`.
template <typename T>
Result<void> readElements(ByteSource& source, const ArrayLayout& layout, std::size_t count,
                          const ProgressCallback& progress, Elements<T>& out) {
    // A pipe's size is not known: memory then grows only as bytes arrive.
    const bool sized = source.size().has_value();
    const bool inFileOrder = !sized || !layout.fortranOrder || layout.shape.size() < 2;
    const std::size_t size = layout.type.size;
    const bool native = isNative<T>(layout);
    if (sized) reserveLarge(out.values, count);
    if (sized && !native) out.values.resize(count);
    const std::size_t most = std::clamp<std::size_t>(kLargestBlock / size, 1, kBlockItems);
    std::vector<char> block(native ? 0 : std::min(most, count) * size);
    while (out.count < count) {
        const std::size_t items = std::min(most, count - out.count);
        if (out.values.size() < out.count + items) out.values.resize(out.count + items);
        const auto bytes = native ? charactersOf(std::span(out.values).subspan(out.count, items))
                                  : std::span(block).first(items * size);
        auto got = source.read(bytes);
        if (!got) return got.error();
        if (got.value() < bytes.size()) {
            return malformed("the array is truncated: its header declares " +
                             counted(count, "value") + ", the file holds " +
                             groupedDigits(out.count + got.value() / size));
        }
        if (!native && !convert(bytes, layout, inFileOrder, out)) {
            source.putBack({bytes.data(), bytes.size()});
            return {};
        }
        out.count += items;
        if (progress && !progress(source.consumed(), source.size().value_or(0))) {
            return cancelled();
        }
    }
    if (!sized && layout.fortranOrder && layout.shape.size() == 2) {
        std::vector<T> ordered(out.values.size());
        for (std::size_t i = 0; i < count; ++i)
            ordered[placeInCOrder(i, layout)] = std::move(out.values[i]);
        out.values = std::move(ordered);
    }
    return {};
}

/// Continues an array, with wider integers as soon as a number does not fit T, and with texts
/// beyond signed 64 bits.
template <typename T>
Result<void> readWidening(ByteSource& source, const ArrayLayout& layout, std::size_t count,
                          const ProgressCallback& progress, Elements<T> elements,
                          DataArray& array) {
    auto done = readElements(source, layout, count, progress, elements);
    if constexpr (std::is_integral_v<T> && sizeof(T) < sizeof(std::int64_t)) {
        using Wider = std::conditional_t<sizeof(T) == 2, std::int32_t, std::int64_t>;
        if (done && elements.count < count) {
            Elements<Wider> wider{{elements.values.begin(), elements.values.end()}, elements.count};
            elements = {};
            return readWidening(source, layout, count, progress, std::move(wider), array);
        }
    } else if constexpr (std::is_integral_v<T>) {
        if (done && elements.count < count) {
            Elements<std::string> texts{{}, elements.count};
            for (const T value : elements.values)
                texts.values.push_back(std::to_string(value));
            elements = {};
            return readWidening(source, layout, count, progress, std::move(texts), array);
        }
    }
    array.values = std::move(elements.values);
    return done;
}

}  // namespace

std::string DataArray::description() const {
    std::string text = isText()        ? "text"
                       : isInteger()   ? "integer"
                       : halfPrecision ? "float16"
                                       : "float";
    text += " array of ";
    const auto& shown = pixels ? storedShape : shape;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        text += (i > 0 ? " x " : "") + groupedDigits(shown[i]);
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
    if (shape.empty() || shape.size() > 4) {
        return unsupported("the array has " + counted(shape.size(), "dimension") +
                           "; scores have two (rows, classes) or four (images), labels one or "
                           "three");
    }
    if (std::find(shape.begin(), shape.end(), 0) != shape.end()) {
        return noUsableRows("the array is empty");
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

double numberAt(const char* bytes, const ElementType& type) {
    if (type.kind == 'f' || type.kind == 'B') return floatAt<double>(bytes, type);
    return withStoredInteger(type, [&](auto stored) {
        using Stored = decltype(stored);
        const auto bits = bitsAt<std::make_unsigned_t<Stored>>(bytes, type.bigEndian);
        return static_cast<double>(static_cast<Stored>(bits));
    });
}

Result<DataArray> readArray(ByteSource& source, const ArrayLayout& layout,
                            const ProgressCallback& progress,
                            const std::optional<RowSample>& sample) {
    const auto bytes = byteCount(layout);
    if (!bytes) return bytes.error();
    if (layout.shape.size() > 2) return readPixels(source, layout, progress, sample);
    const ElementType& type = layout.type;
    const std::size_t count = bytes.value() / type.size;
    DataArray array;
    array.shape = layout.shape;
    array.halfPrecision = type.kind == 'B' || (type.kind == 'f' && type.size == 2);
    const auto read = [&](auto elements) {
        return readWidening(source, layout, count, progress, std::move(elements), array);
    };
    const auto done = type.kind == 'U' || type.kind == 'S'   ? read(Elements<std::string>{})
                      : type.kind != 'f' && type.kind != 'B' ? read(Elements<std::int16_t>{})
                      : type.size == 8                       ? read(Elements<double>{})
                                                             : read(Elements<float>{});
    if (!done) return done.error();
    return array;
}

}  // namespace diagonal
