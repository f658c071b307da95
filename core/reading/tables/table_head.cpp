// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/table_head.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/reading/roles/column_names.h"
#include "core/reading/tables/arff_header.h"
#include "core/reading/tables/csv_records.h"
#include "core/reading/tables/layout_detection.h"

namespace diagonal {
namespace {

constexpr std::size_t kFirstSample = std::size_t{1} << 16;
constexpr std::size_t kLargestSample = std::size_t{1} << 25;
struct HeadSample {
    std::string text;
    bool complete = false;  ///< whether it is the whole text
};

/// Returns enough of the head to contain several records, however long they are.
Result<HeadSample> headSample(ByteSource& source, std::size_t least = kFirstSample) {
    for (std::size_t size = least;; size *= 4) {
        auto head = source.peek(size);
        if (!head) return head.error();
        const bool complete = head.value().size() < size;
        const auto ends = std::count_if(head.value().begin(), head.value().end(),
                                        [](char c) { return c == '\n' || c == '\r'; });
        if (complete || ends >= 4 || size >= kLargestSample) {
            return HeadSample{std::string(head.value()), complete};
        }
    }
}

Result<std::vector<TextRecord>> sampledRecords(const HeadSample& sample,
                                               const CsvDialect& dialect) {
    MemorySource source(sample.text);
    CsvRecords records(source, dialect);
    std::vector<TextRecord> out;
    while (out.size() < kSampledRecords) {
        const auto more = records.next();
        if (!more && sample.complete) return more.error();
        if (!more || !more.value()) break;
        out.emplace_back(records.fields().begin(), records.fields().end());
    }
    // The last record of a truncated sample may itself be truncated.
    if (!sample.complete && out.size() > 1 && out.size() < kSampledRecords) out.pop_back();
    if (out.empty()) {
        return malformed("the file holds no data, only blank lines");
    }
    return out;
}

/// Returns the columns of a layout with the cells of the records below the header. Records with a
/// different number of fields are left to the reader, which refuses them with their line.
std::vector<ColumnSample> columnSamples(const std::vector<TextRecord>& records,
                                        const TableLayout& layout) {
    std::vector<ColumnSample> columns(layout.names.size());
    for (std::size_t c = 0; c < columns.size(); ++c)
        columns[c].name = layout.names[c];
    if (layout.label) columns[*layout.label].declared = ColumnRole::Label;
    std::vector<std::string_view> cells;
    for (std::size_t r = layout.headerRecords; r < records.size(); ++r) {
        const std::vector<std::string_view> fields(records[r].begin(), records[r].end());
        const std::size_t count = layout.shape.fieldCount();
        if (fields.size() < count || isLateComment(fields, count)) continue;
        if (!layout.shape.apply(std::span(fields).first(count), cells)) continue;
        for (std::size_t c = 0; c < columns.size(); ++c)
            columns[c].cells.emplace_back(cells[c]);
    }
    return columns;
}

/// Returns the column names if the last comment above the first row holds them, as in the header of
/// numpy.savetxt; otherwise empty.
TextRecord commentedHeader(std::string_view text, const CsvDialect& dialect, std::size_t fields) {
    std::string_view last;
    for (std::size_t begin = 0; begin < text.size() && dialect.comment != '\0';) {
        const auto end = std::min(text.find_first_of("\r\n", begin), text.size());
        const std::string_view line = trimmed(text.substr(begin, end - begin));
        if (!line.empty() && line.front() != dialect.comment) break;
        if (!line.empty()) last = line;
        begin = end + 1;
    }
    last.remove_prefix(std::min(last.find_first_not_of("#%/ "), last.size()));
    CsvDialect plain = dialect;
    plain.comment = '\0';
    plain.skippedLines = 0;
    MemorySource source(last);
    CsvRecords records(source, plain);
    const auto one = records.next();
    if (!one || !one.value() || records.fields().size() != fields) return {};
    TextRecord names(records.fields().begin(), records.fields().end());
    return anyNameGivesRole(names) ? names : TextRecord{};
}

TableHead headOf(const std::vector<TextRecord>& records, const CsvDialect& dialect,
                 const TableLayout& layout) {
    TableHead head{layout.format, dialect, layout.shape, columnSamples(records, layout)};
    head.dialect.headerRecords = layout.headerRecords;
    return head;
}

Result<TableHead> arffHead(ByteSource& source, HeadSample sample) {
    for (;;) {
        auto header = arffHeader(sample.text);
        if (!header) return header.error();
        if (!header.value() && !sample.complete && sample.text.size() < kLargestSample) {
            auto more = headSample(source, sample.text.size() * 4);
            if (!more) return more.error();
            sample = std::move(more).value();
            continue;
        }
        if (!header.value()) {
            return malformed("this ARFF file has no @data line, and no rows");
        }
        CsvDialect dialect;
        dialect.comment = '%';
        dialect.quote = header.value()->quote;
        dialect.escape = '\\';
        dialect.skippedLines = header.value()->lines;
        auto records = sampledRecords(sample, dialect);
        if (!records) {
            return noUsableRows("the ARFF file has no rows below @data");
        }
        if (records.value().front().front().starts_with('{')) {
            return unsupported(
                "the rows of this ARFF file are sparse, {index value, ...}. Make them "
                "dense in Weka: filters, unsupervised, instance, SparseToNonSparse",
                dialect.skippedLines + 1);
        }
        const auto layout = arffLayout(header.value()->names, header.value()->isNominal);
        return headOf(records.value(), dialect, layout);
    }
}

}  // namespace

Result<TableHead> tableHead(ByteSource& source, const DialectChoice& choice) {
    auto sample = headSample(source);
    if (!sample) return sample.error();
    if (beginsArff(sample.value().text)) return arffHead(source, std::move(sample).value());
    CsvDialect dialect = detectedDialect(sample.value().text, sample.value().complete, choice);
    auto records = sampledRecords(sample.value(), dialect);
    if (!records) return records.error();
    dialect.hasHeader = choice.hasHeader.value_or(firstIsHeader(records.value(), dialect));
    auto commented = dialect.hasHeader ? TextRecord{}
                                       : commentedHeader(sample.value().text, dialect,
                                                         records.value().front().size());
    const bool isCommented = !commented.empty() && !choice.hasHeader;
    if (isCommented) {
        records.value().insert(records.value().begin(), std::move(commented));
        dialect.hasHeader = true;
    }
    const TableLayout layout = detectedLayout(records.value(), dialect);
    if (layout.headerRecords > 0 && records.value().size() <= layout.headerRecords &&
        sample.value().complete) {
        return noUsableRows("the file has a header but no rows");
    }
    dialect.hasHeader = layout.headerRecords > 0;
    TableHead head = headOf(records.value(), dialect, layout);
    if (isCommented) --head.dialect.headerRecords;
    return head;
}

}  // namespace diagonal
