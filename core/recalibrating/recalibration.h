// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

#include "core/predictions/dataset.h"
#include "core/recalibrating/calibration_map.h"

namespace diagonal {

/// The rows that a map is learnt from, and those that it is measured on.
enum class FitRows {
    Measured,  ///< the same: what is measured flatters the map
    Other,     ///< those of another file
    Half,      ///< a random half; the other half is measured
    Folds      ///< all but one of some parts, for each part in turn: every row is measured
};

inline constexpr std::size_t kMostFolds = 100;

struct RecalibrationChoice {
    MapKind kind = MapKind::Temperature;
    FitRows rows = FitRows::Folds;
    std::size_t folds = 5;  ///< 2 to kMostFolds
    std::uint64_t seed = 1;
    double level = 0.95;  ///< of the interval of a temperature

    bool operator==(const RecalibrationChoice&) const = default;
};

/// The same rows without and with a map.
struct Recalibration {
    /// Of Folds: learnt from all rows, to be used on others.
    CalibrationMap map;
    FitRows rows = FitRows::Other;
    std::shared_ptr<const Dataset> before;
    std::shared_ptr<const Dataset> after;
};

/// Learns a map as chosen and applies it to rows of `dataset`. Rows are dealt at random, by the
/// seed, each class by itself. `other` is the dataset to learn from where the choice says so; else
/// it is not looked at. Errors: those of fitMap() and applied(); too few rows to deal.
Result<Recalibration> recalibrated(std::shared_ptr<const Dataset> dataset, const Dataset* other,
                                   const RecalibrationChoice& choice,
                                   const ProgressCallback& progress = {});

/// Applies a map that was learnt before.
Result<Recalibration> recalibrated(std::shared_ptr<const Dataset> dataset,
                                   const CalibrationMap& map);

}  // namespace diagonal
