// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace diagonal {

/// Sums of exponentials of distances d = z - max z <= 0, the main work of softmax, in the widest
/// SIMD instructions of the processor (by Highway). Exponentials have a relative error below 1e-8
/// in float and 1e-15 in double, for an argument that is rounded once; below exp(-86) (float) or
/// exp(-707) (double) they count as 0. Requires b > 0 and no NaN; -infinity is allowed.

/// Number of rows in a block.
inline constexpr std::size_t kBlockRows = 64;

/// Sets sums[64 i + r] to the sum over j < others of exp(b * distances[(i * others + j) * 64 + r]),
/// for every block i of 64 rows. Requires sums.size() to be a multiple of 64.
void addBlocks(std::span<const float> distances, std::size_t others, double b,
               std::span<float> sums);

/// Sets sums[i] to the sum over k of exp(b * (scores[i * classes + k] - tops[i])), less 1 for the
/// top itself.
void addRows(std::span<const float> scores, std::size_t classes, std::span<const double> tops,
             double b, std::span<float> sums);
void addRows(std::span<const double> scores, std::size_t classes, std::span<const double> tops,
             double b, std::span<float> sums);

/// Number of octaves that addOctaves() sums.
inline constexpr std::size_t kOctaves = 7;
/// Adds to sums[p * bs.size() + c] the sum over k of exp(2^p * bs[c] * distances[k]), for every
/// octave p < kOctaves. One exponential serves all octaves, because exp(2x) = exp(x)^2.
void addOctaves(std::span<const double> distances, std::span<const double> bs,
                std::span<double> sums);

/// Sets out[i] to the sum over c of weights[c] * columns[c * stride + i], and spread[i] to the sum
/// of the absolute values of these terms, to which the error of out[i] is proportional. Requires
/// columns that are not negative.
void weightedColumnSum(const float* columns, std::size_t stride, std::span<const float> weights,
                       std::span<float> out, std::span<float> spread);

}  // namespace diagonal
