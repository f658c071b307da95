// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/measuring/sorted_outcomes.h"
#include "core/numerics/intervals.h"

namespace diagonal {

/// Standard errors that Riley et al. (2021, doi 10.1002/sim.9025) propose to reach: 95 % intervals
/// of O:E from 0.9 to 1.1, of the slope within 0.1 and of the AUROC within 0.05.
inline constexpr double kRatioError = 0.051;
inline constexpr double kSlopeError = 0.051;
inline constexpr double kAurocError = 0.0255;

/// Mean information of a row on the intercept and the slope of a logistic recalibration of
/// calibrated probabilities p: of p (1 - p), L^2 p (1 - p) and L p (1 - p), with L = logit p.
struct SlopeInformation {
    double intercept = 0;
    double slope = 0;
    double both = 0;
};

SlopeInformation slopeInformation(const SortedOutcomes& outcomes);

/// Return the number of independent rows from which on a standard error is reached, for a share
/// `frequency` of events in (0, 1): of ln(O:E), (1 - pi)/(pi SE^2); of the calibration slope, I_a /
/// (SE^2 (I_a I_b - I_ab^2)), none if the probabilities have one value; of the AUROC, with the
/// standard error of Newcombe (2006), none if the AUROC is 0 or 1.
double rowsForRatio(double frequency, double standardError);
std::optional<double> rowsForSlope(const SlopeInformation& information, double standardError);
std::optional<double> rowsForAuroc(double auroc, double frequency, double standardError);

/// Returns the standard error of an AUROC of that many rows (Newcombe 2006, method 4, as Riley et
/// al. 2021 use it).
double aurocError(double auroc, double frequency, double rows);

/// Returns the mean ECE of a calibrated model with that many rows, sqrt(2/pi) sum sqrt(w_b v_b /
/// N), where `bins` have the shares w_b of the rows and the mean c (1 - c) v_b.
double eceFloor(std::span<const OutcomeSums> bins, double rows);

/// How precise a study of that many independent rows is, if its model is calibrated.
struct PlannedRows {
    double rows = 0;
    double events = 0;                   ///< expected
    Interval oe = {};                    ///< of an O:E of 1
    std::optional<Interval> slope = {};  ///< of a slope of 1; none if probabilities have one value
    std::optional<Interval> auroc = {};  ///< of the present one; none if it is 0 or 1
    double eceFloor = 0;
    std::string remark = {};  ///< "this file", or what so many rows are needed for
};

/// Returns plans in ascending order of rows: half, twice, five and ten times the present ones,
/// these, and those needed for each standard error above and for 100 rows of either outcome, the
/// minimum of Vergouwe (2005). `auroc` is that of the rows; `bins` are sums of their bins. None
/// unless both outcomes occur.
std::vector<PlannedRows> plannedRows(const SortedOutcomes& outcomes, std::optional<double> auroc,
                                     std::span<const OutcomeSums> bins, double level);

}  // namespace diagonal
