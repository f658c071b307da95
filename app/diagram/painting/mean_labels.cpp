// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/mean_labels.h"

#include <algorithm>

namespace diagonal {

std::optional<MeanLabels> placedMeanLabels(const QRectF& row, qreal lower, qreal higher,
                                           const std::vector<std::array<qreal, 2>>& widths) {
    constexpr qreal between = 12;
    for (std::size_t wording = 0; wording < widths.size(); ++wording) {
        const auto [first, second] = widths[wording];
        if (first + between + second > row.width()) continue;
        // Labels that would meet move apart by the same distance.
        const qreal missing = std::max(0.0, lower + first / 2 + between - (higher - second / 2));
        const qreal low = std::clamp(lower - first / 2 - missing / 2, row.left(),
                                     row.right() - second - between - first);
        const qreal high = std::clamp(higher - second / 2 + missing / 2, low + first + between,
                                      row.right() - second);
        const qreal start = std::min(low, high - between - first);
        return MeanLabels{{start, row.top(), first, row.height()},
                          {high, row.top(), second, row.height()},
                          wording};
    }
    return std::nullopt;
}

}  // namespace diagonal
