// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace diagonal {

/// A table of FlatBuffers (https://flatbuffers.dev/internals). Reading checks every offset: what
/// lies beyond the bytes, like a field that is not there, has its default value or is an empty
/// table.
class FlatTable {
public:
    FlatTable() = default;
    /// Returns the root table of a buffer.
    static FlatTable rootOf(std::string_view bytes);

    bool exists() const { return m_at > 0; }
    /// Returns a number or boolean; `other` if the field is not there.
    template <typename T>
    T number(unsigned field, T other = {}) const {
        return numberAt<T>(placeOf(field), other);
    }
    FlatTable table(unsigned field) const;
    std::string_view text(unsigned field) const;
    /// Returns the number of items of a vector whose items have `itemSize` bytes each.
    std::size_t count(unsigned field, std::size_t itemSize) const;
    /// Return item i of a vector of tables; a number inside item i of a vector of structs.
    FlatTable tableAt(unsigned field, std::size_t i) const;
    template <typename T>
    T numberIn(unsigned field, std::size_t i, std::size_t itemSize, std::size_t offset) const {
        if (i >= count(field, itemSize)) return {};
        return numberAt<T>(vectorAt(field) + sizeof(std::uint32_t) + i * itemSize + offset, T{});
    }

private:
    FlatTable(std::string_view bytes, std::size_t at) : m_bytes(bytes), m_at(at) {}

    template <typename T>
    T numberAt(std::size_t at, T other) const {
        static_assert(std::is_arithmetic_v<T>);
        if (at == 0 || at > m_bytes.size() || m_bytes.size() - at < sizeof(T)) return other;
        T value;
        __builtin_memcpy(&value, m_bytes.data() + at, sizeof value);
        return value;
    }
    std::size_t placeOf(unsigned field) const;   ///< 0 if it is not there
    std::size_t targetOf(std::size_t at) const;  ///< of the offset stored at `at`; 0 if outside
    std::size_t vectorAt(unsigned field) const { return targetOf(placeOf(field)); }

    std::string_view m_bytes;
    std::size_t m_at = 0;
};

}  // namespace diagonal
