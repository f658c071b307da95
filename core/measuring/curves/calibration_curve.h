// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/choice.h"
#include "core/measuring/outcomes.h"
#include "core/numerics/intervals.h"

namespace diagonal {

/// How accuracy is shown against confidence.
enum class DiagramKind {
    Bars,       ///< accuracy of bins
    Gaps,       ///< accuracy minus confidence of bins
    Isotonic,   ///< isotonicCurve()
    Smooth,     ///< smoothCurve() of smooth_calibration.h
    Cumulative  ///< cumulativeCurve()
};

inline constexpr auto kDiagramKinds = std::to_array<Choice<DiagramKind>>(
    {{DiagramKind::Bars, "bars", "Bars"},
     {DiagramKind::Gaps, "gaps", "Gaps"},
     {DiagramKind::Isotonic, "isotonic", "Isotonic regression (CORP)"},
     {DiagramKind::Smooth, "smooth", "Smooth curve"},
     {DiagramKind::Cumulative, "cumulative", "Cumulative gap"}});

struct CurvePoint {
    double x = 0;
    double y = 0;
};

/// Where a calibrated model's curve would lie at x.
struct BandPoint {
    double x = 0;
    double lower = 0;
    double upper = 0;
};

/// Whether a diagram is made of bins, not of a curve.
inline bool showsBins(DiagramKind kind) {
    return kind == DiagramKind::Bars || kind == DiagramKind::Gaps;
}

/// What a band says.
enum class BandMeaning {
    PointByChance,  ///< where each point of a calibrated model's curve would lie
    CurveByChance,  ///< where the whole curve of a calibrated model would stay
    TrueCurve       ///< where the whole true curve lies: honestBand()
};

/// A curve that no bins enter, in strokes, each ascending in x: between them there are too few
/// rows to say anything.
struct CalibrationCurve {
    std::vector<std::vector<CurvePoint>> strokes;
    std::vector<std::vector<BandPoint>> band;
    BandMeaning bandMeaning = BandMeaning::PointByChance;
    std::vector<CurvePoint> confidences;  ///< of a cumulative curve: confidence by share of rows
    /// The scores that belong to the curve, by id.
    std::vector<std::pair<std::string_view, double>> scores;
};

/// Isotonic regression of hit on confidence, joined by straight lines (CORP, Dimitriadis 2021),
/// with the pointwise interval at `level` of 400 fits to hits that are drawn with probability c, in
/// about 2,000 groups of similar confidence; or with honestBand() where it is to hold the whole
/// curve. x is confidence, y recalibrated probability.
CalibrationCurve isotonicCurve(const Outcomes& outcomes, double level, std::uint64_t seed,
                               BandKind band = BandKind::Pointwise);

/// The sum of (a - c)/n over the rows up to a share x of them, in the order of confidence
/// (Arrieta-Ibarra 2022): its slope is the gap. The band is where the whole curve of a calibrated
/// model stays with probability `level`, from Brownian motion.
CalibrationCurve cumulativeCurve(const SortedOutcomes& outcomes, double level);

/// The curve of `kind`. Requires one that is no bins'.
CalibrationCurve calibrationCurve(DiagramKind kind, const Outcomes& outcomes, double level,
                                  std::uint64_t seed, BandKind band);

}  // namespace diagonal
