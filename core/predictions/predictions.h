// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/base/choice.h"
#include "core/base/parallel.h"
#include "core/base/result.h"

namespace diagonal {

/// The scale that scores were written in.
enum class ScoreKind {
    Probability,     ///< in [0, 1], used as given at temperature 1
    Logit,           ///< any real, softmax (one column: sigmoid) makes probabilities
    LogProbability,  ///< at most 0; goes through softmax like a logit
    Percent          ///< in [0, 100]; divided by 100 when Predictions are made
};

inline constexpr auto kScoreKinds = std::to_array<Choice<ScoreKind>>(
    {{ScoreKind::Probability, "probabilities", "Probabilities"},
     {ScoreKind::Logit, "logits", "Logits"},
     {ScoreKind::LogProbability, "log-probabilities", "Log-probabilities"},
     {ScoreKind::Percent, "percent", "Percent"}});

/// What the rows hold.
enum class PredictionForm {
    ClassScores,    ///< one score per class: N x K, K >= 2
    MultiLabel,     ///< one score per class, any number of which a row may belong to: N x K
    PositiveScore,  ///< one score of the positive class: N x 1, classes {negative, positive}
    Confidence      ///< the predicted class's confidence, N x 1, and whether it was right
};

/// Whether each row has one score, however many classes there are.
constexpr bool hasOneColumn(PredictionForm form) {
    return form == PredictionForm::PositiveScore || form == PredictionForm::Confidence;
}

/// A dense row-major matrix of float (as stored in a float16 or float32 array) or double.
class ScoreMatrix {
public:
    using Values = std::variant<std::vector<double>, std::vector<float>>;

    ScoreMatrix() = default;
    /// `values.size()` must be a multiple of `columns`.
    ScoreMatrix(Values values, std::size_t columns);

    std::size_t rows() const { return m_rows; }
    std::size_t columns() const { return m_columns; }
    double at(std::size_t row, std::size_t column) const;

    /// Calls f(std::span<const double or float>) with all values, row after row.
    template <typename F>
    decltype(auto) visit(F&& f) const {
        return std::visit([&](const auto& v) -> decltype(auto) { return f(std::span(v)); },
                          m_values);
    }

    Values takeValues() && { return std::move(m_values); }

private:
    Values m_values;
    std::size_t m_rows = 0;
    std::size_t m_columns = 0;
};

/// How far the sum of rounded probabilities may be from 1; the last digits are rounding of the sum.
inline constexpr double kRoundedSumTolerance = 0.02 + 1e-9;

/// Labels that are no class.
inline constexpr std::int32_t kMissingLabel = -1;
inline constexpr std::int32_t kUnknownLabel = -2;

/// What the weight of a row stands for, which its uncertainty depends on.
enum class WeightKind {
    Counts,     ///< so many observations alike: a row of weight 5 is five rows
    Importance  ///< one observation that counts more or less than others
};

inline constexpr auto kWeightKinds =
    std::to_array<Choice<WeightKind>>({{WeightKind::Counts, "counts", "Counts"},
                                       {WeightKind::Importance, "importance", "Importance"}});

/// How much each row counts.
struct RowWeights {
    WeightKind kind = WeightKind::Counts;
    std::vector<double> values = {};  ///< above 0; empty where every row counts once
    double unit = 1;  ///< what a weight of 1 was in the file: importance weights have a mean of 1

    bool empty() const { return values.empty(); }
    double at(std::size_t row) const { return values.empty() ? 1.0 : values[row]; }
    /// Sum over `rows`, the number of all rows.
    double total(std::size_t rows) const;
    /// Number of observations: the sum of counts, else `rows`.
    std::size_t observations(std::size_t rows) const;
    /// Number of equally weighted observations that tell as much (Kish 1965): the sum of counts,
    /// else (sum w)^2 / sum w^2.
    double effectiveCount(std::size_t rows) const;
    void scaleToMeanOne();
};

/// What Predictions are made from: nothing in it has been judged yet.
struct PredictionParts {
    PredictionForm form = PredictionForm::ClassScores;
    ScoreKind kind = ScoreKind::Probability;
    /// The scores were float16: rows of probabilities may sum to 1 within 1e-2.
    bool halfPrecision = false;
    ScoreMatrix scores;
    /// Class index per row (Confidence: 1 right, 0 wrong), or kMissingLabel, kUnknownLabel;
    /// MultiLabel: 0, or one of these two.
    std::vector<std::int32_t> labels;
    /// K names; for Confidence the known classes, empty where their number is not known.
    std::vector<std::string> classNames;
    /// MultiLabel: N x K, 1 where the row belongs to the class, else 0. Else empty.
    std::vector<std::uint8_t> memberships = {};
    RowWeights weights = {};
    /// Of the trials that each row's weight counts, those of label 1; the others are of label 0,
    /// and `labels` only tell what is missing. Of one score column; else empty.
    std::vector<double> successes = {};
};

/// Why a row cannot be used.
enum class RowIssueKind {
    MissingValue,         ///< NaN, an empty cell or a word in place of a score
    InfiniteValue,        ///< +inf, or no finite score at all
    NegativeProbability,  ///< below 0
    AboveOne,             ///< above 1 + 1e-3
    SumOff,               ///< probabilities that miss a sum of 1 by more than 0.02
    MissingLabel,         ///< no label in the row
    UnknownLabel,         ///< a label that is none of the classes
    NoWeight,             ///< a weight of 0: the row counts for nothing
    UnusableWeight,       ///< a weight that is not a finite number above 0
    UnusableSuccesses     ///< successes that are not from 0 to the number of trials
};

struct UnusableRow {
    std::size_t row = 0;  ///< zero-based, among the rows of the parts
    RowIssueKind kind = RowIssueKind::MissingValue;
    std::size_t column = 0;  ///< the score column concerned, 0 where none is
    double value = 0;        ///< the score, sum of the row, weight or successes that were found
};

struct CheckedPredictions;

/// The labels and scores of N rows: checked once, then constant. Every row is usable.
class Predictions {
public:
    /// Judges each row, leaves the unusable ones out, reads p in (1, 1 + 1e-3] as 1 and percent
    /// as hundredths. No row may be left: nothing can be measured then. Errors: sizes that
    /// disagree.
    static Result<CheckedPredictions> make(PredictionParts parts,
                                           const ParallelFor& parallelFor = serialFor);

    std::size_t rows() const { return m_labels.size(); }
    PredictionForm form() const { return m_form; }
    /// Probability, Logit or LogProbability.
    ScoreKind scoreKind() const { return m_kind; }
    const ScoreMatrix& scores() const { return m_scores; }
    const std::vector<std::string>& classNames() const { return *m_classNames; }
    const RowWeights& weights() const { return m_weights; }
    /// K; none where only confidences are known and the classes are not.
    std::optional<std::size_t> classCount() const;
    /// Class of the row's truth. Confidence: 1 where the prediction was right, else 0. Of no
    /// meaning where a row has several: MultiLabel.
    std::size_t label(std::size_t row) const { return static_cast<std::size_t>(m_labels[row]); }
    /// Whether the row truly is of class k, in any form.
    bool isOfClass(std::size_t row, std::size_t k) const {
        return m_memberships.empty() ? label(row) == k
                                     : m_memberships[row * m_scores.columns() + k] != 0;
    }
    /// First class of the largest raw score. PositiveScore: 1 where p > 0.5 (logit > 0).
    /// Confidence: always 1, so that label == predicted tells a hit in every form.
    std::size_t predicted(std::size_t row) const {
        return static_cast<std::size_t>(m_predicted[row]);
    }
    bool isCorrect(std::size_t row) const { return m_labels[row] == m_predicted[row]; }
    /// Rows whose largest score is shared by several classes (PositiveScore: p = 0.5).
    std::size_t tiedRows() const { return m_tiedRows; }
    /// Why softmax(z / T) cannot be computed; none where it can.
    Result<void> checkTemperature() const;

    /// The rows of these numbers, in their order.
    Predictions subset(std::span<const std::size_t> rows) const;

private:
    Predictions() = default;
    void predict();

    PredictionForm m_form = PredictionForm::ClassScores;
    ScoreKind m_kind = ScoreKind::Probability;
    ScoreMatrix m_scores;
    std::vector<std::int32_t> m_labels;
    std::vector<std::uint8_t> m_memberships;  ///< MultiLabel: N x K
    std::vector<std::int32_t> m_predicted;
    /// Shared by subsets; never null.
    std::shared_ptr<const std::vector<std::string>> m_classNames;
    RowWeights m_weights;
    std::size_t m_tiedRows = 0;
};

struct CheckedPredictions {
    Predictions predictions;
    std::vector<UnusableRow> unusable;  ///< in order of row
    /// Rows of the parts with both successes and failures, in order: each became two rows.
    std::vector<std::size_t> split = {};
    std::size_t clamped = 0;      ///< probabilities in (1, 1 + 1e-3] read as 1
    std::size_t roundedSums = 0;  ///< rows whose sum misses 1 like rounded figures do
};

}  // namespace diagonal
