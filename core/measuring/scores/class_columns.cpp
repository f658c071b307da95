// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/class_columns.h"

#include <algorithm>
#include <cmath>

#include "core/base/large_vector.h"
#include "core/measuring/row_outcomes.h"
#include "core/numerics/class_probabilities.h"
#include "core/numerics/row_exponentials.h"

namespace diagonal {
namespace {

constexpr std::size_t kNumbersAtOnce = 4096;

}  // namespace

ClassColumns::ClassColumns(const Predictions& predictions, double temperature,
                           const Outcomes& outcomes, const ParallelFor& parallelFor)
    : m_predictions(predictions), m_temperature(temperature), m_sums(outcomes.exponentialSums) {
    if (!usesSoftmaxOfMany()) return;
    m_tops = largeVector<double>(predictions.rows(), 0, parallelFor);
    constexpr std::size_t leastRows = std::size_t{1} << 14;
    const Partition parts{predictions.rows(), leastRows};
    parallelFor(parts.parts(), [&](std::size_t part) {
        predictions.scores().visit([&](auto scores) {
            for (std::size_t row = parts.begin(part); row < parts.end(part); ++row) {
                m_tops[row] = static_cast<double>(
                    scores[row * predictions.scores().columns() + predictions.predicted(row)]);
            }
        });
        const auto run =
            std::span(m_tops).subspan(parts.begin(part), parts.end(part) - parts.begin(part));
        if (areProbabilities()) takeLogarithms(run);
    });
}

bool ClassColumns::usesSoftmaxOfMany() const {
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

/// Returns the probability of class k of a row with these scores, unless softmaxOfMany() or
/// softmaxOfTwo() serves.
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
    return std::min(exponential(k) / m_sums[row], 1.0);
}

/// As softmaxOfMany() for two classes: the exponential of the predicted one is 1.
template <typename T>
void ClassColumns::softmaxOfTwo(std::span<const T> scores, std::size_t row, std::size_t rows,
                                std::size_t first, std::size_t end, std::span<double> p) const {
    const auto logit = [&](std::size_t i, std::size_t k) {
        const auto score = static_cast<double>(scores[2 * (row + i) + k]);
        return areProbabilities() ? std::log(score) : score;
    };
    std::size_t to = 0;
    for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t top = m_predictions.predicted(row + i);
        const double e = scaledExponential(logit(i, 1 - top), logit(i, top), m_temperature);
        for (std::size_t k = first; k < end; ++k)
            p[to++] = std::min((k == top ? 1 : e) / (1 + e), 1.0);
    }
}

void ClassColumns::pack(std::size_t first, std::size_t end, const ParallelFor& parallelFor,
                        std::vector<std::uint64_t>& packed) const {
    const std::size_t width = end - first;
    reserveLarge(packed, m_predictions.rows() * width, parallelFor);
    packed.resize(m_predictions.rows() * width);
    const std::size_t rowsAtOnce = kNumbersAtOnce / width;
    constexpr std::size_t leastRows = std::size_t{1} << 16;
    const Partition parts{m_predictions.rows(), leastRows};
    parallelFor(parts.parts(), [&](std::size_t part) {
        std::vector<double> p(rowsAtOnce * width);
        for (std::size_t row = parts.begin(part); row < parts.end(part); row += rowsAtOnce) {
            const std::size_t rows = std::min(rowsAtOnce, parts.end(part) - row);
            packRows(first, end, row, rows, std::span(p).first(rows * width),
                     std::span(packed).subspan(row), m_predictions.rows());
        }
    });
}

void ClassColumns::visit(
    std::size_t k, const Partition& parts, const ParallelFor& parallelFor,
    const std::function<void(std::size_t part, std::span<const std::uint64_t> packed)>& visit)
    const {
    parallelFor(parts.parts(), [&](std::size_t part) {
        std::vector<double> p(kNumbersAtOnce);
        std::vector<std::uint64_t> packed(kNumbersAtOnce);
        for (std::size_t row = parts.begin(part); row < parts.end(part); row += kNumbersAtOnce) {
            const std::size_t rows = std::min(kNumbersAtOnce, parts.end(part) - row);
            packRows(k, k + 1, row, rows, std::span(p).first(rows), packed, rows);
            visit(part, std::span(packed).first(rows));
        }
    });
}

void ClassColumns::packRows(std::size_t first, std::size_t end, std::size_t row, std::size_t rows,
                            std::span<double> p, std::span<std::uint64_t> packed,
                            std::size_t stride) const {
    const std::size_t columns = m_predictions.scores().columns();
    const std::size_t width = end - first;
    // Else, a row is correct for one class at most, which is looked up below.
    const bool checksAll = width == 1 || m_predictions.form() == PredictionForm::MultiLabel;
    m_predictions.scores().visit([&](auto scores) {
        if (usesSoftmaxOfMany()) return softmaxOfMany(scores, row, rows, first, end, p);
        const bool isTwo = isSoftmax(m_predictions, m_temperature) && columns == 2;
        if (isTwo) return softmaxOfTwo(scores, row, rows, first, end, p);
        for (std::size_t i = 0; i < rows; ++i) {
            const auto given = scores.subspan((row + i) * columns, columns);
            for (std::size_t k = 0; k < width; ++k)
                p[i * width + k] = probability(given, row + i, first + k);
        }
    });
    for (std::size_t k = 0; k < width; ++k) {
        const auto column = packed.subspan(k * stride, rows);
        for (std::size_t i = 0; i < rows; ++i) {
            const bool isCorrect = checksAll && m_predictions.isOfClass(row + i, first + k);
            column[i] = SortedOutcomes::pack(p[i * width + k], isCorrect);
        }
    }
    if (checksAll) return;
    for (std::size_t i = 0; i < rows; ++i) {
        // The place of the class of a row among those packed, or a number beyond them.
        const std::size_t k = m_predictions.label(row + i) - first;
        if (k < width) packed[k * stride + i] |= 1U;
    }
}

}  // namespace diagonal
