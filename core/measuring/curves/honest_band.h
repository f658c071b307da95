// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/measuring/curves/calibration_curve.h"

namespace diagonal {

/// A band that holds the whole curve of the true probability of a hit over confidence, with
/// probability `level` at the least, whatever the number of rows, if that curve does not fall
/// (Dimitriadis, Duembgen, Henzi, Puke and Ziegel 2023, arXiv 2203.04065). Bounds of Clopper and
/// Pearson for the mean of every run of groups of rows, at most 100 of equal size, rows of equal
/// confidence in one, share 1 - level by Bonferroni; a run bounds the curve from above up to its
/// lowest confidence, from below from its highest on. Steps: two points at each x.
std::vector<BandPoint> honestBand(const SortedOutcomes& outcomes, double level);

}  // namespace diagonal
