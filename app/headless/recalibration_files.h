// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QString>

#include "app/headless/command_line.h"
#include "core/models/next_task.h"

namespace diagonal {

/// Returns the requested map, with the saved map or the rows to fit on that it names; `options` are
/// for reading these. Errors: whatever fails on the way.
Result<MapSource> mapSource(const RecalibrationLine& line, const ReadOptions& options);

/// Writes the requested files. Errors: whatever fails on the way.
Result<void> saveFiles(const RecalibrationLine& line, const Recalibration& made);

/// Writes a map as JSON or, for a name in .py, as a Python module for scores on the scale `scores`.
/// Returns the error, if any.
Result<void> saveMap(const CalibrationMap& map, ScoreKind scores, const QString& file);

/// True for a name that savePredictions() writes as arrays, without other columns.
bool isNpz(const QString& file);

/// Writes rows as npz for a name in .npz, else as CSV. Returns the error, if any.
Result<void> savePredictions(const Dataset& dataset, const QString& file);

}  // namespace diagonal
