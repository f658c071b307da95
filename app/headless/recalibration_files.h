// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QString>

#include "app/headless/command_line.h"

namespace diagonal {

/// Fits or reads the requested map, applies it to `dataset`, and writes the requested files.
/// `options` are for reading the file to fit on. Errors: whatever fails on the way.
Result<Recalibration> recalibratedAs(const RecalibrationLine& line,
                                     std::shared_ptr<const Dataset> dataset,
                                     const ReadOptions& options);

/// Fits the requested map and saves it, without applying it to `dataset`. Requires --save-map.
/// Errors: whatever fails on the way.
Result<void> saveFittedMap(const RecalibrationLine& line, const Dataset& dataset,
                           const ReadOptions& options);

/// Writes a map as JSON or, for a name in .py, as a Python module for scores on the scale `scores`.
/// Returns the error, if any.
Result<void> saveMap(const CalibrationMap& map, ScoreKind scores, const QString& file);

/// True for a name that savePredictions() writes as arrays, without other columns.
bool isNpz(const QString& file);

/// Writes rows as npz for a name in .npz, else as CSV. Returns the error, if any.
Result<void> savePredictions(const Dataset& dataset, const QString& file);

}  // namespace diagonal
