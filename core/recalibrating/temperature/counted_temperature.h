// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/base/result.h"
#include "core/predictions/dataset.h"
#include "core/recalibrating/temperature/temperature.h"

namespace diagonal {

/// The mean NLL of rows at one temperature, with its derivatives by b = 1/T.
struct CountedLikelihood {
    double temperature = 1;
    double value = 0;            ///< in nats
    double slope = 0;            ///< d/db
    double curvature = 0;        ///< d^2/db^2, not negative
    double effectiveRows = 0;    ///< RowWeights::effectiveCount()
    std::size_t impossible = 0;  ///< rows whose true class has probability 0
};

/// Sums up the cells of one of several temperatures.
CountedLikelihood countedLikelihood(const Dataset& cells);

/// Minimises the NLL between temperatures at which it is known, in ascending order: between two of
/// them it is the polynomial of fifth degree in 1/T that has the values, slopes and curvatures of
/// both. The profile interval ends where this polynomial has risen enough; an end beyond the
/// temperatures is absent. Errors: Undefined for fewer than two temperatures, for sums without
/// derivatives, if a true class has probability 0, and if the minimum lies beyond the temperatures.
Result<TemperatureFit> fitBetweenTemperatures(std::span<const CountedLikelihood> counted,
                                              double level);

}  // namespace diagonal
