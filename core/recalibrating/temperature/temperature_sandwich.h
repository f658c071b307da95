// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel.h"
#include "core/predictions/predictions.h"
#include "core/predictions/row_clusters.h"
#include "core/recalibrating/temperature/temperature.h"

namespace diagonal {

/// Widens the interval of a temperature that was fitted on `predictions`, on log T, by the ratio of
/// the sandwich's variance J / H^2 (Huber 1967) to the 1 / H that the likelihood takes for granted:
/// H is the curvature of the NLL in log T, J the variance of its slope over rows, or over clusters
/// if `clusters` is not null. J exceeds H where the model is wrong at every temperature. Never
/// narrows. One cluster has no spread, so the interval goes.
void widenBySandwich(const RowClusters* clusters, const Predictions& predictions, double level,
                     const Execution& execution, TemperatureFit& fit);

}  // namespace diagonal
