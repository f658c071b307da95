// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/predictions/predictions.h"
#include "core/recalibrating/calibration_map.h"

namespace diagonal {

/// Returns the rows with calibrated probabilities, in the form of `predictions`. Errors (kind
/// Undefined): the classes or the form differ from those the map was fitted on; temperature scaling
/// or calibration maps do not apply to the data; the results are not probabilities.
Result<Predictions> applied(const CalibrationMap& map, const Predictions& predictions);

}  // namespace diagonal
