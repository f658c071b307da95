// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace diagonal {

/// Terms of the Taylor series in the inverse temperature b of negative log-likelihoods, in the
/// widest SIMD instructions of the processor (by Highway).

/// Number of terms: derivatives 0 to 8.
inline constexpr std::size_t kTaylorTerms = 9;

/// Sets moments[9 i + k] to the sum over the classes of exp(b d) d^k, where d = z - tops[i] and z
/// are the scores of row i, tops[i] the largest. Requires b > 0 and no NaN; -infinity is allowed.
void exponentialMoments(std::span<const float> scores, std::size_t classes,
                        std::span<const double> tops, double b, std::span<double> moments);
void exponentialMoments(std::span<const double> scores, std::size_t classes,
                        std::span<const double> tops, double b, std::span<double> moments);

/// Returns the sums over the rows of w times the k-th derivative by b of log sum_j exp(b d_j) - b
/// l, for rows of few classes: distances[64 j + i] is d_j of row i, labelled[i] is l, one of them.
/// Requires 64 rows (weights may be 0) and finite distances; their exponentials must not all
/// vanish.
std::array<double, kTaylorTerms> blockDerivatives(std::span<const double> distances,
                                                  std::span<const double> labelled,
                                                  std::span<const double> weights, double b);
inline constexpr std::size_t kDerivativeRows = 64;

/// Returns the sums over the rows of w times the k-th derivative of log(1 + exp(-b m)) by b, for
/// margins m and weights w. Requires finite margins.
std::array<double, kTaylorTerms> marginDerivatives(std::span<const double> margins,
                                                   std::span<const double> weights, double b);

}  // namespace diagonal
