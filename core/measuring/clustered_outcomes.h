// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "core/measuring/reliability_curve.h"
#include "core/predictions/row_clusters.h"

namespace diagonal {

/// Clusters of the rows of predictions, and the rows of each.
struct ClusterRows {
    RowClusters clusters;
    RowsOfClusters members;

    explicit ClusterRows(RowClusters all) : clusters(std::move(all)), members(clusters) {}
};

/// Rows that are not independent, in the order of the predictions. It owns nothing.
struct ClusteredOutcomes {
    std::span<const std::uint64_t> packed;  ///< as SortedOutcomes::pack()
    std::span<const double> weights = {};   ///< empty if every row counts once
    const ClusterRows* rows = nullptr;      ///< null if rows are independent

    explicit operator bool() const { return rows != nullptr; }
    double weight(std::size_t row) const { return weights.empty() ? 1 : weights[row]; }
};

/// How many times larger clusters make the variances of means over all rows (Kish's deff, at least
/// 1).
struct DesignEffects {
    double accuracy = 1;
    double signedGap = 1;
};

/// Returns the design effects, cluster variance over the variance of independent rows, s^2 / n with
/// the divisor n in s^2; 1 for what does not vary, and for one cluster. `all` are the sums
/// over the rows.
DesignEffects designEffects(const ClusteredOutcomes& outcomes, const OutcomeSums& all);

/// Sets Bin::clusteredCount, and the bins' intervals from it. The number is that of the independent
/// rows with the bin's cluster variance of the accuracy, G / (G - 1) sum_g (sum_i in g w_i (a_i -
/// A))^2 / W^2 (Liang and Zeger 1986), at most effectiveCount; effectiveCount if no two
/// observations of the bin share a cluster, 1 if all do, and effectiveCount / `ofAll` where the
/// accuracy is 0 or 1. Intervals take Student's t, with degreesOfFreedom() of all clusters (Korn
/// and Graubard 1998).
void setClusteredIntervals(const ClusteredOutcomes& outcomes, double ofAll,
                           const IntervalChoice& choice, ReliabilityCurve& curve);

}  // namespace diagonal
