// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel.h"
#include "core/predictions/predictions.h"
#include "core/predictions/row_clusters.h"
#include "core/recalibrating/temperature/temperature.h"

namespace diagonal {

/// Widens the interval of a temperature that was fitted on `predictions` by the design effect of
/// the slope of the NLL in log T, because the likelihood takes rows as independent (Huber's
/// sandwich, on log T). One cluster has no spread, so the interval goes.
void widenForClusters(const RowClusters& clusters, const Predictions& predictions, double level,
                      const Execution& execution, TemperatureFit& fit);

}  // namespace diagonal
