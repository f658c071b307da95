// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace diagonal {

/// Derivatives of minus the log-likelihood of logistic regression, summed over rows of weight w:
/// p = sigmoid(intercept + slope x).
struct LogisticSums {
    double miss = 0;     ///< sum of w (p - a)
    double missX = 0;    ///< sum of w (p - a) x
    double curve = 0;    ///< sum of w p (1 - p)
    double curveX = 0;   ///< sum of w p (1 - p) x
    double curveXX = 0;  ///< sum of w p (1 - p) x^2

    void add(const LogisticSums& more);
};

/// Returns the sums over rows with x = logit c, in the widest SIMD instructions of the processor
/// (by Highway). The rows are bits: twice those of the double c in (0, 1), plus a. Weights may be
/// empty, if all are 1.
LogisticSums logisticSums(std::span<const std::uint64_t> rows, std::span<const double> weights,
                          double intercept, double slope);

}  // namespace diagonal
