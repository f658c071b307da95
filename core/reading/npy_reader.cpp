// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/npy_reader.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "core/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kLongestHeader = std::size_t{1} << 24;
constexpr std::size_t kBlockItems = std::size_t{1} << 16;

struct NpyHeader {
    std::string descr;  ///< "<f8"; empty where the type is structured
    bool fortranOrder = false;
    std::vector<std::size_t> shape;
};

Error malformed(std::string detail) { return Error{ErrorKind::Malformed, std::move(detail)}; }
Error unsupported(std::string detail) { return Error{ErrorKind::Unsupported, std::move(detail)}; }

/// Reads the Python literal that describes an array: {'descr': '<f8', 'shape': (8, 3), ...}.
class HeaderParser {
public:
    explicit HeaderParser(std::string_view text) : m_text(text) {}

    Result<NpyHeader> parse() {
        if (!skip('{')) return broken();
        while (!skip('}')) {
            const auto key = string();
            if (!key || !skip(':')) return broken();
            if (*key == "descr" && !parseDescr()) return broken();
            if (*key == "fortran_order" && !parseOrder()) return broken();
            if (*key == "shape") {
                if (auto error = parseShape()) return *error;
            }
            if (*key != "descr" && *key != "fortran_order" && *key != "shape") return broken();
            if (!skip(',') && peek() != '}') return broken();
        }
        if (!m_descr || !m_hasShape) return broken();
        m_header.descr = *m_descr;
        return m_header;
    }

private:
    static Error broken() { return malformed("the npy header is not a valid description"); }
    char peek() {
        while (m_at < m_text.size() && std::strchr(" \t\n\r", m_text[m_at])) ++m_at;
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }
    bool skip(char c) {
        if (peek() != c || c == '\0') return false;
        ++m_at;
        return true;
    }
    std::optional<std::string> string() {
        const char quote = peek();
        if (quote != '\'' && quote != '"') return std::nullopt;
        const auto end = m_text.find(quote, m_at + 1);
        if (end == std::string_view::npos) return std::nullopt;
        std::string out(m_text.substr(m_at + 1, end - m_at - 1));
        m_at = end + 1;
        return out;
    }
    /// A structured type is a list; it is stepped over and left empty.
    bool parseDescr() {
        if (peek() == '[') {
            const auto end = m_text.rfind(']');
            if (end == std::string_view::npos || end < m_at) return false;
            m_at = end + 1;
            m_descr = "";
            return true;
        }
        m_descr = string();
        return m_descr.has_value();
    }
    bool parseOrder() {
        peek();
        for (const std::string_view word : {"True", "False"}) {
            if (!m_text.substr(m_at).starts_with(word)) continue;
            m_at += word.size();
            m_header.fortranOrder = word == "True";
            return true;
        }
        return false;
    }
    std::optional<Error> parseShape() {
        if (!skip('(')) return broken();
        m_hasShape = true;
        while (!skip(')')) {
            peek();
            std::size_t length = 0;
            const char* begin = m_text.data() + m_at;
            const auto [end, status] = std::from_chars(begin, m_text.data() + m_text.size(), length);
            if (status == std::errc::result_out_of_range) {
                return malformed("the npy header declares a dimension beyond 64 bits");
            }
            if (status != std::errc{}) return broken();
            m_at += static_cast<std::size_t>(end - begin);
            skip('L');
            m_header.shape.push_back(length);
            if (!skip(',') && peek() != ')') return broken();
        }
        return std::nullopt;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::optional<std::string> m_descr;
    bool m_hasShape = false;
    NpyHeader m_header;
};

Result<NpyHeader> readHeader(ByteSource& source) {
    std::string start(8, '\0');
    auto got = source.read(start);
    if (!got) return got.error();
    if (got.value() < start.size()) return malformed("the npy file ends inside its header");
    const int version = start[6];
    if (version < 1 || version > 3) {
        return unsupported("npy format version " + std::to_string(version) +
                           " is not known; 1 to 3 are read");
    }
    std::string lengthBytes(version == 1 ? 2 : 4, '\0');
    got = source.read(lengthBytes);
    if (!got) return got.error();
    if (got.value() < lengthBytes.size()) return malformed("the npy file ends inside its header");
    std::size_t length = 0;
    for (std::size_t i = lengthBytes.size(); i-- > 0;) {
        length = length << 8 | static_cast<unsigned char>(lengthBytes[i]);
    }
    if (length > kLongestHeader) return malformed("the npy header is longer than 16 MiB");
    if (source.size() && length > *source.size()) {
        return malformed("the npy file ends inside its header");
    }
    std::string text(length, '\0');
    got = source.read(text);
    if (!got) return got.error();
    if (got.value() < length) return malformed("the npy file ends inside its header");
    return HeaderParser(text).parse();
}

template <typename Bits>
Bits bitsAt(const char* bytes, bool bigEndian) {
    Bits bits = 0;
    for (std::size_t i = 0; i < sizeof(Bits); ++i) {
        const std::size_t shift = 8 * (bigEndian ? sizeof(Bits) - 1 - i : i);
        bits = static_cast<Bits>(bits | static_cast<Bits>(static_cast<Bits>(
                                            static_cast<unsigned char>(bytes[i]))
                                        << shift));
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

/// The element type of an array.
struct ElementType {
    char kind = 'f';
    std::size_t size = 8;
    bool bigEndian = false;
};

Result<ElementType> elementType(const std::string& descr) {
    if (descr.empty()) {
        return unsupported("the array has a structured type; save one plain array per field");
    }
    const bool hasOrder = std::strchr("<>|=", descr.front()) != nullptr;
    const std::string type = hasOrder ? descr.substr(1) : descr;
    if (type.starts_with('O')) {
        return unsupported(
            "the array contains pickled Python objects, which are never opened. Resave it: "
            "np.save('scores.npy', np.array(list_of_rows, dtype=float))");
    }
    const auto size = type.empty() ? std::nullopt : parsedInteger(std::string_view(type).substr(1));
    const char kind = type.empty() ? '\0' : type.front();
    const bool known = size && ((kind == 'f' && (*size == 2 || *size == 4 || *size == 8)) ||
                                ((kind == 'i' || kind == 'u') &&
                                 (*size == 1 || *size == 2 || *size == 4 || *size == 8)) ||
                                (kind == 'b' && *size == 1));
    if (!known) {
        return unsupported("the array's type " + quoted(descr) +
                           " is not read; save it as float32, float64 or an integer type");
    }
    return ElementType{kind, static_cast<std::size_t>(*size), descr.front() == '>'};
}

template <typename T>
T elementAt(const char* bytes, const ElementType& type) {
    if (type.kind == 'f') {
        if (type.size == 2) return static_cast<T>(fromHalf(bitsAt<std::uint16_t>(bytes, type.bigEndian)));
        if (type.size == 4) {
            return static_cast<T>(std::bit_cast<float>(bitsAt<std::uint32_t>(bytes, type.bigEndian)));
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
                                    const ElementType& type, std::size_t count,
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
        for (std::size_t i = 0; i < count; ++i) ordered[placeInCOrder(i, header)] = values[i];
        return ordered;
    }
    return values;
}

/// Number of elements, checked against overflow and against the bytes that are there.
Result<std::size_t> checkedCount(const NpyHeader& header, const ElementType& type,
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
    const auto header = readHeader(bytes);
    if (!header) return false;
    const auto& shape = header.value().shape;
    return shape.size() == 1 || (shape.size() == 2 && shape[1] == 1);
}

Result<NpyArray> readNpy(ByteSource& source, const ProgressCallback& progress) {
    auto header = readHeader(source);
    if (!header) return header.error();
    const auto type = elementType(header.value().descr);
    if (!type) return type.error();
    const auto& shape = header.value().shape;
    if (shape.empty() || shape.size() > 2) {
        return unsupported("the array has " + counted(shape.size(), "dimension") +
                           "; scores have two (rows, classes), labels one");
    }
    const auto count = checkedCount(header.value(), type.value(), source);
    if (!count) return count.error();

    NpyArray array;
    array.shape = shape;
    array.halfPrecision = type.value().kind == 'f' && type.value().size == 2;
    const auto store = [&](auto&& elements) -> std::optional<Error> {
        if (!elements) return elements.error();
        array.values = std::move(elements).value();
        return std::nullopt;
    };
    std::optional<Error> error;
    if (type.value().kind != 'f') {
        error = store(readElements<std::int64_t>(source, header.value(), type.value(),
                                                 count.value(), progress));
    } else if (type.value().size == 8) {
        error = store(readElements<double>(source, header.value(), type.value(), count.value(),
                                           progress));
    } else {
        error = store(readElements<float>(source, header.value(), type.value(), count.value(),
                                          progress));
    }
    if (error) return *error;
    return array;
}

}  // namespace diagonal
