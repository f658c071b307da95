// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/reading/bytes/byte_source.h"
#include "core/reading/columnar/columnar_file.h"

namespace diagonal {

/// Physical types, as the format numbers them
/// (https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift).
enum class ParquetType {
    Boolean = 0,
    Int32 = 1,
    Int64 = 2,
    Int96 = 3,
    Float = 4,
    Double = 5,
    ByteArray = 6,
    FixedBytes = 7
};

/// What the values of a physical type stand for, beyond the formats of integers.
enum class ParquetMeaning { Plain, Text, Decimal, Float16, Uuid };

/// Nesting level at which a value is present: definition and repetition levels of Dremel's record
/// shredding, which the format uses.
struct ParquetLevels {
    std::uint32_t definition = 0;  ///< of a value that is not null
    std::uint32_t repetition = 0;  ///< 0, or 1 in a list
    std::uint32_t element = 0;     ///< definition level from which on a list has an element
};

/// A leaf of the schema.
struct ParquetColumn {
    ColumnarColumn column;
    ParquetType type = ParquetType::Boolean;
    std::size_t byteWidth = 0;  ///< of FixedBytes
    ParquetMeaning meaning = ParquetMeaning::Plain;
    int scale = 0;  ///< of Decimal: the value is the integer divided by 10^scale
    ParquetLevels levels;
};

/// A column's cells in one group of rows.
struct ParquetChunk {
    int codec = 0;
    std::uint64_t offset = 0;  ///< of its first page
    std::uint64_t size = 0;    ///< in bytes, compressed
    std::uint64_t values = 0;
    std::string unreadable;  ///< why it cannot be read: "is encrypted"; or empty
};

struct ParquetGroup {
    std::size_t rows = 0;
    std::vector<ParquetChunk> chunks;  ///< one per leaf
};

struct ParquetMetadata {
    std::vector<ParquetColumn> columns;
    std::vector<ParquetGroup> groups;
};

/// Reads the footer of a Parquet file and checks sizes and offsets against those of the file.
/// Errors: Malformed; Unsupported if the file is encrypted; NoUsableRows without columns;
/// CannotRead.
Result<ParquetMetadata> parquetMetadata(const RandomAccess& file);

/// Kinds of pages.
enum class PageType { Data = 0, Index = 1, Dictionary = 2, DataV2 = 3 };

/// Header of a page.
struct PageHeader {
    PageType type = PageType::Data;
    std::size_t headerSize = 0;      ///< of these fields, in bytes
    std::size_t compressedSize = 0;  ///< of the bytes that follow
    std::size_t size = 0;            ///< of those bytes once decompressed
    std::optional<std::uint32_t> crc;
    std::size_t values = 0;  ///< nulls included
    int encoding = 0;
    int definitionEncoding = 3;       ///< of v1
    int repetitionEncoding = 3;       ///< of v1
    std::size_t definitionBytes = 0;  ///< of v2: size of the levels, which are not compressed
    std::size_t repetitionBytes = 0;  ///< of v2
    bool isCompressed = true;         ///< of v2
};

/// Parses the header of a page; nullopt if `bytes` do not hold one.
std::optional<PageHeader> pageHeader(std::string_view bytes);

}  // namespace diagonal
