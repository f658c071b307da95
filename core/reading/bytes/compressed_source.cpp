// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bytes/compressed_source.h"

#include <algorithm>
#include <new>
#include <vector>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

namespace diagonal {
namespace {

constexpr std::size_t kInputBlock = std::size_t{1} << 17;

/// Source that decompresses the bytes of another source.
class CompressedSource : public ByteSource {
public:
    explicit CompressedSource(std::unique_ptr<ByteSource> compressed)
        : m_compressed(std::move(compressed)), m_input(m_compressed->bufferSize(kInputBlock)) {}

    std::optional<std::size_t> size() const override { return std::nullopt; }

protected:
    /// Result of one call of a decompressor.
    struct Step {
        std::size_t taken = 0;  ///< bytes of input
        std::size_t made = 0;   ///< bytes of output
        bool damaged = false;
        bool atBoundary = false;  ///< a member or frame ended here
    };
    virtual Step decompress(std::span<const char> input, std::span<char> output) = 0;
    virtual const char* name() const = 0;

    Result<std::size_t> readSome(std::span<char> out) override {
        for (;;) {
            if (m_begin == m_end && !m_inputEnded) {
                auto got = m_compressed->read(m_input);
                if (!got) return got.error();
                m_begin = 0;
                m_end = got.value();
                m_inputEnded = m_end == 0;
            }
            const std::span<const char> input(m_input.data() + m_begin, m_end - m_begin);
            if (input.empty() && m_atBoundary) return std::size_t{0};
            const Step step = decompress(input, out);
            if (step.damaged) return broken(" data are damaged");
            m_begin += step.taken;
            m_atBoundary = step.atBoundary;
            if (step.made > 0) return step.made;
            if (m_inputEnded && !m_atBoundary) return broken(" data end too early");
        }
    }

private:
    Error broken(const char* what) const { return malformed(std::string("the ") + name() + what); }

    std::unique_ptr<ByteSource> m_compressed;
    std::vector<char> m_input;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    bool m_inputEnded = false;
    bool m_atBoundary = false;
};

class GzipSource : public CompressedSource {
public:
    explicit GzipSource(std::unique_ptr<ByteSource> compressed)
        : CompressedSource(std::move(compressed)) {
        constexpr int gzipOnly = 16;
        if (inflateInit2(&m_stream, MAX_WBITS + gzipOnly) != Z_OK) throw std::bad_alloc();
    }
    GzipSource(const GzipSource&) = delete;
    GzipSource& operator=(const GzipSource&) = delete;
    ~GzipSource() override { inflateEnd(&m_stream); }

protected:
    const char* name() const override { return "gzip"; }

    Step decompress(std::span<const char> input, std::span<char> output) override {
        if (m_memberEnded && inflateReset(&m_stream) != Z_OK) return {0, 0, true, false};
        m_memberEnded = false;
        // zlib's interface is not const, but it does not write to its input.
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
        m_stream.avail_in = static_cast<uInt>(input.size());
        m_stream.next_out = reinterpret_cast<Bytef*>(output.data());
        m_stream.avail_out = static_cast<uInt>(std::min<std::size_t>(output.size(), 1U << 30));
        const std::size_t room = m_stream.avail_out;
        const int status = inflate(&m_stream, Z_NO_FLUSH);
        if (status == Z_MEM_ERROR) throw std::bad_alloc();
        m_memberEnded = status == Z_STREAM_END;
        const bool fine = status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR;
        return {input.size() - m_stream.avail_in, room - m_stream.avail_out, !fine, m_memberEnded};
    }

private:
    z_stream m_stream{};
    bool m_memberEnded = false;
};

class ZstdSource : public CompressedSource {
public:
    explicit ZstdSource(std::unique_ptr<ByteSource> compressed)
        : CompressedSource(std::move(compressed)) {
        if (!m_stream) throw std::bad_alloc();
    }

protected:
    const char* name() const override { return "zstd"; }

    Step decompress(std::span<const char> input, std::span<char> output) override {
        ZSTD_inBuffer in{input.data(), input.size(), 0};
        ZSTD_outBuffer out{output.data(), output.size(), 0};
        const std::size_t left = ZSTD_decompressStream(m_stream.get(), &out, &in);
        if (ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation) throw std::bad_alloc();
        return {in.pos, out.pos, ZSTD_isError(left) != 0, left == 0};
    }

private:
    std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> m_stream{ZSTD_createDStream(),
                                                                        ZSTD_freeDStream};
};

}  // namespace

std::unique_ptr<ByteSource> gzipContent(std::unique_ptr<ByteSource> compressed) {
    return std::make_unique<GzipSource>(std::move(compressed));
}

std::unique_ptr<ByteSource> zstdContent(std::unique_ptr<ByteSource> compressed) {
    return std::make_unique<ZstdSource>(std::move(compressed));
}

}  // namespace diagonal
