// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/models/profile_overlay.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/publishing/decision_plots.h"
#include "core/publishing/diagrams/terms.h"
#include "core/publishing/models/model_plot_parts.h"

namespace diagonal {
namespace {

std::string nameOfProfile(const Report& report) {
    return std::string(choiceOf(kProfileKinds, *report.settings.profile).label);
}

/// Returns the line of a report's profile; empty if it was not computed or is not defined.
std::vector<CurvePoint> overlaidLine(const Report& report, ProfileKind kind) {
    if (kind == ProfileKind::Risk) return report.riskProfile;
    if (kind == ProfileKind::Flexible) {
        if (!report.flexible) return {};
        return report.flexible->spline.empty() ? report.flexible->loess : report.flexible->spline;
    }
    return netBenefits(report);
}

void addAxes(const Report& reference, ProfileKind kind, Figure& plot) {
    constexpr double fifth = 0.2;
    if (kind == ProfileKind::Decision) return addStrategies(reference, plot);
    if (kind == ProfileKind::Flexible) {
        const Terms terms = termsOf(reference.view.kind);
        plot.x = {capitalized(terms.confidence), 0, 1, fifth};
        plot.left = {capitalized(terms.accuracy), 0, 1, fifth};
        plot.marks.references = {idealLine()};
        plot.isSquare = true;
        return;
    }
    plot.x = {"Coverage: share of rows accepted", 0, 1, fifth};
    plot.left = riskAxis(reference, extentOf(plot.marks).upper);
}

}  // namespace

bool isOverlaid(const std::optional<ProfileKind>& profile) {
    return profile == ProfileKind::Decision || profile == ProfileKind::Risk ||
           profile == ProfileKind::Flexible;
}

Result<Figure> profileOverlay(std::span<const PlottedModel> models) {
    const Report& reference = *models.front().report;
    const ProfileKind kind = *reference.settings.profile;
    auto error =
        kind == ProfileKind::Decision ? withoutCommonOutcomes(models) : differingViews(models);
    if (error) return std::move(*error);
    const auto shown = models.first(std::min(models.size(), kMostOverlaid));
    Figure plot;
    plot.title = nameOfProfile(reference);
    plot.subtitle = subtitleOf(models, shown.size());
    if (kind == ProfileKind::Decision && reference.settings.prevalence)
        plot.subtitle.push_back(prevalenceText(reference));
    const std::vector<std::string> names = shortNames(models);
    for (const PlottedModel& model : shown) {
        auto line = overlaidLine(*model.report, kind);
        if (line.empty()) return undefined("it has no curve: " + lowerCase(plot.title), model);
        plot.marks.lines.push_back({.name = model.name,
                                    .colour = {PlotInk::First, model.place},
                                    .points = std::move(line),
                                    .shortName = names[plot.marks.lines.size()]});
    }
    addAxes(reference, kind, plot);
    return plot;
}

std::string profileOverlayText(std::span<const PlottedModel> models, double x) {
    const ProfileKind kind = *models.front().report->settings.profile;
    std::string text = kind == ProfileKind::Decision ? "Threshold "
                       : kind == ProfileKind::Risk   ? "Coverage "
                                                     : "Probability ";
    text += fixedText(x, 2);
    for (const PlottedModel& model : models.first(std::min(models.size(), kMostOverlaid))) {
        const auto line = overlaidLine(*model.report, kind);
        if (line.empty()) continue;
        text += "\n" + model.name + ": " +
                fixedText(nearestPoint(line, x, &CurvePoint::x).y, kModelDecimals);
    }
    return text;
}

std::string profileOverlayCaption(const Report& reference, const std::string& names) {
    const std::string of = " of " + names + " (" + viewName(reference) + ")";
    switch (*reference.settings.profile) {
        case ProfileKind::Decision:
            return "Net benefit (decision curves)" + of +
                   (reference.settings.prevalence
                        ? " " + prevalenceText(reference) + " instead of that of the rows,"
                        : std::string()) +
                   " by the threshold probability from which on one acts. " +
                   std::string(kStrategies) +
                   ". The curves alone do not show which differences are beyond chance.";
        case ProfileKind::Risk:
            return "Share of " + mistakesOf(reference) +
                   " (risk) among the most confident rows (coverage)" + of + ".";
        default: break;
    }
    return "Smooth calibration curves" + of +
           ": logistic regression on a restricted cubic spline of the logit, or loess where that "
           "cannot be fitted. The dashed line is perfect calibration.";
}

std::string profileOverlayMethods(const Report& reference) {
    switch (*reference.settings.profile) {
        case ProfileKind::Decision:
            return reference.settings.prevalence ? "Net benefit is pi TPR - (1 - pi) FPR t/(1 - t) "
                                                   "at the stated prevalence pi "
                                                   "and the threshold t (Vickers and Elkin 2006)."
                                                 : "Net benefit is TP/n - FP/n t/(1 - t) at the "
                                                   "threshold t (Vickers and Elkin "
                                                   "2006).";
        case ProfileKind::Risk:
            return "Rows were accepted from the most confident on, those of equal confidence "
                   "together.";
        default: break;
    }
    return "Outcomes were smoothed by logistic regression on a restricted cubic spline (Harrell "
           "2001), or by loess.";
}

std::string profileOverlayAlternative(std::span<const PlottedModel> models) {
    std::string text =
        nameOfProfile(*models.front().report) + " of " + counted(models.size(), "model") + ".";
    const Report& reference = *models.front().report;
    const auto line = overlaidLine(reference, *reference.settings.profile);
    const double end = line.empty() ? 1 : line.back().x;
    for (const double share : {0.1, 0.25, 0.5, 0.75}) {
        std::string values = profileOverlayText(models, share * end);
        for (std::size_t at = values.find('\n'); at != std::string::npos; at = values.find('\n'))
            values.replace(at, 1, ", ");
        text += " " + values + ".";
    }
    return text;
}

}  // namespace diagonal
