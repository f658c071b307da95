// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/class_columns.h"

#include <algorithm>
#include <cmath>

#include "core/base/large_vector.h"
#include "core/measuring/row_outcomes.h"
#include "core/numerics/class_probabilities.h"
#include "core/numerics/row_exponentials.h"

namespace diagonal {

ClassColumns::ClassColumns(const Predictions& predictions, double temperature,
                           const Outcomes& outcomes)
    : m_predictions(predictions), m_temperature(temperature), m_sums(outcomes.exponentialSums) {
    if (!isMany()) return;
    m_tops = largeVector<double>(predictions.rows());
    predictions.scores().visit([&](auto scores) {
        for (std::size_t row = 0; row < m_tops.size(); ++row) {
            m_tops[row] = static_cast<double>(
                scores[row * predictions.scores().columns() + predictions.predicted(row)]);
        }
    });
    if (areProbabilities()) takeLogarithms(m_tops);
}

/// True if softmaxOfMany() serves.
bool ClassColumns::isMany() const {
    return isSoftmax(m_predictions, m_temperature) &&
           m_predictions.scores().columns() >= kManyClasses;
}

std::size_t ClassColumns::classesAtOnce() const {
    constexpr std::size_t inCacheLine = 16;  // of float scores
    constexpr std::size_t mostValues = std::size_t{1} << 22;
    const std::size_t classes = m_predictions.classNames().size();
    return std::min(classes,
                    std::clamp<std::size_t>(mostValues / m_predictions.rows(), 1, inCacheLine));
}

double ClassColumns::ofSingleScore(double score) const {
    if (areAsGiven()) return std::min(score, 1.0);
    return sigmoid((areProbabilities() ? logit(score) : score) / m_temperature);
}

/// Sets p to the probabilities of the classes [first, end) of `rows` rows from `row` on, row after
/// row, which are a softmax of many classes.
template <typename T>
void ClassColumns::softmaxOfMany(std::span<const T> scores, std::size_t row, std::size_t rows,
                                 std::size_t first, std::size_t end, std::span<double> p) const {
    const std::size_t columns = m_predictions.scores().columns();
    const std::size_t width = end - first;
    const auto sums = m_sums.subspan(row, rows);
    const auto tops = std::span(m_tops).subspan(row, rows);
    const double b = 1 / m_temperature;
    const T* const given = scores.data() + row * columns + first;
    if (!areProbabilities()) {
        softmaxColumns(given, columns, width, tops, sums, b, p);
        return;
    }
    for (std::size_t i = 0; i < rows; ++i) {
        std::copy_n(given + i * columns, width, p.begin() + static_cast<std::ptrdiff_t>(i * width));
    }
    takeLogarithms(p);
    softmaxColumns(p.data(), width, width, tops, sums, b, p);
}

/// Returns the probability of class k of a row with these scores, unless softmaxOfMany() serves.
template <typename T>
double ClassColumns::probability(std::span<const T> given, std::size_t row, std::size_t k) const {
    if (given.size() == 1) {
        const double one = ofSingleScore(given[0]);
        return k == 1 ? one : 1 - one;
    }
    const auto score = static_cast<double>(given[k]);
    if (m_predictions.form() == PredictionForm::MultiLabel) return ofSingleScore(score);
    if (areAsGiven()) return std::min(score, 1.0);
    const auto exponential = [&](std::size_t column) {
        const auto z = static_cast<double>(given[column]);
        const auto top = static_cast<double>(given[m_predictions.predicted(row)]);
        return areProbabilities() ? scaledExponential(std::log(z), std::log(top), m_temperature)
                                  : scaledExponential(z, top, m_temperature);
    };
    const double e = exponential(k);
    const double sum = given.size() == 2 ? e + exponential(1 - k) : m_sums[row];
    return std::min(e / sum, 1.0);
}

void ClassColumns::pack(std::size_t first, std::size_t end, Continuation& continuation,
                        std::vector<std::uint64_t>& packed) const {
    const std::size_t all = m_predictions.rows();
    const std::size_t columns = m_predictions.scores().columns();
    const std::size_t width = end - first;
    const bool isMultiLabel = m_predictions.form() == PredictionForm::MultiLabel;
    // The place of the class of a row among those packed, or a number beyond them.
    const auto ownClass = [&](std::size_t i) { return m_predictions.label(i) - first; };
    reserveLarge(packed, all * width);
    packed.resize(all * width);
    const std::size_t rowsAtOnce = std::size_t{4096} / width;
    std::vector<double> p(rowsAtOnce * width);
    for (std::size_t row = 0; row < all; row += rowsAtOnce) {
        if (!continuation.goesOn()) return;
        const std::size_t rows = std::min(rowsAtOnce, all - row);
        m_predictions.scores().visit([&](auto scores) {
            if (isMany()) {
                softmaxOfMany(scores, row, rows, first, end, std::span(p).first(rows * width));
                return;
            }
            for (std::size_t i = 0; i < rows; ++i) {
                const auto given = scores.subspan((row + i) * columns, columns);
                for (std::size_t k = 0; k < width; ++k)
                    p[i * width + k] = probability(given, row + i, first + k);
            }
        });
        for (std::size_t k = 0; k < width; ++k) {
            for (std::size_t i = 0; i < rows; ++i)
                packed[k * all + row + i] = SortedOutcomes::pack(p[i * width + k], false);
        }
        for (std::size_t i = row; i < row + rows; ++i) {
            for (std::size_t k = isMultiLabel ? 0 : ownClass(i); k < width; ++k) {
                packed[k * all + i] |= m_predictions.isOfClass(i, first + k) ? 1U : 0U;
                if (!isMultiLabel) break;
            }
        }
    }
}

}  // namespace diagonal
