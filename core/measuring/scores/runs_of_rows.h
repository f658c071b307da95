// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>

#include "core/base/parallel.h"
#include "core/measuring/outcomes.h"

namespace diagonal {

/// The calibration error of Humanity's Last Exam, whose program (calib_err() of
/// github.com/centerforaisafety/hle) sorts the rows by confidence, cuts them into bins of 100, of
/// which the last takes the rest, and returns sqrt(sum_b n_b/n (C_b - A_b)^2), n the number of all
/// rows, **over all bins but the last**.
struct RunsError {
    double error = 0;         ///< rows of equal confidence in the order of the file
    double least = 0;         ///< over all orders of rows of equal confidence
    double largest = 0;       ///< as above
    double withLastBin = 0;   ///< the error over all bins, in the order of the file
    std::size_t leftOut = 0;  ///< rows in the last bin
};

/// Computes the error and its exact range over all orders of ties by a dynamic programme over the
/// ties that a cut divides. `inRowOrder` holds the outcomes of the same rows. Nullopt for fewer
/// than 100 rows, and if `continuation` stops. Requires rows without weights.
std::optional<RunsError> runsError(const SortedOutcomes& outcomes, const RowOrder& inRowOrder,
                                   Continuation& continuation = Continuation::endless());

}  // namespace diagonal
