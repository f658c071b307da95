// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/measuring/outcomes.h"
#include "core/numerics/intervals.h"
#include "core/numerics/percentiles.h"

namespace diagonal {

/// Interval of the difference of accuracy and mean confidence of the same rows, A - C: the square
/// of each arm is that of Wilson's interval of A and that of the normal interval of C, less what
/// they share by their correlation (MOVER, Zou and Donner 2008). Unlike the normal interval it has
/// a width where all rows are right. None of fewer than two effective rows.
std::optional<Interval> signedGapInterval(const OutcomeSums& rows, double level);

/// Interval of an error e that cannot be negative, from its resampled values with percentiles L and
/// U: sqrt(L^2 - 2 (q - e^2)) to sqrt(U^2 - 2 (m^2 - e^2)), q the mean of their squares and m their
/// mean; cut at 0 and widened to hold e. Chance adds about the same to the square of an error
/// whatever its size, once to the estimate and once more to its resamples; both are taken off.
/// Percentiles would lie above the error, and of a calibrated model never hold 0. From 0 where a
/// calibrated model shows as large an error with a known probability above (1 - level) / 2. Chosen
/// by tests/benchmarks/interval_coverage.cpp.
Interval errorInterval(double estimate, std::vector<double> drawn, double level,
                       std::optional<double> pByChance = {});

/// The same with a lower end of at most sqrt(2 e^2 - U^2), which reflects the upper percentile: of
/// errors that choose their own bins or bandwidth, and so vary more in samples than in
/// resamples.
Interval unstableErrorInterval(double estimate, std::vector<double> drawn, double level,
                               std::optional<double> pByChance = {});

/// Interval of a part of the Brier score that isotonic regression raises by fitting chance, from
/// its resampled values and the miscalibrations `byChance` of calibrated models: the mean of these
/// is taken off the estimate, and the interval reaches as far to both sides as the farther
/// percentile is from the mean. Cut at 0 and widened to hold the estimate; from 0 as above.
Interval isotonicPartInterval(double estimate, std::vector<double> drawn,
                              const std::vector<double>& byChance, double level,
                              std::optional<double> pByChance = {});

/// Wilson's interval of the accuracy of all rows; none of no rows.
std::optional<Interval> accuracyInterval(const OutcomeSums& rows, double level);

/// Interval of m (1 - m), m the mean of a: of the values that it takes in Wilson's interval of m.
Interval uncertaintyInterval(const OutcomeSums& rows, double level);

/// Interval of the root of `squares`, an estimate to which chance adds nothing, from resampled
/// values of it: as far to both sides as their farther percentile is from their mean.
Interval debiasedErrorInterval(double squares, std::vector<double> drawn, double level);

}  // namespace diagonal
