// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/models/profile_overlay.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/nice_step.h"
#include "core/base/text.h"
#include "core/publishing/decision_plots.h"
#include "core/publishing/models/model_plot_parts.h"
#include "core/publishing/terms.h"

namespace diagonal {
namespace {

std::string nameOfProfile(const Report& report) {
    return std::string(choiceOf(kProfileKinds, *report.settings.profile).label);
}

/// Returns the line of a report's profile; empty if it was not computed or is not defined.
std::vector<CurvePoint> overlaidLine(const Report& report, ProfileKind kind) {
    std::vector<CurvePoint> line;
    if (kind == ProfileKind::Risk) return report.riskProfile;
    if (kind == ProfileKind::Flexible) {
        if (!report.flexible) return line;
        return report.flexible->spline.empty() ? report.flexible->loess : report.flexible->spline;
    }
    for (const DecisionPoint& point : report.decisionProfile)
        line.push_back({point.threshold, point.netBenefit});
    return line;
}

/// Adds the net benefit of acting on all and on none, and the axes of a decision curve.
void addStrategies(const Report& reference, LinePlot& plot) {
    PlotLine all{"Acting on all", {PlotInk::Reference}, {}};
    all.dash = LineDash::LongDashed;
    double most = 0;
    double end = 0;
    for (const DecisionPoint& point : reference.decisionProfile)
        all.points.push_back({point.threshold, point.ofAll});
    for (const CurvePoint& point : all.points)
        most = std::max(most, point.y);
    for (const PlotLine& line : plot.lines) {
        end = std::max(end, line.points.back().x);
        for (const CurvePoint& point : line.points)
            most = std::max(most, point.y);
    }
    constexpr double shownBelow = 0.2;  // of the largest net benefit; that of all falls without end
    const double least = -shownBelow * most;
    double lowest = 0;
    plot.lines.push_back(std::move(all));
    for (PlotLine& line : plot.lines) {
        std::erase_if(line.points, [&](const CurvePoint& point) { return point.y < least; });
        for (const CurvePoint& point : line.points)
            lowest = std::min(lowest, point.y);
    }
    plot.lines.push_back({"Acting on none", {PlotInk::Reference}, {{0, 0}, {end, 0}}, false, true});
    const double step = niceStep(end / 4);
    plot.x = {"Threshold probability", 0, std::ceil(end / step - 1e-9) * step, step};
    plot.left = axisFromZero("Net benefit", lowest, most);
}

void addAxes(const Report& reference, ProfileKind kind, LinePlot& plot) {
    constexpr double fifth = 0.2;
    if (kind == ProfileKind::Decision) return addStrategies(reference, plot);
    if (kind == ProfileKind::Flexible) {
        const bool ofClass = reference.view.kind != View::Kind::TopLabel;
        plot.x = {ofClass ? "Predicted probability" : "Confidence", 0, 1, fifth};
        plot.left = {ofClass ? "Observed frequency" : "Accuracy", 0, 1, fifth};
        plot.guides = {idealGuide()};
        plot.isSquare = true;
        return;
    }
    double most = 0;
    for (const PlotLine& line : plot.lines) {
        for (const CurvePoint& point : line.points)
            most = std::max(most, point.y);
    }
    plot.x = {"Coverage: share of rows accepted", 0, 1, fifth};
    plot.left = riskAxis(reference, most);
}

}  // namespace

bool isOverlaid(const std::optional<ProfileKind>& profile) {
    return profile == ProfileKind::Decision || profile == ProfileKind::Risk ||
           profile == ProfileKind::Flexible;
}

ReportPlan overlaidPlan(const AnalysisSettings& settings) {
    return isOverlaid(settings.profile) ? ReportPlan::of(*settings.profile) : ReportPlan();
}

Result<LinePlot> profileOverlay(std::span<const PlottedModel> models) {
    const Report& reference = *models.front().report;
    const ProfileKind kind = *reference.settings.profile;
    auto error =
        kind == ProfileKind::Decision ? withoutCommonOutcomes(models) : differingViews(models);
    if (error) return std::move(*error);
    const auto shown = models.first(std::min(models.size(), kMostOverlaid));
    LinePlot plot;
    plot.title = nameOfProfile(reference);
    plot.subtitle = subtitleOf(models, shown.size());
    if (kind == ProfileKind::Decision && reference.settings.prevalence)
        plot.subtitle.push_back(prevalenceText(reference));
    for (const PlottedModel& model : shown) {
        auto line = overlaidLine(*model.report, kind);
        if (line.empty()) return undefined("it has no curve: " + lowerCase(plot.title), model);
        plot.lines.push_back({model.name, {PlotInk::First, model.place}, std::move(line)});
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
        const auto nearest = std::ranges::min_element(
            line, {}, [&](const CurvePoint& point) { return std::abs(point.x - x); });
        text += "\n" + model.name + ": " + fixedText(nearest->y, kModelDecimals);
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
                   " by the threshold probability from which on one acts. Grey: acting on all "
                   "(solid) and on none (dashed). The curves alone do not show which differences "
                   "are beyond chance.";
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
