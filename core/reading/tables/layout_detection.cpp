// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/layout_detection.h"

#include <algorithm>
#include <set>

#include "core/base/text.h"
#include "core/reading/numbers/number_text.h"
#include "core/reading/roles/column_names.h"
#include "core/reading/roles/role_assignment.h"
#include "core/reading/tables/layouts/libsvm_layout.h"
#include "core/reading/tables/layouts/orange_layout.h"
#include "core/reading/tables/layouts/plain_layout.h"
#include "core/reading/tables/layouts/weka_layout.h"

namespace diagonal {
namespace {

bool isNumber(const std::string& cell, const CsvDialect& dialect) {
    const auto kind = numberIn(cell, dialect.decimalComma).kind;
    return kind == NumberText::Kind::Number || kind == NumberText::Kind::Percent;
}

/// Returns true if the first field is empty and whole numbers, all different, stand below, as in
/// the index that pandas writes in front of its columns.
bool hasIndex(const std::vector<TextRecord>& records) {
    std::set<std::int64_t> rows;
    if (records.size() < 2 || records.front().size() < 2 || !records.front().front().empty())
        return false;
    return std::all_of(records.begin() + 1, records.end(), [&](const TextRecord& record) {
        const auto row = parsedInteger(record.front());
        return row && rows.insert(*row).second;
    });
}

/// Returns true if the first record counts the columns from 0, behind an empty field or with
/// fractions below: 0,1,2 as pandas writes for columns without names.
bool countsColumns(const std::vector<TextRecord>& records, const CsvDialect& dialect) {
    const TextRecord& first = records.front();
    const std::size_t begin = first.front().empty() ? 1 : 0;
    if (records.size() < 2 || begin == first.size()) return false;
    for (std::size_t c = begin; c < first.size(); ++c) {
        if (first[c] != std::to_string(c - begin)) return false;
    }
    if (hasIndex(records)) return true;
    // A whole number among the values of a single column could be another value.
    const auto isFraction = [&](const TextRecord& record, std::size_t c) {
        if (c >= record.size()) return false;
        const std::string& text = record[c];
        return isNumber(text, dialect) && text.find_first_of(".,eE") != std::string::npos;
    };
    const auto holdsFractions = [&](const TextRecord& record) {
        for (std::size_t c = begin; c < first.size(); ++c) {
            if (!isFraction(record, c)) return false;
        }
        return true;
    };
    return std::all_of(records.begin() + 1, records.end(), holdsFractions);
}

}  // namespace

TableLayout detectedLayout(const std::vector<TextRecord>& records, const CsvDialect& dialect) {
    if (auto layout = wekaLayout(records)) return *layout;
    if (auto layout = libsvmLayout(records, dialect)) return *layout;
    if (auto layout = libsvmData(records, dialect)) return *layout;
    if (auto layout = orangeLayout(records)) return *layout;
    return plainLayout(records, dialect);
}

TableLayout arffLayout(const std::vector<std::string>& names, const std::vector<bool>& isNominal) {
    TableLayout layout;
    layout.format = "ARFF";
    layout.names = distinctNames(names);
    layout.headerRecords = 0;
    layout.shape = RecordShape(std::vector<FieldShape>(names.size()));
    for (std::size_t c = 0; c < names.size(); ++c) {
        if (isNominal[c] && !namesPredicted(names[c])) layout.label = c;
    }
    return layout;
}

bool firstIsHeader(const std::vector<TextRecord>& records, const CsvDialect& dialect) {
    const TextRecord& first = records.front();
    if (countsColumns(records, dialect)) return true;
    bool anyNumber = false;
    for (std::size_t c = 0; c < first.size(); ++c) {
        if (isNumber(first[c], dialect)) {
            anyNumber = true;
            continue;
        }
        if (records.size() < 2 || c >= records[1].size() || isMissing(first[c])) continue;
        if (isNumber(records[1][c], dialect)) return true;
        if (listItems(records[1][c]) && !listItems(first[c])) return true;
    }
    return !anyNumber && (records.size() == 1 || anyNameGivesRole(first));
}

}  // namespace diagonal
