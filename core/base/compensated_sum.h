// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace diagonal {

/// A sum whose error does not grow with the number of terms (Neumaier 1974).
class CompensatedSum {
public:
    void add(double term) {
        const double sum = m_sum + term;
        m_compensation +=
            std::abs(m_sum) >= std::abs(term) ? (m_sum - sum) + term : (term - sum) + m_sum;
        m_sum = sum;
    }
    double value() const { return m_sum + m_compensation; }

private:
    double m_sum = 0;
    double m_compensation = 0;
};

}  // namespace diagonal
