// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/poisson_draws.h"

#include <algorithm>
#include <cmath>

namespace diagonal {
namespace {

constexpr double kMostTabulated = 256;

/// Returns the smallest number whose probability is not negligible.
std::size_t firstOf(double mean) {
    constexpr double deviations = 9;
    return static_cast<std::size_t>(
        std::max(0.0, std::floor(mean - deviations * std::sqrt(mean) - 15)));
}

/// Returns ln(k!). std::lgamma() would also write a global variable, which is a race with others.
double logFactorial(double k) {
    int sign = 0;
    return ::lgamma_r(k + 1, &sign);
}

/// Tabulates the numbers from firstOf(mean) on.
InverseTable tableOf(double mean) {
    std::vector<double> probabilities;
    const double last = 2 * mean - static_cast<double>(firstOf(mean)) + 40;
    for (auto k = static_cast<double>(firstOf(mean)); k <= last; ++k)
        probabilities.push_back(std::exp(k * std::log(mean) - mean - logFactorial(k)));
    return InverseTable(probabilities);
}

}  // namespace

void PoissonDraws::add(double mean) {
    Mean& added = m_means.emplace_back();
    added.mean = mean;
    if (mean > kMostTabulated) {
        added.deviation = std::sqrt(mean);
        return;
    }
    const double whole = std::floor(mean);
    added.fraction = mean - whole;
    added.zero = std::exp(-added.fraction);
    if (whole == 0) return;
    const auto index = static_cast<std::size_t>(whole);
    if (m_tables.size() <= index) m_tables.resize(index + 1);
    if (!m_tables[index]) m_tables[index] = std::make_shared<const InverseTable>(tableOf(whole));
    added.table = m_tables[index];
    added.first = firstOf(whole);
}

double PoissonDraws::inverted(const Mean& mean, double u) {
    constexpr int most = 20;
    double probability = mean.zero;
    int k = 0;
    while (u >= probability && k < most) {
        u -= probability;
        probability *= mean.fraction / ++k;
    }
    return k;
}

double PoissonDraws::roundedNormal(const Mean& mean, RandomNumbers& random) {
    return std::max(0.0, std::round(mean.mean + mean.deviation * random.normal()));
}

}  // namespace diagonal
