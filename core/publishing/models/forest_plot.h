// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "core/publishing/models/model_plots.h"

namespace diagonal {

/// The scores that a forest plot can show.
inline constexpr auto kForestScores =
    std::to_array<std::string_view>({"brier", "brier_multiclass", "nll", "accuracy", "auroc",
                                     "brier_mcb", "brier_dsc", "l2_debiased", "ece", "signed_gap"});

/// Returns the difference of each model to the reference in one score, with its interval; p-values
/// of several models are adjusted for their number (Holm 1979). A model that cannot be compared has
/// a row that says so. Errors: those of modelPlot().
Result<LinePlot> forestPlot(std::span<const PlottedModel> models, const std::string& score);

/// Returns the score that forestPlot() shows: `score`, or the leading one if it is empty.
std::string forestScore(std::span<const PlottedModel> models, const std::string& score);

}  // namespace diagonal
