// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/models/murphy_plot.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/base/text.h"
#include "core/publishing/models/model_plot_parts.h"

namespace diagonal {
namespace {

double valueOf(const std::vector<CurvePoint>& murphy, double threshold) {
    const double last = static_cast<double>(murphy.size() - 1);
    const auto place =
        static_cast<std::size_t>(std::lround(std::clamp(threshold, 0.0, 1.0) * last));
    return murphy[place].y;
}

}  // namespace

Result<Figure> murphyPlot(std::span<const PlottedModel> models) {
    if (auto error = withoutCommonOutcomes(models)) return std::move(*error);
    const auto shown = models.first(std::min(models.size(), kMostOverlaid));
    Figure plot;
    plot.title = choiceOf(kModelFigures, ModelFigureKind::Murphy).label;
    plot.subtitle = subtitleOf(models, shown.size());
    const std::vector<std::string> names = shortNames(models);
    for (const PlottedModel& model : shown) {
        if (model.murphy.empty())
            return undefined("the Murphy curve of " + model.name + " was not computed", model);
        plot.marks.lines.push_back({.name = withScore(model, "brier"),
                                    .colour = {PlotInk::First, model.place},
                                    .points = model.murphy,
                                    .shortName = names[plot.marks.lines.size()]});
    }
    constexpr double fifth = .2;
    plot.x = {"Threshold of the decision", 0, 1, fifth};
    plot.left =
        axisFromZero("Mean elementary score (less is better)", 0, extentOf(plot.marks).upper);
    return plot;
}

std::string murphyText(std::span<const PlottedModel> models, double threshold) {
    std::string text = "Threshold " + fixedText(threshold, 2);
    for (const PlottedModel& model : models.first(std::min(models.size(), kMostOverlaid))) {
        if (!model.murphy.empty())
            text += "\n" + model.name + ": " +
                    fixedText(valueOf(model.murphy, threshold), kModelDecimals);
    }
    return text;
}

std::string murphySentence(const PlottedModel& first, const PlottedModel& second) {
    constexpr double tolerance = 1e-12;
    std::vector<std::pair<double, double>> ranges;  // where the second is lower
    bool isSomewhereHigher = false;
    bool isOpen = false;
    for (std::size_t i = 0; i < std::min(first.murphy.size(), second.murphy.size()); ++i) {
        const double difference = second.murphy[i].y - first.murphy[i].y;
        isSomewhereHigher = isSomewhereHigher || difference > tolerance;
        const bool isLower = difference < -tolerance;
        const double x = first.murphy[i].x;
        if (isLower && !isOpen) ranges.emplace_back(x, x);
        if (isLower) ranges.back().second = x;
        isOpen = isLower;
    }
    if (ranges.empty()) {
        if (!isSomewhereHigher)
            return "The Murphy curves of " + first.name + " and " + second.name + " are the same.";
        return first.name + " dominates in these rows: its Murphy curve is nowhere above that of " +
               second.name + ", so no ratio of costs favours " + second.name + ".";
    }
    if (!isSomewhereHigher)
        return second.name +
               " dominates in these rows: its Murphy curve is nowhere above that of " + first.name +
               ", so no ratio of costs favours " + first.name + ".";
    constexpr double least = .01;  // shorter ranges are noise, and would show as "0.27 to 0.27"
    constexpr std::size_t mostNamed = 4;
    std::ranges::stable_sort(ranges, std::ranges::greater(),
                             [](const auto& range) { return range.second - range.first; });
    const auto shorter = std::ranges::find_if(
        ranges, [](const auto& range) { return range.second - range.first < least; });
    const auto named = std::min(static_cast<std::size_t>(shorter - ranges.begin()), mostNamed);
    std::ranges::sort(ranges.begin(), ranges.begin() + static_cast<std::ptrdiff_t>(named));
    std::string text =
        "In these rows " + second.name + " has the lower mean cost at decision thresholds";
    for (std::size_t r = 0; r < named; ++r) {
        text += (r == 0 ? " " : ", ") + fixedText(ranges[r].first, 2) + " to " +
                fixedText(ranges[r].second, 2);
    }
    if (ranges.size() > named) {
        text += (named == 0 ? " in " : " and ") +
                counted(ranges.size() - named, named == 0 ? "short range" : "shorter range");
    }
    return text + "; elsewhere " + first.name + " costs as much or less.";
}

}  // namespace diagonal
