// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/interpreting/row_issues.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kListedRows = 100000;
constexpr std::size_t kUsableShare = 10;  ///< files with more than one bad row in 10 are refused

/// True for a row of a label whose predicted class is missing.
bool lacksPrediction(const UnusableRow& issue, const RoleColumns& columns) {
    return issue.kind == RowIssueKind::MissingLabel && !columns.label.empty() &&
           !columns.predicted.empty() && columns.label.codes()[issue.row] >= 0;
}

/// Describes in words why a row cannot be used.
class IssueTexts {
public:
    IssueTexts(const RoleColumns& columns, PredictionForm form) : m_columns(columns), m_form(form) {
        for (const WordInScores& word : columns.words)
            m_words[{word.row, word.column}] = word.text;
    }

    std::string of(const UnusableRow& issue) const {
        if (isNotJudged(issue)) return "it was not judged";
        const std::string name = scoreName(issue.column);
        switch (issue.kind) {
            case RowIssueKind::MissingValue: {
                const auto word = m_words.find({issue.row, issue.column});
                if (word == m_words.end()) return name + " is not a number";
                return word->second.empty()
                           ? name + " is empty"
                           : name + " is " + quotedText(word->second) + ", not a number";
            }
            case RowIssueKind::InfiniteValue: return name + " is infinite";
            case RowIssueKind::NegativeProbability:
                return name + " is negative: " + shortest(issue.value);
            case RowIssueKind::AboveOne:
                return name + " is " + shortest(issue.value) + ", not a probability";
            case RowIssueKind::SumOff:
                return "its probabilities sum to " + shortest(issue.value) + ", not to 1";
            case RowIssueKind::MissingLabel:
                return lacksPrediction(issue, m_columns) ? "it has no predicted class"
                       : m_form == PredictionForm::Confidence && m_columns.label.empty()
                           ? "its correctness is missing"
                           : "it has no label";
            case RowIssueKind::UnknownLabel:
                return "its label " + label(issue.row) + inLabelColumn() + " is not a class";
            case RowIssueKind::NoWeight: return "its weight is 0 or negligible";
            case RowIssueKind::UnusableWeight:
                return "its weight" + found(issue.value) + " is not a finite number above 0";
            case RowIssueKind::UnusableSuccesses:
                return "its successes" + found(issue.value) +
                       " are not between 0 and the number of trials";
        }
        return "";
    }

    static std::string kindName(RowIssueKind kind) {
        switch (kind) {
            case RowIssueKind::MissingValue: return "with a score that is not a number";
            case RowIssueKind::InfiniteValue: return "with an infinite score";
            case RowIssueKind::NegativeProbability: return "with a negative probability";
            case RowIssueKind::AboveOne: return "with a probability above 1";
            case RowIssueKind::SumOff: return "whose probabilities do not sum to 1";
            case RowIssueKind::MissingLabel: return "without a label (not resolved yet)";
            case RowIssueKind::UnknownLabel: return "with a label that is not a class";
            case RowIssueKind::NoWeight: return "of weight 0";
            case RowIssueKind::UnusableWeight: return "without a weight above 0";
            case RowIssueKind::UnusableSuccesses: return "with an impossible number of successes";
        }
        return "";
    }

    bool isNotJudged(const UnusableRow& issue) const {
        return std::ranges::binary_search(m_columns.notJudged, issue.row);
    }

private:
    static std::string found(double value) {
        return std::isnan(value) ? "" : ", " + shortest(value) + ",";
    }
    std::string scoreName(std::size_t column) const {
        const std::string& name = m_columns.scoreNames[column];
        if (m_columns.places.areLines()) return quotedText(name);
        return m_form == PredictionForm::ClassScores ? "score " + groupedDigits(column + 1)
                                                     : "the score";
    }
    std::string inLabelColumn() const {
        return m_columns.labelName.empty() || m_columns.labelIsPosition
                   ? ""
                   : " in " + quotedText(m_columns.labelName);
    }
    std::string label(std::size_t row) const {
        const LabelColumn& column = m_columns.label.empty() ? m_columns.correct : m_columns.label;
        const std::int32_t code = column.codes()[row];
        return code < 0 ? "" : quotedText(column.values()[static_cast<std::size_t>(code)]);
    }

    const RoleColumns& m_columns;
    PredictionForm m_form;
    std::map<std::pair<std::size_t, std::size_t>, std::string> m_words;
};

/// True if the row's outcome may still come.
bool isOpen(const UnusableRow& issue, const RoleColumns& columns) {
    if (std::ranges::binary_search(columns.notJudged, issue.row)) return true;
    return issue.kind == RowIssueKind::MissingLabel && !lacksPrediction(issue, columns) &&
           !std::ranges::binary_search(columns.recordsWithoutLabel, issue.row);
}

/// "gpt-4 40 of 250, human 48 of 250": how many of the rows of each model are known. Empty if no
/// column names models, or too many.
std::string knownOfEach(const std::vector<std::size_t>& openRows, const RoleColumns& columns) {
    constexpr std::size_t mostModels = 20;
    for (const NamedLabels& group : columns.groups) {
        const std::vector<std::string>& models = group.labels.values();
        if (!namesModel(group.name) || models.size() > mostModels) continue;
        std::vector<std::size_t> all(models.size()), open(models.size());
        const auto count = [&](std::int32_t code, std::vector<std::size_t>& counts) {
            if (code >= 0) ++counts[static_cast<std::size_t>(code)];
        };
        for (const std::int32_t code : group.labels.codes())
            count(code, all);
        for (const std::size_t row : openRows)
            count(group.labels.codes()[row], open);
        std::string text;
        for (std::size_t m = 0; m < models.size(); ++m) {
            text += (m == 0 ? "" : ", ") + models[m] + " " + groupedDigits(all[m] - open[m]) +
                    " of " + groupedDigits(all[m]);
        }
        return text;
    }
    return "";
}

/// Says how many outcomes are known and how many are still open, if these are not few.
void noteOpen(const CheckedPredictions& checked, const RoleColumns& columns,
              DatasetSummary& summary) {
    constexpr std::size_t few = 20;
    std::vector<std::size_t> open;
    for (const UnusableRow& issue : checked.unusable) {
        if (isOpen(issue, columns)) open.push_back(issue.row);
    }
    const std::size_t all =
        checked.predictions.rows() - checked.split.size() + checked.unusable.size();
    if (open.empty() || open.size() * few < all) return;
    std::string text = groupedDigits(all - open.size()) + " of " + groupedDigits(all) +
                       " outcomes are known, " + groupedDigits(open.size()) + " are still open";
    if (const std::string each = knownOfEach(open, columns); !each.empty())
        text += "; known of each: " + each;
    summary.notes.push_back(
        {"open_outcomes", open.size(), std::move(text), {}, NoteScope::AllRows, true});
}

}  // namespace

Result<void> checkUsableShare(const CheckedPredictions& checked, std::size_t rows,
                              const RoleColumns& columns, PredictionForm form) {
    // Rows of weight 0 are not faults, nor are rows whose outcome is still open, or that the model
    // gave no answer to.
    const auto faults = static_cast<std::size_t>(
        std::ranges::count_if(checked.unusable, [&](const UnusableRow& issue) {
            return issue.kind != RowIssueKind::NoWeight && !isOpen(issue, columns) &&
                   !lacksPrediction(issue, columns);
        }));
    const bool noneIsLeft = checked.unusable.size() == rows;
    if (!noneIsLeft && faults * kUsableShare <= rows) return {};
    const IssueTexts texts(columns, form);
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
                     " cannot be used, which is over a tenth: " + listed + ". Correct the file",
                 {},
                 line,
                 {},
                 {nameColumn("score", "if other columns hold the scores"),
                  setOption(Setting::Scores, {}, "if the scores have another scale")}};
}

void noteUnusable(const CheckedPredictions& checked, const RoleColumns& columns,
                  PredictionForm form, DatasetSummary& summary) {
    const IssueTexts texts(columns, form);
    summary.skipped = checked.unusable.size();
    summary.lineNumbers = columns.places.areLines();
    std::map<RowIssueKind, std::size_t> kinds;
    std::size_t unanswered = 0;
    std::vector<SkippedRow> listed;
    for (const UnusableRow& issue : checked.unusable) {
        ++(lacksPrediction(issue, columns) ? unanswered : kinds[issue.kind]);
        if (listed.size() < kListedRows) {
            listed.push_back({columns.places.of(issue.row), texts.of(issue)});
        }
    }
    summary.skippedRows = std::make_shared<const std::vector<SkippedRow>>(std::move(listed));
    if (summary.skipped > 0) {
        std::string text;
        const auto add = [&](std::size_t rows, const std::string& kind) {
            text += (text.empty() ? "" : ", ") + groupedDigits(rows) + " " + kind;
        };
        for (const auto& [kind, rows] : kinds)
            add(rows, IssueTexts::kindName(kind));
        if (unanswered > 0) add(unanswered, "without a predicted class");
        constexpr std::size_t few = 20;
        const std::size_t all = checked.predictions.rows() + checked.unusable.size();
        summary.notes.push_back({"skipped",
                                 summary.skipped,
                                 counted(summary.skipped, "row") + " skipped: " + text,
                                 {},
                                 NoteScope::Rows,
                                 unanswered * few > all});
    }
    noteOpen(checked, columns, summary);
    if (checked.clamped > 0) {
        const bool one = checked.clamped == 1;
        summary.notes.push_back({"clamped",
                                 checked.clamped,
                                 counted(checked.clamped, "probability", "probabilities") +
                                     " above 1 " + (one ? "was" : "were") + " read as 1",
                                 {},
                                 NoteScope::GivenScores});
    }
    if (checked.roundedSums > 0) {
        summary.notes.push_back({"rounded_sums",
                                 checked.roundedSums,
                                 counted(checked.roundedSums, "row") +
                                     " with probabilities that sum to 1 only within 0.02, as if "
                                     "rounded; they are used as given",
                                 {},
                                 NoteScope::GivenScores});
    }
}

}  // namespace diagonal
