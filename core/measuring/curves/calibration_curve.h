// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/choice.h"
#include "core/measuring/outcomes.h"
#include "core/numerics/intervals.h"

namespace diagonal {

/// How accuracy is shown against confidence.
enum class DiagramKind {
    Bars,        ///< accuracy of bins
    Gaps,        ///< accuracy minus confidence of bins
    Isotonic,    ///< isotonicCurve()
    Smooth,      ///< smoothCurve() of smooth_calibration.h
    Cumulative,  ///< cumulativeCurve()
    Outcomes     ///< no accuracy: how the confidences of each outcome are distributed over bins
};

inline constexpr auto kDiagramKinds = std::to_array<Choice<DiagramKind>>(
    {{DiagramKind::Bars, "bars", "Bars"},
     {DiagramKind::Gaps, "gaps", "Gaps"},
     {DiagramKind::Isotonic, "isotonic", "Isotonic regression (CORP)"},
     {DiagramKind::Smooth, "smooth", "Smooth curve"},
     {DiagramKind::Cumulative, "cumulative", "Cumulative gap"},
     {DiagramKind::Outcomes, "outcomes", "Distribution by outcome"}});

struct CurvePoint {
    double x = 0;
    double y = 0;

    bool operator==(const CurvePoint&) const = default;
};

/// Returns the point whose place is nearest to x. Requires at least one.
template <typename Points, typename Place>
const auto& nearestPoint(const Points& points, double x, const Place& place) {
    return *std::ranges::min_element(
        points, {}, [&](const auto& point) { return std::abs(std::invoke(place, point) - x); });
}

/// Bounds of a band at x; BandMeaning says what they contain.
struct BandPoint {
    double x = 0;
    double lower = 0;
    double upper = 0;

    bool operator==(const BandPoint&) const = default;
};

/// Returns true for diagrams that show bins rather than a curve.
inline bool showsBins(DiagramKind kind) {
    return kind == DiagramKind::Bars || kind == DiagramKind::Gaps || kind == DiagramKind::Outcomes;
}

/// What a band contains with the given probability.
enum class BandMeaning {
    PointByChance,  ///< each point of a calibrated model's curve
    CurveByChance,  ///< the whole curve of a calibrated model
    TrueCurve       ///< the whole true curve: honestBand()
};

/// Returns what the band of a curve contains.
BandMeaning bandMeaningOf(DiagramKind kind, BandKind band);

/// A calibration curve without bins. It consists of strokes, each ascending in x; between strokes
/// there are too few rows for an estimate.
struct CalibrationCurve {
    std::vector<std::vector<CurvePoint>> strokes;
    std::vector<std::vector<BandPoint>> band;
    BandMeaning bandMeaning = BandMeaning::PointByChance;
    std::vector<CurvePoint> confidences;  ///< of cumulative curves: confidence by share of rows
    /// Scores shown with the curve, by id.
    std::vector<std::pair<std::string_view, double>> scores;
};

/// Returns the isotonic regression of correctness on confidence, joined by straight lines (CORP,
/// Dimitriadis 2021): x is confidence, y the recalibrated probability. The pointwise band is the
/// interval at `level` of 400 fits to outcomes drawn as correct with probability c, in about 2,000
/// groups of similar confidence; the simultaneous band is honestBand(), which takes
/// the design effect of clusters.
CalibrationCurve isotonicCurve(const Outcomes& outcomes, double level, std::uint64_t seed,
                               BandKind band = BandKind::Pointwise, double designEffect = 1);

/// Returns the sum of (a - c)/n over the share x of the rows with the lowest confidences
/// (Arrieta-Ibarra 2022), whose slope is the gap. The band contains the whole curve of a calibrated
/// model with probability `level`, by the law of Brownian motion.
CalibrationCurve cumulativeCurve(const SortedOutcomes& outcomes, double level);

/// Returns the curve of `kind`. Requires a kind that does not show bins.
CalibrationCurve calibrationCurve(DiagramKind kind, const Outcomes& outcomes, double level,
                                  std::uint64_t seed, BandKind band, double designEffect = 1);

}  // namespace diagonal
