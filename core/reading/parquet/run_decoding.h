// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace diagonal {

/// Reads little-endian integers of any width up to 64 bits from the front of a text.
class BitBytes {
public:
    /// `bytes` must be followed by BlockBuffer::kSlack readable bytes.
    explicit BitBytes(std::string_view bytes) : m_bytes(bytes) {}

    bool empty() const { return m_bytes.empty(); }
    std::string_view rest() const { return m_bytes; }
    /// Removes and returns `count` bytes; nullopt if there are fewer.
    std::optional<std::string_view> take(std::size_t count);
    /// As above, of a length that may be negative in damaged files; nullopt then.
    std::optional<std::string_view> takeText(std::int64_t length);
    /// Removes an unsigned variable-length integer (LEB128); nullopt if it is cut short or too
    /// long.
    std::optional<std::uint64_t> takeVariable();
    /// Removes a variable-length integer in zigzag order.
    std::optional<std::int64_t> takeZigzag();
    /// Removes an unsigned little-endian integer of `bytes` bytes, at most 8.
    std::optional<std::uint64_t> takeFixed(std::size_t bytes);

private:
    std::string_view m_bytes;
};

/// Unpacks out.size() integers of `width` bits each, lowest bits first. Requires width <= 64 and
/// that the bits and BlockBuffer::kSlack bytes behind them are readable.
void unpackBits(const char* bytes, unsigned width, std::span<std::uint32_t> out);
void unpackBits(const char* bytes, unsigned width, std::span<std::uint64_t> out);

/// Decodes Parquet's hybrid of run-length encoding and bit packing
/// (https://parquet.apache.org/docs/file-format/data-pages/encodings/#RLE).
class RunDecoder {
public:
    /// `bytes` must be followed by BlockBuffer::kSlack readable bytes. Requires width <= 32.
    RunDecoder(std::string_view bytes, unsigned width) : m_bytes(bytes), m_width(width) {}

    /// Decodes the next out.size() integers; false if there are fewer.
    bool read(std::span<std::uint32_t> out);
    /// Returns the length of the run of equal values that begins here, without decoding it, and
    /// sets `value`; 0 where values are packed or the bytes end.
    std::size_t equalAhead(std::uint32_t& value);

private:
    bool nextRun();

    BitBytes m_bytes;
    unsigned m_width;
    std::size_t m_equal = 0;  ///< left of a run of m_value
    std::uint32_t m_value = 0;
    std::string_view m_packed;  ///< of a run of packed integers
    std::size_t m_left = 0;     ///< integers left in it
    std::size_t m_done = 0;     ///< integers read from it, a multiple of 8 or the rest of a group
};

/// Decodes DELTA_BINARY_PACKED integers: removes them from `bytes` and appends them to `out`, at
/// most `most`. Returns false if they break the rules of the encoding.
bool readDeltas(BitBytes& bytes, std::size_t most, std::vector<std::int64_t>& out);

}  // namespace diagonal
