// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace diagonal {

/// Returns the smallest step of 1, 2, 2.5 or 5 times a power of ten that is at least `least`.
inline double niceStep(double least) {
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
        if (least <= factor * power * (1 + 1e-9)) return factor * power;
    }
    return 10 * power;
}

/// Returns the decimals that multiples of `step` need, from `least` to 8.
inline int decimalsOf(double step, int least) {
    constexpr int most = 8;
    constexpr double relative = 1e-6;
    int decimals = least;
    const auto areEnough = [&] {
        const double scaled = step * std::pow(10, decimals);
        return std::abs(scaled - std::round(scaled)) <= relative * scaled;
    };
    while (decimals < most && !areEnough())
        ++decimals;
    return decimals;
}

}  // namespace diagonal
