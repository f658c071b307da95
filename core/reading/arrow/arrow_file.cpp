// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrow/arrow_file.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <type_traits>
#include <utility>

#include "core/base/text.h"
#include "core/reading/arrow/arrow_arrays.h"

namespace diagonal {
namespace {

/// Types of messages.
enum MessageKind : std::uint8_t { kSchema = 1, kDictionaryBatch = 2, kRecordBatch = 3 };

constexpr std::size_t kBlockRoom = 8;  ///< messages and buffers begin at multiples of it
constexpr std::size_t kLargestMetadata = std::size_t{1} << 28;

/// Passes on the values of one column in one record batch.
class ArrowCells : public CellReader {
public:
    ArrowCells(const RandomAccess& file, const std::vector<ArrowBatch>& batches,
               const ArrowBatch& batch, const ArrowColumn& column)
        : m_decoder(file, batches, batch), m_column(column), m_rows(batch.rows) {}

    Result<void> read(std::size_t rows, ColumnValues& out) override {
        if (auto done = prepare(rows); !done) return done;
        std::size_t begin = m_row;
        std::size_t end = m_row + rows;
        if (m_column.column.isList) {
            begin = m_item;
            for (std::size_t row = m_row; row < m_row + rows; ++row) {
                out.sizes.push_back(m_sizes[row]);
                m_item += static_cast<std::size_t>(std::max<std::int64_t>(m_sizes[row], 0));
            }
            end = m_item;
        }
        const std::size_t first = out.size();
        std::visit(
            [&](const auto& values) {
                using Values = std::remove_cvref_t<decltype(values)>;
                if (!std::holds_alternative<Values>(out.values)) out.values = Values();
                auto& to = std::get<Values>(out.values);
                to.insert(to.end(), values.begin() + static_cast<std::ptrdiff_t>(begin),
                          values.begin() + static_cast<std::ptrdiff_t>(end));
            },
            m_decoded.values.values);
        const auto& nulls = m_decoded.values.nulls;
        for (auto null = std::ranges::lower_bound(nulls, begin); null != nulls.end() && *null < end;
             ++null)
            out.nulls.push_back(first + *null - begin);
        m_row += rows;
        return {};
    }

    Result<void> readTexts(std::size_t rows, const TextTaker& take) override {
        if (auto done = prepare(rows); !done) return done;
        const auto* texts = std::get_if<std::vector<std::string_view>>(&m_decoded.values.values);
        auto null = std::ranges::lower_bound(m_decoded.values.nulls, m_row);
        for (std::size_t end = m_row + rows; m_row < end; ++m_row) {
            const bool isNull = null != m_decoded.values.nulls.end() && *null == m_row;
            if (isNull) ++null;
            if (isNull || !texts) {
                take(std::nullopt);
            } else {
                take((*texts)[m_row]);
            }
        }
        return {};
    }

    Result<void> finish() override { return {}; }
    Result<std::size_t> bytesAhead() override { return std::size_t{0}; }

private:
    /// Decodes all values at the first call.
    Result<void> prepare(std::size_t rows) {
        if (rows > m_rows - m_row) return damagedArrow("a record batch ends before its last row");
        if (std::exchange(m_isDecoded, true)) return {};
        const ArrowArray& array = m_column.array;
        if (m_decoder.lengthOf(array.place) != m_rows) {
            return damagedArrow("a column differs in length from its record batch");
        }
        if (m_column.column.isList) return decodeLists(array);
        if (auto done = m_decoder.decode(array, m_rows, m_decoded); !done) return done;
        for (const ArrowPlace& place : m_column.structs) {
            auto done = m_decoder.addNulls(place, m_rows, 0, m_decoded);
            if (!done) return done;
        }
        return {};
    }

    Result<void> decodeLists(const ArrowArray& array) {
        const ArrowArray& items = array.values.front();
        const std::size_t length = m_decoder.lengthOf(items.place);
        DecodedArray bitmap;
        bitmap.values.values = std::vector<std::int64_t>();
        if (auto done = m_decoder.addNulls(array.place, m_rows, 0, bitmap); !done) {
            return done;
        }
        std::vector<std::uint64_t> bounds;
        if (array.type == ArrowType::FixedSizeList) {
            if (array.listSize != 0 && length / array.listSize < m_rows) {
                return damagedArrow("a list ends before its last row");
            }
            for (std::size_t row = 0; row <= m_rows; ++row)
                bounds.push_back(row * array.listSize);
        } else {
            auto made = m_decoder.bounds(array, m_rows, length, m_decoded);
            if (!made) return made.error();
            bounds = std::move(made).value();
        }
        DecodedArray all;
        if (auto done = m_decoder.decode(items, length, all); !done) return done;
        return keepListed(bounds, bitmap.values.nulls, all);
    }

    /// Keeps the items of lists that are not null, in their order.
    Result<void> keepListed(const std::vector<std::uint64_t>& bounds,
                            const std::vector<std::size_t>& nulls, DecodedArray& all) {
        std::visit(
            [&](const auto& values) {
                using Values = std::remove_cvref_t<decltype(values)>;
                Values kept;
                for (std::size_t row = 0; row < m_rows; ++row) {
                    const bool isNull = std::ranges::binary_search(nulls, row);
                    m_sizes.push_back(
                        isNull ? -1 : static_cast<std::int64_t>(bounds[row + 1] - bounds[row]));
                    for (std::uint64_t i = bounds[row]; !isNull && i < bounds[row + 1]; ++i) {
                        if (std::ranges::binary_search(all.values.nulls, i)) {
                            m_decoded.values.nulls.push_back(kept.size());
                        }
                        kept.push_back(values[i]);
                    }
                }
                m_decoded.values.values = std::move(kept);
            },
            all.values.values);
        m_decoded.bytes = std::move(all.bytes);
        return {};
    }

    ArrayDecoder m_decoder;
    const ArrowColumn& m_column;
    std::size_t m_rows;
    bool m_isDecoded = false;
    DecodedArray m_decoded;
    std::vector<std::int64_t> m_sizes;  ///< of lists
    std::size_t m_row = 0;
    std::size_t m_item = 0;
};

class ArrowFile : public ColumnarFile {
public:
    /// Reads all messages. Errors: as openArrow().
    static Result<std::unique_ptr<ColumnarFile>> open(std::unique_ptr<RandomAccess> bytes) {
        auto file = std::make_unique<ArrowFile>();
        file->m_bytes = std::move(bytes);
        if (auto done = file->readMessages(); !done) return done.error();
        if (file->m_columns.empty()) {
            return noUsableRows("this Arrow file has no columns");
        }
        return std::unique_ptr<ColumnarFile>(std::move(file));
    }

    const std::vector<ColumnarColumn>& columns() const override { return m_columns; }
    std::span<const std::size_t> groups() const override { return m_rows; }
    Result<std::unique_ptr<CellReader>> cells(std::size_t column,
                                              std::size_t group) const override {
        return std::unique_ptr<CellReader>(std::make_unique<ArrowCells>(
            *m_bytes, m_batches, m_batches[m_groups[group]], m_arrays[column]));
    }

private:
    /// Reads the messages, which follow each other in files and in streams alike.
    Result<void> readMessages() {
        constexpr std::string_view magic = "ARROW1";
        const auto head = m_bytes->bytesAt(0, kBlockRoom);
        if (!head) return head.error();
        const bool isFile = head.value().starts_with(magic);
        if (isFile) {
            if (auto done = readFooter(); !done) return done;
        }
        std::uint64_t at = isFile ? kBlockRoom : 0;
        std::map<std::int64_t, std::vector<std::size_t>> dictionaries;
        while (at < m_bytes->size()) {
            const auto prefix = m_bytes->bytesAt(at, kBlockRoom);
            if (!prefix) return prefix.error();
            if (prefix.value().size() < kBlockRoom) break;
            std::uint32_t words[2];
            std::memcpy(words, prefix.value().data(), sizeof words);
            constexpr std::uint32_t continuation = 0xFFFFFFFF;
            if (words[0] != continuation)
                return damagedArrow("a message does not begin as it should");
            if (words[1] == 0) return checkRows();
            if (words[1] > kLargestMetadata || words[1] > m_bytes->size() - at - kBlockRoom) {
                return damagedArrow("it ends within a message");
            }
            auto metadata = m_bytes->bytesAt(at + kBlockRoom, words[1]);
            if (!metadata) return metadata.error();
            ArrowBatch batch;
            batch.metadata = std::move(metadata).value();
            batch.body = at + kBlockRoom + words[1];
            const FlatTable message = FlatTable::rootOf(batch.metadata);
            batch.bodySize = static_cast<std::uint64_t>(message.number<std::int64_t>(3));
            if (batch.bodySize > m_bytes->size() - batch.body) {
                return damagedArrow("it ends within a record batch");
            }
            at = batch.body + batch.bodySize;
            if (auto done = take(std::move(batch), dictionaries); !done) return done;
        }
        return checkRows();
    }

    /// Reads the schema at the end of a file, which not every writer puts at its beginning, too.
    Result<void> readFooter() {
        constexpr std::size_t tailBytes = 10;  // length of the footer and the mark ARROW1
        const std::uint64_t size = m_bytes->size();
        const auto tail =
            m_bytes->bytesAt(size - std::min<std::uint64_t>(size, tailBytes), tailBytes);
        if (!tail) return tail.error();
        if (!tail.value().ends_with("ARROW1") || tail.value().size() < tailBytes) {
            return damagedArrow("it does not end with the mark ARROW1; it may be cut short");
        }
        std::uint32_t length = 0;
        std::memcpy(&length, tail.value().data(), sizeof length);
        if (length > size - tailBytes) return damagedArrow("its footer is longer than the file");
        const auto footer = m_bytes->bytesAt(size - tailBytes - length, length);
        if (!footer) return footer.error();
        return takeSchema(FlatTable::rootOf(footer.value()).table(1));
    }

    Result<void> takeSchema(const FlatTable& schema) {
        if (schema.number<std::int16_t>(0) != 0) {
            return unsupported(
                "this Arrow file was written by a big-endian machine. Save it as CSV "
                "there");
        }
        m_arrays = arrowColumns(schema);
        for (const ArrowColumn& column : m_arrays)
            m_columns.push_back(column.column);
        return {};
    }

    Result<void> take(ArrowBatch batch,
                      std::map<std::int64_t, std::vector<std::size_t>>& dictionaries) {
        const FlatTable message = FlatTable::rootOf(batch.metadata);
        const FlatTable header = message.table(2);
        const auto kind = message.number<std::uint8_t>(1);
        if (kind == kSchema) return m_columns.empty() ? takeSchema(header) : Result<void>();
        if (kind == kDictionaryBatch) {
            batch.isInDictionary = true;
            auto& ofId = dictionaries[header.number<std::int64_t>(0)];
            const bool isDelta = header.number<std::uint8_t>(2) != 0;
            if (!isDelta) ofId.clear();
            ofId.push_back(m_batches.size());
        } else if (kind == kRecordBatch) {
            const auto rows = header.number<std::int64_t>(0);
            if (rows < 0 || m_columns.empty()) return damagedArrow("a record batch has no rows");
            batch.rows = static_cast<std::size_t>(rows);
            batch.dictionaries = dictionaries;
            m_groups.push_back(m_batches.size());
            m_rows.push_back(batch.rows);
        } else {
            return {};
        }
        m_batches.push_back(std::move(batch));
        return {};
    }

    Result<void> checkRows() const {
        std::uint64_t rows = 0;
        for (const std::size_t some : m_rows)
            rows += std::min<std::uint64_t>(some, std::uint64_t{1} << 40);
        if (rows / kMostRowsPerByte <= m_bytes->size()) return {};
        return damagedArrow("it announces " + counted(rows, "row") + ", which a file of " +
                            counted(m_bytes->size(), "byte") + " cannot hold");
    }

    std::unique_ptr<RandomAccess> m_bytes;
    std::vector<ArrowColumn> m_arrays;
    std::vector<ColumnarColumn> m_columns;
    std::vector<ArrowBatch> m_batches;
    std::vector<std::size_t> m_groups;  ///< indices of record batches
    std::vector<std::size_t> m_rows;    ///< of each of those
};

}  // namespace

Result<std::unique_ptr<ColumnarFile>> openArrow(ByteSource& source) {
    auto bytes = allBytes(source);
    if (!bytes) return bytes.error();
    return ArrowFile::open(std::move(bytes).value());
}

}  // namespace diagonal
