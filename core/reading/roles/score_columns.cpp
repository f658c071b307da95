// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/roles/score_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "core/base/text.h"
#include "core/predictions/predictions.h"
#include "core/reading/roles/column_names.h"

namespace diagonal {
namespace {

using Values = std::set<std::string>;

/// Columns that belong together by name.
struct ScoreFamily {
    std::string name;
    std::vector<std::size_t> columns;
    std::vector<std::string> members;
    NamedScale scale = NamedScale::None;

    int rank() const {
        return (columns.size() >= 2 ? 4 : 0) + (name == "cal_p" ? 3 : 0) +
               (scale == NamedScale::Logit         ? 2
                : scale == NamedScale::Probability ? 1
                                                   : 0);
    }
};

const std::vector<double>& numbersOf(const ColumnTable& table, std::size_t c) {
    return table.contents[c].numbers;
}

/// Returns the share of sampled rows in which columns sum to 1 within kRoundedSumTolerance;
/// nullopt without rows.
std::optional<double> shareOfUnitSums(const ColumnTable& table,
                                      const std::vector<std::size_t>& columns) {
    if (columns.empty()) return std::nullopt;
    const std::size_t rows = numbersOf(table, columns.front()).size();
    std::size_t sums = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        double sum = 0;
        for (const std::size_t c : columns) {
            const auto& numbers = numbersOf(table, c);
            sum += row < numbers.size() && !std::isnan(numbers[row]) ? numbers[row] : 0;
        }
        sums += std::abs(sum - 1) <= kRoundedSumTolerance;
    }
    if (rows == 0) return std::nullopt;
    return static_cast<double>(sums) / static_cast<double>(rows);
}

/// Returns true if columns sum to 1 in at least 95 % of the sampled rows.
bool sumToOne(const ColumnTable& table, const std::vector<std::size_t>& columns) {
    const auto share = shareOfUnitSums(table, columns);
    return share && *share >= 0.95;
}

/// Returns the columns of fractions that are named like the labels, all after the same words that
/// are no name of a family, if there is one for each label and they sum to 1; else none:
/// "confidence.no" and "confidence.yes" for the labels no and yes.
std::vector<std::size_t> columnsCalledLikeLabels(const ColumnTable& table, const Values& label) {
    constexpr std::string_view between = " _.-:(=";
    std::map<std::string, std::vector<std::size_t>> columnsAfter;
    for (std::size_t c = 0; c < table.size(); ++c) {
        const ColumnContent& content = table.contents[c];
        const std::string& name = table.names[c];
        if (table.taken[c] || !content.isFractions()) continue;
        for (const std::string& value : label) {
            if (!name.ends_with(value)) continue;
            const std::string before = name.substr(0, name.size() - value.size());
            const bool isBehindWords = !before.empty() && !familyName(name) &&
                                       between.find(before.back()) != std::string_view::npos;
            if (before.empty() || isBehindWords) columnsAfter[before].push_back(c);
        }
    }
    for (const auto& [before, columns] : columnsAfter) {
        if (columns.size() >= 2 && columns.size() == label.size() && sumToOne(table, columns))
            return columns;
    }
    return {};
}

/// Returns true for points of a game, deciles or votes: whole numbers of no named scale, beside
/// a column of fractions with a name for a probability.
bool isPoints(const ColumnTable& table, const ScoreFamily& family) {
    const bool whole = std::ranges::all_of(family.columns, [&](std::size_t c) {
        return table.contents[c].integers && !table.contents[c].unitInterval;
    });
    if (!whole || family.scale != NamedScale::None) return false;
    for (std::size_t c = 0; c < table.size(); ++c) {
        const ColumnContent& content = table.contents[c];
        const std::string& name = table.names[c];
        if (table.taken[c] || !content.isFractions()) continue;
        if (suggestsProbability(name) || namesConfidence(name)) return true;
    }
    return false;
}

/// Returns false if a column named score or prob cannot be one: it is not numeric, holds
/// points, or is not a logit and leaves [0, 1] while another column holds fractions in [0, 1].
bool canBeProbability(const ColumnTable& table, std::size_t c) {
    const ColumnContent& content = table.contents[c];
    if (!content.numeric || content.unitInterval) return content.numeric;
    if (namesConfidence(table.names[c])) return true;  // in percent
    if (content.integers && isPoints(table, {table.names[c], {c}, {}, NamedScale::None})) {
        return false;
    }
    if (namedScale(table.names[c]) == NamedScale::Logit) return true;
    for (std::size_t other = 0; other < table.size(); ++other) {
        const ColumnContent& fraction = table.contents[other];
        if (!table.taken[other] && fraction.isFractions()) return false;
    }
    return true;
}

/// Returns true if a column has a prediction of its own, as risk has in risk_predicted: then it is
/// what was predicted.
bool isPredicted(const ColumnTable& table, std::size_t column) {
    return std::ranges::any_of(table.predictions, [&](std::size_t c) {
        return table.words[c].starts_with(table.words[column] + "_");
    });
}

/// Returns true for an end of another column's interval: risk_lower and risk_upper, which enclose
/// risk, or risk_mean, in every row.
bool isLimitOfAnother(const ColumnTable& table, std::size_t column) {
    constexpr auto ends = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"_ci_lower", "_ci_upper"},
         {"_ci_low", "_ci_high"},
         {"_lower_ci", "_upper_ci"},
         {"_lower_bound", "_upper_bound"},
         {"_lower", "_upper"},
         {"_low", "_high"},
         {"_lo", "_hi"},
         {"_lcl", "_ucl"},
         {"_lb", "_ub"},
         {"_min", "_max"},
         {"_p5", "_p95"},
         {"_q05", "_q95"}});
    const std::string& words = table.words[column];
    const auto end = std::ranges::find_if(ends, [&](const auto& pair) {
        return words.ends_with(pair.first) || words.ends_with(pair.second);
    });
    if (end == ends.end()) return false;
    const auto length = (words.ends_with(end->first) ? end->first : end->second).size();
    const std::string stem = words.substr(0, words.size() - length);
    const auto numbersOf = [&](const std::string& called) -> const std::vector<double>* {
        const auto found = std::ranges::find(table.words, called);
        if (found == table.words.end()) return nullptr;
        return &table.contents[static_cast<std::size_t>(found - table.words.begin())].numbers;
    };
    const auto* lower = numbersOf(stem + std::string(end->first));
    const auto* upper = numbersOf(stem + std::string(end->second));
    const auto* middle = numbersOf(stem);
    if (!middle) middle = numbersOf(stem + "_mean");
    if (!lower || !upper || !middle || middle->empty()) return false;
    for (std::size_t row = 0; row < middle->size(); ++row) {
        if ((*lower)[row] > (*middle)[row] || (*middle)[row] > (*upper)[row]) return false;
    }
    return true;
}

/// Returns true if a column has no role, and neither a name for labels or measures of errors nor a
/// prediction of its own, and is no end of an interval.
bool isFree(const ColumnTable& table, std::size_t c) {
    const std::string& name = table.names[c];
    return !table.taken[c] && !isLimitOfAnother(table, c) && !namesLabel(name) &&
           !namesMeasure(name) && !isPredicted(table, c);
}

/// Returns true for a list without a known name, such as features (called score_0, score_1...),
/// that does not sum to 1 and stands beside a column with a name for a score.
bool isUnnamedList(const ColumnTable& table, const ScoreFamily& family) {
    const bool list = family.name == "score" && family.columns.size() >= 2;
    if (!list || sumToOne(table, family.columns)) return false;
    for (std::size_t c = 0; c < table.size(); ++c) {
        const std::string& name = table.names[c];
        const bool named = namesConfidence(name) || namesProbability(name);
        if (isFree(table, c) && named && table.contents[c].unitInterval) return true;
    }
    return false;
}

/// Returns true for a column of at most two integers whose name extends another's:
/// prob1_outcome beside prob1.
bool isOutcomeOfAnother(const ColumnTable& table, std::size_t column) {
    const ColumnContent& content = table.contents[column];
    if (!content.integers || content.values.size() > 2) return false;
    const std::string& name = table.names[column];
    for (std::size_t i = name.find_first_of("_. "); i != std::string::npos;
         i = name.find_first_of("_. ", i + 1)) {
        if (table.index.named(name.substr(0, i))) return true;
    }
    return false;
}

std::optional<FamilyName> familyOf(const ColumnTable& table, std::size_t c) {
    if (auto name = familyName(table.names[c])) return name;
    const auto bracketed = bracketedName(table.names[c]);
    return bracketed && table.contents[c].unitInterval ? bracketed : std::nullopt;
}

/// The model and the class in the member of a family.
struct ModelAndClass {
    std::string model;
    std::string className;
};

/// Returns "sum" and "0" for "sum_0"; no model for a number alone. Nullopt for other members.
std::optional<ModelAndClass> itemOfList(const std::string& member) {
    const auto at = member.rfind('_');
    const std::string item = at == std::string::npos ? member : member.substr(at + 1);
    if (at == 0 || !parsedInteger(item)) return std::nullopt;
    return ModelAndClass{at == std::string::npos ? "" : member.substr(0, at), item};
}

/// Returns true for an item of one of several lists that no name tells apart: it is a score only
/// together with the others of its list.
bool isItemOfUnnamedList(const std::string& name) {
    const auto family = familyName(name);
    const auto item = family ? itemOfList(family->member) : std::nullopt;
    return item && family->family == "score" && !item->model.empty();
}

/// Drops the numbered members of a family that holds as many with names: Ludwig writes
/// Survived_probabilities as a list, and _False and _True beside it.
void dropRepeatedList(ScoreFamily& family) {
    if (std::ranges::all_of(family.members,
                            [](const auto& m) { return itemOfList(m).has_value(); }))
        return;
    const auto isNumber = [&](std::size_t i) {
        return parsedInteger(family.members[i]).has_value();
    };
    const std::size_t size = family.members.size();
    std::size_t numbers = 0;
    for (std::size_t i = 0; i < size; ++i)
        numbers += isNumber(i) ? 1U : 0U;
    if (numbers < 2 || 2 * numbers != size) return;
    ScoreFamily named{family.name, {}, {}, family.scale};
    for (std::size_t i = 0; i < size; ++i) {
        if (isNumber(i)) continue;
        named.columns.push_back(family.columns[i]);
        named.members.push_back(family.members[i]);
    }
    family = std::move(named);
}

/// The families of the models that share the name of one family.
struct DividedFamily {
    std::map<std::string, ScoreFamily> models;
    std::set<std::set<std::string>> classes;  ///< of each model; one set if all have the same
};

/// Divides a family by the part of its members before, or behind, their last "_"; without a part
/// before it, a number is of the family's own list. Empty if a member has no such parts.
DividedFamily divided(const ScoreFamily& family, bool modelIsFirst) {
    DividedFamily out;
    for (std::size_t i = 0; i < family.members.size(); ++i) {
        const std::string& member = family.members[i];
        const auto at = member.rfind('_');
        auto parts = modelIsFirst ? itemOfList(member) : std::nullopt;
        if (!parts) {
            if (at == 0 || at == std::string::npos || at + 1 == member.size()) return {};
            parts = {member.substr(0, at), member.substr(at + 1)};
            if (!modelIsFirst) std::swap(parts->model, parts->className);
        }
        ScoreFamily& one = out.models[parts->model];
        one.name = parts->model.empty() ? family.name : family.name + "_" + parts->model;
        one.scale = family.scale;
        one.columns.push_back(family.columns[i]);
        one.members.push_back(parts->className);
    }
    for (const auto& [model, one] : out.models)
        out.classes.emplace(one.members.begin(), one.members.end());
    return out;
}

/// Returns the only model whose scores sum to 1; none without one, or with several.
std::vector<ScoreFamily> onlyOneThatSums(const ColumnTable& table, const DividedFamily& family) {
    std::vector<ScoreFamily> found;
    for (const auto& [name, model] : family.models) {
        if (sumToOne(table, model.columns)) found.push_back(model);
    }
    return found.size() == 1 ? found : std::vector<ScoreFamily>();
}

/// Divides a family whose members are pairs of a model and a class into one for each model: sum_0,
/// sum_1, mean_0 and mean_1; or no_a, yes_a, no_b and yes_b, if so they sum to 1. Of lists of
/// several lengths that no name calls scores, only one that alone sums to 1 is.
std::vector<ScoreFamily> dividedByModel(const ColumnTable& table, ScoreFamily family) {
    if (sumToOne(table, family.columns)) return {std::move(family)};
    for (const bool modelIsFirst : {true, false}) {
        DividedFamily found = divided(family, modelIsFirst);
        const bool areLists = modelIsFirst && found.models.size() > 1 &&
                              std::ranges::all_of(family.members, [](const auto& member) {
                                  return itemOfList(member).has_value();
                              });
        if (areLists && found.classes.size() > 1 && family.name == "score")
            return onlyOneThatSums(table, found);
        if (found.models.size() < 2 || found.classes.size() != 1) continue;
        const std::set<std::string>& classes = *found.classes.begin();
        const auto sums = [&](const auto& model) { return sumToOne(table, model.second.columns); };
        if (classes.size() < 2 || !(areLists || std::ranges::any_of(found.models, sums))) continue;
        std::vector<ScoreFamily> models;
        for (const std::size_t column : family.columns) {
            for (auto& [name, one] : found.models) {
                if (!one.columns.empty() && one.columns.front() == column) models.push_back(one);
            }
        }
        return models;
    }
    return {std::move(family)};
}

std::vector<ScoreFamily> rankedFamilies(const ColumnTable& table) {
    std::map<std::string, ScoreFamily> families;
    for (std::size_t c = 0; c < table.size(); ++c) {
        const std::string& name = table.names[c];
        const ColumnContent& content = table.contents[c];
        // "prob_a" is a class's score although "proba" names a probability.
        if (!isFree(table, c) || namesConfidence(name) || namesPredicted(name)) continue;
        if (!content.numeric && !content.values.empty()) continue;
        const auto parts = familyOf(table, c);
        if (!parts || isOutcomeOfAnother(table, c)) continue;
        ScoreFamily& family = families[parts->family];
        family.name = parts->family;
        family.columns.push_back(c);
        family.members.push_back(parts->member);
        if (family.columns.size() == 1) family.scale = namedScale(parts->family);
    }
    std::vector<ScoreFamily> ranked;
    ranked.reserve(families.size());
    for (auto& [name, family] : families)
        dropRepeatedList(family);
    for (auto& [name, family] : families) {
        if (isPoints(table, family) || isUnnamedList(table, family)) continue;
        for (ScoreFamily& model : dividedByModel(table, std::move(family)))
            ranked.push_back(std::move(model));
    }
    std::ranges::stable_sort(
        ranked, [](const ScoreFamily& a, const ScoreFamily& b) { return a.rank() > b.rank(); });
    return ranked;
}

std::optional<std::size_t> columnCalled(const ColumnTable& table, const std::string& name) {
    const auto found = table.index.named(name);
    return found && !table.contents[*found].unitInterval ? found : std::nullopt;
}

/// Returns true if a column may hold the classes of a family's scores: it is not one of them
/// and holds no fractions.
bool mayHoldClasses(const ColumnTable& table, std::size_t column, const ScoreFamily& family) {
    const ColumnContent& content = table.contents[column];
    const bool fractions = content.numeric && !content.integers;
    return !fractions && std::ranges::find(family.columns, column) == family.columns.end();
}

/// Returns true if no column exceeds the one before it, in at least 95 % of the sampled rows.
bool fallsByRank(const ColumnTable& table, const std::vector<std::size_t>& columns) {
    std::size_t rows = numbersOf(table, columns.front()).size();
    for (const std::size_t c : columns)
        rows = std::min(rows, numbersOf(table, c).size());
    std::size_t falling = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        const auto rises = [&](std::size_t before, std::size_t after) {
            return numbersOf(table, after)[row] > numbersOf(table, before)[row];
        };
        falling += std::ranges::adjacent_find(columns, rises) == columns.end();
    }
    return static_cast<double>(falling) >= 0.95 * static_cast<double>(rows);
}

/// Returns the first column of a top-k family, if columns such as label_1 hold the class of
/// each rank and the scores fall by rank; else nullopt.
std::optional<ScoreColumns> bestOfRanks(const ColumnTable& table, const Values& label,
                                        const ScoreFamily& family) {
    for (const char* sibling : {"index_", "label_", "class_", "pred_"}) {
        std::vector<std::size_t> classes;
        for (const std::string& member : family.members) {
            const auto found = table.index.named(sibling + member);
            if (found && mayHoldClasses(table, *found, family)) classes.push_back(*found);
        }
        if (classes.size() != family.columns.size() || !fallsByRank(table, family.columns))
            continue;
        std::size_t predicted = classes.front();
        // Words in label_1 name the classes; the index beside them may count from another number.
        const auto words = table.index.named("label_" + family.members.front());
        if (words && !label.empty() &&
            std::ranges::includes(table.contents[*words].values, label)) {
            predicted = *words;
        }
        return ScoreColumns{
            ScoreRole::Confidence, {family.columns.front()}, predicted, family.columns.size()};
    }
    return std::nullopt;
}

bool isClass(const Values& label, const Values& predicted, const std::string& name) {
    return label.contains(name) || predicted.contains(name);
}

/// Returns true if each column is another model's probability of the positive class: there are
/// at most two labels, no member is a class, and fewer than half of the rows sum to 1.
bool holdsModels(const ColumnTable& table, const Values& label, const Values& predicted,
                 const ScoreFamily& family) {
    if (label.empty() || label.size() > 2 || family.scale == NamedScale::Logit) return false;
    if (std::ranges::any_of(family.members,
                            [&](const auto& m) { return isClass(label, predicted, m); })) {
        return false;
    }
    const bool allUnit = std::ranges::all_of(
        family.columns, [&](std::size_t c) { return table.contents[c].unitInterval; });
    const auto share = allUnit ? shareOfUnitSums(table, family.columns) : std::nullopt;
    return share && *share < 0.5;
}

/// Returns the models of a family of several columns, which are classes, ranks, or one model
/// each.
std::vector<ScoreColumns> modelsOf(const ColumnTable& table, const Values& label,
                                   const Values& predicted, const ScoreFamily& family) {
    if (const auto best = bestOfRanks(table, label, family)) return {*best};
    if (holdsModels(table, label, predicted, family)) {
        std::vector<ScoreColumns> models;
        for (const std::size_t c : family.columns)
            models.push_back({ScoreRole::Probability, {c}, {}, 0});
        return models;
    }
    return {{ScoreRole::ClassScores, family.columns, columnCalled(table, family.name), 0}};
}

/// Returns true if columns are called like output_0, output_1, one for each label value; the
/// stem may be any word but one for a model.
bool countFromZero(const ColumnTable& table, const Values& label,
                   const std::vector<std::size_t>& columns) {
    constexpr auto models =
        std::to_array<std::string_view>({"model", "fold", "run", "seed", "net", "clf"});
    std::string stem = table.names[columns.front()];
    if (columns.size() != label.size() || !stem.ends_with('0')) return false;
    stem.pop_back();
    for (std::size_t k = 0; k < columns.size(); ++k) {
        if (table.names[columns[k]] != stem + std::to_string(k)) return false;
    }
    return std::ranges::none_of(
        models, [&](std::string_view model) { return lowerCase(stem).starts_with(model); });
}

/// Returns the columns of numbers from 0 to 100 that are called probabilities, or risks.
std::vector<std::size_t> percentByName(const ColumnTable& table) {
    constexpr double most = 100;
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < table.size() && table.hasHeader; ++c) {
        const ColumnContent& content = table.contents[c];
        const bool isCalledSo = isFree(table, c) && suggestsProbability(table.names[c]);
        if (!isCalledSo || !content.numeric || content.integers) continue;
        const bool fits =
            std::ranges::none_of(content.numbers, [](double p) { return p < 0 || p > most; });
        if (fits) columns.push_back(c);
    }
    return columns;
}

/// Adds the columns of fractions that are called like scores of further models, as oof_rf beside
/// prob_lr, if each model so far has a single probability.
void addModelsByName(const ColumnTable& table, std::vector<ScoreColumns>& models) {
    const auto isSingle = [](const ScoreColumns& model) {
        return model.role == ScoreRole::Probability && model.columns.size() == 1;
    };
    if (models.empty() || !std::ranges::all_of(models, isSingle)) return;
    for (std::size_t c = 0; c < table.size(); ++c) {
        const bool fits =
            isFree(table, c) && table.contents[c].isFractions() && namesModelScores(table.names[c]);
        const bool isKnown = std::ranges::any_of(
            models, [&](const ScoreColumns& model) { return model.columns.front() == c; });
        if (fits && !isKnown) models.push_back({ScoreRole::Probability, {c}, {}, 0});
    }
}

std::vector<std::size_t> unitColumns(const ColumnTable& table) {
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < table.size(); ++c) {
        const bool ignored = table.taken[c] || namesRow(table.names[c]);
        if (!ignored && table.contents[c].unitInterval) columns.push_back(c);
    }
    return columns;
}

// Predicted quantiles.

struct Quantile {
    double level = 0;
    std::size_t column = 0;
};

bool allDigits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Returns the level that a name states behind its word: "0.05", ".05", "05" and "5" (percent of
/// two digits, thousandths of three); nullopt for other texts.
std::optional<double> statedLevel(std::string_view text) {
    if (text.find('.') != std::string_view::npos) return parsedDouble(text);
    if (!allDigits(text) || text.size() > 3) return std::nullopt;
    const double number = parsedDouble(text).value_or(0);
    return text.size() == 3 ? number / 1000 : number / 100;
}

/// Returns the level of a quantile that a name states after `word`; nullopt for other names. One
/// digit is a level only if `takesDigits`: q5 may be 5 % or the fifth of something.
std::optional<double> levelNamed(std::string_view name, std::string_view word, bool takesDigits) {
    const std::string lower = lowerCase(name);
    if (!lower.starts_with(word)) return std::nullopt;
    std::string_view rest = std::string_view(lower).substr(word.size());
    if (!word.empty() && !rest.empty() && (rest.front() == '_' || rest.front() == '-'))
        rest.remove_prefix(1);
    if (word.empty() && rest.find('.') == std::string_view::npos) return std::nullopt;
    if (word.size() == 1 && rest.size() < 2 && !takesDigits) return std::nullopt;
    const auto level = statedLevel(rest);
    return level && *level > 0 && *level < 1 ? level : std::nullopt;
}

/// Returns the columns without a role whose names state quantiles after `word`, by level; none if
/// a level is stated twice.
std::vector<Quantile> quantilesNamed(const ColumnTable& table, std::string_view word,
                                     bool takesDigits = false) {
    std::vector<Quantile> found;
    for (std::size_t c = 0; c < table.size(); ++c) {
        const auto level = levelNamed(table.names[c], word, takesDigits);
        if (level && !table.taken[c] && table.contents[c].numeric) found.push_back({*level, c});
    }
    std::ranges::sort(found, {}, &Quantile::level);
    const bool isTwice = std::ranges::adjacent_find(found, {}, &Quantile::level) != found.end();
    return isTwice ? std::vector<Quantile>() : found;
}

/// True if values grow with their levels in every sampled row.
bool growWithLevels(const std::vector<Quantile>& quantiles, const ColumnTable& table) {
    for (std::size_t i = 1; i < quantiles.size(); ++i) {
        const auto& lower = table.contents[quantiles[i - 1].column].numbers;
        const auto& upper = table.contents[quantiles[i].column].numbers;
        for (std::size_t row = 0; row < std::min(lower.size(), upper.size()); ++row) {
            if (lower[row] > upper[row]) return false;
        }
    }
    return true;
}

/// True if values grow with their levels, and three levels hold the median.
bool areUnmistakable(const std::vector<Quantile>& quantiles, const ColumnTable& table) {
    constexpr double median = 0.5;
    if (quantiles.size() < 3) return false;
    if (std::ranges::find(quantiles, median, &Quantile::level) == quantiles.end()) return false;
    return growWithLevels(quantiles, table);
}

/// Adds q1 and q5 to q50 and q95, if values still grow with their levels.
std::vector<Quantile> withDigits(const std::vector<Quantile>& found, const ColumnTable& table,
                                 std::string_view word) {
    auto more = quantilesNamed(table, word, true);
    return more.size() > found.size() && growWithLevels(more, table) ? more : found;
}

std::vector<Quantile> quantilesIn(const ColumnTable& table) {
    for (const std::string_view word : {"quantile", "quant", "q"}) {
        auto found = quantilesNamed(table, word);
        if (found.size() < 2) continue;
        // q01 and q02 may be questions; q0.05 is a level.
        const bool tells = word != "q" || std::ranges::all_of(found, [&](const Quantile& one) {
                               return table.names[one.column].find('.') != std::string::npos;
                           });
        if (tells || growWithLevels(found, table)) return withDigits(found, table, word);
    }
    for (const std::string_view word : {"p", ""}) {
        auto found = quantilesNamed(table, word);
        if (areUnmistakable(found, table)) return withDigits(found, table, word);
    }
    return {};
}

Error unclearOutcome(const ColumnTable& table, const std::vector<Quantile>& quantiles,
                     const std::vector<std::size_t>& candidates) {
    std::vector<std::string> names;
    names.reserve(candidates.size());
    for (const std::size_t c : candidates)
        names.push_back(table.names[c]);
    return unclear(
        "the columns " + quotedText(table.names[quantiles.front().column]) + " to " +
            quotedText(table.names[quantiles.back().column]) +
            " seem to be quantiles. Which column holds the outcome: " + quotedChoices(names) + "?",
        {nameColumn("label")});
}

/// Returns the columns that may hold the outcome: those of its name, else all other numbers.
std::vector<std::size_t> outcomesBeside(const ColumnTable& table,
                                        const std::vector<Quantile>& quantiles, bool& isNamed) {
    std::vector<std::size_t> named;
    std::vector<std::size_t> others;
    for (std::size_t c = 0; c < table.size(); ++c) {
        const std::string& name = table.names[c];
        const bool isOther =
            std::ranges::find(quantiles, c, &Quantile::column) == quantiles.end() &&
            !table.taken[c] && table.contents[c].numeric;
        if (!isOther || namesRow(name) || namesGroup(name) || namesPredicted(name)) continue;
        const bool tells = namesLabel(name) || namesTruthOf(name) || namesOutcome(name) ||
                           lowerCase(name) == "observed" || lowerCase(name) == "value";
        (tells ? named : others).push_back(c);
    }
    isNamed = !named.empty();
    return isNamed ? named : others;
}

}  // namespace

std::vector<ScoreColumns> scoresByName(const ColumnTable& table, const Values& label,
                                       const Values& predicted) {
    if (auto called = columnsCalledLikeLabels(table, label); !called.empty()) {
        return {{ScoreRole::ClassScores, std::move(called), {}, 0}};
    }
    std::vector<ScoreColumns> models;
    const auto families = rankedFamilies(table);
    for (const ScoreFamily& family : families) {
        // The probabilities beside logits, or a single column beside whole families, are not
        // another model.
        const bool first = models.empty();
        const bool alike = family.columns.size() >= 2 && family.scale == families[0].scale &&
                           family.columns.size() == families[0].columns.size();
        if (family.columns.size() < 2 || (!first && !alike && family.name != "p")) continue;
        const auto found = modelsOf(table, label, predicted, family);
        models.insert(models.end(), found.begin(), found.end());
    }
    addModelsByName(table, models);
    if (!models.empty()) return models;
    for (const auto& [names, role] : {std::pair(&namesConfidence, ScoreRole::Confidence),
                                      std::pair(&namesProbability, ScoreRole::Probability)}) {
        for (std::size_t c = 0; c < table.size(); ++c) {
            if (isFree(table, c) && canBeProbability(table, c) &&
                (names(table.names[c]) ||
                 (role == ScoreRole::Probability && namesPercentProbability(table.names[c])))) {
                models.push_back({role, {c}, {}, 0});
            }
        }
        if (!models.empty()) break;
    }
    for (const ScoreFamily& family : families) {
        const bool known = std::ranges::any_of(
            models, [&](const ScoreColumns& model) { return model.columns == family.columns; });
        if (known) continue;
        if (models.empty() || models.front().role == ScoreRole::Probability) {
            models.push_back({ScoreRole::Probability, family.columns, {}, 0});
        }
    }
    addModelsByName(table, models);
    return models;
}

std::vector<ScoreColumns> scoresByContent(const ColumnTable& table, const Values& label,
                                          const Values& predicted) {
    std::vector<std::size_t> fractions;
    std::vector<std::size_t> probabilities;
    std::vector<std::size_t> namedLikeClasses;
    for (std::size_t c = 0; c < table.size(); ++c) {
        const ColumnContent& content = table.contents[c];
        const std::string& name = table.names[c];
        const bool isOther =
            table.hasHeader && (namesRow(name) || namesMeasure(name) || isPredicted(table, c) ||
                                isItemOfUnnamedList(name) || isLimitOfAnother(table, c));
        // A number that never changes is a setting, such as a temperature or a base rate.
        constexpr std::size_t enoughRows = 5;
        const bool isSetting =
            table.hasHeader && content.values.size() == 1 && content.numbers.size() >= enoughRows;
        if (table.taken[c] || !content.numeric || isOther || isSetting) continue;
        if (!content.integers) {
            fractions.push_back(c);
            if (content.unitInterval) probabilities.push_back(c);
        }
        if (table.hasHeader && isClass(label, predicted, table.names[c]))
            namedLikeClasses.push_back(c);
    }
    const auto unit = unitColumns(table);
    if (namedLikeClasses.size() >= 2) {
        // Columns 1, 2, 3 sum to 1 and labels are 0, 1, 2: only two columns are named like
        // labels.
        const bool aPart = namedLikeClasses.size() < unit.size() && sumToOne(table, unit) &&
                           !sumToOne(table, namedLikeClasses);
        if (!aPart) return {{ScoreRole::ClassScores, namedLikeClasses, {}, 0}};
    }
    if (!table.hasHeader && fractions.size() >= 2) {
        return {{ScoreRole::ClassScores, fractions, {}, 0}};
    }
    if (probabilities.size() > 1 && countFromZero(table, label, probabilities)) {
        return {{ScoreRole::ClassScores, probabilities, {}, 0}};
    }
    if (probabilities.size() > 1 && sumToOne(table, unit)) {
        return {{ScoreRole::ClassScores, unit, {}, 0}};
    }
    if (probabilities.empty()) probabilities = percentByName(table);
    std::vector<ScoreColumns> models;
    if (probabilities.size() > 1 && (!table.hasHeader || label.size() > 2)) return models;
    // Among several fractions, those that are called predictions or probabilities are.
    const auto isOther = [&](std::size_t c) {
        return !namesPredictionOf(table.names[c]) && !suggestsProbability(table.names[c]);
    };
    if (!std::ranges::all_of(probabilities, isOther)) std::erase_if(probabilities, isOther);
    for (const std::size_t c : probabilities)
        models.push_back({ScoreRole::Probability, {c}, {}, 0});
    return models;
}

Result<void> takeQuantiles(ColumnTable& table, ColumnRoles& roles) {
    const bool isPredicted =
        !roles.scores.empty() || roles.predicted || roles.correct || roles.label.size() > 1;
    const auto quantiles = isPredicted ? std::vector<Quantile>() : quantilesIn(table);
    if (quantiles.empty()) return {};
    if (roles.label.empty()) {
        // Where a label is a text, the columns are features.
        for (std::size_t c = 0; c < table.size(); ++c) {
            if (!table.taken[c] && namesLabel(table.names[c]) && !table.contents[c].numeric)
                return {};
        }
        bool isNamed = false;
        const auto outcomes = outcomesBeside(table, quantiles, isNamed);
        if (outcomes.size() > 1 || (outcomes.size() == 1 && !isNamed))
            return unclearOutcome(table, quantiles, outcomes);
        roles.label = outcomes;
    }
    if (!roles.label.empty()) {
        const ColumnContent& outcome = table.contents[roles.label.front()];
        const bool isBinary = outcome.integers && outcome.unitInterval;
        if (!outcome.numeric || isBinary) {
            roles.label.clear();
            return {};
        }
        table.taken[roles.label.front()] = true;
    }
    for (const Quantile& quantile : quantiles) {
        roles.scores.push_back(quantile.column);
        roles.levels.push_back(quantile.level);
        table.taken[quantile.column] = true;
    }
    roles.scoreRole = ScoreRole::ClassScores;
    for (std::size_t c = 0; c < table.size(); ++c) {
        if (table.taken[c] || !namesGroup(table.names[c])) continue;
        roles.groups.push_back(c);
        table.taken[c] = true;
    }
    return {};
}

}  // namespace diagonal
