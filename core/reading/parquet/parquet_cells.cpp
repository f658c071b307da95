// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/parquet/parquet_cells.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <libdeflate.h>

#include "core/base/text.h"
#include "core/reading/bytes/block_codecs.h"
#include "core/reading/bytes/checksum.h"
#include "core/reading/parquet/page_values.h"
#include "core/reading/parquet/run_decoding.h"

namespace diagonal {
namespace {

/// The chunks of some old writers end this much later than they say (PARQUET-816).
constexpr std::uint64_t kHiddenBytes = 100;
constexpr int kRunLengthEncoding = 3;
constexpr int kBitPackedEncoding = 4;

/// Returns the codec of the format's number. Errors: Unsupported.
Result<BlockCodec> codecOf(int number) {
    constexpr auto codecs = std::to_array<BlockCodec>(
        {BlockCodec::None, BlockCodec::Snappy, BlockCodec::Gzip, BlockCodec::None,
         BlockCodec::Brotli, BlockCodec::HadoopLz4, BlockCodec::Zstd, BlockCodec::Lz4});
    constexpr int lzo = 3;
    if (number == lzo) {
        return unsupported(
            "it is compressed with LZO, which is not supported. Save the file with zstd: "
            "frame.to_parquet('predictions.parquet', compression='zstd')");
    }
    if (number >= 0 && static_cast<std::size_t>(number) < codecs.size()) {
        return codecs[static_cast<std::size_t>(number)];
    }
    return unsupported(
        "it is compressed with an unknown codec. Save the file with "
        "Snappy or zstd");
}

unsigned widthOfLevels(std::uint32_t most) {
    return static_cast<unsigned>(std::bit_width(most));
}

/// Reads the pages of a column chunk one after the other.
class PageStream {
public:
    PageStream(const RandomAccess& file, const ParquetChunk& chunk)
        : m_file(file),
          m_at(chunk.offset),
          m_end(chunk.offset + std::min(chunk.size + kHiddenBytes, file.size() - chunk.offset)) {}

    /// Parses the header of the next page. Errors: Malformed at the end of the chunk, too.
    Result<PageHeader> header() {
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

    /// Consumes a page whose header() was parsed; returns its compressed bytes, valid until the
    /// next call. Errors: CannotRead; Malformed if its checksum does not match.
    Result<std::string_view> take(const PageHeader& header) {
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

private:
    static constexpr std::size_t kHeaderBytes = 256;
    static constexpr std::size_t kLargestHeader = std::size_t{1} << 24;
    static constexpr std::size_t kAhead = std::size_t{1} << 18;

    std::string_view ahead() const {
        const std::size_t skipped = m_at - m_bufferAt;
        return skipped <= m_buffer.size() ? std::string_view(m_buffer).substr(skipped)
                                          : std::string_view();
    }

    /// Has at least `count` bytes ahead in the buffer, or all that are left.
    Result<void> buffer(std::size_t count) {
        const std::uint64_t left = m_end - m_at;
        if (ahead().size() >= std::min<std::uint64_t>(count, left)) return {};
        auto bytes = m_file.bytesAt(m_at, std::min<std::uint64_t>(left, std::max(count, m_room)));
        if (!bytes) return bytes.error();
        m_buffer = std::move(bytes).value();
        m_bufferAt = m_at;
        m_room = kAhead;
        return {};
    }

    const RandomAccess& m_file;
    std::uint64_t m_at;
    std::uint64_t m_end;
    std::string m_buffer;
    std::uint64_t m_bufferAt = 0;
    std::size_t m_room = std::size_t{1} << 14;  ///< read at once; little for a first look
};

/// Reads the cells of a column chunk.
class ParquetCells : public CellReader {
public:
    ParquetCells(const RandomAccess& file, const ParquetColumn& column, const ParquetChunk& chunk,
                 BlockCodec codec, std::size_t rows)
        : m_column(column),
          m_codec(codec),
          m_pages(file, chunk),
          m_valuesLeft(chunk.values),
          m_rowsLeft(rows),
          m_page{emptyValues(column), {}} {}

    Result<void> read(std::size_t rows, ColumnValues& out) override {
        if (auto done = claim(rows); !done) return done;
        // Keep the type of what a caller passes.
        if (out.values.index() != m_page.values.values.index()) {
            out.values = emptyValues(m_column).values;
        }
        if (m_column.column.isList) return readLists(rows, out);
        while (rows > 0) {
            if (auto done = needPage(); !done) return done;
            const std::size_t count = std::min(rows, m_entries - m_entry);
            const std::size_t first = out.size();
            const std::size_t values = valuesIn(count, first, out.nulls);
            takeItems(count, values, out);
            m_entry += count;
            rows -= count;
        }
        return {};
    }

    Result<void> readTexts(std::size_t rows, const TextTaker& take) override {
        if (auto done = claim(rows); !done) return done;
        while (rows > 0) {
            if (auto done = needPage(); !done) return done;
            const auto& texts = std::get<std::vector<std::string_view>>(m_page.values.values);
            for (; rows > 0 && m_entry < m_entries; ++m_entry, --rows) {
                if (isValue(m_entry)) {
                    take(texts[m_value++]);
                } else {
                    take(std::nullopt);
                }
            }
        }
        return {};
    }

    Result<void> finish() override {
        if (m_rowsLeft > 0 || m_entry < m_entries || m_valuesLeft > 0) {
            return malformed("it holds more values than rows");
        }
        return {};
    }

    Result<std::size_t> bytesAhead() override {
        if (m_entry < m_entries || m_valuesLeft == 0) return std::size_t{0};
        const auto header = m_pages.header();
        if (!header) return header.error();
        return header.value().size;
    }

private:
    Result<void> claim(std::size_t rows) {
        if (rows > m_rowsLeft) return malformed("its pages end before its last row");
        m_rowsLeft -= rows;
        return {};
    }

    bool isValue(std::size_t entry) const {
        return m_definitions.empty() || m_definitions[entry] == m_column.levels.definition;
    }

    /// Returns how many of the next `count` entries are values; appends the places of the others,
    /// counted from `first`, to `nulls`.
    std::size_t valuesIn(std::size_t count, std::size_t first, std::vector<std::size_t>& nulls) {
        if (m_definitions.empty()) return count;
        std::size_t values = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const bool present = isValue(m_entry + i);
            values += present ? 1U : 0U;
            if (!present) nulls.push_back(first + i);
        }
        return values;
    }

    /// Appends the items of `rows` lists.
    Result<void> readLists(std::size_t rows, ColumnValues& out) {
        const ParquetLevels& levels = m_column.levels;
        while (rows > 0 || continuesList()) {
            if (auto done = needPage(); !done) return done;
            if (rows == 0 && !continuesList()) break;
            // A run of entries up to the first that begins a list too many.
            std::size_t count = 0;
            std::size_t values = 0;
            std::size_t items = 0;
            const std::size_t first = out.size();
            for (; m_entry + count < m_entries; ++count) {
                const std::size_t entry = m_entry + count;
                const std::uint32_t definition =
                    m_definitions.empty() ? levels.definition : m_definitions[entry];
                if (m_repetitions.empty() || m_repetitions[entry] == 0) {
                    if (rows == 0) break;
                    --rows;
                    out.sizes.push_back(isNullList(definition) ? -1 : 0);
                } else if (out.sizes.empty()) {
                    return malformed("a list continues before it begins");
                }
                if (definition < levels.element) continue;
                ++out.sizes.back();
                const bool present = definition == levels.definition;
                if (!present) out.nulls.push_back(first + items);
                values += present ? 1U : 0U;
                ++items;
            }
            takeItems(count, values, out);
            m_entry += count;
        }
        return {};
    }

    /// Returns true if a list of this definition level is null and not just empty.
    bool isNullList(std::uint32_t definition) const {
        return definition + 1 < m_column.levels.element;
    }

    /// Returns true if the next entry, in a new page perhaps, belongs to the list before it.
    bool continuesList() {
        if (m_entry < m_entries) return !m_repetitions.empty() && m_repetitions[m_entry] > 0;
        return m_valuesLeft > 0;
    }

    /// Appends the items among the next `count` entries, of which `values` are not null. Outside of
    /// lists every entry is an item.
    void takeItems(std::size_t count, std::size_t values, ColumnValues& out) {
        const ParquetLevels& levels = m_column.levels;
        std::visit(
            [&](auto& to) {
                const auto& from =
                    std::get<std::remove_cvref_t<decltype(to)>>(m_page.values.values);
                auto next = from.begin() + static_cast<std::ptrdiff_t>(m_value);
                if (values == count) {
                    to.insert(to.end(), next, next + static_cast<std::ptrdiff_t>(count));
                    return;
                }
                for (std::size_t i = 0; i < count; ++i) {
                    const std::uint32_t definition = m_definitions[m_entry + i];
                    if (definition < levels.element) continue;
                    if (definition == levels.definition) {
                        to.push_back(*next++);
                    } else {
                        to.emplace_back();
                    }
                }
            },
            out.values);
        m_value += values;
    }

    /// Decodes the next data page unless the current one has entries left. A page may be empty.
    Result<void> needPage() {
        while (m_entry == m_entries) {
            if (m_valuesLeft == 0) return malformed("its pages end before its last row");
            const auto header = m_pages.header();
            if (!header) return header.error();
            const auto bytes = m_pages.take(header.value());
            if (!bytes) return bytes.error();
            if (auto done = decodePage(header.value(), bytes.value()); !done) return done;
        }
        return {};
    }

    Result<void> decodePage(const PageHeader& header, std::string_view bytes) {
        switch (header.type) {
            case PageType::Index: return {};
            case PageType::Dictionary: return decodeDictionary(header, bytes);
            case PageType::Data: return decodeV1(header, bytes);
            case PageType::DataV2: return decodeV2(header, bytes);
        }
        return {};
    }

    Result<void> decodeDictionary(const PageHeader& header, std::string_view bytes) {
        if (m_dictionary.isThere) return malformed("it has two dictionaries");
        if (auto done = decompressBlock(m_codec, bytes, header.size, m_dictionaryBytes); !done) {
            return done;
        }
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

    /// Begins a page of `count` entries.
    Result<void> beginPage(std::size_t count) {
        if (count > m_valuesLeft) {
            return malformed("a page announces " + counted(count, "value") + ", the column has " +
                             groupedDigits(m_valuesLeft));
        }
        m_valuesLeft -= count;
        m_entry = 0;
        m_entries = count;
        m_value = 0;
        m_page.values.clear();
        m_page.texts.clear();
        m_definitions.clear();
        m_repetitions.clear();
        return {};
    }

    /// Decodes levels, unless all entries have the highest, which leaves `levels` empty.
    Result<void> decodeLevels(std::string_view bytes, std::uint32_t most,
                              std::vector<std::uint32_t>& levels) {
        RunDecoder decoder(bytes, widthOfLevels(most));
        std::uint32_t value = 0;
        if (&levels == &m_definitions && decoder.equalAhead(value) >= m_entries && value == most) {
            return {};
        }
        levels.resize(m_entries);
        if (!decoder.read(levels) || *std::ranges::max_element(levels) > most) {
            return malformed("the levels of a page are damaged");
        }
        return {};
    }

    /// Returns the levels at the front of a page of version 1 and removes them.
    Result<std::string_view> levelBytes(BitBytes& bytes, int encoding) {
        if (encoding == kBitPackedEncoding) {
            return Error{
                ErrorKind::Unsupported,
                "it stores its levels in the old encoding BIT_PACKED. Save the file anew with "
                "a current version of the program that wrote it"};
        }
        if (encoding != kRunLengthEncoding) return malformed("the levels of a page are damaged");
        const auto length = bytes.takeFixed(4);
        const auto taken = length ? bytes.take(*length) : std::nullopt;
        if (!taken) return malformed("the levels of a page are cut short");
        return *taken;
    }

    Result<void> decodeV1(const PageHeader& header, std::string_view compressed) {
        if (auto done = beginPage(header.values); !done) return done;
        if (auto done = decompressBlock(m_codec, compressed, header.size, m_bytes); !done) {
            return done;
        }
        if (m_entries == 0) return {};
        BitBytes bytes(m_bytes.bytes());
        const ParquetLevels& levels = m_column.levels;
        if (levels.repetition > 0) {
            const auto taken = levelBytes(bytes, header.repetitionEncoding);
            if (!taken) return taken.error();
            if (auto done = decodeLevels(taken.value(), levels.repetition, m_repetitions); !done) {
                return done;
            }
        }
        if (levels.definition > 0) {
            const auto taken = levelBytes(bytes, header.definitionEncoding);
            if (!taken) return taken.error();
            if (auto done = decodeLevels(taken.value(), levels.definition, m_definitions); !done) {
                return done;
            }
        }
        return decodeEntries(header, bytes.rest());
    }

    Result<void> decodeV2(const PageHeader& header, std::string_view compressed) {
        if (auto done = beginPage(header.values); !done) return done;
        const std::size_t levelSize = header.repetitionBytes + header.definitionBytes;
        if (levelSize > compressed.size() || levelSize > header.size) {
            return malformed("the levels of a page are cut short");
        }
        const std::span<char> copied = m_levelBytes.resize(levelSize);
        std::ranges::copy(compressed.substr(0, levelSize), copied.begin());
        compressed.remove_prefix(levelSize);
        const std::size_t size = header.size - levelSize;
        // Writers leave out the compressed bytes of no values.
        const BlockCodec codec =
            header.isCompressed && !compressed.empty() ? m_codec : BlockCodec::None;
        if (auto done = decompressBlock(codec, compressed, compressed.empty() ? 0 : size, m_bytes);
            !done) {
            return done;
        }
        if (m_entries == 0) return {};
        const ParquetLevels& levels = m_column.levels;
        const std::string_view bytes = m_levelBytes.bytes();
        if (levels.repetition > 0) {
            auto done = decodeLevels(bytes.substr(0, header.repetitionBytes), levels.repetition,
                                     m_repetitions);
            if (!done) return done;
        }
        if (levels.definition > 0) {
            auto done = decodeLevels(bytes.substr(header.repetitionBytes), levels.definition,
                                     m_definitions);
            if (!done) return done;
        }
        return decodeEntries(header, m_bytes.bytes());
    }

    Result<void> decodeEntries(const PageHeader& header, std::string_view bytes) {
        const std::uint32_t most = m_column.levels.definition;
        const std::size_t values =
            m_definitions.empty()
                ? m_entries
                : static_cast<std::size_t>(std::ranges::count(m_definitions, most));
        return decodeValues(m_column, header.encoding, bytes, values, m_dictionary, m_page);
    }

    const ParquetColumn& m_column;
    BlockCodec m_codec;
    PageStream m_pages;
    std::uint64_t m_valuesLeft;  ///< in pages that have not been decoded
    std::size_t m_rowsLeft;      ///< not yet asked for
    BlockBuffer m_dictionaryBytes;
    PageDictionary m_dictionary;
    BlockBuffer m_bytes;
    BlockBuffer m_levelBytes;                  ///< of a page of version 2
    std::vector<std::uint32_t> m_definitions;  ///< per entry; empty if all are values
    std::vector<std::uint32_t> m_repetitions;
    PageValues m_page;
    std::size_t m_entries = 0;  ///< of the page, nulls and empty lists included
    std::size_t m_entry = 0;    ///< the next one
    std::size_t m_value = 0;    ///< the next value among those of the page
};

}  // namespace

Result<std::unique_ptr<CellReader>> parquetCells(const RandomAccess& file,
                                                 const ParquetColumn& column,
                                                 const ParquetChunk& chunk, std::size_t rows) {
    const auto codec = codecOf(chunk.codec);
    if (!codec) return codec.error();
    // A run can stand for any number of equal values; no column that is needed is all runs.
    constexpr std::uint64_t allowance = 4096;
    if (chunk.values / kMostRowsPerByte > chunk.size + allowance) {
        return malformed("it announces " + counted(chunk.values, "value") + " in " +
                         counted(chunk.size, "byte"));
    }
    if (!column.column.isList && chunk.values != rows) {
        return malformed("it announces " + counted(chunk.values, "value") + " for " +
                         counted(rows, "row"));
    }
    return std::unique_ptr<CellReader>(
        std::make_unique<ParquetCells>(file, column, chunk, codec.value(), rows));
}

}  // namespace diagonal
