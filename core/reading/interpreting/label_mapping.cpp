// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/interpreting/label_mapping.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "core/base/large_vector.h"
#include "core/base/text.h"
#include "core/reading/interpreting/class_order.h"
#include "core/reading/roles/column_names.h"

namespace diagonal {
namespace {

/// Class index of each distinct label value, or kUnknownLabel.
using ClassOfValue = std::vector<std::int32_t>;

std::vector<std::int32_t> mapped(const LabelColumn& column, const ClassOfValue& classOf) {
    std::vector<std::int32_t> labels;
    reserveLarge(labels, column.size());
    for (const std::int32_t code : column.codes()) {
        labels.push_back(code < 0 ? kMissingLabel : classOf[static_cast<std::size_t>(code)]);
    }
    return labels;
}

bool allUnknown(const ClassOfValue& classOf) {
    return std::all_of(classOf.begin(), classOf.end(),
                       [](std::int32_t c) { return c == kUnknownLabel; });
}

/// Maps values to classes by exact name, else in any case if that is not ambiguous.
ClassOfValue byName(const std::vector<std::string>& values, const std::vector<std::string>& names) {
    std::unordered_map<std::string, std::int32_t> exact;
    std::unordered_map<std::string, std::int32_t> anyCase;
    for (std::size_t k = 0; k < names.size(); ++k) {
        const std::string name = canonicalLabel(names[k]);
        exact.emplace(name, static_cast<std::int32_t>(k));
        const auto [place, isNew] = anyCase.emplace(lowerCase(name), static_cast<std::int32_t>(k));
        if (!isNew) place->second = kUnknownLabel;
    }
    ClassOfValue out;
    for (const std::string& value : values) {
        const auto same = exact.find(value);
        const auto similar = anyCase.find(lowerCase(value));
        out.push_back(same != exact.end()        ? same->second
                      : similar != anyCase.end() ? similar->second
                                                 : kUnknownLabel);
    }
    return out;
}

ClassOfValue byPosition(const std::vector<std::string>& values, std::size_t classes,
                        std::int64_t base) {
    ClassOfValue out;
    for (const std::string& value : values) {
        const auto number = parsedInteger(value);
        const bool inside =
            number && *number >= base && *number < base + static_cast<std::int64_t>(classes);
        out.push_back(inside ? static_cast<std::int32_t>(*number - base) : kUnknownLabel);
    }
    return out;
}

/// Returns true if labels count from 1: K occurs, 0 does not, and nothing lies outside 1 to K.
bool countsFromOne(const std::vector<std::string>& values, std::size_t classes) {
    bool highest = false;
    for (const std::string& value : values) {
        const auto number = parsedInteger(value);
        if (!number || *number < 1 || *number > static_cast<std::int64_t>(classes)) return false;
        highest = highest || *number == static_cast<std::int64_t>(classes);
    }
    return highest;
}

std::vector<std::string> numberedNames(std::size_t classes, std::size_t base) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < classes; ++k)
        names.push_back(std::to_string(k + base));
    return names;
}

MappedLabels result(const LabelColumn& label, const ClassOfValue& classOf,
                    std::vector<std::string> names) {
    return {mapped(label, classOf), std::move(names), std::nullopt, {}};
}

/// Maps values to two classes by meaning: -1 and 1, false and true, no and yes.
ClassOfValue byTruth(const std::vector<std::string>& values) {
    ClassOfValue out;
    for (const std::string& value : values) {
        const int truth = truthValue(value);
        out.push_back(truth < 0 ? kUnknownLabel : truth);
    }
    return out;
}

/// Returns the label value of the positive class; nullopt if it is unclear.
std::optional<std::string> positiveValue(const LabelColumn& label) {
    const std::vector<std::string>& values = label.values();
    std::set<std::int64_t> integers;
    bool otherText = false;
    for (const std::string& value : values) {
        const auto integer = parsedInteger(value);
        if (integer) integers.insert(*integer);
        otherText = otherText || (!integer && !parsedDouble(value));
    }
    if (!otherText && !integers.empty()) {
        if (integers.contains(1) && (integers.size() == 1 || *integers.begin() <= 0)) return "1";
        if (integers.size() == 1 && integers.contains(0)) return "1";
        if (integers.size() == 2) return std::to_string(*integers.rbegin());
        return std::nullopt;
    }
    for (const std::string& value : values) {
        if (truthValue(value) == 1) return value;
    }
    return std::nullopt;
}

/// Returns the label in a column's name: "no" for "prob_no", the only label that means no for
/// "P(False)".
std::optional<std::string> labelNamedBy(const std::string& name, const LabelColumn& label) {
    const std::string word = className(name);
    if (word == name) return std::nullopt;
    const auto& values = label.values();
    for (const std::string& value : values) {
        if (lowerCase(value) == lowerCase(canonicalLabel(word))) return value;
    }
    const int truth = truthValue(word);
    std::optional<std::string> meant;
    for (const std::string& value : values) {
        if (truth < 0 || truthValue(value) != truth) continue;
        if (meant) return std::nullopt;
        meant = value;
    }
    return meant;
}

/// Returns the positive class of a probability column: the one in its name, else positiveValue().
std::optional<std::string> positiveOf(const std::string& name, const LabelColumn& label) {
    const auto named = labelNamedBy(name, label);
    return named ? named : positiveValue(label);
}

/// Counts the distinct labels that occur in more than a hundredth of the rows. Fractions between 0
/// and 1, such as 0.5 for a partly correct answer, belong to neither class and do not count.
std::size_t commonValues(const LabelColumn& label) {
    const auto counts = label.counts();
    std::size_t common = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const auto number = label.number(i);
        const bool isPart = number && *number > 0 && *number < 1;
        common += !isPart && counts[i] * 100 > label.size() ? 1U : 0U;
    }
    return common;
}

/// Returns true if a label is one of many numbers. Fractions between 0 and 1 do not count.
bool isRegressionTarget(const LabelColumn& label) {
    constexpr std::size_t mostClasses = 20;
    std::size_t numbers = 0;
    for (std::size_t i = 0; i < label.values().size(); ++i) {
        const auto number = label.number(i);
        if (!number) return false;
        numbers += *number <= 0 || *number >= 1;
    }
    return numbers > mostClasses;
}

/// Returns the name of the negative class: the most frequent other value, else "0" or a name with
/// "not".
std::string negativeValue(const LabelColumn& label, const std::string& positive) {
    const auto counts = label.counts();
    std::size_t best = label.values().size();
    for (std::size_t i = 0; i < label.values().size(); ++i) {
        if (label.values()[i] == positive) continue;
        if (best == label.values().size() || counts[i] > counts[best]) best = i;
    }
    if (best < label.values().size()) return label.values()[best];
    return positive == "1" ? "0" : "not " + positive;
}

/// Maps labels by position from `base`, which is added to the assumptions.
MappedLabels byBase(const RoleColumns& columns, std::int64_t base, std::vector<std::string> names) {
    const std::size_t classes = columns.scoreNames.size();
    auto out =
        result(columns.label, byPosition(columns.label.values(), classes, base), std::move(names));
    out.base = base;
    out.assumptions.push_back({"label_base", std::to_string(base)});
    return out;
}

/// Maps labels by the classes found by classesByPrediction(); adds the base or order to the
/// assumptions if it is not the order of the labels' numbers from 0.
MappedLabels byPredictions(const RoleColumns& columns, const ClassOfValue& byPrediction) {
    const std::size_t classes = columns.scoreNames.size();
    const std::vector<std::string>& values = columns.label.values();
    auto names = columns.classNames;
    if (names.empty()) {
        for (std::size_t k = 0; k < classes; ++k)
            names.push_back("column " + std::to_string(k + 1));
        for (std::size_t i = 0; i < values.size(); ++i)
            names[static_cast<std::size_t>(byPrediction[i])] = values[i];
    }
    auto out = result(columns.label, byPrediction, std::move(names));
    for (const std::int64_t base : {0, 1}) {
        if (byPrediction != byPosition(values, classes, base)) continue;
        if (base == 1) out.assumptions.push_back({"label_base", "1"});
        return out;
    }
    out.assumptions.push_back({"class_order", "from the predicted column"});
    return out;
}

/// Returns 1 for the first of two names if the second is its negation, "event" and "no_event", 0
/// for the other way round, -1 if neither is.
int affirmativeOf(const std::vector<std::string>& names) {
    const auto negates = [](const std::string& name, const std::string& other) {
        const std::string plain = plainName(name);
        const std::string affirmed = plainName(other);
        return plain == "no" + affirmed || plain == "not" + affirmed || plain == "non" + affirmed;
    };
    if (negates(names[1], names[0])) return 1;
    return negates(names[0], names[1]) ? 0 : -1;
}

/// Maps the labels of two classes if names and values mean yes and no: positive and negative, 1 and
/// 0. Else nullopt.
std::optional<ClassOfValue> byMeaning(const std::vector<std::string>& values,
                                      const std::vector<std::string>& names) {
    if (names.size() != 2) return std::nullopt;
    const int affirmed = affirmativeOf(names);
    const int first = affirmed >= 0 ? affirmed : truthValue(names[0]);
    if (first < 0 || (affirmed < 0 && truthValue(names[1]) != 1 - first)) return std::nullopt;
    ClassOfValue out;
    for (const std::string& value : values) {
        const int truth = truthValue(value);
        if (truth < 0) return std::nullopt;
        out.push_back(truth == first ? 0 : 1);
    }
    return out;
}

/// Maps labels of one letter to the classes that begin with it, if each begins exactly one: H, D
/// and A to home, draw and away. Else nullopt.
std::optional<ClassOfValue> byInitials(const std::vector<std::string>& values,
                                       const std::vector<std::string>& names) {
    std::map<char, std::int32_t> classOf;
    for (std::size_t k = 0; k < names.size(); ++k) {
        const std::string name = lowerCase(names[k]);
        const bool isWord = name.size() > 1 && name[0] >= 'a' && name[0] <= 'z';
        if (!isWord || !classOf.emplace(name[0], static_cast<std::int32_t>(k)).second) {
            return std::nullopt;
        }
    }
    ClassOfValue out;
    for (const std::string& value : values) {
        const auto found = value.size() == 1 ? classOf.find(lowerCase(value)[0]) : classOf.end();
        if (found == classOf.end()) return std::nullopt;
        out.push_back(found->second);
    }
    return out;
}

/// Returns "'H' is 'home', 'D' is 'draw'".
std::string pairsText(const std::vector<std::string>& values, const ClassOfValue& classOf,
                      const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (classOf[i] < 0) continue;
        if (!text.empty()) text += ", ";
        text += quotedText(values[i]) + " is " +
                quotedText(names[static_cast<std::size_t>(classOf[i])]);
    }
    return text;
}

/// Returns the numbers after a common word, as in LABEL_0 and LABEL_1; empty if there is none.
std::vector<std::string> numbersBehindAWord(const std::vector<std::string>& values) {
    std::vector<std::string> numbers;
    std::string word;
    for (const std::string& value : values) {
        const auto at = value.find_last_not_of("0123456789") + 1;
        if (at == 0 || at == value.size()) return {};
        if (numbers.empty()) word = value.substr(0, at);
        if (value.substr(0, at) != word) return {};
        numbers.push_back(canonicalLabel(value.substr(at)));
    }
    return numbers;
}

/// Returns the names after a common first word, as in "class A" and "class B"; empty if there is
/// none.
std::vector<std::string> namesBehindAWord(const std::vector<std::string>& values) {
    std::vector<std::string> names;
    std::string word;
    for (const std::string& value : values) {
        const auto end = value.find_first_of(" _-.");
        const auto name = value.find_first_not_of(" _-.", end);
        if (end == std::string::npos || name == std::string::npos) return {};
        if (names.empty()) word = value.substr(0, end);
        if (value.substr(0, end) != word) return {};
        names.push_back(value.substr(name));
    }
    return names;
}

/// Maps words to classes without names in alphabetical order, as scikit-learn and most loaders
/// number them. Errors: Unclear unless there are as many words as classes.
Result<MappedLabels> byAlphabet(const RoleColumns& columns) {
    const std::vector<std::string>& values = columns.label.values();
    const std::size_t classes = columns.scoreNames.size();
    std::vector<std::string> sorted = values;
    std::ranges::sort(sorted);
    if (sorted.size() != classes) {
        return unclear("the labels " + quotedList(values) + " are words, and the " +
                       counted(classes, "class", "classes") +
                       " of the scores have no names. Name the score columns after the labels, "
                       "or label with class numbers: np.unique(labels, return_inverse=True)[1]");
    }
    auto out = result(columns.label, byName(values, sorted), sorted);
    out.base = 0;
    out.assumptions.push_back({"class_order", "alphabetical, assumed"});
    return out;
}

/// Maps labels to classes before options.classOrder is applied.
Result<MappedLabels> inColumnOrder(const RoleColumns& columns, std::optional<std::int64_t> base) {
    const LabelColumn& label = columns.label;
    if (label.empty()) return noLabels(columns);
    const std::size_t classes = columns.scoreNames.size();
    const bool hasNames = !columns.classNames.empty();
    const auto names = hasNames ? columns.classNames : numberedNames(classes, 0);
    const std::vector<std::string>& values = label.values();
    if (columns.labelIsPosition) return result(label, byPosition(values, classes, 0), names);
    if (base) return byBase(columns, *base, names);

    const bool zeroBasedNames = names == numberedNames(classes, 0);
    const bool oneBasedNames = names == numberedNames(classes, 1);
    const bool wordsMatch = !zeroBasedNames && !oneBasedNames && !allUnknown(byName(values, names));
    if (!wordsMatch) {
        if (const auto byPrediction = classesByPrediction(columns))
            return byPredictions(columns, *byPrediction);
    }
    if (zeroBasedNames && countsFromOne(values, classes)) {
        return byBase(columns, 1, hasNames ? names : numberedNames(classes, 1));
    }
    const bool hasZero = std::ranges::find(values, "0") != values.end();
    const bool hasLast = std::ranges::find(values, std::to_string(classes)) != values.end();
    if (oneBasedNames && hasZero && !hasLast) return byBase(columns, 0, names);
    const auto named = byName(values, names);
    if (!allUnknown(named)) {
        auto out = result(label, named, names);
        if (zeroBasedNames) out.base = 0;
        if (oneBasedNames) out.base = 1;
        return out;
    }
    if (const auto meant = byMeaning(values, names)) return result(label, *meant, names);
    // FAILURE1 and FAILURE0, in this order, are of the labels 1 and 0.
    if (const auto counted = numbersBehindAWord(names); !counted.empty()) {
        const auto found = byName(values, counted);
        if (std::ranges::find(found, kUnknownLabel) == found.end())
            return result(label, found, names);
    }
    for (const std::int64_t first : {0, 1}) {
        if (!allUnknown(byPosition(values, classes, first))) return byBase(columns, first, names);
    }
    if (classes == 2 && !allUnknown(byTruth(values))) return result(label, byTruth(values), names);
    const auto numbers = numbersBehindAWord(values);
    for (const std::int64_t first : {0, 1}) {
        if (numbers.empty() || allUnknown(byPosition(numbers, classes, first))) continue;
        auto out = result(label, byPosition(numbers, classes, first), names);
        out.base = first;
        out.assumptions.push_back({"label_base", std::to_string(first)});
        return out;
    }
    const auto behind = namesBehindAWord(values);
    if (!behind.empty() && !allUnknown(byName(behind, names)))
        return result(label, byName(behind, names), names);
    if (!hasNames || zeroBasedNames) return byAlphabet(columns);
    if (const auto initials = byInitials(values, names)) {
        auto out = result(label, *initials, names);
        out.assumptions.push_back({"labels_by_initials", pairsText(values, *initials, names)});
        return out;
    }
    return unclear("the labels " + quotedList(values) + " match none of the classes " +
                   quotedList(names));
}

/// Returns 1 or 0 by truthValue() or by a sign at the end, "GON+" or "GON-"; -1 for any other text.
int signedMeaning(const std::string& text) {
    const int truth = truthValue(text);
    if (truth >= 0 || text.size() < 2) return truth;
    return text.ends_with('+') ? 1 : text.ends_with('-') ? 0 : -1;
}

bool isOrderOf(const std::vector<std::size_t>& order, std::size_t classes) {
    std::vector<bool> seen(classes);
    for (const std::size_t k : order) {
        if (k >= classes || seen[k]) return false;
        seen[k] = true;
    }
    return order.size() == classes;
}

/// Returns the error for scores whose first, or last, column may hold the labels.
Error labelsAmongScores(bool first) {
    const std::string place = first ? "first" : "last";
    const std::string rest = first ? "1:" : ":-1";
    return unclear("no true labels were found, but the " + place +
                   " column of the scores holds whole numbers like class numbers. "
                   "If these are the labels, save them separately:\n"
                   "    np.savez('predictions.npz', scores=a[:, " +
                   rest + "], labels=a[:, " + (first ? "0" : "-1") + "].astype(int))");
}

/// Returns the error for columns that could hold the labels although no name says so.
Error unnamedLabels(const RoleColumns& columns) {
    const std::string& label = columns.possibleLabels.front();
    if (columns.possibleLabels.size() > 1) {
        return unclear(
            "several columns could hold the true labels: " + quotedChoices(columns.possibleLabels) +
                ". Name the right one, or all of them in the order of the classes if they are "
                "one-hot",
            {nameColumn("label")});
    }
    const std::string found = "no name among " + quotedChoices(columns.allNames) +
                              " shows which column holds the true "
                              "labels";
    if (columns.scoreNames.size() > 1) {
        return unclear(found + "; " + quotedText(label) + " could",
                       {nameColumn("label", "if it does", label)});
    }
    const std::string& score = columns.scoreNames.front();
    return unclear(
        found + " and which the scores; " + quotedText(label) + " and " + quotedText(score) +
            " could",
        {{"if they do",
          {{Setting::ColumnRole, "label", label}, {Setting::ColumnRole, "probability", score}}}});
}

}  // namespace

Error noLabels(const RoleColumns& columns) {
    if (!columns.possibleCorrect.empty()) {
        return unclear(quotedText(columns.possibleCorrect) +
                           " says which predictions are correct, but not for all rows",
                       {nameColumn("correct", "to leave the others out", columns.possibleCorrect)});
    }
    if (!columns.possibleLabels.empty()) return unnamedLabels(columns);
    if (columns.labelsInScores) return labelsAmongScores(*columns.labelsInScores == 0);
    if (!columns.emptyTruth.empty()) {
        return truthNotKnown(columns.emptyTruth, columns.emptyTruthWord);
    }
    std::string among;
    if (columns.allNames.size() > 1) among = " among " + quotedChoices(columns.allNames);
    if (!columns.unreadable.empty()) among += " (not read: " + columns.unreadable + ")";
    return unclear("no true labels were found" + among + ". Add them, called label",
                   {nameColumn("label", "if a column holds them"),
                    setOption(Setting::LabelsFile, {}, "if a second file holds them")});
}

Error truthNotKnown(const std::string& column, const std::string& word) {
    const std::string says = word.empty() ? "is empty" : "says " + quotedText(word);
    return noUsableRows(
        "the truth is not known yet: " + quotedText(column) + " " + says + " in all rows",
        {nameColumn("label", "if another column holds it"),
         setOption(Setting::LabelsFile, {}, "if a second file holds it")});
}

std::vector<std::int32_t> codesAmong(const LabelColumn& column, const LabelColumn& other) {
    std::unordered_map<std::string, std::int32_t> codes;
    for (const std::string& value : other.values()) {
        codes.emplace(value, static_cast<std::int32_t>(codes.size()));
    }
    std::vector<std::int32_t> out;
    for (const std::string& value : column.values()) {
        const auto found = codes.find(value);
        out.push_back(found == codes.end() ? kUnknownLabel : found->second);
    }
    return out;
}

Result<MappedLabels> mappedToClasses(const RoleColumns& columns, const ReadOptions& options) {
    auto mapped = inColumnOrder(columns, options.labelBase);
    if (!mapped || options.classOrder.empty()) return mapped;
    const std::size_t classes = mapped.value().classNames.size();
    if (!isOrderOf(options.classOrder, classes)) {
        return unclear("the class order is not a permutation of these " +
                       counted(classes, "class", "classes"));
    }
    for (std::int32_t& label : mapped.value().labels) {
        if (label < 0) continue;
        label = static_cast<std::int32_t>(options.classOrder[static_cast<std::size_t>(label)]);
    }
    mapped.value().assumptions.push_back({"class_order", "changed"});
    return mapped;
}

Result<MappedLabels> mappedToPositive(const RoleColumns& columns,
                                      const std::optional<std::string>& positive) {
    const LabelColumn& label = columns.label;
    if (label.empty()) return noLabels(columns);
    if (!positive && isRegressionTarget(label)) {
        return unclear(quotedText(columns.labelName) + " holds " +
                           counted(label.values().size(), "different number") +
                           ", like the target of a regression. A label must be one of two classes",
                       {nameColumn("label", "if another column holds the labels"),
                        setOption(Setting::PositiveClass, {}, "if one of these is the class")});
    }
    if (!positive && commonValues(label) > 2) {
        return unclear(
            "one probability column, but more than two labels: " + quotedList(label.values()),
            {nameColumn("predicted", "if it is the confidence of the predicted class"),
             nameColumn("score", "if columns hold one score per class"),
             setOption(Setting::PositiveClass, {}, "if it is the probability of one class")});
    }
    const auto chosen = positive ? std::optional(canonicalLabel(*positive))
                                 : positiveOf(columns.scoreNames.front(), label);
    const bool occurs = chosen && std::find(label.values().begin(), label.values().end(),
                                            *chosen) != label.values().end();
    // A part of a file may hold rows of the other class only.
    const bool mayBeAbsent = label.values().size() < 2;
    if (!chosen || (positive && !occurs && !mayBeAbsent)) {
        return unclear(
            (positive ? "no label is " + quotedText(*positive) + "; "
                      : std::string("the file does not say which label the probability is for; ")) +
                "the labels are " + quotedList(label.values()),
            {setOption(Setting::PositiveClass)});
    }
    const std::string negative = negativeValue(label, *chosen);
    ClassOfValue classOf;
    for (const std::string& value : label.values()) {
        classOf.push_back(value == *chosen ? 1 : value == negative ? 0 : kUnknownLabel);
    }
    auto out = result(label, classOf, {negative, *chosen});
    out.positiveClass = 1;
    out.assumptions.push_back({"positive_class", *chosen, true});
    return out;
}

ClassOfValue truthsPredicted(const RoleColumns& columns) {
    auto truthOf = codesAmong(columns.predicted, columns.label);
    const auto& truths = columns.label.values();
    const auto& predictions = columns.predicted.values();
    if (!allUnknown(truthOf) || truths.size() > 2 || predictions.size() > 2) return truthOf;
    ClassOfValue meant;
    for (const std::string& prediction : predictions) {
        const int meaning = signedMeaning(prediction);
        const auto same = std::ranges::find(truths, meaning, signedMeaning);
        if (meaning < 0) return truthOf;
        meant.push_back(same == truths.end() ? kUnknownLabel
                                             : static_cast<std::int32_t>(same - truths.begin()));
    }
    return meant;
}

std::optional<ClassOfValue> truthsCountedFrom(const RoleColumns& columns, std::int64_t base) {
    std::map<std::int64_t, std::int32_t> codes;
    for (const std::string& value : columns.label.values()) {
        const auto number = parsedInteger(value);
        if (!number) return std::nullopt;
        codes.emplace(*number - base, static_cast<std::int32_t>(codes.size()));
    }
    ClassOfValue out;
    for (const std::string& value : columns.predicted.values()) {
        const auto number = parsedInteger(value);
        if (!number) return std::nullopt;
        const auto found = codes.find(*number);
        out.push_back(found == codes.end() ? kUnknownLabel : found->second);
    }
    return out;
}

/// Adds the classes of labels and predictions: a prediction that is a label's class by `truthOf` is
/// called like the label. Any other is called as it is written, or is the number of a class that
/// counts from 0, where labels count from `base`.
void nameClasses(const RoleColumns& columns, const ClassOfValue& truthOf, std::int64_t base,
                 MappedLabels& out) {
    const std::vector<std::string>& truths = columns.label.values();
    const std::vector<std::string>& predictions = columns.predicted.values();
    std::vector<std::string> predicted;
    for (std::size_t i = 0; i < predictions.size(); ++i)
        predicted.push_back(truthOf[i] >= 0 ? truths[static_cast<std::size_t>(truthOf[i])]
                            : base == 0     ? predictions[i]
                                        : std::to_string(*parsedInteger(predictions[i]) + base));
    std::set<std::string> classes(truths.begin(), truths.end());
    classes.insert(predicted.begin(), predicted.end());
    out.classNames.assign(classes.begin(), classes.end());
    const auto add = [&](const std::vector<std::string>& names, std::vector<std::size_t>& to) {
        for (const std::string& name : names)
            to.push_back(static_cast<std::size_t>(std::ranges::lower_bound(out.classNames, name) -
                                                  out.classNames.begin()));
    };
    add(truths, out.classOfLabel);
    add(predicted, out.classOfPrediction);
}

Result<MappedLabels> mappedToCorrect(const RoleColumns& columns, std::optional<std::int64_t> base) {
    MappedLabels out;
    if (!columns.label.empty() && !columns.predicted.empty()) {
        const auto& truths = columns.label.values();
        const auto& predictions = columns.predicted.values();
        const auto counted = base ? truthsCountedFrom(columns, *base) : std::nullopt;
        const auto truthOf = counted ? *counted : truthsPredicted(columns);
        if (counted) out.assumptions.push_back({"label_base", std::to_string(*base)});
        // With one label and one prediction, all rows may be wrong.
        const bool mayBeWrong = truths.size() == 1 && predictions.size() == 1;
        if (allUnknown(truthOf) && !mayBeWrong && !columns.correct.empty()) {
            out.labels = mapped(columns.correct, byTruth(columns.correct.values()));
            out.assumptions.push_back({"truth", "the column that says which rows are correct"});
            return out;
        }
        if (allUnknown(truthOf) && !mayBeWrong) {
            return unclear(
                "the true labels " + quotedList(truths) + " and the predicted classes " +
                    quotedList(predictions) + " have no value in common",
                {{"if other columns hold them",
                  {{Setting::ColumnRole, "label", {}}, {Setting::ColumnRole, "predicted", {}}}}});
        }
        if (!counted && codesAmong(columns.predicted, columns.label) != truthOf)
            out.assumptions.push_back(
                {"predicted_meaning", pairsText(predictions, truthOf, truths)});
        nameClasses(columns, truthOf, counted ? *base : 0, out);
        for (std::size_t row = 0; row < columns.label.size(); ++row) {
            const std::int32_t truth = columns.label.codes()[row];
            const std::int32_t prediction = columns.predicted.codes()[row];
            const bool known = truth >= 0 && prediction >= 0;
            const bool isCorrect = known && truthOf[static_cast<std::size_t>(prediction)] == truth;
            out.labels.push_back(known ? (isCorrect ? 1 : 0) : kMissingLabel);
        }
        return out;
    }
    if (!columns.correct.empty()) {
        out.labels = mapped(columns.correct, byTruth(columns.correct.values()));
        return out;
    }
    if (columns.predicted.empty() && !columns.label.empty()) {
        return unclear(
            "confidences need the predicted class and the true label, or a column called "
            "correct",
            {nameColumn("predicted", "if a column holds the predicted class"),
             nameColumn("probability", "if the column is the positive class's probability")});
    }
    return noLabels(columns);
}

}  // namespace diagonal
