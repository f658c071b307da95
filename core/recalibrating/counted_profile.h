// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/predictions/dataset.h"
#include "core/recalibrating/temperature_profile.h"

namespace diagonal {

/// Returns the NLL and ECE at each of the temperatures at which cells were counted, all of them or
/// those of groups. The least NLL lies between them, as fitBetweenTemperatures() finds it; the
/// least ECE is that of a temperature. Errors: those of groupDataset(); Cancelled.
Result<TemperatureProfile> countedProfile(std::span<const CellsAtTemperature> cells,
                                          const GroupChoices& groups, const View& view,
                                          const Binning& binning, const Execution& execution = {});

}  // namespace diagonal
