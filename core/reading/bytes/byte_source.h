// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace diagonal {

/// Bytes that can be read at any offset, repeatedly.
class RandomAccess {
public:
    virtual ~RandomAccess() = default;

    virtual std::uint64_t size() const = 0;
    /// Reads bytes at `offset`; fewer than requested only at the end. Errors: CannotRead.
    virtual Result<std::size_t> readAt(std::uint64_t offset, std::span<char> out) const = 0;
    /// Returns at most `count` bytes at `offset`; fewer only at the end. Errors: CannotRead.
    Result<std::string> bytesAt(std::uint64_t offset, std::size_t count) const;
};

/// Bytes in sequence, with lookahead.
class ByteSource {
public:
    virtual ~ByteSource() = default;

    /// Returns the next `size` bytes without consuming them; fewer only at the end. Valid until the
    /// next call. Errors: CannotRead.
    Result<std::string_view> peek(std::size_t size);

    /// Reads the next bytes; fewer than requested only at the end. Errors: CannotRead.
    Result<std::size_t> read(std::span<char> out);

    /// Puts back the last bytes read, to be read again.
    void putBack(std::string_view bytes);

    /// Reads all remaining bytes. Errors: CannotRead; Unsupported for more than `most` bytes from a
    /// source of unknown size (a pipe, compressed data).
    Result<std::string> readAll(std::size_t most = std::size_t{1} << 32);

    /// Returns access to all bytes of this source, including those already read; null for a source
    /// that can only be read in sequence. The source must outlive the result.
    virtual std::unique_ptr<RandomAccess> randomAccess() const { return nullptr; }
    /// Returns the total number of bytes, if known in advance.
    virtual std::optional<std::size_t> size() const = 0;
    std::size_t consumed() const { return m_consumed; }
    /// Returns the size of a buffer for the next `most` bytes: hardly larger than the remaining
    /// bytes, so that small inputs are cheap, and large enough to detect the end.
    std::size_t bufferSize(std::size_t most) const;

protected:
    /// Reads at least one byte; returns 0 at the end.
    virtual Result<std::size_t> readSome(std::span<char> out) = 0;

private:
    std::string m_ahead;
    std::size_t m_aheadBegin = 0;
    std::size_t m_consumed = 0;
};

/// Bytes in memory owned by someone else.
class MemorySource : public ByteSource {
public:
    explicit MemorySource(std::string_view bytes) : m_bytes(bytes) {}
    std::optional<std::size_t> size() const override { return m_bytes.size(); }
    std::unique_ptr<RandomAccess> randomAccess() const override;

protected:
    Result<std::size_t> readSome(std::span<char> out) override;

private:
    std::string_view m_bytes;
    std::size_t m_position = 0;
};

/// Byte range of a RandomAccess, which must outlive it.
class PartSource : public ByteSource {
public:
    /// Reads the bytes [begin, begin + size) of `whole`.
    PartSource(const RandomAccess& whole, std::uint64_t begin, std::uint64_t size)
        : m_whole(whole), m_begin(begin), m_size(size) {}
    std::optional<std::size_t> size() const override { return m_size; }

protected:
    Result<std::size_t> readSome(std::span<char> out) override;
    /// Returns the number of bytes read so far.
    std::uint64_t position() const { return m_position; }

private:
    const RandomAccess& m_whole;
    std::uint64_t m_begin;
    std::uint64_t m_size;
    std::uint64_t m_position = 0;
};

/// Returns access to all bytes of a source that has not been read yet; reads them into memory if
/// the source can only be read in sequence. Errors: those of readAll().
Result<std::unique_ptr<RandomAccess>> allBytes(ByteSource& source);

/// Opens a regular file, a pipe, or standard input ("-"). Errors: CannotRead, with the reason.
Result<std::unique_ptr<ByteSource>> openSource(const std::string& path);

}  // namespace diagonal
