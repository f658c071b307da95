// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/reading/bytes/byte_source.h"

namespace diagonal {

/// A member of a zip file.
struct ZipMember {
    std::string name;
    std::uint16_t method = 0;  ///< 0 stored, 8 deflated, 93 zstd
    std::uint32_t crc32 = 0;
    std::uint64_t compressedSize = 0;
    std::uint64_t size = 0;
    std::uint64_t offset = 0;  ///< where its bytes begin in the zip file
};

/// Lists the members of a zip file from its central directory, ZIP64 included. Checks every offset
/// against the file. Errors: CannotRead; Malformed; Unsupported (encryption).
Result<std::vector<ZipMember>> zipMembers(const RandomAccess& zip);

/// Opens the content of a member: a stored member is read on demand, others are decompressed
/// at once. `zip` must outlive it. Reading the last byte of a stored member returns Malformed if
/// its CRC-32 does not match. Never allocates more than deflate's highest ratio allows for the
/// member's bytes. Errors: CannotRead; Malformed; Unsupported (method).
Result<std::unique_ptr<ByteSource>> zipContent(const RandomAccess& zip, const ZipMember& member);

}  // namespace diagonal
