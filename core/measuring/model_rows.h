// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/parallel.h"
#include "core/measuring/view.h"
#include "core/predictions/predictions.h"

namespace diagonal {

/// What a model says of its rows, row by row.
struct ModelRows {
    std::vector<std::uint64_t> packed;  ///< outcomes in the view, as SortedOutcomes::pack()
    /// 1 if the predicted class is the true one; of several labels, if the view's class is
    /// predicted (above 0.5) where it is true.
    std::vector<std::uint8_t> isRight;
    std::vector<double> negativeLogs;   ///< -log p_label in nats; empty if unknown
    std::vector<double> squaredErrors;  ///< sum_k (p_k - [label = k])^2; empty if unknown
};

/// Measures all rows of `predictions`; nullopt if progress cancels. Requires a view and temperature
/// that checkView() accepts.
std::optional<ModelRows> modelRows(const Predictions& predictions, const View& view,
                                   double temperature, const Execution& execution = {});

}  // namespace diagonal
