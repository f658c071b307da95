// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/parquet/parquet_cells.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/base/text.h"
#include "core/reading/parquet/data_pages.h"

namespace diagonal {
namespace {

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

/// Reads the cells of a column chunk.
class ParquetCells : public CellReader {
public:
    ParquetCells(const RandomAccess& file, const ParquetColumn& column, const ParquetChunk& chunk,
                 BlockCodec codec, std::size_t rows)
        : m_column(column), m_pages(file, column, chunk, codec), m_rowsLeft(rows) {
        m_page.values.values = emptyValues(column);
    }

    Result<void> read(std::size_t rows, ColumnValues& out) override {
        if (auto done = claim(rows); !done) return done;
        // Keep the type of what a caller passes.
        if (out.values.index() != m_page.values.values.values.index()) {
            out.values = emptyValues(m_column).values;
        }
        if (m_column.column.isList) return readLists(rows, out);
        while (rows > 0) {
            if (auto done = needPage(); !done) return done;
            const std::size_t count = std::min(rows, m_page.entries - m_entry);
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
            const auto& texts =
                std::get<std::vector<std::string_view>>(m_page.values.values.values);
            for (; rows > 0 && m_entry < m_page.entries; ++m_entry, --rows) {
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
        if (m_rowsLeft > 0 || m_entry < m_page.entries || m_pages.hasMore()) {
            return malformed("it holds more values than rows");
        }
        return {};
    }

    Result<std::size_t> bytesAhead() override {
        if (m_entry < m_page.entries || !m_pages.hasMore()) return std::size_t{0};
        return m_pages.sizeOfNext();
    }

private:
    Result<void> claim(std::size_t rows) {
        if (rows > m_rowsLeft) return malformed("its pages end before its last row");
        m_rowsLeft -= rows;
        return {};
    }

    bool isValue(std::size_t entry) const {
        return m_page.definitions.empty() ||
               m_page.definitions[entry] == m_column.levels.definition;
    }

    /// Returns how many of the next `count` entries are values; appends the places of the others,
    /// counted from `first`, to `nulls`.
    std::size_t valuesIn(std::size_t count, std::size_t first, std::vector<std::size_t>& nulls) {
        if (m_page.definitions.empty()) return count;
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
            for (; m_entry + count < m_page.entries; ++count) {
                const std::size_t entry = m_entry + count;
                const std::uint32_t definition =
                    m_page.definitions.empty() ? levels.definition : m_page.definitions[entry];
                if (m_page.repetitions.empty() || m_page.repetitions[entry] == 0) {
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
        if (m_entry < m_page.entries)
            return !m_page.repetitions.empty() && m_page.repetitions[m_entry] > 0;
        return m_pages.hasMore();
    }

    /// Appends the items among the next `count` entries, of which `values` are not null. Outside of
    /// lists every entry is an item.
    void takeItems(std::size_t count, std::size_t values, ColumnValues& out) {
        const ParquetLevels& levels = m_column.levels;
        std::visit(
            [&](auto& to) {
                const auto& from =
                    std::get<std::remove_cvref_t<decltype(to)>>(m_page.values.values.values);
                auto next = from.begin() + static_cast<std::ptrdiff_t>(m_value);
                if (values == count) {
                    to.insert(to.end(), next, next + static_cast<std::ptrdiff_t>(count));
                    return;
                }
                for (std::size_t i = 0; i < count; ++i) {
                    const std::uint32_t definition = m_page.definitions[m_entry + i];
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

    /// Decodes the next page unless the current one has entries left.
    Result<void> needPage() {
        while (m_entry == m_page.entries) {
            if (auto done = m_pages.next(m_page); !done) return done;
            m_entry = m_value = 0;
        }
        return {};
    }

    const ParquetColumn& m_column;
    DataPages m_pages;
    std::size_t m_rowsLeft;  ///< not yet asked for
    DataPage m_page;
    std::size_t m_entry = 0;  ///< the next one of the page
    std::size_t m_value = 0;  ///< the next value among those of the page
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
