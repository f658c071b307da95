// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/predictions/predictions.h"
#include "core/recalibrating/calibration_map.h"

namespace diagonal {

/// Learns a map from all rows; `level` is that of the interval of a temperature.
///
/// Temperature: fitTemperature(). Platt: maximum likelihood on logit p with the targets
/// (n1 + 1) / (n1 + 2) and 1 / (n0 + 2) (Platt 1999), for two classes. Beta, its a = b (beta-am)
/// and its m = 1/2 (beta-ab) variants: maximum likelihood with a, b >= 0, for two classes.
/// Isotonic: pooled adjacent violators of each class against the rest. Histogram: the frequencies
/// of 15 equal-mass bins of each class against the rest. Vector: maximum likelihood, from the
/// identity.
///
/// Convex problems are solved to the optimum in double. Errors (kind Undefined): a map that these
/// data cannot give, or whose likelihood has no maximum because the data separate perfectly;
/// Cancelled.
Result<CalibrationMap> fitMap(MapKind kind, const Predictions& predictions, double level,
                              const ProgressCallback& progress = {});

}  // namespace diagonal
