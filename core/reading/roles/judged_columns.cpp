// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/roles/judged_columns.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string>
#include <string_view>

#include "core/base/text.h"
#include "core/reading/roles/column_names.h"

namespace diagonal {
namespace {

constexpr auto kScoreEndings = std::to_array<std::string_view>(
    {"_probabilities", "_probability", "_probas", "_proba", "_probs", "_prob", "_pred_proba"});

/// Returns words without those at the end that call it an outcome: "churn" for
/// "Churn_real", "favorite" for "favorite_win_flag".
std::string wordStem(std::string words) {
    for (const std::string_view truth :
         {"_flag", "_outcome", "_true", "_real", "_groundtruth", "_actual", "_win", "_won"}) {
        if (words.ends_with(truth) && words.size() > truth.size())
            words.resize(words.size() - truth.size());
    }
    return words;
}

/// Returns true if the second column, whose name begins with `stem`, is called like it and a word
/// for predictions of words, or for scores, and then a class behind it if the first holds more than
/// two values.
bool isScoreOf(const std::string& stem, const ColumnContent& labels, const std::string& words) {
    const std::string_view rest = std::string_view(words).substr(stem.size());
    constexpr std::size_t mostOfOne = 3;  // two classes, and a word for a missing one
    constexpr std::size_t mostClasses = 1000;
    const bool isPrediction = rest == "_prediction" || rest == "_predicted" || rest == "_pred";
    if (isPrediction && !labels.numeric && labels.values.size() <= mostClasses) return true;
    return std::ranges::any_of(kScoreEndings, [&](std::string_view ending) {
        const bool isOne = rest == ending || rest == ending.substr(1);
        return (isOne && labels.values.size() <= mostOfOne) ||
               (rest.starts_with(ending) && rest.size() > ending.size() &&
                rest[ending.size()] == '_');
    });
}

}  // namespace

std::vector<ScoreColumns> judgedModels(const ColumnTable& table) {
    struct Pair {
        std::optional<std::size_t> confidence;
        std::optional<std::size_t> correct;
    };
    std::map<std::string, Pair> pairs;
    std::vector<std::string> order;
    for (std::size_t c = 0; c < table.size(); ++c) {
        const std::string& name = table.names[c];
        const std::string leaf = leafName(name);
        if (table.taken[c] || leaf.size() == name.size()) continue;
        const bool isConfidence = namesConfidence(leaf) && table.contents[c].numeric;
        if (!isConfidence && !namesCorrect(leaf)) continue;
        const std::string group = name.substr(0, name.size() - leaf.size());
        const auto [pair, isNew] = pairs.try_emplace(group);
        if (isNew) order.push_back(group);
        auto& place = isConfidence ? pair->second.confidence : pair->second.correct;
        if (!place) place = c;
    }
    std::vector<ScoreColumns> models;
    for (const std::string& group : order) {
        const Pair& pair = pairs[group];
        if (!pair.confidence || !pair.correct) continue;
        models.push_back({ScoreRole::Confidence, {*pair.confidence}, {}, 0, pair.correct});
    }
    return models;
}

std::optional<std::size_t> labelNamedByOthers(const ColumnTable& table) {
    std::vector<std::size_t> sorted(table.size());
    std::iota(sorted.begin(), sorted.end(), std::size_t{0});
    const auto wordsOf = [&](std::size_t c) -> const std::string& { return table.words[c]; };
    std::ranges::sort(sorted, {}, wordsOf);
    std::optional<std::size_t> found;
    for (std::size_t c = 0; c < table.size(); ++c) {
        const std::string& name = table.names[c];
        if (table.taken[c] || name.empty() || table.contents[c].isFractions()) continue;
        if (namesGroup(name) || namesRow(name)) continue;
        const std::string stem = wordStem(table.words[c]);
        bool isNamed = false;
        for (auto other = std::ranges::lower_bound(sorted, stem, {}, wordsOf);
             other != sorted.end() && wordsOf(*other).starts_with(stem) && !isNamed; ++other)
            isNamed = *other != c && isScoreOf(stem, table.contents[c], wordsOf(*other));
        if (!isNamed) continue;
        if (found) return std::nullopt;
        found = c;
    }
    // A decision has a probability, too: a column that calls itself the outcome is asked about.
    for (std::size_t c = 0; found && c < table.size(); ++c) {
        if (c != *found && !table.taken[c] && !table.contents[c].isFractions() &&
            suggestsTruth(table.names[c])) {
            return std::nullopt;
        }
    }
    return found;
}

std::optional<std::size_t> predictionNamedAfter(const ColumnTable& table, std::size_t label) {
    const std::string stem = wordStem(table.words[label]);
    for (std::size_t c = 0; c < table.size(); ++c) {
        const std::string& words = table.words[c];
        if (table.taken[c] || c == label || table.contents[c].isFractions()) continue;
        if (words.starts_with(stem + "_") && namesPredictionOf(table.names[c])) return c;
    }
    return std::nullopt;
}

}  // namespace diagonal
