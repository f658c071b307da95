// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/roles/role_assignment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/predictions/dataset.h"
#include "core/reading/numbers/number_text.h"
#include "core/reading/numbers/time_column.h"
#include "core/reading/roles/column_names.h"
#include "core/reading/roles/label_columns.h"
#include "core/reading/roles/score_columns.h"

namespace diagonal {
namespace {

/// Returns the models whose answers the file holds judged: for each group of nested columns a
/// confidence and whether the answer was correct, such as judge_response.confidence and
/// judge_response.correct.
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

void take(ColumnTable& table, ColumnRoles& roles, ColumnRole role, std::size_t column) {
    table.taken[column] = true;
    roles.take(role, column);
}

bool isLabel(const ColumnRoles& roles, std::size_t c) {
    return std::ranges::find(roles.label, c) != roles.label.end();
}

void takeScores(ColumnTable& table, ColumnRoles& roles, std::vector<ScoreColumns> models) {
    if (models.empty()) return;
    std::ranges::stable_sort(models, std::ranges::greater(), [&](const ScoreColumns& model) {
        return evidenceNamed(table.names[model.columns.front()]);
    });
    const ScoreColumns& first = models.front();
    for (const std::size_t c : first.columns)
        table.taken[c] = true;
    roles.scores = first.columns;
    roles.scoreRole = first.role;
    roles.topK = first.topK;
    roles.otherModels.assign(models.begin() + 1, models.end());
    const bool ranked = first.topK > 0;
    if (first.predicted && (ranked || !roles.predicted) && !isLabel(roles, *first.predicted)) {
        roles.predicted.reset();
        take(table, roles, ColumnRole::Predicted, *first.predicted);
    }
    if (first.correct) take(table, roles, ColumnRole::Correct, *first.correct);
}

/// Takes the confidence and the judgement of answers, if the file holds both side by side, and
/// returns whether it does. They win over names for labels: correct_answer is only what they
/// were judged by.
bool takeJudged(ColumnTable& table, ColumnRoles& roles) {
    const bool isOpen = roles.scoreRole == ScoreRole::None && roles.label.empty() &&
                        !roles.correct && !roles.predicted;
    if (!isOpen) return false;
    const auto models = judgedModels(table);
    if (models.empty()) return false;
    takeScores(table, roles, models);
    return true;
}

/// Returns true if `longer` is `name` with a suffix: a_win_outcome and a_win.
bool extends(const std::string& longer, const std::string& name) {
    return longer.size() > name.size() + 1 && longer.starts_with(name) &&
           std::string_view("_. ").find(longer[name.size()]) != std::string_view::npos;
}

bool isChosen(const ReadOptions& options, ColumnRole role) {
    return std::ranges::find(options.columns, role, &RoleChoice::role) != options.columns.end();
}

/// Pairs the outcome and the score of one of several events: if the user chose a_win_outcome as
/// the label, takes a_win as the probability, and vice versa.
void takeOtherOfPair(const ReadOptions& options, ColumnTable& table, ColumnRoles& roles) {
    if (!table.hasHeader || roles.correct) return;
    const bool byLabel = isChosen(options, ColumnRole::Label) && roles.label.size() == 1 &&
                         roles.scoreRole == ScoreRole::None;
    const bool byScore = roles.label.empty() && roles.scores.size() == 1;
    for (std::size_t c = 0; c < table.size(); ++c) {
        const ColumnContent& content = table.contents[c];
        const std::string& name = table.names[c];
        if (table.taken[c] || !content.unitInterval || namesPredicted(name)) continue;
        const bool isScore = !content.integers && !namesLabel(name);
        if (byLabel && isScore && extends(table.names[roles.label.front()], name)) {
            return take(table, roles, ColumnRole::Probability, c);
        }
        const bool isOutcome =
            content.integers && content.values.size() <= 2 && suggestsTruth(name);
        if (byScore && isOutcome && extends(name, table.names[roles.scores.front()])) {
            return take(table, roles, ColumnRole::Label, c);
        }
    }
}

/// Takes the first column with a name for predictions, unless it holds fractions: then it is a
/// score.
void takePredictedByName(ColumnTable& table, ColumnRoles& roles) {
    // CatBoost calls the predicted class "Class".
    const bool catBoost =
        table
            .firstNamed([](const std::string& name) {
                return name.find(":Class=") != std::string::npos || name == "RawFormulaVal";
            })
            .has_value();
    const auto predicted =
        table.firstNamed([](const std::string& name) { return name == "Class"; });
    if (catBoost && predicted) return take(table, roles, ColumnRole::Predicted, *predicted);
    for (std::size_t c = 0; c < table.size(); ++c) {
        if (table.taken[c] || !namesPredicted(table.names[c]) || table.contents[c].isFractions())
            continue;
        return take(table, roles, ColumnRole::Predicted, c);
    }
}

/// Returns the distinct values of the column of predicted classes; empty if there is none.
const std::set<std::string>& predictedValues(const ColumnTable& table, const ColumnRoles& roles) {
    static const std::set<std::string> none;
    return roles.predicted ? table.contents[*roles.predicted].values : none;
}

/// Returns true if each sampled row occurs at least twice, by a column that names rows.
bool repeatRows(const ColumnTable& table) {
    for (std::size_t c = 0; c < table.size(); ++c) {
        const std::size_t values = table.contents[c].values.size();
        if (namesRow(table.names[c]) && values > 1 && 2 * values <= table.samples[c].cells.size())
            return true;
    }
    return false;
}

/// True for whole numbers, some above 1: how many predictions of a row are correct, out of as many
/// as its weight says.
bool countsCorrect(const ColumnContent& content) {
    return content.numeric && content.integers &&
           std::ranges::any_of(content.numbers, [](double count) { return count > 1; });
}

/// Returns the only column that judges each row: in words, as Correct and Wrong, or by yes and no
/// under a name such as "answer_correct".
std::optional<std::size_t> judgementIn(const ColumnTable& table) {
    const auto holds = [](const std::set<std::string>& values, auto... words) {
        return std::ranges::any_of(
            values, [&](const auto& value) { return ((lowerCase(value) == words) || ...); });
    };
    std::optional<std::size_t> found;
    for (std::size_t c = 0; c < table.size(); ++c) {
        const auto& values = table.contents[c].values;
        const bool judges = values.size() <= 4 && holds(values, "correct", "right") &&
                            holds(values, "wrong", "incorrect");
        const bool isCalledSo =
            table.words[c].ends_with("_correct") && table.contents[c].isYesOrNo();
        if (table.taken[c] || (!judges && !isCalledSo)) continue;
        if (found) return std::nullopt;
        found = c;
    }
    return found;
}

void assignByName(const ReadOptions& options, ColumnTable& table, ColumnRoles& roles,
                  bool areJudged) {
    if (!roles.predicted && !areJudged) takePredictedByName(table, roles);
    if (roles.label.empty() && !areJudged) {
        const auto label = labelByName(table, predictedValues(table, roles));
        if (label) take(table, roles, ColumnRole::Label, *label);
        if (label && !roles.predicted) {
            const auto predicted = predictionNamedAfter(table, *label);
            if (predicted) take(table, roles, ColumnRole::Predicted, *predicted);
        }
        for (std::size_t c = 0; c < table.size(); ++c) {
            if (!table.taken[c] && namesLabel(table.names[c])) {
                roles.otherLabels.push_back(c);
            }
        }
    }
    const auto weight = table.firstNamed(namesWeight);
    if (!roles.weight && weight) take(table, roles, ColumnRole::Weight, *weight);
    if (!roles.weight) roles.unusedWeight = table.firstNamed(mayNameWeight);
    if (options.weights && roles.unusedWeight) {
        take(table, roles, ColumnRole::Weight, *std::exchange(roles.unusedWeight, std::nullopt));
    }
    auto correct = table.firstNamed(namesCorrect);
    if (!correct && roles.label.empty()) {
        correct = table.firstNamed([](const std::string& n) { return namesCorrect(leafName(n)); });
    }
    if (!correct && !roles.correct && roles.label.empty()) {
        correct = judgementIn(table);
        const auto judges = [](const std::string& value) { return truthValue(value) >= 0; };
        if (correct && !std::ranges::all_of(table.contents[*correct].values, judges))
            roles.possibleCorrect = std::exchange(correct, std::nullopt);
    }
    if (!roles.correct && correct) take(table, roles, ColumnRole::Correct, *correct);
    if (roles.correct && roles.unusedWeight && countsCorrect(table.contents[*roles.correct]))
        take(table, roles, ColumnRole::Weight, *std::exchange(roles.unusedWeight, std::nullopt));
    const bool rowsRepeat = repeatRows(table);
    for (std::size_t c = 0; c < table.size(); ++c) {
        const std::string& name = table.names[c];
        const bool isGroup = namesGroup(name) || (rowsRepeat && namesVariant(name));
        if (!table.taken[c] && isGroup && !table.contents[c].isFractions())
            take(table, roles, ColumnRole::Group, c);
    }
}

/// Returns true if a column, whose name says nothing, may hold the scores of the predicted classes:
/// no value is below that of a guess, or a threshold separates the rows of two classes.
bool maySupport(const ColumnTable& table, std::size_t column, std::size_t predicted) {
    if (suggestsProbability(table.names[column])) return true;
    const auto& numbers = table.contents[column].numbers;
    const auto& classes = table.contents[predicted].values;
    const double guess = 1 / static_cast<double>(std::max<std::size_t>(classes.size(), 2));
    if (std::ranges::none_of(numbers, [&](double p) { return p < guess; })) return true;
    if (classes.size() != 2) return false;
    const auto& cells = table.samples[predicted].cells;
    std::vector<std::pair<double, bool>> rows;
    for (std::size_t row = 0; row < std::min(numbers.size(), cells.size()); ++row)
        rows.emplace_back(numbers[row], canonicalLabel(cells[row]) == *classes.begin());
    std::ranges::sort(rows);
    std::size_t changes = 0;
    for (std::size_t row = 1; row < rows.size(); ++row)
        changes += rows[row].second != rows[row - 1].second ? 1U : 0U;
    constexpr std::size_t mostChanges = 3;  // one, and rounded scores on both sides
    return changes <= mostChanges;
}

/// Returns the distinct values of the label column; empty unless there is exactly one.
const std::set<std::string>& labelValues(const ColumnTable& table, const ColumnRoles& roles) {
    static const std::set<std::string> none;
    return roles.label.size() == 1 ? table.contents[roles.label.front()].values : none;
}

/// Takes a second column with a name for labels as the predicted class if all its values are
/// labels and the single score is never below 0.5: true_label, label, score.
void takeSecondLabel(ColumnTable& table, ColumnRoles& roles) {
    if (roles.predicted || roles.scores.size() != 1) return;
    const auto& scores = table.contents[roles.scores.front()].numbers;
    const bool low = std::ranges::any_of(scores, [](double score) { return score < 0.5; });
    if (low) return;
    for (const std::size_t c : roles.otherLabels) {
        const auto& values = table.contents[c].values;
        if (values.empty() || !std::ranges::includes(labelValues(table, roles), values)) continue;
        std::erase(roles.otherLabels, c);
        return take(table, roles, ColumnRole::Predicted, c);
    }
}

/// Returns true if a column may hold the predicted class. All its values must be labels, and
/// either the label's name ends with its name (correct_answer and answer), or there are three
/// or more classes and more than half of the sampled rows equal the label.
bool mayBePrediction(const ColumnTable& table, const ColumnRoles& roles, std::size_t column) {
    const auto& values = table.contents[column].values;
    if (values.empty() || !std::ranges::includes(labelValues(table, roles), values)) return false;
    if (namesAnswer(table.names[column])) return true;
    const std::string label = plainName(table.names[roles.label.front()]);
    const std::string name = plainName(table.names[column]);
    if (label.size() > name.size() && label.ends_with(name)) return true;
    if (labelValues(table, roles).size() < 3 || values.size() < 3) return false;
    const auto& truths = table.samples[roles.label.front()].cells;
    const auto& cells = table.samples[column].cells;
    const std::size_t rows = std::min(truths.size(), cells.size());
    std::size_t right = 0;
    for (std::size_t row = 0; row < rows; ++row)
        right += cells[row] == truths[row] ? 1U : 0U;
    return 2 * right > rows;
}

/// If the score is a confidence, takes the only column that mayBePrediction() as the predicted
/// class.
void takePredictionByValues(ColumnTable& table, ColumnRoles& roles) {
    if (!table.hasHeader || roles.predicted || roles.label.size() != 1) return;
    if (roles.scoreRole != ScoreRole::Confidence || roles.correct) return;
    std::optional<std::size_t> found;
    for (std::size_t c = 0; c < table.size(); ++c) {
        const bool free =
            !table.taken[c] && !namesRow(table.names[c]) && !table.contents[c].isFractions();
        if (!free || !mayBePrediction(table, roles, c)) continue;
        if (found) return;
        found = c;
    }
    if (found) take(table, roles, ColumnRole::Predicted, *found);
}

void takePredictedFractions(ColumnTable& table, ColumnRoles& roles) {
    for (std::size_t c = 0; c < table.size(); ++c) {
        if (table.taken[c] || !namesPredicted(table.names[c]) || !table.contents[c].isFractions())
            continue;
        const bool confidence = roles.predicted.has_value();
        return takeScores(
            table, roles,
            {{confidence ? ScoreRole::Confidence : ScoreRole::Probability, {c}, std::nullopt, 0}});
    }
}

/// Returns the values of the columns that hold yes and no in some words and are no predictions, of
/// those with a name for an outcome if there are any; empty if there is none, or if they differ.
std::set<std::string> outcomeValues(const ColumnTable& table) {
    std::set<std::set<std::string>> named, all;
    for (std::size_t c = 0; c < table.size(); ++c) {
        const bool isOutcome = table.contents[c].isYesOrNo() && !namesPredictionOf(table.names[c]);
        if (table.taken[c] || !isOutcome) continue;
        all.insert(table.contents[c].values);
        if (namesOutcome(table.names[c])) named.insert(table.contents[c].values);
    }
    const auto& found = named.empty() ? all : named;
    return found.size() == 1 ? *found.begin() : std::set<std::string>();
}

/// Returns the only candidate for the labels that shares its first words with the score, as
/// sepsis_48h with sepsis_risk; without one, all.
std::vector<std::size_t> nearestToScore(const ColumnTable& table, const ColumnRoles& roles,
                                        std::vector<std::size_t> labels) {
    const bool isOpen = roles.scores.size() == 1 && roles.otherModels.empty();
    if (!table.hasHeader || labels.size() < 2 || !isOpen) return labels;
    const std::string score = table.words[roles.scores.front()];
    const auto end = score.rfind('_');
    if (end == std::string::npos) return labels;
    std::vector<std::size_t> nearest;
    for (const std::size_t c : labels) {
        const std::string& words = table.words[c];
        const bool isNear =
            words == score.substr(0, end) || words.starts_with(score.substr(0, end + 1));
        if (isNear) nearest.push_back(c);
    }
    return nearest.size() == 1 ? nearest : labels;
}

/// Returns true if the only candidate for the labels follows the only score without exception and
/// has no name for an outcome.
bool isComputedFlag(const ColumnTable& table, const ColumnRoles& roles,
                    const std::vector<std::size_t>& labels) {
    if (!table.hasHeader || labels.size() != 1 || roles.scores.size() != 1) return false;
    if (suggestsTruth(table.names[labels.front()])) return false;
    const auto& scores = table.contents[roles.scores.front()].numbers;
    const auto& cells = table.samples[labels.front()].cells;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::array<double, 2> lowest{infinity, infinity}, highest{-infinity, -infinity};
    for (std::size_t row = 0; row < std::min(scores.size(), cells.size()); ++row) {
        const int truth = truthValue(canonicalLabel(cells[row]));
        if (truth < 0 || std::isnan(scores[row])) continue;
        const auto place = static_cast<std::size_t>(truth);
        lowest[place] = std::min(lowest[place], scores[row]);
        highest[place] = std::max(highest[place], scores[row]);
    }
    const bool hasBoth = lowest[0] <= highest[0] && lowest[1] <= highest[1];
    return hasBoth && (highest[0] < lowest[1] || highest[1] < lowest[0]);
}

/// Returns true if the largest of several scores occurs twice in a tenth of the sampled rows.
bool areOftenTied(const ColumnTable& table, const std::vector<std::size_t>& scores) {
    std::size_t rows = table.contents[scores.front()].numbers.size(), tied = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        std::vector<double> values;
        for (const std::size_t c : scores) {
            const auto& numbers = table.contents[c].numbers;
            values.push_back(row < numbers.size() ? numbers[row] : 0);
        }
        std::ranges::sort(values, std::ranges::greater());
        tied += values.size() > 1 && values[0] == values[1] ? 1U : 0U;
    }
    return tied > 0 && tied * 10 >= rows;
}

/// Takes the confidence that the file states in place of class scores that are often tied, if the
/// file says which predictions are correct: the first of tied classes need not be the predicted.
void takeStatedConfidence(ColumnTable& table, ColumnRoles& roles) {
    const bool isOpen = roles.correct && roles.scoreRole == ScoreRole::ClassScores &&
                        !roles.scoreRoleByUser && roles.scores.size() > 1;
    if (!isOpen || !areOftenTied(table, roles.scores)) return;
    const auto confidence = table.firstNamed(namesConfidence);
    if (!confidence || !table.contents[*confidence].unitInterval) return;
    roles.otherModels.insert(roles.otherModels.begin(),
                             {roles.scoreRole, roles.scores, std::nullopt, 0});
    take(table, roles, ColumnRole::Confidence, *confidence);
}

/// Returns the first column called like an outcome whose sampled cells are empty, or say that it is
/// pending.
std::optional<std::size_t> emptyTruthIn(const ColumnTable& table) {
    for (std::size_t c = 0; c < table.size(); ++c) {
        const bool isOpen = std::ranges::all_of(table.contents[c].values, saysUnknown);
        const bool isTruth = !table.taken[c] && namesOutcome(table.names[c]);
        if (isTruth && isOpen && !table.samples[c].cells.empty()) return c;
    }
    return std::nullopt;
}

/// Takes the columns whose values can be the labels of the scores, if only these can be; else lists
/// them for the user. `scoreIsGuess` says that the score was found by its content, too.
void takeLabelByContent(ColumnTable& table, ColumnRoles& roles, bool scoreIsGuess) {
    auto labels = labelsByContent(table, roles.scores, predictedValues(table, roles));
    const auto isStatus = [&](std::size_t c) { return namesStatus(table.names[c]); };
    const bool areStatuses = table.hasHeader && std::ranges::all_of(labels, isStatus);
    if (!areStatuses) std::erase_if(labels, isStatus);
    labels = nearestToScore(table, roles, std::move(labels));
    const auto holdsName = [&](bool (*names)(std::string_view)) {
        return std::ranges::any_of(labels, [&](std::size_t c) { return names(table.names[c]); });
    };
    // Where the outcomes are not known yet, nothing else is taken for them.
    if (table.hasHeader && !holdsName(namesOutcome) && emptyTruthIn(table)) return;
    const auto counted =
        labels.empty() && table.hasHeader ? labelByCount(table, roles.scores) : std::nullopt;
    if (counted) {
        roles.labelIsGuess = true;
        return take(table, roles, ColumnRole::Label, *counted);
    }
    // A guessed score is not enough: many tables of numbers hold a fraction and zeros and ones. A
    // flag may have been computed from the score, or say what happened to a row.
    const bool isGuess = scoreIsGuess && !holdsName(suggestsTruth);
    if (!isGuess && !areStatuses && !isComputedFlag(table, roles, labels) &&
        (labels.size() < 2 || isOneHot(table, labels, roles.scores.size()))) {
        for (const std::size_t c : labels)
            take(table, roles, ColumnRole::Label, c);
        roles.labelIsGuess =
            table.hasHeader && labels.size() == 1 && !suggestsTruth(table.names[labels.front()]);
    } else {
        roles.possibleLabels = labels;
    }
}

/// Takes columns called like traits of rows, such as "sex", unless the user chose the groups: once
/// the truth is known, they are not it.
void takePossibleGroups(const ReadOptions& options, ColumnTable& table, ColumnRoles& roles) {
    const bool isTruthKnown = !roles.label.empty() || roles.correct;
    if (!table.hasHeader || !isTruthKnown ||
        std::ranges::count(options.columns, ColumnRole::Group, &RoleChoice::role) > 0)
        return;
    for (std::size_t c = 0; c < table.size(); ++c) {
        if (!table.taken[c] && mayNameGroup(table.names[c]) && !table.contents[c].isFractions())
            take(table, roles, ColumnRole::Group, c);
    }
}

void detect(const ReadOptions& options, ColumnTable& table, ColumnRoles& roles) {
    if (table.hasHeader) assignByName(options, table, roles, takeJudged(table, roles));
    takeOtherOfPair(options, table, roles);
    const bool openScores = roles.scoreRole == ScoreRole::None;
    if (table.hasHeader && openScores) {
        const auto& known = labelValues(table, roles);
        takeScores(table, roles,
                   scoresByName(table, known.empty() ? outcomeValues(table) : known,
                                predictedValues(table, roles)));
    }
    if (table.hasHeader && roles.scoreRole == ScoreRole::None && roles.label.empty()) {
        const auto label = labelNamingColumns(table);
        if (label) take(table, roles, ColumnRole::Label, *label);
    }
    if (table.hasHeader) takeStatedConfidence(table, roles);
    takeSecondLabel(table, roles);
    takePredictionByValues(table, roles);
    if (roles.scoreRole == ScoreRole::None) takePredictedFractions(table, roles);
    bool isGuess = false;
    if (roles.scoreRole == ScoreRole::None) {
        auto models =
            scoresByContent(table, labelValues(table, roles), predictedValues(table, roles));
        if (table.hasHeader && roles.predicted) {
            std::erase_if(models, [&](const ScoreColumns& model) {
                return model.columns.size() == 1 &&
                       !maySupport(table, model.columns.front(), *roles.predicted);
            });
        }
        takeScores(table, roles, std::move(models));
        isGuess = table.hasHeader && roles.scoreRole == ScoreRole::Probability &&
                  !suggestsProbability(table.names[roles.scores.front()]);
    }
    // Which rows are correct does not tell the classes of several scores.
    if (roles.label.empty() && (!roles.correct || roles.scores.size() > 1))
        takeLabelByContent(table, roles, isGuess);
    takePossibleGroups(options, table, roles);
}

/// Returns an error if `role` is for one column only and is already taken.
Result<void> checkNotRepeated(const ColumnRoles& roles, ColumnRole role) {
    if (!isForOneColumn(role) || !roles.has(role)) return {};
    return unclear("only one column can be the " + roleName(role));
}

/// True if every sampled cell that is not empty is a date, and one is.
bool holdsDates(const ColumnSample& column) {
    std::size_t dates = 0;
    for (const std::string& cell : column.cells) {
        const std::string_view text = trimmed(cell);
        if (isMissing(text)) continue;
        if (!dateTimeIn(text)) return false;
        ++dates;
    }
    return dates > 0;
}

/// True if every sampled cell that is not empty is a number, and one is.
bool holdsNumbers(const ColumnTable& table, std::size_t c) {
    const auto& cells = table.samples[c].cells;
    for (std::size_t row = 0; row < cells.size(); ++row) {
        if (!isMissing(trimmed(cells[row])) && !std::isfinite(table.contents[c].numbers[row]))
            return false;
    }
    return !table.contents[c].values.empty();
}

/// True for numbers under a name that nothing but times has, or called "time" that never fall from
/// row to row: else they may be durations.
bool holdsTimesOfRows(const ColumnTable& table, std::size_t c) {
    if (!holdsNumbers(table, c)) return false;
    if (namesTimestamp(table.names[c])) return true;
    const std::string name = plainName(table.names[c]);
    const ColumnContent& content = table.contents[c];
    const bool isCalledSo = name == "time" || name == "date";
    return isCalledSo && content.values.size() > 2 && std::ranges::is_sorted(content.numbers);
}

/// Returns the first cell that is no date in ISO 8601, if it seems a date of another kind, as
/// "3/5/2026" and "5. March 2026": digits and what stands between them.
std::optional<std::string> otherDate(const ColumnSample& column) {
    const auto isOther = [](const std::string& cell) {
        return !isMissing(trimmed(cell)) && !dateTimeIn(trimmed(cell));
    };
    const auto cell = std::ranges::find_if(column.cells, isOther);
    if (cell == column.cells.end()) return std::nullopt;
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const bool seemsDate = std::ranges::count_if(*cell, isDigit) >= 4 &&
                           cell->find_first_of("/. -") != std::string::npos;
    return seemsDate ? std::optional(std::string(trimmed(*cell))) : std::nullopt;
}

/// Returns which columns of a table are among some.
std::vector<bool> marked(const ColumnTable& table, const std::vector<std::size_t>& columns) {
    std::vector<bool> are(table.size());
    for (const std::size_t c : columns)
        are[c] = true;
    return are;
}

/// Finds the column of times, which may have another role, too: the date of a cluster of rows.
void findTime(const ColumnTable& table, ColumnRoles& roles) {
    if (roles.time) return;
    int best = -1;
    const std::vector<bool> areLabels = marked(table, roles.label);
    const std::vector<bool> areScores = marked(table, roles.scores);
    for (std::size_t c = 0; c < table.size(); ++c) {
        const std::string& name = table.names[c];
        const bool isUsed = areLabels[c] || areScores[c] || roles.predicted == c ||
                            roles.correct == c || roles.weight == c;
        const int fits = predictionTimeNamed(name);
        if (isUsed || fits <= best) continue;
        const bool areDates = namesTime(name) && holdsDates(table.samples[c]);
        if (!areDates && !holdsTimesOfRows(table, c)) {
            const bool isOther = namesTime(name) && !holdsNumbers(table, c);
            const auto date = isOther ? otherDate(table.samples[c]) : std::nullopt;
            if (date) roles.unreadTime = {table.names[c], *date};
            continue;
        }
        best = fits;
        roles.time = c;
        roles.timesAreDates = areDates;
    }
}

/// Says whether the column chosen for times holds dates or numbers. Errors: Unclear if it holds
/// neither.
Result<void> checkChosenTime(const ColumnTable& table, ColumnRoles& roles) {
    if (!roles.time) return {};
    const ColumnSample& column = table.samples[*roles.time];
    roles.timesAreDates = holdsDates(column);
    const auto& numbers = table.contents[*roles.time].numbers;
    const auto isTime = [&](std::size_t row) {
        const std::string_view text = trimmed(column.cells[row]);
        return isMissing(text) || dateTimeIn(text) || std::isfinite(numbers[row]);
    };
    for (std::size_t row = 0; row < column.cells.size(); ++row) {
        if (isTime(row)) continue;
        return unclear(quotedText(column.cells[row]) +
                           " is neither a date nor a number. Write dates as 2024-05-01 or "
                           "2024-05-01T12:30:00Z",
                       column.name);
    }
    if (roles.timesAreDates || holdsNumbers(table, *roles.time)) return {};
    return unclear(
        "holds dates in some rows and numbers in others, or nothing: times must be one "
        "of both",
        column.name);
}

/// Finds up to kMostRowNames columns without a role that identify rows: first by name, then by
/// a distinct value in each sampled row.
void findRowNames(const ColumnTable& table, ColumnRoles& roles) {
    for (const bool named : {true, false}) {
        for (std::size_t c = 0; c < table.size(); ++c) {
            if (roles.rowNames.size() >= kMostRowNames) return;
            const ColumnContent& content = table.contents[c];
            const std::size_t cells = table.samples[c].cells.size();
            const bool distinct = content.values.size() == cells && cells > 1;
            const bool fits = !table.taken[c] && namesRow(table.names[c]) == named &&
                              (named || (distinct && !table.contents[c].isFractions()));
            if (fits) roles.rowNames.push_back(c);
        }
    }
}

/// Moves the first row names whose sampled values repeat to the front.
void findRepeatedNames(const ColumnTable& table, ColumnRoles& roles) {
    constexpr std::size_t leastRepeated = 2;
    auto& names = roles.rowNames;
    const auto repeated = std::ranges::find_if(names, [&](std::size_t c) {
        return table.contents[c].values.size() + leastRepeated <= table.samples[c].cells.size();
    });
    if (repeated == names.end()) return;
    std::rotate(names.begin(), repeated, repeated + 1);
    roles.firstRowNameRepeats = true;
}

/// Adds the columns of other models and those without a role to the names of rows.
void keepOtherColumns(const ColumnTable& table, ColumnRoles& roles) {
    std::vector<std::size_t> used = roles.rowNames;
    for (const auto* columns : {&roles.label, &roles.groups, &roles.scores})
        used.insert(used.end(), columns->begin(), columns->end());
    if (roles.weight) used.push_back(*roles.weight);
    // Beside labels, `predicted` and `correct` may say something else than they and the scores do.
    if (roles.correct && (roles.weight || roles.label.empty())) used.push_back(*roles.correct);
    const std::vector<bool> isUsed = marked(table, used);
    for (std::size_t c = 0; c < table.size(); ++c) {
        if (isUsed[c]) continue;
        roles.rowNames.push_back(c);
        ++roles.otherColumns;
    }
}

/// Returns true if labels are full names of score columns: Class1 and Class2, not 1 and 2.
bool labelsNameColumns(const ColumnTable& table, const ColumnRoles& roles) {
    if (roles.label.size() != 1) return false;
    const auto& values = table.contents[roles.label.front()].values;
    return std::any_of(roles.scores.begin(), roles.scores.end(),
                       [&](std::size_t c) { return values.contains(table.names[c]); });
}

/// Returns true if the scores are fields of one object: "results.A", "results.B".
bool areNestedTogether(const ColumnTable& table, const ColumnRoles& roles) {
    std::set<std::string> objects;
    for (const std::size_t c : roles.scores) {
        const std::string& name = table.names[c];
        const std::string leaf = leafName(name);
        objects.insert(name.substr(0, name.size() - leaf.size()));
    }
    return objects.size() == 1 && !objects.begin()->empty();
}

/// Returns the whole words with "_" that all names begin with, as "sum_", or end with, as "_net";
/// empty if there are none.
std::string wordsInCommon(const std::vector<std::string>& names, bool atEnd) {
    std::string words = names.front();
    for (const std::string& name : names) {
        const auto fits = [&] { return atEnd ? name.ends_with(words) : name.starts_with(words); };
        while (!words.empty() && (!fits() || words.size() == name.size()))
            atEnd ? words.erase(0, 1) : words.erase(words.size() - 1);
    }
    const auto at = atEnd ? words.find('_') : words.rfind('_');
    if (at == std::string::npos) return "";
    return atEnd ? words.substr(at) : words.substr(0, at + 1);
}

/// Removes the name of the model from those of its classes, if another model of the file has scores
/// of the same classes: "cat" for "cat_net" beside "cat_svm", "0" for "sum_0" beside "mean_0".
void dropNamesOfModel(const ColumnTable& table, const ColumnRoles& roles,
                      std::vector<std::string>& classes) {
    std::vector<std::string> others;
    const std::set<std::string>& labels = labelValues(table, roles);
    const auto isLabelValue = [&](const std::string& name) { return labels.contains(name); };
    if (std::ranges::any_of(classes, isLabelValue)) return;
    const std::vector<bool> isOwn = marked(table, roles.scores);
    for (std::size_t c = 0; c < table.size(); ++c) {
        const ColumnContent& content = table.contents[c];
        const bool mayBeScore = content.numeric && (content.unitInterval || !content.integers);
        if (!isOwn[c] && mayBeScore) others.push_back(className(table.names[c]));
    }
    for (const bool atEnd : {true, false}) {
        const std::string words = wordsInCommon(classes, atEnd);
        if (words.empty()) continue;
        const auto without = [&](const std::string& name) {
            return atEnd ? name.substr(0, name.size() - words.size()) : name.substr(words.size());
        };
        // Names as they are read from the end that the words do not stand at, in order.
        const auto read = [&](std::string name) {
            if (!atEnd) std::ranges::reverse(name);
            return name;
        };
        std::vector<std::string> sorted = others;
        std::ranges::transform(sorted, sorted.begin(), read);
        std::ranges::sort(sorted);
        const bool areShared = std::ranges::all_of(classes, [&](const std::string& name) {
            const std::string rest = read(without(name)) + "_";
            const auto first = std::ranges::lower_bound(sorted, rest);
            return first != sorted.end() && first->starts_with(rest);
        });
        if (!areShared) continue;
        for (std::string& name : classes)
            name = without(name);
        return;
    }
}

void nameClasses(const ColumnTable& table, ColumnRoles& roles) {
    for (const std::size_t c : roles.scores) {
        const NamedScale scale = namedScale(table.names[c]);
        if (table.hasHeader && scale != NamedScale::None) roles.namedScale = scale;
    }
    if (roles.scoreRole != ScoreRole::ClassScores || !table.hasHeader) return;
    const bool wholeNames = labelsNameColumns(table, roles);
    const bool nested = areNestedTogether(table, roles);
    for (const std::size_t c : roles.scores) {
        const std::string name = nested ? leafName(table.names[c]) : table.names[c];
        roles.classNames.push_back(wholeNames ? name : className(name));
    }
    if (!wholeNames) dropNamesOfModel(table, roles, roles.classNames);
    const std::set<std::string> distinct(roles.classNames.begin(), roles.classNames.end());
    if (distinct.size() < roles.scores.size()) roles.classNames.clear();
}

/// Returns the columns name_0, name_1... of a list that the user chose for the scores; of one of
/// several lists, they are called score_name_0, score_name_1...
std::vector<std::size_t> itemsOfList(const ColumnTable& table, const RoleChoice& choice) {
    std::vector<std::size_t> items;
    if (choice.role != ColumnRole::Score) return items;
    for (const std::string& list : {choice.column, scoreFamily(choice.column, true)}) {
        while (const auto item = table.index.named(list + "_" + std::to_string(items.size())))
            items.push_back(*item);
        if (!items.empty()) break;
    }
    return items;
}

/// Gives columns the roles that the user chose. Errors: those of assignedRoles().
Result<void> takeChosen(const ReadOptions& options, ColumnTable& table, ColumnRoles& roles) {
    for (const RoleChoice& choice : options.columns) {
        const auto column = table.index.find(choice.column);
        const auto items = column ? std::vector<std::size_t>() : itemsOfList(table, choice);
        if (items.size() > 1) {
            for (const std::size_t item : items)
                take(table, roles, ColumnRole::Score, item);
            continue;
        }
        if (!column) {
            if (choice.role == ColumnRole::Cluster && options.mayLackClusters) continue;
            return unclear("there is no column " + quotedText(choice.column) +
                           "; the columns are " + quotedChoices(table.names));
        }
        const bool isSecond = !table.taken[*column] && isSecondModel(roles, choice);
        if (choice.model > 0 || isSecond) {
            takeOtherModel(roles, choice, *column);
            table.taken[*column] = true;
            continue;
        }
        if (auto done = checkNotRepeated(roles, choice.role); !done) return done;
        take(table, roles, choice.role, *column);
    }
    roles.scoreRoleByUser = roles.scoreRole != ScoreRole::None;
    if (roles.scoreRole == ScoreRole::ClassScores && roles.scores.size() < 2)
        roles.scoreRole = ScoreRole::Probability;
    return {};
}

}  // namespace

bool isSecondModel(const ColumnRoles& roles, const RoleChoice& choice) {
    return isSingleScore(choice.role) && roles.scoreRole != ScoreRole::None &&
           isSingleScore(columnRole(roles.scoreRole));
}

void takeOtherModel(ColumnRoles& roles, const RoleChoice& choice, std::size_t column) {
    auto& models = roles.otherModels;
    const bool isNew = choice.model == 0 || choice.model > models.size();
    const auto add = [&](ScoreRole role) {
        if (isNew) models.push_back({role, {}, std::nullopt, 0});
        ScoreColumns& model = isNew ? models.back() : models[choice.model - 1];
        model.role = role;
        model.columns.push_back(column);
    };
    switch (choice.role) {
        case ColumnRole::Score: return add(ScoreRole::ClassScores);
        case ColumnRole::Probability: return add(ScoreRole::Probability);
        case ColumnRole::Confidence: return add(ScoreRole::Confidence);
        case ColumnRole::Predicted:
            if (!isNew) models[choice.model - 1].predicted = column;
            return;
        case ColumnRole::Correct:
            if (!isNew) models[choice.model - 1].correct = column;
            return;
        case ColumnRole::Label:
        case ColumnRole::Weight:
        case ColumnRole::Group:
        case ColumnRole::Time:
        case ColumnRole::Cluster: return;
    }
}

Result<ColumnRoles> assignedRoles(const std::vector<ColumnSample>& columns,
                                  const ReadOptions& options, bool hasHeader, bool decimalComma) {
    ColumnTable table(columns, hasHeader, decimalComma);
    ColumnRoles roles;
    if (auto done = takeChosen(options, table, roles); !done) return done.error();
    if (auto done = checkChosenTime(table, roles); !done) return done.error();
    const bool detects = !options.onlyChosenColumns;
    if (detects && hasHeader) {
        if (auto done = takeQuantiles(table, roles); !done) return done.error();
    }
    if (detects && roles.levels.empty()) detect(options, table, roles);
    if (detects && hasHeader) findTime(table, roles);
    if (roles.label.empty() && !roles.correct) roles.emptyTruth = emptyTruthIn(table);
    if (hasHeader) findRowNames(table, roles);
    findRepeatedNames(table, roles);
    roles.keepsRowNames = options.keepsRowNames();
    roles.keepsTexts = options.keepsTexts;
    if (hasHeader && options.kept == KeptColumns::All) keepOtherColumns(table, roles);
    nameClasses(table, roles);
    return roles;
}

}  // namespace diagonal
