// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/interpretation.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "core/reading/label_mapping.h"
#include "core/reading/score_scale.h"
#include "core/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kListedRows = 100;
constexpr std::size_t kUsableShare = 10;  ///< more than one row in so many refuses the file

Error noScores(const RoleColumns& columns) {
    const std::string found =
        columns.predicted.empty()
            ? "no column of probabilities, confidences or logits was found"
            : "predicted classes were found, but no probability or confidence";
    return Error{ErrorKind::Unclear,
                 found + " among the columns " + quotedList(columns.allNames) +
                     ". Name one score column per class (--column score=NAME, repeated, in the "
                     "order of the classes), one probability (--column probability=NAME) or the "
                     "predicted class's confidence (--column confidence=NAME), or save them:\n"
                     "    proba = model.predict_proba(X)  # N x K\n"
                     "    for k in range(proba.shape[1]): frame[f'prob_{k}'] = proba[:, k]\n"
                     "    frame.to_csv('predictions.csv', index=False)"};
}

/// Whether one column beside a predicted class is P(positive): small where the prediction is
/// negative and large where it is positive.
bool followsPositive(const RoleColumns& columns, double one) {
    const auto positive = mappedToPositive(columns.label, std::nullopt);
    std::set<std::string> classes(columns.label.values().begin(), columns.label.values().end());
    classes.insert(columns.predicted.values().begin(), columns.predicted.values().end());
    if (!positive || classes.size() > 2) return false;
    const std::string& name = positive.value().classNames[1];
    double highestNegative = -std::numeric_limits<double>::infinity();
    double lowestPositive = std::numeric_limits<double>::infinity();
    for (std::size_t row = 0; row < columns.predicted.size(); ++row) {
        const std::int32_t code = columns.predicted.codes()[row];
        const double p = columns.scores.at(row, 0) / one;
        if (code < 0) continue;
        if (columns.predicted.values()[static_cast<std::size_t>(code)] == name) {
            lowestPositive = std::min(lowestPositive, p);
        } else {
            highestNegative = std::max(highestNegative, p);
        }
    }
    return highestNegative >= 0 && highestNegative < 0.5 && lowestPositive >= 0.5;
}

bool anyBelowHalf(const RoleColumns& columns, double one) {
    for (std::size_t row = 0; row < columns.scores.rows(); ++row) {
        if (columns.scores.at(row, 0) / one < 0.5) return true;
    }
    return false;
}

PredictionForm formOf(const RoleColumns& columns, ScoreKind kind) {
    if (columns.scoreRole == ScoreRole::ClassScores) return PredictionForm::ClassScores;
    const bool confidence = columns.scoreRole == ScoreRole::Confidence;
    if (columns.scoreRoleByUser) {
        return confidence ? PredictionForm::Confidence : PredictionForm::PositiveScore;
    }
    const double one = kind == ScoreKind::Percent ? 100 : 1;
    if (!columns.predicted.empty() && !columns.label.empty()) {
        return followsPositive(columns, one) ? PredictionForm::PositiveScore
                                             : PredictionForm::Confidence;
    }
    if (columns.label.empty() && !columns.correct.empty()) return PredictionForm::Confidence;
    const bool binaryTruth = columns.label.values().size() <= 2;
    if (confidence && !(binaryTruth && anyBelowHalf(columns, one))) {
        return PredictionForm::Confidence;
    }
    return PredictionForm::PositiveScore;
}

Result<MappedLabels> mapLabels(const RoleColumns& columns, PredictionForm form,
                               const ReadOptions& options) {
    if (form == PredictionForm::PositiveScore) {
        return mappedToPositive(columns.label, options.positive);
    }
    auto labels =
        form == PredictionForm::ClassScores ? mappedToClasses(columns) : mappedToHits(columns);
    if (!labels || !options.positive) return labels;
    MappedLabels& mapped = labels.value();
    const auto positive = classNamed(mapped.classNames, *options.positive);
    if (form == PredictionForm::Confidence || mapped.classNames.size() != 2 || !positive) {
        return Error{ErrorKind::Unclear,
                     "a positive class " + quoted(*options.positive) +
                         " can be named for two classes with their scores; the classes are " +
                         quotedList(mapped.classNames) +
                         ". To look at one class, use --view class=NAME"};
    }
    mapped.positiveClass = positive;
    mapped.assumptions.push_back({"positive_class", mapped.classNames[*positive]});
    return labels;
}

/// Says in words why a row cannot be used.
class IssueTexts {
public:
    IssueTexts(const RoleColumns& columns, PredictionForm form) : m_columns(columns), m_form(form) {
        for (const WordInScores& word : columns.words)
            m_words[{word.row, word.column}] = word.text;
    }

    std::string of(const UnusableRow& issue) const {
        const std::string name = scoreName(issue.column);
        switch (issue.kind) {
            case RowIssueKind::MissingValue: {
                const auto word = m_words.find({issue.row, issue.column});
                if (word == m_words.end()) return name + " is not a number";
                return word->second.empty() ? name + " is empty"
                                            : name + " is " + quoted(word->second) + ", no number";
            }
            case RowIssueKind::InfiniteValue: return name + " is infinite";
            case RowIssueKind::NegativeProbability:
                return name + " is negative: " + shortest(issue.value);
            case RowIssueKind::AboveOne:
                return name + " is " + shortest(issue.value) + ", no probability";
            case RowIssueKind::SumOff:
                return "its probabilities sum to " + shortest(issue.value) + ", not to 1";
            case RowIssueKind::MissingLabel:
                return m_form == PredictionForm::Confidence
                           ? "its label or its predicted class is missing"
                           : "it has no label";
            case RowIssueKind::UnknownLabel:
                return "its label " + label(issue.row) + " is no class";
        }
        return "";
    }

    static std::string kindName(RowIssueKind kind) {
        switch (kind) {
            case RowIssueKind::MissingValue: return "without a number";
            case RowIssueKind::InfiniteValue: return "with an infinite score";
            case RowIssueKind::NegativeProbability: return "with a negative probability";
            case RowIssueKind::AboveOne: return "with a probability above 1";
            case RowIssueKind::SumOff: return "whose probabilities do not sum to 1";
            case RowIssueKind::MissingLabel: return "without a label";
            case RowIssueKind::UnknownLabel: return "with a label that is no class";
        }
        return "";
    }

private:
    std::string scoreName(std::size_t column) const {
        const std::string& name = m_columns.scoreNames[column];
        if (m_columns.places.areLines()) return quoted(name);
        return m_form == PredictionForm::ClassScores ? "score " + groupedDigits(column + 1)
                                                     : "the score";
    }
    std::string label(std::size_t row) const {
        const LabelColumn& column = m_columns.label.empty() ? m_columns.correct : m_columns.label;
        const std::int32_t code = column.codes()[row];
        return code < 0 ? "" : quoted(column.values()[static_cast<std::size_t>(code)]);
    }

    const RoleColumns& m_columns;
    PredictionForm m_form;
    std::map<std::pair<std::size_t, std::size_t>, std::string> m_words;
};

Error tooManyUnusable(const CheckedPredictions& checked, std::size_t rows,
                      const RoleColumns& columns, const IssueTexts& texts) {
    const UnusableRow& first = checked.unusable.front();
    const std::string unit = columns.places.areLines() ? "line " : "row ";
    std::string listed;
    for (std::size_t i = 0; i < std::min<std::size_t>(checked.unusable.size(), 3); ++i) {
        const UnusableRow& issue = checked.unusable[i];
        listed += (i > 0 ? "; " : "") + unit + groupedDigits(columns.places.of(issue.row)) + ": " +
                  texts.of(issue);
    }
    const std::size_t line = columns.places.areLines() ? columns.places.of(first.row) : 0;
    return Error{ErrorKind::NoUsableRows,
                 groupedDigits(checked.unusable.size()) + " of " + counted(rows, "row") +
                     " cannot be used, more than a tenth: " + listed +
                     ". Correct the file, or say what its columns hold (--column, --scores)",
                 {},
                 line};
}

void noteUnusable(const CheckedPredictions& checked, const RoleColumns& columns,
                  const IssueTexts& texts, DatasetSummary& summary) {
    summary.skipped = checked.unusable.size();
    summary.lineNumbers = columns.places.areLines();
    std::map<RowIssueKind, std::size_t> kinds;
    for (const UnusableRow& issue : checked.unusable) {
        ++kinds[issue.kind];
        if (summary.skippedRows.size() < kListedRows) {
            summary.skippedRows.push_back({columns.places.of(issue.row), texts.of(issue)});
        }
    }
    if (summary.skipped > 0) {
        std::string text = counted(summary.skipped, "row") + " skipped: ";
        for (auto kind = kinds.begin(); kind != kinds.end(); ++kind) {
            text += (kind == kinds.begin() ? "" : ", ") + groupedDigits(kind->second) + " " +
                    IssueTexts::kindName(kind->first);
        }
        summary.notes.push_back({"skipped", summary.skipped, text});
    }
    if (checked.clamped > 0) {
        const bool one = checked.clamped == 1;
        summary.notes.push_back({"clamped", checked.clamped,
                                 counted(checked.clamped, "probability", "probabilities") +
                                     " above 1 " + (one ? "was" : "were") + " read as 1"});
    }
    if (checked.roundedSums > 0) {
        summary.notes.push_back({"rounded_sums", checked.roundedSums,
                                 counted(checked.roundedSums, "row") +
                                     " of probabilities sum to 1 only within 0.02, like rounded "
                                     "figures; used as given"});
    }
}

bool anyProbabilityBelowHalf(const Predictions& predictions) {
    if (predictions.scoreKind() != ScoreKind::Probability) return true;
    return predictions.scores().visit([](auto values) {
        return std::any_of(values.begin(), values.end(), [](auto p) { return p < 0.5; });
    });
}

bool bothClassesOccur(const Predictions& predictions) {
    for (std::size_t row = 1; row < predictions.rows(); ++row) {
        if (predictions.label(row) != predictions.label(0)) return true;
    }
    return false;
}

/// Rows in use where the predicted column is right and the largest score wrong, or the reverse.
std::size_t otherPredictions(const RoleColumns& columns, const CheckedPredictions& checked) {
    const auto truthOf = codesAmong(columns.predicted, columns.label);
    std::size_t other = 0;
    std::size_t used = 0;
    auto unusable = checked.unusable.begin();
    for (std::size_t row = 0; row < columns.predicted.size(); ++row) {
        if (unusable != checked.unusable.end() && unusable->row == row) {
            ++unusable;
            continue;
        }
        const std::int32_t predicted = columns.predicted.codes()[row];
        const bool right = predicted >= 0 && truthOf[static_cast<std::size_t>(predicted)] ==
                                                 columns.label.codes()[row];
        other += right != checked.predictions.isHit(used++);
    }
    return other;
}

void notePredictions(const RoleColumns& columns, const CheckedPredictions& checked,
                     DatasetSummary& summary) {
    const std::size_t other = otherPredictions(columns, checked);
    if (other == 0) return;
    summary.notes.push_back({"predicted_differs", other,
                             "the predicted column and the largest score do not agree on being "
                             "right in " +
                                 counted(other, "row") + "; the scores count"});
}

std::string meaningOf(PredictionForm form) {
    switch (form) {
        case PredictionForm::ClassScores: return "one score per class";
        case PredictionForm::PositiveScore: return "probability of the positive class";
        case PredictionForm::Confidence: return "confidence of the predicted class";
    }
    return "";
}

}  // namespace

Result<Dataset> interpreted(RoleColumns columns, const ReadOptions& options,
                            const std::string& file) {
    if (columns.scoreRole == ScoreRole::None) return noScores(columns);
    if (columns.scores.rows() == 0) return Error{ErrorKind::NoUsableRows, "there are no rows"};
    const auto detected =
        options.scores ? Result<ScoreKind>(*options.scores) : detectedScale(columns);
    if (!detected) return detected.error();
    const ScoreKind kind = detected.value();
    const PredictionForm form = formOf(columns, kind);
    const bool unscaled = kind == ScoreKind::Probability || kind == ScoreKind::Percent;
    if (!unscaled && (form == PredictionForm::Confidence || kind == ScoreKind::LogProbability) &&
        form != PredictionForm::ClassScores) {
        return Error{ErrorKind::Unclear, meaningOf(form) + " cannot be read as " +
                                             std::string(scoreKindName(kind)) +
                                             "; give a probability"};
    }
    auto mapping = mapLabels(columns, form, options);
    if (!mapping) return mapping.error();
    MappedLabels labels = std::move(mapping).value();

    const std::size_t rows = columns.scores.rows();
    auto made = Predictions::make({form, kind, columns.halfPrecision, std::move(columns.scores),
                                   std::move(labels.labels), labels.classNames});
    const IssueTexts texts(columns, form);
    if (!made) return made.error();
    CheckedPredictions checked = std::move(made).value();
    if (checked.unusable.size() * kUsableShare > rows) {
        return tooManyUnusable(checked, rows, columns, texts);
    }

    DatasetSummary summary;
    summary.file = file;
    summary.rows = checked.predictions.rows();
    summary.classes = checked.predictions.classCount();
    summary.classNames = labels.classNames;
    summary.scores = kind;
    summary.form = form;
    summary.positiveClass = labels.positiveClass;
    summary.canScaleTemperature = checked.predictions.canScaleTemperature();
    summary.assumptions.push_back({"scores", std::string(scoreKindName(kind))});
    summary.assumptions.push_back({"meaning", meaningOf(form)});
    std::ranges::move(columns.assumptions, std::back_inserter(summary.assumptions));
    std::ranges::move(labels.assumptions, std::back_inserter(summary.assumptions));
    if (form == PredictionForm::PositiveScore && !columns.scoreRoleByUser &&
        !anyProbabilityBelowHalf(checked.predictions) && bothClassesOccur(checked.predictions)) {
        summary.notes.push_back(
            {"never_below_half", summary.rows,
             "no probability is below 0.5 although both classes occur: if it is "
             "the confidence of the prediction, say --column confidence=NAME"});
    }
    noteUnusable(checked, columns, texts, summary);
    if (form == PredictionForm::ClassScores && !columns.predicted.empty() &&
        !columns.label.empty() && !columns.labelIsPosition) {
        notePredictions(columns, checked, summary);
    }
    if (!summary.canScaleTemperature) {
        summary.notes.push_back({"no_temperature", summary.rows,
                                 "temperature cannot be scaled or fitted: the file holds only the "
                                 "confidence of the predicted class"});
    }
    return Dataset{std::move(checked.predictions), std::move(summary)};
}

}  // namespace diagonal
