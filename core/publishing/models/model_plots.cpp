// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/models/model_plots.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/publishing/models/forest_plot.h"
#include "core/publishing/models/model_map.h"
#include "core/publishing/models/model_plot_parts.h"
#include "core/publishing/models/murphy_plot.h"
#include "core/publishing/models/overlay_plot.h"
#include "core/publishing/models/profile_overlay.h"

namespace diagonal {

ModelParts partsOf(ModelFigureKind kind, const FigureScores& scores,
                   const AnalysisSettings& settings, bool isReference) {
    ModelParts parts;
    switch (kind) {
        case ModelFigureKind::Overlay:
            if (isOverlaid(settings.profile)) {
                parts.plan = ReportPlan::of(*settings.profile);
            } else {
                parts.plan.consistency = isReference;
            }
            break;
        case ModelFigureKind::Multiples: parts.plan.consistency = true; break;
        case ModelFigureKind::Map:
            for (const char* id : {"brier_mcb", "brier_dsc", "brier_unc"})
                parts.plan.scores.insert(id);
            parts.plan.scores.insert(scores.x);
            parts.plan.scores.insert(scores.y);
            parts.scaled = parts.plan;
            if (isReference && scores.isMcbDsc()) parts.plan.intervals.insert("brier_mcb");
            break;
        case ModelFigureKind::Murphy: parts.murphy = true; break;
        case ModelFigureKind::Forest: parts.pair = true; break;
    }
    return parts;
}

Error undefined(std::string why, const PlottedModel& model) {
    return inFile(undefined(std::move(why)), model.report->dataset.file);
}

std::vector<std::string> shortNames(std::span<const PlottedModel> models) {
    std::vector<std::string> names;
    names.reserve(models.size());
    for (const PlottedModel& model : models)
        names.emplace_back(withoutEnding(model.name));
    std::vector<std::string> sorted = names;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) == sorted.end()) return names;
    for (std::size_t m = 0; m < models.size(); ++m)
        names[m] = models[m].name;
    return names;
}

std::string withScore(const PlottedModel& model, std::string_view id) {
    const auto value = model.report->score(id);
    if (!value) return model.name;
    return model.name + ": " + std::string(scoreDefinition(id).shortName) + " " +
           fixedText(*value, kModelDecimals);
}

std::vector<std::string> subtitleOf(std::span<const PlottedModel> models, std::size_t shown) {
    const Report& reference = *models.front().report;
    std::vector<std::string> parts{shown < models.size()
                                       ? "first " + groupedDigits(shown) + " of " +
                                             counted(models.size(), "model")
                                       : counted(shown, "model")};
    parts.push_back(viewName(reference));
    if (!reference.dataset.group.empty()) parts.push_back(reference.dataset.group);
    if (reference.settings.fitTemperature) {
        parts.emplace_back("T fitted");
    } else if (reference.temperature != 1) {
        parts.push_back("T = " + fixedText(reference.temperature, 3));
    }
    const auto rowCount = [](const PlottedModel& model) { return model.report->dataset.rows; };
    const auto first = models.first(shown);
    const std::size_t fewest = rowCount(*std::ranges::min_element(first, {}, rowCount));
    const std::size_t most = rowCount(*std::ranges::max_element(first, {}, rowCount));
    parts.push_back("n = " + groupedDigits(fewest) +
                    (most > fewest ? " to " + groupedDigits(most) : std::string()));
    return parts;
}

std::optional<Error> differingViews(std::span<const PlottedModel> models) {
    const auto classOf = [](const Report& report) {
        return report.view.isTopLabel() ||
                       report.view.classIndex >= report.dataset.classNames.size()
                   ? std::string()
                   : report.dataset.classNames[report.view.classIndex];
    };
    const Report& first = *models.front().report;
    for (const PlottedModel& model : models) {
        const Report& report = *model.report;
        const bool hasClass = !report.view.isTopLabel();
        if (hasClass == !first.view.isTopLabel() && classOf(report) == classOf(first)) continue;
        return undefined("the view of " + model.name + " is " + viewName(report) + ", that of " +
                             models.front().name + " is " + viewName(first),
                         model);
    }
    return std::nullopt;
}

std::optional<Error> withoutCommonOutcomes(std::span<const PlottedModel> models) {
    for (const PlottedModel& model : models) {
        if (model.report->view.isTopLabel())
            return undefined(
                "this figure needs outcomes that all models share; in the top-label view each "
                "model has its own. Choose the view of the positive class or of one class");
    }
    return differingViews(models);
}

Result<Figure> modelPlot(ModelFigureKind kind, std::span<const PlottedModel> models,
                         const FigureScores& scores) {
    if (kind == ModelFigureKind::Map) return modelMap(models, scores);
    if (kind == ModelFigureKind::Forest) return forestPlot(models, scores.difference);
    auto plot = kind == ModelFigureKind::Murphy ? murphyPlot(models) : overlayPlot(models);
    if (!plot) return plot;
    for (LineMark& line : plot.value().marks.lines)
        line.isReference = line.colour.model == models.front().place && models.size() > 1;
    return plot;
}

}  // namespace diagonal
