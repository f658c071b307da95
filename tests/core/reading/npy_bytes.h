// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>
#include <zstd.h>

#include <libdeflate.h>

namespace diagonal::testing {

/// Returns the bytes of an .npy file in NumPy's layout, from its header and raw data.
inline std::string npyBytes(const std::string& header, const std::string& data, int version = 1) {
    std::string out = std::string("\x93NUMPY") + static_cast<char>(version) + '\0';
    const std::size_t lengthBytes = version == 1 ? 2 : 4;
    std::string text = header;
    while ((8 + lengthBytes + text.size() + 1) % 64 != 0)
        text += ' ';
    text += '\n';
    for (std::size_t i = 0; i < lengthBytes; ++i) {
        out += static_cast<char>(text.size() >> (8 * i) & 0xFF);
    }
    return out + text + data;
}

inline std::string npyHeader(const std::string& descr, const std::string& shape,
                             bool fortran = false) {
    return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
           ", 'shape': " + shape + ", }";
}

/// Returns numbers as the machine stores them (little-endian here).
template <typename T>
std::string rawBytes(const std::vector<T>& values) {
    std::string out(values.size() * sizeof(T), '\0');
    std::memcpy(out.data(), values.data(), out.size());
    return out;
}

template <typename T>
std::string littleEndian(T value, std::size_t size = sizeof(T)) {
    std::string out;
    for (std::size_t i = 0; i < size; ++i)
        out += static_cast<char>(value >> (8 * i) & 0xFF);
    return out;
}

/// Returns a zip file of stored, deflated or zstd-compressed members, with ZIP64 sizes as np.savez
/// writes them.
inline std::string zipBytes(const std::vector<std::pair<std::string, std::string>>& members,
                            bool deflated, bool zstd = false) {
    std::string out;
    std::string directory;
    for (const auto& [name, content] : members) {
        std::string stored = content;
        if (deflated) {
            libdeflate_compressor* compressor = libdeflate_alloc_compressor(6);
            stored.resize(libdeflate_deflate_compress_bound(compressor, content.size()));
            stored.resize(libdeflate_deflate_compress(compressor, content.data(), content.size(),
                                                      stored.data(), stored.size()));
            libdeflate_free_compressor(compressor);
        }
        if (zstd) {
            stored.resize(ZSTD_compressBound(content.size()));
            stored.resize(
                ZSTD_compress(stored.data(), stored.size(), content.data(), content.size(), 3));
        }
        const std::uint32_t crc = libdeflate_crc32(0, content.data(), content.size());
        const std::string method = littleEndian<std::uint16_t>(zstd ? 93 : deflated ? 8 : 0);
        const std::string extra = littleEndian<std::uint16_t>(1) + littleEndian<std::uint16_t>(16) +
                                  littleEndian<std::uint64_t>(content.size()) +
                                  littleEndian<std::uint64_t>(stored.size());
        const std::string common =
            littleEndian<std::uint16_t>(45) + littleEndian<std::uint16_t>(0) + method +
            littleEndian<std::uint32_t>(0) + littleEndian<std::uint32_t>(crc) +
            littleEndian<std::uint32_t>(0xFFFFFFFF) + littleEndian<std::uint32_t>(0xFFFFFFFF) +
            littleEndian<std::uint16_t>(static_cast<std::uint16_t>(name.size())) +
            littleEndian<std::uint16_t>(static_cast<std::uint16_t>(extra.size()));
        directory +=
            "PK\x01\x02" + littleEndian<std::uint16_t>(45) + common + std::string(10, '\0') +
            littleEndian<std::uint32_t>(static_cast<std::uint32_t>(out.size())) + name + extra;
        out += "PK\x03\x04" + common + name + extra + stored;
    }
    const auto count = littleEndian<std::uint16_t>(static_cast<std::uint16_t>(members.size()));
    const auto offset = littleEndian<std::uint32_t>(static_cast<std::uint32_t>(out.size()));
    const auto size = littleEndian<std::uint32_t>(static_cast<std::uint32_t>(directory.size()));
    return out + directory + "PK\x05\x06" + std::string(4, '\0') + count + count + size + offset +
           std::string(2, '\0');
}

}  // namespace diagonal::testing
