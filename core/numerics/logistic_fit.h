// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace diagonal {

inline constexpr std::size_t kLogisticTerms = 3;

/// One observation of the model P(yes) = sigmoid(sum of coefficients times terms).
struct LogisticRow {
    std::array<double, kLogisticTerms> terms{};
    double target = 0;  ///< in [0, 1]
    double weight = 1;
};

using Coefficients = std::array<double, kLogisticTerms>;

/// Fits the coefficients whose `used` is true by maximum likelihood (Newton's method with step
/// halving, to full precision); the others keep their values in `start`. Returns none if there is
/// no unique maximum, because the rows separate perfectly or their terms are linearly dependent, or
/// if the iteration does not converge.
std::optional<Coefficients> logisticFit(std::span<const LogisticRow> rows,
                                        const std::array<bool, kLogisticTerms>& used,
                                        Coefficients start);

/// Returns the negative log-likelihood.
double logisticLoss(std::span<const LogisticRow> rows, const Coefficients& coefficients);

}  // namespace diagonal
