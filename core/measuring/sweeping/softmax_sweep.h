// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/measuring/sweeping/temperature_sweep.h"

namespace diagonal {

/// Provides, for every row, U(T): the sum of exp((z - max z) / T) over all classes except the
/// predicted one. The probability of the predicted class is 1 / (1 + U).
class OtherClasses {
public:
    /// Evaluates U at one temperature, for a run of rows at a time.
    class Evaluator {
    public:
        virtual ~Evaluator() = default;
        /// Sets `sums` to U of the rows begin, begin + 1..., and `tolerances` to bounds of the
        /// error of 1 / (1 + U). Requires `begin` and the sizes to be multiples of kBlockRows;
        /// values beyond the last row are unspecified.
        virtual void evaluate(std::size_t begin, std::span<float> sums,
                              std::span<float> tolerances) const = 0;
    };
    virtual ~OtherClasses() = default;
    virtual std::unique_ptr<Evaluator> at(double temperature) const = 0;
    /// Returns the number of terms that are summed for U of one row.
    virtual std::size_t terms() const = 0;
};

/// Computes U by SIMD from float distances that are stored in blocks of rows, for few classes.
std::unique_ptr<OtherClasses> blockedOthers(const Predictions& predictions,
                                            const ParallelFor& parallelFor);
/// Computes U by SIMD from the logits in `predictions`. Requires class scores that are logits.
std::unique_ptr<OtherClasses> rowwiseOthers(std::shared_ptr<const Predictions> predictions);
/// Returns a sweep that gets U from `others` and runs its loops by `parallelFor` as long as it
/// lives.
Sweep softmaxSweep(std::shared_ptr<const Predictions> predictions, const View& view,
                   std::unique_ptr<OtherClasses> others, const ParallelFor& parallelFor);

/// Computes the distances z - max z <= 0 of one row at a time, in double. Requires class scores, or
/// one score of a positive class.
class RowDistances {
public:
    explicit RowDistances(const Predictions& predictions);
    /// Returns the distances of all classes except the predicted one, in class order.
    std::span<const double> others(std::size_t row);
    /// Returns the distance of class k. Requires a preceding call of others(row).
    double of(std::size_t row, std::size_t k) const;

private:
    const Predictions& m_predictions;
    std::vector<double> m_logits;
    std::vector<double> m_others;
};

}  // namespace diagonal
