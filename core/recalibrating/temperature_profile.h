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
    std::optional<double> nll;  ///< none if infinite or unknown
    double ece = 0;
};

/// NLL and ECE as functions of the temperature, over the range of the slider.
struct TemperatureProfile {
    std::vector<ProfilePoint>
        points;  ///< ascending, eight per octave, and 1; finer around the least ECE
    /// Temperature of the least NLL: the fitted one if it is in the range of the slider, else that
    /// of a point; none if the NLL is unknown.
    std::optional<double> leastNll;
    double leastEce = 1;  ///< temperature of the least ECE, to 1/128 octave
};

/// Computes NLL and ECE over the slider's temperatures. Their minima may differ: the NLL also
/// rewards discrimination, and the ECE depends on the bins. Requires predictions whose
/// checkTemperature() succeeds. `known` is a sweep of these rows and this view; if it is null, one
/// is made. Errors: Cancelled.
Result<TemperatureProfile> temperatureProfile(const std::shared_ptr<const Predictions>& predictions,
                                              const View& view, const Binning& binning,
                                              const Execution& execution = {},
                                              const Sweep& known = {});

}  // namespace diagonal
