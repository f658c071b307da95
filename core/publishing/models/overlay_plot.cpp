// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/models/overlay_plot.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/publishing/diagrams/diagram.h"
#include "core/publishing/diagrams/terms.h"
#include "core/publishing/models/model_plot_parts.h"
#include "core/publishing/models/profile_overlay.h"

namespace diagonal {
namespace {

/// Returns the points of the bins that hold rows, and in `counts` the outline of their shares.
std::vector<CurvePoint> binPoints(const Report& report, std::vector<CurvePoint>& counts) {
    std::vector<CurvePoint> points;
    const auto& bins = report.binned.bins;
    points.reserve(bins.size());
    counts.reserve(2 * bins.size() + 2);
    const double total = report.binned.weight;
    if (!bins.empty()) counts.push_back({bins.front().lower, 0});
    for (const Bin& bin : bins) {
        if (bin.count > 0) points.push_back({*bin.confidence, *bin.accuracy});
        counts.push_back({bin.lower, bin.weight / total});
        counts.push_back({bin.upper, bin.weight / total});
    }
    if (!bins.empty()) counts.push_back({bins.back().upper, 0});
    return points;
}

/// Returns the band of a calibrated model with the reference's confidences; `called` is what the
/// reference is called where there is little room.
std::vector<AreaMark> bandsOf(const PlottedModel& reference, const std::string& called) {
    const bool lacksBand = !reference.report->curve && !reference.report->plan.consistency;
    const Report& report = lacksBand && reference.banded ? *reference.banded : *reference.report;
    const std::string name = percentText(report.settings.level) + " band of " + reference.name +
                             " if it were calibrated";
    const std::string shortName =
        percentText(report.settings.level) + " if " + called + " is calibrated";
    if (report.curve) {
        std::vector<AreaMark> bands;
        if (report.curve->bandMeaning == BandMeaning::TrueCurve) return bands;
        for (const auto& stroke : report.curve->band)
            bands.push_back({bands.empty() ? name : std::string(), stroke, shortName});
        return bands;
    }
    AreaMark band{name, {}, shortName};
    for (const Bin& bin : report.binned.bins) {
        if (bin.consistency && bin.confidence)
            band.points.push_back(
                {*bin.confidence, bin.consistency->lower, bin.consistency->upper});
    }
    if (band.points.size() < 2) return {};
    return {band};
}

}  // namespace

Result<Figure> overlayPlot(std::span<const PlottedModel> models) {
    if (isOverlaid(models.front().report->settings.profile)) return profileOverlay(models);
    if (auto error = differingViews(models)) return std::move(*error);
    const auto shown = models.first(std::min(models.size(), kMostOverlaid));
    const Report& reference = *models.front().report;
    if (diagramOf(reference).isByRank)
        return undefined(
            "cumulative gaps are not drawn over each other: choose bars, isotonic "
            "regression or the smooth curve");
    Figure plot;
    plot.title = "Reliability curves";
    plot.subtitle = subtitleOf(models, shown.size());
    plot.subtitle.insert(
        plot.subtitle.begin() + 2,
        reference.curve
            ? uncapitalized(std::string(choiceOf(kDiagramKinds, reference.settings.diagram).label))
            : binsName(reference));
    constexpr double fifth = .2;
    const Terms terms = termsOf(reference.view.kind);
    plot.x = {capitalized(terms.confidence), 0, 1, fifth};
    plot.left = {capitalized(terms.accuracy), 0, 1, fifth};
    plot.isSquare = true;
    plot.marks.references = {idealLine()};
    std::vector<LineMark> lower;
    constexpr double percent = 100;
    const std::vector<std::string> names = shortNames(models);
    plot.marks.areas = bandsOf(models.front(), names.front());
    for (const PlottedModel& model : shown) {
        const PlotColour colour{PlotInk::First, model.place};
        std::string name = withScore(model, "ece");
        const std::string& shortName = names[lower.size()];
        std::vector<CurvePoint> counts;
        auto points = binPoints(*model.report, counts);
        if (const auto& curve = model.report->curve) {
            for (const auto& stroke : curve->strokes)
                plot.marks.lines.push_back({.name = std::exchange(name, {}),
                                            .colour = colour,
                                            .points = stroke,
                                            .shortName = shortName});
        } else {
            plot.marks.lines.push_back({.name = name,
                                        .colour = colour,
                                        .points = std::move(points),
                                        .hasMarkers = true,
                                        .shortName = shortName});
        }
        for (CurvePoint& point : counts)
            point.y *= percent;
        lower.push_back({"", colour, std::move(counts)});
    }
    plot.lower = countsBelow("Rows, %", std::move(lower));
    return plot;
}

std::string overlayText(std::span<const PlottedModel> models, double confidence) {
    if (isOverlaid(models.front().report->settings.profile))
        return profileOverlayText(models, confidence);
    const auto binIn = [confidence](const PlottedModel& model) -> const Bin* {
        const auto& bins = model.report->binned.bins;
        const auto bin =
            std::ranges::find_if(bins, [&](const Bin& b) { return confidence <= b.upper; });
        return bin == bins.end() ? nullptr : &*bin;
    };
    const auto shown = models.first(std::min(models.size(), kMostOverlaid));
    const Bin* const first = binIn(shown.front());
    const bool isShared =
        first && std::ranges::all_of(shown, [&](const PlottedModel& model) {
            const Bin* const bin = binIn(model);
            return bin && bin->lower == first->lower && bin->upper == first->upper;
        });
    std::string text = (models.front().report->view.isTopLabel() ? "Confidence " : "Probability ") +
                       (isShared ? fixedText(first->lower, 3) + " to " + fixedText(first->upper, 3)
                                 : fixedText(confidence, 2));
    for (const PlottedModel& model : shown) {
        const Bin* const bin = binIn(model);
        if (!bin) continue;
        text += "\n" + model.name + ": ";
        text += bin->count == 0
                    ? std::string("no rows")
                    : fixedText(*bin->accuracy, 3) + ", n = " + groupedDigits(bin->count);
    }
    return text;
}

}  // namespace diagonal
