// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/curves/murphy_curve.h"

namespace diagonal {

std::vector<CurvePoint> murphyCurve(const SortedOutcomes& outcomes) {
    std::vector<CurvePoint> curve;
    curve.reserve(kMurphySteps + 1);
    const OutcomeSums all = outcomes.sums();
    for (std::size_t i = 0; i <= kMurphySteps; ++i) {
        const double x = static_cast<double>(i) / static_cast<double>(kMurphySteps);
        const OutcomeSums below = outcomes.sums(0, outcomes.countUpTo(x));
        const double wrongAbove = (all.weight - all.correct) - (below.weight - below.correct);
        curve.push_back({x, 2 * (x * wrongAbove + (1 - x) * below.correct) / all.weight});
    }
    return curve;
}

}  // namespace diagonal
