// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/diagrams/drawn_columns.h"

#include <algorithm>
#include <cmath>

#include "core/publishing/diagrams/diagram.h"
#include "core/reporting/recalibration_report.h"

namespace diagonal {
namespace {

/// Lets columns end where the axis does; those beyond it hold no rows.
void cutAtAxis(Bin& bin, double lowest, double highest) {
    if (bin.upper <= lowest || bin.lower >= highest) bin.count = 0;
    bin.lower = std::clamp(bin.lower, lowest, highest);
    bin.upper = std::clamp(bin.upper, lowest, highest);
}

constexpr double kLeastColumn = 1.0 / 300;  ///< share of the axis
constexpr double kLeastRun = 1.0 / 100;     ///< as above
constexpr double kLeastValue = 1.0 / 60;
constexpr double kMostValue = 1.0 / 15;

/// Lets a column begin and end at its rows, but not narrower than `least`.
void narrowToRows(Bin& bin, double least) {
    if (!bin.confidences) return;
    const double missing = std::max(0.0, least - (bin.confidences->upper - bin.confidences->lower));
    bin.lower = std::max(bin.lower, bin.confidences->lower - missing / 2);
    bin.upper = std::min(bin.upper, bin.confidences->upper + missing / 2);
}

/// Lets columns of runs begin and end at their rows. Runs of one confidence would cover each other:
/// they stand side by side around it, each `least` wide, and their neighbours give way.
void setApart(std::vector<Bin>& bins, double least) {
    const auto isNarrow = [&](const Bin& bin) {
        return bin.confidences->upper - bin.confidences->lower < least;
    };
    for (std::size_t b = 0; b < bins.size();) {
        const Interval rows = *bins[b].confidences;
        if (!isNarrow(bins[b])) {
            bins[b].lower = b == 0 ? rows.lower : std::max(rows.lower, bins[b - 1].upper);
            bins[b].upper = rows.upper;
            ++b;
            continue;
        }
        std::size_t end = b + 1;
        while (end < bins.size() && isNarrow(bins[end]) &&
               bins[end].confidences->upper - rows.lower < least) {
            ++end;
        }
        const double width = least * static_cast<double>(end - b);
        const double begin =
            std::clamp((rows.lower + rows.upper - width) / 2, 0.0, std::max(0.0, 1 - width));
        if (b > 0) bins[b - 1].upper = std::min(bins[b - 1].upper, begin);
        for (std::size_t i = b; i < end; ++i) {
            bins[i].lower = begin + least * static_cast<double>(i - b);
            bins[i].upper = bins[i].lower + least;
        }
        b = end;
    }
}

/// Lets the columns of stated values stand around their values, as wide as their neighbours allow,
/// but from `least` to `most`. Narrow ones side by side may be beside their values.
void standAroundValues(std::vector<Bin>& bins, double least, double most) {
    least = std::min(least, 1 / static_cast<double>(bins.size()));
    for (std::size_t b = 0; b < bins.size(); ++b) {
        const double value = bins[b].confidences->lower;
        double width = most;
        if (b > 0) width = std::min(width, value - bins[b - 1].confidences->lower);
        if (b + 1 < bins.size()) width = std::min(width, bins[b + 1].confidences->lower - value);
        width = std::max(width, least);
        bins[b].lower = std::clamp(value - width / 2, 0.0, 1 - width);
        bins[b].upper = bins[b].lower + width;
    }
    for (std::size_t b = bins.size() - 1; b > 0; --b) {
        Bin& left = bins[b - 1];
        left.upper = std::min(left.upper, bins[b].lower);
        left.lower = std::min(left.lower, left.upper - least);
    }
    // What was pushed out at 0 comes back.
    for (std::size_t b = 0; b < bins.size(); ++b) {
        bins[b].lower = std::max(bins[b].lower, b == 0 ? 0 : bins[b - 1].upper);
        bins[b].upper = std::max(bins[b].upper, bins[b].lower + least);
    }
}

bool isOnAxis(const Bin& bin, const Axis& horizontal) {
    return bin.upper > horizontal.low && bin.lower < horizontal.high;
}

void hold(Interval& range, double value) {
    range = {std::min(range.lower, value), std::max(range.upper, value)};
}

/// Adds a bin to those that share a pixel.
void pool(const Bin& bin, DrawnBin& drawn) {
    Bin& pooled = drawn.bin;
    drawn.isPale = isWithinNoise(bin) && (pooled.count == 0 || drawn.isPale);
    const double weight = pooled.weight + bin.weight;
    const auto mean = [&](std::optional<double>& of, double more) {
        of = of.value_or(0) + (more - of.value_or(0)) * bin.weight / weight;
    };
    mean(pooled.accuracy, *bin.accuracy);
    mean(pooled.confidence, *bin.confidence);
    pooled.count += bin.count;
    pooled.weight = weight;
    if (bin.consistency) {
        if (!pooled.consistency) pooled.consistency = bin.consistency;
        hold(*pooled.consistency, bin.consistency->lower);
        hold(*pooled.consistency, bin.consistency->upper);
    }
    hold(drawn.accuracies, *bin.accuracy);
    hold(drawn.gaps, bin.gap());
    drawn.mostRows = std::max(drawn.mostRows, bin.weight);
}

}  // namespace

ReliabilityCurve drawnColumns(const Report& report, double lowest, double highest) {
    ReliabilityCurve columns = report.binned;
    if (diagramOf(report).isByRank) {
        double before = 0;
        for (Bin& bin : columns.bins) {
            bin.lower = before / columns.weight;
            before += bin.weight;
            bin.upper = before / columns.weight;
        }
        return columns;
    }
    if (report.binning.scheme == BinningScheme::Runs)
        setApart(columns.bins, (highest - lowest) * kLeastRun);
    const bool areValues = report.binning.scheme == BinningScheme::Values &&
                           std::ranges::all_of(columns.bins, [](const Bin& bin) {
                               return bin.confidences.has_value();
                           });
    if (areValues)
        standAroundValues(columns.bins, (highest - lowest) * kLeastValue,
                          (highest - lowest) * kMostValue);
    for (Bin& bin : columns.bins) {
        if (report.binning.scheme == BinningScheme::EqualMass)
            narrowToRows(bin, (highest - lowest) * kLeastColumn);
        cutAtAxis(bin, lowest, highest);
    }
    return columns;
}

double meanColumn(const ReliabilityCurve& columns, const Axis& horizontal) {
    const auto shown = std::ranges::count_if(
        columns.bins, [&](const Bin& bin) { return isOnAxis(bin, horizontal); });
    return 1 / static_cast<double>(std::max<std::ptrdiff_t>(1, shown));
}

bool sharePixels(const ReliabilityCurve& columns, const Axis& horizontal, double pixels) {
    return meanColumn(columns, horizontal) * pixels < 1;
}

std::vector<DrawnBin> drawnBins(const ReliabilityCurve& columns, const Axis& horizontal,
                                double pixels) {
    std::vector<DrawnBin> drawn;
    drawn.reserve(columns.bins.size());
    if (!sharePixels(columns, horizontal, pixels)) {
        for (const Bin& bin : columns.bins)
            drawn.push_back({.bin = bin, .isPale = isWithinNoise(bin), .mostRows = bin.weight});
        return drawn;
    }
    const double pixel = (horizontal.high - horizontal.low) / pixels;
    std::optional<double> last;
    for (const Bin& bin : columns.bins) {
        if (bin.count == 0 || !isOnAxis(bin, horizontal)) continue;
        const bool isAPixelWide = bin.upper - bin.lower >= pixel;
        const double centre = ((bin.lower + bin.upper) / 2 - horizontal.low) / pixel;
        const double place = std::clamp(std::floor(centre), 0.0, std::ceil(pixels) - 1);
        if (isAPixelWide || last != place) {
            DrawnBin& next = drawn.emplace_back();
            next.isPooled = true;
            next.bin.lower = isAPixelWide ? bin.lower : horizontal.low + place * pixel;
            next.bin.upper = isAPixelWide ? bin.upper : horizontal.low + (place + 1) * pixel;
        }
        last = isAPixelWide ? std::nullopt : std::optional(place);
        pool(bin, drawn.back());
    }
    return drawn;
}

std::string nameBeside(const Report& report) {
    if (report.beside) return report.beside->name;
    return report.recalibration ? "Before" : "";
}

CurveBeside columnsBeside(const Report& report, double lowest, double highest) {
    if (report.beside) {
        CurveBeside beside = *report.beside;
        for (Bin& bin : beside.curve.bins)
            cutAtAxis(bin, lowest, highest);
        return beside;
    }
    if (!report.recalibration) return {};
    CurveBeside before{
        nameBeside(report), {}, drawnColumns(*report.recalibration->before, lowest, highest)};
    for (Bin& bin : before.curve.bins)
        bin.interval.reset();
    return before;
}

AxisScale countScale(const ReliabilityCurve& bins, const FigureParts& parts) {
    if (parts.logCounts) return AxisScale::Logarithmic;
    std::vector<double> weights;
    for (const Bin& bin : bins.bins) {
        if (bin.count > 0) weights.push_back(bin.weight);
    }
    return areUneven(std::move(weights)) ? AxisScale::Root : AxisScale::Linear;
}

std::string countsTitle(const Report& report, AxisScale scale) {
    std::string rows = report.dataset.weights == WeightKind::Importance ? "Weight" : "Rows";
    switch (scale) {
        case AxisScale::Root: return rows + " (root)";
        case AxisScale::Logarithmic: return rows + " (log)";
        case AxisScale::Linear: break;
    }
    return rows;
}

double endOfValues(const Report& report, double lowest, double highest) {
    if (lowest == 0 && highest == 1) return 1;
    double end = highest;
    for (const Bin& bin : report.binned.bins) {
        if (bin.count == 0 || bin.upper <= lowest || bin.lower >= highest) continue;
        end = std::max({end, *bin.accuracy, bin.interval->upper});
        if (bin.consistency) end = std::max(end, bin.consistency->upper);
    }
    if (!report.curve) return std::min(end, 1.0);
    const auto isDrawn = [&](double x) { return x >= lowest && x <= highest; };
    for (const auto& stroke : report.curve->strokes) {
        for (const CurvePoint& point : stroke)
            end = isDrawn(point.x) ? std::max(end, point.y) : end;
    }
    for (const auto& band : report.curve->band) {
        for (const BandPoint& point : band)
            end = isDrawn(point.x) ? std::max(end, point.upper) : end;
    }
    return std::min(end, 1.0);
}

}  // namespace diagonal
