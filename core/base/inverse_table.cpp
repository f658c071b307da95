// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/inverse_table.h"

#include <numeric>

namespace diagonal {

InverseTable::InverseTable(const std::vector<double>& probabilities) {
    const double all = std::accumulate(probabilities.begin(), probabilities.end(), 0.0);
    double sum = 0;
    m_cumulative.reserve(probabilities.size());
    for (const double probability : probabilities)
        m_cumulative.push_back((sum += probability) / all);
    m_cumulative.back() = 2;
    const std::size_t places = probabilities.size();
    m_guide.reserve(places);
    std::uint32_t i = 0;
    for (std::size_t place = 0; place < places; ++place) {
        while (m_cumulative[i] <= static_cast<double>(place) / static_cast<double>(places))
            ++i;
        m_guide.push_back(i);
    }
}

}  // namespace diagonal
