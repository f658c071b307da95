// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/measuring/sweeping/temperature_sweep.h"

namespace diagonal {

/// Returns a sweep of two classes. The confidence is sigmoid(m / T) of a margin m that does not
/// depend on T, so that one order serves all temperatures. Rows are sorted by m and gathered in
/// cells of nearly equal m; sums over whole cells are Taylor series of fourth degree with a
/// relative error below 1e-10. Each temperature takes O(cells + bins). Null if progress cancels.
/// Requires two classes that exclude each other, and fewer than 2^31 rows.
Sweep marginSweep(std::shared_ptr<const Predictions> predictions, const View& view,
                  const ProgressCallback& progress);

}  // namespace diagonal
