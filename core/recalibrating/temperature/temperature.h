// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/parallel.h"
#include "core/predictions/predictions.h"

namespace diagonal {

inline constexpr double kLowestFittedTemperature = 1.0 / 32;
inline constexpr double kHighestFittedTemperature = 32;

/// The temperature that minimises the negative log-likelihood (Guo 2017).
struct TemperatureFit {
    double value = 1;
    /// The NLL has no minimum inside [1/32, 32]; value is the end with the lower NLL.
    bool clamped = false;
    /// Profile-likelihood interval: 2 n (NLL(T) - NLL(value)) <= chi-square_1(level), n the
    /// effective number of rows. An end outside [1/32, 32] is absent. widenBySandwich() makes it
    /// hold where the model is wrong at every T.
    std::optional<double> lower, upper;
    double curvature = 0;     ///< second derivative of the mean NLL by log T at `value`
    double nllBefore = 0;     ///< mean NLL in nats of softmax(z) at T = 1
    double nllAfter = 0;      ///< at `value`
    std::size_t leftOut = 0;  ///< rows whose true class has probability 0, under ZeroRows::LeaveOut
};

/// How to treat rows whose true class has probability 0, which make the NLL infinite at every
/// temperature.
enum class ZeroRows { Refuse, LeaveOut };

/// Minimises the mean of -log softmax(z / T)[label] over T in [1/32, 32], which is convex in 1/T,
/// by bracketed Newton steps on log T in double, to a relative precision of 1e-12. With
/// ZeroRows::LeaveOut, the fit and both NLLs exclude rows whose true class has probability 0.
/// Errors: Undefined if the scores of the classes are unknown, if a true class has probability 0
/// (with LeaveOut: in all rows), or if the NLL is the same at every T; Cancelled.
Result<TemperatureFit> fitTemperature(const Predictions& predictions, double level,
                                      const Execution& execution = {},
                                      ZeroRows zeroRows = ZeroRows::Refuse);

}  // namespace diagonal
