// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/parquet/parquet_metadata.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/reading/parquet/thrift_reader.h"

namespace diagonal {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kMagicBytes = 4;
constexpr std::size_t kTailBytes = 8;  ///< length of the footer and the magic
constexpr std::uint32_t kMostLevels = 255;

Error damagedParquet(std::string detail) {
    return malformed("this Parquet file is damaged: " + std::move(detail));
}

Error encrypted() {
    return unsupported(
        "this Parquet file is encrypted. Decrypt it with the key that it was written "
        "with, and save it without encryption");
}

enum class Repetition { Required = 0, Optional = 1, Repeated = 2 };

/// An element of the schema, which lists a tree in depth-first order.
struct SchemaElement {
    std::string name;
    std::optional<ParquetType> type;
    std::int64_t typeLength = 0;
    Repetition repetition = Repetition::Required;
    std::int64_t children = 0;
    std::optional<std::int64_t> converted;
    std::optional<std::int16_t> logical;  ///< field of the union LogicalType
    std::int64_t scale = 0;
    std::int64_t unit = 0;  ///< of TIME and TIMESTAMP: 1 milli-, 2 micro-, 3 nanoseconds
    bool isSigned = true;   ///< of INTEGER
};

/// Numbers of ConvertedType.
enum Converted : std::int64_t {
    kUtf8 = 0,
    kMap = 1,
    kMapKeyValue = 2,
    kList = 3,
    kEnum = 4,
    kDecimal = 5,
    kDate = 6,
    kTimeMillis = 7,
    kTimeMicros = 8,
    kTimestampMillis = 9,
    kTimestampMicros = 10,
    kUint8 = 11,
    kUint64 = 14,
    kJson = 19,
    kInterval = 21
};

/// Fields of the union LogicalType.
enum Logical : std::int16_t {
    kLogicalString = 1,
    kLogicalMap = 2,
    kLogicalList = 3,
    kLogicalEnum = 4,
    kLogicalDecimal = 5,
    kLogicalDate = 6,
    kLogicalTime = 7,
    kLogicalTimestamp = 8,
    kLogicalInteger = 10,
    kLogicalJson = 12,
    kLogicalUuid = 14,
    kLogicalFloat16 = 15
};

void readLogicalType(ThriftReader& thrift, SchemaElement& element) {
    thrift.readStruct([&](std::int16_t logical, ThriftType type) {
        element.logical = logical;
        if (type != ThriftType::Struct) return thrift.skip(type);
        thrift.readStruct([&](std::int16_t id, ThriftType field) {
            if (logical == kLogicalDecimal && id == 1) {
                element.scale = thrift.integer(field);
            } else if (logical == kLogicalInteger && id == 2) {
                element.isSigned = thrift.boolean(field);
            } else if ((logical == kLogicalTime || logical == kLogicalTimestamp) && id == 2 &&
                       field == ThriftType::Struct) {
                thrift.readStruct([&](std::int16_t unit, ThriftType empty) {
                    element.unit = unit;
                    thrift.skip(empty);
                });
            } else {
                thrift.skip(field);
            }
        });
    });
}

SchemaElement schemaElement(ThriftReader& thrift) {
    SchemaElement element;
    thrift.readStruct([&](std::int16_t id, ThriftType type) {
        switch (id) {
            case 1: {
                const std::int64_t number = thrift.integer(type);
                if (number < 0 || number > 7) return thrift.fail();
                element.type = static_cast<ParquetType>(number);
                return;
            }
            case 2: element.typeLength = thrift.integer(type); return;
            case 3: {
                const std::int64_t number = thrift.integer(type);
                if (number < 0 || number > 2) return thrift.fail();
                element.repetition = static_cast<Repetition>(number);
                return;
            }
            case 4: element.name = thrift.binary(type); return;
            case 5: element.children = thrift.integer(type); return;
            case 6: element.converted = thrift.integer(type); return;
            case 7: element.scale = thrift.integer(type); return;
            case 10:
                if (type != ThriftType::Struct) return thrift.fail();
                return readLogicalType(thrift, element);
            default: thrift.skip(type);
        }
    });
    return element;
}

/// Unsigned number of a field; negative ones fail.
std::uint64_t size(ThriftReader& thrift, ThriftType type) {
    const std::int64_t value = thrift.integer(type);
    if (value < 0) thrift.fail();
    return value < 0 ? 0 : static_cast<std::uint64_t>(value);
}

/// Reads the metadata of a column chunk.
void readChunkMetadata(ThriftReader& thrift, ParquetChunk& chunk) {
    std::uint64_t dictionary = 0;
    thrift.readStruct([&](std::int16_t id, ThriftType type) {
        switch (id) {
            case 4:
                chunk.codec = static_cast<int>(std::min<std::uint64_t>(size(thrift, type), 99));
                return;
            case 5: chunk.values = size(thrift, type); return;
            case 7: chunk.size = size(thrift, type); return;
            case 9: chunk.offset = size(thrift, type); return;
            case 11: dictionary = size(thrift, type); return;
            default: thrift.skip(type);
        }
    });
    // Some writers leave 0 for a dictionary that is not there, or where the first data page is
    // the dictionary.
    if (dictionary > 0 && dictionary < chunk.offset) chunk.offset = dictionary;
}

ParquetChunk columnChunk(ThriftReader& thrift) {
    ParquetChunk chunk;
    bool hasMetadata = false;
    thrift.readStruct([&](std::int16_t id, ThriftType type) {
        switch (id) {
            case 1:
                if (!thrift.binary(type).empty()) chunk.unreadable = "is stored in another file";
                return;
            case 3:
                if (type != ThriftType::Struct) return thrift.fail();
                hasMetadata = true;
                return readChunkMetadata(thrift, chunk);
            case 8: chunk.unreadable = "is encrypted"; return thrift.skip(type);
            default: thrift.skip(type);
        }
    });
    if (!hasMetadata && chunk.unreadable.empty()) chunk.unreadable = "has no metadata";
    return chunk;
}

template <typename T>
void readStructs(ThriftReader& thrift, std::vector<T>& out, T (*read)(ThriftReader&)) {
    thrift.readList([&](ThriftType item) {
        if (item != ThriftType::Struct) return thrift.fail();
        out.push_back(read(thrift));
    });
}

ParquetGroup rowGroup(ThriftReader& thrift) {
    ParquetGroup group;
    thrift.readStruct([&](std::int16_t id, ThriftType type) {
        if (id == 1 && type == ThriftType::List) {
            readStructs(thrift, group.chunks, &columnChunk);
        } else if (id == 3) {
            group.rows = size(thrift, type);
        } else {
            thrift.skip(type);
        }
    });
    return group;
}

struct Footer {
    std::vector<SchemaElement> schema;
    std::uint64_t rows = 0;
    std::vector<ParquetGroup> groups;
    bool isEncrypted = false;
};

Footer parsedFooter(ThriftReader& thrift) {
    Footer footer;
    thrift.readStruct([&](std::int16_t id, ThriftType type) {
        if (id == 2 && type == ThriftType::List) {
            readStructs(thrift, footer.schema, &schemaElement);
        } else if (id == 3) {
            footer.rows = size(thrift, type);
        } else if (id == 4 && type == ThriftType::List) {
            readStructs(thrift, footer.groups, &rowGroup);
        } else {
            footer.isEncrypted = footer.isEncrypted || id == 8;
            thrift.skip(type);
        }
    });
    return footer;
}

bool isMap(const SchemaElement& element) {
    return element.logical == kLogicalMap || element.converted == kMap ||
           element.converted == kMapKeyValue;
}

bool isList(const SchemaElement& element) {
    return element.logical == kLogicalList || element.converted == kList;
}

CellFormat timestampFormat(const SchemaElement& element) {
    if (element.converted == kTimestampMillis || element.unit == 1) {
        return CellFormat::TimestampMillis;
    }
    return element.unit == 3 ? CellFormat::TimestampNanos : CellFormat::TimestampMicros;
}

CellFormat timeFormat(const SchemaElement& element) {
    if (element.converted == kTimeMillis || element.unit == 1) return CellFormat::TimeMillis;
    return element.unit == 3 ? CellFormat::TimeNanos : CellFormat::TimeMicros;
}

CellFormat formatOf(const SchemaElement& element) {
    const auto logical = element.logical;
    const auto converted = element.converted;
    if (element.type == ParquetType::Boolean) return CellFormat::Boolean;
    if (logical == kLogicalDate || converted == kDate) return CellFormat::Date;
    if (logical == kLogicalTimestamp || converted == kTimestampMillis ||
        converted == kTimestampMicros) {
        return timestampFormat(element);
    }
    if (logical == kLogicalTime || converted == kTimeMillis || converted == kTimeMicros) {
        return timeFormat(element);
    }
    const bool isUnsigned = (logical == kLogicalInteger && !element.isSigned) ||
                            (converted && *converted >= kUint8 && *converted <= kUint64);
    return isUnsigned ? CellFormat::Unsigned : CellFormat::Plain;
}

/// Sets what the values of a leaf mean, or why they cannot be read.
void describeLeaf(const SchemaElement& element, ParquetColumn& leaf) {
    constexpr std::size_t mostDecimalBytes = 16;
    leaf.type = *element.type;
    leaf.byteWidth = static_cast<std::size_t>(std::max<std::int64_t>(element.typeLength, 0));
    leaf.column.isSingle = leaf.type == ParquetType::Float;
    std::string& unreadable = leaf.column.unreadable;
    switch (leaf.type) {
        case ParquetType::Int96:
            unreadable = "is of the old type INT96, which Spark uses for time stamps";
            return;
        case ParquetType::Boolean:
        case ParquetType::Int32:
        case ParquetType::Int64: leaf.column.format = formatOf(element); break;
        default: break;
    }
    if (leaf.type == ParquetType::FixedBytes && leaf.byteWidth == 0) {
        unreadable = "holds text of length 0";
        return;
    }
    const bool isBytes =
        leaf.type == ParquetType::ByteArray || leaf.type == ParquetType::FixedBytes;
    const bool isInteger = leaf.type == ParquetType::Int32 || leaf.type == ParquetType::Int64;
    const bool isDecimal = element.logical == kLogicalDecimal || element.converted == kDecimal;
    if (isDecimal && (isBytes || isInteger)) {
        leaf.meaning = ParquetMeaning::Decimal;
        leaf.scale = static_cast<int>(std::clamp<std::int64_t>(element.scale, -400, 400));
        if (leaf.byteWidth > mostDecimalBytes) unreadable = "is a DECIMAL of more than 38 digits";
        return;
    }
    const bool isFixed = leaf.type == ParquetType::FixedBytes;
    if (element.logical == kLogicalFloat16 && isFixed && leaf.byteWidth == 2) {
        leaf.meaning = ParquetMeaning::Float16;
        leaf.column.isSingle = leaf.column.halfPrecision = true;
    } else if (element.logical == kLogicalUuid && isFixed && leaf.byteWidth == 16) {
        leaf.meaning = ParquetMeaning::Uuid;
        leaf.column.isText = true;
    } else if (element.converted == kInterval) {
        unreadable = "is of the type INTERVAL";
    } else if (isBytes) {
        leaf.meaning = ParquetMeaning::Text;
        leaf.column.isText = true;
    }
}

/// Walks the schema and appends its leaves.
class ParquetSchemaWalk {
public:
    ParquetSchemaWalk(const std::vector<SchemaElement>& schema, std::vector<ParquetColumn>& leaves)
        : m_schema(schema), m_leaves(leaves) {}

    /// Returns false if the tree does not fit the list of its elements, or is nested too deep.
    bool walk() {
        if (m_schema.empty() || m_schema.front().children < 0) return false;
        m_next = 1;
        for (std::int64_t i = 0; i < m_schema.front().children; ++i) {
            if (!walk({}, 0)) return false;
        }
        return m_next == m_schema.size();
    }

private:
    /// State on the way from the root to an element.
    struct Path {
        std::string name;  ///< of the column; the groups of a list add nothing
        ParquetLevels levels;
        bool inMap = false;
        bool inList = false;  ///< the element is the repeated group of a list, or its item
    };

    // NOLINTNEXTLINE(misc-no-recursion): at most kDeepest deep
    bool walk(Path path, int depth) {
        constexpr int deepest = 100;
        if (m_next >= m_schema.size() || depth > deepest) return false;
        const SchemaElement& element = m_schema[m_next++];
        ParquetLevels& levels = path.levels;
        if (element.repetition != Repetition::Required) ++levels.definition;
        if (element.repetition == Repetition::Repeated) {
            ++levels.repetition;
            levels.element = levels.definition;
        }
        if (levels.definition > kMostLevels) return false;
        if (!path.inList) path.name += (path.name.empty() ? "" : ".") + element.name;
        if (element.type && element.children == 0) {
            addLeaf(element, path);
            return true;
        }
        if (element.children < 1) return element.children == 0;
        path.inMap = path.inMap || isMap(element);
        // The repeated group of a list, and the only item in it, add no name of their own; structs
        // in a list do.
        const bool wraps = isList(element) && element.children == 1;
        const bool wrapped =
            path.inList && element.repetition == Repetition::Repeated && element.children == 1;
        path.inList = wraps || wrapped;
        for (std::int64_t i = 0; i < element.children; ++i) {
            if (!walk(path, depth + 1)) return false;
        }
        return true;
    }

    void addLeaf(const SchemaElement& element, const Path& path) {
        ParquetColumn leaf;
        leaf.levels = path.levels;
        leaf.column.name = path.name;
        leaf.column.isList = path.levels.repetition > 0;
        describeLeaf(element, leaf);
        if (path.inMap) {
            leaf.column.unreadable = "is a map";
        } else if (path.levels.repetition > 1) {
            leaf.column.unreadable = "is a list of lists";
        }
        m_leaves.push_back(std::move(leaf));
    }

    const std::vector<SchemaElement>& m_schema;
    std::vector<ParquetColumn>& m_leaves;
    std::size_t m_next = 0;
};

/// Checks the groups of rows against the file. The chunks of some old writers are longer than they
/// say, so their end is checked as they are read.
Result<void> checkGroups(const Footer& footer, std::size_t leaves, std::uint64_t fileSize) {
    std::uint64_t rows = 0;
    for (const ParquetGroup& group : footer.groups) {
        if (group.chunks.size() != leaves) {
            return damagedParquet("a row group has " + counted(group.chunks.size(), "column") +
                                  ", the schema " + groupedDigits(leaves));
        }
        for (const ParquetChunk& chunk : group.chunks) {
            if (!chunk.unreadable.empty() || chunk.values == 0) continue;
            if (chunk.offset < kMagicBytes || chunk.offset > fileSize ||
                chunk.size > fileSize - chunk.offset) {
                return damagedParquet("a column lies beyond the end of the file");
            }
        }
        rows += std::min<std::uint64_t>(group.rows, std::uint64_t{1} << 60);
        if (rows > (std::uint64_t{1} << 60)) return damagedParquet("it announces too many rows");
    }
    // Some writers leave the sum at 0.
    if (rows != footer.rows && footer.rows != 0) {
        return damagedParquet("it announces " + counted(footer.rows, "row") +
                              ", its row groups together " + groupedDigits(rows));
    }
    if (rows / kMostRowsPerByte > fileSize) {
        return damagedParquet("it announces " + counted(rows, "row") + ", which a file of " +
                              counted(fileSize, "byte") + " cannot hold");
    }
    return {};
}

Result<std::string> footerBytes(const RandomAccess& file) {
    const std::uint64_t size = file.size();
    if (size < kMagicBytes + kTailBytes) return damagedParquet("it ends before its footer");
    const auto tail = file.bytesAt(size - kTailBytes, kTailBytes);
    if (!tail) return tail.error();
    const std::string_view bytes = tail.value();
    if (bytes.size() < kTailBytes) return damagedParquet("it ends before its footer");
    const std::string_view magic = bytes.substr(4);
    if (magic == "PARE"sv) return encrypted();
    if (magic != "PAR1"sv) {
        return damagedParquet("it does not end with the mark PAR1; it may be cut short");
    }
    std::uint64_t length = 0;
    for (std::size_t i = 4; i-- > 0;)
        length = length << 8 | static_cast<unsigned char>(bytes[i]);
    if (length == 0 || length > size - kTailBytes - kMagicBytes) {
        return damagedParquet("its footer has " + counted(length, "byte") + ", the whole file " +
                              groupedDigits(size));
    }
    return file.bytesAt(size - kTailBytes - length, length);
}

void readDataFields(ThriftReader& thrift, std::int16_t id, ThriftType field, PageHeader& header) {
    switch (id) {
        case 1: header.values = size(thrift, field); return;
        case 2: header.encoding = static_cast<int>(size(thrift, field) & 0xFF); return;
        case 3: header.definitionEncoding = static_cast<int>(size(thrift, field) & 0xFF); return;
        case 4: header.repetitionEncoding = static_cast<int>(size(thrift, field) & 0xFF); return;
        default: thrift.skip(field);
    }
}

void readV2Fields(ThriftReader& thrift, std::int16_t id, ThriftType field, PageHeader& header) {
    switch (id) {
        case 1: header.values = size(thrift, field); return;
        case 4: header.encoding = static_cast<int>(size(thrift, field) & 0xFF); return;
        case 5: header.definitionBytes = size(thrift, field); return;
        case 6: header.repetitionBytes = size(thrift, field); return;
        case 7: header.isCompressed = thrift.boolean(field); return;
        default: thrift.skip(field);
    }
}

void readDictionaryFields(ThriftReader& thrift, std::int16_t id, ThriftType field,
                          PageHeader& header) {
    if (id == 1) {
        header.values = size(thrift, field);
    } else if (id == 2) {
        header.encoding = static_cast<int>(size(thrift, field) & 0xFF);
    } else {
        thrift.skip(field);
    }
}

}  // namespace

Result<ParquetMetadata> parquetMetadata(const RandomAccess& file) {
    const auto bytes = footerBytes(file);
    if (!bytes) return bytes.error();
    ThriftReader thrift(bytes.value());
    Footer footer = parsedFooter(thrift);
    if (footer.isEncrypted) return encrypted();
    if (thrift.failed()) return damagedParquet("its footer breaks the rules of its encoding");
    ParquetMetadata metadata;
    if (!ParquetSchemaWalk(footer.schema, metadata.columns).walk()) {
        return damagedParquet("its schema is not a tree of columns");
    }
    if (metadata.columns.empty()) {
        return noUsableRows("this Parquet file has no columns");
    }
    if (auto done = checkGroups(footer, metadata.columns.size(), file.size()); !done) {
        return done.error();
    }
    metadata.groups = std::move(footer.groups);
    for (const ParquetGroup& group : metadata.groups) {
        for (std::size_t c = 0; c < metadata.columns.size(); ++c) {
            std::string& unreadable = metadata.columns[c].column.unreadable;
            if (unreadable.empty()) unreadable = group.chunks[c].unreadable;
        }
    }
    return metadata;
}

std::optional<PageHeader> pageHeader(std::string_view bytes) {
    ThriftReader thrift(bytes);
    PageHeader header;
    bool hasSizes = false;
    std::int64_t pageType = -1;
    thrift.readStruct([&](std::int16_t id, ThriftType field) {
        const bool isStruct = field == ThriftType::Struct;
        if (id == 1) {
            pageType = thrift.integer(field);
        } else if (id == 2) {
            header.size = size(thrift, field);
        } else if (id == 3) {
            header.compressedSize = size(thrift, field);
            hasSizes = true;
        } else if (id == 4) {
            header.crc = static_cast<std::uint32_t>(thrift.integer(field));
        } else if (id == 5 && isStruct) {
            thrift.readStruct([&](std::int16_t inner, ThriftType type) {
                readDataFields(thrift, inner, type, header);
            });
        } else if (id == 7 && isStruct) {
            thrift.readStruct([&](std::int16_t inner, ThriftType type) {
                readDictionaryFields(thrift, inner, type, header);
            });
        } else if (id == 8 && isStruct) {
            thrift.readStruct([&](std::int16_t inner, ThriftType type) {
                readV2Fields(thrift, inner, type, header);
            });
        } else {
            thrift.skip(field);
        }
    });
    if (thrift.failed() || !hasSizes || pageType < 0 || pageType > 3) return std::nullopt;
    header.type = static_cast<PageType>(pageType);
    header.headerSize = thrift.position();
    return header;
}

}  // namespace diagonal
