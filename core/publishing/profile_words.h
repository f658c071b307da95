// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/publishing/line_plot.h"

namespace diagonal {

/// Return what a profile shows as sentences: under the figure, among the methods, and for readers
/// who cannot see it. `rows` is what a field calls rows: "predictions".
std::string profileCaption(const Report& report, const std::string& rows);
std::string profileMethods(const Report& report, const std::string& rows);
std::string profileAlternative(const Report& report);

}  // namespace diagonal
