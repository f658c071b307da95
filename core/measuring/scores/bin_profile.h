// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/parallel.h"
#include "core/measuring/reliability_curve.h"

namespace diagonal {

/// The ECE with a number of bins, and what chance alone makes of it.
struct BinProfilePoint {
    std::size_t bins = 1;   ///< as requested; ties may leave fewer equal-mass bins
    double ece = 0;         ///< expectedCalibrationError()
    double chanceMean = 0;  ///< mean ECE of a calibrated model with these confidences
    double chance95 = 0;    ///< 95 % quantile of that ECE
};

/// The ECE as a function of the number of bins, in ascending order.
using BinProfile = std::vector<BinProfilePoint>;

/// Returns the binning with a number of bins.
using BinningOfCount = std::function<Binning(std::size_t bins)>;

/// Largest number of bins for which binProfile() draws 999 times.
inline constexpr std::size_t kOftenDrawnBins = 100;

/// Returns 1, 2 ... 100 and then, up to `most`, 40 numbers per decade,
/// rounded to two digits; numbers that are then equal count once.
std::vector<std::size_t> profiledBinCounts(std::size_t most);

/// Returns the ECE for each of `counts`, which must ascend. The correctness of every row is drawn
/// from Bernoulli(c_i) as by nullDistribution(): 999 times for up to 100 bins and 199 times for
/// more, the same draws for all counts up to 100. Returns none if progress cancels.
std::optional<BinProfile> binProfile(const SortedOutcomes& outcomes,
                                     const std::vector<std::size_t>& counts,
                                     const BinningOfCount& binningOf, std::uint64_t seed,
                                     const Execution& execution = {});

}  // namespace diagonal
