// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bytes/block_codecs.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <zstd.h>
#include <zstd_errors.h>

#include <libdeflate.h>

#ifdef DIAGONAL_WITH_COLUMNAR
#include <brotli/decode.h>
#include <lz4.h>
#include <lz4frame.h>
#include <snappy.h>
#endif

#include "core/base/text.h"

namespace diagonal {
namespace {

/// No codec of fixed limits makes more than these from one byte.
[[maybe_unused]] constexpr std::size_t kSnappyRatio = 64;
[[maybe_unused]] constexpr std::size_t kLz4Ratio = 256;
constexpr std::size_t kDeflateRatio = 1032;

/// Where a codec has no limit, memory grows from this as bytes come.
constexpr std::size_t kFirstRoom = std::size_t{1} << 16;
constexpr std::size_t kFirstRatio = 16;

Error damaged() {
    return malformed("its compressed data are damaged");
}

Error announcesTooMuch(std::size_t size, std::size_t compressed) {
    return malformed("it announces " + counted(size, "byte") + ", which " +
                     counted(compressed, "compressed byte") + " cannot hold");
}

bool tooMuch(std::size_t size, std::size_t compressed, std::size_t ratio) {
    return size / ratio > compressed;
}

using ZstdContext = std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)>;

/// Returns the decompressor of this thread.
ZSTD_DCtx* zstdOfThread() {
    thread_local ZstdContext context(nullptr, ZSTD_freeDCtx);
    if (!context) context.reset(ZSTD_createDCtx());
    if (!context) throw std::bad_alloc();
    ZSTD_DCtx_reset(context.get(), ZSTD_reset_session_only);
    return context.get();
}

/// Returns libdeflate's decompressor of this thread.
libdeflate_decompressor* inflaterOfThread() {
    using Decompressor =
        std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)>;
    thread_local Decompressor decompressor(nullptr, libdeflate_free_decompressor);
    if (!decompressor) decompressor.reset(libdeflate_alloc_decompressor());
    if (!decompressor) throw std::bad_alloc();
    return decompressor.get();
}

bool inflate(std::string_view from, std::span<char> to) {
    return libdeflate_deflate_decompress(inflaterOfThread(), from.data(), from.size(), to.data(),
                                         to.size(), nullptr) == LIBDEFLATE_SUCCESS;
}

/// Decompresses gzip members one after the other; false if the bytes are not the `size` announced.
bool gunzip(std::string_view from, std::span<char> to) {
    std::size_t done = 0;
    while (!from.empty()) {
        std::size_t read = 0;
        std::size_t wrote = 0;
        const auto outcome =
            libdeflate_gzip_decompress_ex(inflaterOfThread(), from.data(), from.size(),
                                          to.data() + done, to.size() - done, &read, &wrote);
        if (outcome != LIBDEFLATE_SUCCESS || read == 0) return false;
        from.remove_prefix(read);
        done += wrote;
    }
    return done == to.size();
}

/// Calls decompress(to, done) until it has written `size` bytes; the room grows meanwhile.
template <typename Decompress>
Result<void> growing(std::size_t compressed, std::size_t size, BlockBuffer& out,
                     const Decompress& decompress) {
    std::span<char> room =
        out.resize(std::min(size, std::max(kFirstRoom, compressed * kFirstRatio)));
    std::size_t done = 0;
    for (;;) {
        if (!decompress(room, done)) return damaged();
        if (done == size) return {};
        if (done == room.size()) room = out.grow(std::min(size, room.size() * 4), done);
    }
}

Result<void> unzstd(std::string_view compressed, std::size_t size, BlockBuffer& out) {
    ZSTD_DCtx* const context = zstdOfThread();
    const bool fits = !tooMuch(size, std::max(compressed.size(), kFirstRoom), kFirstRatio);
    if (fits) {
        const std::span<char> to = out.resize(size);
        const std::size_t wrote = ZSTD_decompressDCtx(context, to.data(), to.size(),
                                                      compressed.data(), compressed.size());
        return wrote == size ? Result<void>() : damaged();
    }
    ZSTD_inBuffer input{compressed.data(), compressed.size(), 0};
    return growing(compressed.size(), size, out, [&](std::span<char> to, std::size_t& done) {
        ZSTD_outBuffer output{to.data(), to.size(), done};
        const std::size_t outcome = ZSTD_decompressStream(context, &output, &input);
        if (ZSTD_getErrorCode(outcome) == ZSTD_error_memory_allocation) throw std::bad_alloc();
        const bool moved = output.pos > done;
        done = output.pos;
        return !ZSTD_isError(outcome) && moved;
    });
}

#ifdef DIAGONAL_WITH_COLUMNAR

bool unsnappy(std::string_view from, std::span<char> to) {
    std::size_t length = 0;
    return snappy::GetUncompressedLength(from.data(), from.size(), &length) &&
           length == to.size() && snappy::RawUncompress(from.data(), from.size(), to.data());
}

bool unlz4(std::string_view from, std::span<char> to) {
    constexpr std::size_t most = std::numeric_limits<int>::max();
    if (from.size() > most || to.size() > most) return false;
    const int wrote = LZ4_decompress_safe(from.data(), to.data(), static_cast<int>(from.size()),
                                          static_cast<int>(to.size()));
    return wrote >= 0 && static_cast<std::size_t>(wrote) == to.size();
}

/// True if LZ4F ran out of memory. Its public header gives the names of its codes alone.
bool lacksMemory(LZ4F_errorCode_t code) {
    return std::string_view(LZ4F_getErrorName(code)) == "ERROR_allocation_failed";
}

bool unlz4Frame(std::string_view from, std::span<char> to) {
    LZ4F_dctx* made = nullptr;
    if (LZ4F_isError(LZ4F_createDecompressionContext(&made, LZ4F_VERSION))) throw std::bad_alloc();
    const std::unique_ptr<LZ4F_dctx, decltype(&LZ4F_freeDecompressionContext)> context(
        made, LZ4F_freeDecompressionContext);
    std::size_t done = 0;
    char extra = 0;  // LZ4F_decompress() needs room even for the end mark
    while (!from.empty()) {
        std::size_t read = from.size();
        std::size_t wrote = done < to.size() ? to.size() - done : 1;
        const std::size_t outcome =
            LZ4F_decompress(context.get(), done < to.size() ? to.data() + done : &extra, &wrote,
                            from.data(), &read, nullptr);
        if (lacksMemory(outcome)) throw std::bad_alloc();
        if (LZ4F_isError(outcome) || (read == 0 && wrote == 0)) return false;
        if (done == to.size() && wrote > 0) return false;
        from.remove_prefix(read);
        done += wrote;
        if (outcome == 0) break;
    }
    return done == to.size();
}

std::uint32_t bigEndian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (const char c : bytes.substr(0, 4))
        value = value << 8 | static_cast<unsigned char>(c);
    return value;
}

/// Decompresses blocks of: size, compressed size (both big-endian, 32 bits), bytes.
bool unlz4Hadoop(std::string_view from, std::span<char> to) {
    constexpr std::size_t sizes = 8;
    while (from.size() >= sizes) {
        const std::uint32_t size = bigEndian(from);
        const std::uint32_t compressed = bigEndian(from.substr(4));
        from.remove_prefix(sizes);
        if (size > to.size() || compressed > from.size()) return false;
        if (!unlz4(from.substr(0, compressed), to.first(size))) return false;
        from.remove_prefix(compressed);
        to = to.subspan(size);
    }
    return from.empty() && to.empty();
}

Result<void> unbrotli(std::string_view compressed, std::size_t size, BlockBuffer& out) {
    const std::unique_ptr<BrotliDecoderState, decltype(&BrotliDecoderDestroyInstance)> state(
        BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), BrotliDecoderDestroyInstance);
    if (!state) throw std::bad_alloc();
    std::size_t left = compressed.size();
    const auto* from = reinterpret_cast<const std::uint8_t*>(compressed.data());
    return growing(compressed.size(), size, out, [&](std::span<char> to, std::size_t& done) {
        std::size_t room = to.size() - done;
        auto* at = reinterpret_cast<std::uint8_t*>(to.data() + done);
        const auto outcome =
            BrotliDecoderDecompressStream(state.get(), &left, &from, &room, &at, nullptr);
        // The codes between these two are failed allocations, too.
        const BrotliDecoderErrorCode code = BrotliDecoderGetErrorCode(state.get());
        if (code <= BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES &&
            code >= BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES)
            throw std::bad_alloc();
        const std::size_t before = done;
        done = to.size() - room;
        return outcome != BROTLI_DECODER_RESULT_ERROR &&
               (done > before || done == size || outcome == BROTLI_DECODER_RESULT_SUCCESS) &&
               !(outcome == BROTLI_DECODER_RESULT_SUCCESS && done < size);
    });
}

#endif

}  // namespace

std::span<char> BlockBuffer::resize(std::size_t size) {
    if (size > m_capacity) {
        m_bytes.reset();
        m_capacity = 0;
        m_bytes = std::make_unique_for_overwrite<char[]>(size + kSlack);
        m_capacity = size;
    }
    if (!m_bytes) m_bytes = std::make_unique_for_overwrite<char[]>(kSlack);
    m_size = size;
    std::memset(m_bytes.get() + size, 0, kSlack);
    return {m_bytes.get(), size};
}

std::span<char> BlockBuffer::grow(std::size_t size, std::size_t kept) {
    auto bytes = std::make_unique_for_overwrite<char[]>(size + kSlack);
    if (kept > 0) std::memcpy(bytes.get(), m_bytes.get(), kept);
    std::memset(bytes.get() + size, 0, kSlack);
    m_bytes = std::move(bytes);
    m_capacity = m_size = size;
    return {m_bytes.get(), size};
}

Result<void> decompressBlock(BlockCodec codec, std::string_view compressed, std::size_t size,
                             BlockBuffer& out) {
    const auto limited = [&](std::size_t ratio, auto decompress) -> Result<void> {
        if (tooMuch(size, compressed.size(), ratio)) {
            return announcesTooMuch(size, compressed.size());
        }
        const std::span<char> to = out.resize(size);
        return decompress(compressed, to) ? Result<void>() : damaged();
    };
    if (size == 0) {
        out.resize(0);  // writers leave out the compressed bytes of nothing
        return {};
    }
    switch (codec) {
        case BlockCodec::None: {
            if (compressed.size() != size) return damaged();
            const std::span<char> to = out.resize(size);
            std::ranges::copy(compressed, to.begin());
            return {};
        }
        case BlockCodec::Deflate: return limited(kDeflateRatio, inflate);
        case BlockCodec::Gzip: return limited(kDeflateRatio, gunzip);
        case BlockCodec::Zstd: return unzstd(compressed, size, out);
#ifdef DIAGONAL_WITH_COLUMNAR
        case BlockCodec::Snappy: return limited(kSnappyRatio, unsnappy);
        case BlockCodec::Brotli: return unbrotli(compressed, size, out);
        case BlockCodec::Lz4: return limited(kLz4Ratio, unlz4);
        case BlockCodec::Lz4Frame: return limited(kLz4Ratio, unlz4Frame);
        case BlockCodec::HadoopLz4:
            return limited(kLz4Ratio, [](std::string_view from, std::span<char> to) {
                return unlz4Hadoop(from, to) || unlz4Frame(from, to) || unlz4(from, to);
            });
#else
        default: break;  // only Parquet and Arrow use the others, and they are not read
#endif
    }
    return damaged();
}

}  // namespace diagonal
