// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/reporting/report.h"

namespace diagonal {

/// The key of nullMiscalibrations() in ResampledScores.
inline constexpr std::string_view kNullMiscalibrations = "null_brier_mcb";

/// True if fewer than 20 effective rows are correct, or are wrong, and rows are independent. AUROC
/// then has aurocInterval(), the logistic coefficients have profile-likelihood intervals, and ACE
/// and MCE have none: percentiles covered 20 to 30 % (interval_coverage 150 hard).
bool hasFewEvents(const Report& report);

/// Sets the intervals of those scores of `report` that are in `wanted`, by the method in
/// ScoreDefinition::interval; methods that need resamples apply only to scores in `drawn`. With
/// fewer than two effective rows, only Wilson's interval is set; with one cluster, none. Wilson's
/// interval and that of the signed gap take the effective number of rows where rows have clusters.
void setIntervals(const ResampledScores& drawn, const ScoreSet& wanted, Report& report);

}  // namespace diagonal
