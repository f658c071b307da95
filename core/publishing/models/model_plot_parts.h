// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/publishing/models/model_plots.h"

namespace diagonal {

// What the figures of several models share.

inline constexpr int kModelDecimals = 4;

/// Returns an error of kind Undefined about a model.
Error undefined(std::string why, const PlottedModel& model);

/// Returns what stands in the legend: "a.csv: ECE 0.0412".
std::string withScore(const PlottedModel& model, std::string_view id);

/// Returns the parts of the line below the title: models, view, group, rows.
std::vector<std::string> subtitleOf(std::span<const PlottedModel> models, std::size_t shown);

/// Returns why a figure needs the view of a class; none in such a view.
std::optional<Error> withoutCommonOutcomes(std::span<const PlottedModel> models);

}  // namespace diagonal
