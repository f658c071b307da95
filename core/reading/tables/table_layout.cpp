// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/table_layout.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "core/base/text.h"
#include "core/reading/numbers/number_text.h"
#include "core/reading/roles/column_names.h"

namespace diagonal {
namespace {

using Kind = FieldShape::Kind;

/// Names made distinct: a name that occurred gets ".1", ".2"...
std::vector<std::string> distinct(std::vector<std::string> names) {
    std::unordered_set<std::string> taken(names.begin(), names.end());
    std::unordered_map<std::string, std::size_t> seen;
    for (std::string& name : names) {
        std::size_t& times = seen[name];
        const std::string plain = name;
        while (++times > 1 &&
               !taken.insert(name = plain + "." + std::to_string(times - 1)).second) {
        }
    }
    return names;
}

bool isNumber(const std::string& cell, const CsvDialect& dialect) {
    const auto kind = numberIn(cell, dialect.decimalComma).kind;
    return kind == NumberText::Kind::Number || kind == NumberText::Kind::Percent;
}

/// The place of a field of the first record that is called `name`.
std::optional<std::size_t> fieldNamed(const TextRecord& header, std::string_view name) {
    for (std::size_t f = 0; f < header.size(); ++f) {
        if (lowerCase(header[f]) == name) return f;
    }
    return std::nullopt;
}

/// Weka's CSV of predictions: inst#, actual, predicted, error and prediction or distribution.
std::optional<TableLayout> wekaLayout(const std::vector<TextRecord>& records) {
    const TextRecord& header = records.front();
    const auto actual = fieldNamed(header, "actual");
    const auto predicted = fieldNamed(header, "predicted");
    const auto distribution = fieldNamed(header, "distribution");
    const auto prediction = fieldNamed(header, "prediction");
    if (!actual || !predicted || (!distribution && !prediction) || records.size() < 2) {
        return std::nullopt;
    }
    const std::size_t count = records[1].size();
    if (std::max({*actual, *predicted, prediction.value_or(0), distribution.value_or(0)}) >=
            count ||
        !numberedClass(records[1][*predicted])) {
        return std::nullopt;
    }
    std::vector<std::string> classes;
    std::vector<FieldShape> fields(count);
    std::size_t distributed = 0;
    if (distribution) {
        // Only the first column of a distribution has a name in the header.
        for (std::size_t f = *distribution; f < count; ++f) {
            if (f > *distribution && f < header.size() && !header[f].empty()) break;
            fields[f].kind = Kind::Starred;
            classes.push_back(std::to_string(++distributed));
        }
    }
    fields[*actual].kind = fields[*predicted].kind = Kind::Numbered;
    for (std::size_t r = 1; r < records.size(); ++r) {
        for (const std::size_t f : {*actual, *predicted}) {
            const auto numbered =
                f < records[r].size() ? numberedClass(records[r][f]) : std::nullopt;
            if (!numbered || numbered->number > distributed || isMissing(numbered->name)) continue;
            classes[numbered->number - 1] = std::string(numbered->name);
        }
    }
    TableLayout layout;
    layout.format = "Weka's predictions";
    for (std::size_t f = 0; f < count; ++f) {
        const bool isClass = distribution && fields[f].kind == Kind::Starred;
        layout.names.push_back(isClass             ? "distribution_" + classes[f - *distribution]
                               : f < header.size() ? header[f]
                                                   : "");
    }
    layout.names = distinct(layout.names);
    if (prediction) layout.names[*prediction] = "confidence";
    layout.label = actual;
    layout.shape = RecordShape(std::move(fields), std::move(classes));
    return layout;
}

/// svm-predict -b 1: "labels 1 -1", then the predicted label and a probability per label.
std::optional<TableLayout> libsvmLayout(const std::vector<TextRecord>& records,
                                        const CsvDialect& dialect) {
    const TextRecord& header = records.front();
    if (dialect.delimiter != ' ' || header.front() != "labels" || header.size() < 3 ||
        records.size() < 2 || records[1].size() != header.size()) {
        return std::nullopt;
    }
    TableLayout layout;
    layout.format = "libsvm's predictions";
    layout.names.push_back("predicted");
    for (std::size_t f = 1; f < header.size(); ++f)
        layout.names.push_back("prob_" + header[f]);
    layout.names = distinct(layout.names);
    layout.shape = RecordShape(std::vector<FieldShape>(header.size()));
    return layout;
}

/// libsvm's own data, "1 1:0.5 3:0.25": only the label in front matters here.
std::optional<TableLayout> libsvmData(const std::vector<TextRecord>& records,
                                      const CsvDialect& dialect) {
    const TextRecord& first = records.front();
    if (dialect.delimiter != ' ' || first.size() < 2 || !parsedDouble(first.front())) {
        return std::nullopt;
    }
    const bool pairs = std::all_of(first.begin() + 1, first.end(), [](const std::string& field) {
        const auto pair = numberedClass(field);
        return pair && parsedDouble(pair->name);
    });
    if (!pairs) return std::nullopt;
    TableLayout layout;
    layout.format = "libsvm data";
    layout.names = {"label"};
    layout.headerRecords = 0;
    layout.shape = RecordShape::firstOf(1);
    return layout;
}

bool isOrangeType(const std::string& cell) {
    constexpr auto types = std::to_array<std::string_view>(
        {"continuous", "discrete", "string", "time", "c", "d", "s", "t", "m"});
    const bool values = cell.find(' ') != std::string::npos;
    return values || std::ranges::find(types, lowerCase(cell)) != types.end();
}

bool isOrangeFlag(const std::string& cell) {
    constexpr auto flags =
        std::to_array<std::string_view>({"", "class", "meta", "i", "ignore", "weight", "basket"});
    const std::string word = lowerCase(cell.substr(0, cell.find(' ')));
    return std::ranges::find(flags, word) != flags.end() || cell.find('=') != std::string::npos;
}

/// Orange's older header: names, types, and flags such as "class".
std::optional<TableLayout> orangeLayout(const std::vector<TextRecord>& records) {
    if (records.size() < 3 || records[2].size() != records[0].size()) return std::nullopt;
    if (!std::ranges::all_of(records[1], isOrangeType)) return std::nullopt;
    if (!std::ranges::all_of(records[2], isOrangeFlag)) return std::nullopt;
    TableLayout layout;
    layout.format = "Orange table";
    layout.names = distinct(records[0]);
    layout.headerRecords = 3;
    layout.label = fieldNamed(records[2], "class");
    layout.shape = RecordShape(std::vector<FieldShape>(records[0].size()));
    return layout;
}

/// What stands before "#" in Orange's newer header: "mS#name", "cD#iris".
std::optional<std::string_view> orangePrefix(std::string_view name) {
    const auto hash = name.find('#');
    if (hash == std::string_view::npos || hash == 0 || hash > 2) return std::nullopt;
    const std::string_view prefix = name.substr(0, hash);
    const bool known = prefix.find_first_not_of("mciwCDST") == std::string_view::npos;
    return known ? std::optional(prefix) : std::nullopt;
}

void dropOrangePrefixes(TableLayout& layout) {
    const bool any = std::ranges::any_of(
        layout.names, [](const std::string& name) { return orangePrefix(name).has_value(); });
    if (!any) return;
    layout.format = "Orange table";
    for (std::size_t c = 0; c < layout.names.size(); ++c) {
        const auto prefix = orangePrefix(layout.names[c]);
        if (!prefix) continue;
        if (prefix->starts_with('c')) layout.label = c;
        layout.names[c].erase(0, prefix->size() + 1);
    }
    layout.names = distinct(layout.names);
}

/// The number of items of the lists in a field; 1 where it holds no lists.
FieldShape fieldShape(const std::vector<TextRecord>& records, std::size_t first,
                      std::size_t field) {
    std::optional<std::size_t> width;
    bool equal = true;
    bool numbers = true;
    for (std::size_t r = first; r < records.size(); ++r) {
        if (field >= records[r].size() || isMissing(records[r][field])) continue;
        const auto items = listItems(records[r][field]);
        if (!items) return {};
        if (!width) width = items->size();
        equal = equal && items->size() == *width;
        numbers = numbers && std::ranges::all_of(*items, [](std::string_view item) {
                      return item == "..." || parsedDouble(item).has_value();
                  });
    }
    // Words in brackets may be a sentence; numbers are a list, the odd record an error.
    if (!width || *width < 2 || (!equal && !numbers)) return {};
    return {Kind::List, *width};
}

TableLayout plainLayout(const std::vector<TextRecord>& records, const CsvDialect& dialect) {
    TableLayout layout;
    layout.headerRecords = dialect.hasHeader ? 1 : 0;
    TextRecord header = records.front();
    // R's write.table gives the names of rows no name of their own.
    const bool rowNames = dialect.hasHeader && records.size() > 1 &&
                          records[1].size() == header.size() + 1 && !records[1].back().empty();
    if (rowNames) header.insert(header.begin(), "");
    const std::size_t count = header.size();
    std::vector<FieldShape> fields(count);
    for (std::size_t f = 0; f < count; ++f) {
        const std::string name = dialect.hasHeader ? header[f] : std::to_string(f + 1);
        fields[f] = fieldShape(records, layout.headerRecords, f);
        if (fields[f].kind != Kind::List) {
            layout.names.push_back(name);
            continue;
        }
        for (std::size_t k = 0; k < fields[f].width; ++k)
            layout.names.push_back(scoreFamily(name) + "_" + std::to_string(k));
    }
    layout.names = distinct(std::move(layout.names));
    layout.shape = RecordShape(std::move(fields));
    if (dialect.hasHeader) dropOrangePrefixes(layout);
    return layout;
}

}  // namespace

TableLayout detectedLayout(const std::vector<TextRecord>& records, const CsvDialect& dialect) {
    if (auto layout = wekaLayout(records)) return *layout;
    if (auto layout = libsvmLayout(records, dialect)) return *layout;
    if (auto layout = libsvmData(records, dialect)) return *layout;
    if (auto layout = orangeLayout(records)) return *layout;
    return plainLayout(records, dialect);
}

bool isLateComment(std::span<const std::string_view> fields, std::size_t count) {
    if (fields.size() == count || fields.empty() || !fields.front().starts_with('#')) return false;
    return fields.size() == 1 || fields.front() == "#";
}

TableLayout arffLayout(const std::vector<std::string>& names, const std::vector<bool>& isNominal) {
    TableLayout layout;
    layout.format = "ARFF";
    layout.names = distinct(names);
    layout.headerRecords = 0;
    layout.shape = RecordShape(std::vector<FieldShape>(names.size()));
    for (std::size_t c = 0; c < names.size(); ++c) {
        if (isNominal[c] && !namesPredicted(names[c])) layout.label = c;
    }
    return layout;
}

bool firstIsHeader(const std::vector<TextRecord>& records, const CsvDialect& dialect) {
    const TextRecord& first = records.front();
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
