// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/recalibrating/calibration_map.h"

namespace diagonal {

/// The map as JSON, version 1: README, "A map as JSON".
std::string mapJson(const CalibrationMap& map);
/// Errors (kind Malformed): not such JSON.
Result<CalibrationMap> mapFromJson(std::string_view json);

}  // namespace diagonal
