// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace diagonal {

/// A member of a zip file.
struct ZipMember {
    std::string name;
    std::uint16_t method = 0;  ///< 0 stored, 8 deflated
    std::uint32_t crc32 = 0;
    std::uint64_t compressedSize = 0;
    std::uint64_t size = 0;
    std::string_view bytes;  ///< as stored, inside the zip's own bytes
};

/// Lists the members of a zip file by its central directory, ZIP64 included, every offset checked
/// against the file. `zip` must outlive the result. Errors: Malformed; Unsupported (encryption).
Result<std::vector<ZipMember>> zipMembers(std::string_view zip);

/// What a member holds: a view of the zip's own bytes where it was stored.
struct ZipContent {
    std::string_view bytes;
    std::unique_ptr<char[]> inflated;  ///< keeps the bytes of a deflated member
};

/// The content of a member, its length and CRC-32 checked. Never asks for more memory than
/// deflate could have made of the member's bytes. Errors: Malformed; Unsupported (method).
Result<ZipContent> zipContent(const ZipMember& member);

}  // namespace diagonal
