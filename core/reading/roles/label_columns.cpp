// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/roles/label_columns.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <numeric>
#include <string_view>

#include "core/base/text.h"
#include "core/reading/numbers/number_text.h"
#include "core/reading/roles/column_names.h"

namespace diagonal {
namespace {

using LabelValues = std::set<std::string>;

/// Returns true for a column of many fractions, such as temperatures, beside one of two values that
/// mean yes and no: that is the outcome. Whole numbers may be classes, unless there are more of
/// them than scores, no prediction and no confidence, and the other column is called an outcome.
bool isMeasurement(const ColumnTable& table, std::size_t column, const LabelValues& predicted) {
    const ColumnContent& content = table.contents[column];
    if (!content.numeric || content.unitInterval) return false;
    std::size_t scores = 2;
    bool mayBeClasses = !predicted.empty();
    for (std::size_t c = 0; c < table.size(); ++c) {
        scores += !table.taken[c] && table.contents[c].numeric && !table.contents[c].integers;
        mayBeClasses = mayBeClasses || namesConfidence(table.names[c]);
    }
    mayBeClasses = mayBeClasses || content.values.size() <= scores;
    if (content.integers && mayBeClasses) return false;
    for (std::size_t c = 0; c < table.size(); ++c) {
        const std::string& name = table.names[c];
        const bool fits = !content.integers || (namesOutcome(name) && !namesCorrect(name));
        if (c != column && !table.taken[c] && table.contents[c].isYesOrNo() && fits &&
            !namesPredictionOf(name))
            return true;
    }
    return false;
}

/// Returns the first column with a name for the truth that shares a value with `predicted`; without
/// one, the first with such a name.
std::optional<std::size_t> bestLabelByName(const ColumnTable& table, const LabelValues& predicted) {
    std::optional<std::size_t> first;
    for (std::size_t c = 0; c < table.names.size(); ++c) {
        if (table.taken[c] || !namesLabel(table.names[c])) continue;
        if (isMeasurement(table, c, predicted)) continue;
        // "class" is also a name for predictions: any other name is preferred.
        if (!first || plainName(table.names[*first]) == "class") first = c;
        const auto& values = table.contents[c].values;
        const bool shares = std::any_of(values.begin(), values.end(), [&](const auto& value) {
            return predicted.contains(value);
        });
        if (shares) return c;
    }
    return first;
}

/// Returns the first letters of the classes, as in H, D and A for home, draw and away; empty where
/// two have the same.
std::vector<std::string> initialsOf(const ColumnTable& table,
                                    const std::vector<std::size_t>& scores) {
    std::set<std::string> initials;
    for (const std::size_t c : scores) {
        const std::string word = className(table.names[c]);
        if (word.size() < 2 || word[0] < 'A' || word[0] > 'z') return {};
        initials.insert(word.substr(0, 1));
    }
    if (scores.size() < 2 || initials.size() != scores.size()) return {};
    return {initials.begin(), initials.end()};
}

/// Returns the true classes in a run of OpenML, which calls them "correct": the column beside
/// "prediction" whose values name columns such as confidence.yes. Nullopt for other tables.
std::optional<std::size_t> labelOfOpenMl(const ColumnTable& table) {
    const auto label = table.index.named("correct");
    const bool isRun = label && !table.taken[*label] && table.index.named("prediction") &&
                       table.index.named("fold") && table.index.named("row_id");
    if (!isRun || table.contents[*label].values.empty()) return std::nullopt;
    const bool haveScores =
        std::ranges::all_of(table.contents[*label].values, [&](const std::string& value) {
            return table.index.named("confidence." + value).has_value();
        });
    return haveScores ? label : std::nullopt;
}

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

/// Returns the column that other columns are named after, which therefore holds the truth: Survived
/// beside Survived_predictions or Survived_probabilities_True, y_true beside y_pred_proba. Nullopt
/// without one, or with several.
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

}  // namespace

std::optional<std::size_t> labelByName(const ColumnTable& table,
                                       const std::set<std::string>& predicted) {
    const auto& samples = table.samples;
    for (std::size_t c = 0; c < table.size(); ++c) {
        if (!table.taken[c] && samples[c].declared == ColumnRole::Label) return c;
    }
    std::set<std::string> targets;
    for (const std::string& name : table.names) {
        if (auto target = targetNamed(name)) targets.insert(std::move(*target));
    }
    const auto target = table.firstNamed([&](const std::string& n) { return targets.contains(n); });
    if (target) return target;
    if (const auto ofRun = labelOfOpenMl(table)) return ofRun;
    if (const auto named = bestLabelByName(table, predicted)) return named;
    const auto isTruth = [&](std::size_t c) {
        const ColumnContent& content = table.contents[c];
        const bool fractions = content.numeric && !content.integers;
        return !table.taken[c] && !fractions && namesTruthOf(table.names[c]);
    };
    std::optional<std::size_t> truth;
    for (std::size_t c = 0; c < table.size(); ++c) {
        if (!isTruth(c)) continue;
        if (truth) return std::nullopt;
        truth = c;
    }
    if (truth) return truth;
    if (const auto named = labelNamedByOthers(table)) return named;
    const auto leaf =
        table.firstNamed([](const std::string& name) { return namesLabel(leafName(name)); });
    return leaf && !isMeasurement(table, *leaf, predicted) ? leaf : std::nullopt;
}

std::optional<std::size_t> labelNamingColumns(const ColumnTable& table) {
    std::set<std::string> numeric;
    for (std::size_t c = 0; c < table.names.size(); ++c) {
        if (!table.taken[c] && table.contents[c].numeric) numeric.insert(table.names[c]);
    }
    for (std::size_t c = 0; c < table.names.size(); ++c) {
        const auto& values = table.contents[c].values;
        if (table.taken[c] || table.contents[c].numeric || values.size() < 2) continue;
        if (std::ranges::includes(numeric, values)) return c;
    }
    return std::nullopt;
}

std::vector<std::size_t> labelsByContent(const ColumnTable& table,
                                         const std::vector<std::size_t>& scores,
                                         const LabelValues& predicted) {
    std::vector<std::size_t> candidates;
    if (scores.empty()) return candidates;
    std::set<std::string> classes;
    for (std::size_t k = 0; k < scores.size(); ++k) {
        classes.insert(std::to_string(k));
        classes.insert(canonicalLabel(className(table.names[scores[k]])));
    }
    const bool single = scores.size() == 1;
    // Beside predicted classes, an answer is the right one.
    const auto isPrediction = [&](const std::string& name) {
        return namesPredictionOf(name) && (predicted.empty() || !namesAnswer(name));
    };
    // "pathogenic" for prob_pathogenic, beside the labels Pathogenic and Benign
    const std::string& score = table.names[scores.front()];
    const std::string classOfScore = className(score) == score ? "" : lowerCase(className(score));
    for (const std::string& initial : initialsOf(table, scores))
        classes.insert(initial);
    if (single) classes.insert({"1", "-1"});
    if (single && !predicted.empty()) classes = predicted;
    for (std::size_t c = 0; c < table.names.size(); ++c) {
        const auto& values = table.contents[c].values;
        const bool isOther =
            table.hasHeader && (namesRow(table.names[c]) || isPrediction(table.names[c]));
        if (table.taken[c] || values.empty() || isOther) continue;
        // One word in all rows says what the rows are, not which class they have.
        const bool isOneOfScores = single && truthValue(*values.begin()) >= 0;
        if (values.size() == 1 && !isOneOfScores) continue;
        // Zeros and ones beside more classes are a flag, unless their name tells of an outcome.
        const bool isFlag = table.hasHeader && scores.size() > 2 && table.contents[c].isYesOrNo();
        if (isFlag && !suggestsTruth(table.names[c])) continue;
        const bool isNamed = single && values.size() == 2 &&
                             std::ranges::any_of(values, [&](const std::string& value) {
                                 return lowerCase(value) == classOfScore;
                             });
        const bool fits =
            isNamed || std::all_of(values.begin(), values.end(), [&](const auto& value) {
                return classes.contains(value) ||
                       (single &&
                        (truthValue(value) >= 0 || (values.size() > 2 && saysUnknown(value))));
            });
        if (fits) candidates.push_back(c);
    }
    return candidates;
}

std::optional<std::size_t> labelByCount(const ColumnTable& table,
                                        const std::vector<std::size_t>& scores) {
    if (scores.size() < 2) return std::nullopt;
    const auto& samples = table.samples;
    // Returns how many sampled rows have their largest score at the place of the label.
    const auto countRight = [&](std::size_t c) {
        const LabelValues& values = table.contents[c].values;
        std::size_t right = 0;
        for (std::size_t row = 0; row < samples[c].cells.size(); ++row) {
            const auto scoreAt = [&](std::size_t k) {
                const auto& numbers = table.contents[scores[k]].numbers;
                return row < numbers.size() ? numbers[row] : 0;
            };
            std::size_t best = 0;
            for (std::size_t k = 1; k < scores.size(); ++k)
                best = scoreAt(k) > scoreAt(best) ? k : best;
            const auto place = values.find(canonicalLabel(samples[c].cells[row]));
            right += static_cast<std::size_t>(std::distance(values.begin(), place)) == best;
        }
        return right;
    };
    const auto mostFrequent = [&](std::size_t c) {
        std::map<std::string, std::size_t> counts;
        std::size_t most = 0;
        for (const std::string& cell : samples[c].cells)
            most = std::max(most, ++counts[cell]);
        return most;
    };
    std::optional<std::size_t> found;
    for (std::size_t c = 0; c < table.size(); ++c) {
        const ColumnContent& content = table.contents[c];
        const bool fits = !table.taken[c] && !content.numeric &&
                          content.values.size() == scores.size() && !namesRow(table.names[c]) &&
                          !namesPredictionOf(table.names[c]);
        if (!fits) continue;
        if (found) return std::nullopt;
        found = c;
    }
    return found && countRight(*found) > mostFrequent(*found) ? found : std::nullopt;
}

bool isOneHot(const ColumnTable& table, const std::vector<std::size_t>& columns,
              std::size_t scores) {
    const auto& samples = table.samples;
    if (columns.size() < 2 || columns.size() != scores) return false;
    const std::size_t rows = samples[columns.front()].cells.size();
    for (std::size_t row = 0; row < rows; ++row) {
        std::size_t ones = 0;
        for (const std::size_t c : columns) {
            if (row >= samples[c].cells.size()) return false;
            const std::string cell = canonicalLabel(samples[c].cells[row]);
            if (cell != "0" && cell != "1") return false;
            ones += cell == "1";
        }
        if (ones != 1) return false;
    }
    return true;
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
