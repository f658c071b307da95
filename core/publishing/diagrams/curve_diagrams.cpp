// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/diagrams/curve_diagrams.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/text.h"
#include "core/publishing/diagrams/diagram_parts.h"

namespace diagonal {
namespace {

std::string explainBand(const Report& report) {
    const std::string level = percentText(report.settings.level);
    switch (bandMeaningOf(report.settings.diagram, report.settings.band)) {
        case BandMeaning::PointByChance:
            return "grey: at each point, " + level + " of the curves of a calibrated model";
        case BandMeaning::CurveByChance:
            return "grey: holds " + level + " of the whole curves of a calibrated model";
        case BandMeaning::TrueCurve: break;
    }
    return "grey: " + level + " confidence band of the whole curve";
}

/// `way` is how the curve was computed.
std::string explainLine(const Report& report, const Terms& terms, const std::string& way) {
    return "Line: " + terms.accuracy + " given the " + terms.confidence + " by " + way +
           "; orange: " + terms.over + ", green: " + terms.under + ", pale: within chance; " +
           explainBand(report) + std::string(kDashed);
}

std::string explainIsotonic(const Report& report, const Terms& terms, const FigureParts&) {
    return explainLine(report, terms, "isotonic regression (CORP)");
}

std::string explainSmooth(const Report& report, const Terms& terms, const FigureParts&) {
    return explainLine(report, terms, "kernel smoothing (smooth ECE)");
}

std::string explainCumulative(const Report& report, const Terms& terms, const FigureParts&) {
    return "Line: cumulative sum of " + terms.accuracy + " minus " + terms.confidence +
           ", divided by n (falling: " + terms.over + ", rising: " + terms.under + "); " +
           explainBand(report) + std::string(kDashed);
}

std::string valuesOfSums(const Report& report) {
    return "Sum of (" + lowerCase(signedGap(report)) + ") / n";
}

std::string nameOfIsotonic(const Terms& terms) {
    return terms.figure + " by isotonic regression";
}

std::string nameOfSmooth(const Terms& terms) {
    return terms.figure + " by smoothing";
}

std::string nameOfCumulative(const Terms& terms) {
    return "Cumulative sum of " + terms.accuracy + " minus " + terms.confidence;
}

/// Returns the part of ascending points that lies on an axis; ends are interpolated by
/// mix(a, b, share).
template <typename Point, typename Mix>
std::vector<Point> shownPart(const std::vector<Point>& points, const Axis& axis, const Mix& mix) {
    std::vector<Point> shown;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (i > 0) {
            for (const double end : {axis.low, axis.high}) {
                const double before = points[i - 1].x;
                if (before < end && end < points[i].x)
                    shown.push_back(
                        mix(points[i - 1], points[i], (end - before) / (points[i].x - before)));
            }
        }
        if (points[i].x >= axis.low && points[i].x <= axis.high) shown.push_back(points[i]);
    }
    return shown;
}

std::vector<CurvePoint> shownStroke(const std::vector<CurvePoint>& stroke, const Axis& axis) {
    return shownPart(stroke, axis, [](const CurvePoint& a, const CurvePoint& b, double share) {
        return CurvePoint{a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
    });
}

std::vector<BandPoint> shownBand(const std::vector<BandPoint>& band, const Axis& axis) {
    return shownPart(band, axis, [](const BandPoint& a, const BandPoint& b, double share) {
        return BandPoint{a.x + share * (b.x - a.x), a.lower + share * (b.lower - a.lower),
                         a.upper + share * (b.upper - a.upper)};
    });
}

/// Returns the bounds of a curve's band at x; none where it has no band.
std::optional<BandPoint> bandAt(const CalibrationCurve& curve, double x) {
    for (const auto& band : curve.band) {
        if (const auto bounds = boundsAt(band, x)) return bounds;
    }
    return std::nullopt;
}

/// Finds the area between a stroke and the diagonal, in pieces that each lie on one side of it:
/// pale where the band says that chance alone explains it.
class CurveAreas {
public:
    /// Paleness changes at multiples of `step` of x at the earliest.
    CurveAreas(const CalibrationCurve& curve, double step, std::vector<AreaMark>& areas)
        : m_curve(curve), m_step(step), m_areas(areas) {}

    void add(const std::vector<CurvePoint>& stroke) {
        for (std::size_t i = 0; i < stroke.size(); ++i)
            i == 0 ? add(stroke[i]) : follow(stroke[i - 1], stroke[i]);
        flush();
    }

private:
    static double above(const CurvePoint& point) { return point.y - point.x; }

    bool isByChance(const CurvePoint& point) const {
        const auto band = bandAt(m_curve, point.x);
        const double y = m_curve.bandMeaning == BandMeaning::TrueCurve ? point.x : point.y;
        return band && band->lower <= y && y <= band->upper;
    }

    /// Adds the line from a point to the next, in steps, which are pale or not.
    void follow(const CurvePoint& from, const CurvePoint& to) {
        const int steps = m_step > 0 ? std::max(1, static_cast<int>((to.x - from.x) / m_step)) : 1;
        CurvePoint last = from;
        for (int i = 1; i <= steps; ++i) {
            const double share = static_cast<double>(i) / steps;
            const CurvePoint next{std::lerp(from.x, to.x, share), std::lerp(from.y, to.y, share)};
            const bool isPale = isByChance({(last.x + next.x) / 2, (last.y + next.y) / 2});
            if (isPale != m_isPale) {
                flush();
                add(last);
            }
            m_isPale = isPale;
            cross(last, next);
            add(next);
            last = next;
        }
    }

    /// Ends the piece if the stroke crosses the diagonal between two points.
    void cross(const CurvePoint& a, const CurvePoint& b) {
        if ((above(a) < 0) == (above(b) < 0)) return;
        const double part = above(a) / (above(a) - above(b));
        const CurvePoint meeting{a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
        add(meeting);
        flush();
        add(meeting);
    }

    void add(const CurvePoint& point) {
        m_points.push_back({point.x, std::min(point.x, point.y), std::max(point.x, point.y)});
        m_sum += above(point);
    }

    void flush() {
        if (m_points.size() > 1)
            m_areas.push_back({.points = m_points,
                               .kind = m_sum < 0 ? MarkKind::Over : MarkKind::Under,
                               .isPale = m_isPale});
        m_points.clear();
        m_sum = 0;
    }

    const CalibrationCurve& m_curve;
    double m_step;
    std::vector<AreaMark>& m_areas;
    std::vector<BandPoint> m_points;
    double m_sum = 0;
    bool m_isPale = false;
};

void drawBandAndStrokes(const CalibrationCurve& curve, const Axis& axis, PlotMarks& marks) {
    for (const auto& band : curve.band)
        marks.areas.push_back({.points = shownBand(band, axis)});
    for (const auto& stroke : curve.strokes)
        marks.lines.push_back({.points = shownStroke(stroke, axis)});
    const bool isEmpty =
        std::ranges::none_of(curve.strokes, [](const auto& stroke) { return stroke.size() > 1; });
    if (isEmpty) marks.message = "Too few rows, or too few different values, for a curve";
}

void drawCurve(const Report& report, const DrawnPart& part, Figure& figure) {
    constexpr double stepInPixels = 3;
    const CalibrationCurve& curve = *report.curve;
    const Axis& axis = part.horizontal;
    figure.marks = plotOfBins({}, part.columns, axis);
    drawBandAndStrokes(curve, axis, figure.marks);
    CurveAreas areas(curve, stepInPixels * (axis.high - axis.low) / part.pixels,
                     figure.marks.areas);
    for (const auto& stroke : curve.strokes)
        areas.add(shownStroke(stroke, axis));
}

/// A sum is above zero where predictions were too low so far, not where they are: it has no areas.
void drawSums(const Report& report, const DrawnPart& part, Figure& figure) {
    figure.marks = plotOfBins({}, part.columns, part.horizontal);
    drawBandAndStrokes(*report.curve, part.horizontal, figure.marks);
    figure.lower = {{.title = termsOf(report).shortConfidence, .step = 0.5}, {}};
    AreaMark& confidences = figure.lower->marks.areas.emplace_back();
    confidences.kind = MarkKind::Rows;
    const std::vector<CurvePoint>& points = report.curve->confidences;
    // The first row is the first share of all.
    if (!points.empty()) confidences.points.push_back({0, 0, points.front().y});
    for (const CurvePoint& point : points)
        confidences.points.push_back({point.x, 0, point.y});
}

/// Adds the entries of a curve and of its band. A sum has no gaps.
void addCurveAndBand(const LegendTerms& of, const std::string& name, bool hasGaps,
                     std::vector<LegendEntry>& entries) {
    entries.push_back({.kind = MarkKind::Curve, .text = name});
    if (hasGaps) {
        addSideEntries(of, 1, 2, entries);
        entries.push_back(
            {.kind = MarkKind::Over, .text = "Within chance", .rank = 3, .isPale = true});
    }
    const std::string level = percentText(of.choice.level);
    switch (bandMeaningOf(of.kind, of.choice.band)) {
        case BandMeaning::PointByChance:
            entries.push_back({MarkKind::Band, level + " if calibrated", ", each point"});
            break;
        case BandMeaning::CurveByChance:
            entries.push_back({MarkKind::Band, level + " if calibrated", ", whole curve"});
            break;
        case BandMeaning::TrueCurve:
            entries.push_back({MarkKind::Band, level + " band", ", whole curve"});
    }
    addIdealEntry(4, "", entries);
}

void addCurveEntries(const LegendTerms& of, std::vector<LegendEntry>& entries) {
    addCurveAndBand(of, std::string(diagramOf(of.kind).line), true, entries);
}

void addSumEntries(const LegendTerms& of, std::vector<LegendEntry>& entries) {
    addCurveAndBand(of, "Sum (falling: " + of.terms.over + ")", false, entries);
}

}  // namespace

constinit const Diagram kIsotonicDiagram = {
    .kind = DiagramKind::Isotonic,
    .title = kReliability,
    .making = "isotonic regression",
    .score = "brier_mcb",
    .line = "Isotonic regression",
    .method = "isotonic regression (CORP; Dimitriadis et al. 2021)",
    .values = &valuesOfAccuracy,
    .name = &nameOfIsotonic,
    .explained = &explainIsotonic,
    .draw = &drawCurve,
    .addEntries = &addCurveEntries,
};

constinit const Diagram kSmoothDiagram = {
    .kind = DiagramKind::Smooth,
    .title = kReliability,
    .making = "smooth curve",
    .score = "smece",
    .line = "Smoothed",
    .method = "kernel smoothing with the smooth ECE as bandwidth (Blasiok and Nakkiran 2024)",
    .values = &valuesOfAccuracy,
    .name = &nameOfSmooth,
    .explained = &explainSmooth,
    .draw = &drawCurve,
    .addEntries = &addCurveEntries,
};

constinit const Diagram kCumulativeDiagram = {
    .kind = DiagramKind::Cumulative,
    .title = "Cumulative gap",
    .score = "ks",
    .isAroundZero = true,
    .isByRank = true,
    .hasCounts = false,
    .isOfOneModel = true,
    .method = "cumulative differences (Arrieta-Ibarra et al. 2022)",
    .values = &valuesOfSums,
    .name = &nameOfCumulative,
    .explained = &explainCumulative,
    .draw = &drawSums,
    .addEntries = &addSumEntries,
};

}  // namespace diagonal
