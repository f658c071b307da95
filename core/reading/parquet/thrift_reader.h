// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace diagonal {

/// Type codes of Thrift's compact protocol.
enum class ThriftType : std::uint8_t {
    Stop = 0,
    True = 1,
    False = 2,
    Byte = 3,
    I16 = 4,
    I32 = 5,
    I64 = 6,
    Double = 7,
    Binary = 8,
    List = 9,
    Set = 10,
    Map = 11,
    Struct = 12,
    Uuid = 13
};

/// Reads values in Thrift's compact protocol
/// (https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md). Bytes that
/// break its rules, or structs nested more than 64 deep, end reading: from then on failed() is true
/// and every value is 0 or empty.
class ThriftReader {
public:
    explicit ThriftReader(std::string_view bytes) : m_bytes(bytes) {}

    /// Reads a struct: calls field(id, type) for each of its fields, which must read or skip() the
    /// field's value.
    template <typename Field>
    void readStruct(Field&& field) {
        if (!enter()) return;
        std::int16_t id = 0;
        for (;;) {
            const ThriftType type = fieldHeader(id);
            if (type == ThriftType::Stop || m_failed) break;
            field(id, type);
            if (m_failed) break;
        }
        --m_depth;
    }

    /// Reads a list or set: calls item(type) for each of its items, which must read or skip() it.
    /// Returns the number of items.
    template <typename Item>
    std::size_t readList(Item&& item) {
        if (!enter()) return 0;
        ThriftType type = ThriftType::Stop;
        const std::size_t count = listHeader(type);
        for (std::size_t i = 0; i < count && !m_failed; ++i)
            item(type);
        --m_depth;
        return count;
    }

    /// Reads a Byte, I16, I32 or I64; fails for other types.
    std::int64_t integer(ThriftType type);
    /// Reads a Binary, which is valid as long as the bytes; fails for other types.
    std::string_view binary(ThriftType type);
    /// Returns the value of a boolean field; fails for other types.
    bool boolean(ThriftType type);
    void skip(ThriftType type);
    /// Ends reading with failed().
    void fail() { m_failed = true; }

    bool failed() const { return m_failed; }
    /// Returns the number of bytes read.
    std::size_t position() const { return m_position; }

private:
    bool enter();
    std::uint8_t byte();
    std::uint64_t variableInteger();
    std::string_view sizedBytes();
    ThriftType fieldHeader(std::int16_t& id);
    std::size_t listHeader(ThriftType& type);
    void skipBytes(std::size_t count);
    void skipMap();

    std::string_view m_bytes;
    std::size_t m_position = 0;
    int m_depth = 0;
    bool m_failed = false;
};

}  // namespace diagonal
