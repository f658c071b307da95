// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QString>

#include "app/headless/command_line.h"

namespace diagonal {

/// Learns or reads the map that is asked for, applies it, and writes what is to be written.
Result<Recalibration> recalibratedAs(const RecalibrationLine& line,
                                     std::shared_ptr<const Dataset> dataset,
                                     const ReadOptions& options);

/// Writes a map as .json, or as the .py module for scores of a scale. Gives what went wrong.
Result<void> saveMap(const CalibrationMap& map, ScoreKind scores, const QString& file);

/// Writes rows as .csv or .npz. Gives what went wrong.
Result<void> savePredictions(const Predictions& predictions, const QString& file);

}  // namespace diagonal
