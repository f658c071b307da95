// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/interpreting/interpretation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/base/text.h"
#include "core/predictions/cell_condition.h"
#include "core/predictions/row_clusters.h"
#include "core/reading/interpreting/label_mapping.h"
#include "core/reading/interpreting/row_issues.h"
#include "core/reading/interpreting/row_weights.h"
#include "core/reading/interpreting/score_scale.h"
#include "core/reading/interpreting/tied_scores.h"
#include "core/reading/roles/column_names.h"
#include "core/reading/roles/label_sets.h"

namespace diagonal {
namespace {

constexpr std::size_t kMostStated = 20;
constexpr std::size_t kRowsOfStated = 3;

Error noScores(const RoleColumns& columns) {
    const std::string found =
        columns.predicted.empty()
            ? "no column of probabilities, confidences or logits was found"
            : "predicted classes were found, but no probability or confidence";
    const std::string among = columns.allNames.empty()
                                  ? std::string()
                                  : " among the columns " + quotedChoices(columns.allNames);
    const std::string unreadable =
        columns.unreadable.empty() ? "" : " (not read: " + columns.unreadable + ")";
    return unclear(
        found + among + unreadable +
            ". Save one score column per class:\n"
            "    proba = model.predict_proba(X)  # N x K\n"
            "    for k in range(proba.shape[1]): frame[f'prob_{k}'] = proba[:, k]\n"
            "    frame.to_csv('predictions.csv', index=False)",
        {nameColumn("score", "if columns hold one score per class, in the order of the classes"),
         nameColumn("probability", "if one holds a probability"),
         nameColumn("confidence", "if one holds the predicted class's confidence")});
}

/// Says that the columns are those of a table of bins without counts, and how it can be measured.
Error tableOfBins(const BinColumns& bins, const std::vector<std::string>& names) {
    return unclear(
        "this seems to be a table of bins, with " + quotedText(names[bins.outcome()]) +
        " of each, but without the number of its rows: no ECE and no interval can be had. "
        "Add it as a column count, or save the predictions themselves, one in a row:\n"
        "    pd.DataFrame({'label': y, 'probability': p}).to_csv("
        "'predictions.csv', index=False)");
}

/// Returns an error if the column of labels, or of what is correct, is empty or says in all rows
/// that the truth is still open.
Result<void> checkTruthIsKnown(const RoleColumns& columns, const ReadOptions& options) {
    const bool isLabel = !columns.label.empty();
    const auto& values = isLabel ? columns.label.values() : columns.correct.values();
    const std::string& name = isLabel ? columns.labelName : columns.correctName;
    if (options.positive || !std::ranges::all_of(values, saysUnknown)) return {};
    if (name.empty()) return noUsableRows("the label is missing in every row");
    return truthNotKnown(name, values.empty() ? "" : values.front());
}

Result<void> checkNotEmpty(const RoleColumns& columns, const ReadOptions& options) {
    const bool hasTruth = !columns.label.empty() || !columns.correct.empty();
    const bool hasScores = columns.scoreRole != ScoreRole::None;
    const auto bins = binColumnsIn(columns.allNames);
    const bool areBins = bins && bins->evidence == BinEvidence::Names && !bins->hasCounts() &&
                         !bins->has(BinRole::Correct) &&
                         (bins->has(BinRole::Confidence) || bins->has(BinRole::Lower));
    if (areBins && !(hasTruth && hasScores)) return tableOfBins(*bins, columns.allNames);
    if (columns.scoreRole == ScoreRole::None) return noScores(columns);
    if (columns.scores.rows() == 0) return noUsableRows("there are no rows");
    // Before anything else is wrong: without a truth, no repair of the scores helps.
    if (columns.label.empty() && columns.correct.empty()) return noLabels(columns);
    return checkTruthIsKnown(columns, options);
}

/// The form of the predictions and, if the data show it, the class of a single probability.
struct Meaning {
    PredictionForm form = PredictionForm::ClassScores;
    std::optional<std::string> positive = {};
};

/// Returns the code of the one of two predicted classes that has the higher scores: some threshold
/// separates the two in at least 98 % of the rows, as for the probability of that class. Nullopt if
/// scores do not follow the predicted class, as confidences do not.
std::optional<std::size_t> classThatScoresFollow(const RoleColumns& columns) {
    constexpr double share = 0.98;
    if (columns.predicted.values().size() != 2) return std::nullopt;
    std::vector<std::pair<double, std::int32_t>> rows;
    std::array<std::size_t, 2> above{};  // rows of each class above the threshold
    for (std::size_t row = 0; row < columns.predicted.size(); ++row) {
        const std::int32_t code = columns.predicted.codes()[row];
        const double p = columns.scores.at(row, 0);
        if (code < 0 || std::isnan(p)) continue;
        rows.emplace_back(p, code);
        ++above[static_cast<std::size_t>(code)];
    }
    std::ranges::sort(rows);
    std::array<std::size_t, 2> below{};
    std::array<std::size_t, 2> best{};  // rows separated correctly if class 0 or 1 scores higher
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto code = static_cast<std::size_t>(rows[i].second);
        ++below[code];
        --above[code];
        if (i + 1 < rows.size() && rows[i + 1].first == rows[i].first) continue;
        for (const std::size_t higher : {0U, 1U})
            best[higher] = std::max(best[higher], above[higher] + below[1 - higher]);
    }
    const std::size_t higher = best[1] > best[0] ? 1 : 0;
    const bool follows =
        static_cast<double>(best[higher]) >= share * static_cast<double>(rows.size());
    return follows ? std::optional(higher) : std::nullopt;
}

bool anyBelowHalf(const RoleColumns& columns, double one) {
    for (std::size_t row = 0; row < columns.scores.rows(); ++row) {
        if (columns.scores.at(row, 0) / one < 0.5) return true;
    }
    return false;
}

/// Decides what a single score means beside a predicted column. With two classes a confidence is
/// never below 0.5, so scores that go lower are probabilities.
Meaning meaningBesidePrediction(const RoleColumns& columns, double one) {
    const auto truthOf = truthsPredicted(columns);
    const auto nameOf = [&](std::size_t prediction) {
        const std::int32_t truth = truthOf[prediction];
        return truth < 0 ? columns.predicted.values()[prediction]
                         : columns.label.values()[static_cast<std::size_t>(truth)];
    };
    std::set<std::string> classes(columns.label.values().begin(), columns.label.values().end());
    for (std::size_t i = 0; i < truthOf.size(); ++i)
        classes.insert(nameOf(i));
    if (classes.size() != 2 || !anyBelowHalf(columns, one)) return {PredictionForm::Confidence};
    const auto higher = classThatScoresFollow(columns);
    auto followed = higher ? std::optional(nameOf(*higher)) : std::nullopt;
    if (columns.predicted.values().size() == 1) {
        // Only one class was predicted, with a score below 0.5: it is the other class's score.
        const std::string only = nameOf(0);
        followed = *classes.begin() == only ? *classes.rbegin() : *classes.begin();
    }
    if (!followed) return {PredictionForm::Confidence};
    const auto& labels = columns.label.values();
    const bool occurs = std::ranges::find(labels, *followed) != labels.end();
    return {PredictionForm::PositiveScore, occurs ? followed : std::nullopt};
}

Meaning meaningOf(const RoleColumns& columns, ScoreKind kind) {
    if (columns.scoreRole == ScoreRole::ClassScores) return {PredictionForm::ClassScores};
    const bool confidence = columns.scoreRole == ScoreRole::Confidence;
    if (columns.scoreRoleByUser) {
        return {confidence ? PredictionForm::Confidence : PredictionForm::PositiveScore};
    }
    const double one = kind == ScoreKind::Percent ? 100 : 1;
    if (!columns.predicted.empty() && !columns.label.empty()) {
        return meaningBesidePrediction(columns, one);
    }
    // A judgement beside a confidence wins over what was judged by.
    const bool judged = !columns.correct.empty();
    if (judged && columns.label.empty()) return {PredictionForm::Confidence};
    if (judged && confidence && columns.predicted.empty()) return {PredictionForm::Confidence};
    const bool binaryTruth = columns.label.values().size() <= 2;
    if (confidence && !(binaryTruth && anyBelowHalf(columns, one))) {
        return {PredictionForm::Confidence};
    }
    return {PredictionForm::PositiveScore};
}

/// Fills in the labels that follow from which of two predicted classes are correct, where the
/// single score is the probability of one of them: the predicted class, or else the other one.
void deduceLabels(RoleColumns& columns, ScoreKind kind) {
    const double one = kind == ScoreKind::Percent ? 100 : 1;
    const bool isOpen = columns.label.empty() && !columns.correct.empty() &&
                        columns.predicted.values().size() == 2 && !columns.scoreRoleByUser &&
                        columns.scores.columns() == 1 && columns.weights.empty();
    if (!isOpen || !anyBelowHalf(columns, one) || !classThatScoresFollow(columns)) return;
    for (std::size_t row = 0; row < columns.predicted.size(); ++row) {
        const std::int32_t judged = columns.correct.codes()[row];
        const std::int32_t code = columns.predicted.codes()[row];
        const int isCorrect =
            judged < 0 ? -1
                       : truthValue(columns.correct.values()[static_cast<std::size_t>(judged)]);
        if (code < 0 || isCorrect < 0) {
            columns.label.addMissing();
        } else {
            columns.label.add(
                columns.predicted.values()[static_cast<std::size_t>(isCorrect ? code : 1 - code)]);
        }
    }
    columns.assumptions.push_back(
        {"truth", "the predicted class where it is correct, else the other one"});
}

/// The scale of the scores and, for multi-label data, the classes of each row.
struct Scale {
    ScoreKind kind = ScoreKind::Probability;
    std::optional<LabelSets> sets = {};
};

/// Returns the scale of scores whose labels are sets of classes; nullopt if the classes exclude
/// each other. With logits, sets in fewer than a tenth of the rows are errors in one-hot labels.
std::optional<ScoreKind> scaleBeside(const LabelSets& sets, const RoleColumns& columns,
                                     const ReadOptions& options) {
    const auto scale = scaleOfIndependentClasses(columns);
    if (!scale) return std::nullopt;
    const ScoreKind kind = options.scores.value_or(*scale);
    const bool fewSets = sets.severalOrNone * 10 < sets.labels.size();
    return fewSets && kind == ScoreKind::Logit ? std::nullopt : std::optional(kind);
}

Result<Scale> scaleOf(const RoleColumns& columns, const ReadOptions& options) {
    if (columns.scoreRole == ScoreRole::ClassScores) {
        const std::size_t width = columns.label.width();
        if (width > 0 && width != columns.scores.columns()) {
            return unclear("each row has labels of " + counted(width, "class", "classes") +
                           ", but scores of " + groupedDigits(columns.scores.columns()) +
                           ". Save one column for each class in both, in the same order");
        }
        auto sets = labelSets(columns);
        const auto kind = sets ? scaleBeside(*sets, columns, options) : std::nullopt;
        if (kind) return Scale{*kind, std::move(sets)};
    }
    if (options.scores) return Scale{*options.scores};
    const auto detected = detectedScale(columns);
    if (!detected) return detected.error();
    return Scale{detected.value()};
}

Result<MappedLabels> mapLabels(const RoleColumns& columns, const Meaning& meaning,
                               const ReadOptions& options) {
    const PredictionForm form = meaning.form;
    if (form == PredictionForm::PositiveScore) {
        return mappedToPositive(columns, options.positive ? options.positive : meaning.positive);
    }
    auto labels = form == PredictionForm::ClassScores ? mappedToClasses(columns, options)
                                                      : mappedToCorrect(columns, options.labelBase);
    if (!labels || !options.positive) return labels;
    MappedLabels& mapped = labels.value();
    const auto positive = classNamed(mapped.classNames, *options.positive);
    if (form == PredictionForm::Confidence || mapped.classNames.size() != 2 || !positive) {
        return unclear("a positive class " + quotedText(*options.positive) +
                           " requires two classes with one score each; the classes are " +
                           quotedList(mapped.classNames),
                       {setOption(Setting::View, {}, "to see one class")});
    }
    mapped.positiveClass = positive;
    mapped.assumptions.push_back({"positive_class", mapped.classNames[*positive], true});
    return labels;
}

/// Returns labels for rows that count successes and trials: all 0, as none can be missing.
MappedLabels labelsOfTrials(const RoleColumns& columns, PredictionForm form) {
    MappedLabels labels;
    labels.labels.assign(columns.scores.rows(), 0);
    if (form != PredictionForm::PositiveScore) return labels;
    labels.classNames = {"0", "1"};
    labels.positiveClass = 1;
    return labels;
}

bool anyProbabilityBelowHalf(const Predictions& predictions) {
    if (predictions.scoreKind() != ScoreKind::Probability) return true;
    return predictions.scores().visit([](auto values) {
        return std::any_of(values.begin(), values.end(), [](auto p) { return p < 0.5; });
    });
}

/// Returns the number of distinct scores if they are so few that someone may have stated them: at
/// most 20, and of three rows or more each on average. Else 0.
std::size_t statedValuesOf(const Predictions& predictions) {
    if (!hasOneColumn(predictions.form())) return 0;
    return predictions.scores().visit([](auto values) -> std::size_t {
        std::vector<typename decltype(values)::value_type> seen;
        for (const auto value : values) {
            if (std::ranges::find(seen, value) != seen.end()) continue;
            if (seen.size() == kMostStated) return 0;
            seen.push_back(value);
        }
        return values.size() < kRowsOfStated * seen.size() ? 0 : seen.size();
    });
}

bool bothClassesOccur(const Predictions& predictions) {
    for (std::size_t row = 1; row < predictions.rows(); ++row) {
        if (predictions.label(row) != predictions.label(0)) return true;
    }
    return false;
}

/// Calls use(row) for the row of the file that each row of the predictions comes from, in order.
template <typename Use>
void eachUsedRow(std::size_t rows, const CheckedPredictions& checked, const Use& use) {
    auto unusable = checked.unusable.begin();
    auto split = checked.split.begin();
    for (std::size_t row = 0; row < rows; ++row) {
        if (unusable != checked.unusable.end() && unusable->row == row) {
            ++unusable;
            continue;
        }
        use(row);
        if (split == checked.split.end() || *split != row) continue;
        ++split;
        use(row);
    }
}

/// Counts the used rows that a column calls right, or not, and the labels do not; `isRight` returns
/// nullopt where it says nothing.
template <typename IsRight>
std::size_t rowsJudgedOtherwise(std::size_t rows, const CheckedPredictions& checked,
                                const IsRight& isRight) {
    std::size_t other = 0;
    std::size_t used = 0;
    eachUsedRow(rows, checked, [&](std::size_t row) {
        const std::optional<bool> said = isRight(row);
        other += said && *said != checked.predictions.isCorrect(used) ? 1U : 0U;
        ++used;
    });
    return other;
}

/// Notes where the file predicts or judges otherwise than its labels and scores do; returns the
/// columns that say the same as these.
std::vector<std::string> noteJudgements(const RoleColumns& columns,
                                        const CheckedPredictions& checked,
                                        const MappedLabels& labels, DatasetSummary& summary) {
    std::vector<std::string> alike;
    if (!labels.classOfLabel.empty()) alike.push_back(columns.predictedName);
    const bool isJudged = !columns.correct.empty() && columns.weights.empty();
    const bool haveScores = summary.form == PredictionForm::ClassScores ||
                            summary.form == PredictionForm::PositiveScore;
    const std::size_t rows = columns.label.size();
    std::size_t other = 0;
    if (haveScores && !columns.predicted.empty() && rows > 0 && !columns.labelIsPosition) {
        const auto truthOf = truthsPredicted(columns);
        // Of predictions in other words than the labels, none can be judged.
        const bool areKnown = std::ranges::any_of(truthOf, [](std::int32_t t) { return t >= 0; });
        other = rowsJudgedOtherwise(rows, checked, [&](std::size_t row) -> std::optional<bool> {
            const std::int32_t predicted = columns.predicted.codes()[row];
            if (predicted < 0 || !areKnown) return std::nullopt;
            return truthOf[static_cast<std::size_t>(predicted)] == columns.label.codes()[row];
        });
        if (areKnown && other == 0) alike.push_back(columns.predictedName);
    }
    const bool isBinary = summary.form == PredictionForm::PositiveScore;
    if (other > 0)
        summary.notes.push_back({"predicted_differs", other,
                                 std::string("the predicted column and ") +
                                     (isBinary ? "a threshold of 0.5" : "the largest score") +
                                     " disagree on whether the prediction is correct in " +
                                     counted(other, "row") + "; the scores are used"});
    if (!isJudged || summary.form == PredictionForm::MultiLabel) return alike;
    const std::size_t contradicted =
        rowsJudgedOtherwise(columns.correct.size(), checked, [&](std::size_t row) {
            const std::int32_t judged = columns.correct.codes()[row];
            const int truth =
                judged < 0 ? -1
                           : truthValue(columns.correct.values()[static_cast<std::size_t>(judged)]);
            return truth < 0 ? std::nullopt : std::optional(truth == 1);
        });
    if (contradicted > 0 && other == 0)
        summary.notes.push_back({"correct_differs", contradicted,
                                 quotedText(columns.correctName) + " says otherwise than " +
                                     (haveScores ? "labels and scores" : "labels and predictions") +
                                     " in " + counted(contradicted, "row") + ", and is not used"});
    if (contradicted == 0) alike.push_back(columns.correctName);
    return alike;
}

std::string formName(PredictionForm form) {
    switch (form) {
        case PredictionForm::ClassScores: return "one score per class";
        case PredictionForm::MultiLabel: return "one score per class, any of which may be true";
        case PredictionForm::PositiveScore: return "probability of the positive class";
        case PredictionForm::Confidence: return "confidence of the predicted class";
    }
    return "";
}

GroupColumn usedLabels(const NamedLabels& labels, const CheckedPredictions& checked) {
    GroupColumn out{labels.name, labels.labels.values(), {}};
    out.codes.reserve(labels.labels.size());
    eachUsedRow(labels.labels.size(), checked,
                [&](std::size_t row) { out.codes.push_back(labels.labels.codes()[row]); });
    return out;
}

/// Takes away the labels and predictions "None" unless the rows are confidences and both columns
/// have the same spelling of it: then it is a class.
void dropEmptyClasses(RoleColumns& columns) {
    const auto emptyOf = [&](const LabelColumn& column, const LabelColumn& other) {
        std::vector<bool> isEmpty;
        for (const std::string& value : column.values()) {
            const auto isAmong = [&](const std::vector<std::string>& names) {
                return std::ranges::find(names, value) != names.end();
            };
            const bool isClass =
                lowerCase(value) != "none" || isAmong(columns.classNames) ||
                (columns.scoreRole == ScoreRole::Confidence && isAmong(other.values()));
            isEmpty.push_back(!isClass);
        }
        return isEmpty;
    };
    const std::vector<bool> labels = emptyOf(columns.label, columns.predicted);
    const std::vector<bool> predicted = emptyOf(columns.predicted, columns.label);
    columns.label.drop(labels);
    columns.predicted.drop(predicted);
}

/// Takes away the values that LabelColumn::keepNames() kept and that are none: "-" without "+", and
/// in a column of clusters "None", too.
void dropEmptyGroups(RoleColumns& columns) {
    for (std::size_t g = 0; g < columns.groups.size(); ++g) {
        LabelColumn& labels = columns.groups[g].labels;
        std::vector<bool> areEmpty = emptyValues(labels.values());
        for (std::size_t i = 0; g == columns.cluster && i < areEmpty.size(); ++i)
            areEmpty[i] = areEmpty[i] || isMissing(labels.values()[i]);
        labels.drop(areEmpty);
    }
}

/// Adds the true and predicted classes of confidences, if the file names both.
void addClassPairs(const RoleColumns& columns, const CheckedPredictions& checked,
                   const MappedLabels& labels, Dataset& out) {
    if (labels.classOfLabel.empty()) return;
    ClassPairs& pairs = out.classPairs.emplace();
    pairs.labels = ClassCodes(out.predictions.rows(), labels.classNames.size());
    pairs.predicted = pairs.labels;
    std::size_t used = 0;
    eachUsedRow(columns.label.size(), checked, [&](std::size_t row) {
        const auto code = [row](const LabelColumn& column) {
            return static_cast<std::size_t>(column.codes()[row]);
        };
        pairs.labels.set(used, labels.classOfLabel[code(columns.label)]);
        pairs.predicted.set(used++, labels.classOfPrediction[code(columns.predicted)]);
    });
}

/// Numbers the records of each model, if a column names them, also those that cannot be used.
void numberRecordsOfModels(const std::vector<NamedLabels>& labels,
                           const CheckedPredictions& checked, std::vector<GroupColumn>& groups) {
    const GroupColumn* const models = columnOfModels(groups);
    if (!models) return;
    GroupColumn& out = groups[static_cast<std::size_t>(models - groups.data())];
    const auto& codes = std::ranges::find(labels, out.name, &NamedLabels::name)->labels.codes();
    out.recordCounts.assign(out.values.size(), 0);
    std::vector<std::size_t> places;
    places.reserve(codes.size());
    for (const std::int32_t code : codes)
        places.push_back(code < 0 ? 0 : out.recordCounts[static_cast<std::size_t>(code)]++);
    out.records.reserve(places.size());
    eachUsedRow(places.size(), checked,
                [&](std::size_t row) { out.records.push_back(places[row]); });
}

/// Lets each row without a cluster be one of its own; returns their number.
std::size_t nameMissingClusters(GroupColumn& clusters) {
    std::size_t missing = 0;
    for (std::int32_t& code : clusters.codes) {
        if (code >= 0) continue;
        ++missing;
        code = static_cast<std::int32_t>(clusters.values.size());
        clusters.values.push_back("row without " + clusters.name + " " + std::to_string(missing));
    }
    return missing;
}

/// Notes rows that are in no group of a column, and columns of too many groups.
void noteLeftOut(const GroupColumn& column, DatasetSummary& summary) {
    const auto missing = static_cast<std::size_t>(std::ranges::count(column.codes, -1));
    if (missing > 0)
        summary.notes.push_back({"group_missing", missing,
                                 counted(missing, "row") + " without a value in " +
                                     quotedText(column.name) +
                                     ": in no group of it, and in none of its crossings"});
    if (column.values.size() > kMostGroups)
        summary.notes.push_back({"groups_too_many", column.values.size(),
                                 quotedText(column.name) + " has " +
                                     groupedDigits(column.values.size()) +
                                     " different values: groups are listed and tested for up to " +
                                     groupedDigits(kMostGroups)});
}

/// True if all values of a column are shares.
bool areShares(const GroupColumn& column) {
    return std::ranges::all_of(column.values, [](const std::string& value) {
        const auto number = parsedDouble(value);
        return number && *number >= 0 && *number <= 1;
    });
}

/// True for a column with scores of another model: one that the roles tell, or one of shares that
/// is called as the chosen scores are, "prob_lr" beside "prob_rf".
bool isOfModel(const GroupColumn& column, const RoleColumns& columns) {
    const std::string& name = column.name;
    const auto holds = [&](const std::vector<AdvisedSetting>& model) {
        return std::ranges::find(model, name, &AdvisedSetting::value) != model.end();
    };
    if (std::ranges::any_of(columns.otherModels, holds)) return true;
    if (columns.scoreNames.empty() || !areShares(column)) return false;
    if (namesModelScores(name)) return true;
    const std::string words = snakeName(name);
    const std::string chosen = snakeName(columns.scoreNames.front());
    const auto first = [](const std::string& text) { return text.substr(0, text.find('_')); };
    const auto last = [](const std::string& text) { return text.substr(text.rfind('_') + 1); };
    return (first(words) == first(chosen) && namesProbability(first(words))) ||
           (last(words) == last(chosen) && namesProbability(last(words)));
}

/// Adds the groups, clusters and names of the rows, without those that are `stated`, and where they
/// are in the file.
void addRowColumns(const RoleColumns& columns, const CheckedPredictions& checked,
                   const ReadOptions& options, const std::vector<std::string>& stated,
                   Dataset& out) {
    const std::size_t rows =
        out.predictions.rows() - checked.split.size() + checked.unusable.size();
    for (std::size_t g = 0; g < columns.groups.size(); ++g) {
        if (g == columns.cluster) continue;
        out.groups.push_back(usedLabels(columns.groups[g], checked));
        noteLeftOut(out.groups.back(), out.summary);
    }
    for (const NamedLabels& names : columns.rowNames) {
        if (names.isOther && std::ranges::find(stated, names.name) != stated.end()) continue;
        GroupColumn used = usedLabels(names, checked);
        const bool isScore = names.isOther && isOfModel(used, columns);
        out.rowNames.push_back({std::move(used), namesRow(names.name), names.isOther, isScore});
    }
    out.recordCount = rows;
    if (checked.unusable.empty() && checked.split.empty()) {
        out.places = columns.places;
    } else {
        eachUsedRow(rows, checked, [&](std::size_t row) {
            out.places.add(columns.places.of(row));
            out.records.add(row + 1);
        });
    }
    if (options.keepsRowNames()) numberRecordsOfModels(columns.groups, checked, out.groups);
    if (!columns.cluster) return;
    out.clusters = usedLabels(columns.groups[*columns.cluster], checked);
    const std::size_t missing = nameMissingClusters(*out.clusters);
    if (missing == 0) return;
    out.summary.notes.push_back({"cluster_missing", missing,
                                 counted(missing, "row") + " without a value in " +
                                     quotedText(out.clusters->name) +
                                     ": each counts as a cluster of its own"});
}

/// Adds the times of the rows, and notes what of them cannot be read or is not alike.
void addTimes(const RoleColumns& columns, const CheckedPredictions& checked, Dataset& out) {
    if (!columns.times) {
        const auto& [column, date] = columns.unreadTime;
        if (!column.empty())
            out.summary.notes.push_back(
                {"time_unread", out.summary.rows,
                 "nothing is measured over time: " + quotedText(column) + " holds " +
                     quotedText(date) +
                     ", which is no date in ISO 8601 (2024-05-01). Write all so, to see whether "
                     "calibration changes"});
        return;
    }
    const TimeColumn& times = *columns.times;
    out.times = RowTimes{times.name(), times.areDates(), {}};
    out.times->values.reserve(times.values().size());
    eachUsedRow(times.values().size(), checked,
                [&](std::size_t row) { out.times->values.push_back(times.values()[row]); });
    const auto missing = static_cast<std::size_t>(
        std::ranges::count_if(out.times->values, [](double time) { return std::isnan(time); }));
    if (missing > 0) {
        const std::string& first = times.firstUnread();
        out.summary.notes.push_back({"time_missing", missing,
                                     counted(missing, "row has", "rows have") + " no " +
                                         (times.areDates() ? "date (ISO 8601)" : "number") +
                                         " in " + quotedText(times.name()) +
                                         (first.empty() ? "" : ", as " + quotedText(first)) +
                                         ": they are left out of what is measured over time"});
    }
    if (times.zoned() > 0 && times.unzoned() > 0) {
        out.summary.notes.push_back({"time_zones", times.unzoned(),
                                     "of the dates in " + quotedText(times.name()) + ", " +
                                         groupedDigits(times.zoned()) + " have a time zone and " +
                                         groupedDigits(times.unzoned()) +
                                         " have none: these were read as UTC"});
    }
}

/// Notes that a confidence was read as the probability of a class.
void noteReading(const RoleColumns& columns, DatasetSummary& summary) {
    if (columns.scoreRoleByUser || columns.scores.columns() > 1) return;
    const std::string name = quotedText(columns.scoreNames.front());
    if (summary.form == PredictionForm::PositiveScore &&
        columns.scoreRole == ScoreRole::Confidence) {
        summary.notes.push_back(
            {"confidence_as_probability",
             summary.rows,
             name + " was read as the probability of " +
                 quotedText(summary.classNames[*summary.positiveClass]) +
                 ", because it is below 0.5 in some rows and no column holds the predicted class",
             {nameColumn("predicted", "if it is the confidence of a prediction")}});
    }
}

/// Returns the note that offers the role of clusters to a column with many values that repeat.
std::optional<Note> clusterOffer(const GroupColumn& column) {
    constexpr std::size_t leastClusters = 10;
    const RowClusters clusters = clustersOf(column);
    const bool repeats = column.codes.size() >= 2 * clusters.count;
    if (clusters.count < leastClusters || !repeats || namesRun(column.name)) return std::nullopt;
    return Note{"repeated_names",
                clusters.count,
                counted(column.codes.size(), "row") + " have " + groupedDigits(clusters.count) +
                    " values in " + quotedText(column.name) +
                    ", but intervals treat all rows as independent",
                {nameColumn("cluster", "if rows with the same value are not", column.name)}};
}

/// Offers the role of clusters to the first column of groups, or of row names, that may have it.
void offerClusters(Dataset& dataset) {
    if (dataset.clusters) return;
    std::optional<Note> offer;
    for (const GroupColumn& column : dataset.groups) {
        if (!offer) offer = clusterOffer(column);
    }
    for (const RowNames& column : dataset.rowNames) {
        if (!offer && !column.isOther) offer = clusterOffer(column);
    }
    if (offer) dataset.summary.notes.push_back(std::move(*offer));
}

void noteColumns(const RoleColumns& columns, DatasetSummary& summary) {
    if (columns.labelIsGuess) {
        summary.notes.push_back({"label_by_content",
                                 summary.rows,
                                 "no column name indicates the true labels; " +
                                     quotedText(columns.labelName) +
                                     " was used, because only its values can be labels",
                                 {nameColumn("label", "if another column holds them")}});
    }
    if (!columns.otherModels.empty()) {
        const std::size_t count = columns.otherModels.size();
        summary.notes.push_back(
            {"other_models",
             count,
             "the file also holds scores of " + counted(count, "other model"),
             {{count == 1 ? "to see it" : "to see the next", columns.otherModels.front()}}});
    }
    if (columns.topK > 0) {
        summary.notes.push_back({"ranked_columns", columns.topK,
                                 "the scores belong to the " + groupedDigits(columns.topK) +
                                     " highest-ranked classes (top-k): the first is the confidence "
                                     "of the predicted class, the others are not used"});
    }
    for (const NamedLabels& group : columns.groups) {
        const bool splits = lowerCase(group.name) == "split";
        const bool models = namesModel(group.name) || namesVariant(group.name);
        const std::vector<std::string>& values = group.labels.values();
        if ((!splits && !models) || values.size() < 2) continue;
        summary.notes.push_back({splits ? "mixed_splits" : "mixed_models",
                                 values.size(),
                                 std::string("rows of several ") + (splits ? "splits" : "models") +
                                     " are measured together: " + quotedList(values) +
                                     ". The groups show each separately",
                                 {},
                                 NoteScope::AllRows});
    }
}

/// Notes labels of confidences that are never predicted: -1 for a missing label, or another
/// numbering.
void noteNeverPredicted(const RoleColumns& columns, const MappedLabels& labels,
                        DatasetSummary& summary) {
    const auto counts = columns.label.counts();
    std::vector<std::string> never;
    std::size_t rows = 0;
    std::vector<bool> isPredicted(labels.classNames.size());
    for (const std::size_t k : labels.classOfPrediction)
        isPredicted[k] = true;
    for (std::size_t i = 0; i < labels.classOfLabel.size(); ++i) {
        if (isPredicted[labels.classOfLabel[i]]) continue;
        never.push_back(columns.label.values()[i]);
        rows += counts[i];
    }
    if (never.empty()) return;
    summary.notes.push_back({"never_predicted", rows,
                             "the label " + quotedList(never) + " of " + counted(rows, "row") +
                                 " is never predicted, so these rows count as wrong. If it means "
                                 "no label, remove these rows; if labels and predictions "
                                 "are numbered differently, renumber one of them"});
}

/// Suggests another numbering if labels and predicted classes are numbers and agree far more often
/// when the labels count from 1, and the predictions from 0.
void checkNumbering(const RoleColumns& columns, const ReadOptions& options, Findings& findings) {
    if (columns.predicted.empty() || columns.label.empty() || options.labelBase) return;
    if (columns.label.values().size() < 3) return;
    const auto shareCorrect = [&](const std::vector<std::int32_t>& truthOf) {
        std::size_t correct = 0;
        for (std::size_t row = 0; row < columns.predicted.size(); ++row) {
            const std::int32_t code = columns.predicted.codes()[row];
            const std::int32_t truth = columns.label.codes()[row];
            correct += code >= 0 && truth >= 0 && truthOf[static_cast<std::size_t>(code)] == truth;
        }
        return static_cast<double>(correct) / static_cast<double>(columns.predicted.size());
    };
    const auto counted = truthsCountedFrom(columns, 1);
    if (!counted) return;
    const double written = shareCorrect(truthsPredicted(columns));
    const double other = shareCorrect(*counted);
    if (other < 2 * written || other < 0.3) return;
    const std::string text =
        "the labels seem to count from 1 and the predicted classes from 0: "
        "as written, " +
        fixedText(100 * written, 1) + " % of the rows are correct, with this numbering " +
        fixedText(100 * other, 1) + " %";
    ReadOptions fix = options;
    fix.labelBase = 1;
    findings.notes.push_back({"labels_off_by_one", columns.predicted.size(), text});
    findings.fixes.push_back({text, "Count the labels from 1", std::move(fix)});
}

void noteMeaning(const RoleColumns& columns, const CheckedPredictions& checked,
                 const MappedLabels& labels, bool byPosition, DatasetSummary& summary) {
    if (summary.form == PredictionForm::PositiveScore && !columns.scoreRoleByUser &&
        !anyProbabilityBelowHalf(checked.predictions) && bothClassesOccur(checked.predictions)) {
        summary.notes.push_back(
            {"never_below_half",
             summary.rows,
             "no probability is below 0.5 although both classes occur",
             {nameColumn("confidence", "if it is the confidence of the prediction")}});
    }
    if (summary.form == PredictionForm::Confidence && summary.classes == 2 &&
        anyProbabilityBelowHalf(checked.predictions)) {
        summary.notes.push_back(
            {"confidence_below_half",
             summary.rows,
             "some confidences are below 0.5, although the larger of two class probabilities "
             "never is",
             {nameColumn("probability", "if they are probabilities of one class")}});
    }
    noteUnusable(checked, columns, summary.form, summary);
    noteNeverPredicted(columns, labels, summary);
    noteReading(columns, summary);
    noteColumns(columns, summary);
    const bool wordsByPosition = summary.form == PredictionForm::ClassScores &&
                                 !columns.classNames.empty() && byPosition &&
                                 !parsedDouble(columns.classNames.front());
    if (wordsByPosition) {
        summary.notes.push_back(
            {"labels_by_position", summary.rows,
             "the labels are numbers and the classes have names: they were matched in order, " +
                 quotedText(columns.classNames.front()) +
                 " first, but nothing in the file says so"});
    }
    if (summary.noTemperature) {
        summary.notes.push_back({"no_temperature", summary.rows,
                                 "temperature scaling does not apply: " + *summary.noTemperature});
    }
}

/// Notes where the values suggest a scale that the file does not name.
void noteScale(const RoleColumns& columns, const Predictions& predictions,
               DatasetSummary& summary) {
    if (summary.scores == ScoreKind::Percent && columns.percentSigns == 0) {
        summary.notes.push_back({"read_as_percent", summary.rows,
                                 "some scores exceed 1, and all lie between 0 and 100: they were "
                                 "read as percent"});
    }
    if (summary.scores == ScoreKind::Logit && areNormalised(predictions.scores())) {
        summary.notes.push_back(
            {"normalised_logits",
             summary.rows,
             "the scores are called logits, but they lie between 0 and 1 and sum to 1 in every row",
             {setOption(Setting::Scores, "probabilities", "if they are probabilities")}});
    }
}

/// Returns an error for the output of a text or image classifier, {"label", "score"}, where the
/// label is the predicted class: there are two labels and no score is below 0.5.
Result<void> checkLabelIsTruth(const RoleColumns& columns, const Meaning& meaning) {
    const bool isNamed = columns.labelName == "label" || columns.labelName == "Label";
    constexpr std::size_t fewRows = 20;
    if (meaning.form != PredictionForm::PositiveScore || columns.scoreRoleByUser ||
        columns.scores.rows() < fewRows || anyBelowHalf(columns, 1) ||
        columns.label.values().size() != 2 || !isNamed) {
        return {};
    }
    return unclear(
        "the label is probably the predicted class, not the true class: both labels occur, "
        "and no score is below 0.5. Add the true labels",
        {{"or, if these are the true labels",
          {{Setting::ColumnRole, "label", {}}, {Setting::ColumnRole, "probability", {}}}}});
}

/// True if the single score may be the probability of one outcome: nothing in its name says that it
/// is a confidence or the largest probability.
bool mayBeOfOneOutcome(const RoleColumns& columns) {
    const std::string name = plainName(columns.scoreNames.front());
    const auto tells = [&](std::string_view word) { return name.find(word) != std::string::npos; };
    if (columns.scoreRole == ScoreRole::Probability) return !tells("confidence");
    return tells("prob") && !tells("conf") && !tells("max");
}

/// Refuses a probability on both sides of 0.5 beside a column that says which predictions are
/// correct: it may be that of a correct prediction, or that of one of the outcomes.
Result<void> checkReading(const RoleColumns& columns, const Predictions& predictions) {
    const bool hasCorrectness = columns.predicted.empty() && !columns.correct.empty();
    if (columns.scoreRoleByUser || predictions.form() != PredictionForm::Confidence ||
        !hasCorrectness || columns.correctIsCount || !anyProbabilityBelowHalf(predictions) ||
        !mayBeOfOneOutcome(columns)) {
        return {};
    }
    const std::string& score = columns.scoreNames.front();
    return unclear(
        quotedText(score) + " lies on both sides of 0.5 and " + quotedText(columns.correctName) +
            " says which predictions are correct, but not which outcome was predicted",
        {nameColumn("confidence", "if it is the probability that the prediction is correct", score),
         {"if it is the probability of one outcome",
          {{Setting::ColumnRole, "label", {}}, {Setting::ColumnRole, "probability", score}}}});
}

Result<void> checkScaleFits(ScoreKind kind, PredictionForm form, const ReadOptions& options) {
    const bool unscaled = kind == ScoreKind::Probability || kind == ScoreKind::Percent;
    const bool classes = form == PredictionForm::ClassScores;
    if (!unscaled && !classes &&
        (form == PredictionForm::Confidence || kind == ScoreKind::LogProbability)) {
        return unclear(formName(form) + " cannot be read as " +
                       std::string(choiceOf(kScoreKinds, kind).word) + "; give a probability");
    }
    if (options.undoSoftmax && (kind != ScoreKind::Probability || !classes)) {
        return unclear("a second softmax can be undone only where each class has a probability");
    }
    return {};
}

/// Where the labels came from.
void noteLabels(const RoleColumns& columns, DatasetSummary& summary) {
    summary.labelsFile = columns.labelsFile;
    if (!columns.labelName.empty() && columns.labelsJoinedBy.empty()) {
        summary.assumptions.push_back({"label_column", columns.labelName, true});
    }
    if (!columns.labelsJoinedBy.empty()) {
        summary.assumptions.push_back({"labels_joined_by", columns.labelsJoinedBy});
    }
    if (!columns.labelsFile.empty()) {
        summary.assumptions.push_back({"labels_file", columns.labelsFile, true});
    }
}

/// Notes rows whose labels are empty sets, and rows of tied scores that `correct` decided.
void noteDecisions(const RoleColumns& columns, std::size_t emptySets, std::size_t decided,
                   DatasetSummary& summary) {
    if (emptySets > 0) {
        summary.notes.push_back({"no_class", emptySets,
                                 "the label is empty in " + counted(emptySets, "row") +
                                     ": these rows were read as having no class"});
    }
    if (decided == 0) return;
    summary.notes.push_back({"ties_decided", decided,
                             counted(decided, "row") +
                                 " with tied largest scores: " + quotedText(columns.correctName) +
                                 " says whether the true class was predicted"});
}

/// Summarises what was read, without its notes.
DatasetSummary summaryOf(const RoleColumns& columns, const Predictions& predictions,
                         const MappedLabels& labels, ScoreKind kind, const ReadOptions& options) {
    DatasetSummary summary;
    summary.rows = predictions.weights().observations(predictions.rows());
    summary.classes = predictions.classCount();
    summary.classNames = labels.classNames;
    summary.scores = kind;
    summary.form = predictions.form();
    summary.areQuantiles = !columns.levels.empty();
    summary.statedValues =
        summary.areQuantiles ? columns.levels.size() : statedValuesOf(predictions);
    summary.positiveClass = labels.positiveClass;
    if (const auto can = predictions.checkTemperature(); !can) {
        summary.noTemperature = can.error().detail;
    }
    summary.assumptions.push_back({"scores", std::string(choiceOf(kScoreKinds, kind).word), true});
    summary.assumptions.push_back({"meaning", formName(summary.form), true});
    if (options.undoSoftmax) summary.assumptions.push_back({"softmax", "undone once"});
    noteLabels(columns, summary);
    std::ranges::copy(columns.assumptions, std::back_inserter(summary.assumptions));
    std::ranges::copy(labels.assumptions, std::back_inserter(summary.assumptions));
    return summary;
}

}  // namespace

void dropEmptyWords(RoleColumns& columns) {
    dropEmptyGroups(columns);
    dropEmptyClasses(columns);
}

Result<ReadPredictions> interpreted(RoleColumns columns, const ReadOptions& options,
                                    const std::string& file, const ParallelFor& parallelFor) {
    if (auto done = checkNotEmpty(columns, options); !done) return done.error();
    auto scale = scaleOf(columns, options);
    if (!scale) return scale.error();
    const ScoreKind kind = scale.value().kind;
    std::optional<LabelSets>& sets = scale.value().sets;
    deduceLabels(columns, kind);
    const Meaning meaning = sets ? Meaning{PredictionForm::MultiLabel} : meaningOf(columns, kind);
    const PredictionForm form = meaning.form;
    if (auto done = checkScaleFits(kind, form, options); !done) return done.error();
    if (auto done = checkLabelIsTruth(columns, meaning); !done) return done.error();
    auto weights = readWeights(columns, options);
    if (!weights) return weights.error();
    auto mapping = sets ? Result(MappedLabels{sets->labels, sets->classNames, std::nullopt, {}})
                   : weights.value().successes.empty() ? mapLabels(columns, meaning, options)
                                                       : labelsOfTrials(columns, form);
    if (!mapping) return mapping.error();
    MappedLabels labels = std::move(mapping).value();

    const std::size_t rows = columns.scores.rows();
    if (options.undoSoftmax) columns.scores = beforeSoftmax(columns.scores);
    const std::size_t decided =
        form == PredictionForm::ClassScores ? decideTies(columns, labels.labels) : 0;
    std::vector<std::uint8_t> memberships;
    if (sets) memberships = std::move(sets->memberships);
    auto made = Predictions::make(
        {form, kind, columns.halfPrecision, std::move(columns.scores), std::move(labels.labels),
         labels.classNames, std::move(memberships), std::move(weights.value().weights),
         std::move(weights.value().successes)},
        parallelFor);
    if (!made) return made.error();
    CheckedPredictions checked = std::move(made).value();
    if (auto done = checkUsableShare(checked, rows, columns, form); !done) return done.error();
    if (auto done = checkReading(columns, checked.predictions); !done) return done.error();

    DatasetSummary summary = summaryOf(columns, checked.predictions, labels, kind, options);
    summary.file = file;
    std::ranges::copy(columns.notes, std::back_inserter(summary.notes));
    noteDecisions(columns, sets ? sets->empty : 0, decided, summary);
    noteWeights(columns, checked.predictions, summary);
    if (!options.scores) noteScale(columns, checked.predictions, summary);
    noteMeaning(columns, checked, labels, labels.base.has_value() && !options.labelBase, summary);
    const std::vector<std::string> alike = noteJudgements(columns, checked, labels, summary);
    Findings findings = checkedData(checked.predictions, {labels.base}, options);
    if (form == PredictionForm::Confidence) checkNumbering(columns, options, findings);
    std::ranges::move(findings.notes, std::back_inserter(summary.notes));
    Dataset dataset{std::move(checked.predictions), std::move(summary)};
    addClassPairs(columns, checked, labels, dataset);
    addRowColumns(columns, checked, options, alike, dataset);
    addTimes(columns, checked, dataset);
    offerClusters(dataset);
    if (!options.keepsRowNames()) {
        const bool hadNames = !std::exchange(dataset.rowNames, {}).empty();
        dataset.lacksRowNames =
            columns.lacksRowNames || hadNames || columnOfModels(dataset.groups) != nullptr;
    }
    return ReadPredictions{std::move(dataset), std::move(findings.fixes)};
}

}  // namespace diagonal
