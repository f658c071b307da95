// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/measuring/outcomes.h"
#include "core/numerics/intervals.h"
#include "core/numerics/percentiles.h"

namespace diagonal {

/// Returns the interval of the signed gap A - C, accuracy minus mean confidence of the same rows.
/// The square of each arm is the sum of the squared arms of Wilson's interval of A and of the
/// normal interval of C, less the term of their correlation (MOVER, Zou and Donner 2008). Unlike a
/// normal interval, it has a width even if all rows are correct. None for fewer than two effective
/// rows.
std::optional<Interval> signedGapInterval(const OutcomeSums& rows, double level);

/// Returns the interval of an error e that cannot be negative, from its resampled values `drawn`:
/// from sqrt(L^2 - 2 (q - e^2)) to sqrt(U^2 - 2 (m^2 - e^2)), where L and U are percentiles, q is
/// the mean square and m the mean of `drawn`. It is cut at 0 and widened to contain e. Chance adds
/// about the same to the square of an error whatever its size, once to the estimate and again to
/// its resamples; both are subtracted. Plain percentiles would lie above the error and never
/// contain 0 for a calibrated model. The interval begins at 0 if a calibrated model shows an error
/// this large with a known probability above (1 - level) / 2. Chosen by
/// tests/benchmarks/interval_coverage.cpp.
Interval errorInterval(double estimate, std::vector<double> drawn, double level,
                       std::optional<double> pByChance = {});

/// Returns errorInterval() with a lower end of at most sqrt(2 e^2 - U^2), which reflects the upper
/// percentile. For errors that choose their own bins or bandwidth, and so vary more between samples
/// than between resamples.
Interval unstableErrorInterval(double estimate, std::vector<double> drawn, double level,
                               std::optional<double> pByChance = {});

/// Returns the interval of a part of the Brier score that isotonic regression raises by fitting
/// chance, from its resampled values `drawn` and the miscalibrations `byChance` of calibrated
/// models. The mean of `byChance` is subtracted from the estimate, and both arms are as long as the
/// farther percentile of `drawn` is from its mean. The interval is cut at 0 and widened to contain
/// the estimate; it begins at 0 under the condition of errorInterval().
Interval isotonicPartInterval(double estimate, std::vector<double> drawn,
                              const std::vector<double>& byChance, double level,
                              std::optional<double> pByChance = {});

/// Returns the interval of an AUROC from `events` and `others` effective rows: the values t with
/// |A - t| <= z sqrt(V(t)), V(t) = t (1 - t) [1 + N (1 - t)/(2 - t) + N t/(1 + t)] / (m n) and N =
/// (m + n)/2 - 1, for m events and n others (method 5 of Newcombe 2006, after Hanley and McNeil).
/// Percentiles of resamples are far too short for few events.
Interval aurocInterval(double auroc, double events, double others, double level);

/// Returns the interval of |g| from that of g.
Interval absoluteInterval(const Interval& interval);

/// Widens the percentiles `interval` of resampled clusters about `estimate` from a normal
/// distribution to Student's t with `degreesOfFreedom`, within `range`.
Interval widenedForClusters(const Interval& interval, double estimate, double level,
                            double degreesOfFreedom, const Interval& range);

/// Returns Wilson's interval of the accuracy of all rows; none if there are no rows.
std::optional<Interval> accuracyInterval(const OutcomeSums& rows, double level);

/// Returns the interval of m (1 - m), m the mean of a: the range of its values over Wilson's
/// interval of m. Requires at least one row.
Interval uncertaintyInterval(const OutcomeSums& rows, double level);

/// Returns the interval of the root of `squares`, an estimate to which chance adds nothing, from
/// resampled values of it. Before the roots are taken, both arms are as long as the farther
/// percentile of `drawn` is from its mean.
Interval debiasedErrorInterval(double squares, std::vector<double> drawn, double level);

}  // namespace diagonal
