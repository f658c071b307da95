// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <zstd.h>

#include <libdeflate.h>

namespace diagonal::testing {

/// Returns `content` compressed as one gzip member.
inline std::string gzipBytes(const std::string& content) {
    libdeflate_compressor* compressor = libdeflate_alloc_compressor(6);
    std::string out(libdeflate_gzip_compress_bound(compressor, content.size()), '\0');
    out.resize(libdeflate_gzip_compress(compressor, content.data(), content.size(), out.data(),
                                        out.size()));
    libdeflate_free_compressor(compressor);
    return out;
}

/// Returns `content` compressed as one zstd frame.
inline std::string zstdBytes(const std::string& content) {
    std::string out(ZSTD_compressBound(content.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), content.data(), content.size(), 3));
    return out;
}

}  // namespace diagonal::testing
