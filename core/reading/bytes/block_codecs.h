// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "core/base/result.h"

namespace diagonal {

/// Compression of one block of bytes whose decompressed size is known.
enum class BlockCodec {
    None,
    Snappy,
    Deflate,  ///< without a header
    Gzip,
    Brotli,
    Zstd,
    Lz4,       ///< one block without a frame
    Lz4Frame,  ///< the format of the program lz4
    HadoopLz4  ///< blocks with their sizes before them, as Hadoop writes them; or one of the others
};

/// Memory for decompressed bytes that is reused. It is followed by kSlack readable bytes.
class BlockBuffer {
public:
    static constexpr std::size_t kSlack = 64;

    /// Makes room for `size` bytes, whose values are undefined; discards the bytes held so far.
    std::span<char> resize(std::size_t size);
    std::string_view bytes() const { return {m_bytes.get(), m_size}; }

    /// Makes room for `size` bytes and keeps the first `kept`.
    std::span<char> grow(std::size_t size, std::size_t kept);

private:
    std::unique_ptr<char[]> m_bytes;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
};

/// Decompresses `compressed` into `out`, whose size is then `size`. Asks for little more memory
/// than the compressed bytes really fill, whatever `size` says. Errors: Malformed, also if the
/// bytes decompress to another size.
Result<void> decompressBlock(BlockCodec codec, std::string_view compressed, std::size_t size,
                             BlockBuffer& out);

}  // namespace diagonal
