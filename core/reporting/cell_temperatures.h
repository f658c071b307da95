// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/base/result.h"
#include "core/predictions/dataset.h"
#include "core/recalibrating/temperature/temperature.h"

namespace diagonal {

/// Returns the rows to measure at a temperature. Of a file of rows, itself. Of cells that were
/// counted at several temperatures, those of the nearest one. Of margins, the cells that were
/// counted at this temperature, else the margins.
std::shared_ptr<const Dataset> rowsAt(const std::shared_ptr<const Dataset>& whole,
                                      double temperature);

/// Fits a temperature to all rows, or to those of groups, from the likelihoods that a database
/// counted at several temperatures. Errors: those of groupDataset() and fitBetweenTemperatures().
Result<TemperatureFit> fitBetweenCounts(const Dataset& whole, const GroupChoices& groups,
                                        double level);

}  // namespace diagonal
