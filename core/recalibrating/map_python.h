// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/recalibrating/calibration_map.h"

namespace diagonal {

/// A Python module that needs NumPy alone: calibrated(scores) gives what applied() gives.
std::string mapPython(const CalibrationMap& map, ScoreKind scores);

}  // namespace diagonal
