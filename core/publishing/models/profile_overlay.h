// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/publishing/models/model_plots.h"

namespace diagonal {

/// Returns true for profiles that an overlay of models draws over each other: net benefit, risk by
/// coverage, and smooth calibration curves.
bool isOverlaid(const std::optional<ProfileKind>& profile);

/// Returns the lines of the models' profiles, which isOverlaid(). Errors: those of modelPlot();
/// net benefit needs the view of a class.
Result<Figure> profileOverlay(std::span<const PlottedModel> models);

/// Returns the height of each line at x: "Threshold 0.30:\na.csv: 0.1204\nb.csv: 0.1310".
std::string profileOverlayText(std::span<const PlottedModel> models, double x);

/// Returns what the figure shows, as a sentence; `names` are the models'.
std::string profileOverlayCaption(const Report& reference, const std::string& names);

/// Returns how the figure was computed, as a sentence.
std::string profileOverlayMethods(const Report& reference);

/// Returns the figure in words, for readers who cannot see it.
std::string profileOverlayAlternative(std::span<const PlottedModel> models);

}  // namespace diagonal
