// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/npy_reader.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "core/reading/npy_header.h"
#include "core/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kBlockItems = std::size_t{1} << 16;

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
    const int exponent = bits >> 10 & 0x1F;
    const int fraction = bits & 0x3FF;
    float value = 0;
    if (exponent == 31) {
        value = fraction ? std::numeric_limits<float>::quiet_NaN()
                         : std::numeric_limits<float>::infinity();
    } else {
        value = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                              : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
    }
    return bits & 0x8000 ? -value : value;
}

template <typename T>
T elementAt(const char* bytes, const NpyElementType& type) {
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
std::size_t placeInCOrder(std::size_t i, const NpyHeader& header) {
    if (!header.fortranOrder || header.shape.size() < 2) return i;
    const std::size_t rows = header.shape[0];
    return i % rows * header.shape[1] + i / rows;
}

template <typename T>
Result<std::vector<T>> readElements(ByteSource& source, const NpyHeader& header,
                                    const NpyElementType& type, std::size_t count,
                                    const ProgressCallback& progress) {
    // A pipe's size is not known: memory then grows only as bytes arrive.
    const bool sized = source.size().has_value();
    std::vector<T> values(sized ? count : 0);
    std::vector<char> block(kBlockItems * type.size);
    for (std::size_t done = 0; done < count;) {
        const std::size_t items = std::min(kBlockItems, count - done);
        const auto bytes = std::span(block).first(items * type.size);
        auto got = source.read(bytes);
        if (!got) return got.error();
        if (got.value() < bytes.size()) {
            return malformed("the npy file is truncated: its header declares " +
                             counted(count, "value") + ", it holds " +
                             groupedDigits(done + got.value() / type.size));
        }
        if (!sized) values.resize(done + items);
        for (std::size_t i = 0; i < items; ++i) {
            const std::size_t place = sized ? placeInCOrder(done + i, header) : done + i;
            values[place] = elementAt<T>(block.data() + i * type.size, type);
        }
        done += items;
        if (progress && !progress(source.consumed(), source.size().value_or(0))) {
            return Error{ErrorKind::Cancelled, "cancelled"};
        }
    }
    if (!sized && header.fortranOrder && header.shape.size() == 2) {
        std::vector<T> ordered(values.size());
        for (std::size_t i = 0; i < count; ++i)
            ordered[placeInCOrder(i, header)] = values[i];
        return ordered;
    }
    return values;
}

/// Number of elements, checked against overflow and against the bytes that are there.
Result<std::size_t> checkedCount(const NpyHeader& header, const NpyElementType& type,
                                 const ByteSource& source) {
    std::size_t count = 1;
    for (const std::size_t length : header.shape) {
        if (length != 0 && count > std::numeric_limits<std::size_t>::max() / 16 / length) {
            return malformed("the npy header declares a size beyond 64 bits");
        }
        count *= length;
    }
    if (!source.size()) return count;
    const std::size_t there = *source.size() - std::min(*source.size(), source.consumed());
    if (count * type.size == there) return count;
    return malformed("the npy header declares " + counted(count * type.size, "byte") +
                     " of data, the file holds " + groupedDigits(there) +
                     (count * type.size > there ? ": it is truncated" : ": it is not one array"));
}

}  // namespace

std::string NpyArray::description() const {
    std::string text = isInteger() ? "integer" : halfPrecision ? "float16" : "float";
    text += " array of ";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        text += (i > 0 ? " x " : "") + groupedDigits(shape[i]);
    }
    return text;
}

bool npyIsVector(ByteSource& source) {
    constexpr std::size_t enough = std::size_t{1} << 16;
    const auto head = source.peek(enough);
    if (!head) return false;
    MemorySource bytes(head.value());
    const auto header = readNpyHeader(bytes);
    if (!header) return false;
    const auto& shape = header.value().shape;
    return shape.size() == 1 || (shape.size() == 2 && shape[1] == 1);
}

Result<NpyArray> readNpy(ByteSource& source, const ProgressCallback& progress) {
    auto header = readNpyHeader(source);
    if (!header) return header.error();
    const auto type = npyElementType(header.value().descr);
    if (!type) return type.error();
    const auto& shape = header.value().shape;
    if (shape.empty() || shape.size() > 2) {
        return Error{ErrorKind::Unsupported, "the array has " + counted(shape.size(), "dimension") +
                                                 "; scores have two (rows, classes), labels one"};
    }
    if (std::find(shape.begin(), shape.end(), 0) != shape.end()) {
        return Error{ErrorKind::NoUsableRows, "the array is empty"};
    }
    const auto count = checkedCount(header.value(), type.value(), source);
    if (!count) return count.error();

    NpyArray array;
    array.shape = shape;
    array.halfPrecision = type.value().kind == 'f' && type.value().size == 2;
    const auto store = [&](auto elements) -> std::optional<Error> {
        if (!elements) return elements.error();
        array.values = std::move(elements).value();
        return std::nullopt;
    };
    std::optional<Error> error;
    if (type.value().kind != 'f') {
        error = store(readElements<std::int64_t>(source, header.value(), type.value(),
                                                 count.value(), progress));
    } else if (type.value().size == 8) {
        error = store(
            readElements<double>(source, header.value(), type.value(), count.value(), progress));
    } else {
        error = store(
            readElements<float>(source, header.value(), type.value(), count.value(), progress));
    }
    if (error) return *error;
    return array;
}

}  // namespace diagonal
