// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/parquet/run_decoding.h"

#include <algorithm>
#include <cstring>

namespace diagonal {
namespace {

template <typename Integer>
void unpack(const char* bytes, unsigned width, std::span<Integer> out) {
    const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::size_t bit = i * width;
        std::uint64_t word = 0;
        std::memcpy(&word, bytes + bit / 8, sizeof word);
        const unsigned shift = bit % 8;
        word >>= shift;
        if (shift + width > 64) {
            const auto high = static_cast<unsigned char>(bytes[bit / 8 + 8]);
            word |= static_cast<std::uint64_t>(high) << (64 - shift);
        }
        out[i] = static_cast<Integer>(word & mask);
    }
}

}  // namespace

std::optional<std::string_view> BitBytes::take(std::size_t count) {
    if (count > m_bytes.size()) return std::nullopt;
    const std::string_view taken = m_bytes.substr(0, count);
    m_bytes.remove_prefix(count);
    return taken;
}

std::optional<std::string_view> BitBytes::takeText(std::int64_t length) {
    if (length < 0) return std::nullopt;
    return take(static_cast<std::size_t>(length));
}

std::optional<std::uint64_t> BitBytes::takeVariable() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !m_bytes.empty(); shift += 7) {
        const auto next = static_cast<unsigned char>(m_bytes.front());
        m_bytes.remove_prefix(1);
        value |= static_cast<std::uint64_t>(next & 0x7F) << shift;
        if ((next & 0x80) == 0) return value;
    }
    return std::nullopt;
}

std::optional<std::int64_t> BitBytes::takeZigzag() {
    const auto value = takeVariable();
    if (!value) return std::nullopt;
    return static_cast<std::int64_t>(*value >> 1) ^ -static_cast<std::int64_t>(*value & 1);
}

std::optional<std::uint64_t> BitBytes::takeFixed(std::size_t bytes) {
    const auto taken = take(bytes);
    if (!taken) return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = bytes; i-- > 0;)
        value = value << 8 | static_cast<unsigned char>((*taken)[i]);
    return value;
}

void unpackBits(const char* bytes, unsigned width, std::span<std::uint32_t> out) {
    unpack(bytes, width, out);
}

void unpackBits(const char* bytes, unsigned width, std::span<std::uint64_t> out) {
    unpack(bytes, width, out);
}

bool RunDecoder::nextRun() {
    if (m_bytes.empty()) return false;
    const auto header = m_bytes.takeVariable();
    if (!header) return false;
    const std::uint64_t count = *header >> 1;
    if (count >> 40 != 0) return false;
    if ((*header & 1) == 0) {
        const auto value = m_bytes.takeFixed((m_width + 7) / 8);
        if (!value || (m_width < 32 && *value >> m_width != 0)) return false;
        m_equal = count;
        m_value = static_cast<std::uint32_t>(*value);
        return true;
    }
    // Groups of eight; the last may be cut short by writers that do not pad it.
    const std::size_t left = m_bytes.rest().size();
    if (m_width > 0 && count > left / m_width + 1) return false;
    const std::size_t bytes = std::min<std::size_t>(count * m_width, left);
    m_packed = *m_bytes.take(bytes);
    m_left = m_width == 0 ? count * 8 : std::min<std::size_t>(count * 8, bytes * 8 / m_width);
    m_done = 0;
    return true;
}

bool RunDecoder::read(std::span<std::uint32_t> out) {
    while (!out.empty()) {
        if (m_equal > 0) {
            const std::size_t count = std::min(m_equal, out.size());
            std::ranges::fill(out.first(count), m_value);
            m_equal -= count;
            out = out.subspan(count);
        } else if (m_left > 0) {
            // Reading begins on a byte only every eight integers.
            const std::size_t inGroup = m_done % 8;
            if (inGroup != 0) {
                std::uint32_t group[8];
                unpackBits(m_packed.data() + m_done / 8 * m_width, m_width, group);
                const std::size_t count = std::min({8 - inGroup, m_left, out.size()});
                std::copy_n(group + inGroup, count, out.begin());
                m_done += count;
                m_left -= count;
                out = out.subspan(count);
                continue;
            }
            const std::size_t count = std::min(m_left, out.size());
            unpackBits(m_packed.data() + m_done / 8 * m_width, m_width, out.first(count));
            m_done += count;
            m_left -= count;
            out = out.subspan(count);
        } else if (!nextRun()) {
            return false;
        }
    }
    return true;
}

std::size_t RunDecoder::equalAhead(std::uint32_t& value) {
    while (m_equal == 0 && m_left == 0) {
        if (!nextRun()) return 0;
    }
    value = m_value;
    return m_equal;
}

bool readDeltas(BitBytes& bytes, std::size_t most, std::vector<std::int64_t>& out) {
    const auto blockSize = bytes.takeVariable();
    const auto miniblocks = bytes.takeVariable();
    const auto count = bytes.takeVariable();
    const auto first = bytes.takeZigzag();
    constexpr std::uint64_t largestBlock = std::uint64_t{1} << 16;
    if (!first || *count > most || *miniblocks == 0 || *blockSize > largestBlock ||
        *blockSize % *miniblocks != 0 || *blockSize / *miniblocks % 8 != 0 || *blockSize == 0) {
        return false;
    }
    if (*count == 0) return true;
    const std::size_t perMini = *blockSize / *miniblocks;
    auto value = static_cast<std::uint64_t>(*first);  // sums wrap around, as the format defines
    out.push_back(*first);
    std::vector<std::uint64_t> deltas;
    for (std::size_t left = *count - 1; left > 0;) {
        const auto least = bytes.takeZigzag();
        const auto widths = least ? bytes.take(*miniblocks) : std::nullopt;
        if (!widths) return false;
        for (std::size_t mini = 0; mini < *miniblocks && left > 0; ++mini) {
            const auto width = static_cast<unsigned char>((*widths)[mini]);
            if (width > 64) return false;
            const std::size_t used = std::min(left, perMini);
            // Some writers leave out the padding of the last block.
            const std::size_t needed = (used * width + 7) / 8;
            const std::size_t size = std::min(perMini / 8 * width, bytes.rest().size());
            if (size < needed) return false;
            const auto packed = bytes.take(size);
            deltas.resize(used);
            unpackBits(packed->data(), width, deltas);
            for (const std::uint64_t delta : deltas) {
                value += static_cast<std::uint64_t>(*least) + delta;
                out.push_back(static_cast<std::int64_t>(value));
            }
            left -= used;
        }
    }
    return true;
}

}  // namespace diagonal
