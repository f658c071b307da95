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
    std::uint16_t method = 0;  ///< 0 stored, 8 deflated
    std::uint32_t crc32 = 0;
    std::uint64_t compressedSize = 0;
    std::uint64_t size = 0;
    std::uint64_t offset = 0;  ///< where its bytes begin in the zip file
};

/// Lists the members of a zip file by its central directory, ZIP64 included, every offset checked
/// against the file. Errors: CannotRead; Malformed; Unsupported (encryption).
Result<std::vector<ZipMember>> zipMembers(const RandomAccess& zip);

/// What a member holds: as it is read where it was stored, inflated at once where it was deflated;
/// `zip` must outlive it. Reading gives Malformed where the CRC-32 of a stored member does not
/// match, with its last byte. Never asks for more memory than deflate could have made of the
/// member's bytes. Errors: CannotRead; Malformed; Unsupported (method).
Result<std::unique_ptr<ByteSource>> zipContent(const RandomAccess& zip, const ZipMember& member);

}  // namespace diagonal
