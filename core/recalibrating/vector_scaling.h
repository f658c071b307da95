// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recalibrating/calibration_map.h"

namespace diagonal {

/// Ridge penalty towards weights 1 and biases 0; keeps parameters defined for classes without rows.
inline constexpr double kVectorPenalty = 1e-6;

struct VectorFit {
    VectorMap map;
    std::size_t leftOut = 0;  ///< rows excluded because their true class has probability 0
};

/// Minimises mean -log softmax(w * z + b)[label] + kVectorPenalty / 2 (|w - 1|^2 + |b|^2) by
/// Newton's method, its equations solved by conjugate gradients, until no derivative exceeds 1e-10.
/// Probabilities of 0 stay 0. Requires class scores of three or more classes. Returns none if
/// `progress` cancelled the fit.
std::optional<VectorFit> fitVector(const Predictions& predictions,
                                   const ProgressCallback& progress);

}  // namespace diagonal
