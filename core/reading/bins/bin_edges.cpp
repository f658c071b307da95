// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bins/bin_edges.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/reading/numbers/number_text.h"

namespace diagonal {
namespace {

constexpr int kMostEqualBins = 1000;
constexpr double kSameEdge = 1e-9;

Error wrongBin(const StatedBin& bin, std::string detail) {
    return malformed(std::move(detail), bin.row + 1);
}

double edgeOf(int i, int bins) {
    return static_cast<double>(i) / bins;
}

/// Returns the largest distance between a stated edge and its rounding: half a unit of the last
/// decimal that any edge has, at most half a hundredth.
double roundingOf(const std::vector<double>& edges) {
    for (int decimals = 2; decimals <= 8; ++decimals) {
        const double unit = std::pow(10.0, -decimals);
        const bool areRounded = std::ranges::all_of(edges, [&](double edge) {
            return std::abs(edge - std::round(edge / unit) * unit) < kSameEdge;
        });
        if (areRounded) return unit / 2 + kSameEdge;
    }
    return kSameEdge;
}

/// Returns the number of equal bins, at most kMostEqualBins, of which all of `bins` are one each;
/// 0 if there is none.
int equalBins(const std::vector<StatedBin>& bins) {
    std::vector<double> edges;
    double width = 0;
    for (const StatedBin& bin : bins) {
        edges.push_back(bin.lower);
        edges.push_back(bin.upper);
        width += bin.upper - bin.lower;
    }
    width /= static_cast<double>(bins.size());
    const double rounding = roundingOf(edges);
    const double count = std::round(1 / width);
    if (!(count >= 1 && count <= kMostEqualBins)) return 0;
    const int all = static_cast<int>(count);
    const auto isEqual = [&](const StatedBin& bin) {
        const int i = static_cast<int>(std::lround(bin.lower * all));
        return i >= 0 && i < all && std::abs(bin.lower - edgeOf(i, all)) <= rounding &&
               std::abs(bin.upper - edgeOf(i + 1, all)) <= rounding;
    };
    return std::ranges::all_of(bins, isEqual) ? all : 0;
}

BinEdges edgesByWidth(int count, std::vector<std::size_t> places) {
    BinEdges out{{}, std::move(places), true, {}};
    for (int i = 0; i <= count; ++i)
        out.edges.push_back(edgeOf(i, count));
    return out;
}

/// Checks stated edges of sorted bins.
Result<void> checkEdges(const std::vector<StatedBin>& bins) {
    for (std::size_t b = 0; b < bins.size(); ++b) {
        const StatedBin& bin = bins[b];
        const std::string interval = shortest(bin.lower) + " to " + shortest(bin.upper);
        if (!(bin.lower >= -kSameEdge && bin.upper <= 1 + kSameEdge))
            return wrongBin(bin, "the bin from " + interval + " does not lie between 0 and 1");
        if (!(bin.lower < bin.upper))
            return wrongBin(bin, "the bin from " + interval + " has no width");
        if (b > 0 && bin.lower < bins[b - 1].upper - kSameEdge) {
            return wrongBin(bin, "the bin from " + interval + " overlaps the one from " +
                                     shortest(bins[b - 1].lower) + " to " +
                                     shortest(bins[b - 1].upper) +
                                     ". Bins of several models need a column model, and edges of "
                                     "observed confidences must not overlap");
        }
    }
    return {};
}

/// Returns the edges that the file states; what lies between its bins becomes empty ones.
BinEdges statedEdges(const std::vector<StatedBin>& bins) {
    BinEdges out{{0}, {}, false, {}};
    std::string holes;
    const auto add = [&](double edge) {
        if (edge <= out.edges.back() + kSameEdge) return;
        holes += (holes.empty() ? "" : ", ") + shortest(out.edges.back()) + " to " + shortest(edge);
        out.edges.push_back(edge);
    };
    for (const StatedBin& bin : bins) {
        add(bin.lower);
        out.places.push_back(out.edges.size() - 1);
        out.edges.push_back(bin.upper);
    }
    if (out.edges.back() < 1 - kSameEdge) {
        add(1);
    } else {
        out.edges.back() = 1;
    }
    if (!holes.empty()) out.remark = "no bin covers " + holes + ": read as bins without rows";
    return out;
}

/// Returns edges for bins of which only a value inside is known.
Result<BinEdges> edgesAround(std::vector<StatedBin>& bins, double StatedBin::*value) {
    const int count = static_cast<int>(bins.size());
    bool areEqual = count <= kMostEqualBins;
    std::vector<std::size_t> places(bins.size());
    for (int i = 0; i < count; ++i) {
        const double at = bins[static_cast<std::size_t>(i)].*value;
        places[static_cast<std::size_t>(i)] = static_cast<std::size_t>(i);
        areEqual = areEqual && (std::isnan(at) || (at >= edgeOf(i, count) - kSameEdge &&
                                                   at <= edgeOf(i + 1, count) + kSameEdge));
    }
    if (areEqual) {
        BinEdges out = edgesByWidth(count, std::move(places));
        out.remark = "the file does not state the edges: each bin's value lies in one of " +
                     counted(bins.size(), "equal-width bin") + ", which are taken";
        return out;
    }
    std::erase_if(bins, [&](const StatedBin& bin) { return std::isnan(bin.*value); });
    std::ranges::stable_sort(bins, {}, value);
    BinEdges out{{0}, {}, false, {}};
    for (std::size_t b = 0; b < bins.size(); ++b) {
        if (b > 0 && !(bins[b].*value > bins[b - 1].*value)) {
            return wrongBin(bins[b], "two bins without edges have the same place, " +
                                         shortest(bins[b].*value) +
                                         ". Add their edges, called lower and upper");
        }
        if (b > 0) out.edges.push_back((bins[b - 1].*value + bins[b].*value) / 2);
        out.places.push_back(b);
    }
    out.edges.push_back(1);
    out.remark =
        "the file does not state the edges: they are drawn midway between the bins' confidences";
    return out;
}

}  // namespace

Result<BinEdges> edgesOf(std::vector<StatedBin>& bins) {
    const auto lacks = [&](double StatedBin::*value) {
        return std::ranges::any_of(bins, [&](const auto& bin) { return std::isnan(bin.*value); });
    };
    if (lacks(&StatedBin::lower)) {
        const bool hasMiddles = !lacks(&StatedBin::middle);
        return edgesAround(bins, hasMiddles ? &StatedBin::middle : &StatedBin::confidence);
    }
    std::ranges::stable_sort(bins, {}, &StatedBin::lower);
    for (std::size_t b = 0; b < bins.size(); ++b) {
        if (std::isnan(bins[b].upper)) bins[b].upper = b + 1 < bins.size() ? bins[b + 1].lower : 1;
    }
    // pandas begins the first interval at -0.001, so that it holds 0.
    constexpr double outside = 0.0011;
    for (StatedBin& bin : bins) {
        if (bin.lower < 0 && bin.lower >= -outside) bin.lower = 0;
        if (bin.upper > 1 && bin.upper <= 1 + outside) bin.upper = 1;
    }
    if (auto done = checkEdges(bins); !done) return done.error();
    if (const int count = equalBins(bins); count > 0) {
        std::vector<std::size_t> places;
        places.reserve(bins.size());
        for (const StatedBin& bin : bins)
            places.push_back(static_cast<std::size_t>(std::lround(bin.lower * count)));
        BinEdges out = edgesByWidth(count, std::move(places));
        const std::size_t missing = out.edges.size() - 1 - bins.size();
        if (missing > 0)
            out.remark = counted(missing, "bin") + " of " + groupedDigits(out.edges.size() - 1) +
                         (missing == 1 ? " is" : " are") + " not in the file: read as without rows";
        return out;
    }
    return statedEdges(bins);
}

std::optional<std::pair<double, double>> intervalIn(std::string_view text) {
    std::string inner(trimmed(text));
    std::erase_if(inner, [](char c) {
        return c == '[' || c == ']' || c == '(' || c == ')' || c == ' ' || c == '"';
    });
    for (const std::string_view dash : {",", "\u2013", "\u2014", "to", "..", "-", ";"}) {
        const auto at = dash == "-" ? inner.rfind(dash) : inner.find(dash, 1);
        if (at == std::string::npos || at == 0) continue;
        const std::string ends[] = {inner.substr(0, at), inner.substr(at + dash.size())};
        double values[2];
        bool arePercent = false;
        for (int i = 0; i < 2; ++i) {
            const NumberText number = numberIn(ends[i], false);
            if (number.kind == NumberText::Kind::Percent)
                arePercent = true;
            else if (number.kind != NumberText::Kind::Number)
                return std::nullopt;
            values[i] = number.value;
        }
        const double unit = arePercent ? 100 : 1;
        return std::pair(values[0] / unit, values[1] / unit);
    }
    return std::nullopt;
}

}  // namespace diagonal
