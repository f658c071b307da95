// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predictions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>

#include "core/large_vector.h"
#include "core/row_extent.h"
#include "core/text.h"

namespace diagonal {
namespace {

constexpr double kClampTolerance = 1e-3;
constexpr double kSumTolerance = 1e-3;
constexpr double kHalfPrecisionSumTolerance = 1e-2;
constexpr double kRoundedSumTolerance = 0.02;

/// Judges and mends one row of scores at a time.
class RowJudge {
public:
    RowJudge(const PredictionParts& parts, CheckedPredictions& checked)
        : m_checked(checked),
          m_weights(parts.weights),
          m_successes(parts.successes),
          m_counted(!parts.weights.empty() || !parts.successes.empty()),
          m_probabilities(parts.kind == ScoreKind::Probability),
          m_sumsMatter(m_probabilities && parts.form == PredictionForm::ClassScores),
          m_sumTolerance(parts.halfPrecision ? kHalfPrecisionSumTolerance : kSumTolerance) {}

    /// False, with the reason listed, where the row cannot be used.
    template <typename T>
    bool accept(std::size_t rowNumber, std::span<T> row, std::int32_t label) {
        if (label == kMissingLabel) return refuse(rowNumber, RowIssueKind::MissingLabel, 0);
        if (label < 0) return refuse(rowNumber, RowIssueKind::UnknownLabel, 0);
        if (m_counted && !acceptCounts(rowNumber)) return false;
        return m_probabilities ? acceptProbabilities(rowNumber, row) : acceptLogits(rowNumber, row);
    }

private:
    bool acceptCounts(std::size_t rowNumber) {
        const double weight = m_weights.at(rowNumber);
        if (weight == 0) return refuse(rowNumber, RowIssueKind::NoWeight, 0);
        if (!(weight > 0) || std::isinf(weight)) {
            return refuse(rowNumber, RowIssueKind::UnusableWeight, 0, weight);
        }
        if (!m_successes.empty() &&
            !(m_successes[rowNumber] >= 0 && m_successes[rowNumber] <= weight)) {
            return refuse(rowNumber, RowIssueKind::UnusableSuccesses, 0, m_successes[rowNumber]);
        }
        return true;
    }

    bool refuse(std::size_t row, RowIssueKind kind, std::size_t column, double value = 0) {
        m_checked.unusable.push_back({row, kind, column, value});
        return false;
    }

    template <typename T>
    bool acceptLogits(std::size_t rowNumber, std::span<T> row) {
        // Most rows are sound, which is seen at a glance; a sum of large scores may overflow.
        const double sum = extentOf(std::span<const T>(row)).sum;
        if (std::isfinite(sum)) return true;
        bool anyFinite = false;
        for (std::size_t k = 0; k < row.size(); ++k) {
            if (std::isnan(row[k])) return refuse(rowNumber, RowIssueKind::MissingValue, k);
            if (row[k] == std::numeric_limits<T>::infinity()) {
                return refuse(rowNumber, RowIssueKind::InfiniteValue, k, row[k]);
            }
            anyFinite = anyFinite || std::isfinite(row[k]);
        }
        if (!anyFinite && row.size() > 1) return refuse(rowNumber, RowIssueKind::InfiniteValue, 0);
        return true;
    }

    template <typename T>
    bool acceptProbabilities(std::size_t rowNumber, std::span<T> row) {
        const auto extent = extentOf(std::span<const T>(row));
        const bool inUnit = extent.smallest >= 0 && extent.largest <= 1;
        const bool sumsToOne = !m_sumsMatter || std::abs(extent.sum - 1) <= m_sumTolerance;
        if (inUnit && sumsToOne && !std::isnan(extent.sum)) return true;
        double sum = 0;
        std::size_t above = 0;
        for (std::size_t k = 0; k < row.size(); ++k) {
            const double p = row[k];
            if (std::isnan(p)) return refuse(rowNumber, RowIssueKind::MissingValue, k);
            if (std::isinf(p)) return refuse(rowNumber, RowIssueKind::InfiniteValue, k, p);
            if (p < 0) return refuse(rowNumber, RowIssueKind::NegativeProbability, k, p);
            if (p > 1 + kClampTolerance) return refuse(rowNumber, RowIssueKind::AboveOne, k, p);
            above += p > 1;
            sum += p;
        }
        if (m_sumsMatter && std::abs(sum - 1) > m_sumTolerance) {
            if (std::abs(sum - 1) > kRoundedSumTolerance) {
                return refuse(rowNumber, RowIssueKind::SumOff, 0, sum);
            }
            ++m_checked.roundedSums;
        }
        if (above > 0) {
            for (T& p : row)
                p = std::min(p, T{1});
            m_checked.clamped += above;
        }
        return true;
    }

    CheckedPredictions& m_checked;
    const RowWeights& m_weights;
    const std::vector<double>& m_successes;
    bool m_counted;  ///< whether there are weights or successes
    bool m_probabilities;
    bool m_sumsMatter;
    double m_sumTolerance;
};

ScoreMatrix::Values hundredths(ScoreMatrix::Values percent) {
    return std::visit(
        [](auto& values) -> ScoreMatrix::Values {
            std::vector<double> out(values.begin(), values.end());
            for (double& v : out)
                v /= 100;
            return out;
        },
        percent);
}

bool hasOneColumn(PredictionForm form) {
    return form == PredictionForm::PositiveScore || form == PredictionForm::Confidence;
}

std::optional<Error> sizesThatDisagree(const PredictionParts& parts) {
    const std::size_t rows = parts.scores.rows();
    const std::size_t columns = parts.scores.columns();
    if (parts.labels.size() != rows) {
        return Error{ErrorKind::Malformed, counted(rows, "row") + " of scores but " +
                                               counted(parts.labels.size(), "label")};
    }
    if ((!parts.weights.empty() && parts.weights.values.size() != rows) ||
        (!parts.successes.empty() && (parts.successes.size() != rows || columns != 1))) {
        return Error{ErrorKind::Malformed, counted(rows, "row") + " of scores but " +
                                               counted(parts.weights.values.size(), "weight") +
                                               " and " + counted(parts.successes.size(), "count") +
                                               " of successes"};
    }
    const std::size_t memberships = parts.form == PredictionForm::MultiLabel ? rows * columns : 0;
    if (parts.memberships.size() != memberships) {
        return Error{ErrorKind::Malformed, counted(rows, "row") + " of scores but " +
                                               counted(parts.memberships.size(), "membership") +
                                               " of classes"};
    }
    const bool fits = hasOneColumn(parts.form) ? columns == 1
                                               : columns >= 2 && parts.classNames.size() == columns;
    if (fits) return std::nullopt;
    return Error{ErrorKind::Malformed, counted(columns, "score column") + " and " +
                                           counted(parts.classNames.size(), "class name")};
}

/// Moves the cells of row `from` to row `to`.
template <typename T>
void moveRow(std::vector<T>& cells, std::size_t columns, std::size_t from, std::size_t to) {
    std::copy_n(cells.begin() + static_cast<std::ptrdiff_t>(from * columns), columns,
                cells.begin() + static_cast<std::ptrdiff_t>(to * columns));
}

/// Whether some of the row's trials are successes and some are not.
bool isSplit(const PredictionParts& parts, std::size_t row) {
    return !parts.successes.empty() && parts.successes[row] > 0 &&
           parts.successes[row] < parts.weights.at(row);
}

/// Judges each row; leaves the usable ones in `values` and in the labels of `parts`. Calls
/// kept(number, scores) for each of them.
template <typename T, typename Kept>
void keepUsableRows(std::vector<T>& values, std::size_t columns, PredictionParts& parts,
                    CheckedPredictions& checked, Kept kept) {
    RowJudge judge(parts, checked);
    const std::size_t classes = hasOneColumn(parts.form) ? 2 : columns;
    const bool multiLabel = parts.form == PredictionForm::MultiLabel;
    std::size_t count = 0;
    for (std::size_t row = 0; row < parts.labels.size(); ++row) {
        std::int32_t label = parts.labels[row];
        if (label >= static_cast<std::int64_t>(classes)) label = kUnknownLabel;
        const auto scores = std::span(values).subspan(row * columns, columns);
        if (!judge.accept(row, scores, label)) continue;
        kept(count, std::span<const T>(scores));
        if (count != row) {
            moveRow(values, columns, row, count);
            if (multiLabel) moveRow(parts.memberships, columns, row, count);
            if (!parts.weights.empty()) parts.weights.values[count] = parts.weights.values[row];
            if (!parts.successes.empty()) parts.successes[count] = parts.successes[row];
        }
        if (isSplit(parts, count)) checked.split.push_back(row);
        parts.labels[count++] = label;
    }
    values.resize(count * columns);
    parts.labels.resize(count);
    if (multiLabel) parts.memberships.resize(count * columns);
    if (!parts.weights.empty()) parts.weights.values.resize(count);
    if (!parts.successes.empty()) parts.successes.resize(count);
}

/// Makes a row of successes and one of failures from each row of trials.
template <typename T>
void splitTrials(std::vector<T>& values, PredictionParts& parts) {
    std::vector<T> scores;
    std::vector<double> weights;
    std::vector<std::int32_t> labels;
    const auto add = [&](std::size_t row, std::int32_t label, double trials) {
        if (trials == 0) return;
        scores.push_back(values[row]);
        weights.push_back(trials);
        labels.push_back(label);
    };
    for (std::size_t row = 0; row < parts.successes.size(); ++row) {
        add(row, 1, parts.successes[row]);
        add(row, 0, parts.weights.at(row) - parts.successes[row]);
    }
    values = std::move(scores);
    parts.weights.values = std::move(weights);
    parts.labels = std::move(labels);
}

}  // namespace

double RowWeights::total(std::size_t rows) const {
    if (values.empty()) return static_cast<double>(rows);
    return std::accumulate(values.begin(), values.end(), 0.0);
}

void RowWeights::scaleToMeanOne() {
    const double mean = total(values.size()) / static_cast<double>(values.size());
    for (double& w : values)
        w /= mean;
}

double RowWeights::effectiveCount(std::size_t rows) const {
    const double sum = total(rows);
    if (values.empty() || kind == WeightKind::Counts) return sum;
    return sum * sum / std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
}

std::size_t RowWeights::observations(std::size_t rows) const {
    return kind == WeightKind::Counts ? static_cast<std::size_t>(std::llround(total(rows))) : rows;
}

ScoreMatrix::ScoreMatrix(Values values, std::size_t columns)
    : m_values(std::move(values)),
      m_rows(columns == 0 ? 0
                          : std::visit([](const auto& v) { return v.size(); }, m_values) / columns),
      m_columns(columns) {}

double ScoreMatrix::at(std::size_t row, std::size_t column) const {
    return visit([&](auto values) -> double { return values[row * m_columns + column]; });
}

Result<CheckedPredictions> Predictions::make(PredictionParts parts) {
    if (auto error = sizesThatDisagree(parts)) return *error;
    const std::size_t columns = parts.scores.columns();
    ScoreMatrix::Values values = std::move(parts.scores).takeValues();
    if (parts.kind == ScoreKind::Percent) {
        values = hundredths(std::move(values));
        parts.kind = ScoreKind::Probability;
    }
    CheckedPredictions checked{Predictions(), {}, {}, 0, 0};
    Predictions& predictions = checked.predictions;
    predictions.m_form = parts.form;
    predictions.m_kind = parts.kind;
    predictions.m_predicted = largeVector<std::int32_t>(parts.labels.size(), 1);
    std::visit(
        [&](auto& v) {
            keepUsableRows(v, columns, parts, checked,
                           [&](std::size_t row, auto scores) { predictions.predict(row, scores); });
            if (!parts.successes.empty()) splitTrials(v, parts);
        },
        values);
    predictions.m_predicted.resize(parts.labels.size());
    predictions.m_scores = ScoreMatrix(std::move(values), columns);
    predictions.m_labels = std::move(parts.labels);
    predictions.m_memberships = std::move(parts.memberships);
    predictions.m_classNames =
        std::make_shared<const std::vector<std::string>>(std::move(parts.classNames));
    predictions.m_weights = std::move(parts.weights);
    if (!parts.successes.empty()) predictions.predictAll();
    return checked;
}

Predictions Predictions::subset(std::span<const std::size_t> rows) const {
    const std::size_t columns = m_scores.columns();
    const auto rowsOf = [&](const auto& all, std::size_t width) {
        std::vector<std::remove_cvref_t<decltype(all[0])>> out;
        out.reserve(rows.size() * width);
        for (const std::size_t row : rows) {
            const auto begin = all.begin() + static_cast<std::ptrdiff_t>(row * width);
            out.insert(out.end(), begin, begin + static_cast<std::ptrdiff_t>(width));
        }
        return out;
    };
    Predictions out;
    out.m_form = m_form;
    out.m_kind = m_kind;
    out.m_scores = m_scores.visit([&](auto values) {
        return ScoreMatrix(ScoreMatrix::Values(rowsOf(values, columns)), columns);
    });
    out.m_labels = rowsOf(m_labels, 1);
    if (!m_memberships.empty()) out.m_memberships = rowsOf(m_memberships, columns);
    out.m_classNames = m_classNames;
    out.m_weights.kind = m_weights.kind;
    if (!m_weights.empty()) out.m_weights.values = rowsOf(m_weights.values, 1);
    if (m_weights.kind == WeightKind::Importance) out.m_weights.scaleToMeanOne();
    out.predictAll();
    return out;
}

template <typename T>
void Predictions::predict(std::size_t row, std::span<const T> scores) {
    if (m_form == PredictionForm::Confidence) return;
    if (scores.size() == 1) {
        const T threshold = m_kind == ScoreKind::Probability ? T{0.5} : T{0};
        m_predicted[row] = scores[0] > threshold ? 1 : 0;
        if (scores[0] == threshold) ++m_tiedRows;
        return;
    }
    const LargestScore largest = largestOf(scores);
    m_predicted[row] = static_cast<std::int32_t>(largest.place);
    if (largest.isShared) ++m_tiedRows;
}

void Predictions::predictAll() {
    m_predicted = largeVector<std::int32_t>(rows(), 1);
    m_tiedRows = 0;
    const std::size_t columns = m_scores.columns();
    m_scores.visit([&](auto values) {
        for (std::size_t row = 0; row < rows(); ++row)
            predict(row, values.subspan(row * columns, columns));
    });
}

std::optional<std::size_t> Predictions::classCount() const {
    if (m_form == PredictionForm::Confidence && m_classNames->empty()) return std::nullopt;
    return m_classNames->size();
}

std::optional<std::string> Predictions::whyNoTemperature() const {
    if (m_form == PredictionForm::MultiLabel) {
        return "it needs classes that exclude each other, and here a row may be of several";
    }
    if (m_form != PredictionForm::Confidence || classCount() == 2) return std::nullopt;
    return "it needs the scores of all classes, and the file holds only the confidence of the "
           "predicted one";
}

}  // namespace diagonal
