// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "core/publishing/models/model_plots.h"

namespace diagonal {

/// Returns the difference of each model to the reference in one score, with its interval; p-values
/// of several models are adjusted for their number (Holm 1979). A model that cannot be compared has
/// a row that says so. Errors: those of modelPlot().
Result<Figure> forestPlot(std::span<const PlottedModel> models, const std::string& score);

/// Returns the score that forestPlot() shows: `score`, or the leading one if it is empty.
std::string forestScore(std::span<const PlottedModel> models, const std::string& score);

}  // namespace diagonal
