// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/measuring/reliability_curve.h"
#include "core/measuring/scores/worst_curves.h"
#include "core/predictions/dataset.h"

namespace diagonal {

/// One group of rows with the view, temperature and bins of a report.
struct GroupSummary {
    GroupChoice group;      ///< its name; of a crossing {"sex, region", "F, north"}
    std::size_t rows = 0;   ///< observations
    double correct = 0;     ///< weight of the correct rows
    double accuracy = 0;    ///< weighted share of correct rows
    double confidence = 0;  ///< weighted mean
    double ece = 0;
    std::optional<double> oe = {};            ///< observedOverExpected()
    std::optional<Interval> oeInterval = {};  ///< observedOverExpectedInterval()
    /// Kuiper's statistic in standard deviations of a calibrated model. It and what follows are
    /// none where the sum of c (1 - c) is below 5 (1 + log10 of the number of groups): too few rows
    /// for the law of Brownian motion.
    std::optional<double> kuiperScaled = {};
    std::optional<double> kuiperP = {};      ///< of a calibrated model, for this group by itself
    std::optional<double> kuiperPHolm = {};  ///< adjusted for all groups of the column (Holm 1979)
    /// Probability that the largest kuiperScaled of the column is as large if all groups, which
    /// share no rows, are calibrated: 1 - (1 - kuiperP)^groups.
    std::optional<double> kuiperPMax = {};
    /// jeffreysTail() of the mean confidence, small where that is too low; and adjusted for all
    /// groups of the column (Holm 1979).
    std::optional<double> jeffreysP = {};
    std::optional<double> jeffreysPHolm = {};
    /// Its bins; null unless the group is among the kWorstCurves with the largest ECE.
    std::shared_ptr<const ReliabilityCurve> curve = nullptr;
    GroupChoices choices = {};  ///< which rows: the group, or the two that are crossed
};

/// Returns true if groupSummaries() may return some.
bool hasGroupSummaries(const Dataset& dataset);

/// Returns the summaries of the groups that hold rows, for every group column of at most
/// kMostGroups values, with intervals of O:E at `level`. `inRowOrder` holds the packed outcomes of
/// all rows of `dataset`. `complete` adds to the curves that are kept.
std::vector<GroupSummary> groupSummaries(const Dataset& dataset,
                                         std::span<const std::uint64_t> inRowOrder,
                                         const Binning& binning, double level,
                                         const CurveCompletion& complete = {});

/// As above, of other columns over the same rows, as crossings of groups. They are tested from a
/// variance of `leastVariance` on; none stands for leastTestedVariance() of each column.
std::vector<GroupSummary> groupSummaries(const Dataset& dataset,
                                         std::span<const GroupColumn> columns,
                                         std::span<const std::uint64_t> inRowOrder,
                                         const Binning& binning, double level,
                                         std::optional<double> leastVariance = {},
                                         const CurveCompletion& complete = {});

/// Returns the variance of the sum of outcomes from which on one of `groups` groups is tested. The
/// law of Brownian motion understates small p-values of few events, and many groups look at smaller
/// ones: of rows with c = 0.01 and a variance of 5, 0.16 % have a p-value below 0.05 %.
double leastTestedVariance(std::size_t groups);

}  // namespace diagonal
