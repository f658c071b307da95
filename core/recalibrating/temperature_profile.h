// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/measuring/reliability_curve.h"
#include "core/measuring/sweeping/temperature_sweep.h"

namespace diagonal {

struct ProfilePoint {
    double temperature = 1;
    std::optional<double> nll;  ///< none where it is infinite or not known
    double ece = 0;
};

/// NLL and ECE over the temperatures of the slider.
struct TemperatureProfile {
    std::vector<ProfilePoint> points;  ///< eight an octave, ascending; finer around the least ECE
    /// The temperature of it, among the points: the fitted one where the slider has it.
    std::optional<double> leastNll;
    double leastEce = 1;  ///< the temperature of it, to a 128th of an octave
};

/// Both losses need not be least at the same temperature: the NLL also rewards telling rows apart,
/// and the ECE depends on bins. Requires predictions whose checkTemperature() succeeds. Errors:
/// Cancelled.
Result<TemperatureProfile> temperatureProfile(const std::shared_ptr<const Predictions>& predictions,
                                              const View& view, const Binning& binning,
                                              const ProgressCallback& progress = {});

}  // namespace diagonal
