// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/csv_head.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "core/reading/csv_records.h"
#include "core/reading/number_text.h"

namespace diagonal {
namespace {

constexpr std::size_t kFirstSample = std::size_t{1} << 16;
constexpr std::size_t kLargestSample = std::size_t{1} << 25;
constexpr std::size_t kSampledRecords = 200;

using Record = std::vector<std::string>;

/// Enough of the head to see several records, however long they are.
Result<std::string> headSample(ByteSource& source, bool& complete) {
    for (std::size_t size = kFirstSample;; size *= 4) {
        auto head = source.peek(size);
        if (!head) return head.error();
        complete = head.value().size() < size;
        const auto ends = std::count_if(head.value().begin(), head.value().end(),
                                        [](char c) { return c == '\n' || c == '\r'; });
        if (complete || ends >= 4 || size >= kLargestSample) return std::string(head.value());
    }
}

Result<std::vector<Record>> sampledRecords(std::string_view sample, bool complete,
                                           const CsvDialect& dialect) {
    MemorySource source(sample);
    CsvRecords records(source, dialect);
    std::vector<Record> out;
    while (out.size() < kSampledRecords) {
        const auto more = records.next();
        if (!more && complete) return more.error();
        if (!more || !more.value()) break;
        out.emplace_back(records.fields().begin(), records.fields().end());
    }
    // The last record of a cut sample may itself be cut.
    if (!complete && out.size() > 1 && out.size() < kSampledRecords) out.pop_back();
    return out;
}

bool isNumber(const std::string& cell, const CsvDialect& dialect) {
    const auto kind = numberIn(cell, dialect.decimalComma).kind;
    return kind == NumberText::Kind::Number || kind == NumberText::Kind::Percent;
}

/// A first record is a header where it has words above numbers, or names that give roles.
bool firstIsHeader(const std::vector<Record>& records, const CsvDialect& dialect) {
    const Record& first = records.front();
    bool anyNumber = false;
    for (std::size_t c = 0; c < first.size(); ++c) {
        if (isNumber(first[c], dialect)) {
            anyNumber = true;
            continue;
        }
        const bool numberBelow =
            records.size() > 1 && c < records[1].size() && isNumber(records[1][c], dialect);
        if (numberBelow && !isMissing(first[c])) return true;
    }
    return !anyNumber && (records.size() == 1 || anyNameGivesRole(first));
}

std::vector<ColumnSample> columnSamples(const std::vector<Record>& records, bool hasHeader) {
    const std::size_t count = records.front().size();
    std::vector<ColumnSample> columns(count);
    std::unordered_map<std::string, std::size_t> seen;
    for (std::size_t c = 0; c < count; ++c) {
        std::string name = hasHeader ? records.front()[c] : std::to_string(c + 1);
        const std::size_t times = ++seen[name];
        columns[c].name = times == 1 ? name : name + "." + std::to_string(times - 1);
        for (std::size_t r = hasHeader ? 1 : 0; r < records.size(); ++r) {
            if (c < records[r].size()) columns[c].cells.push_back(records[r][c]);
        }
    }
    return columns;
}

}  // namespace

Result<CsvHead> csvHead(ByteSource& source) {
    bool complete = false;
    auto sample = headSample(source, complete);
    if (!sample) return sample.error();
    CsvHead head;
    head.dialect = detectedDialect(sample.value(), complete);
    auto records = sampledRecords(sample.value(), complete, head.dialect);
    if (!records) return records.error();
    if (records.value().empty()) {
        return Error{ErrorKind::Malformed, "the file holds no data, only blank lines"};
    }
    head.dialect.hasHeader = firstIsHeader(records.value(), head.dialect);
    if (head.dialect.hasHeader && records.value().size() == 1 && complete) {
        return Error{ErrorKind::NoUsableRows, "the file has a header and no rows"};
    }
    head.columns = columnSamples(records.value(), head.dialect.hasHeader);
    return head;
}

}  // namespace diagonal
