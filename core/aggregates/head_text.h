// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/predictions/predictions.h"

namespace diagonal {

/// What the head of an answer tells of its cells.
struct HeadText {
    std::string view;              ///< "top-label", "positive" or "class"
    std::string viewedClass = {};  ///< of "class"
    double temperature = 1;
    PredictionForm form = PredictionForm::ClassScores;  ///< of the rows
    std::vector<std::string> classes = {};              ///< empty if they are unknown
    bool knowsLosses = false;  ///< the columns nll and impossible are known
    /// Confidences are known to this many units in the last place; 0: they are as stored.
    int nearUlps = 0;
    std::string cluster = {};  ///< the one of the further columns whose rows are not independent
    std::optional<WeightKind> weights = {};  ///< that n sums
    bool margins = false;  ///< the cells are split by margin too, for other temperatures
    /// All rows are counted at each temperatureKnot(), with the columns slope and curvature.
    bool temperatures = false;

    bool operator==(const HeadText&) const = default;
};

/// Returns "cells=1;view=positive;temperature=1;...": one line of ASCII without quotes or
/// backslashes, which every client of a database passes on. Other characters are written as %3B.
std::string headText(const HeadText& head);
/// Reads headText(). Errors: Unsupported for another version; Malformed.
Result<HeadText> parsedHead(std::string_view text);

}  // namespace diagonal
