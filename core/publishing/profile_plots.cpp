// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/profile_plots.h"

#include <algorithm>
#include <cmath>

#include "core/base/date_text.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

double highestOf(const std::vector<CurvePoint>& points) {
    double most = 0;
    for (const CurvePoint& point : points)
        most = std::max(most, point.y);
    return most;
}

std::string temperatureName(double temperature) {
    return "T = " + fixedText(temperature, temperature < 10 ? 3 : 2);
}

Error missing(const Report& report, std::string why) {
    return inFile(undefined(std::move(why)), report.dataset.file);
}

Result<Figure> plotOfBins(const Report& report) {
    if (!report.binProfile) return missing(report, kNoBinProfile);
    const BinProfile& profile = *report.binProfile;
    Figure plot;
    plot.title = choiceOf(kProfileKinds, ProfileKind::Bins).label;
    const std::string scheme(report.preset
                                 ? report.preset->name
                                 : choiceOf(kBinningSchemes, report.binning.scheme).label);
    plot.subtitle = profileSubtitle(report, lowerCase(scheme));
    if (report.temperature != 1)
        plot.subtitle.insert(plot.subtitle.begin() + 2, temperatureName(report.temperature));
    LineMark ece{"ECE", {PlotInk::First}, {}};
    LineMark chance{"Calibrated model, mean", {PlotInk::Reference}, {}, false, true};
    AreaMark band{"95 % of calibrated models", {}};
    for (const BinProfilePoint& point : profile) {
        const auto bins = static_cast<double>(point.bins);
        ece.points.push_back({bins, point.ece});
        chance.points.push_back({bins, point.chanceMean});
        band.points.push_back({bins, 0, point.chance95});
    }
    const auto shown = static_cast<double>(report.binning.count);
    plot.x = {.title = "Number of bins",
              .low = 1,
              .high = static_cast<double>(profile.back().bins),
              .scale = AxisScale::Logarithmic};
    plot.marks.lines = {std::move(ece), std::move(chance)};
    plot.marks.areas = {std::move(band)};
    plot.left = axisFromZero("ECE", 0, extentOf(plot.marks).upper);
    if (shown <= plot.x.high)
        plot.marks.references = {uprightLine(counted(report.binning.count, "bin"), shown)};
    return plot;
}

Result<Figure> plotOfTemperatures(const Report& report) {
    if (!report.temperatureProfile) return missing(report, noTemperatureProfile(report));
    Figure plot = temperaturePlot(*report.temperatureProfile, report.temperature);
    plot.title = report.temperatureProfile->leastNll
                     ? std::string(choiceOf(kProfileKinds, ProfileKind::Temperature).label)
                     : "ECE by temperature";
    plot.subtitle = profileSubtitle(report, binsName(report));
    return plot;
}

std::string textAtBins(const Report& report, double bins) {
    return profileText(*report.binProfile, bins);
}

std::string textAtTemperature(const Report& report, double temperature) {
    return profileText(*report.temperatureProfile, temperature);
}

/// Returns "equal-width bins", "bins as in netcal".
std::string kindOfBins(const Report& report) {
    if (report.preset) return "bins as in " + std::string(report.preset->name);
    return std::string(choiceOf(kBinningSchemes, report.binning.scheme).jsonId()) + " bins";
}

std::string captionOfBins(const Report& report, const ProfileSubject& subject) {
    return "Expected calibration error (ECE) of " + subject.text(report) + " by number of " +
           kindOfBins(report) +
           ". Solid: ECE; grey: 95 % of calibrated models with these probabilities, at each "
           "number of bins; dashed: their mean; dotted: " +
           counted(report.binning.count, "bin") + ".";
}

std::string methodsOfBins(const Report& report, const ProfileSubject&) {
    return " The ECE was computed for up to " + groupedDigits(report.binProfile->back().bins) +
           " bins and compared with that of calibrated models, whose outcomes were drawn with the "
           "stated probabilities (consistency resampling; Broecker and Smith 2007; 999 draws for "
           "up to 100 bins, 199 for more; seed " +
           std::to_string(report.settings.seed) + ").";
}

std::string alternativeOfBins(const Report& report) {
    const BinProfile& profile = *report.binProfile;
    const auto above = std::ranges::count_if(
        profile, [](const BinProfilePoint& point) { return point.ece > point.chance95; });
    std::string text =
        "Line of the ECE against the number of bins on a logarithmic axis from 1 to " +
        groupedDigits(profile.back().bins) + ". It lies above the range of calibrated models at " +
        std::to_string(above) + " of " + std::to_string(profile.size()) + " numbers of bins.";
    std::size_t last = 0;
    for (const std::size_t bins : {std::size_t{1}, report.binning.count, profile.back().bins}) {
        if (bins != last) text += " " + textAtBins(report, static_cast<double>(bins)) + ".";
        last = bins;
    }
    return text;
}

std::string lowest(const TemperatureProfile& profile) {
    std::string text;
    if (profile.leastNll)
        text = "The NLL is lowest at T = " + fixedText(*profile.leastNll, 3) + ", the ECE";
    return (text.empty() ? "The ECE is lowest" : text) +
           " at T = " + fixedText(profile.leastEce, 3) + ".";
}

std::string captionOfTemperatures(const Report& report, const ProfileSubject& subject) {
    const bool hasNll = report.temperatureProfile->leastNll.has_value();
    const std::string scores = hasNll ? "Negative log-likelihood (NLL, left axis) and expected "
                                        "calibration error (ECE, right axis)"
                                      : "Expected calibration error (ECE)";
    return scores + " of " + subject.text(report) + " with " + binsName(report) +
           ", by the temperature T that divides the logits. " + lowest(*report.temperatureProfile);
}

std::string methodsOfTemperatures(const Report& report, const ProfileSubject& subject) {
    const bool hasNll = report.temperatureProfile->leastNll.has_value();
    return " Logits were divided by temperatures T from 0.1 to 12.8 (temperature scaling; Guo "
           "et al. 2017), and " +
           std::string(hasNll ? "NLL and ECE were" : "the ECE was") + " measured on the same " +
           subject.rows + ".";
}

std::string alternativeOfTemperatures(const Report& report) {
    const TemperatureProfile& profile = *report.temperatureProfile;
    return (profile.leastNll ? "Lines of NLL and ECE" : std::string("Line of the ECE")) +
           " against the temperature T on a logarithmic axis from 0.1 to 12.8. " + lowest(profile) +
           " At the ends: " + textAtTemperature(report, kLowestSwept) + "; " +
           textAtTemperature(report, kHighestSwept) + ".";
}

// Calibration over time.

/// Converts times into values of the horizontal axis.
double placeOf(const ReportedOverTime& over, double time) {
    return (time - over.walk.front().time) /
           (over.areDates ? static_cast<double>(kDaySeconds) : 1.0);
}

/// Returns how many rows fall into equal stretches of time, as steps.
std::vector<CurvePoint> rowsOverTime(const ReportedOverTime& over, const Axis& x) {
    constexpr std::size_t stretches = 40;
    std::vector<double> rows(stretches);
    std::size_t before = 0;
    for (const TimePoint& point : over.walk) {
        const double share = x.shareOf(placeOf(over, point.time));
        const auto stretch = static_cast<std::size_t>(share * static_cast<double>(stretches));
        rows[std::min(stretch, stretches - 1)] += static_cast<double>(point.rows - before);
        before = point.rows;
    }
    std::vector<CurvePoint> steps;
    for (std::size_t i = 0; i < stretches; ++i) {
        const double width = 1 / static_cast<double>(stretches);
        steps.push_back({x.valueAt(static_cast<double>(i) * width), rows[i]});
        steps.push_back({x.valueAt(static_cast<double>(i + 1) * width), rows[i]});
    }
    return steps;
}

/// Adds where the sum stays, with the probability of the level, under both hypotheses.
void addEnvelopes(const Report& report, Figure& plot) {
    const ReportedOverTime& over = *report.overTime;
    if (!over.calibrated.p) return;
    const std::string level = percentText(report.settings.level);
    const TimePoint& last = over.walk.back();
    const double deviation = std::sqrt(last.variance);
    const double ofCalibrated = brownianMaximumLimit(1 - report.settings.level) * deviation;
    const double ofConstant = over.bridge.limit(1 - report.settings.level) * over.steadyDeviation;
    AreaMark band{level + " if miscalibrated alike all along", {}};
    LineMark upper{level + " if calibrated all along", {PlotInk::Reference}, {}, false, true};
    LineMark lower{"", {PlotInk::Reference}, {}, false, true};
    band.points.push_back({plot.x.low, -ofConstant, ofConstant});
    for (const TimePoint& point : over.walk) {
        const double middle = point.variance / last.variance * last.sum;
        band.points.push_back(
            {placeOf(over, point.time), middle - ofConstant, middle + ofConstant});
    }
    for (const double end : {plot.x.low, plot.x.high}) {
        upper.points.push_back({end, ofCalibrated});
        lower.points.push_back({end, -ofCalibrated});
    }
    plot.marks.areas = {std::move(band)};
    plot.marks.lines.push_back(std::move(upper));
    plot.marks.lines.push_back(std::move(lower));
}

Result<Figure> plotOverTime(const Report& report) {
    if (!report.overTime) return missing(report, kNoTimes);
    const ReportedOverTime& over = *report.overTime;
    Figure plot;
    plot.title = choiceOf(kProfileKinds, ProfileKind::Time).label;
    plot.subtitle =
        profileSubtitle(report, report.temperature == 1 ? "" : temperatureName(report.temperature));
    if (over.changeP) plot.subtitle.push_back("change: " + pText(*over.changeP));
    const double first = over.walk.front().time;
    const double end = over.walk.back().time;
    plot.x =
        over.areDates ? dateAxis(over.column, first, end) : numberAxis(over.column, first, end);
    LineMark sum{"Sum over all rows up to a time", {PlotInk::First}, {{plot.x.low, 0}}};
    for (const TimePoint& point : over.walk)
        sum.points.push_back({placeOf(over, point.time), point.sum});
    plot.marks.lines = {std::move(sum)};
    addEnvelopes(report, plot);
    const Interval extent = extentOf(plot.marks);
    const bool isTop = report.view.isTopLabel();
    constexpr double beyond = 1.04;  // a limit on the frame would not be seen
    plot.left = axisThroughZero(beyond * extent.lower, beyond * extent.upper);
    plot.left.title = isTop ? "Excess of correct" : "Excess of events";
    if (hasChanged(report))
        plot.marks.references.push_back(
            uprightLine("Change between " + over.text(over.change.time) + " and " +
                            over.text(over.firstTimeAfter),
                        (placeOf(over, over.change.time) + placeOf(over, over.firstTimeAfter)) / 2,
                        PlotInk::Second));
    plot.lower = countsBelow("Rows", {{"", {PlotInk::Reference}, rowsOverTime(over, plot.x)}});
    return plot;
}

std::string textOverTime(const Report& report, double place) {
    constexpr int decimals = 1;
    const ReportedOverTime& over = *report.overTime;
    const TimePoint& point = nearestPoint(
        over.walk, place, [&](const TimePoint& each) { return placeOf(over, each.time); });
    return "Up to " + over.text(point.time) + ": " + counted(point.rows, "row") + ", " +
           fixedText(std::abs(point.sum), decimals) +
           (report.view.isTopLabel() ? " correct " : " events ") +
           (point.sum < 0 ? "fewer" : "more") + " than expected";
}

/// Returns all sentences on calibration over time in one.
std::string sentencesOverTime(const Report& report) {
    std::string text;
    for (const std::string& sentence : overTimeSentences(report))
        text += " " + sentence;
    return text;
}

std::string captionOverTime(const Report& report, const ProfileSubject& subject) {
    std::string text = "Calibration of " + subject.text(report) +
                       " over time: outcomes less probabilities, summed over all rows up to a time";
    if (report.overTime->calibrated.p) {
        const std::string level = percentText(report.settings.level);
        text += ". Grey: where the sum stays with a probability of " + level +
                " if the model is miscalibrated alike all along; dashed: if it is calibrated";
    }
    return text + (hasChanged(report) ? "; dotted: the largest break" : "") + ". Below: rows." +
           sentencesOverTime(report);
}

std::string methodsOverTime(const Report& report, const ProfileSubject& subject) {
    return " Outcomes less probabilities were summed in the order of " +
           quotedText(report.overTime->column) + ", " + subject.rows + " of one time together" +
           (report.overTime->calibrated.p
                ? ". On the clock of the variance p(1 - p), the largest sum was compared with the "
                  "maximum of Brownian motion. Its largest distances to straight lines on this "
                  "clock and on that of the rows, in standard deviations of the larger of the "
                  "stated and the observed variance, were compared with the maximum of the "
                  "Brownian bridge " +
                      std::string(report.overTime->times <= BridgeMaximum::kMostDrawnTimes + 1
                                      ? "at these times (9,999 draws); "
                                      : "(Kolmogorov 1933); ") +
                      "the larger of both p-values is that of a change."
                : ".");
}

std::string alternativeOverTime(const Report& report) {
    std::string text =
        "Line of the sum of outcomes less probabilities over time." + sentencesOverTime(report);
    const std::vector<TimePoint>& walk = report.overTime->walk;
    for (const double share : {0.25, 0.5, 0.75, 1.0}) {
        const auto place = static_cast<std::size_t>(share * static_cast<double>(walk.size() - 1));
        text += " " + textOverTime(report, placeOf(*report.overTime, walk[place].time)) + ".";
    }
    return text;
}

}  // namespace

Figure temperaturePlot(const TemperatureProfile& profile, std::optional<double> shown) {
    constexpr double octave = 2;
    Figure plot;
    plot.x = {.title = "Temperature T",
              .low = kLowestSwept,
              .high = kHighestSwept,
              .scale = AxisScale::Logarithmic,
              .base = octave};
    LineMark nll{"NLL", {PlotInk::First}, {}};
    LineMark ece{"ECE", {PlotInk::Second}, {}};
    for (const ProfilePoint& point : profile.points) {
        if (point.nll) nll.points.push_back({point.temperature, *point.nll});
        ece.points.push_back({point.temperature, point.ece});
    }
    const Axis eceAxis = axisFromZero("ECE", 0, highestOf(ece.points));
    if (profile.leastNll) {
        plot.left = axisFromZero("NLL", 0, highestOf(nll.points));
        plot.right = eceAxis;
        ece.isRight = true;
        plot.marks.references.push_back(
            uprightLine("NLL lowest: " + temperatureName(*profile.leastNll), *profile.leastNll,
                        nll.colour.ink));
        plot.marks.lines.push_back(std::move(nll));
    } else {
        plot.left = eceAxis;
    }
    plot.marks.references.push_back(uprightLine("ECE lowest: " + temperatureName(profile.leastEce),
                                                profile.leastEce, ece.colour.ink));
    if (shown && *shown >= kLowestSwept && *shown <= kHighestSwept)
        plot.marks.references.push_back(uprightLine("Shown: " + temperatureName(*shown), *shown));
    plot.marks.lines.push_back(std::move(ece));
    return plot;
}

std::string noTemperatureProfile(const Report& report) {
    if (report.settings.where.confidence)
        return "at each temperature other rows have the confidences that were chosen: measure all "
               "of them";
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

ProfileFigure binProfileFigure() {
    return {ProfileKind::Bins, false,         plotOfBins,       textAtBins,
            captionOfBins,     methodsOfBins, alternativeOfBins};
}

ProfileFigure overTimeFigure() {
    return {ProfileKind::Time, false,           plotOverTime,       textOverTime,
            captionOverTime,   methodsOverTime, alternativeOverTime};
}

ProfileFigure temperatureProfileFigure() {
    return {ProfileKind::Temperature, true,
            plotOfTemperatures,       textAtTemperature,
            captionOfTemperatures,    methodsOfTemperatures,
            alternativeOfTemperatures};
}

}  // namespace diagonal
