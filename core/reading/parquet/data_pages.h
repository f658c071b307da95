// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/reading/bytes/block_codecs.h"
#include "core/reading/bytes/byte_source.h"
#include "core/reading/parquet/page_values.h"
#include "core/reading/parquet/parquet_metadata.h"

namespace diagonal {

/// The pages of a column chunk as they stand in the file, one after the other.
class PageStream {
public:
    PageStream(const RandomAccess& file, const ParquetChunk& chunk);

    /// Parses the header of the next page. Errors: Malformed at the end of the chunk, too.
    Result<PageHeader> header();
    /// Consumes a page whose header() was parsed; returns its compressed bytes, valid until the
    /// next call. Errors: CannotRead; Malformed if its checksum does not match.
    Result<std::string_view> take(const PageHeader& header);

private:
    std::string_view ahead() const;
    /// Has at least `count` bytes ahead in the buffer, or all that are left.
    Result<void> buffer(std::size_t count);

    const RandomAccess& m_file;
    std::uint64_t m_at;
    std::uint64_t m_end;
    std::string m_buffer;
    std::uint64_t m_bufferAt = 0;
    std::size_t m_room = std::size_t{1} << 14;  ///< read at once; little for a first look
};

/// The entries of a page of data: values, nulls and empty lists.
struct DataPage {
    std::size_t entries = 0;
    std::vector<std::uint32_t> definitions = {};  ///< per entry; empty if all are values
    std::vector<std::uint32_t> repetitions = {};  ///< per entry; empty if all begin a list
    PageValues values = {};                       ///< of the entries that are values
};

/// Decodes the pages of data of a column chunk, one after the other.
class DataPages {
public:
    DataPages(const RandomAccess& file, const ParquetColumn& column, const ParquetChunk& chunk,
              BlockCodec codec)
        : m_column(column), m_codec(codec), m_stream(file, chunk), m_valuesLeft(chunk.values) {}

    /// True if entries are left that next() has not decoded.
    bool hasMore() const { return m_valuesLeft > 0; }
    /// Returns the size of the next page once it is decompressed. Requires hasMore().
    Result<std::size_t> sizeOfNext();
    /// Decodes the next page, which may be empty; its texts are valid until the next call. Errors:
    /// Malformed at the end, too; Unsupported.
    Result<void> next(DataPage& page);

private:
    Result<void> decodeDictionary(const PageHeader& header, std::string_view bytes);
    Result<void> beginPage(std::size_t count, DataPage& page);
    Result<void> decodeV1(const PageHeader& header, std::string_view compressed, DataPage& page);
    Result<void> decodeV2(const PageHeader& header, std::string_view compressed, DataPage& page);
    /// Decodes what a page holds, which is not empty, from the bytes of its parts.
    Result<void> decodeEntries(const PageHeader& header, std::string_view repetitions,
                               std::string_view definitions, std::string_view values,
                               DataPage& page);

    const ParquetColumn& m_column;
    BlockCodec m_codec;
    PageStream m_stream;
    std::uint64_t m_valuesLeft;  ///< in pages that have not been decoded
    BlockBuffer m_dictionaryBytes;
    PageDictionary m_dictionary;
    BlockBuffer m_bytes;
    BlockBuffer m_levelBytes;  ///< of a page of version 2
};

}  // namespace diagonal
