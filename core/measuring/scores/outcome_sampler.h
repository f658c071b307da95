// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/inverse_table.h"
#include "core/base/random_numbers.h"
#include "core/measuring/outcomes.h"
#include "core/numerics/intervals.h"

namespace diagonal {

/// Draws the weight of the correct rows in a run as for a calibrated model: row i is correct with
/// probability c_i, independently. If rows are observations or their weights are counts, the sum
/// has its exact distribution (Poisson-binomial) where its variance is below 400, and a normal one
/// above; in more than 4,096 rows, confidences within 2 % of their distance to 0 or 1 count as
/// equal, which changes the variance by less than 1 in 10,000. If rows have importance weights, the
/// `mostDrawnRows` of the largest variance are drawn one by one and the sum of the others from a
/// normal distribution, as are rows that stand for more than 64 observations. Of fewer, one is
/// heavy and the others weigh the same.
class OutcomeSampler {
public:
    OutcomeSampler() = default;
    /// Samples the ranks [begin, end) of `outcomes`, at least one. Takes some million operations at
    /// most.
    OutcomeSampler(const SortedOutcomes& outcomes, std::size_t begin, std::size_t end,
                   std::size_t mostDrawnRows = 512);

    /// Returns a random weight of the correct rows, from 0 to the weight of all rows.
    double draw(RandomNumbers& random) const;

    /// Returns the central interval of the distribution at `level`. For importance weights these
    /// are percentiles of `drawn`, which must come from draw(); if the draws are too few, the
    /// interval is at least as wide as that of the normal distribution.
    Interval middle(double level, const std::vector<double>& drawn) const;

private:
    struct Row {
        double weight = 0;
        double confidence = 0;
        double variance = 0;  ///< of the weight of its correct observations
        bool isSingle = true;
    };

    static void addApart(const SortedOutcomes& outcomes, std::size_t rank, std::vector<Row>& rows);
    void tabulate(const SortedOutcomes& outcomes, std::size_t begin, std::size_t end);
    void pickHeavyRows(const SortedOutcomes& outcomes, std::size_t begin, std::size_t end,
                       std::size_t most);
    double normalQuantile(double z) const;
    double quantile(double q) const;

    double m_weight = 0;
    double m_mean = 0;         ///< mean of the normally distributed part of the sum
    double m_deviation = 0;    ///< its standard deviation
    bool m_hasCounts = true;   ///< weights are counts: sums are integers
    std::size_t m_fewest = 0;  ///< what m_table calls 0
    InverseTable m_table;      ///< of the number of correct rows beyond m_fewest
    std::vector<Row> m_heavy;  ///< drawn one by one
};

}  // namespace diagonal
