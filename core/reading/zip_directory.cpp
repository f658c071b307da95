// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/zip_directory.h"

#include <memory>
#include <optional>

#include <libdeflate.h>

#include "core/text.h"

namespace diagonal {
namespace {

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
constexpr bool kChecksCrc = false;  // a fuzzer would never get past it
#else
constexpr bool kChecksCrc = true;
#endif
constexpr std::uint64_t kHighestDeflateRatio = 1032;
constexpr std::uint32_t kEndSignature = 0x06054B50;
constexpr std::uint32_t kEnd64Signature = 0x06064B50;
constexpr std::uint32_t kEnd64LocatorSignature = 0x07064B50;
constexpr std::uint32_t kCentralSignature = 0x02014B50;
constexpr std::uint32_t kLocalSignature = 0x04034B50;

Error broken(const std::string& what) {
    return Error{ErrorKind::Malformed, "the zip directory is broken: " + what};
}

/// Little-endian numbers at checked offsets.
class Fields {
public:
    explicit Fields(std::string_view bytes) : m_bytes(bytes) {}
    bool has(std::uint64_t offset, std::uint64_t size) const {
        return offset <= m_bytes.size() && size <= m_bytes.size() - offset;
    }
    /// Requires has(offset, size).
    std::uint64_t number(std::uint64_t offset, unsigned size) const {
        std::uint64_t value = 0;
        for (unsigned i = size; i-- > 0;) {
            value = value << 8 | static_cast<unsigned char>(m_bytes[offset + i]);
        }
        return value;
    }
    std::uint16_t u16(std::uint64_t offset) const {
        return static_cast<std::uint16_t>(number(offset, 2));
    }
    std::uint32_t u32(std::uint64_t offset) const {
        return static_cast<std::uint32_t>(number(offset, 4));
    }

private:
    std::string_view m_bytes;
};

struct Directory {
    std::uint64_t entries = 0;
    std::uint64_t offset = 0;
};

Result<Directory> findDirectory(std::string_view zip) {
    constexpr std::size_t endSize = 22;
    if (zip.size() < endSize) return broken("the file is too short");
    const Fields fields(zip);
    const std::size_t lowest = zip.size() > endSize + 0xFFFF ? zip.size() - endSize - 0xFFFF : 0;
    for (std::size_t at = zip.size() - endSize + 1; at-- > lowest;) {
        if (fields.u32(at) != kEndSignature) continue;
        Directory directory{fields.u16(at + 10), fields.u32(at + 16)};
        constexpr std::size_t locatorSize = 20;
        if (at >= locatorSize && fields.u32(at - locatorSize) == kEnd64LocatorSignature) {
            const std::uint64_t end64 = fields.number(at - locatorSize + 8, 8);
            if (!fields.has(end64, 56) || fields.u32(end64) != kEnd64Signature) {
                return broken("its ZIP64 record is not where it says");
            }
            directory = {fields.number(end64 + 32, 8), fields.number(end64 + 48, 8)};
        }
        return directory;
    }
    return broken("it has no end record; the file may be truncated");
}

/// Replaces sizes and offset by those of the ZIP64 extra field where they overflow.
void applyZip64(std::string_view extra, ZipMember& member, std::uint64_t& offset) {
    const Fields fields(extra);
    for (std::uint64_t at = 0; fields.has(at, 4);) {
        const std::uint64_t size = fields.u16(at + 2);
        std::uint64_t from = at + 4;
        const std::uint64_t end = from + size;
        if (fields.u16(at) == 0x0001 && fields.has(from, size)) {
            for (std::uint64_t* value : {&member.size, &member.compressedSize, &offset}) {
                if (*value != 0xFFFFFFFF || from + 8 > end) continue;
                *value = fields.number(from, 8);
                from += 8;
            }
        }
        at = end;
    }
}

std::optional<Error> locate(std::string_view zip, std::uint64_t offset, ZipMember& member) {
    const Fields fields(zip);
    if (!fields.has(offset, 30) || fields.u32(offset) != kLocalSignature) {
        return broken("member " + quoted(member.name) + " is not where it says");
    }
    const std::uint64_t data = offset + 30 + fields.u16(offset + 26) + fields.u16(offset + 28);
    if (!fields.has(data, member.compressedSize)) {
        return broken("member " + quoted(member.name) + " ends beyond the file");
    }
    member.bytes = zip.substr(data, member.compressedSize);
    return std::nullopt;
}

}  // namespace

Result<std::vector<ZipMember>> zipMembers(std::string_view zip) {
    const auto directory = findDirectory(zip);
    if (!directory) return directory.error();
    const Fields fields(zip);
    std::vector<ZipMember> members;
    std::uint64_t at = directory.value().offset;
    for (std::uint64_t i = 0; i < directory.value().entries; ++i) {
        if (!fields.has(at, 46) || fields.u32(at) != kCentralSignature) {
            return broken("entry " + groupedDigits(i + 1) + " is missing");
        }
        const std::uint64_t nameSize = fields.u16(at + 28);
        const std::uint64_t extraSize = fields.u16(at + 30);
        const std::uint64_t commentSize = fields.u16(at + 32);
        if (!fields.has(at + 46, nameSize + extraSize + commentSize)) {
            return broken("entry " + groupedDigits(i + 1) + " is cut");
        }
        ZipMember member;
        member.name = zip.substr(at + 46, nameSize);
        member.method = fields.u16(at + 10);
        member.crc32 = fields.u32(at + 16);
        member.compressedSize = fields.u32(at + 20);
        member.size = fields.u32(at + 24);
        std::uint64_t offset = fields.u32(at + 42);
        if ((fields.u16(at + 8) & 1) != 0) {
            return Error{ErrorKind::Unsupported, "the zip file is encrypted"};
        }
        applyZip64(zip.substr(at + 46 + nameSize, extraSize), member, offset);
        if (auto error = locate(zip, offset, member)) return *error;
        members.push_back(std::move(member));
        at += 46 + nameSize + extraSize + commentSize;
    }
    std::uint64_t total = 0;
    for (const ZipMember& member : members)
        total += member.compressedSize;
    if (total > zip.size()) {
        return Error{ErrorKind::Malformed, "the members of the zip file overlap"};
    }
    return members;
}

Result<ZipContent> zipContent(const ZipMember& member) {
    ZipContent content;
    if (member.method == 0) {
        if (member.size != member.compressedSize) {
            return Error{ErrorKind::Malformed, "its two sizes disagree", {}, 0, member.name};
        }
        content.bytes = member.bytes;
    } else if (member.method == 8) {
        if (member.size / kHighestDeflateRatio > member.compressedSize) {
            return Error{ErrorKind::Malformed,
                         "it declares " + counted(member.size, "byte") +
                             ", more than its compressed data can hold",
                         {},
                         0,
                         member.name};
        }
        content.inflated = std::make_unique_for_overwrite<char[]>(member.size);
        content.bytes = {content.inflated.get(), member.size};
        const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)>
            decompressor(libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
        if (libdeflate_deflate_decompress(decompressor.get(), member.bytes.data(),
                                          member.bytes.size(), content.inflated.get(), member.size,
                                          nullptr) != LIBDEFLATE_SUCCESS) {
            return Error{
                ErrorKind::Malformed, "its compressed data are damaged", {}, 0, member.name};
        }
    } else {
        return Error{ErrorKind::Unsupported,
                     "compression method " + std::to_string(member.method) +
                         " is not read; save with np.savez or np.savez_compressed",
                     {},
                     0,
                     member.name};
    }
    if (kChecksCrc &&
        libdeflate_crc32(0, content.bytes.data(), content.bytes.size()) != member.crc32) {
        return Error{ErrorKind::Malformed,
                     "its CRC-32 does not match: the file is damaged",
                     {},
                     0,
                     member.name};
    }
    return content;
}

}  // namespace diagonal
