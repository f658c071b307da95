// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/models/plotted_model.h"

#include <algorithm>

#include "core/measuring/curves/murphy_curve.h"
#include "core/recalibrating/recalibration.h"
#include "core/reporting/detailed_report.h"

namespace diagonal {

ModelParts partsOf(ModelFigureKind kind, const FigureScores& scores, bool isReference) {
    ModelParts parts;
    switch (kind) {
        case ModelFigureKind::Overlay: parts.plan.consistency = isReference; break;
        case ModelFigureKind::Multiples: parts.plan.consistency = true; break;
        case ModelFigureKind::Map:
            for (const char* id : {"brier_mcb", "brier_dsc", "brier_unc"})
                parts.plan.scores.insert(id);
            parts.plan.scores.insert(scores.x);
            parts.plan.scores.insert(scores.y);
            parts.scaled = true;
            parts.scaledPlan = parts.plan;
            if (isReference && scores.isMcbDsc()) parts.plan.intervals.insert("brier_mcb");
            break;
        case ModelFigureKind::Murphy: parts.murphy = true; break;
        case ModelFigureKind::Forest: parts.pair = true; break;
    }
    return parts;
}

std::vector<CurvePoint> murphyOf(const Analysis& analysis) {
    if (analysis.view.kind == View::Kind::TopLabel) return {};
    return murphyCurve(analysis.outcomes->sorted);
}

Result<ScaledModel> scaledModel(const std::shared_ptr<const Dataset>& rows, const Report& report,
                                const ReportPlan& plan, const Execution& execution) {
    RecalibrationChoice choice;
    choice.seed = report.seed;
    const auto made = recalibrated(rows, nullptr, choice, execution);
    if (!made) return made.error();
    AnalysisSettings settings;
    settings.view = report.view;
    settings.scheme = report.binning.scheme;
    settings.binCount = report.binning.count;
    settings.edges = report.binning.edges;
    settings.edgeRule = report.binning.edgeRule;
    settings.binConfidence = report.binning.confidence;
    settings.seed = report.seed;
    const Dataset& after = *made.value().after;
    const auto analysis = analyse(after, settings, nullptr, execution, plan);
    if (!analysis) return analysis.error();
    auto measured = detailedReport(after, analysis.value(), plan, execution);
    if (!measured) return measured.error();
    const auto* map = std::get_if<TemperatureMap>(&made.value().map.parameters);
    return ScaledModel{std::move(measured).value(), map ? map->temperature : 1};
}

AnalysisSettings settingsLike(const Report& reference, const Dataset& dataset,
                              AnalysisSettings settings) {
    if (!settings.binCount) settings.binCount = reference.binning.count;
    if (settings.view && settings.view->kind != View::Kind::OneVsRest) return settings;
    if (reference.view.kind == View::Kind::TopLabel) {
        settings.view = reference.view;
        return settings;
    }
    const auto& name = reference.dataset.classNames[reference.view.classIndex];
    const View own = defaultView(dataset);
    const auto& names = dataset.summary.classNames;
    const bool isSame = own.kind == reference.view.kind && names[own.classIndex] == name;
    const auto index = std::ranges::find(names, name);
    if (!isSame && index != names.end() && dataset.summary.form != PredictionForm::Confidence)
        settings.view =
            View{View::Kind::OneVsRest, static_cast<std::size_t>(index - names.begin())};
    return settings;
}

}  // namespace diagonal
