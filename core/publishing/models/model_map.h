// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/publishing/models/model_plots.h"

namespace diagonal {

/// Returns two scores of each model, with arrows to the scores of ModelResults::scaled. A map of
/// MCB and DSC has lines of equal Brier score if all models have the same rows, because Brier = MCB
/// - DSC + UNC (Dimitriadis, Gneiting, Jordan, Vogel 2024).
Result<Figure> modelMap(std::span<const PlottedModel> models, const FigureScores& scores = {});

}  // namespace diagonal
