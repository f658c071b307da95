// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measuring/curves/calibration_curve.h"
#include "core/measuring/outcomes.h"

namespace diagonal {

/// Smooth calibration error (Blasiok and Nakkiran 2024): the bandwidth s that equals
/// integral over t in [0, 1] of |(1/n) sum (a_i - c_i) K_s(t, c_i)|, K_s the Gaussian of standard
/// deviation s reflected at 0 and 1.
struct SmoothError {
    double error = 0;
    double bandwidth = 0;     ///< equal to the error, unless that is below the least
    bool belowLeast = false;  ///< the error at the least bandwidth is below it
};

/// How closely the error is solved.
struct SmoothPrecision {
    double cells = 65536;      ///< more rows are put into so many, with their moments
    double tolerance = 1e-10;  ///< of the bandwidth
    double least = 5e-4;       ///< bandwidth that is tried
};
inline constexpr SmoothPrecision kCoarseSmoothing{4096, 1e-6, 0.005};  ///< for resamples

/// Solved to 1e-9. Reflection makes K_s diagonal in cos(k pi t), so that the smoothed residuals
/// are a short cosine series, whose absolute integral is exact between its roots.
SmoothError smoothError(const SortedOutcomes& outcomes, const SmoothPrecision& precision = {});

/// t + R(t)/D(t), R the mean of (a - c) K(t, c) and D that of K(t, c) over the rows, K the Gaussian
/// reflected at 0 and 1 whose width is the smooth calibration error (Blasiok and Nakkiran 2024).
/// The band is t +- z sd(R)/D under calibration, from the normal distribution. Left out where fewer
/// than four rows say something.
CalibrationCurve smoothCurve(const SortedOutcomes& outcomes, double level);

}  // namespace diagonal
