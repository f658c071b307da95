// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/profile_figures.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/base/text.h"
#include "core/publishing/decision_plots.h"
#include "core/publishing/group_forest.h"
#include "core/publishing/profile_plots.h"

namespace diagonal {
namespace {

std::span<const ProfileFigure> profileFigures() {
    static const std::array figures = {
        binProfileFigure(), temperatureProfileFigure(), decisionFigure(), riskFigure(),
        flexibleFigure(),   groupForestFigure(),        overTimeFigure()};
    return figures;
}

}  // namespace

std::string ProfileSubject::text(const Report& report) const {
    return model + " (n = " + groupedDigits(report.dataset.rows) + ")" +
           (recalibration.empty() ? "" : " " + recalibration);
}

const ProfileFigure& profileFigure(const Report& report) {
    return *std::ranges::find(profileFigures(), *report.settings.profile, &ProfileFigure::kind);
}

Result<Figure> profilePlot(const Report& report) {
    const ProfileFigure& figure = profileFigure(report);
    const bool isOfBins =
        figure.kind == ProfileKind::Bins || figure.kind == ProfileKind::Temperature;
    if (report.dataset.areBins() && !isOfBins) {
        return inFile(undefined("this figure is not possible: " + std::string(kNeedsRows)),
                      report.dataset.file);
    }
    return figure.plot(report);
}

std::vector<std::string> profileSubtitle(const Report& report, std::string setting) {
    std::vector<std::string> parts{displayName(report.dataset.file)};
    if (!setting.empty()) parts.push_back(std::move(setting));
    if (!report.dataset.group.empty()) parts.push_back(report.dataset.group);
    if (!report.view.isTopLabel()) parts.push_back(viewName(report));
    parts.push_back("n = " + groupedDigits(report.dataset.rows));
    return parts;
}

}  // namespace diagonal
