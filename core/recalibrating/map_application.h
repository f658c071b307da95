// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/predictions/predictions.h"
#include "core/recalibrating/calibration_map.h"

namespace diagonal {

/// The rows with calibrated probabilities, in the form of `predictions`. Errors (kind Undefined):
/// other classes than those the map was learnt from; parameters that make no probabilities.
Result<Predictions> applied(const CalibrationMap& map, const Predictions& predictions);

}  // namespace diagonal
