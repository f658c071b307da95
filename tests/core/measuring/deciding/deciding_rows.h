// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/measuring/sorted_outcomes.h"

namespace diagonal::testing {

/// 120 rows with ties, for which R 4.2 computed the expected numbers of the tests that use them:
/// i <- 0:119; p <- ((37*i+11) %% 97 + 1.5)/100
/// y <- (53*i+29) %% 101 < ((37*i+11) %% 97)*0.7 + 16
inline std::vector<std::uint64_t> decidingRows() {
    constexpr int rows = 120;
    std::vector<std::uint64_t> packed;
    for (int i = 0; i < rows; ++i) {
        const int hundredths = (37 * i + 11) % 97;
        const bool isEvent = (53 * i + 29) % 101 < hundredths * 0.7 + 16;
        packed.push_back(SortedOutcomes::pack((hundredths + 1.5) / 100, isEvent));
    }
    return packed;
}

}  // namespace diagonal::testing
