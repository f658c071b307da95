// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/reading/arrow/flat_table.h"
#include "core/reading/columnar/columnar_file.h"

namespace diagonal {

/// Types of Arrow, as the format numbers them (Schema.fbs).
enum class ArrowType : std::uint8_t {
    Null = 1,
    Int = 2,
    FloatingPoint = 3,
    Binary = 4,
    Utf8 = 5,
    Bool = 6,
    Decimal = 7,
    Date = 8,
    Time = 9,
    Timestamp = 10,
    List = 12,
    Struct = 13,
    Union = 14,
    FixedSizeBinary = 15,
    FixedSizeList = 16,
    Map = 17,
    LargeBinary = 19,
    LargeUtf8 = 20,
    LargeList = 21,
    RunEndEncoded = 22,
    BinaryView = 23,
    Utf8View = 24,
    ListView = 25,
    LargeListView = 26
};

/// Where the parts of an array are in a record batch.
struct ArrowPlace {
    std::size_t node = 0;    ///< among its nodes, which state lengths
    std::size_t buffer = 0;  ///< its first buffer, the bitmap of nulls
    std::size_t views = 0;   ///< number of arrays of views before it
};

/// How an array is stored.
struct ArrowArray {
    ArrowType type = ArrowType::Null;
    std::size_t width = 0;  ///< of a value, in bytes
    bool isSigned = true;   ///< of Int
    int scale = 0;          ///< of Decimal
    std::int64_t unit = 1;  ///< by which integers are multiplied
    ArrowPlace place;
    std::optional<std::int64_t> dictionary;  ///< id; then the values stand there
    std::vector<ArrowArray> values;          ///< of a dictionary or a list: one; of others none
    std::size_t listSize = 0;                ///< of FixedSizeList
};

/// A column: an array, perhaps inside of structs whose nulls are its nulls.
struct ArrowColumn {
    ColumnarColumn column;
    ArrowArray array;
    std::vector<ArrowPlace> structs;  ///< those around it
};

/// Returns the columns of a schema; fields of structs are columns of their own.
std::vector<ArrowColumn> arrowColumns(const FlatTable& schema);

}  // namespace diagonal
