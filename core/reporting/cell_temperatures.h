// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/base/result.h"
#include "core/predictions/dataset.h"
#include "core/recalibrating/temperature/temperature.h"

namespace diagonal {

/// Returns what stands for all rows of a dataset at a temperature: the dataset itself, or the cells
/// that a database counted at it. Where it counted confidences at several temperatures, those of
/// the nearest; where it counted margins, these serve every temperature at which no confidences
/// were counted.
std::shared_ptr<const Dataset> rowsAt(const std::shared_ptr<const Dataset>& whole,
                                      double temperature);

/// Fits a temperature between those at which cells were counted, to all rows or to those of groups.
/// Errors: those of groupDataset() and fitBetweenTemperatures().
Result<TemperatureFit> fitCounts(const Dataset& whole, const GroupChoices& groups, double level);

}  // namespace diagonal
