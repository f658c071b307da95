// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace diagonal {

/// Discrete cosine and sine transforms in O(N log N), by FFTW. N should be a product of small
/// primes.

/// Returns sum_j x_j cos(pi k (j + 1/2) / N) for k = 0 to N - 1.
std::vector<double> cosineTransform(std::vector<double> x);
/// Returns sum_j x_j sin(pi k (j + 1/2) / N) for k = 0 to N - 1.
std::vector<double> sineTransform(std::vector<double> x);

/// Returns the cosine series sum_k a_k cos(pi k t) at t = i / N for i = 0 to N, given a_0 to a_N.
std::vector<double> cosineSeries(std::vector<double> a);
/// Returns the sine series sum_k a_k sin(pi k t) at t = i / N for i = 0 to N, given a_0 to a_N; a_0
/// and a_N do not matter.
std::vector<double> sineSeries(const std::vector<double>& a);

}  // namespace diagonal
