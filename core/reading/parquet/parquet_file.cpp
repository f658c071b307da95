// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/parquet/parquet_file.h"

#include <utility>

#include "core/base/text.h"
#include "core/reading/parquet/parquet_cells.h"
#include "core/reading/parquet/parquet_metadata.h"

namespace diagonal {
namespace {

struct Part {
    std::unique_ptr<RandomAccess> bytes;
    ParquetMetadata metadata;
};

class ParquetFile : public ColumnarFile {
public:
    explicit ParquetFile(std::vector<Part> parts) : m_parts(std::move(parts)) {
        for (const ParquetColumn& column : m_parts.front().metadata.columns)
            m_columns.push_back(column.column);
        for (const Part& part : m_parts) {
            for (std::size_t c = 0; c < m_columns.size(); ++c) {
                const ColumnarColumn& here = part.metadata.columns[c].column;
                m_columns[c].isSingle = m_columns[c].isSingle && here.isSingle;
                m_columns[c].halfPrecision = m_columns[c].halfPrecision && here.halfPrecision;
            }
            for (const ParquetGroup& group : part.metadata.groups) {
                m_rows.push_back(group.rows);
                m_groups.emplace_back(&part, &group);
            }
        }
    }

    const std::vector<ColumnarColumn>& columns() const override { return m_columns; }
    std::span<const std::size_t> groups() const override { return m_rows; }
    Result<std::unique_ptr<CellReader>> cells(std::size_t column,
                                              std::size_t group) const override {
        const auto& [part, rows] = m_groups[group];
        auto made = parquetCells(*part->bytes, part->metadata.columns[column], rows->chunks[column],
                                 rows->rows);
        if (made) return made;
        Error error = made.error();
        error.key = m_columns[column].name;
        return error;
    }

private:
    std::vector<Part> m_parts;
    std::vector<ColumnarColumn> m_columns;
    std::vector<std::size_t> m_rows;
    std::vector<std::pair<const Part*, const ParquetGroup*>> m_groups;
};

/// Returns an error unless a part has the columns of the first.
Result<void> checkAlike(const ParquetMetadata& part, const ParquetMetadata& first,
                        std::size_t number) {
    const auto differs = [&](const std::string& how) {
        return malformed("part " + groupedDigits(number) + " has different columns: " + how);
    };
    if (part.columns.size() != first.columns.size()) {
        return differs(groupedDigits(part.columns.size()) + ", not " +
                       groupedDigits(first.columns.size()));
    }
    for (std::size_t c = 0; c < part.columns.size(); ++c) {
        const ColumnarColumn& a = part.columns[c].column;
        const ColumnarColumn& b = first.columns[c].column;
        if (a.name != b.name) return differs(quotedText(a.name) + ", not " + quotedText(b.name));
        const ParquetLevels& here = part.columns[c].levels;
        const ParquetLevels& there = first.columns[c].levels;
        if (a.isText != b.isText || a.isList != b.isList || a.format != b.format ||
            a.unreadable.empty() != b.unreadable.empty() || here.repetition != there.repetition) {
            return differs(quotedText(a.name) + " has a different type");
        }
    }
    return {};
}

}  // namespace

Result<std::unique_ptr<ColumnarFile>> openParquet(const std::vector<ByteSource*>& sources) {
    std::vector<Part> parts;
    for (ByteSource* source : sources) {
        auto bytes = allBytes(*source);
        if (!bytes) return bytes.error();
        auto metadata = parquetMetadata(*bytes.value());
        if (!metadata) return metadata.error();
        if (!parts.empty()) {
            auto done = checkAlike(metadata.value(), parts.front().metadata, parts.size() + 1);
            if (!done) return done.error();
        }
        parts.push_back({std::move(bytes).value(), std::move(metadata).value()});
    }
    return std::unique_ptr<ColumnarFile>(std::make_unique<ParquetFile>(std::move(parts)));
}

}  // namespace diagonal
