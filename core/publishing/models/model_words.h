// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/publishing/figure_words.h"
#include "core/publishing/models/model_plots.h"

namespace diagonal {

/// Returns the texts that accompany a figure of models, in the words of machine learning.
FigureWords modelFigureWords(ModelFigureKind kind, std::span<const PlottedModel> models,
                             const FigureScores& scores = {});

}  // namespace diagonal
