// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace diagonal {

/// The exponentials of rows of logits in double, the main work of exact softmax probabilities, in
/// the widest SIMD instructions of the processor (by Highway). Exponentials have an error of about
/// one unit in the last place, for an argument that is rounded twice.

/// Results of exponentiateRows(), which the caller allocates.
struct RowExponentials {
    std::span<double> each;     ///< e_k of all rows, row after row
    std::span<double> sums;     ///< sum of e_k of each row
    std::span<double> squares;  ///< sum of e_k^2 of each row
};

/// Sets e_k to exp(b (z_k - top)) for the `classes` scores z of each row, tops[i] the largest of
/// row i. Sums are those of laneSum(): eight interleaved partial sums. Requires b > 0 and no NaN;
/// -infinity is allowed.
void exponentiateRows(std::span<const float> scores, std::size_t classes,
                      std::span<const double> tops, double b, const RowExponentials& out);
void exponentiateRows(std::span<const double> scores, std::size_t classes,
                      std::span<const double> tops, double b, const RowExponentials& out);

/// Sets p[i * width + k] to exp(b (z_k - tops[i])) / sums[i], at most 1, for the first `width`
/// scores z of row i; rows begin `stride` scores apart.
void softmaxColumns(const float* scores, std::size_t stride, std::size_t width,
                    std::span<const double> tops, std::span<const double> sums, double b,
                    std::span<double> p);
void softmaxColumns(const double* scores, std::size_t stride, std::size_t width,
                    std::span<const double> tops, std::span<const double> sums, double b,
                    std::span<double> p);

/// Replaces each value by its logarithm, to about four units in the last place; 0 becomes
/// -infinity. Requires values >= 0.
void takeLogarithms(std::span<double> values);

}  // namespace diagonal
