// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/random_numbers.h"

namespace diagonal {

/// Draws Poisson numbers of given means, many times each. Means up to 256 are drawn from a table for
/// their whole part, and by inversion for the rest (a sum of Poisson numbers is one); above that,
/// from the normal distribution of the same mean and variance, rounded.
class PoissonDraws {
public:
    /// Adds a mean >= 0; draw() takes its index: 0, 1, 2...
    void add(double mean);
    std::size_t size() const { return m_means.size(); }

    double draw(std::size_t index, RandomNumbers& random) const {
        const Mean& mean = m_means[index];
        if (mean.deviation > 0) return roundedNormal(mean, random);
        double drawn = mean.table ? mean.table->draw(random.uniform()) : 0;
        if (mean.fraction > 0) drawn += inverted(mean, random.uniform());
        return drawn;
    }

private:
    /// The distribution of one whole mean, to be inverted by table.
    class Table {
    public:
        explicit Table(std::size_t mean);
        double draw(double u) const {
            std::size_t i = m_guide[static_cast<std::size_t>(u * static_cast<double>(size()))];
            while (m_cumulative[i] <= u)
                ++i;
            return static_cast<double>(m_first + i);
        }

    private:
        std::size_t size() const { return m_guide.size(); }
        std::size_t m_first = 0;           ///< smallest number that is drawn
        std::vector<double> m_cumulative;  ///< probability of at most m_first + i; the last is 1
        std::vector<std::uint32_t> m_guide;  ///< where the search for u begins, by size() u
    };
    struct Mean {
        std::shared_ptr<const Table> table;  ///< of the whole part; null if that is 0
        double fraction = 0;
        double zero = 1;  ///< probability of 0 at mean `fraction`
        double mean = 0;
        double deviation = 0;  ///< above 0: drawn from a normal distribution
    };
    static double inverted(const Mean& mean, double u);
    static double roundedNormal(const Mean& mean, RandomNumbers& random);

    std::vector<Mean> m_means;
    std::vector<std::shared_ptr<const Table>> m_tables;  ///< by whole mean
};

}  // namespace diagonal
