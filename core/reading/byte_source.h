// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/result.h"

namespace diagonal {

/// Bytes from front to back, with a look ahead.
class ByteSource {
public:
    virtual ~ByteSource() = default;

    /// The next `size` bytes without taking them; fewer only at the end. Valid until the next
    /// call. Errors: CannotRead.
    Result<std::string_view> peek(std::size_t size);

    /// Takes the next bytes; fewer than asked for only at the end. Errors: CannotRead.
    Result<std::size_t> read(std::span<char> out);

    /// Takes all that is left. Errors: CannotRead; Unsupported for more than `most` bytes from a
    /// source whose size is not known beforehand (a pipe, compressed data).
    Result<std::string> readAll(std::size_t most = std::size_t{1} << 32);

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

protected:
    Result<std::size_t> readSome(std::span<char> out) override;

private:
    std::string_view m_bytes;
    std::size_t m_position = 0;
};

/// Opens a regular file, a pipe, or standard input ("-"). Errors: CannotRead, with the reason.
Result<std::unique_ptr<ByteSource>> openSource(const std::string& path);

}  // namespace diagonal
