// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "core/publishing/models/model_plots.h"

namespace diagonal {

/// Returns accuracy against confidence: of bins, as points joined by lines, or the curves of the
/// reports; the band of a calibrated reference; below, the shares of rows in the bins. Errors:
/// those of modelPlot().
Result<Figure> overlayPlot(std::span<const PlottedModel> models);

/// Returns the numbers of an overlay of bins at a confidence: "0.85: a.csv 0.8123 (n = 120), ...".
std::string overlayText(std::span<const PlottedModel> models, double confidence);

}  // namespace diagonal
