// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/random_numbers.h"
#include "core/measuring/outcomes.h"
#include "core/numerics/intervals.h"

namespace diagonal {

/// Draws the weight of the hits in a run of rows as a calibrated model would: the hit of row i is
/// Bernoulli(c_i), independently. Rows that are observations, or count them, have the exact
/// distribution of their sum (Poisson-binomial) where its variance is below 400, and the normal one
/// above. Where rows have importance weights, the `mostDrawnRows` of the largest variance are drawn
/// one by one and the sum of the others from the normal distribution.
class OutcomeSampler {
public:
    /// The ranks [begin, end) of `outcomes`, at least one. Time: the rows times some hundreds at
    /// the most.
    OutcomeSampler(const SortedOutcomes& outcomes, std::size_t begin, std::size_t end,
                   std::size_t mostDrawnRows = 512);

    /// From 0 to the weight of the rows.
    double draw(RandomNumbers& random) const;

    /// The middle `level` of the distribution. Of importance weights: percentiles of `drawn`, which
    /// must come from draw(), but no narrower than the normal distribution says where these are too
    /// few.
    Interval middle(double level, const std::vector<double>& drawn) const;

private:
    struct Row {
        double weight = 0;
        double confidence = 0;
        double variance() const { return weight * weight * confidence * (1 - confidence); }
    };

    void tabulate(const SortedOutcomes& outcomes, std::size_t begin, std::size_t end);
    void pickHeavyRows(const SortedOutcomes& outcomes, std::size_t begin, std::size_t end,
                       std::size_t most);
    double normalQuantile(double z) const;
    double quantile(double q) const;

    double m_weight = 0;
    double m_mean = 0;                 ///< of the hits that the normal distribution stands for
    double m_deviation = 0;            ///< the same
    bool m_isWhole = true;             ///< hits are counted
    std::size_t m_fewest = 0;          ///< hits of the first entry of m_cumulative
    std::vector<double> m_cumulative;  ///< probability of at most m_fewest + i hits
    std::vector<Row> m_heavy;          ///< drawn one by one
};

}  // namespace diagonal
