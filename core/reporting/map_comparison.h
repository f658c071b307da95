// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/recalibrating/recalibration.h"
#include "core/reporting/recalibration_report.h"

namespace diagonal {

/// Cross-validated scores of one calibration map.
struct ComparedMap {
    std::optional<MapKind> kind;  ///< none: no map is applied
    /// With intervals: among others ece, nll, brier, brier_multiclass and accuracy. Or why the map
    /// cannot be fitted.
    Result<std::vector<Score>> scores;
    std::optional<BrierChange> change = {};  ///< from no map; none for no map

    const Score* find(std::string_view id) const;
};

/// Cross-validates all kinds of maps on `dataset` and compares them with no map; view and bins are
/// those of `settings`. Sorted by Brier score (multi-class where known), smallest first; maps that
/// cannot be fitted come last. Errors: Undefined if the data do not admit the view; Cancelled.
Result<std::vector<ComparedMap>> comparedMaps(const std::shared_ptr<const Dataset>& dataset,
                                              AnalysisSettings settings, std::size_t folds,
                                              const Execution& execution = {});

}  // namespace diagonal
