// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/json/json_document.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/text.h"
#include "core/reading/arrays/array_columns.h"
#include "core/reading/json/helm_records.h"
#include "core/reading/json/inspect_samples.h"
#include "core/reading/json/json_record.h"
#include "core/reading/json/record_table.h"
#include "core/reading/roles/column_names.h"

namespace diagonal {
namespace {

namespace dom = simdjson::dom;

Result<void> reportRows(const ReadObserver& observer, std::size_t row, std::size_t rows) {
    const bool asks = observer.progress && row % kProgressRows == 0;
    if (!asks || observer.progress(row, rows)) return {};
    return cancelled();
}

Result<RoleColumns> fromRecords(dom::array records, const ReadOptions& options,
                                const ReadObserver& observer) {
    RecordTable table("JSON list", options, observer);
    std::size_t row = 0;
    for (dom::element record : records) {
        auto cells = flattened(record, table.keepsWhole());
        if (cells.empty()) {
            return malformed("item " + groupedDigits(row + 1) +
                             " of the list is not a record with fields");
        }
        if (auto done = table.add(std::move(cells), 0); !done) return done.error();
        if (auto done = reportRows(observer, ++row, records.size()); !done) return done.error();
    }
    return std::move(table).finish();
}

/// Reads {"columns": [names], "data": [[values]...]}.
Result<RoleColumns> fromSplit(dom::array names, dom::array data, const ReadOptions& options,
                              const ReadObserver& observer) {
    std::vector<std::string> columns;
    for (dom::element name : names)
        columns.push_back(plainText(name).value_or(""));
    RecordTable table("JSON table", options, observer);
    std::size_t row = 0;
    for (dom::element item : data) {
        dom::array values;
        if (item.get(values) != simdjson::SUCCESS || values.size() != columns.size()) {
            return malformed("row " + groupedDigits(row + 1) +
                                 " does not have one value for each of " +
                                 counted(columns.size(), "column"),
                             "data");
        }
        std::vector<JsonCell> cells;
        std::size_t c = 0;
        for (dom::element value : values)
            cells.push_back({columns[c++], plainText(value).value_or("")});
        if (auto done = table.add(std::move(cells), 0); !done) return done.error();
        if (auto done = reportRows(observer, ++row, data.size()); !done) return done.error();
    }
    return std::move(table).finish();
}

/// Reads {"q1": {fields}, "q2": {fields}}: records by their name or number, which becomes a column
/// called id unless they have one.
Result<RoleColumns> fromRows(dom::object rows, const ReadOptions& options,
                             const ReadObserver& observer) {
    RecordTable table("JSON object of rows", options, observer);
    std::size_t row = 0;
    for (const auto field : rows) {
        auto cells = flattened(field.value, table.keepsWhole());
        const bool isNamed = std::ranges::find(cells, "id", &JsonCell::name) != cells.end();
        if (!isNamed && !parsedInteger(field.key)) {
            cells.insert(cells.begin(), {"id", std::string(field.key)});
        }
        if (auto done = table.add(std::move(cells), 0); !done) return done.error();
        if (auto done = reportRows(observer, ++row, rows.size()); !done) return done.error();
    }
    return std::move(table).finish();
}

/// Appends the plain values of an object, a list, or a list of lists with `columns` values each.
/// Errors: Malformed for a value of another shape.
Result<void> appendValues(dom::element value, std::vector<std::string>& texts,
                          std::size_t& columns) {
    const auto add = [&](dom::element item) {
        auto text = plainText(item);
        if (text) texts.push_back(std::move(*text));
        return text.has_value();
    };
    const auto addRow = [&](dom::element item) -> bool {
        if (!item.is_array()) return columns == 1 && add(item);
        const dom::array row(item);
        if (texts.empty()) columns = row.size();
        if (row.size() != columns || columns == 0) return false;
        return std::ranges::all_of(row, add);
    };
    std::size_t row = 0;
    if (value.is_object()) {
        for (const auto field : dom::object(value)) {
            ++row;
            if (!add(field.value))
                return malformed("value " + groupedDigits(row) + " is not a single number or text");
        }
        return {};
    }
    for (dom::element item : dom::array(value)) {
        ++row;
        if (!addRow(item)) {
            return malformed("item " + groupedDigits(row) + " is not shaped like the first");
        }
    }
    return {};
}

/// Returns the values of one key as an array of texts, integers or doubles. Errors: those of
/// appendValues().
Result<DataArray> arrayOf(dom::element value) {
    std::vector<std::string> texts;
    std::size_t columns = 1;
    if (auto done = appendValues(value, texts, columns); !done) return done.error();
    DataArray array;
    array.shape = {texts.size() / columns};
    if (columns > 1) array.shape.push_back(columns);
    bool integers = true;
    std::vector<double> numbers;
    for (const std::string& text : texts) {
        const NumberText number = numberIn(text, false);
        if (number.kind != NumberText::Kind::Number && number.kind != NumberText::Kind::Missing) {
            array.values = std::move(texts);
            return array;
        }
        const bool missing = number.kind == NumberText::Kind::Missing;
        numbers.push_back(missing ? std::nan("") : number.value);
        integers = integers && parsedInteger(text).has_value();
    }
    if (integers) {
        array.values = std::vector<std::int64_t>(numbers.begin(), numbers.end());
    } else {
        array.values = std::move(numbers);
    }
    return array;
}

bool isColumn(dom::element value) {
    if (value.is_array()) return dom::array(value).size() > 0;
    return value.is_object() && dom::object(value).size() > 0;
}

Result<RoleColumns> fromColumns(dom::object columns, const ReadOptions& options,
                                const ReadObserver& observer) {
    std::vector<NamedArray> arrays;
    for (const auto field : columns) {
        if (!isColumn(field.value)) continue;
        const std::string key(field.key);
        auto array = arrayOf(field.value);
        if (!array) {
            // A key that gives no role may hold anything.
            if (!anyNameGivesRole({key})) continue;
            Error error = array.error();
            error.key = key;
            return error;
        }
        arrays.push_back({key, std::move(array).value()});
    }
    if (arrays.empty()) return malformed("this JSON object holds no arrays of numbers");
    return columnsFromArrays(std::move(arrays), "JSON object of arrays", options, observer);
}

std::vector<std::string_view> keysOf(dom::element value) {
    std::vector<std::string_view> keys;
    if (!value.is_object()) return keys;
    for (const auto field : dom::object(value))
        keys.push_back(field.key);
    return keys;
}

/// Reads columns of plain values, as lists or by row: {"prob_0": {"0": 0.1, ...}, ...}.
Result<RoleColumns> fromPlainColumns(dom::object columns, const ReadOptions& options,
                                     const ReadObserver& observer) {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> values;
    for (const auto field : columns) {
        std::size_t width = 1;
        names.emplace_back(field.key);
        if (field.value.is_object() && keysOf(field.value) != keysOf((*columns.begin()).value)) {
            return malformed(
                "the row keys of this column differ from those of the first, or are in "
                "a different order",
                names.back());
        }
        if (auto done = appendValues(field.value, values.emplace_back(), width); !done) {
            Error error = done.error();
            error.key = names.back();
            return error;
        }
        if (width != 1 || values.back().size() != values.front().size()) {
            return malformed("this column differs in length from the first", names.back());
        }
    }
    RecordTable table("JSON columns", options, observer);
    for (std::size_t row = 0; row < values.front().size(); ++row) {
        std::vector<JsonCell> cells;
        for (std::size_t c = 0; c < names.size(); ++c)
            cells.push_back({names[c], values[c][row]});
        if (auto done = table.add(std::move(cells), 0); !done) return done.error();
        if (auto done = reportRows(observer, row, values.front().size()); !done)
            return done.error();
    }
    return std::move(table).finish();
}

/// Returns true for an object whose fields are records: objects whose keys name roles, which the
/// keys of the object itself do not (then they would be columns).
bool holdsRecords(dom::element value) {
    constexpr std::size_t looked = 20;
    dom::object object;
    if (value.get(object) != simdjson::SUCCESS || object.size() < 2) return false;
    std::vector<std::string> inner;
    std::size_t records = 0;
    for (const auto field : object) {
        if (!field.value.is_object() || anyNameGivesRole({std::string(field.key)})) return false;
        if (++records > looked) continue;
        for (const JsonCell& cell : flattened(field.value)) {
            if (!namesRow(cell.name)) inner.push_back(leafName(cell.name));
        }
    }
    return anyNameGivesRole(inner);
}

/// Reads the answers of a run of HELM.
Result<RoleColumns> fromHelmState(dom::object root, const ReadOptions& options,
                                  const ReadObserver& observer) {
    RecordTable table("HELM run", options, observer);
    dom::array states;
    if (root["request_states"].get(states) != simdjson::SUCCESS) return malformed("no requests");
    for (const dom::element state : states) {
        if (isPerturbed(state)) continue;
        auto cells = helmRecord(state);
        if (!cells) return cells.error();
        if (auto done = table.add(std::move(cells).value(), 0); !done) return done.error();
    }
    return std::move(table).finish();
}

/// Counts and properties of an object's fields.
struct RecordCensus {
    std::size_t fields = 0;
    std::size_t objects = 0;
    std::size_t recordLists = 0;  ///< lists whose first item is an object
    std::size_t matrices = 0;     ///< lists whose first item is a list
    std::size_t lists = 0;        ///< lists whose first item is plain
    bool sameLength = true;       ///< lists and matrices have equal lengths
    bool numberedKeys = true;     ///< all keys are integers
    bool plainLabel = false;      ///< a key that names a label has a plain value
    bool plainObjects = true;     ///< the first value in each object is plain
    dom::array records;
};

RecordCensus censusOf(dom::object object) {
    RecordCensus census;
    std::optional<std::size_t> length;
    for (const auto field : object) {
        ++census.fields;
        census.numberedKeys = census.numberedKeys && parsedInteger(field.key).has_value();
        if (field.value.is_object()) {
            ++census.objects;
            for (const auto inner : dom::object(field.value)) {
                census.plainObjects = census.plainObjects && plainText(inner.value).has_value();
                break;
            }
        } else if (field.value.is_array()) {
            const dom::array list(field.value);
            dom::element first;
            if (list.at(0).get(first) != simdjson::SUCCESS) continue;
            if (first.is_object()) {
                ++census.recordLists;
                census.records = list;
                continue;
            }
            if (!length) length = list.size();
            census.sameLength = census.sameLength && list.size() == *length;
            ++(first.is_array() ? census.matrices : census.lists);
        } else {
            census.plainLabel = census.plainLabel || namesLabel(std::string(field.key));
        }
    }
    return census;
}

Result<RoleColumns> fromObject(dom::element root, const ReadOptions& options,
                               const ReadObserver& observer) {
    const dom::object object(root);
    if (isInspectLog(object)) return columnsFromInspectLog(root, options, observer);
    if (isHelmState(object)) return fromHelmState(object, options, observer);
    std::vector<std::string> keys;
    dom::object records;
    for (const auto field : object) {
        if (!holdsRecords(field.value)) continue;
        keys.emplace_back(field.key);
        records = dom::object(field.value);
    }
    // Many records with a few objects each, or a few sets of many records?
    const bool isRecord = keys.size() > 1 && keys.size() > records.size() && holdsRecords(root);
    if (isRecord) return fromRows(object, options, observer);
    if (keys.size() > 1) {
        return unclear("several keys hold records: " + quotedChoices(keys) +
                       ". Save the records of one of them as a file");
    }
    if (keys.size() == 1) return fromRows(records, options, observer);
    if (holdsRecords(root)) return fromRows(object, options, observer);
    const RecordCensus census = censusOf(object);
    dom::array names;
    dom::array data;
    const bool isSplit = object["columns"].get(names) == simdjson::SUCCESS &&
                         object["data"].get(data) == simdjson::SUCCESS;
    if (isSplit) return fromSplit(names, data, options, observer);
    if (census.recordLists == 1) return fromRecords(census.records, options, observer);
    if (census.fields > 0 && census.objects == census.fields) {
        if (census.numberedKeys) return fromRows(object, options, observer);
        if (census.plainObjects) return fromPlainColumns(object, options, observer);
    }
    const std::size_t arrays = census.matrices + census.lists;
    const bool columns =
        !census.plainLabel && (census.matrices > 0 || (arrays >= 2 && census.sameLength));
    if (columns && census.matrices == 0 && arrays == census.fields) {
        return fromPlainColumns(object, options, observer);
    }
    if (columns) return fromColumns(object, options, observer);
    RecordTable table("JSON record", options, observer);
    if (auto done = table.add(flattened(root, table.keepsWhole()), 0); !done) return done.error();
    return std::move(table).finish();
}

}  // namespace

Result<RoleColumns> columnsFromDocument(dom::element root, const ReadOptions& options,
                                        const ReadObserver& observer) {
    if (root.is_array()) return fromRecords(dom::array(root), options, observer);
    if (root.is_object()) return fromObject(root, options, observer);
    return malformed("this JSON is a single value, not records");
}

}  // namespace diagonal
