// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/json/inspect_samples.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/text.h"
#include "core/reading/json/json_tokens.h"
#include "core/reading/json/record_table.h"
#include "core/reading/roles/column_names.h"

namespace diagonal {
namespace {

namespace dom = simdjson::dom;

std::string textIn(dom::element object, std::string_view key) {
    dom::element value;
    if (object[key].get(value) != simdjson::SUCCESS) return {};
    return plainText(value).value_or("");
}

/// Returns whether an answer was correct: Inspect's letters as the numbers that it computes with,
/// other values unchanged; empty for values that say nothing.
std::string correctnessOf(dom::element value) {
    std::string text = plainText(value).value_or("");
    if (text == "C") return "1";
    if (text == "I" || text == "N") return "0";
    if (text == "P") return "0.5";
    return text;
}

/// Returns the first value of an object whose key passes `names`.
template <typename Names>
std::string valueNamed(dom::element element, Names names) {
    dom::object object;
    if (element.get(object) != simdjson::SUCCESS) return {};
    for (const auto field : object) {
        auto text = plainText(field.value);
        if (text && names(std::string(field.key))) return std::move(*text);
    }
    return {};
}

}  // namespace

InspectSamples::Score InspectSamples::scoreOf(dom::element score) {
    Score out;
    dom::element value;
    if (score["value"].get(value) == simdjson::SUCCESS) {
        out.correct = value.is_object() ? valueNamed(value, namesCorrect) : correctnessOf(value);
        out.confidence = valueNamed(value, namesConfidence);
    }
    dom::element metadata;
    if (out.confidence.empty() && score["metadata"].get(metadata) == simdjson::SUCCESS) {
        out.confidence = valueNamed(metadata, namesConfidence);
    }
    return out;
}

void InspectSamples::add(dom::element element) {
    if (!element.is_object()) return;
    Sample sample;
    sample.id = textIn(element, "id");
    sample.epoch = textIn(element, "epoch");
    sample.target = std::string(trimmed(textIn(element, "target")));
    dom::element output;
    if (element["output"].get(output) == simdjson::SUCCESS) {
        sample.tokens = firstTokenScores(output);
    }
    dom::object scores;
    if (element["scores"].get(scores) == simdjson::SUCCESS) {
        for (const auto field : scores) {
            if (!field.value.is_object()) continue;
            Score score = scoreOf(field.value);
            bool& states = m_scorers[std::string(field.key)];
            states = states || !score.confidence.empty();
            sample.scores.emplace(std::string(field.key), std::move(score));
        }
    }
    const auto [place, isNew] =
        m_placeOf.emplace(std::pair(sample.id, sample.epoch), m_samples.size());
    if (isNew || sample.id.empty()) {
        m_samples.push_back(std::move(sample));
    } else {
        m_samples[place->second] = std::move(sample);
    }
}

bool InspectSamples::holdConfidence() const {
    return std::ranges::any_of(m_scorers, [](const auto& scorer) { return scorer.second; });
}

Error InspectSamples::noConfidence() const {
    std::vector<std::string> names;
    for (const auto& [name, states] : m_scorers)
        names.push_back(name);
    const std::string found = names.empty() ? "no sample of this Inspect log is scored"
                                            : "this Inspect log holds scores of " +
                                                  quotedList(names) + ", but no confidence";
    return unclear(found +
                   ". Let the scorer fill Score(value=..., metadata={'confidence': 0.9}), or "
                   "run the evaluation with --logprobs --top-logprobs 20");
}

std::vector<JsonCell> InspectSamples::cellsOf(const Sample& sample, bool byTokens,
                                              bool hasEpochs) const {
    std::vector<JsonCell> cells;
    cells.push_back({"id", sample.id});
    if (!m_task.empty()) cells.push_back({"task", m_task});
    if (hasEpochs) cells.push_back({"epoch", sample.epoch});
    if (byTokens) {
        cells.push_back({"target", sample.target});
        cells.push_back({kTokensCell, "", false, {}, sample.tokens});
        return cells;
    }
    for (const auto& [name, states] : m_scorers) {
        const auto score = sample.scores.find(name);
        if (!states) continue;
        const Score none;
        const Score& given = score == sample.scores.end() ? none : score->second;
        cells.push_back({name + ".confidence", given.confidence});
        cells.push_back({name + ".correct", given.correct});
    }
    return cells;
}

Result<RoleColumns> InspectSamples::columns(const ReadOptions& options,
                                            const ReadObserver& observer) const {
    const bool byTokens = !holdConfidence();
    const bool hasTokens =
        std::ranges::any_of(m_samples, [](const Sample& s) { return !s.tokens.empty(); });
    if (byTokens && !hasTokens) return noConfidence();
    std::set<std::string> epochs;
    for (const Sample& sample : m_samples)
        epochs.insert(sample.epoch);
    RecordTable table("Inspect log", options, observer);
    for (const Sample& sample : m_samples) {
        auto done = table.add(cellsOf(sample, byTokens, epochs.size() > 1), 0);
        if (!done) return done.error();
    }
    return std::move(table).finish();
}

bool isInspectLog(dom::object root) {
    dom::object task;
    dom::array samples;
    dom::element version;
    return root["eval"].get(task) == simdjson::SUCCESS &&
           root["samples"].get(samples) == simdjson::SUCCESS &&
           root["version"].get(version) == simdjson::SUCCESS;
}

std::string inspectTask(dom::element header) {
    dom::element task;
    return header["eval"].get(task) == simdjson::SUCCESS ? textIn(task, "task") : std::string();
}

Result<RoleColumns> columnsFromInspectLog(dom::element root, const ReadOptions& options,
                                          const ReadObserver& observer) {
    InspectSamples samples;
    samples.setTask(inspectTask(root));
    dom::array list;
    if (root["samples"].get(list) == simdjson::SUCCESS) {
        for (const dom::element sample : list)
            samples.add(sample);
    }
    return samples.columns(options, observer);
}

}  // namespace diagonal
