// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/predictions/predictions.h"
#include "core/recalibrating/calibration_map.h"
#include "core/recalibrating/temperature/temperature.h"

namespace diagonal {

/// Fits a map on all rows; `level` is the confidence level of a temperature's interval, and
/// `zeroRows` how a temperature treats rows whose true class has probability 0.
///
/// Temperature: fitTemperature(). Platt: maximum likelihood on logit p with the targets
/// (n1 + 1) / (n1 + 2) and 1 / (n0 + 2) (Platt 1999), for two classes. Beta and its variants
/// a = b (beta-am) and m = 1/2 (beta-ab): maximum likelihood with a, b >= 0, for two classes.
/// Isotonic: pool-adjacent-violators, each class against the rest. Histogram: frequencies in 15
/// equal-mass bins, each class against the rest. Vector: fitVector(), from the identity, for three
/// or more classes. Shift: from the stated prevalence in training to that of the rows, with
/// Wilson's interval, or to a stated one; for two classes.
///
/// Convex problems are solved to the optimum in double precision. Errors: Undefined if the map does
/// not apply to the data, or if its likelihood has no maximum because the classes are perfectly
/// separable; Cancelled.
Result<CalibrationMap> fitMap(MapKind kind, const Predictions& predictions, double level,
                              const Execution& execution = {}, ZeroRows zeroRows = ZeroRows::Refuse,
                              const std::optional<PrevalenceShift>& shift = {});

}  // namespace diagonal
