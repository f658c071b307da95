// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/class_columns.h"

#include <algorithm>
#include <cmath>

#include "core/base/large_vector.h"
#include "core/numerics/class_probabilities.h"
#include "core/numerics/row_exponentials.h"

namespace diagonal {

ClassColumns::ClassColumns(const Predictions& predictions, double temperature,
                           const Outcomes& outcomes)
    : m_predictions(predictions), m_temperature(temperature), m_sums(outcomes.exponentialSums) {}

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
/// row.
template <typename T>
void ClassColumns::probabilities(std::span<const T> scores, std::size_t row, std::size_t rows,
                                 std::size_t first, std::size_t end, std::span<double> p) const {
    const std::size_t columns = m_predictions.scores().columns();
    const std::size_t width = end - first;
    const bool isSoftmax = m_predictions.form() == PredictionForm::ClassScores && !areAsGiven();
    for (std::size_t i = 0; i < rows; ++i) {
        const auto given = scores.subspan((row + i) * columns, columns);
        for (std::size_t k = 0; k < width; ++k) {
            const auto score = static_cast<double>(given[columns == 1 ? 0 : first + k]);
            double& out = p[i * width + k];
            if (isSoftmax) {
                out = score;
            } else if (columns == 1) {
                const double one = ofSingleScore(score);
                out = first + k == 1 ? one : 1 - one;
            } else {
                out = m_predictions.form() == PredictionForm::MultiLabel ? ofSingleScore(score)
                                                                         : std::min(score, 1.0);
            }
        }
    }
    if (!isSoftmax) return;
    std::vector<double> tops;
    for (std::size_t i = 0; i < rows; ++i) {
        tops.push_back(
            static_cast<double>(scores[(row + i) * columns + m_predictions.predicted(row + i)]));
    }
    if (columns < kManyClasses) {
        rowLogits(std::span<const double>(p), areProbabilities(), p);
        rowLogits(std::span<const double>(tops), areProbabilities(), std::span(tops));
        for (std::size_t i = 0; i < rows; ++i) {
            for (double& z : p.subspan(i * width, width))
                z = scaledExponential(z, tops[i], m_temperature);
        }
    } else {
        if (areProbabilities()) {
            takeLogarithms(p);
            takeLogarithms(tops);
        }
        const double b = 1 / m_temperature;
        for (std::size_t i = 0; i < rows; ++i) {
            for (double& z : p.subspan(i * width, width))
                z = (z - tops[i]) * b;
        }
        exponentiate(p);
    }
    for (std::size_t i = 0; i < rows; ++i) {
        const double sum = m_sums[row + i];
        for (double& e : p.subspan(i * width, width))
            e = std::min(e / sum, 1.0);
    }
}

void ClassColumns::pack(std::size_t first, std::size_t end, Continuation& continuation,
                        std::vector<std::uint64_t>& packed) const {
    const std::size_t all = m_predictions.rows();
    const std::size_t width = end - first;
    reserveLarge(packed, all * width);
    packed.resize(all * width);
    const std::size_t rowsAtOnce = std::size_t{4096} / width;
    std::vector<double> p(rowsAtOnce * width);
    for (std::size_t row = 0; row < all; row += rowsAtOnce) {
        if (!continuation.goesOn()) return;
        const std::size_t rows = std::min(rowsAtOnce, all - row);
        m_predictions.scores().visit([&](auto scores) {
            probabilities(scores, row, rows, first, end, std::span(p).first(rows * width));
        });
        for (std::size_t k = 0; k < width; ++k) {
            std::uint64_t* const out = packed.data() + k * all + row;
            for (std::size_t i = 0; i < rows; ++i) {
                out[i] = SortedOutcomes::pack(p[i * width + k],
                                              m_predictions.isOfClass(row + i, first + k));
            }
        }
    }
}

}  // namespace diagonal
