// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/parquet/data_pages.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include <libdeflate.h>

#include "core/base/text.h"
#include "core/reading/bytes/checksum.h"
#include "core/reading/parquet/run_decoding.h"

namespace diagonal {
namespace {

/// The chunks of some old writers end this much later than they say (PARQUET-816).
constexpr std::uint64_t kHiddenBytes = 100;
constexpr std::size_t kHeaderBytes = 256;
constexpr std::size_t kLargestHeader = std::size_t{1} << 24;
constexpr std::size_t kAhead = std::size_t{1} << 18;
constexpr int kRunLengthEncoding = 3;
constexpr int kBitPackedEncoding = 4;

unsigned widthOfLevels(std::uint32_t most) {
    return static_cast<unsigned>(std::bit_width(most));
}

/// Decodes `count` levels of at most `most`.
Result<void> decodeLevels(std::string_view bytes, std::uint32_t most, std::size_t count,
                          std::vector<std::uint32_t>& levels) {
    levels.resize(count);
    if (!RunDecoder(bytes, widthOfLevels(most)).read(levels) ||
        *std::ranges::max_element(levels) > most) {
        return malformed("the levels of a page are damaged");
    }
    return {};
}

/// True if a run says that all `count` levels are `level`.
bool areAll(std::string_view bytes, std::uint32_t level, std::size_t count) {
    std::uint32_t value = 0;
    return RunDecoder(bytes, widthOfLevels(level)).equalAhead(value) >= count && value == level;
}

/// Returns the levels at the front of a page of version 1 and removes them; `most` is the highest.
Result<std::string_view> levelBytes(BitBytes& bytes, int encoding, std::uint32_t most) {
    if (most == 0) return std::string_view();
    if (encoding == kBitPackedEncoding) {
        return unsupported(
            "it stores its levels in the old encoding BIT_PACKED. Save the file anew with "
            "a current version of the program that wrote it");
    }
    if (encoding != kRunLengthEncoding) return malformed("the levels of a page are damaged");
    const auto length = bytes.takeFixed(4);
    const auto taken = length ? bytes.take(*length) : std::nullopt;
    if (!taken) return malformed("the levels of a page are cut short");
    return *taken;
}

}  // namespace

PageStream::PageStream(const RandomAccess& file, const ParquetChunk& chunk)
    : m_file(file),
      m_at(chunk.offset),
      m_end(chunk.offset + std::min(chunk.size + kHiddenBytes, file.size() - chunk.offset)) {}

Result<PageHeader> PageStream::header() {
    for (std::size_t wanted = kHeaderBytes;; wanted *= 16) {
        if (auto done = buffer(wanted); !done) return done.error();
        const std::string_view bytes = ahead();
        if (const auto header = pageHeader(bytes)) {
            if (header->compressedSize > m_end - m_at - header->headerSize) {
                return malformed("a page announces " + counted(header->compressedSize, "byte") +
                                 ", more than the file holds");
            }
            return *header;
        }
        if (bytes.size() < wanted || wanted > kLargestHeader) {
            return malformed(bytes.empty() ? "its pages end before its last row"
                                           : "the header of a page is damaged");
        }
    }
}

Result<std::string_view> PageStream::take(const PageHeader& header) {
    const std::size_t whole = header.headerSize + header.compressedSize;
    if (auto done = buffer(whole); !done) return done.error();
    const std::string_view bytes = ahead().substr(header.headerSize, header.compressedSize);
    if (bytes.size() < header.compressedSize) return malformed("a page is cut short");
    m_at += whole;
    if (kChecksCrc && header.crc &&
        libdeflate_crc32(0, bytes.data(), bytes.size()) != *header.crc) {
        return malformed("the checksum (CRC-32) of a page does not match: the file is damaged");
    }
    return bytes;
}

std::string_view PageStream::ahead() const {
    const std::size_t skipped = m_at - m_bufferAt;
    return skipped <= m_buffer.size() ? std::string_view(m_buffer).substr(skipped)
                                      : std::string_view();
}

Result<void> PageStream::buffer(std::size_t count) {
    const std::uint64_t left = m_end - m_at;
    if (ahead().size() >= std::min<std::uint64_t>(count, left)) return {};
    auto bytes = m_file.bytesAt(m_at, std::min<std::uint64_t>(left, std::max(count, m_room)));
    if (!bytes) return bytes.error();
    m_buffer = std::move(bytes).value();
    m_bufferAt = m_at;
    m_room = kAhead;
    return {};
}

Result<std::size_t> DataPages::sizeOfNext() {
    const auto header = m_stream.header();
    if (!header) return header.error();
    return header.value().size;
}

Result<void> DataPages::next(DataPage& page) {
    while (hasMore()) {
        const auto header = m_stream.header();
        if (!header) return header.error();
        const auto bytes = m_stream.take(header.value());
        if (!bytes) return bytes.error();
        switch (header.value().type) {
            case PageType::Index: break;
            case PageType::Dictionary:
                if (auto done = decodeDictionary(header.value(), bytes.value()); !done) return done;
                break;
            case PageType::Data: return decodeV1(header.value(), bytes.value(), page);
            case PageType::DataV2: return decodeV2(header.value(), bytes.value(), page);
        }
    }
    return malformed("its pages end before its last row");
}

Result<void> DataPages::decodeDictionary(const PageHeader& header, std::string_view bytes) {
    if (m_dictionary.isThere) return malformed("it has two dictionaries");
    if (auto done = decompressBlock(m_codec, bytes, header.size, m_dictionaryBytes); !done)
        return done;
    if (header.values > m_dictionaryBytes.bytes().size() * 8) {
        return malformed("its dictionary announces " + counted(header.values, "value") +
                         ", which its " + counted(header.size, "byte") + " cannot hold");
    }
    constexpr int plain = 0;
    m_dictionary.page.values = emptyValues(m_column);
    auto done = decodeValues(m_column, plain, m_dictionaryBytes.bytes(), header.values, {},
                             m_dictionary.page);
    m_dictionary.isThere = done.hasValue();
    return done;
}

Result<void> DataPages::beginPage(std::size_t count, DataPage& page) {
    if (count > m_valuesLeft) {
        return malformed("a page announces " + counted(count, "value") + ", the column has " +
                         groupedDigits(m_valuesLeft));
    }
    m_valuesLeft -= count;
    page.entries = count;
    page.values.values.clear();
    page.values.texts.clear();
    page.definitions.clear();
    page.repetitions.clear();
    return {};
}

Result<void> DataPages::decodeV1(const PageHeader& header, std::string_view compressed,
                                 DataPage& page) {
    if (auto done = beginPage(header.values, page); !done) return done;
    if (auto done = decompressBlock(m_codec, compressed, header.size, m_bytes); !done) return done;
    if (page.entries == 0) return {};
    BitBytes bytes(m_bytes.bytes());
    const auto repetitions =
        levelBytes(bytes, header.repetitionEncoding, m_column.levels.repetition);
    if (!repetitions) return repetitions.error();
    const auto definitions =
        levelBytes(bytes, header.definitionEncoding, m_column.levels.definition);
    if (!definitions) return definitions.error();
    return decodeEntries(header, repetitions.value(), definitions.value(), bytes.rest(), page);
}

Result<void> DataPages::decodeV2(const PageHeader& header, std::string_view compressed,
                                 DataPage& page) {
    if (auto done = beginPage(header.values, page); !done) return done;
    const std::size_t levelSize = header.repetitionBytes + header.definitionBytes;
    if (levelSize > compressed.size() || levelSize > header.size)
        return malformed("the levels of a page are cut short");
    std::ranges::copy(compressed.substr(0, levelSize), m_levelBytes.resize(levelSize).begin());
    compressed.remove_prefix(levelSize);
    // Writers leave out the compressed bytes of no values.
    const bool isEmpty = compressed.empty();
    const BlockCodec codec = header.isCompressed && !isEmpty ? m_codec : BlockCodec::None;
    const std::size_t size = isEmpty ? 0 : header.size - levelSize;
    if (auto done = decompressBlock(codec, compressed, size, m_bytes); !done) return done;
    if (page.entries == 0) return {};
    const std::string_view levels = m_levelBytes.bytes();
    return decodeEntries(header, levels.substr(0, header.repetitionBytes),
                         levels.substr(header.repetitionBytes), m_bytes.bytes(), page);
}

Result<void> DataPages::decodeEntries(const PageHeader& header, std::string_view repetitions,
                                      std::string_view definitions, std::string_view values,
                                      DataPage& page) {
    const ParquetLevels& most = m_column.levels;
    if (most.repetition > 0) {
        auto done = decodeLevels(repetitions, most.repetition, page.entries, page.repetitions);
        if (!done) return done;
    }
    std::size_t count = page.entries;
    if (most.definition > 0 && !areAll(definitions, most.definition, page.entries)) {
        auto done = decodeLevels(definitions, most.definition, page.entries, page.definitions);
        if (!done) return done;
        count = static_cast<std::size_t>(std::ranges::count(page.definitions, most.definition));
    }
    return decodeValues(m_column, header.encoding, values, count, m_dictionary, page.values);
}

}  // namespace diagonal
