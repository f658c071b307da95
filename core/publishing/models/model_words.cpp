// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/models/model_words.h"

#include "core/base/text.h"
#include "core/publishing/models/forest_plot.h"
#include "core/publishing/models/murphy_plot.h"
#include "core/publishing/models/profile_overlay.h"

namespace diagonal {
namespace {

constexpr int kDecimals = 4;

std::string namesOf(std::span<const PlottedModel> models) {
    std::string names;
    for (std::size_t m = 0; m < models.size(); ++m) {
        if (m > 0) names += m + 1 == models.size() ? " and " : ", ";
        names += models[m].name;
    }
    return names;
}

std::string bandText(const Report& reference, const std::string& name) {
    const bool isTrue = reference.curve && reference.curve->bandMeaning == BandMeaning::TrueCurve;
    if (isTrue) return "";
    return " The grey band holds " + percentText(reference.settings.level) +
           " of the values that a calibrated model with the confidences of " + name +
           " would show.";
}

std::string captionOf(ModelFigureKind kind, std::span<const PlottedModel> models,
                      const FigureScores& scores) {
    const Report& reference = *models.front().report;
    const std::string view = viewName(reference);
    switch (kind) {
        case ModelFigureKind::Overlay:
            return "Reliability diagrams of " + namesOf(models) + " (" + view + ", " +
                   (reference.curve ? std::string("isotonic or smooth curves")
                                    : binsName(reference)) +
                   "). The dashed line is perfect calibration; below it, models are "
                   "over-confident." +
                   bandText(reference, models.front().name) +
                   " Below: the share of each model's rows in each bin.";
        case ModelFigureKind::Multiples:
            return "Reliability diagrams of " + namesOf(models) + " (" + view + ", " +
                   binsName(reference) +
                   ") on the same axes. Hatched parts are the gaps between accuracy and "
                   "confidence.";
        case ModelFigureKind::Map:
            if (scores.isMcbDsc())
                return "Miscalibration (MCB) and discrimination (DSC) parts of the Brier score "
                       "of " +
                       namesOf(models) + " (" + view +
                       "). Models further up discriminate better; models further left are better "
                       "calibrated. Along each thin line the Brier score is the same. Arrows lead "
                       "to the same model after temperature scaling, fitted by cross-validation.";
            return std::string(scoreDefinition(scores.y).name) + " against " +
                   lowerCase(std::string(scoreDefinition(scores.x).name)) + " of " +
                   namesOf(models) + " (" + view +
                   "). Arrows lead to the same model after "
                   "temperature scaling, fitted by cross-validation.";
        case ModelFigureKind::Forest:
            return std::string(scoreDefinition(forestScore(models, scores.difference)).name) +
                   " of " + namesOf(models.subspan(1)) + " minus that of " + models.front().name +
                   " over the same rows (" + view + "). Lines are " +
                   percentText(reference.settings.level) + " intervals of the paired difference.";
        case ModelFigureKind::Murphy: break;
    }
    return "Murphy curves of " + namesOf(models) + " (" + view +
           "): twice the mean elementary score by decision threshold. The area below each curve is "
           "the model's Brier score; a curve that is lower everywhere is better for every ratio of "
           "costs.";
}

std::string methodsOf(ModelFigureKind kind, const FigureScores& scores) {
    switch (kind) {
        case ModelFigureKind::Overlay:
        case ModelFigureKind::Multiples:
            return "All models were measured in the same view and binning.";
        case ModelFigureKind::Map:
            if (scores.isMcbDsc())
                return "The Brier score of each model was decomposed as MCB - DSC + UNC by "
                       "isotonic "
                       "regression of the outcome on the probability (CORP; Dimitriadis, Gneiting "
                       "and Jordan 2021; Dimitriadis, Gneiting, Jordan and Vogel 2024).";
            return "Temperatures were fitted by cross-validation in five folds.";
        case ModelFigureKind::Forest:
            return "Differences were taken row by row; p-values of several models were adjusted by "
                   "the method of Holm (1979).";
        case ModelFigureKind::Murphy: break;
    }
    return "Murphy curves follow Ehm, Gneiting, Jordan and Krueger (2016), with elementary scores "
           "scaled so that their integral over the thresholds is the Brier score.";
}

std::string alternativeOf(ModelFigureKind kind, std::span<const PlottedModel> models,
                          const FigureScores& scores) {
    std::string text(choiceOf(kModelFigures, kind).label);
    text += " of " + counted(models.size(), "model") + ".";
    if (kind == ModelFigureKind::Forest) {
        const auto plot = forestPlot(models, scores.difference);
        if (!plot) return text;
        text += " " + plot.value().x.title + ".";
        for (const PointMark& point : plot.value().marks.points)
            text += " " + point.text + ".";
        return text;
    }
    for (const PlottedModel& model : models) {
        const auto score = [&](std::string_view id) {
            const auto value = model.report->score(id);
            return std::string(shortScoreName(scoreDefinition(id), model.report->view)) + " " +
                   (value ? fixedText(*value, kDecimals) : std::string("undefined"));
        };
        text += " " + model.name + ": ";
        if (kind == ModelFigureKind::Map) {
            text += score(scores.x) + ", " + score(scores.y);
        } else {
            text += score(kind == ModelFigureKind::Murphy ? "brier" : "ece");
        }
        text += ".";
    }
    if (kind == ModelFigureKind::Murphy && models.size() == 2)
        text += " " + murphySentence(models[0], models[1]);
    return text;
}

}  // namespace

FigureWords modelFigureWords(ModelFigureKind kind, std::span<const PlottedModel> models,
                             const FigureScores& scores) {
    const Report& reference = *models.front().report;
    if (kind == ModelFigureKind::Overlay && isOverlaid(reference.settings.profile))
        return {profileOverlayCaption(reference, namesOf(models)), profileOverlayMethods(reference),
                profileOverlayAlternative(models)};
    return {captionOf(kind, models, scores), methodsOf(kind, scores),
            alternativeOf(kind, models, scores)};
}

}  // namespace diagonal
