// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recalibrating/calibration_map.h"

namespace diagonal {

/// What holds the weights at 1 and the biases at 0 where the rows say nothing of them, as of a
/// class that none is of.
inline constexpr double kVectorPenalty = 1e-6;

struct VectorFit {
    VectorMap map;
    std::size_t leftOut = 0;  ///< rows with a probability of 0
};

/// Minimises mean -log softmax(w * z + b)[label] + kVectorPenalty / 2 (|w - 1|^2 + |b|^2) by
/// Newton's method, its equations solved by conjugate gradients, until no derivative exceeds 1e-10.
/// Requires class scores of three classes or more. None where `progress` stopped the work.
std::optional<VectorFit> fitVector(const Predictions& predictions,
                                   const ProgressCallback& progress);

}  // namespace diagonal
