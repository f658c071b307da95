// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace diagonal {

inline constexpr std::size_t kLogisticTerms = 3;

/// One observation: P(yes) = sigmoid(sum of coefficients times terms).
struct LogisticRow {
    std::array<double, kLogisticTerms> terms{};
    double target = 0;  ///< in [0, 1]
    double weight = 1;
};

using Coefficients = std::array<double, kLogisticTerms>;

/// Maximum likelihood of the coefficients whose `used` is true, the others 0, from `start`:
/// Newton's method with halved steps, to the last digits. None where there is no maximum: the rows
/// separate perfectly, or their terms depend on each other.
std::optional<Coefficients> logisticFit(std::span<const LogisticRow> rows,
                                        const std::array<bool, kLogisticTerms>& used,
                                        Coefficients start);

/// Minus the log-likelihood.
double logisticLoss(std::span<const LogisticRow> rows, const Coefficients& coefficients);

}  // namespace diagonal
