// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrow/arrow_schema.h"

#include <algorithm>
#include <array>
#include <utility>

namespace diagonal {
namespace {

constexpr int kDeepestField = 32;
constexpr std::size_t kMostColumns = 100'000;

/// Fields of the table Field.
enum Field : unsigned { kName = 0, kTypeKind = 2, kType = 3, kFieldDictionary = 4, kChildren = 5 };

bool isText(ArrowType type) {
    switch (type) {
        case ArrowType::Binary:
        case ArrowType::Utf8:
        case ArrowType::LargeBinary:
        case ArrowType::LargeUtf8:
        case ArrowType::BinaryView:
        case ArrowType::Utf8View:
        case ArrowType::FixedSizeBinary: return true;
        default: return false;
    }
}

/// Walks the fields of a schema in the order in which record batches list their arrays.
class ArrowSchemaWalk {
public:
    void walk(const FlatTable& field, ArrowColumn column, int depth);
    std::vector<ArrowColumn> columns;

private:
    /// Describes the array of a field and moves on behind its node and buffers and those of its
    /// children; sets `why` if it cannot be read.
    ArrowArray arrayOf(const FlatTable& field, ColumnarColumn& column, std::string& why, int depth);
    void setValues(const FlatTable& field, ArrowArray& array, ColumnarColumn& column,
                   std::string& why, int depth);
    static std::size_t buffersOf(ArrowType type, bool isDenseUnion);

    ArrowPlace m_next;
    std::size_t m_visited = 0;  ///< fields; several may refer to the same bytes
};

std::size_t ArrowSchemaWalk::buffersOf(ArrowType type, bool isDenseUnion) {
    switch (type) {
        case ArrowType::Null:
        case ArrowType::RunEndEncoded: return 0;
        case ArrowType::Struct:
        case ArrowType::FixedSizeList: return 1;
        case ArrowType::Union: return isDenseUnion ? 2 : 1;
        case ArrowType::Binary:
        case ArrowType::Utf8:
        case ArrowType::LargeBinary:
        case ArrowType::LargeUtf8:
        case ArrowType::ListView:
        case ArrowType::LargeListView: return 3;
        default: return 2;
    }
}

/// Sets what depends on the type alone.
void describeType(const FlatTable& type, ArrowArray& array, ColumnarColumn& column) {
    constexpr auto times = std::to_array({CellFormat::TimestampSeconds, CellFormat::TimestampMillis,
                                          CellFormat::TimestampMicros, CellFormat::TimestampNanos});
    constexpr auto clocks = std::to_array({CellFormat::TimeMillis, CellFormat::TimeMillis,
                                           CellFormat::TimeMicros, CellFormat::TimeNanos});
    switch (array.type) {
        case ArrowType::Int:
            array.width = static_cast<std::size_t>(type.number<std::int32_t>(0)) / 8;
            array.isSigned = type.number<std::uint8_t>(1) != 0;
            if (!array.isSigned && array.width == 8) column.format = CellFormat::Unsigned;
            return;
        case ArrowType::FloatingPoint: {
            const auto precision = type.number<std::int16_t>(0);
            array.width = precision == 0 ? 2 : precision == 1 ? 4 : 8;
            column.halfPrecision = precision == 0;
            column.isSingle = precision <= 1;
            return;
        }
        case ArrowType::Bool: column.format = CellFormat::Boolean; return;
        case ArrowType::Decimal:
            array.width = static_cast<std::size_t>(type.number<std::int32_t>(2, 128)) / 8;
            array.scale = std::clamp(type.number<std::int32_t>(1), -400, 400);
            return;
        case ArrowType::Date: {
            const bool isDays = type.number<std::int16_t>(0, 1) == 0;
            array.width = isDays ? 4 : 8;
            column.format = isDays ? CellFormat::Date : CellFormat::TimestampMillis;
            return;
        }
        case ArrowType::Time: {
            const auto unit = static_cast<std::size_t>(type.number<std::int16_t>(0, 1)) & 3;
            array.width = static_cast<std::size_t>(type.number<std::int32_t>(1, 32)) / 8;
            array.unit = unit == 0 ? 1000 : 1;
            column.format = clocks[unit];
            return;
        }
        case ArrowType::Timestamp:
            array.width = 8;
            column.format = times[static_cast<std::size_t>(type.number<std::int16_t>(0)) & 3];
            return;
        case ArrowType::FixedSizeBinary:
            array.width = static_cast<std::size_t>(std::max(type.number<std::int32_t>(0), 0));
            return;
        case ArrowType::FixedSizeList:
            array.listSize = static_cast<std::size_t>(std::max(type.number<std::int32_t>(0), 0));
            return;
        default: return;
    }
}

/// Returns why values of a type cannot be read; empty if they can.
std::string unreadable(const ArrowArray& array) {
    constexpr std::size_t decimalBytes = 16;
    switch (array.type) {
        case ArrowType::Int:
        case ArrowType::Time:
            return array.width == 1 || array.width == 2 || array.width == 4 || array.width == 8
                       ? ""
                       : "has integers of an unknown size";
        case ArrowType::Decimal:
            return array.width >= 4 && array.width <= decimalBytes
                       ? ""
                       : "is a decimal of more than 38 digits";
        case ArrowType::Null: return "holds only nulls";
        case ArrowType::Union: return "is a union of types";
        case ArrowType::Map: return "is a map";
        case ArrowType::RunEndEncoded: return "is run-end encoded";
        case ArrowType::ListView:
        case ArrowType::LargeListView: return "is a list of views";
        case ArrowType::FloatingPoint:
        case ArrowType::Bool:
        case ArrowType::Date:
        case ArrowType::Timestamp:
        case ArrowType::List:
        case ArrowType::LargeList:
        case ArrowType::FixedSizeList: return "";
        case ArrowType::Struct: return "is a struct in a list";
        default: return isText(array.type) ? "" : "is of a type that is not supported";
    }
}

/// Sets the arrays inside of an array: those of a list or struct, which are stored in the batch.
// NOLINTNEXTLINE(misc-no-recursion): at most kDeepestField deep
void ArrowSchemaWalk::setValues(const FlatTable& field, ArrowArray& array, ColumnarColumn& column,
                                std::string& why, int depth) {
    const std::size_t children = field.count(kChildren, sizeof(std::uint32_t));
    const bool isList = array.type == ArrowType::List || array.type == ArrowType::LargeList ||
                        array.type == ArrowType::FixedSizeList;
    if (isList && column.isList && why.empty()) why = "is a list of lists";
    column.isList = column.isList || isList;
    for (std::size_t i = 0; i < children && m_visited < kMostColumns; ++i) {
        ArrowArray child = arrayOf(field.tableAt(kChildren, i), column, why, depth + 1);
        if (isList) array.values = {std::move(child)};
    }
    if (isList && array.values.empty()) why = "is a list of an unknown type";
}

// NOLINTNEXTLINE(misc-no-recursion): at most kDeepestField deep
ArrowArray ArrowSchemaWalk::arrayOf(const FlatTable& field, ColumnarColumn& column,
                                    std::string& why, int depth) {
    ArrowArray array;
    ++m_visited;
    const FlatTable type = field.table(kType);
    array.type = static_cast<ArrowType>(field.number<std::uint8_t>(kTypeKind));
    describeType(type, array, column);
    if (why.empty()) why = unreadable(array);
    if (depth > kDeepestField) why = "is nested too deep";
    column.isText = column.isText || isText(array.type);
    array.place = m_next;
    ++m_next.node;
    const FlatTable dictionary = field.table(kFieldDictionary);
    if (dictionary.exists()) {
        // The batch holds indices; the values are the only array of the dictionary's own batch.
        ArrowArray values = array;
        values.place = {};
        const FlatTable index = dictionary.table(1);
        array.type = ArrowType::Int;
        array.width =
            index.exists() ? static_cast<std::size_t>(index.number<std::int32_t>(0)) / 8 : 4;
        array.isSigned = !index.exists() || index.number<std::uint8_t>(1) != 0;
        array.dictionary = dictionary.number<std::int64_t>(0);
        if (why.empty()) why = unreadable(array);
        if (why.empty() && field.count(kChildren, sizeof(std::uint32_t)) > 0) {
            why = "is a dictionary of lists or structs";
        }
        array.values = {std::move(values)};
        m_next.buffer += 2;
        return array;
    }
    const bool isView = array.type == ArrowType::BinaryView || array.type == ArrowType::Utf8View;
    if (isView) ++m_next.views;
    m_next.buffer += buffersOf(array.type, type.number<std::int16_t>(0) == 1);
    if (depth <= kDeepestField) setValues(field, array, column, why, depth);
    return array;
}

// NOLINTNEXTLINE(misc-no-recursion): at most kDeepestField deep
void ArrowSchemaWalk::walk(const FlatTable& field, ArrowColumn column, int depth) {
    if (m_visited++ >= kMostColumns) return;
    std::string& name = column.column.name;
    if (!name.empty()) name += '.';
    name += field.text(kName);
    const auto type = static_cast<ArrowType>(field.number<std::uint8_t>(kTypeKind));
    const bool isStruct = type == ArrowType::Struct && !field.table(kFieldDictionary).exists();
    if (isStruct && depth < kDeepestField) {
        column.structs.push_back(m_next);
        ++m_next.buffer;
        ++m_next.node;
        for (std::size_t i = 0; i < field.count(kChildren, sizeof(std::uint32_t)); ++i)
            walk(field.tableAt(kChildren, i), column, depth + 1);
        return;
    }
    column.array = arrayOf(field, column.column, column.column.unreadable, depth);
    columns.push_back(std::move(column));
}

}  // namespace

std::vector<ArrowColumn> arrowColumns(const FlatTable& schema) {
    constexpr unsigned fields = 1;
    ArrowSchemaWalk walk;
    for (std::size_t i = 0; i < schema.count(fields, sizeof(std::uint32_t)); ++i)
        walk.walk(schema.tableAt(fields, i), {}, 0);
    return std::move(walk.columns);
}

}  // namespace diagonal
