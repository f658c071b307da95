// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace diagonal {

/// The cumulative distribution of 0, 1, 2... with a table that finds quantiles in constant time on
/// average (Chen and Asau 1974).
class InverseTable {
public:
    InverseTable() = default;
    /// `probabilities` are of 0, 1, 2...; they are divided by their sum.
    explicit InverseTable(const std::vector<double>& probabilities);

    bool isEmpty() const { return m_cumulative.empty(); }
    /// Returns the smallest number that is not exceeded with a probability above u, 0 <= u < 1.
    /// Requires a table that is not empty.
    std::size_t at(double u) const {
        std::size_t i = m_guide[static_cast<std::size_t>(u * static_cast<double>(m_guide.size()))];
        while (m_cumulative[i] <= u)
            ++i;
        return i;
    }

private:
    std::vector<double> m_cumulative;    ///< the last is above 1, so that every search ends
    std::vector<std::uint32_t> m_guide;  ///< at(place / size) for every place
};

}  // namespace diagonal
