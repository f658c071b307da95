// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/recalibrating/recalibration.h"
#include "core/reporting/report.h"

namespace diagonal {

/// What cross-validation finds of one map.
struct ComparedMap {
    std::optional<MapKind> kind;  ///< none: the rows as they are
    /// ece, nll, brier, brier_multiclass and accuracy, with intervals. Or why there is no such map.
    Result<std::vector<Score>> scores;

    const Score* find(std::string_view id) const;
};

/// All maps beside no map on the rows of `dataset`, each learnt on other folds than it is measured
/// on; view and bins as in `settings`. The smallest Brier score (that of all classes where known)
/// first, maps that cannot be had last. Errors: a view that these data cannot give; Cancelled.
Result<std::vector<ComparedMap>> comparedMaps(const std::shared_ptr<const Dataset>& dataset,
                                              const AnalysisSettings& settings, std::size_t folds,
                                              const ProgressCallback& progress = {});

}  // namespace diagonal
