// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/reporting/report.h"

namespace diagonal {

/// What the scores of a report mean, in plain words: one or two sentences each, empty where the
/// report does not hold what they rest on. None claims more than the interval or p-value in it.
struct Verdict {
    std::string calibration;  ///< mean confidence and accuracy, and whether they differ
    std::string chance;       ///< whether chance alone explains the ECE
    std::string remedy;     ///< the ECE after temperature scaling; where there is an error to mend
    std::string certainty;  ///< the interval of the ECE, and the rows that it rests on

    /// Returns those that are not empty, in this order.
    std::vector<std::string> sentences() const;
};

/// Returns the verdict on a report. `chance` is left out for clusters: p-values count their rows as
/// independent.
Verdict verdictOn(const Report& report);

/// Returns sentences on the bins of the ECE, most important first; often none: all bins err on one
/// side; bins are empty; many confidences are exactly 1 (not checked without `outcomes`).
std::vector<std::string> eceRemarks(const Report& report, const SortedOutcomes* outcomes);

}  // namespace diagonal
