// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/json_tokens.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/reading/column_roles.h"
#include "core/text.h"

namespace diagonal {
namespace {

namespace dom = simdjson::dom;

constexpr int kDeepest = 8;  ///< response.body.choices[0].logprobs.content[0].top_logprobs

void add(std::string_view token, dom::element logProbability, std::vector<TokenScore>& scores) {
    double value = 0;
    if (logProbability.get(value) != simdjson::SUCCESS || std::isnan(value)) return;
    scores.push_back({std::string(trimmed(token)), value});
}

/// Of [{"token": ..., "logprob": ...}, ...] or of {token: logprob, ...}; of the first item of a
/// list of either, which has one for each token of the answer.
std::vector<TokenScore> scoresOf(dom::element tokens) {
    std::vector<TokenScore> scores;
    dom::array list;
    if (tokens.get(list) == simdjson::SUCCESS) {
        for (const dom::element item : list) {
            std::string_view token;
            dom::element value;
            if (item["token"].get(token) == simdjson::SUCCESS &&
                item["logprob"].get(value) == simdjson::SUCCESS) {
                add(token, value, scores);
            } else {
                return scoresOf(item);
            }
        }
    }
    dom::object byToken;
    if (tokens.get(byToken) == simdjson::SUCCESS) {
        for (const auto field : byToken)
            add(field.key, field.value, scores);
    }
    return scores;
}

std::vector<TokenScore> firstTokenScores(dom::element at, int depth) {
    dom::object object;
    dom::array list;
    if (depth > kDeepest) return {};
    if (at.get(object) == simdjson::SUCCESS) {
        dom::element tokens;
        if (object[kTokensCell].get(tokens) == simdjson::SUCCESS) return scoresOf(tokens);
        for (const auto field : object) {
            if (auto found = firstTokenScores(field.value, depth + 1); !found.empty()) return found;
        }
    } else if (at.get(list) == simdjson::SUCCESS && list.begin() != list.end()) {
        return firstTokenScores(*list.begin(), depth + 1);
    }
    return {};
}

const JsonCell* tokensIn(const std::vector<JsonCell>& record) {
    const auto cell = std::ranges::find_if(
        record, [](const JsonCell& candidate) { return !candidate.tokens.empty(); });
    return cell == record.end() ? nullptr : &*cell;
}

/// The values of cells, spelled as they are first, by their lower case.
template <typename IsMeant>
std::map<std::string, std::string> valuesOf(const std::vector<std::vector<JsonCell>>& records,
                                            IsMeant isMeant) {
    std::map<std::string, std::string> values;
    for (const auto& record : records) {
        for (const JsonCell& cell : record) {
            if (isMeant(cell)) values.emplace(lowerCase(trimmed(cell.text)), trimmed(cell.text));
        }
    }
    return values;
}

/// The tokens that half of the records list which list any.
std::map<std::string, std::string> usualTokens(const std::vector<std::vector<JsonCell>>& records) {
    std::map<std::string, std::string> names;
    std::map<std::string, std::size_t> counts;
    std::size_t listing = 0;
    for (const auto& record : records) {
        const JsonCell* cell = tokensIn(record);
        if (!cell) continue;
        ++listing;
        std::set<std::string> listed;
        for (const TokenScore& score : cell->tokens) {
            names.emplace(lowerCase(score.token), score.token);
            listed.insert(lowerCase(score.token));
        }
        for (const std::string& token : listed)
            ++counts[token];
    }
    std::erase_if(names, [&](const auto& name) {
        return name.first.empty() || 2 * counts[name.first] < listing;
    });
    return names;
}

/// log(exp(a) + exp(b)).
double logOfSum(double a, double b) {
    const double most = std::max(a, b);
    return std::isinf(most) ? most : most + std::log1p(std::exp(std::min(a, b) - most));
}

}  // namespace

std::vector<TokenScore> firstTokenScores(dom::element record) {
    return firstTokenScores(record, 0);
}

TokenClasses::TokenClasses(const std::vector<std::vector<JsonCell>>& records) {
    std::set<std::string> tokens;
    for (const auto& record : records) {
        if (const JsonCell* cell = tokensIn(record)) {
            for (const TokenScore& score : cell->tokens)
                tokens.insert(lowerCase(score.token));
        }
    }
    if (tokens.empty()) return;
    const auto inLabels =
        valuesOf(records, [](const JsonCell& cell) { return namesLabel(cell.name); });
    const auto inAny = valuesOf(records, [](const JsonCell&) { return true; });
    for (auto values : {inLabels, inAny, usualTokens(records)}) {
        std::erase_if(values, [&](const auto& value) {
            return value.first.empty() || !tokens.contains(value.first);
        });
        if (values.size() < 2) continue;
        m_names = std::move(values);
        return;
    }
}

std::string TokenClasses::names() const {
    std::vector<std::string> names;
    for (const auto& [lower, name] : m_names)
        names.push_back(name);
    return quotedList(names);
}

void TokenClasses::expand(std::vector<JsonCell>& record) const {
    std::map<std::string, double> listed;
    double least = 0;
    if (const JsonCell* cell = tokensIn(record)) {
        for (const TokenScore& score : cell->tokens) {
            least = std::min(least, score.logProbability);
            const auto name = m_names.find(lowerCase(score.token));
            if (name == m_names.end()) continue;
            const auto [place, isNew] = listed.emplace(name->first, score.logProbability);
            if (!isNew) place->second = logOfSum(place->second, score.logProbability);
        }
    }
    std::erase_if(record, [](const JsonCell& cell) { return !cell.tokens.empty(); });
    for (const auto& [lower, name] : m_names) {
        const auto score = listed.find(lower);
        const double value = score == listed.end() ? least : score->second;
        record.push_back({"logprob_" + name, listed.empty() ? "" : shortest(value)});
    }
}

}  // namespace diagonal
