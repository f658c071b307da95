// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/models/model_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/nice_step.h"
#include "core/base/text.h"
#include "core/publishing/models/model_plot_parts.h"

namespace diagonal {
namespace {

/// The ranges of both axes.
struct Box {
    double left, right, bottom, top;
};

/// Returns the part of y = x + shift inside a box; none if there is no such part.
std::optional<LineMark> risingGuide(const Box& box, double shift, std::string label) {
    const double from = std::max(box.left, box.bottom - shift);
    const double to = std::min(box.right, box.top - shift);
    if (to <= from) return std::nullopt;
    return LineMark{.points = {{from, from + shift}, {to, to + shift}},
                    .kind = MarkKind::Contour,
                    .label = std::move(label)};
}

/// Returns lines of equal Brier score = MCB - DSC + UNC.
std::vector<LineMark> brierLines(const Figure& plot, double uncertainty) {
    constexpr double fewestLines = 4;
    const Box box{plot.x.low, plot.x.high, plot.left.low, plot.left.high};
    const double best = uncertainty + box.left - box.top;
    const double worst = uncertainty + box.right - box.bottom;
    const double step = niceStep((worst - best) / (2 * fewestLines));
    const int decimals = decimalsOf(step, 2);
    std::vector<LineMark> guides;
    for (double k = std::ceil(best / step); k * step < worst; ++k) {
        const double brier = k * step;
        if (brier < -step / 2) continue;  // no model is better than 0
        auto guide = risingGuide(box, uncertainty - brier, fixedText(brier, decimals));
        if (guide) guides.push_back(std::move(*guide));
    }
    if (guides.empty()) return guides;
    std::string& inMiddle = guides[guides.size() / 2].label;
    inMiddle = "Brier " + inMiddle;
    return guides;
}

std::string mapText(const PlottedModel& model, const FigureScores& scores) {
    const Report& report = *model.report;
    std::string text = model.name + ": ";
    const auto add = [&](std::string_view id) {
        const auto value = report.score(id);
        if (!value) return;
        if (!text.ends_with(": ")) text += ", ";
        text += std::string(shortScoreName(scoreDefinition(id), report.view)) + " " +
                fixedText(*value, kModelDecimals);
    };
    add(scores.x);
    add(scores.y);
    if (scores.isMcbDsc()) add("brier");
    if (!model.noScaled.empty()) return text + "; no temperature scaling: " + model.noScaled;
    if (!model.scaled) return text;
    const auto x = model.scaled->score(scores.x);
    const auto y = model.scaled->score(scores.y);
    if (!x || !y) return text;
    return text + "; after temperature scaling " + fixedText(*x, kModelDecimals) + ", " +
           fixedText(*y, kModelDecimals);
}

/// Returns a model's point of a map, with an arrow to its scaled self.
PointMark mapPoint(const PlottedModel& model, const FigureScores& scores, const CurvePoint& at) {
    PointMark point{model.name, {PlotInk::First, model.place}, at, {}, mapText(model, scores)};
    if (!model.scaled) return point;
    const auto x = model.scaled->score(scores.x);
    const auto y = model.scaled->score(scores.y);
    if (x && y) point.target = {*x, *y};
    return point;
}

/// Adds lines of equal Brier score to a map if all models have the same rows; says which it is.
void addBrierLines(std::span<const PlottedModel> models, Figure& plot) {
    const auto uncertainty = models.front().report->score("brier_unc");
    const bool isSame =
        uncertainty && std::ranges::all_of(models, [&](const PlottedModel& model) {
            constexpr double tolerance = 1e-9;
            const auto own = model.report->score("brier_unc");
            return own && std::abs(*own - *uncertainty) < tolerance &&
                   model.report->dataset.rows == models.front().report->dataset.rows;
        });
    if (!isSame) {
        plot.subtitle.emplace_back("rows differ, so no lines of equal Brier score");
        return;
    }
    plot.subtitle.emplace_back("lines: equal Brier score");
    plot.subtitle.push_back("UNC = " + fixedText(*uncertainty, kModelDecimals));
    const auto lines = brierLines(plot, *uncertainty);
    plot.marks.references.insert(plot.marks.references.begin(), lines.begin(), lines.end());
}

/// Widens the ranges 0 to `mcb` and `least` to `most` to half of each other at least, so that a
/// difference in one of them looks about as large as one in the other.
void widenToScale(double& mcb, double& least, double& most) {
    constexpr double leastShare = 0.5;
    mcb = std::max(mcb, leastShare * (most - least));
    const double missing = std::max(0.0, leastShare * mcb - (most - least));
    const double below = std::min(missing / 2, std::max(0.0, least));
    least -= below;
    most += missing - below;
}

/// Leaves out arrows that are shorter than a mark.
void dropShortArrows(Figure& plot) {
    constexpr double ofAxis = 0.02;
    for (PointMark& point : plot.marks.points) {
        if (!point.target) continue;
        const double x = (point.target->x - point.at.x) / (plot.x.high - plot.x.low);
        const double y = (point.target->y - point.at.y) / (plot.left.high - plot.left.low);
        if (std::hypot(x, y) < ofAxis) point.target.reset();
    }
}

/// Adds a cross through the reference, and says what the arrows are.
void addReference(Figure& plot) {
    const CurvePoint& at = plot.marks.points.front().at;
    plot.marks.references.push_back(
        {.points = {{at.x, plot.left.low}, {at.x, plot.left.high}}, .kind = MarkKind::Crosshair});
    plot.marks.references.push_back({.points = {{plot.x.low, at.y}, {plot.x.high, at.y}},
                                     .kind = MarkKind::Crosshair,
                                     .label = "reference"});
    plot.targetName = "after temperature scaling";
}

}  // namespace

Result<Figure> modelMap(std::span<const PlottedModel> models, const FigureScores& scores) {
    const bool hasLines = scores.isMcbDsc();
    if (auto error = hasLines ? withoutCommonOutcomes(models) : differingViews(models))
        return std::move(*error);
    const View& view = models.front().report->view;
    Figure plot;
    plot.title = hasLines ? "Miscalibration and discrimination" : "Map of the models";
    plot.subtitle = subtitleOf(models, models.size());
    double least[2] = {std::numeric_limits<double>::infinity(),
                       std::numeric_limits<double>::infinity()};
    double most[2] = {-least[0], -least[1]};
    const auto extend = [&](const CurvePoint& point) {
        least[0] = std::min(least[0], point.x);
        most[0] = std::max(most[0], point.x);
        least[1] = std::min(least[1], point.y);
        most[1] = std::max(most[1], point.y);
    };
    const std::vector<std::string> names = shortNames(models);
    for (const PlottedModel& model : models) {
        const auto x = model.report->score(scores.x);
        const auto y = model.report->score(scores.y);
        if (!x || !y)
            return undefined("the " +
                                 std::string(scoreDefinition(x ? scores.y : scores.x).shortName) +
                                 " of " + model.name + " is undefined",
                             model);
        plot.marks.points.push_back(mapPoint(model, scores, {*x, *y}));
        plot.marks.points.back().shortName = names[plot.marks.points.size() - 1];
        extend(plot.marks.points.back().at);
        if (const auto& target = plot.marks.points.back().target) extend(*target);
    }
    const auto& byChance = models.front().report->chanceMiscalibration;
    if (hasLines && byChance) most[0] = std::max(most[0], *byChance);
    if (hasLines) widenToScale(most[0], least[1], most[1]);
    const auto nameOf = [&](const std::string& id) {
        return std::string(scoreName(scoreDefinition(id), view));
    };
    plot.x = axisAround(hasLines ? "MCB: miscalibration (less is better)" : nameOf(scores.x),
                        hasLines ? 0 : least[0], most[0]);
    plot.left = axisAround(hasLines ? "DSC: discrimination (more is better)" : nameOf(scores.y),
                           least[1], most[1]);
    dropShortArrows(plot);
    addReference(plot);
    if (!hasLines) return plot;
    addBrierLines(models, plot);
    if (byChance) {
        plot.subtitle.emplace_back("dashed: reference if calibrated");
        plot.marks.references.push_back(
            {.points = {{*byChance, plot.left.low}, {*byChance, plot.left.high}},
             .kind = MarkKind::Ideal,
             .label = "calibrated"});
    }
    return plot;
}

}  // namespace diagonal
