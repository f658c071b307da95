// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/random_numbers.h"
#include "core/measuring/clustered_outcomes.h"
#include "core/measuring/reliability_curve.h"
#include "core/numerics/percentiles.h"

namespace diagonal {

/// Number of resamples of bins.
inline constexpr std::size_t kBinResamples = 1000;

/// Draws resamples of the bins of a curve, for fixed edges. Resamples bins instead of rows: the
/// numbers of correct and incorrect rows of each bin are multinomial, as if rows were resampled,
/// and the sums of their confidences are drawn from a normal distribution with their mean and
/// variance. If rows have importance weights, these numbers are Poisson, with the moments of drawn
/// weights. O(bins) a resample, whatever the number of rows. Rows that are not independent are
/// drawn by `clustered`: each cluster Poisson(1) times, O(clusters * bins) a resample and O(rows)
/// before the first. With `times`, of so many times the rows.
class BinResamples {
public:
    BinResamples(const ReliabilityCurve& curve, BinConfidence confidence, std::uint64_t seed,
                 const ClusteredOutcomes& clustered = {}, std::size_t times = 1);
    BinResamples(BinResamples&&) noexcept;
    BinResamples& operator=(BinResamples&&) noexcept;
    ~BinResamples();

    /// Returns the bins of another resample, without intervals. Its weight may be 0 if numbers of
    /// rows are drawn independently.
    const ReliabilityCurve& next();
    /// Returns the mean confidence of the rows of that resample, whose weight must be above 0.
    double confidence() const;

private:
    class Drawn;
    class Rows;
    class SingleRows;
    class Clusters;
    std::unique_ptr<Drawn> m_drawn;
    std::unique_ptr<const Rows> m_rows;
    RandomNumbers m_random;
};

/// Returns the values of the binned scores and of confidence in BinResamples; those of l2_debiased
/// are its signed squares.
ResampledScores binBootstrap(const ReliabilityCurve& curve, BinConfidence confidence,
                             std::size_t resamples, std::uint64_t seed,
                             const ClusteredOutcomes& clustered = {});

}  // namespace diagonal
