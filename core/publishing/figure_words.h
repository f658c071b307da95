// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/publishing/diagrams/figure_parts.h"
#include "core/publishing/diagrams/terms.h"
#include "core/reporting/report.h"

namespace diagonal {

/// Texts that accompany a figure in a paper. Each names only what the report holds.
struct FigureWords {
    std::string caption;      ///< what the figure shows, and its numbers
    std::string methods;      ///< how the numbers were computed, for the section on methods
    std::string alternative;  ///< for readers who do not see the figure
};

/// What a figure shows.
struct ShownParts {
    FigureParts parts = {};
    double lowest = 0;  ///< the ends of the horizontal axis
    double highest = 1;
};

FigureWords figureWords(const Report& report, Wording wording, const ShownParts& shown = {});

}  // namespace diagonal
