// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/measuring/sweeping/softmax_sweep.h"

namespace diagonal {

/// Returns U from a table in log T, by Chebyshev interpolation on each octave of T. Each term
/// exp(d / T) is analytic and bounded by 1 for |Im log T| <= pi / 2, so that the error is at most
/// 4 K rho^(1 - n) / (rho - 1) with K classes, n nodes and rho = 9.17 (Trefethen 2013, theorem
/// 8.2). Null if progress cancels.
std::unique_ptr<OtherClasses> tabulatedOthers(const Predictions& predictions,
                                              const ProgressCallback& progress);

}  // namespace diagonal
