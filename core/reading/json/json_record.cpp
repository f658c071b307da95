// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/json/json_record.h"

#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "core/reading/json/helm_records.h"
#include "core/reading/json/json_tokens.h"
#include "core/reading/numbers/number_text.h"
#include "core/reading/roles/column_names.h"

namespace diagonal {
namespace {

namespace dom = simdjson::dom;

bool isNumber(const std::string& text) {
    return isMissing(text) || numberIn(text, false).kind == NumberText::Kind::Number;
}

/// Returns the numbers of a list, or the first numbers of the lists in it, which sets `pairs`.
/// Nullopt if any item is neither a number nor missing.
std::optional<std::vector<std::string>> numbersOf(dom::array list, bool& pairs) {
    std::vector<std::string> numbers;
    for (dom::element item : list) {
        auto text = plainText(item);
        if (item.is_array()) {
            pairs = true;
            dom::element first;
            if (dom::array(item).at(0).get(first) == simdjson::SUCCESS) text = plainText(first);
        }
        if (!text || !isNumber(*text)) return std::nullopt;
        numbers.push_back(std::move(*text));
    }
    return numbers;
}

/// Returns the numbers of a list; nullopt if any item is not a JSON number (a numeric text is not).
std::optional<std::vector<double>> plainNumbersOf(dom::array list) {
    std::vector<double> numbers;
    numbers.reserve(list.size());
    for (const dom::element item : list) {
        if (!item.is_number()) return std::nullopt;
        numbers.push_back(double(item));
    }
    return numbers;
}

/// Adds a list of two or more numbers as a family of scores, whatever its name. Returns false for
/// other lists.
bool addList(dom::array list, const std::string& name, bool isOneOfSeveral,
             std::vector<JsonCell>& cells) {
    if (auto plain = plainNumbersOf(list)) {
        if (plain->size() < 2) return false;
        cells.push_back({scoreFamily(name, isOneOfSeveral), "", false, std::move(*plain)});
        return true;
    }
    bool pairs = false;
    const auto numbers = numbersOf(list, pairs);
    if (!numbers || numbers->size() < 2) return false;
    const std::string family = pairs ? "logit" : scoreFamily(name, isOneOfSeveral);
    for (std::size_t k = 0; k < numbers->size(); ++k)
        cells.push_back({family + "_" + std::to_string(k), (*numbers)[k], pairs});
    return true;
}

/// Adds the scores of {"labels": ["a", "b"], "scores": [0.9, 0.1]}, in any order, under their class
/// names. Returns false for other records.
bool addNamedScores(dom::object record, std::vector<JsonCell>& cells) {
    dom::array labels;
    dom::array scores;
    if (record["labels"].get(labels) != simdjson::SUCCESS ||
        record["scores"].get(scores) != simdjson::SUCCESS || labels.size() < 2 ||
        labels.size() != scores.size()) {
        return false;
    }
    std::vector<JsonCell> named;
    auto score = scores.begin();
    for (dom::element label : labels) {
        const auto text = plainText(*score);
        if (!label.is_string() || !text) return false;
        named.push_back({"prob_" + *plainText(label), *text});
        ++score;
    }
    cells.insert(cells.end(), named.begin(), named.end());
    return true;
}

/// Adds the scores of [{"label": "a", "score": 0.9}, {"label": "b", "score": 0.1}], in any order,
/// under their class names. Returns false for other lists.
bool addLabelledScores(dom::array list, std::vector<JsonCell>& cells) {
    std::vector<JsonCell> named;
    for (dom::element item : list) {
        dom::element label;
        dom::element score;
        if (item["label"].get(label) != simdjson::SUCCESS ||
            item["score"].get(score) != simdjson::SUCCESS) {
            return false;
        }
        const auto name = plainText(label);
        const auto text = plainText(score);
        if (!name || !text) return false;
        named.push_back({"prob_" + *name, *text});
    }
    if (named.size() < 2) return false;
    cells.insert(cells.end(), named.begin(), named.end());
    return true;
}

/// Returns the values of a vector as Spark writes it: {"type": 1, "values": [0.9, 0.1]}.
std::optional<dom::array> denseVector(dom::object record) {
    std::int64_t type = 0;
    dom::array values;
    const bool isVector = record.size() == 2 && record["type"].get(type) == simdjson::SUCCESS &&
                          record["values"].get(values) == simdjson::SUCCESS;
    return isVector && type == 1 ? std::optional(values) : std::nullopt;
}

/// Returns true if several fields hold lists of two or more numbers, which no name calls scores.
bool holdsUnnamedLists(dom::object record) {
    std::vector<std::string> lists;
    for (const auto field : record) {
        dom::array list;
        dom::element second;
        const bool isList = field.value.get(list) == simdjson::SUCCESS &&
                            list.at(1).get(second) == simdjson::SUCCESS && second.is_number();
        if (isList) lists.emplace_back(field.key);
    }
    return lists.size() > 1 && std::ranges::count_if(lists, [](const std::string& name) {
                                   return scoreFamily(name) == "score";
                               }) > 1;
}

/// Adds the fields of an object under `prefix`. `holdsTokens`: the record's tokens get their own
/// cell, so their field is skipped.
void addFields(dom::object record, const std::string& prefix, bool holdsTokens, bool keepsWhole,
               std::vector<JsonCell>& cells) {
    const bool scoresAreNamed = addNamedScores(record, cells);
    const bool holdsLists = holdsUnnamedLists(record);
    const auto addWhole = [&](dom::element value, const std::string& name) {
        cells.push_back({name, simdjson::minify(value)});
        cells.back().isWhole = true;
    };
    for (const auto field : record) {
        if (holdsTokens && field.key == kTokensCell) continue;
        const std::string name = prefix + std::string(field.key);
        if (auto text = plainText(field.value)) {
            cells.push_back({name, std::move(*text)});
        } else if (field.value.is_array()) {
            if (name == "stats" && addHelmStatistics(dom::array(field.value), cells)) continue;
            const bool isNamed = scoresAreNamed && (name == "labels" || name == "scores");
            if (isNamed || addLabelledScores(dom::array(field.value), cells)) continue;
            if (addList(dom::array(field.value), name, holdsLists, cells)) continue;
            // Lists of numbers are scores, however many: a shorter one is no other field.
            if (keepsWhole && !plainNumbersOf(dom::array(field.value))) addWhole(field.value, name);
        } else if (const auto values = denseVector(dom::object(field.value))) {
            addList(*values, name, holdsLists, cells);
        } else if (prefix.empty()) {
            addFields(dom::object(field.value), name + ".", holdsTokens, keepsWhole, cells);
        } else if (keepsWhole) {
            addWhole(field.value, name);
        }
    }
}

}  // namespace

std::optional<std::string> plainText(dom::element value) {
    switch (value.type()) {
        case dom::element_type::STRING: return std::string(std::string_view(value));
        case dom::element_type::INT64: return std::to_string(std::int64_t(value));
        case dom::element_type::UINT64: return std::to_string(std::uint64_t(value));
        case dom::element_type::DOUBLE: return shortest(double(value));
        case dom::element_type::BOOL: return bool(value) ? "true" : "false";
        case dom::element_type::NULL_VALUE: return "";
        case dom::element_type::ARRAY:
        case dom::element_type::OBJECT: break;
    }
    return std::nullopt;
}

std::vector<JsonCell> flattened(dom::element record, bool keepsWhole) {
    std::vector<JsonCell> cells;
    if (record.is_object()) {
        auto tokens = firstTokenScores(record);
        addFields(dom::object(record), "", !tokens.empty(), keepsWhole, cells);
        if (!tokens.empty()) cells.push_back({kTokensCell, "", false, {}, std::move(tokens)});
    } else if (record.is_array()) {
        if (!addLabelledScores(dom::array(record), cells)) {
            addList(dom::array(record), "score", false, cells);
        }
    } else if (auto text = plainText(record)) {
        cells.push_back({"label", std::move(*text)});
    }
    return cells;
}

std::vector<JsonCell> expandedLists(std::vector<JsonCell> cells) {
    std::vector<JsonCell> out;
    for (JsonCell& cell : cells) {
        for (std::size_t k = 0; k < cell.numbers.size(); ++k)
            out.push_back({cell.name + "_" + std::to_string(k), shortest(cell.numbers[k])});
        if (cell.numbers.empty()) out.push_back(std::move(cell));
    }
    return out;
}

}  // namespace diagonal
