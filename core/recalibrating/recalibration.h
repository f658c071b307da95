// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/predictions/dataset.h"
#include "core/recalibrating/calibration_map.h"

namespace diagonal {

/// Which rows a map is fitted on, and which it is evaluated on.
enum class FitRows {
    Measured,  ///< fitted and evaluated on the same rows: looks better than it is
    Other,     ///< fitted on another file
    Half,      ///< fitted on a random half, evaluated on the other
    Folds      ///< cross-validation: each fold is evaluated with a map fitted on the others
};

inline constexpr std::size_t kMostFolds = 100;

struct RecalibrationChoice {
    MapKind kind = MapKind::Temperature;
    FitRows rows = FitRows::Folds;
    std::size_t folds = 5;  ///< 2 to kMostFolds
    std::uint64_t seed = 1;
    double level = 0.95;                        ///< confidence level of a temperature's interval
    ZeroRows zeroRows = ZeroRows::Refuse;       ///< for a temperature
    std::optional<PrevalenceShift> shift = {};  ///< for MapKind::Shift

    /// True if both prevalences are stated, so that no rows are fitted on.
    bool isStated() const { return kind == MapKind::Shift && shift && shift->present; }

    bool operator==(const RecalibrationChoice&) const = default;
};

/// A dataset before and after a calibration map.
struct Recalibration {
    /// With Folds: fitted on all rows, for use on new data.
    CalibrationMap map;
    FitRows rows = FitRows::Other;
    std::shared_ptr<const Dataset> before;
    std::shared_ptr<const Dataset> after;
    std::size_t folds = 0;  ///< with Folds
};

/// Returns what a model is called after a map: "forest, after isotonic regression". `model` is its
/// name in its file; empty if the file holds one model.
std::string nameAfterMap(const std::string& model, MapKind map);

/// Fits a map as `choice` says and applies it to rows of `dataset`. Halves and folds are random
/// (by the seed) and stratified by class; the rows of a cluster stay together. FitRows::Other
/// requires `other`, the dataset to fit on; otherwise it is ignored. Errors: those of fitMap() and
/// applied(); Undefined for fewer than two rows, or one cluster, per half or fold.
Result<Recalibration> recalibrated(std::shared_ptr<const Dataset> dataset, const Dataset* other,
                                   const RecalibrationChoice& choice,
                                   const Execution& execution = {});

/// Returns the map that recalibrated() fits, without applying it.
Result<CalibrationMap> fittedMap(const Dataset& dataset, const Dataset* other,
                                 const RecalibrationChoice& choice,
                                 const Execution& execution = {});

/// Applies a previously fitted map to all rows. Errors: those of applied().
Result<Recalibration> recalibrated(std::shared_ptr<const Dataset> dataset,
                                   const CalibrationMap& map);

}  // namespace diagonal
