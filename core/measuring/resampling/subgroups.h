// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/parallel.h"
#include "core/measuring/scores/groups.h"

namespace diagonal {

/// The groups of every column and the crossings of every two columns, tested as one family.
struct Subgroups {
    /// Those that were tested, the one with the largest kuiperScaled first. kuiperPMax is of all of
    /// them, kuiperPHolm of those that have a kuiperP; a crossing is the group "F, north" of the
    /// column "sex, region".
    std::vector<GroupSummary> tested;
    std::size_t untested = 0;  ///< crossings and groups with too few rows
    std::size_t leftOut = 0;   ///< crossings beyond the kMostGroups largest of two columns
    std::vector<std::string> uncrossed = {};  ///< columns beyond kMostCrossedColumns
    std::size_t draws = 0;  ///< of calibrated outcomes behind kuiperPMax; 0: too many rows
};

/// Crossings of fewer rows are not tested.
inline constexpr std::size_t kLeastCrossedRows = 20;
/// Only the first columns are crossed, all are tested by themselves: of 8, there are 28 pairs.
inline constexpr std::size_t kMostCrossedColumns = 8;

/// True if at least two columns of groups can be crossed.
bool hasCrossings(const Dataset& dataset);

/// Returns the subgroups of all rows of `dataset`, whose packed outcomes are `inRowOrder`. Draws
/// the outcomes of a calibrated model for all rows at once, because subgroups share rows, and takes
/// the largest statistic of each draw (max-T; Westfall and Young 1993). None if progress cancels.
std::optional<Subgroups> subgroups(const Dataset& dataset,
                                   std::span<const std::uint64_t> inRowOrder,
                                   const Binning& binning, double level, std::uint64_t seed,
                                   const Execution& execution);

}  // namespace diagonal
