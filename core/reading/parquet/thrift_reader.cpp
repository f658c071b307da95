// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/parquet/thrift_reader.h"

namespace diagonal {
namespace {

constexpr int kDeepestStruct = 64;

std::int64_t fromZigzag(std::uint64_t value) {
    return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

}  // namespace

bool ThriftReader::enter() {
    if (m_depth >= kDeepestStruct) m_failed = true;
    if (m_failed) return false;
    ++m_depth;
    return true;
}

std::uint8_t ThriftReader::byte() {
    if (m_failed || m_position >= m_bytes.size()) {
        m_failed = true;
        return 0;
    }
    return static_cast<std::uint8_t>(m_bytes[m_position++]);
}

std::uint64_t ThriftReader::variableInteger() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const std::uint8_t next = byte();
        value |= static_cast<std::uint64_t>(next & 0x7F) << shift;
        if ((next & 0x80) == 0) return m_failed ? 0 : value;
    }
    m_failed = true;
    return 0;
}

/// Reads the header of a field whose id follows that of the one before, `id`.
ThriftType ThriftReader::fieldHeader(std::int16_t& id) {
    const std::uint8_t header = byte();
    if (m_failed || header == 0) return ThriftType::Stop;
    const int step = header >> 4;
    id = step == 0 ? static_cast<std::int16_t>(fromZigzag(variableInteger()))
                   : static_cast<std::int16_t>(id + step);
    return static_cast<ThriftType>(header & 0x0F);
}

std::size_t ThriftReader::listHeader(ThriftType& type) {
    const std::uint8_t header = byte();
    type = static_cast<ThriftType>(header & 0x0F);
    const std::uint64_t count = header >> 4 == 15 ? variableInteger() : header >> 4;
    // Every item takes a byte at least.
    if (count > m_bytes.size() - m_position) m_failed = true;
    return m_failed ? 0 : count;
}

std::int64_t ThriftReader::integer(ThriftType type) {
    switch (type) {
        case ThriftType::Byte: return static_cast<std::int8_t>(byte());
        case ThriftType::I16:
        case ThriftType::I32:
        case ThriftType::I64: return fromZigzag(variableInteger());
        default: break;
    }
    fail();
    return 0;
}

std::string_view ThriftReader::binary(ThriftType type) {
    if (type == ThriftType::Binary) return sizedBytes();
    fail();
    return {};
}

bool ThriftReader::boolean(ThriftType type) {
    if (type != ThriftType::True && type != ThriftType::False) fail();
    return type == ThriftType::True;
}

std::string_view ThriftReader::sizedBytes() {
    const std::uint64_t size = variableInteger();
    if (m_failed || size > m_bytes.size() - m_position) {
        m_failed = true;
        return {};
    }
    const std::string_view value = m_bytes.substr(m_position, size);
    m_position += size;
    return value;
}

void ThriftReader::skipBytes(std::size_t count) {
    if (m_failed || count > m_bytes.size() - m_position) {
        m_failed = true;
    } else {
        m_position += count;
    }
}

void ThriftReader::skipMap() {
    const std::uint64_t count = variableInteger();
    if (count == 0 || !enter()) return;
    if (count > m_bytes.size() - m_position) return fail();
    const std::uint8_t types = byte();
    for (std::uint64_t i = 0; i < count && !m_failed; ++i) {
        skip(static_cast<ThriftType>(types >> 4));
        skip(static_cast<ThriftType>(types & 0x0F));
    }
    --m_depth;
}

void ThriftReader::skip(ThriftType type) {
    // A boolean in a struct has its value in the type; in a list it takes a byte.
    constexpr auto boolean = [](ThriftType item) {
        return item == ThriftType::True || item == ThriftType::False;
    };
    switch (type) {
        case ThriftType::True:
        case ThriftType::False: return;
        case ThriftType::Byte: return skipBytes(1);
        case ThriftType::I16:
        case ThriftType::I32:
        case ThriftType::I64: variableInteger(); return;
        case ThriftType::Double: return skipBytes(8);
        case ThriftType::Uuid: return skipBytes(16);
        case ThriftType::Binary: sizedBytes(); return;
        case ThriftType::List:
        case ThriftType::Set:
            readList([&](ThriftType item) {
                if (boolean(item)) {
                    skipBytes(1);
                } else {
                    skip(item);
                }
            });
            return;
        case ThriftType::Map: return skipMap();
        case ThriftType::Struct:
            readStruct([&](std::int16_t, ThriftType field) { skip(field); });
            return;
        case ThriftType::Stop: break;
    }
    m_failed = true;
}

}  // namespace diagonal
