// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bytes/zip_directory.h"

#include <algorithm>

#include <libdeflate.h>

#include "core/base/text.h"
#include "core/reading/bytes/block_codecs.h"
#include "core/reading/bytes/checksum.h"

namespace diagonal {
namespace {

constexpr std::uint64_t kHighestDeflateRatio = 1032;
constexpr std::uint32_t kEndSignature = 0x06054B50;
constexpr std::uint32_t kEnd64Signature = 0x06064B50;
constexpr std::uint32_t kEnd64LocatorSignature = 0x07064B50;
constexpr std::uint32_t kCentralSignature = 0x02014B50;
constexpr std::uint32_t kLocalSignature = 0x04034B50;

Error broken(const std::string& what) {
    return malformed("the zip directory is broken: " + what);
}

/// Reads little-endian numbers from bytes, at offsets that has() checks.
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
    std::uint64_t size = 0;
    std::uint64_t offset = 0;
};

Result<Directory> zip64Directory(const RandomAccess& zip, std::uint64_t at) {
    const auto record = zip.bytesAt(at, 56);
    if (!record) return record.error();
    const Fields fields(record.value());
    if (!fields.has(0, 56) || fields.u32(0) != kEnd64Signature) {
        return broken("the ZIP64 record is not at the stated offset");
    }
    return Directory{fields.number(32, 8), fields.number(40, 8), fields.number(48, 8)};
}

Result<Directory> findDirectory(const RandomAccess& zip) {
    constexpr std::size_t endSize = 22;
    constexpr std::size_t longestComment = 0xFFFF;
    constexpr std::size_t locatorSize = 20;
    constexpr std::size_t furthest = endSize + longestComment;
    const std::uint64_t size = zip.size();
    const auto tail = zip.bytesAt(size - std::min<std::uint64_t>(size, furthest + locatorSize),
                                  furthest + locatorSize);
    if (!tail) return tail.error();
    const std::size_t length = tail.value().size();
    if (length < endSize) return broken("the file is too short");
    const Fields fields(tail.value());
    const std::size_t lowest = length > furthest ? length - furthest : 0;
    for (std::size_t at = length - endSize + 1; at-- > lowest;) {
        if (fields.u32(at) != kEndSignature) continue;
        if (at >= locatorSize && fields.u32(at - locatorSize) == kEnd64LocatorSignature) {
            return zip64Directory(zip, fields.number(at - locatorSize + 8, 8));
        }
        return Directory{fields.u16(at + 10), fields.u32(at + 12), fields.u32(at + 16)};
    }
    return broken("it has no end record; the file may be truncated");
}

/// Replaces sizes and the local header's offset that overflow 32 bits by those of the ZIP64 extra
/// field.
void applyZip64(std::string_view extra, ZipMember& member) {
    const Fields fields(extra);
    for (std::uint64_t at = 0; fields.has(at, 4);) {
        const std::uint64_t size = fields.u16(at + 2);
        std::uint64_t from = at + 4;
        const std::uint64_t end = from + size;
        if (fields.u16(at) == 0x0001 && fields.has(from, size)) {
            for (std::uint64_t* value : {&member.size, &member.compressedSize, &member.offset}) {
                if (*value != 0xFFFFFFFF || from + 8 > end) continue;
                *value = fields.number(from, 8);
                from += 8;
            }
        }
        at = end;
    }
}

/// Advances a member's offset from its local header to its bytes. Errors: CannotRead; Malformed.
Result<void> locate(const RandomAccess& zip, ZipMember& member) {
    const auto header = zip.bytesAt(member.offset, 30);
    if (!header) return header.error();
    const Fields fields(header.value());
    if (!fields.has(0, 30) || fields.u32(0) != kLocalSignature) {
        return broken("member " + quotedText(member.name) + " is not at the stated offset");
    }
    member.offset += std::uint64_t{30} + fields.u16(26) + fields.u16(28);
    if (member.offset > zip.size() || member.compressedSize > zip.size() - member.offset) {
        return broken("member " + quotedText(member.name) + " ends beyond the file");
    }
    return {};
}

Error damaged(const ZipMember& member, std::string what) {
    return malformed(std::move(what), member.name);
}

Error wrongCrc(const ZipMember& member) {
    return damaged(member, "its CRC-32 does not match: the file is damaged");
}

/// A member stored without compression; its CRC-32 is checked at the last byte.
class StoredMember : public PartSource {
public:
    StoredMember(const RandomAccess& zip, const ZipMember& member)
        : PartSource(zip, member.offset, member.size), m_member(member) {}

protected:
    Result<std::size_t> readSome(std::span<char> out) override {
        auto got = PartSource::readSome(out);
        if (!kChecksCrc || !got) return got;
        m_crc = libdeflate_crc32(m_crc, out.data(), got.value());
        if (position() == m_member.size && m_crc != m_member.crc32) return wrongCrc(m_member);
        return got;
    }

private:
    ZipMember m_member;
    std::uint32_t m_crc = 0;
};

/// The decompressed content of a member, in a buffer that it owns.
class BufferedMember : public MemorySource {
public:
    explicit BufferedMember(std::unique_ptr<const BlockBuffer> buffer)
        : MemorySource(buffer->bytes()), m_buffer(std::move(buffer)) {}

private:
    std::unique_ptr<const BlockBuffer> m_buffer;
};

Result<std::unique_ptr<ByteSource>> decompressed(const RandomAccess& zip, const ZipMember& member,
                                                 BlockCodec codec) {
    if (codec == BlockCodec::Deflate &&
        member.size / kHighestDeflateRatio > member.compressedSize) {
        return damaged(member, "it declares " + counted(member.size, "byte") +
                                   ", more than its compressed data can hold");
    }
    const auto compressed = zip.bytesAt(member.offset, member.compressedSize);
    if (!compressed) return compressed.error();
    auto buffer = std::make_unique<BlockBuffer>();
    if (auto done = decompressBlock(codec, compressed.value(), member.size, *buffer); !done) {
        return damaged(member, done.error().detail);
    }
    const std::string_view bytes = buffer->bytes();
    if (kChecksCrc && libdeflate_crc32(0, bytes.data(), bytes.size()) != member.crc32) {
        return wrongCrc(member);
    }
    return std::unique_ptr<ByteSource>(std::make_unique<BufferedMember>(std::move(buffer)));
}

}  // namespace

Result<std::vector<ZipMember>> zipMembers(const RandomAccess& zip) {
    const auto found = findDirectory(zip);
    if (!found) return found.error();
    const auto directory = zip.bytesAt(found.value().offset, found.value().size);
    if (!directory) return directory.error();
    const Fields fields(directory.value());
    std::vector<ZipMember> members;
    std::uint64_t at = 0;
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < found.value().entries; ++i) {
        if (!fields.has(at, 46) || fields.u32(at) != kCentralSignature) {
            return broken("entry " + groupedDigits(i + 1) + " is missing");
        }
        const std::uint64_t nameSize = fields.u16(at + 28);
        const std::uint64_t extraSize = fields.u16(at + 30);
        const std::uint64_t commentSize = fields.u16(at + 32);
        if (!fields.has(at + 46, nameSize + extraSize + commentSize)) {
            return broken("entry " + groupedDigits(i + 1) + " is cut short");
        }
        if ((fields.u16(at + 8) & 1) != 0) {
            return unsupported("the zip file is encrypted");
        }
        ZipMember member;
        member.name = directory.value().substr(at + 46, nameSize);
        member.method = fields.u16(at + 10);
        member.crc32 = fields.u32(at + 16);
        member.compressedSize = fields.u32(at + 20);
        member.size = fields.u32(at + 24);
        member.offset = fields.u32(at + 42);
        const std::string_view rest = directory.value();
        applyZip64(rest.substr(at + 46 + nameSize, extraSize), member);
        if (auto done = locate(zip, member); !done) return done.error();
        total += member.compressedSize;
        if (total > zip.size()) {
            return malformed("the members of the zip file overlap");
        }
        members.push_back(std::move(member));
        at += 46 + nameSize + extraSize + commentSize;
    }
    return members;
}

Result<std::unique_ptr<ByteSource>> zipContent(const RandomAccess& zip, const ZipMember& member) {
    constexpr int deflate = 8;
    constexpr int zstd = 93;
    if (member.method == deflate) return decompressed(zip, member, BlockCodec::Deflate);
    if (member.method == zstd) return decompressed(zip, member, BlockCodec::Zstd);
    if (member.method != 0) {
        return unsupported("compression method " + std::to_string(member.method) +
                               " is not supported; save with np.savez or np.savez_compressed",
                           member.name);
    }
    if (member.size != member.compressedSize) return damaged(member, "its two sizes disagree");
    return std::unique_ptr<ByteSource>(std::make_unique<StoredMember>(zip, member));
}

}  // namespace diagonal
