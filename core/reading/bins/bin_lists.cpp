// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bins/bin_lists.h"

#include <algorithm>
#include <set>
#include <simdjson.h>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/reading/bins/bin_edges.h"
#include "core/reading/bins/met_tables.h"
#include "core/reading/json/json_record.h"
#include "core/reading/json/json_text.h"
#include "core/reading/numbers/number_text.h"

namespace diagonal {
namespace {

namespace dom = simdjson::dom;

constexpr int kDeepestBins = 8;
constexpr std::size_t kNamingRecords = 20;  ///< have all columns of a table, some may be empty

std::string textOf(dom::element value) {
    const std::string text = plainText(value).value_or("");
    return isMissing(text) ? "" : text;
}

/// Adds a record to a table, whose columns become more if it has other fields.
void addRecord(dom::object record, std::size_t line, BinTexts& table) {
    std::vector<std::string> row(table.names.size());
    for (const auto field : record) {
        if (!plainText(field.value)) continue;
        const std::string name(field.key);
        const auto known = std::ranges::find(table.names, name);
        const auto place = static_cast<std::size_t>(known - table.names.begin());
        if (known == table.names.end()) table.names.push_back(name);
        row.resize(table.names.size());
        row[place] = textOf(field.value);
    }
    table.rows.push_back(std::move(row));
    table.lines.push_back(line);
}

/// False if the first records show that they are not bins.
bool mayBeBins(const BinTexts& table) {
    return table.rows.size() != kNamingRecords || areMetColumns(table.names) ||
           binColumnsIn(table.names);
}

/// Fills the rows of records that lack the last fields.
BinTexts completed(BinTexts table) {
    for (auto& row : table.rows)
        row.resize(table.names.size());
    return table;
}

std::optional<BinTexts> tableOfRecords(dom::array items) {
    BinTexts table;
    for (const dom::element item : items) {
        dom::object record;
        if (item.get(record) != simdjson::SUCCESS) return std::nullopt;
        addRecord(record, 0, table);
        if (!mayBeBins(table)) return std::nullopt;
    }
    table = completed(std::move(table));
    return isBinTable(table) ? std::optional(std::move(table)) : std::nullopt;
}

/// Reads {"bin_0": {fields}, ...} or {"0.0-0.1": {fields}, ...}.
std::optional<BinTexts> tableOfNamedBins(dom::object bins) {
    BinTexts table{{"bin"}, {}, {}};
    for (const auto field : bins) {
        const std::string key = lowerCase(field.key);
        const bool isBin = key.starts_with("bin") || key.starts_with("bucket") || intervalIn(key);
        dom::object record;
        if (!isBin || field.value.get(record) != simdjson::SUCCESS) return std::nullopt;
        addRecord(record, 0, table);
        table.rows.back().front() = key;
    }
    table = completed(std::move(table));
    return isBinTable(table) ? std::optional(std::move(table)) : std::nullopt;
}

/// Reads parallel lists: {"accuracy": [...], "count": [...]}. A list of edges is one longer and
/// becomes two columns.
std::optional<BinTexts> tableOfLists(dom::object object) {
    std::vector<std::pair<std::string, std::vector<std::string>>> lists;
    for (const auto field : object) {
        dom::array list;
        if (field.value.get(list) != simdjson::SUCCESS || list.size() == 0) continue;
        std::vector<std::string> texts;
        for (const dom::element item : list) {
            if (item.is_array() || item.is_object()) break;
            texts.push_back(textOf(item));
        }
        if (texts.size() == list.size()) lists.emplace_back(std::string(field.key), texts);
    }
    return tableOfColumns(std::move(lists));
}

/// Reads {"columns": [names], "data": [[values]...]}.
std::optional<BinTexts> tableOfSplit(dom::object object) {
    dom::array names, data;
    if (object["columns"].get(names) != simdjson::SUCCESS ||
        object["data"].get(data) != simdjson::SUCCESS)
        return std::nullopt;
    BinTexts table;
    for (const dom::element name : names)
        table.names.push_back(textOf(name));
    for (const dom::element item : data) {
        dom::array values;
        if (item.get(values) != simdjson::SUCCESS || values.size() != names.size())
            return std::nullopt;
        std::vector<std::string>& row = table.rows.emplace_back();
        for (const dom::element value : values)
            row.push_back(textOf(value));
        table.lines.push_back(0);
    }
    return isBinTable(table) ? std::optional(std::move(table)) : std::nullopt;
}

/// Reads a value that is a table of bins itself.
std::optional<BinTexts> tableOfValue(dom::element value) {
    if (value.is_array()) return tableOfRecords(dom::array(value));
    if (!value.is_object()) return std::nullopt;
    const dom::object object(value);
    if (auto table = tableOfSplit(object)) return table;
    if (auto table = tableOfLists(object)) return table;
    return tableOfNamedBins(object);
}

struct FoundTable {
    std::string name;  ///< of its model: where it was found
    BinTexts table;
};

/// What the objects around a value tell of it.
struct Surroundings {
    std::string name;        ///< of its model, else its keys
    bool isNamed = false;    ///< an object gives the name
    bool isOfClass = false;  ///< in the view of a class
};

/// Finds all tables in a value. `holdsRows` becomes true if it holds labels, too.
void findTables(dom::element value, const Surroundings& around, int depth,
                std::vector<FoundTable>& found, bool& holdsRows) {
    if (depth > kDeepestBins) return;
    if (auto table = tableOfValue(value)) {
        // Within a document, the accuracies of classes or of groups are no bins.
        const auto columns = binColumnsIn(table->names);
        const bool areOthers = depth > 0 && columns && columns->evidence == BinEvidence::Shares;
        if (areOthers) return;
        // The program's own report calls the outcome accuracy in every view.
        if (around.isOfClass)
            std::ranges::replace(table->names, std::string("accuracy"),
                                 std::string("observed_frequency"));
        found.push_back({around.name, std::move(*table)});
        return;
    }
    if (value.is_array()) {
        std::size_t number = 0;
        for (const dom::element item : dom::array(value)) {
            ++number;
            if (!item.is_object() && !item.is_array()) return;
            Surroundings inner = around;
            if (!inner.isNamed)
                inner.name += (inner.name.empty() ? "" : " ") + std::to_string(number);
            findTables(item, inner, depth + 1, found, holdsRows);
        }
    }
    if (!value.is_object()) return;
    const dom::object object(value);
    Surroundings own = around;
    for (const char* key : {"file", "name", "model_name", "model"}) {
        std::string_view text;
        if (object[key].get(text) == simdjson::SUCCESS) own = {std::string(text), true, false};
    }
    std::string_view view;
    own.isOfClass =
        object["view"].get(view) == simdjson::SUCCESS ? view != "top-label" : around.isOfClass;
    for (const auto field : object) {
        Surroundings inner = own;
        if (!inner.isNamed) inner.name += (inner.name.empty() ? "" : ".") + std::string(field.key);
        // A name of a series may be called its label; a list of labels, or numbers, are of rows.
        if (isOfRows(std::string(field.key)) && !field.value.is_string()) holdsRows = true;
        findTables(field.value, inner, depth + 1, found, holdsRows);
    }
}

/// Returns one table of all, with the names of the models if they are several.
std::optional<BinTexts> joined(std::vector<FoundTable> found) {
    if (found.empty()) return std::nullopt;
    if (found.size() == 1) return std::move(found.front().table);
    BinTexts all;
    all.names = found.front().table.names;
    all.names.emplace_back("model");
    std::set<std::string> used;
    for (FoundTable& each : found) {
        if (each.table.names != found.front().table.names) return std::nullopt;
        std::string name = each.name;
        for (int number = 2; !used.insert(name).second; ++number)
            name = each.name + " " + std::to_string(number);
        for (auto& row : each.table.rows) {
            row.push_back(name);
            all.rows.push_back(std::move(row));
            all.lines.push_back(0);
        }
    }
    return all;
}

/// Reads JSON Lines of one bin each.
std::optional<BinTexts> tableOfLines(std::string_view text) {
    BinTexts table;
    dom::parser parser;
    for (std::size_t line = 1; !text.empty(); ++line) {
        const auto end = std::min(text.find('\n'), text.size());
        const std::string_view one = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (one.empty()) continue;
        const auto record = parsedJson(parser, one, line);
        dom::object object;
        if (!record || record.value().get(object) != simdjson::SUCCESS) return std::nullopt;
        addRecord(object, line, table);
        if (!mayBeBins(table)) return std::nullopt;
    }
    table = completed(std::move(table));
    return isBinTable(table) ? std::optional(std::move(table)) : std::nullopt;
}

bool isShare(const std::string& text) {
    const auto number = parsedDouble(text);
    return number && *number > 0 && *number < 1;
}

/// True for an outcome of a single row; also for a missing one.
bool isOfOneRow(const std::string& text) {
    const auto number = parsedDouble(text);
    return !number || *number == 0 || *number == 1;
}

std::vector<std::string> valuesIn(const BinTexts& table, std::size_t column) {
    std::vector<std::string> values;
    for (const auto& row : table.rows)
        values.push_back(row[column]);
    return values;
}

bool areDifferent(const std::vector<std::string>& values) {
    return std::set(values.begin(), values.end()).size() == values.size();
}

/// True if the intervals of a table, of one or several models, overlap: those of rows are
/// intervals of predictions.
bool haveOverlaps(const BinTexts& table, const BinColumns& columns) {
    std::set<std::pair<double, double>> bins;
    for (const auto& row : table.rows) {
        const auto lower = parsedDouble(row[columns.places.at(BinRole::Lower)]);
        const auto upper = parsedDouble(row[columns.places.at(BinRole::Upper)]);
        if (lower && upper) bins.emplace(*lower, *upper);
    }
    double end = 0;
    for (const auto& [lower, upper] : bins) {
        if (lower < end) return true;
        end = upper;
    }
    return false;
}

/// True if a text names every line: totals by model, subject or class are no bins.
bool areTotals(const BinTexts& table, const BinColumns& columns) {
    for (std::size_t c = 0; c < table.names.size(); ++c) {
        const bool hasRole = std::ranges::any_of(
            columns.places, [&](const auto& place) { return place.second == c; });
        const auto values = valuesIn(table, c);
        const bool areTexts = std::ranges::none_of(
            values, [](const std::string& text) { return parsedDouble(text).has_value(); });
        if (!hasRole && areTexts && values.size() > 1 && areDifferent(values)) return true;
    }
    return false;
}

}  // namespace

bool isBinTable(const BinTexts& table) {
    if (table.rows.empty()) return false;
    if (areMetColumns(table.names)) return true;
    const auto columns = binColumnsIn(table.names);
    if (!columns || !columns->hasCounts()) return false;
    const auto outcomes = valuesIn(table, columns->outcome());
    const bool hasEdges = columns->has(BinRole::Lower) && columns->has(BinRole::Upper);
    // Of rows, each outcome is 0 or 1.
    const bool mayBeRows = !columns->has(BinRole::Bin) && std::ranges::all_of(outcomes, isOfOneRow);
    if (mayBeRows && !(hasEdges && !haveOverlaps(table, *columns))) return false;
    switch (columns->evidence) {
        case BinEvidence::Names: return true;
        case BinEvidence::Numbers:
            return areDifferent(valuesIn(table, columns->places.at(BinRole::Bin)));
        case BinEvidence::Shares: break;
    }
    return std::ranges::any_of(outcomes, isShare) && !areTotals(table, *columns);
}

std::optional<BinTexts> tableOfColumns(
    std::vector<std::pair<std::string, std::vector<std::string>>> lists) {
    std::size_t rows = 0;
    // Most lists are of equal length; edges are one more.
    for (const auto& [name, texts] : lists)
        rows = std::max(rows, texts.size());
    const auto longest =
        std::ranges::count_if(lists, [&](const auto& list) { return list.second.size() == rows; });
    if (rows > 2 && longest == 1) --rows;
    BinTexts table;
    table.rows.resize(rows);
    table.lines.resize(rows);
    for (auto& [name, texts] : lists) {
        if (texts.size() != rows && texts.size() != rows + 1) continue;
        const bool areEdges = texts.size() == rows + 1;
        table.names.push_back(areEdges ? "lower" : name);
        if (areEdges) table.names.emplace_back("upper");
        for (std::size_t r = 0; r < rows; ++r) {
            table.rows[r].push_back(texts[r]);
            if (areEdges) table.rows[r].push_back(texts[r + 1]);
        }
    }
    return isBinTable(table) ? std::optional(std::move(table)) : std::nullopt;
}

std::optional<BinTexts> binTableInJson(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    dom::parser parser;
    const auto root = parsedJson(parser, text, 0);
    if (!root) return tableOfLines(text);
    std::vector<FoundTable> found;
    bool holdsRows = false;
    findTables(root.value(), {}, 0, found, holdsRows);
    if (holdsRows) return std::nullopt;
    return joined(std::move(found));
}

}  // namespace diagonal
