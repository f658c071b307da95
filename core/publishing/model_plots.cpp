// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/model_plots.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/nice_step.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr int kDecimals = 4;

Error undefined(std::string why, const PlottedModel* model = nullptr) {
    return Error{ErrorKind::Undefined, std::move(why),
                 model ? model->report->dataset.file : std::string()};
}

/// Returns what stands in the legend: "a.csv: ECE 0.0412".
std::string withScore(const PlottedModel& model, std::string_view id) {
    const auto value = model.report->score(id);
    if (!value) return model.name;
    return model.name + ": " + std::string(scoreDefinition(id).shortName) + " " +
           fixedText(*value, kDecimals);
}

std::vector<std::string> subtitleOf(std::span<const PlottedModel> models, std::size_t shown) {
    const Report& reference = *models.front().report;
    std::vector<std::string> parts{shown < models.size() ? groupedDigits(shown) + " of " +
                                                               counted(models.size(), "model")
                                                         : counted(shown, "model")};
    parts.push_back(viewName(reference));
    if (!reference.dataset.group.empty()) parts.push_back(reference.dataset.group);
    const auto rowsOf = [](const PlottedModel& model) { return model.report->dataset.rows; };
    const auto first = models.first(shown);
    const std::size_t fewest = rowsOf(*std::ranges::min_element(first, {}, rowsOf));
    const std::size_t most = rowsOf(*std::ranges::max_element(first, {}, rowsOf));
    parts.push_back("n = " + groupedDigits(fewest) +
                    (most > fewest ? " to " + groupedDigits(most) : std::string()));
    return parts;
}

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

/// Returns the band of a calibrated model with the reference's confidences.
std::vector<PlotBand> bandsOf(const PlottedModel& reference) {
    const bool lacksBand = !reference.report->curve && !reference.report->plan.consistency;
    const Report& report = lacksBand && reference.banded ? *reference.banded : *reference.report;
    const std::string name =
        percentText(report.level) + " band of " + reference.name + " if it were calibrated";
    if (report.curve) {
        std::vector<PlotBand> bands;
        if (report.curve->bandMeaning == BandMeaning::TrueCurve) return bands;
        for (const auto& stroke : report.curve->band)
            bands.push_back({bands.empty() ? name : std::string(), stroke});
        return bands;
    }
    PlotBand band{name, {}};
    for (const Bin& bin : report.binned.bins) {
        if (bin.consistency && bin.confidence)
            band.points.push_back(
                {*bin.confidence, bin.consistency->lower, bin.consistency->upper});
    }
    if (band.points.size() < 2) return {};
    return {band};
}

/// Moves the ends of an axis's line into the other axis's range.
struct Box {
    double left, right, bottom, top;
};

/// Returns the part of y = x + shift inside a box; none if there is no such part.
std::optional<PlotGuide> risingGuide(const Box& box, double shift, std::string label) {
    const double from = std::max(box.left, box.bottom - shift);
    const double to = std::min(box.right, box.top - shift);
    if (to <= from) return std::nullopt;
    return PlotGuide{{from, from + shift}, {to, to + shift}, std::move(label)};
}

/// Returns lines of equal Brier score = MCB - DSC + UNC.
std::vector<PlotGuide> brierLines(const LinePlot& plot, double uncertainty) {
    constexpr double fewestLines = 4;
    const Box box{plot.x.low, plot.x.high, plot.left.low, plot.left.high};
    const double best = uncertainty + box.left - box.top;
    const double worst = uncertainty + box.right - box.bottom;
    const double step = niceStep((worst - best) / (2 * fewestLines));
    const int decimals = decimalsOf(step, 2);
    std::vector<PlotGuide> guides;
    for (double k = std::ceil(best / step); k * step < worst; ++k) {
        const double brier = k * step;
        if (brier < -step / 2) continue;  // no model is better than 0
        auto guide = risingGuide(box, uncertainty - brier, fixedText(brier, decimals));
        if (guide) guides.push_back(std::move(*guide));
    }
    return guides;
}

bool isMcbDsc(const MapAxes& axes) {
    return axes == MapAxes();
}

/// Returns why a figure needs the view of a class; none in such a view.
std::optional<Error> withoutCommonOutcomes(std::span<const PlottedModel> models) {
    for (const PlottedModel& model : models) {
        if (model.report->view.kind == View::Kind::TopLabel)
            return undefined(
                "this figure needs outcomes that all models share; in the top-label view each "
                "model has its own. Choose the view of the positive class or of one class");
    }
    return differingViews(models);
}

std::string mapText(const PlottedModel& model, const MapAxes& axes) {
    const Report& report = *model.report;
    std::string text = model.name + ": ";
    const auto add = [&](std::string_view id) {
        const auto value = report.score(id);
        if (!value) return;
        if (!text.ends_with(": ")) text += ", ";
        text += std::string(shortScoreName(scoreDefinition(id), report.view)) + " " +
                fixedText(*value, kDecimals);
    };
    add(axes.x);
    add(axes.y);
    if (isMcbDsc(axes)) add("brier");
    if (!model.noScaled.empty()) return text + "; no temperature scaling: " + model.noScaled;
    if (!model.scaled) return text;
    const auto x = model.scaled->score(axes.x);
    const auto y = model.scaled->score(axes.y);
    if (!x || !y) return text;
    return text + "; after temperature scaling " + fixedText(*x, kDecimals) + ", " +
           fixedText(*y, kDecimals);
}

/// Returns a model's point of a map, with an arrow to its scaled self.
PlotPoint mapPoint(const PlottedModel& model, const MapAxes& axes, const CurvePoint& at) {
    PlotPoint point{model.name, {PlotInk::First, model.place}, at, {}, mapText(model, axes)};
    if (!model.scaled) return point;
    const auto x = model.scaled->score(axes.x);
    const auto y = model.scaled->score(axes.y);
    if (x && y) point.target = {*x, *y};
    return point;
}

/// Adds lines of equal Brier score to a map if all models have the same rows; says which it is.
void addBrierLines(std::span<const PlottedModel> models, LinePlot& plot) {
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
    plot.subtitle.push_back("UNC = " + fixedText(*uncertainty, kDecimals));
    plot.guides = brierLines(plot, *uncertainty);
}

double valueOf(const std::vector<CurvePoint>& murphy, double threshold) {
    const double last = static_cast<double>(murphy.size() - 1);
    const auto place =
        static_cast<std::size_t>(std::lround(std::clamp(threshold, 0.0, 1.0) * last));
    return murphy[place].y;
}

}  // namespace

std::optional<Error> differingViews(std::span<const PlottedModel> models) {
    const auto classOf = [](const Report& report) {
        return report.view.kind == View::Kind::TopLabel ||
                       report.view.classIndex >= report.dataset.classNames.size()
                   ? std::string()
                   : report.dataset.classNames[report.view.classIndex];
    };
    const Report& first = *models.front().report;
    for (const PlottedModel& model : models) {
        const Report& report = *model.report;
        const bool hasClass = report.view.kind != View::Kind::TopLabel;
        if (hasClass == (first.view.kind != View::Kind::TopLabel) &&
            classOf(report) == classOf(first))
            continue;
        return undefined("the view of " + model.name + " is " + viewName(report) + ", that of " +
                             models.front().name + " is " + viewName(first),
                         &model);
    }
    return std::nullopt;
}

Result<LinePlot> overlayPlot(std::span<const PlottedModel> models) {
    if (auto error = differingViews(models)) return std::move(*error);
    const auto shown = models.first(std::min(models.size(), kMostOverlaid));
    const Report& reference = *models.front().report;
    if (reference.diagram == DiagramKind::Cumulative)
        return undefined(
            "cumulative gaps are not drawn over each other: choose bars, isotonic "
            "regression or the smooth curve");
    LinePlot plot;
    plot.title = choiceOf(kModelFigures, ModelFigureKind::Overlay).label;
    plot.subtitle = subtitleOf(models, shown.size());
    plot.subtitle.insert(
        plot.subtitle.begin() + 2,
        reference.curve ? lowerCase(std::string(choiceOf(kDiagramKinds, reference.diagram).label))
                        : binsName(reference));
    constexpr double fifth = .2;
    const bool ofClass = reference.view.kind != View::Kind::TopLabel;
    plot.x = {ofClass ? "Predicted probability" : "Confidence", 0, 1, fifth};
    plot.left = {ofClass ? "Observed frequency" : "Accuracy", 0, 1, fifth};
    plot.isSquare = true;
    plot.guides = {{{0, 0}, {1, 1}, "", true}};
    plot.bands = bandsOf(models.front());
    LowerPlot lower;
    double most = 0;
    for (const PlottedModel& model : shown) {
        const PlotColour colour{PlotInk::First, model.place};
        std::string name = withScore(model, "ece");
        std::vector<CurvePoint> counts;
        auto points = binPoints(*model.report, counts);
        if (const auto& curve = model.report->curve) {
            for (const auto& stroke : curve->strokes)
                plot.lines.push_back({std::exchange(name, {}), colour, stroke});
        } else {
            plot.lines.push_back({name, colour, std::move(points), false, false, true});
        }
        for (const CurvePoint& point : counts)
            most = std::max(most, point.y);
        lower.lines.push_back({"", colour, std::move(counts)});
    }
    constexpr double percent = 100;
    for (PlotLine& line : lower.lines) {
        for (CurvePoint& point : line.points)
            point.y *= percent;
    }
    lower.y = axisFromZero("Rows, %", 0, most * percent);
    lower.y.step = lower.y.high;  // a low plot has room for two labels
    plot.lower = std::move(lower);
    return plot;
}

Result<LinePlot> modelMap(std::span<const PlottedModel> models, const MapAxes& axes) {
    const bool hasLines = isMcbDsc(axes);
    if (auto error = hasLines ? withoutCommonOutcomes(models) : differingViews(models))
        return std::move(*error);
    const View& view = models.front().report->view;
    LinePlot plot;
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
    for (const PlottedModel& model : models) {
        const auto x = model.report->score(axes.x);
        const auto y = model.report->score(axes.y);
        if (!x || !y)
            return undefined("the " + std::string(scoreDefinition(x ? axes.y : axes.x).shortName) +
                                 " of " + model.name + " is undefined",
                             &model);
        plot.points.push_back(mapPoint(model, axes, {*x, *y}));
        extend(plot.points.back().at);
        if (const auto& target = plot.points.back().target) extend(*target);
    }
    const auto nameOf = [&](const std::string& id) {
        return std::string(scoreName(scoreDefinition(id), view));
    };
    plot.x = axisAround(hasLines ? "MCB: miscalibration (less is better)" : nameOf(axes.x),
                        hasLines ? 0 : least[0], most[0]);
    plot.left = axisAround(hasLines ? "DSC: discrimination (more is better)" : nameOf(axes.y),
                           least[1], most[1]);
    if (!hasLines) return plot;
    addBrierLines(models, plot);
    return plot;
}

Result<LinePlot> murphyPlot(std::span<const PlottedModel> models) {
    if (auto error = withoutCommonOutcomes(models)) return std::move(*error);
    const auto shown = models.first(std::min(models.size(), kMostOverlaid));
    LinePlot plot;
    plot.title = choiceOf(kModelFigures, ModelFigureKind::Murphy).label;
    plot.subtitle = subtitleOf(models, shown.size());
    double most = 0;
    for (const PlottedModel& model : shown) {
        if (model.murphy.empty())
            return undefined("the Murphy curve of " + model.name + " was not computed", &model);
        for (const CurvePoint& point : model.murphy)
            most = std::max(most, point.y);
        plot.lines.push_back(
            {withScore(model, "brier"), {PlotInk::First, model.place}, model.murphy});
    }
    constexpr double fifth = .2;
    plot.x = {"Threshold of the decision", 0, 1, fifth};
    plot.left = axisFromZero("Mean elementary score (less is better)", 0, most);
    return plot;
}

Result<LinePlot> modelPlot(ModelFigureKind kind, std::span<const PlottedModel> models,
                           const MapAxes& axes) {
    if (kind == ModelFigureKind::Map) return modelMap(models, axes);
    return kind == ModelFigureKind::Murphy ? murphyPlot(models) : overlayPlot(models);
}

std::string overlayText(std::span<const PlottedModel> models, double confidence) {
    std::string text = (models.front().report->view.kind == View::Kind::TopLabel ? "Confidence "
                                                                                 : "Probability ") +
                       fixedText(confidence, 2);
    for (const PlottedModel& model : models.first(std::min(models.size(), kMostOverlaid))) {
        const auto& bins = model.report->binned.bins;
        const auto bin =
            std::ranges::find_if(bins, [&](const Bin& b) { return confidence <= b.upper; });
        if (bin == bins.end()) continue;
        text += "\n" + model.name + ": ";
        text += bin->count == 0
                    ? std::string("no rows")
                    : fixedText(*bin->accuracy, 3) + ", n = " + groupedDigits(bin->count);
    }
    return text;
}

std::string murphyText(std::span<const PlottedModel> models, double threshold) {
    std::string text = "Threshold " + fixedText(threshold, 2);
    for (const PlottedModel& model : models.first(std::min(models.size(), kMostOverlaid))) {
        if (!model.murphy.empty())
            text +=
                "\n" + model.name + ": " + fixedText(valueOf(model.murphy, threshold), kDecimals);
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
        return first.name + " dominates: its Murphy curve is nowhere above that of " + second.name +
               ", so no ratio of costs favours " + second.name + ".";
    }
    if (!isSomewhereHigher)
        return second.name + " dominates: its Murphy curve is nowhere above that of " + first.name +
               ", so no ratio of costs favours " + first.name + ".";
    std::string text = second.name + " costs less at thresholds";
    constexpr std::size_t mostNamed = 4;
    for (std::size_t r = 0; r < std::min(ranges.size(), mostNamed); ++r) {
        text += (r == 0 ? " " : ", ") + fixedText(ranges[r].first, 2) + " to " +
                fixedText(ranges[r].second, 2);
    }
    if (ranges.size() > mostNamed)
        text += " and " + counted(ranges.size() - mostNamed, "shorter range");
    return text + "; elsewhere " + first.name + " costs as much or less.";
}

}  // namespace diagonal
