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

/// Places the labels of lines at `lower` and `higher` in a row above them, in the order of the
/// lines, as near to them as the row and the other label allow. `widths` are those of both labels
/// in several wordings: the first one that fits is taken. Empty if none fits.
std::optional<MeanLabels> placedMeanLabels(const QRectF& row, qreal lower, qreal higher,
                                           const std::vector<std::array<qreal, 2>>& widths);

}  // namespace diagonal
