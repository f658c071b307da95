// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/numerics/intervals.h"
#include "core/predictions/row_clusters.h"

namespace diagonal {

/// A mean of values of rows, and its uncertainty.
struct MeanEstimate {
    double value = 0;
    double standardError = 0;
    double degreesOfFreedom = 0;  ///< of Student's t: rows less 1, or degreesOfFreedom()

    /// Returns value +- t standardError; none without degrees of freedom.
    std::optional<Interval> interval(double level) const;
    /// Returns the two-sided p-value of a mean of 0; none without degrees of freedom. 1 if value
    /// and standard error are 0, and 0 if only the standard error is.
    std::optional<double> pValue() const;
};

/// Returns the mean of at least one value.
double meanOf(std::span<const double> values);

/// Estimates the mean of `values`. Independent rows have the variance s^2 / n, with s^2 the sample
/// variance; clusters have G / (G - 1) sum_g (sum_i in g (v_i - mean))^2 / n^2 (Liang and Zeger
/// 1986, with the factor of statsmodels; Miller 2024, arXiv 2411.00640, has none), and G - 1
/// degrees of freedom. Requires at least one value, and clusters for as many rows or none.
MeanEstimate meanEstimate(std::span<const double> values, const RowClusters& clusters = {});

/// As above, for the weighted mean: the standard error is that of a ratio, as if the sum of the
/// weights were known.
MeanEstimate meanEstimate(std::span<const double> values, const RowWeights& weights,
                          const RowClusters& clusters = {});

/// Returns an estimate whose rows' changes sum to `sums` in each cluster, over `total`: its
/// variance is G / (G - 1) times the sum of their squares over total^2, its degrees of freedom
/// those of `evenCount` clusters. No standard error for fewer than two.
MeanEstimate estimateOverClusters(double value, std::span<const double> sums, double total,
                                  double evenCount);

/// The rows of one stratum: the sum of their squared deviations from its mean, and their number.
struct StratumSpread {
    double squares = 0;
    double rows = 0;  ///< effective
};

/// Returns an estimate over strata whose shares of `total` are known: its variance is the sum of
/// n / (n - 1) squares / total^2 over the strata, its degrees of freedom those of Welch (1947) and
/// Satterthwaite. No standard error if a stratum has fewer than two rows.
MeanEstimate estimateOverStrata(double value, std::span<const StratumSpread> strata, double total);

/// Returns how many times larger clusters make the variance of the mean (Kish's deff), at least 1;
/// 1 without clusters, or if all values are equal.
double designEffect(std::span<const double> values, const RowClusters& clusters);

/// Returns the two-sided p-value of McNemar's exact test: the probability of discordant pairs as
/// uneven as these or more if both directions are equally likely (Binomial(b + c, 1/2); McNemar
/// 1947). 1 if there are none.
double mcNemar(std::size_t rightToWrong, std::size_t wrongToRight);

/// Returns p-values adjusted for their number by Holm's step-down method (1979), in the same order.
std::vector<double> holmAdjusted(std::span<const double> pValues);

/// Returns the interval of the difference of two proportions of the same rows: Wald's, after one
/// row is added to each kind of discordant pair and two to n (Bonett and Price 2012). `gained` rows
/// are right only in the second proportion, `lost` rows only in the first.
Interval pairedProportionInterval(std::size_t gained, std::size_t lost, std::size_t rows,
                                  double level);

}  // namespace diagonal
