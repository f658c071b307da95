// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace diagonal::testing {

inline double sigmoid(double z) {
    return 1 / (1 + std::exp(-z));
}

/// The calibrated probability of a model that sees `part` of the logit; the rest is normal around
/// `base`.
class CalibratedModel {
public:
    CalibratedModel(double part, double rest, double base = 0) {
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            double sum = 0;
            double weights = 0;
            for (int k = -60; k <= 60; ++k) {
                const double u = k / 10.0;
                const double weight = std::exp(-u * u / 2);
                sum += weight * sigmoid(base + part * at(i) + rest * u);
                weights += weight;
            }
            m_values[i] = std::log(sum / (weights - sum));
        }
    }
    double logit(double z) const {
        const double place = (std::clamp(z, -kEnd, kEnd) + kEnd) / kStep;
        const auto i = std::min(static_cast<std::size_t>(place), m_values.size() - 2);
        const double beyond = place - static_cast<double>(i);
        return m_values[i] * (1 - beyond) + m_values[i + 1] * beyond;
    }

private:
    static constexpr double kEnd = 6;
    static constexpr double kStep = .01;
    static double at(std::size_t i) { return static_cast<double>(i) * kStep - kEnd; }
    std::array<double, 1201> m_values = {};
};

}  // namespace diagonal::testing
