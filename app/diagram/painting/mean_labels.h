// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include <QRectF>

namespace diagonal {

/// The labels of two lines in the plot of counts, at the means of accuracy and confidence.
struct MeanLabels {
    QRectF lower;   ///< label of the line further left
    QRectF higher;  ///< label of the other
    std::size_t wording = 0;
};

inline constexpr qreal kMeanLabelHeight = 16;
inline constexpr qreal kMeanLabelRows = 2 * kMeanLabelHeight + 6;  ///< from the plot's top

/// Places the labels of lines at `lower` and `higher` in the upper rows of `plot`, each beside its
/// own line, so that none crosses the other label or the plot's edge, nor the other line if it need
/// not. `widths` are those of both labels in several wordings, from long to short. Empty if even
/// the shortest do not fit.
std::optional<MeanLabels> placedMeanLabels(const QRectF& plot, qreal lower, qreal higher,
                                           const std::vector<std::array<qreal, 2>>& widths);

}  // namespace diagonal
