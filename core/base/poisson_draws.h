// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/base/inverse_table.h"
#include "core/base/random_numbers.h"

namespace diagonal {

/// Draws Poisson numbers of given means, many times each. Means up to 256 are drawn from a table
/// for their whole part, and by inversion for the rest (a sum of Poisson numbers is one); above
/// that, from the normal distribution of the same mean and variance, rounded.
class PoissonDraws {
public:
    /// Adds a mean >= 0; draw() takes its index: 0, 1, 2...
    void add(double mean);

    double draw(std::size_t index, RandomNumbers& random) const {
        const Mean& mean = m_means[index];
        if (mean.deviation > 0) return roundedNormal(mean, random);
        double drawn = 0;
        if (mean.table) drawn = static_cast<double>(mean.first + mean.table->at(random.uniform()));
        if (mean.fraction > 0) drawn += inverted(mean, random.uniform());
        return drawn;
    }

private:
    struct Mean {
        std::shared_ptr<const InverseTable> table;  ///< of the whole part; null if that is 0
        std::size_t first = 0;                      ///< the number that the table calls 0
        double fraction = 0;
        double zero = 1;  ///< probability of 0 at mean `fraction`
        double mean = 0;
        double deviation = 0;  ///< above 0: drawn from a normal distribution
    };
    static double inverted(const Mean& mean, double u);
    static double roundedNormal(const Mean& mean, RandomNumbers& random);

    std::vector<Mean> m_means;
    std::vector<std::shared_ptr<const InverseTable>> m_tables;  ///< by whole mean
};

}  // namespace diagonal
