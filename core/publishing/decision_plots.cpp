// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/decision_plots.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/nice_step.h"
#include "core/base/text.h"
#include "core/publishing/diagrams/diagram.h"
#include "core/publishing/diagrams/drawn_columns.h"
#include "core/publishing/diagrams/terms.h"

namespace diagonal {
namespace {

std::string profileLabel(ProfileKind kind) {
    return std::string(choiceOf(kProfileKinds, kind).label);
}

std::string intervalLevel(const Report& report) {
    return percentText(report.settings.level);
}

Error notComputed(const Report& report, const std::string& what) {
    return inFile(undefined(what + " was not computed"), report.dataset.file);
}

/// Returns the steps of a histogram as a line: the bins' rows of each outcome, or of both.
enum class Counted { All, Correct, Wrong };
std::vector<CurvePoint> histogram(const Report& report, Counted counted) {
    std::vector<CurvePoint> steps;
    for (const Bin& bin : report.binned.bins) {
        const double height = counted == Counted::All       ? bin.weight
                              : counted == Counted::Correct ? bin.correct
                                                            : bin.weight - bin.correct;
        steps.push_back({bin.lower, height});
        steps.push_back({bin.upper, height});
    }
    return steps;
}

/// Cuts the steps at the end of the axis.
std::vector<CurvePoint> upTo(std::vector<CurvePoint> steps, double end) {
    const auto beyond =
        std::ranges::find_if(steps, [&](const CurvePoint& step) { return step.x > end; });
    if (beyond == steps.end()) return steps;
    const double height = beyond->y;
    steps.erase(beyond, steps.end());
    steps.push_back({end, height});
    return steps;
}

Figure plotTitled(const Report& report, ProfileKind kind) {
    Figure plot;
    plot.title = profileLabel(kind);
    plot.subtitle = profileSubtitle(
        report, report.temperature == 1 ? "" : "T = " + fixedText(report.temperature, 3));
    return plot;
}

// Net benefit.

const DecisionPoint& pointAt(const Report& report, double threshold) {
    return nearestPoint(report.decisionProfile, threshold, &DecisionPoint::threshold);
}

Result<Figure> plotOfDecisions(const Report& report) {
    if (const auto why = whyNoDecisions(report))
        return inFile(undefined(*why), report.dataset.file);
    if (report.decisionProfile.empty()) return notComputed(report, "the net benefit");
    if (!(report.decisionProfile.back().threshold > 0))
        return undefined("no row is an event: no decision by a threshold has a benefit");
    Figure plot = plotTitled(report, ProfileKind::Decision);
    if (report.settings.prevalence)
        plot.subtitle.insert(plot.subtitle.end() - 1, prevalenceText(report));
    AreaMark band{intervalLevel(report) + " CI against the better of both", {}};
    bool isLeftOut = false;
    for (const DecisionPoint& point : report.decisionProfile) {
        const auto& interval = point.minusBestInterval;
        const double best = std::max(0.0, point.ofAll);
        if (interval && !point.hasFewRows)
            band.points.push_back(
                {point.threshold, best + interval->lower, best + interval->upper});
        isLeftOut = isLeftOut || (point.hasFewRows && point.differingRows > 0);
    }
    if (isLeftOut) band.name += ", if rows suffice";
    plot.marks.areas = {std::move(band)};
    plot.marks.lines = {{"This model", {PlotInk::First}, netBenefits(report)}};
    addStrategies(report, plot);
    const double end = report.decisionProfile.back().threshold;
    plot.lower =
        countsBelow(countsTitle(report, AxisScale::Linear),
                    {{"", {PlotInk::Reference}, upTo(histogram(report, Counted::All), end)}});
    return plot;
}

std::string textOfDecision(const Report& report, double threshold) {
    return decisionText(pointAt(report, threshold));
}

/// Returns the runs of thresholds at which the model is shown to be better than both.
std::string betterText(const Report& report) {
    std::vector<std::pair<double, double>> runs;
    bool isInRun = false;
    for (const DecisionPoint& point : report.decisionProfile) {
        const bool isBetter =
            !point.hasFewRows && point.minusBestInterval && point.minusBestInterval->lower > 0;
        if (isBetter && !isInRun) runs.emplace_back(point.threshold, point.threshold);
        if (isBetter) runs.back().second = point.threshold;
        isInRun = isBetter;
    }
    if (runs.empty())
        return "At no threshold is it shown to be better than acting on all or on none.";
    std::string text = "It is shown to be better than acting on all or on none at thresholds ";
    for (std::size_t i = 0; i < runs.size(); ++i) {
        text += i == 0 ? "from " : i + 1 == runs.size() ? " and from " : ", from ";
        text += fixedText(runs[i].first, 2) + " to " + fixedText(runs[i].second, 2);
    }
    return text + ", each by itself.";
}

std::string captionOfDecisions(const Report& report, const ProfileSubject& subject) {
    const std::string prevalence = prevalenceText(report);
    return "Net benefit (decision curve) of " + subject.text(report) +
           (prevalence.empty() ? "" : " " + prevalence + " instead of that of the rows,") +
           " by the threshold probability from which on one acts: true positives less false "
           "positives, weighted by the odds of the threshold, per row. " +
           std::string(kStrategies) + "; band: " + intervalLevel(report) +
           " interval of the paired difference to the better of both, at each threshold by itself, "
           "not where too few rows tell; below: rows by probability. " +
           betterText(report);
}

std::string methodsOfDecisions(const Report& report, const ProfileSubject&) {
    return " Net benefit is " +
           std::string(report.settings.prevalence
                           ? "pi TPR - (1 - pi) FPR t/(1 - t) at the stated prevalence pi and the "
                             "threshold t (Vickers and Elkin 2006); its intervals add the "
                             "variances of both outcomes (Welch 1947)"
                           : "TP/n - FP/n t/(1 - t) at the threshold t (Vickers and Elkin 2006); "
                             "its intervals are Student's t of the rows' contributions") +
           std::string(report.clusters ? ", summed over clusters." : ".");
}

std::string alternativeOfDecisions(const Report& report) {
    const double end = report.decisionProfile.back().threshold;
    std::string text = "Line of the net benefit" +
                       (report.settings.prevalence ? " " + prevalenceText(report) : std::string()) +
                       " against thresholds from 0 to " + fixedText(end, 2) +
                       ", beside lines for acting on all and on none. " + betterText(report);
    for (const double share : {0.25, 0.5, 0.75})
        text += " " + textOfDecision(report, share * end) + ".";
    return text;
}

/// Adds the parts of a line that are above a value; the first has its name.
void addAbove(double least, LineMark line, std::vector<LineMark>& lines) {
    const std::vector<CurvePoint> points = std::exchange(line.points, {});
    for (std::size_t i = 0; i < points.size(); ++i) {
        const CurvePoint& point = points[i];
        const bool isAbove = point.y >= least;
        if (i > 0 && isAbove != (points[i - 1].y >= least)) {
            const double share = (least - points[i - 1].y) / (point.y - points[i - 1].y);
            line.points.push_back({std::lerp(points[i - 1].x, point.x, share), least});
        }
        if (isAbove) line.points.push_back(point);
        if ((isAbove && i + 1 < points.size()) || line.points.empty()) continue;
        lines.push_back(line);
        line.name.clear();
        line.points.clear();
    }
}

// Risk by coverage.

/// True if the risks have upper limits: all of them, or none.
bool hasLimits(const Report& report) {
    return !report.risks.empty() && report.risks.back().upper;
}

/// Returns the level at which the limits of risks hold jointly.
std::string limitLevel(const Report& report) {
    return percentText(report.settings.guarantee ? report.settings.guarantee->confidence
                                                 : report.settings.level);
}

Result<Figure> plotOfRisks(const Report& report) {
    if (report.riskProfile.empty()) return notComputed(report, "the risk by coverage");
    Figure plot = plotTitled(report, ProfileKind::Risk);
    const std::string mistakes = mistakesOf(report);
    LineMark risk{"Share of " + mistakes, {PlotInk::First}, report.riskProfile};
    LineMark best{"All " + mistakes + " last", {PlotInk::Reference}, {}, false, true};
    const double wrong = report.riskProfile.back().y;
    // At the same coverages, so that no straight piece crosses the curve.
    for (const CurvePoint& point : report.riskProfile)
        best.points.push_back({point.x, std::max(0.0, point.x - (1 - wrong)) / point.x});
    double most = 0;
    for (const CurvePoint& point : report.riskProfile)
        most = std::max(most, point.y);
    plot.marks.lines = {std::move(risk), std::move(best)};
    LineMark limit{limitLevel(report) + " upper limit (jointly at 20 points)",
                   {PlotInk::Second},
                   {},
                   false,
                   false,
                   true};
    constexpr double wide = 1.5;  // a limit of few rows would press the curve to the axis
    for (const RiskPoint& point : report.risks) {
        if (point.upper && *point.upper <= std::max(most * wide, 0.05))
            limit.points.push_back({point.coverage, *point.upper});
    }
    for (const CurvePoint& point : limit.points)
        most = std::max(most, point.y);
    if (!limit.points.empty()) plot.marks.lines.push_back(std::move(limit));
    if (report.guarantee && report.guarantee->point) {
        const RiskPoint& point = *report.guarantee->point;
        plot.marks.references = {uprightLine(
            "Guaranteed: confidence from " + fixedText(point.threshold, 4), point.coverage)};
    }
    plot.x = {"Coverage: share of rows accepted", 0, 1, 0.2};
    plot.left = riskAxis(report, most);
    return plot;
}

std::string textOfRisk(const Report& report, double coverage) {
    const CurvePoint& point = nearestPoint(report.riskProfile, coverage, &CurvePoint::x);
    return "The most confident " + fixedText(100 * point.x, 1) +
           " % of rows: " + fixedText(100 * point.y, 2) + " % " + mistakesOf(report);
}

std::string captionOfRisks(const Report& report, const ProfileSubject& subject) {
    const std::string mistakes = mistakesOf(report);
    std::string text =
        "Share of " + mistakes + " (risk) among the most confident rows (coverage) of " +
        subject.text(report) + ". Dashed: the least possible, all " + mistakes + " last";
    if (hasLimits(report))
        text +=
            "; points: exact upper limits of the true risk at 20 coverages, which hold jointly "
            "with " +
            limitLevel(report) + " confidence";
    text += ".";
    if (report.settings.guarantee) text += " " + guaranteeText(report) + ".";
    return text;
}

std::string methodsOfRisks(const Report& report, const ProfileSubject& subject) {
    return " The " + subject.rows +
           " were accepted from the most confident on, those of equal confidence together." +
           (hasLimits(report)
                ? " Upper limits are those of Clopper and Pearson (1934) at 20 coverages with "
                  "Bonferroni's correction."
                : "");
}

std::string alternativeOfRisks(const Report& report) {
    std::string text =
        "Line of the share of " + mistakesOf(report) + " against the share of rows accepted.";
    for (const double coverage : {0.2, 0.5, 0.8, 1.0})
        text += " " + textOfRisk(report, coverage) + ".";
    return text;
}

// Smooth calibration curves.

/// Returns the stretches of a curve strictly between 0 and 1: where it was clipped, no line is
/// drawn.
std::vector<std::vector<CurvePoint>> insideOf(const std::vector<CurvePoint>& curve) {
    std::vector<std::vector<CurvePoint>> parts(1);
    for (const CurvePoint& point : curve) {
        const bool isInside = point.y > 0 && point.y < 1;
        if (isInside) parts.back().push_back(point);
        if (!isInside && !parts.back().empty()) parts.emplace_back();
    }
    std::erase_if(parts, [](const auto& part) { return part.size() < 2; });
    return parts;
}

Result<Figure> plotOfCurves(const Report& report) {
    if (!report.flexible) return notComputed(report, "a smooth curve");
    const FlexibleCurves& curves = *report.flexible;
    if (curves.spline.empty() && curves.loess.empty())
        return undefined(
            "no smooth curve can be fitted: too few different confidences, or one "
            "outcome only");
    Figure plot = plotTitled(report, ProfileKind::Flexible);
    const Terms terms = termsOf(report);
    plot.x = usualPart(report);
    const auto cut = [&](auto points) {
        std::erase_if(points, [&](const auto& point) { return point.x > plot.x.high; });
        return points;
    };
    double most = plot.x.high;
    for (const BandPoint& point : cut(curves.band))
        most = std::max(most, point.upper);
    for (const auto* line : {&curves.spline, &curves.loess}) {
        for (const CurvePoint& point : cut(*line))
            most = std::max(most, point.y);
    }
    plot.left = zoomedAxis(0, std::min(most, 1.0));
    plot.x.title = capitalized(terms.confidence);
    plot.left.title = capitalized(terms.accuracy);
    plot.marks.references.push_back(idealLine());
    const std::string name = curves.isLogistic ? "Logistic curve" : "Spline of the logit";
    if (!curves.spline.empty()) {
        if (!curves.band.empty())
            plot.marks.areas.push_back(
                {intervalLevel(report) + " band, each point", cut(curves.band)});
        plot.marks.lines.push_back({name, {PlotInk::First}, cut(curves.spline)});
    }
    std::string loess = "Loess";
    for (auto& part : insideOf(cut(curves.loess)))
        plot.marks.lines.push_back(
            {std::exchange(loess, {}), {PlotInk::Second}, std::move(part), false, true});
    plot.lower = countsBelow(
        countsTitle(report, AxisScale::Linear),
        {{capitalized(terms.with), {PlotInk::Reference}, cut(histogram(report, Counted::Correct))},
         {.name = capitalized(terms.without),
          .colour = {PlotInk::Reference},
          .points = cut(histogram(report, Counted::Wrong)),
          .dash = LineDash::Dotted}});
    return plot;
}

std::string textOfCurve(const Report& report, double x) {
    const FlexibleCurves& curves = *report.flexible;
    std::string text = termsOf(report).confidence + " " + fixedText(x, 3);
    if (!curves.spline.empty())
        text += (curves.isLogistic ? ": logistic " : ": spline ") +
                fixedText(nearestPoint(curves.spline, x, &CurvePoint::x).y, 3);
    if (!curves.loess.empty())
        text += (curves.spline.empty() ? ": loess " : ", loess ") +
                fixedText(nearestPoint(curves.loess, x, &CurvePoint::x).y, 3);
    return capitalized(text);
}

std::string captionOfCurves(const Report& report, const ProfileSubject& subject) {
    const FlexibleCurves& curves = *report.flexible;
    std::string text = "Smooth calibration curves of " + subject.text(report) + ".";
    if (!curves.spline.empty()) {
        text += curves.isLogistic ? " Solid: logistic recalibration"
                                  : " Solid: logistic regression on a restricted cubic spline of "
                                    "the logit with 4 knots";
        if (!curves.band.empty())
            text += ", with its " + intervalLevel(report) + " interval at each point";
        text += curves.loess.empty() ? "." : ";";
    }
    if (!curves.loess.empty())
        text += " dashed: loess (span 0.75, degree 2), where it is between 0 and 1.";
    return text + " Below: rows by outcome.";
}

std::string methodsOfCurves(const Report& report, const ProfileSubject&) {
    const FlexibleCurves& curves = *report.flexible;
    const std::string loess = curves.loess.empty() ? "" : "loess (Austin and Steyerberg 2019)";
    const std::string spline =
        curves.spline.empty() ? ""
        : curves.isLogistic   ? "logistic recalibration"
                              : "logistic regression on a restricted cubic spline (Harrell 2001)";
    const std::string both = loess.empty() || spline.empty() ? "" : " and by ";
    return " Outcomes were smoothed by " + loess + both + spline + ".";
}

std::string alternativeOfCurves(const Report& report) {
    const FlexibleCurves& curves = *report.flexible;
    const auto& drawn = curves.spline.empty() ? curves.loess : curves.spline;
    std::string text = "Smooth lines of the observed frequency against the probability.";
    for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9}) {
        const double x = drawn.front().x + share * (drawn.back().x - drawn.front().x);
        text += " " + textOfCurve(report, x) + ".";
    }
    return text;
}

}  // namespace

Axis riskAxis(const Report& report, double most) {
    constexpr double fifth = 0.2;
    Axis axis = axisFromZero("Risk: " + mistakesOf(report) + " among accepted rows", 0, most);
    if (axis.high > 1) axis = {axis.title, 0, 1, fifth};
    return axis;
}

std::string decisionText(const DecisionPoint& point) {
    return "Threshold " + fixedText(point.threshold, 3) + ": net benefit " +
           estimateText(point.netBenefit, point.interval, 4) + ", " +
           fixedText(std::abs(point.minusBest), 4) + (point.minusBest < 0 ? " less" : " more") +
           " than the better of all and none";
}

std::vector<CurvePoint> netBenefits(const Report& report) {
    std::vector<CurvePoint> line;
    for (const DecisionPoint& point : report.decisionProfile)
        line.push_back({point.threshold, point.netBenefit});
    return line;
}

void addStrategies(const Report& report, Figure& plot) {
    LineMark all{"Acting on all", {PlotInk::Reference}, {}};
    all.dash = LineDash::LongDashed;
    for (const DecisionPoint& point : report.decisionProfile)
        all.points.push_back({point.threshold, point.ofAll});
    plot.marks.lines.push_back(std::move(all));
    double end = 0;
    double least = 0;
    double most = 0;
    for (const LineMark& line : plot.marks.lines)
        for (const CurvePoint& point : line.points) {
            end = std::max(end, point.x);
            least = std::min(least, point.y);
            most = std::max(most, point.y);
        }
    constexpr double shownBelow = 0.2;  // of the largest net benefit; that of all falls without end
    least = std::max(least, -shownBelow * most);
    for (const AreaMark& band : plot.marks.areas)
        for (const BandPoint& point : band.points)
            most = std::max(most, point.upper);
    plot.left = axisFromZero("Net benefit", least, most);
    for (LineMark& line : std::exchange(plot.marks.lines, {}))
        addAbove(plot.left.low, std::move(line), plot.marks.lines);
    for (AreaMark& band : plot.marks.areas)
        for (BandPoint& point : band.points) {
            point.lower = std::max(plot.left.low, point.lower);
            point.upper = std::max(plot.left.low, point.upper);
        }
    plot.marks.lines.push_back(
        {"Acting on none", {PlotInk::Reference}, {{0, 0}, {end, 0}}, false, true});
    plot.x = numberAxis("Threshold " + lowerCase(termsOf(report).shortConfidence), 0, end);
}

ProfileFigure decisionFigure() {
    return {ProfileKind::Decision, false,
            plotOfDecisions,       textOfDecision,
            captionOfDecisions,    methodsOfDecisions,
            alternativeOfDecisions};
}

ProfileFigure riskFigure() {
    return {ProfileKind::Risk, false,          plotOfRisks,       textOfRisk,
            captionOfRisks,    methodsOfRisks, alternativeOfRisks};
}

ProfileFigure flexibleFigure() {
    return {ProfileKind::Flexible, false,           plotOfCurves,       textOfCurve,
            captionOfCurves,       methodsOfCurves, alternativeOfCurves};
}

}  // namespace diagonal
