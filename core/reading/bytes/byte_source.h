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

/// Bytes that can be read from any place, as often as wanted.
class RandomAccess {
public:
    virtual ~RandomAccess() = default;

    virtual std::uint64_t size() const = 0;
    /// Reads bytes from `offset` on; fewer than asked for only at the end. Errors: CannotRead.
    virtual Result<std::size_t> readAt(std::uint64_t offset, std::span<char> out) const = 0;
    /// The bytes from `offset` on, at most `count`; fewer only at the end. Errors: CannotRead.
    Result<std::string> bytesAt(std::uint64_t offset, std::size_t count) const;
};

/// Bytes from front to back, with a look ahead.
class ByteSource {
public:
    virtual ~ByteSource() = default;

    /// The next `size` bytes without taking them; fewer only at the end. Valid until the next
    /// call. Errors: CannotRead.
    Result<std::string_view> peek(std::size_t size);

    /// Takes the next bytes; fewer than asked for only at the end. Errors: CannotRead.
    Result<std::size_t> read(std::span<char> out);

    /// Gives back the last bytes that were taken, to be taken again.
    void putBack(std::string_view bytes);

    /// Takes all that is left. Errors: CannotRead; Unsupported for more than `most` bytes from a
    /// source whose size is not known beforehand (a pipe, compressed data).
    Result<std::string> readAll(std::size_t most = std::size_t{1} << 32);

    /// All bytes of this source wherever they are, also those that were taken; null where they only
    /// pass by. To be used while the source lives.
    virtual std::unique_ptr<RandomAccess> randomAccess() const { return nullptr; }
    /// Total number of bytes, where it is known beforehand.
    virtual std::optional<std::size_t> size() const = 0;
    std::size_t consumed() const { return m_consumed; }
    /// How large a buffer for the next `most` bytes need be: hardly larger than what is
    /// left, so that small inputs cost little, and large enough to see its end.
    std::size_t bufferSize(std::size_t most) const;

protected:
    /// At least one byte, 0 at the end.
    virtual Result<std::size_t> readSome(std::span<char> out) = 0;

private:
    std::string m_ahead;
    std::size_t m_aheadBegin = 0;
    std::size_t m_consumed = 0;
};

/// Bytes that somebody else keeps.
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

/// Some of the bytes that are elsewhere, which must outlive it.
class PartSource : public ByteSource {
public:
    /// The bytes [begin, begin + size) of `whole`.
    PartSource(const RandomAccess& whole, std::uint64_t begin, std::uint64_t size)
        : m_whole(whole), m_begin(begin), m_size(size) {}
    std::optional<std::size_t> size() const override { return m_size; }

protected:
    Result<std::size_t> readSome(std::span<char> out) override;
    /// How many of the bytes have passed.
    std::uint64_t position() const { return m_position; }

private:
    const RandomAccess& m_whole;
    std::uint64_t m_begin;
    std::uint64_t m_size;
    std::uint64_t m_position = 0;
};

/// The bytes of a source of which nothing was taken, wherever they are: where they only pass by,
/// all are taken and kept. Errors: those of readAll().
Result<std::unique_ptr<RandomAccess>> allBytes(ByteSource& source);

/// Opens a regular file, a pipe, or standard input ("-"). Errors: CannotRead, with the reason.
Result<std::unique_ptr<ByteSource>> openSource(const std::string& path);

}  // namespace diagonal
