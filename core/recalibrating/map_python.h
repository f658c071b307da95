// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/recalibrating/calibration_map.h"

namespace diagonal {

/// Returns a Python module that requires only NumPy; its calibrated(scores) returns the same
/// probabilities as applied(), from logits or probabilities as `scores` says (percent counts as
/// probabilities).
std::string mapPython(const CalibrationMap& map, ScoreKind scores);

}  // namespace diagonal
