// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/measuring/outcomes.h"

namespace diagonal {

/// The probabilities of single classes of all rows. Several classes are computed at once, because
/// the scores of a row are adjacent in memory while those of a class are far apart.
class ClassColumns {
public:
    /// `outcomes` must be those of `predictions` at `temperature`, in any view.
    ClassColumns(const Predictions& predictions, double temperature, const Outcomes& outcomes,
                 const ParallelFor& parallelFor);

    /// Returns how many classes pack() should compute at once, so that they take little memory.
    std::size_t classesAtOnce() const;

    /// Sets `packed` to the packed outcomes of the classes [first, end) versus the rest, in row
    /// order, one class after another; to some of them if `parallelFor` skips bodies.
    void pack(std::size_t first, std::size_t end, const ParallelFor& parallelFor,
              std::vector<std::uint64_t>& packed) const;

    /// Calls visit(part, packed) with the packed outcomes of class k versus the rest, run after run
    /// of the rows of each part of `parts`; for some parts if `parallelFor` skips bodies.
    void visit(std::size_t k, const Partition& parts, const ParallelFor& parallelFor,
               const std::function<void(std::size_t part, std::span<const std::uint64_t> packed)>&
                   visit) const;

private:
    /// Packs the rows [row, row + rows): those of class k from packed[(k - first) * stride] on.
    void packRows(std::size_t first, std::size_t end, std::size_t row, std::size_t rows,
                  std::span<double> p, std::span<std::uint64_t> packed, std::size_t stride) const;
    template <typename T>
    void softmaxOfMany(std::span<const T> scores, std::size_t row, std::size_t rows,
                       std::size_t first, std::size_t end, std::span<double> p) const;
    template <typename T>
    void softmaxOfTwo(std::span<const T> scores, std::size_t row, std::size_t rows,
                      std::size_t first, std::size_t end, std::span<double> p) const;
    template <typename T>
    double probability(std::span<const T> given, std::size_t row, std::size_t k) const;
    double ofSingleScore(double score) const;
    /// True if the probabilities are computed by softmaxOfMany().
    bool usesSoftmaxOfMany() const;
    bool areProbabilities() const { return m_predictions.scoreKind() == ScoreKind::Probability; }
    bool areAsGiven() const { return areProbabilities() && m_temperature == 1; }

    const Predictions& m_predictions;
    double m_temperature;
    std::span<const double> m_sums;  ///< of the exponentials of each row; empty if not needed
    std::vector<double> m_tops;      ///< largest logit of each row; empty if not needed
};

}  // namespace diagonal
