// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/comparing/comparison.h"
#include "core/reporting/report.h"

namespace diagonal {

/// Returns {"diagonal": VERSION, "reports": [...]} with what of `shown` the reports hold, and the
/// pairs of a comparison, if there is one; undefined numbers are null.
std::string jsonReport(std::span<const std::shared_ptr<const Report>> reports,
                       const ReportPlan& shown,
                       std::optional<std::span<const ModelPair>> comparison = {});

}  // namespace diagonal
