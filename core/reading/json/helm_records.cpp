// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/json/helm_records.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/base/text.h"

namespace diagonal {
namespace {

namespace dom = simdjson::dom;

std::optional<std::string> textAt(dom::element object, std::string_view pointer) {
    dom::element value;
    if (object.at_pointer(pointer).get(value) != simdjson::SUCCESS) return std::nullopt;
    return plainText(value);
}

/// Returns true if the reference with this text is tagged correct.
bool isCorrect(dom::element state, const std::string& answer) {
    dom::array references;
    if (state.at_pointer("/instance/references").get(references) != simdjson::SUCCESS) return false;
    return std::ranges::any_of(references, [&](dom::element reference) {
        dom::array tags;
        if (textAt(reference, "/output/text") != answer ||
            reference["tags"].get(tags) != simdjson::SUCCESS) {
            return false;
        }
        return std::ranges::any_of(
            tags, [](dom::element tag) { return plainText(tag) == std::string("correct"); });
    });
}

}  // namespace

bool addHelmStatistics(dom::array list, std::vector<JsonCell>& cells) {
    std::vector<JsonCell> means;
    for (const dom::element item : list) {
        const auto name = textAt(item, "/name/name");
        if (!name) return false;
        const auto mean = textAt(item, "/mean");
        dom::element perturbation;
        if (!mean || item.at_pointer("/name/perturbation").get(perturbation) == simdjson::SUCCESS)
            continue;
        const bool isNew = std::ranges::find(means, *name, &JsonCell::name) == means.end();
        if (isNew) means.push_back({*name, *mean});
    }
    if (means.empty()) return false;
    cells.insert(cells.end(), means.begin(), means.end());
    return true;
}

bool isPerturbed(dom::element state) {
    dom::element perturbation;
    return state.at_pointer("/instance/perturbation").get(perturbation) == simdjson::SUCCESS &&
           !perturbation.is_null();
}

bool isHelmState(dom::object root) {
    dom::object adapter;
    dom::array states;
    return root["adapter_spec"].get(adapter) == simdjson::SUCCESS &&
           root["request_states"].get(states) == simdjson::SUCCESS;
}

Result<std::vector<JsonCell>> helmRecord(dom::element state) {
    dom::object mapping;
    const auto text = textAt(state, "/result/completions/0/text");
    const auto logProbability = textAt(state, "/result/completions/0/logprob");
    if (state["output_mapping"].get(mapping) != simdjson::SUCCESS || !text || !logProbability) {
        return unsupported(
            "these HELM requests do not say which answers are correct. Open "
            "per_instance_stats.json from the same folder instead");
    }
    const std::string chosen(trimmed(*text));
    const auto answer = [&]() -> std::optional<std::string> {
        dom::element found;
        if (mapping[chosen].get(found) != simdjson::SUCCESS) return std::nullopt;
        return plainText(found);
    }();
    const auto number = parsedDouble(*logProbability);
    std::vector<JsonCell> cells;
    cells.push_back({"instance_id", textAt(state, "/instance/id").value_or("")});
    if (const auto split = textAt(state, "/instance/split")) cells.push_back({"split", *split});
    cells.push_back({"confidence", number ? shortest(std::exp(*number)) : ""});
    cells.push_back({"correct", answer && isCorrect(state, *answer) ? "1" : "0"});
    return cells;
}

}  // namespace diagonal
