// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "core/publishing/models/model_plots.h"

namespace diagonal {

/// Returns the Murphy curve of each model. Errors: those of modelPlot().
Result<Figure> murphyPlot(std::span<const PlottedModel> models);

/// Returns the numbers of a Murphy plot at a threshold: "Threshold 0.30: a.csv 0.1204, b.csv ...".
std::string murphyText(std::span<const PlottedModel> models, double threshold);

/// Says at which thresholds the second model has the lower curve, or that one model dominates.
std::string murphySentence(const PlottedModel& first, const PlottedModel& second);

}  // namespace diagonal
