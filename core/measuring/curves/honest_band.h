// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/measuring/curves/calibration_curve.h"

namespace diagonal {

/// Returns a band that contains the whole true calibration curve (probability of being correct over
/// confidence) with a probability of at least `level`, for any number of rows, if that curve is
/// non-decreasing (Dimitriadis, Duembgen, Henzi, Puke and Ziegel 2023, arXiv 2203.04065).
/// Divides the rows into at most 100 groups of equal size, rows of equal confidence in one. Bounds
/// of Clopper and Pearson for the mean of every run of groups share 1 - level by Bonferroni; a run
/// bounds the curve from above up to its lowest confidence, and from below from its highest
/// confidence on. The band has steps: two points at each x.
/// Each run counts for 1 / `designEffect` of its rows, at least one: how many independent rows they
/// are worth if they have clusters.
std::vector<BandPoint> honestBand(const SortedOutcomes& outcomes, double level,
                                  double designEffect = 1);

}  // namespace diagonal
