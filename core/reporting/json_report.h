// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/reporting/report.h"

namespace diagonal {

/// Returns {"diagonal": VERSION, "reports": [...]} with what of `shown` the reports hold; undefined
/// numbers are null.
std::string jsonReport(std::span<const std::shared_ptr<const Report>> reports,
                       const ReportPlan& shown);

}  // namespace diagonal
