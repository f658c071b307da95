// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measuring/curves/calibration_curve.h"
#include "core/measuring/outcomes.h"

namespace diagonal {

/// Smooth calibration error (Blasiok and Nakkiran 2024): the bandwidth s that equals the integral
/// over t in [0, 1] of |(1/n) sum (a_i - c_i) K_s(t, c_i)|, K_s the Gaussian of standard deviation
/// s reflected at 0 and 1.
struct SmoothError {
    double error = 0;
    double bandwidth = 0;     ///< equals the error unless belowLeast
    bool belowLeast = false;  ///< true if the error at the least bandwidth is below that bandwidth
};

/// Precision of smoothError().
struct SmoothPrecision {
    double tolerance = 1e-10;  ///< of the bandwidth
    double least = 5e-4;       ///< smallest bandwidth that is tried
    bool isCoarse = false;     ///< uses few cells for bandwidths down to `least`
};
inline constexpr SmoothPrecision kCoarseSmoothing{1e-6, 0.005, true};  ///< for resamples

/// Solves for the error to 1e-9 at the default precision. Reflection makes K_s diagonal in
/// cos(k pi t), so that the smoothed residuals are a short cosine series, whose absolute integral
/// is the sum of its integrals from root to root. O(rows), and N log N in 65,536 cells at most.
/// The result is meaningless if `continuation` stops.
SmoothError smoothError(const SortedOutcomes& outcomes, const SmoothPrecision& precision = {},
                        Continuation& continuation = Continuation::endless());

/// Returns the curve t + R(t)/D(t), where R is the mean of (a - c) K(t, c) and D that of K(t, c)
/// over the rows, and K is the Gaussian reflected at 0 and 1 whose width is the smooth calibration
/// error (Blasiok and Nakkiran 2024). The band is t +- z sd(R)/D of a calibrated model, by the
/// normal approximation. Omits every t to which too few effective rows contribute: fewer than a
/// hundredth of all, but at least 4 and at most 20.
CalibrationCurve smoothCurve(const SortedOutcomes& outcomes, double level);

}  // namespace diagonal
