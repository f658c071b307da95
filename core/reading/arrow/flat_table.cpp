// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrow/flat_table.h"

#include <bit>

namespace diagonal {

static_assert(std::endian::native == std::endian::little);

FlatTable FlatTable::rootOf(std::string_view bytes) {
    FlatTable root(bytes, 0);
    std::uint32_t offset = 0;
    if (bytes.size() < sizeof offset) return root;
    __builtin_memcpy(&offset, bytes.data(), sizeof offset);
    if (offset < bytes.size()) root.m_at = offset;
    return root;
}

std::size_t FlatTable::placeOf(unsigned field) const {
    if (m_at == 0) return 0;
    const auto back = numberAt<std::int32_t>(m_at, 0);
    const auto table = static_cast<std::int64_t>(m_at) - back;
    if (back == 0 || table <= 0) return 0;
    const auto at = static_cast<std::size_t>(table);
    const auto size = numberAt<std::uint16_t>(at, 0);
    const std::size_t entry = 4 + 2 * std::size_t{field};
    if (entry + 2 > size) return 0;
    const auto offset = numberAt<std::uint16_t>(at + entry, 0);
    return offset == 0 ? 0 : m_at + offset;
}

std::size_t FlatTable::targetOf(std::size_t at) const {
    const auto offset = numberAt<std::uint32_t>(at, 0);
    return offset == 0 || at + offset >= m_bytes.size() ? 0 : at + offset;
}

FlatTable FlatTable::table(unsigned field) const {
    return {m_bytes, targetOf(placeOf(field))};
}

std::size_t FlatTable::count(unsigned field, std::size_t itemSize) const {
    const std::size_t at = vectorAt(field);
    const std::size_t items = numberAt<std::uint32_t>(at, 0);
    if (at == 0) return 0;
    const std::size_t room = m_bytes.size() - at - sizeof(std::uint32_t);
    return items > room / itemSize ? 0 : items;
}

std::string_view FlatTable::text(unsigned field) const {
    const std::size_t size = count(field, 1);
    return size == 0 ? std::string_view()
                     : m_bytes.substr(vectorAt(field) + sizeof(std::uint32_t), size);
}

FlatTable FlatTable::tableAt(unsigned field, std::size_t i) const {
    constexpr std::size_t itemSize = sizeof(std::uint32_t);
    if (i >= count(field, itemSize)) return {};
    return {m_bytes, targetOf(vectorAt(field) + itemSize + i * itemSize)};
}

}  // namespace diagonal
