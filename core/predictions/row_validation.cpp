// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predictions/row_validation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/predictions/predicted_class.h"
#include "core/predictions/row_range.h"

namespace diagonal {
namespace {

constexpr double kClampTolerance = 1e-3;
constexpr double kSumTolerance = 1e-3;
constexpr double kHalfPrecisionSumTolerance = 1e-2;

/// Validates one row of scores at a time and clamps probabilities slightly above 1.
class RowValidator {
public:
    RowValidator(const PredictionParts& parts, RowValidation& validation)
        : m_validation(validation),
          m_weights(parts.weights),
          m_successes(parts.successes),
          m_counted(!parts.weights.empty() || !parts.successes.empty()),
          m_probabilities(parts.kind == ScoreKind::Probability),
          m_sumsMatter(m_probabilities && parts.form == PredictionForm::ClassScores),
          m_sumTolerance(parts.halfPrecision ? kHalfPrecisionSumTolerance : kSumTolerance) {}

    /// Returns whether the row is usable; lists the reason if it is not.
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
        m_validation.unusable.push_back({row, kind, column, value});
        return false;
    }

    template <typename T>
    bool acceptLogits(std::size_t rowNumber, std::span<T> row) {
        // Fast path: a finite sum has only finite terms. Usable rows may also have other sums, by
        // -inf or overflow.
        const double sum = rangeOf(std::span<const T>(row)).sum;
        if (std::isfinite(sum)) return true;
        // One infinite logit of two classes is a probability of 0 or 1.
        if (row.size() == 1 && std::isinf(row.front())) return true;
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
        const auto range = rangeOf(std::span<const T>(row));
        const bool inUnit = range.smallest >= 0 && range.largest <= 1;
        const bool sumsToOne = !m_sumsMatter || std::abs(range.sum - 1) <= m_sumTolerance;
        if (inUnit && sumsToOne && !std::isnan(range.sum)) return true;
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
            ++m_validation.roundedSums;
        }
        if (above > 0) {
            for (T& p : row)
                p = std::min(p, T{1});
            m_validation.clamped += above;
        }
        return true;
    }

    RowValidation& m_validation;
    const RowWeights& m_weights;
    const std::vector<double>& m_successes;
    bool m_counted;  ///< whether there are weights or successes
    bool m_probabilities;
    bool m_sumsMatter;
    double m_sumTolerance;
};

template <typename T>
RowValidation validated(std::span<T> values, const PredictionParts& parts, std::size_t begin,
                        std::size_t end, ClassCodes& predicted) {
    RowValidation out;
    if (begin == end) return out;
    RowValidator validator(parts, out);
    const std::size_t columns = values.size() / parts.labels.size();
    const std::size_t classes = codedClasses(parts.form, columns);
    for (std::size_t row = begin; row < end; ++row) {
        std::int32_t label = parts.labels[row];
        if (label >= static_cast<std::int64_t>(classes)) label = kUnknownLabel;
        const auto scores = values.subspan(row * columns, columns);
        if (!validator.accept(row, scores, label)) continue;
        const LargestScore found = predictedBy(std::span<const T>(scores), parts.form, parts.kind);
        predicted.set(row, found.place);
        if (found.isShared)
            out.tiedRows += static_cast<std::size_t>(std::llround(parts.weights.countAt(row)));
    }
    return out;
}

}  // namespace

RowValidation validateRows(std::span<float> scores, const PredictionParts& parts, std::size_t begin,
                           std::size_t end, ClassCodes& predicted) {
    return validated(scores, parts, begin, end, predicted);
}

RowValidation validateRows(std::span<double> scores, const PredictionParts& parts,
                           std::size_t begin, std::size_t end, ClassCodes& predicted) {
    return validated(scores, parts, begin, end, predicted);
}

}  // namespace diagonal
