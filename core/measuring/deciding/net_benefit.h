// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/base/parallel.h"
#include "core/measuring/clustered_outcomes.h"
#include "core/measuring/sorted_outcomes.h"
#include "core/numerics/intervals.h"

namespace diagonal {

/// Weights of the rows by decision and outcome at a threshold t: a row is acted on if c >= t.
struct DecisionCounts {
    double truePositives = 0;
    double falsePositives = 0;
    double falseNegatives = 0;
    double trueNegatives = 0;

    double acted() const { return truePositives + falsePositives; }
    double events() const { return truePositives + falseNegatives; }
    double all() const { return acted() + falseNegatives + trueNegatives; }
};

/// How many rows a row stands for, by its outcome: 1, unless a prevalence is stated.
struct OutcomeFactors {
    double events = 1;
    double others = 1;

    /// Returns the probability of the event that becomes `probability` once rows are weighted.
    double unweighted(double probability) const;
};

/// Returns the factors that make `events` of `all` the share `prevalence`; 1 if it is not stated.
/// Requires both outcomes if it is.
OutcomeFactors factorsFor(double events, double all, const std::optional<double>& prevalence);

/// Returns counts as if the share of events were `prevalence`, in (0, 1), and their sum the same.
/// Requires both outcomes.
DecisionCounts atPrevalence(const DecisionCounts& counts, double prevalence);

/// How decisions are judged.
struct DecisionSettings {
    double level = 0.95;  ///< of intervals
    /// Share of events where one decides, in (0, 1), if it is not that of the rows: a case-control
    /// study, or another clinic. The net benefit is then pi TPR - (1 - pi) FPR t/(1 - t), and the
    /// variances of both outcomes are added, with Welch's degrees of freedom.
    std::optional<double> prevalence = {};
};

/// What decisions by one threshold t are worth (Vickers and Elkin 2006). A row is worth d = 1[c >=
/// t] (a - (1 - a) t/(1 - t)); the unit is one true positive per row.
struct DecisionPoint {
    double threshold = 0;
    DecisionCounts counts;               ///< of the rows, at whichever prevalence
    double netBenefit = 0;               ///< mean of d
    std::optional<Interval> interval;    ///< Student's t of the rows' d
    double ofAll = 0;                    ///< net benefit of acting on every row
    std::optional<double> standardised;  ///< netBenefit over the share of events; none without
    double minusBest = 0;                ///< netBenefit less the better of ofAll and 0
    std::optional<Interval> minusBestInterval;  ///< of the paired differences
    /// Effective rows, or clusters with rows, on which the decisions differ from the better of all
    /// and none.
    double differingRows = 0;
    /// True if fewer than 5 of either outcome are expected among them at the threshold:
    /// minusBestInterval may be too short.
    bool hasFewRows = false;
    std::optional<double> avoided;  ///< (netBenefit - ofAll) (1 - t)/t, actions avoided per row
    /// Net benefit of the isotonic fit to the same rows less netBenefit (the miscalibration part of
    /// the elementary score at t, over 1 - t). It overstates what recalibration gains on new rows.
    double miscalibrationCost = 0;
};

/// Returns a point for each of `thresholds`, each in [0, 1); none if a prevalence is stated and the
/// rows have one outcome only. Clusters take the variance of the sums
/// of clusters and Student's t with degreesOfFreedom(). Intervals are none for fewer than two
/// effective rows or clusters. O(log rows) for each threshold after O(rows); with clusters or
/// importance weights O(rows) for each.
std::vector<DecisionPoint> decisionCurve(const SortedOutcomes& outcomes,
                                         std::span<const double> thresholds,
                                         const DecisionSettings& settings = {},
                                         const ClusteredOutcomes& clustered = {},
                                         const ParallelFor& parallelFor = defaultFor);

/// Returns what a row is worth at the threshold t: d = 1[c >= t] (a - (1 - a) t/(1 - t)).
double rowBenefit(double confidence, bool isCorrect, double threshold);

/// True if fewer than 5 of either outcome are expected, at the threshold, among `differing` rows or
/// clusters on which two strategies decide differently; fewer than 10 at a stated prevalence, which
/// makes few rows weigh much: Student's t of the difference may be too short.
bool areTooFew(double differing, double threshold, const OutcomeFactors& factors = {});

/// Returns 0.01, 0.02 to 0.99: the thresholds of a table.
std::vector<double> usualThresholds();

}  // namespace diagonal
