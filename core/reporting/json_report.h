// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/reporting/report.h"

namespace diagonal {

/// {"diagonal": VERSION, "reports": [...]}: all that the reports hold, null for what is undefined.
std::string jsonReport(std::span<const std::shared_ptr<const Report>> reports);

}  // namespace diagonal
