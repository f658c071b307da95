// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/profile_plots.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"

namespace diagonal {
namespace {

double highestOf(const std::vector<CurvePoint>& points) {
    double most = 0;
    for (const CurvePoint& point : points)
        most = std::max(most, point.y);
    return most;
}

std::vector<std::string> subtitleOf(const Report& report, std::string setting) {
    std::vector<std::string> parts{displayName(report.dataset.file), std::move(setting)};
    if (!report.dataset.group.empty()) parts.push_back(report.dataset.group);
    if (report.view.kind != View::Kind::TopLabel) parts.push_back(viewName(report));
    parts.push_back("n = " + groupedDigits(report.dataset.rows));
    return parts;
}

std::string temperatureName(double temperature) {
    return "T = " + fixedText(temperature, temperature < 10 ? 3 : 2);
}

LinePlot plotOfBins(const Report& report) {
    const BinProfile& profile = *report.binProfile;
    LinePlot plot;
    plot.title = choiceOf(kProfileKinds, ProfileKind::Bins).label;
    const std::string scheme(report.preset
                                 ? report.preset->name
                                 : choiceOf(kBinningSchemes, report.binning.scheme).label);
    plot.subtitle = subtitleOf(report, lowerCase(scheme));
    if (report.temperature != 1)
        plot.subtitle.insert(plot.subtitle.begin() + 2, temperatureName(report.temperature));
    PlotLine ece{"ECE", {PlotInk::First}, {}};
    PlotLine chance{"Calibrated model, mean", {PlotInk::Reference}, {}, false, true};
    PlotBand band{"95 % of calibrated models", {}};
    double most = 0;
    for (const BinProfilePoint& point : profile) {
        const auto bins = static_cast<double>(point.bins);
        ece.points.push_back({bins, point.ece});
        chance.points.push_back({bins, point.chanceMean});
        band.points.push_back({bins, 0, point.chance95});
        most = std::max({most, point.ece, point.chance95});
    }
    const auto shown = static_cast<double>(report.binning.count);
    plot.x = {"Number of bins", 1, static_cast<double>(profile.back().bins)};
    plot.left = axisFromZero("ECE", 0, most);
    plot.lines = {std::move(ece), std::move(chance)};
    plot.bands = {std::move(band)};
    if (shown <= plot.x.high)
        plot.marks = {{counted(report.binning.count, "bin"), shown, PlotInk::Reference}};
    return plot;
}

Error missing(const Report& report, std::string why) {
    return Error{ErrorKind::Undefined, std::move(why), report.dataset.file};
}

}  // namespace

LinePlot temperaturePlot(const TemperatureProfile& profile, std::optional<double> shown) {
    constexpr double octave = 2;
    LinePlot plot;
    plot.x = {"Temperature T", kLowestSwept, kHighestSwept, 0, octave};
    PlotLine nll{"NLL", {PlotInk::First}, {}};
    PlotLine ece{"ECE", {PlotInk::Second}, {}};
    for (const ProfilePoint& point : profile.points) {
        if (point.nll) nll.points.push_back({point.temperature, *point.nll});
        ece.points.push_back({point.temperature, point.ece});
    }
    const LineAxis eceAxis = axisFromZero("ECE", 0, highestOf(ece.points));
    if (profile.leastNll) {
        plot.left = axisFromZero("NLL", 0, highestOf(nll.points));
        plot.right = eceAxis;
        ece.isRight = true;
        plot.marks.push_back({"NLL lowest: " + temperatureName(*profile.leastNll),
                              *profile.leastNll, nll.colour.ink});
        plot.lines.push_back(std::move(nll));
    } else {
        plot.left = eceAxis;
    }
    plot.marks.push_back(
        {"ECE lowest: " + temperatureName(profile.leastEce), profile.leastEce, ece.colour.ink});
    if (shown && *shown >= kLowestSwept && *shown <= kHighestSwept)
        plot.marks.push_back({"Shown: " + temperatureName(*shown), *shown, PlotInk::Reference});
    plot.lines.push_back(std::move(ece));
    return plot;
}

Result<LinePlot> profilePlot(const Report& report) {
    if (report.settings.profile == ProfileKind::Bins) {
        if (report.binProfile) return plotOfBins(report);
        return missing(report, kNoBinProfile);
    }
    if (!report.temperatureProfile) return missing(report, noTemperatureProfile(report));
    LinePlot plot = temperaturePlot(*report.temperatureProfile, report.temperature);
    plot.title = choiceOf(kProfileKinds, ProfileKind::Temperature).label;
    plot.subtitle = subtitleOf(report, binsName(report));
    return plot;
}

std::string noTemperatureProfile(const Report& report) {
    if (report.dataset.cells && !report.dataset.noTemperature) {
        return "cells support this plot only if they hold margins or several temperatures";
    }
    return "temperature scaling is not possible: " +
           report.dataset.noTemperature.value_or("it was not requested");
}

std::string profileText(const BinProfile& profile, double bins) {
    const auto distance = [&](const BinProfilePoint& point) {
        return std::abs(static_cast<double>(point.bins) - bins);
    };
    const BinProfilePoint& point = *std::ranges::min_element(profile, {}, distance);
    return counted(point.bins, "bin") + ": ECE " + fixedText(point.ece, 4) +
           "; a calibrated model: " + fixedText(point.chanceMean, 4) + " on average, below " +
           fixedText(point.chance95, 4) + " in 95 % of cases";
}

std::string profileText(const TemperatureProfile& profile, double temperature) {
    const auto distance = [&](const ProfilePoint& point) {
        return std::abs(std::log(point.temperature / temperature));
    };
    const ProfilePoint& point = *std::ranges::min_element(profile.points, {}, distance);
    std::string text = temperatureName(point.temperature) + ": ";
    if (point.nll) text += "NLL " + fixedText(*point.nll, 4) + ", ";
    return text + "ECE " + fixedText(point.ece, 4);
}

}  // namespace diagonal
