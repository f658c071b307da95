// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/poisson_draws.h"

#include <algorithm>
#include <cmath>

namespace diagonal {
namespace {

constexpr double kMostTabulated = 256;

}  // namespace

PoissonDraws::Table::Table(std::size_t mean) {
    const auto m = static_cast<double>(mean);
    constexpr double deviations = 9;
    const double reach = deviations * std::sqrt(m) + 15;
    m_first = static_cast<std::size_t>(std::max(0.0, std::floor(m - reach)));
    const auto last = static_cast<std::size_t>(std::ceil(m + reach));
    double sum = 0;
    for (std::size_t k = m_first; k <= last; ++k) {
        const auto number = static_cast<double>(k);
        sum += std::exp(number * std::log(m) - m - std::lgamma(number + 1));
        m_cumulative.push_back(sum);
    }
    for (double& value : m_cumulative)
        value /= sum;
    m_cumulative.back() = 1;
    const std::size_t places = m_cumulative.size();
    std::size_t i = 0;
    for (std::size_t place = 0; place < places; ++place) {
        const double u = static_cast<double>(place) / static_cast<double>(places);
        while (m_cumulative[i] <= u)
            ++i;
        m_guide.push_back(static_cast<std::uint32_t>(i));
    }
}

void PoissonDraws::add(double mean) {
    Mean& added = m_means.emplace_back();
    added.mean = mean;
    if (mean > kMostTabulated) {
        added.deviation = std::sqrt(mean);
        return;
    }
    const auto whole = static_cast<std::size_t>(mean);
    added.fraction = mean - static_cast<double>(whole);
    added.zero = std::exp(-added.fraction);
    if (whole == 0) return;
    if (m_tables.size() <= whole) m_tables.resize(whole + 1);
    if (!m_tables[whole]) m_tables[whole] = std::make_shared<const Table>(whole);
    added.table = m_tables[whole];
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
