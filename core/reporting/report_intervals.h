// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/reporting/report.h"

namespace diagonal {

/// The key of nullMiscalibrations() in ResampledScores.
inline constexpr std::string_view kNullMiscalibrations = "null_brier_mcb";

/// Gives the scores of `report` the intervals that ScoreDefinition::interval names, those of
/// resampled scores where `drawn` has them. With fewer than two effective rows there is only
/// Wilson's.
void setIntervals(const ResampledScores& drawn, Report& report);

}  // namespace diagonal
