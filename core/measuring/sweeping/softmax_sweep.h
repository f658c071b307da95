// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/measuring/sweeping/temperature_sweep.h"

namespace diagonal {

/// For every row U(T) = sum over the classes but the predicted one of exp((z - max z) / T), from
/// which its probabilities follow: that of the predicted class is 1 / (1 + U).
class OtherClasses {
public:
    /// Evaluates U for rows of one temperature, a run of rows at a time.
    class Evaluator {
    public:
        virtual ~Evaluator() = default;
        /// U of the rows begin, begin + 1..., and how far off 1 / (1 + U) may be. `begin` and the
        /// sizes are multiples of kBlockRows; beyond the rows nothing matters.
        virtual void evaluate(std::size_t begin, std::span<float> sums,
                              std::span<float> tolerances) const = 0;
    };
    virtual ~OtherClasses() = default;
    virtual std::unique_ptr<Evaluator> at(double temperature) const = 0;
    /// How many terms U of one row is summed of.
    virtual std::size_t terms() const = 0;
};

/// U by SIMD from the float distances of few classes, kept in blocks of rows.
std::unique_ptr<OtherClasses> blockedOthers(const Predictions& predictions,
                                            const ParallelFor& parallelFor);
/// U by SIMD from the logits where they are. Requires class scores that are logits.
std::unique_ptr<OtherClasses> rowwiseOthers(std::shared_ptr<const Predictions> predictions);
/// A sweep that learns of the other classes from `others`; `parallelFor` serves it as long as it
/// lives.
Sweep softmaxSweep(std::shared_ptr<const Predictions> predictions, const View& view,
                   std::unique_ptr<OtherClasses> others, const ParallelFor& parallelFor);

/// The distances z - max z <= 0 of one row after another, in double. Requires class scores, or
/// one score of a positive class.
class RowDistances {
public:
    explicit RowDistances(const Predictions& predictions);
    /// Of all classes but the predicted one, in their order.
    std::span<const double> others(std::size_t row);
    /// Of class k, after others(row).
    double of(std::size_t row, std::size_t k) const;

private:
    const Predictions& m_predictions;
    std::vector<double> m_logits;
    std::vector<double> m_others;
};

}  // namespace diagonal
