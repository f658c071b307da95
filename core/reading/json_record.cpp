// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/json_record.h"

#include <optional>

#include "core/reading/column_names.h"
#include "core/reading/number_text.h"
#include "core/text.h"

namespace diagonal {
namespace {

namespace dom = simdjson::dom;

/// The text of a plain value; none for lists and objects.
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

bool isNumber(const std::string& text) {
    return isMissing(text) || numberIn(text, false).kind == NumberText::Kind::Number;
}

/// The numbers of a list, or of the first places of its lists; none where it holds others.
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

void flatten(dom::object record, const std::string& prefix, std::vector<JsonCell>& cells) {
    for (const auto field : record) {
        const std::string name = prefix + std::string(field.key);
        if (auto text = plainText(field.value)) {
            cells.push_back({name, std::move(*text)});
        } else if (field.value.is_array()) {
            bool pairs = false;
            const auto numbers = numbersOf(dom::array(field.value), pairs);
            if (!numbers || numbers->size() < 2) continue;
            // A list of numbers is a family of scores whatever it is called.
            const std::string family = pairs ? "logit" : scoreFamily(name);
            for (std::size_t k = 0; k < numbers->size(); ++k) {
                cells.push_back({family + "_" + std::to_string(k), (*numbers)[k]});
            }
        } else if (prefix.empty()) {
            flatten(dom::object(field.value), name + ".", cells);
        }
    }
}

}  // namespace

std::vector<JsonCell> flattened(dom::object record) {
    std::vector<JsonCell> cells;
    flatten(record, "", cells);
    return cells;
}

}  // namespace diagonal
