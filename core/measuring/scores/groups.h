// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/measuring/reliability_curve.h"
#include "core/predictions/dataset.h"

namespace diagonal {

/// One group of rows in the view, at the temperature and in the bins of a report.
struct GroupSummary {
    GroupChoice group;
    std::size_t rows = 0;   ///< observations
    double accuracy = 0;    ///< mean hit
    double confidence = 0;  ///< mean confidence
    double ece = 0;
    /// Its bins, where the group is one of the kWorstCurves with the largest ECE.
    std::shared_ptr<const ReliabilityCurve> curve = nullptr;
};

/// Groups of a column that are summed up; a column of more is rather a name of rows.
inline constexpr std::size_t kMostGroups = 1000;

/// Every group of every group column of at most kMostGroups values that holds rows. `inRowOrder`
/// are the packed outcomes of all rows of `dataset`.
std::vector<GroupSummary> groupSummaries(const Dataset& dataset,
                                         std::span<const std::uint64_t> inRowOrder,
                                         const Binning& binning);

/// Whether a row of `dataset` is of the group.
bool holdsGroup(const Dataset& dataset, const GroupChoice& group);

/// The rows of one group as a dataset. Errors: Undefined where there is no such group, naming what
/// there is.
Result<Dataset> partOf(const Dataset& dataset, const GroupChoice& group);

}  // namespace diagonal
