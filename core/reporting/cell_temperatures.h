// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/predictions/dataset.h"
#include "core/predictions/row_clusters.h"
#include "core/recalibrating/temperature/temperature.h"
#include "core/reporting/report.h"

namespace diagonal {

/// Returns the cells that are exact at a temperature, or nearest to it of those that were counted;
/// null for rows, and where margins serve.
std::shared_ptr<const Dataset> cellsAt(const Dataset& whole, double temperature);

/// Fits a temperature to rows, or to margins; `clusters` is null if rows are independent. Errors:
/// those of fitTemperature().
Result<TemperatureFit> fitRows(const Predictions& rows, const AnalysisSettings& settings,
                               const RowClusters* clusters, const Execution& execution);

/// Fits a temperature to the requested group of cells, from their margins or from the temperatures
/// at which they were counted. Errors: those of groupDataset(), fitTemperature() and
/// fitBetweenTemperatures().
Result<TemperatureFit> fitCells(const Dataset& whole, const AnalysisSettings& settings,
                                const Execution& execution);

}  // namespace diagonal
