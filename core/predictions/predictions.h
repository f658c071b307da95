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
#include "core/predictions/class_codes.h"
#include "core/predictions/row_set.h"

namespace diagonal {

/// Scale in which scores were written.
enum class ScoreKind {
    Probability,     ///< in [0, 1], used as given at temperature 1
    Logit,           ///< any real; softmax (sigmoid for one column) gives probabilities
    LogProbability,  ///< at most 0; goes through softmax like a logit
    Percent          ///< in [0, 100]; divided by 100 when Predictions are made
};

inline constexpr auto kScoreKinds = std::to_array<Choice<ScoreKind>>(
    {{ScoreKind::Probability, "probabilities", "Probabilities"},
     {ScoreKind::Logit, "logits", "Logits"},
     {ScoreKind::LogProbability, "log-probabilities", "Log-probabilities"},
     {ScoreKind::Percent, "percent", "Percent"}});

/// Content of the rows.
enum class PredictionForm {
    ClassScores,    ///< one score per class: N x K, K >= 2
    MultiLabel,     ///< one score per class; a row may belong to any number of them: N x K
    PositiveScore,  ///< one score of the positive class: N x 1, classes {negative, positive}
    Confidence      ///< the predicted class's confidence, N x 1, and whether it was correct
};

/// Returns whether each row has one score, regardless of the number of classes.
constexpr bool hasOneColumn(PredictionForm form) {
    return form == PredictionForm::PositiveScore || form == PredictionForm::Confidence;
}

/// Returns the number of classes by which labels and predictions of the rows are coded.
constexpr std::size_t codedClasses(PredictionForm form, std::size_t columns) {
    return hasOneColumn(form) ? 2 : columns;
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
    double at(std::size_t row, std::size_t column) const {
        const std::size_t place = row * m_columns + column;
        const auto* floats = std::get_if<std::vector<float>>(&m_values);
        return floats ? static_cast<double>((*floats)[place])
                      : (*std::get_if<std::vector<double>>(&m_values))[place];
    }

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

/// Tolerance for sums of rounded probabilities around 1; the 1e-9 covers the rounding error of the
/// sum.
inline constexpr double kRoundedSumTolerance = 0.02 + 1e-9;

/// Labels that stand for no class.
inline constexpr std::int32_t kMissingLabel = -1;
inline constexpr std::int32_t kUnknownLabel = -2;

/// Meaning of a row's weight, on which uncertainty depends.
enum class WeightKind {
    Counts,     ///< number of identical observations: a row of weight 5 is five rows
    Importance  ///< one observation that counts more or less than others
};

inline constexpr auto kWeightKinds =
    std::to_array<Choice<WeightKind>>({{WeightKind::Counts, "counts", "Counts"},
                                       {WeightKind::Importance, "importance", "Importance"}});

/// Weights of the rows.
struct RowWeights {
    WeightKind kind = WeightKind::Counts;
    std::vector<double> values = {};  ///< above 0; empty if every row counts once
    double unit = 1;  ///< file weight that is 1 here: importance weights are scaled to a mean of 1
    /// Of rows that each stand for several observations with importance weights: their number and
    /// the sum of their squared weights. Otherwise empty.
    std::vector<double> counts = {};
    std::vector<double> squares = {};

    bool empty() const { return values.empty(); }
    double at(std::size_t row) const { return values.empty() ? 1.0 : values[row]; }
    /// Returns what the row adds to the variance of a sum of outcomes: a count stands for that many
    /// rows of weight 1.
    double varianceAt(std::size_t row) const {
        if (!squares.empty()) return squares[row];
        const double w = at(row);
        return kind == WeightKind::Counts ? w : w * w;
    }
    /// Returns the number of observations of a row.
    double countAt(std::size_t row) const {
        if (!counts.empty()) return counts[row];
        return kind == WeightKind::Counts ? at(row) : 1;
    }
    /// Returns the sum of the weights; `rows` is the number of all rows.
    double total(std::size_t rows) const;
    /// Returns the sum of countAt().
    std::size_t observations(std::size_t rows) const;
    /// Returns the number of equally weighted observations that carry as much information (Kish
    /// 1965): the sum of counts, else (sum w)^2 / sum w^2.
    double effectiveCount(std::size_t rows) const;
    /// Scales the weights to a mean of 1 for each observation.
    void scaleToMeanOne();
    /// Adds the weight of a row of `other`, which must be of the same kind.
    void append(const RowWeights& other, std::size_t row);
    /// Returns the weights of some rows (a RowSet, or indices); importance weights with a mean of
    /// 1.
    template <typename Rows>
    RowWeights subset(const Rows& rows) const {
        RowWeights out{kind, {}, unit};
        if (!empty()) out.values.reserve(rows.size());
        for (const std::size_t row : rows)
            out.append(*this, row);
        if (kind == WeightKind::Importance) out.scaleToMeanOne();
        return out;
    }
};

/// Input of Predictions::make(), not validated yet.
struct PredictionParts {
    PredictionForm form = PredictionForm::ClassScores;
    ScoreKind kind = ScoreKind::Probability;
    /// The scores were float16: rows of probabilities may sum to 1 within 1e-2.
    bool halfPrecision = false;
    ScoreMatrix scores;
    /// Class index per row (Confidence: 1 correct, 0 wrong), or kMissingLabel, kUnknownLabel;
    /// MultiLabel: 0, or one of these two.
    std::vector<std::int32_t> labels;
    /// K class names; for Confidence the known classes, empty if their number is unknown.
    std::vector<std::string> classNames;
    /// MultiLabel: N x K, 1 if the row belongs to the class, else 0. Otherwise empty.
    std::vector<std::uint8_t> memberships = {};
    RowWeights weights = {};
    /// Number of successes (label 1) among the weights.at(i) binomial trials of row i; `labels`
    /// then only mark missing labels. Requires one score column; empty if every row is one
    /// observation.
    std::vector<double> successes = {};
};

/// Why a row cannot be used.
enum class RowIssueKind {
    MissingValue,         ///< NaN, an empty cell or a word in place of a score
    InfiniteValue,        ///< +inf, or no finite score at all
    NegativeProbability,  ///< below 0
    AboveOne,             ///< above 1 + 1e-3
    SumOff,               ///< probabilities whose sum differs from 1 by more than 0.02
    MissingLabel,         ///< no label in the row
    UnknownLabel,         ///< a label that is none of the classes
    NoWeight,             ///< a weight of 0: the row counts for nothing
    UnusableWeight,       ///< a weight that is not a finite number above 0
    UnusableSuccesses     ///< a number of successes outside 0 to the number of trials
};

struct UnusableRow {
    std::size_t row = 0;  ///< zero-based index in PredictionParts
    RowIssueKind kind = RowIssueKind::MissingValue;
    std::size_t column = 0;  ///< the score column concerned; 0 if there is none
    double value = 0;        ///< the score, sum of the row, weight or number of successes found
};

struct CheckedPredictions;

/// Labels and scores of N rows: validated once, then constant. Every row is usable.
class Predictions {
public:
    /// Validates each row, drops the unusable ones, reads p in (1, 1 + 1e-3] as 1 and divides
    /// percent by 100. The result may have no rows; nothing can be measured then. Errors: sizes
    /// that disagree.
    static Result<CheckedPredictions> make(PredictionParts parts,
                                           const ParallelFor& parallelFor = defaultFor);

    std::size_t rows() const { return m_labels.size(); }
    PredictionForm form() const { return m_form; }
    /// Returns Probability, Logit or LogProbability.
    ScoreKind scoreKind() const { return m_kind; }
    const ScoreMatrix& scores() const { return m_scores; }
    const std::vector<std::string>& classNames() const { return *m_classNames; }
    const RowWeights& weights() const { return m_weights; }
    /// Returns K; none if only confidences are known and the classes are not.
    std::optional<std::size_t> classCount() const;
    /// Returns the true class. Confidence: 1 if the prediction was correct, else 0. Meaningless for
    /// MultiLabel, where a row may have several.
    std::size_t label(std::size_t row) const { return m_labels[row]; }
    /// Return label() and predicted() of all rows.
    const ClassCodes& labels() const { return m_labels; }
    const ClassCodes& predictedClasses() const { return m_predicted; }
    /// Returns whether the row truly belongs to class k, in any form.
    bool isOfClass(std::size_t row, std::size_t k) const {
        return m_memberships.empty() ? label(row) == k
                                     : m_memberships[row * m_scores.columns() + k] != 0;
    }
    /// Returns the first class with the largest raw score. PositiveScore: 1 if p > 0.5 (logit > 0).
    /// Confidence: always 1, so that label == predicted means a correct prediction in every form.
    std::size_t predicted(std::size_t row) const { return m_predicted[row]; }
    bool isCorrect(std::size_t row) const { return m_labels[row] == m_predicted[row]; }
    /// Returns the weighted share of rows whose predicted class is the true one.
    double accuracy() const { return m_accuracy; }
    /// Returns the number of rows whose largest score is shared by several classes (PositiveScore:
    /// p = 0.5).
    std::size_t tiedRows() const { return m_tiedRows; }
    /// Fails (kind Undefined) if softmax(z / T) cannot be computed.
    Result<void> checkTemperature() const;

    /// Returns the rows with these indices, in their order.
    Predictions subset(std::span<const std::size_t> rows) const;
    Predictions subset(const RowSet& rows) const;

private:
    Predictions() = default;
    ClassCodes emptyCodes(std::size_t rows) const {
        return {rows, codedClasses(m_form, m_scores.columns())};
    }
    template <typename Rows>
    Predictions withRows(const Rows& rows) const;
    void predict();
    void countCorrect();

    PredictionForm m_form = PredictionForm::ClassScores;
    ScoreKind m_kind = ScoreKind::Probability;
    ScoreMatrix m_scores;
    ClassCodes m_labels;
    std::vector<std::uint8_t> m_memberships;  ///< MultiLabel: N x K
    ClassCodes m_predicted;
    /// Shared by subsets; never null.
    std::shared_ptr<const std::vector<std::string>> m_classNames;
    RowWeights m_weights;
    std::size_t m_tiedRows = 0;
    double m_accuracy = 0;
};

struct CheckedPredictions {
    Predictions predictions;
    std::vector<UnusableRow> unusable;  ///< in order of row
    /// Indices in PredictionParts of rows with both successes and failures, in order: each became
    /// two rows.
    std::vector<std::size_t> split = {};
    std::size_t clamped = 0;      ///< probabilities in (1, 1 + 1e-3] read as 1
    std::size_t roundedSums = 0;  ///< rows whose sum misses 1 as sums of rounded numbers do
};

}  // namespace diagonal
