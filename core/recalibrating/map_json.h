// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/recalibrating/calibration_map.h"

namespace diagonal {

/// Returns the map as JSON, version 1; see resources/help/recalibration.md.
std::string mapJson(const CalibrationMap& map);
/// Parses JSON written by mapJson(). Errors (kind Malformed): any other text.
Result<CalibrationMap> mapFromJson(std::string_view json);

}  // namespace diagonal
