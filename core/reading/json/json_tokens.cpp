// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/json/json_tokens.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "core/base/text.h"
#include "core/reading/roles/column_names.h"
#include "core/reading/roles/role_assignment.h"

namespace diagonal {
namespace {

namespace dom = simdjson::dom;

constexpr int kDeepestToken =
    8;  ///< as in response.body.choices[0].logprobs.content[0].top_logprobs

void add(std::string_view token, dom::element logProbability, std::vector<TokenScore>& scores) {
    double value = 0;
    if (logProbability.get(value) != simdjson::SUCCESS || std::isnan(value)) return;
    scores.push_back({std::string(trimmed(token)), value});
}

/// Returns the scores in [{"token": ..., "logprob": ...}, ...] or {token: logprob, ...}. For a list
/// with one of these per token of the answer, returns those of the first.
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
            } else if (scores.empty()) {
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

std::vector<TokenScore> scoresWithin(dom::element at, int depth) {
    dom::object object;
    dom::array list;
    if (depth > kDeepestToken) return {};
    if (at.get(object) == simdjson::SUCCESS) {
        dom::element tokens;
        if (object[kTokensCell].get(tokens) == simdjson::SUCCESS) {
            if (auto scores = scoresOf(tokens); !scores.empty()) return scores;
        }
        for (const auto field : object) {
            if (auto found = scoresWithin(field.value, depth + 1); !found.empty()) return found;
        }
    } else if (at.get(list) == simdjson::SUCCESS && list.begin() != list.end()) {
        return scoresWithin(*list.begin(), depth + 1);
    }
    return {};
}

const JsonCell* tokensIn(const std::vector<JsonCell>& record) {
    const auto cell = std::ranges::find_if(
        record, [](const JsonCell& candidate) { return !candidate.tokens.empty(); });
    return cell == record.end() ? nullptr : &*cell;
}

using LabelByToken = std::map<std::string, std::string>;  ///< keyed by lower case

/// A column's values that are tokens, in their first spelling, and the number of cells with one.
struct TokensInColumn {
    LabelByToken values;
    std::size_t cells = 0;
};

std::map<std::string, TokensInColumn> tokensInColumns(
    const std::vector<std::vector<JsonCell>>& records, const std::set<std::string>& tokens) {
    std::map<std::string, TokensInColumn> columns;
    for (const auto& record : records) {
        for (const JsonCell& cell : record) {
            const auto value = trimmed(cell.text);
            if (value.empty() || !tokens.contains(lowerCase(value))) continue;
            TokensInColumn& column = columns[cell.name];
            column.values.emplace(lowerCase(value), value);
            ++column.cells;
        }
    }
    return columns;
}

/// Returns the tokens listed in at least half of the records that list any.
LabelByToken usualTokens(const std::vector<std::vector<JsonCell>>& records) {
    LabelByToken names;
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
    return scoresWithin(record, 0);
}

TokenClasses::TokenClasses(const std::vector<std::vector<JsonCell>>& records,
                           const std::vector<RoleChoice>& chosen) {
    std::set<std::string> tokens;
    for (const auto& record : records) {
        if (const JsonCell* cell = tokensIn(record)) {
            for (const TokenScore& score : cell->tokens)
                tokens.insert(lowerCase(score.token));
        }
    }
    if (tokens.empty()) return;
    const auto isChosen = [&](const std::string& name) {
        return std::ranges::any_of(chosen, [&](const RoleChoice& choice) {
            return choice.role == ColumnRole::Label && choice.column == name;
        });
    };
    // Columns rank higher the more likely they hold the labels.
    const auto rank = [&](const auto& column) {
        const auto& [name, held] = column;
        return std::tuple(isChosen(name), namesLabel(name), !namesRow(name), held.cells);
    };
    auto columns = tokensInColumns(records, tokens);
    std::erase_if(columns, [](const auto& column) { return column.second.values.size() < 2; });
    const auto best = std::ranges::max_element(columns, {}, rank);
    const bool isNamed = best != columns.end() && (isChosen(best->first) || !namesRow(best->first));
    m_names = isNamed ? best->second.values : usualTokens(records);
    if (m_names.size() < 2) m_names.clear();
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
