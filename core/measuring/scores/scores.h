// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/measuring/reliability_curve.h"

namespace diagonal {

// Why scores have no value.
inline constexpr char kOneSided[] = "all rows are correct, or all are wrong";
inline constexpr char kClassesUnknown[] = "not all class probabilities are known";

/// A score: its id, value and uncertainty.
struct Score {
    std::string_view id;                    ///< as in the report: "ece"
    std::optional<double> value;            ///< none if undefined
    std::string remark = {};                ///< which bin, or why it is undefined; often empty
    std::optional<Interval> interval = {};  ///< none if the uncertainty is unknown
    /// Probability that a calibrated model shows a value this large; none if unknown.
    std::optional<double> pByChance = {};
    /// True if no draw reached the value: the p-value may then be smaller than pByChance.
    bool isAtFloor = false;
    /// For cells that a database counted: the value of the rows lies within this distance. None if
    /// the value is exact.
    std::optional<double> bound = {};
    bool isApproximate = false;  ///< for cells: near the value of the rows, without a known bound
};

/// True if the value of the rows may differ at four decimals: the score is known to within its
/// bound, or without one.
bool isInexact(const Score& score);
/// Returns a bound with one digit, rounded up: "± 0.0001".
std::string boundText(double bound);

/// How the interval of a score is computed: see score_intervals.h.
enum class IntervalMethod {
    None,           ///< p-values, and scores drawn from a calibrated model
    Wilson,         ///< wilsonInterval()
    Difference,     ///< signedGapInterval()
    Uncertainty,    ///< uncertaintyInterval()
    Percentile,     ///< percentiles of resamples
    Error,          ///< errorInterval()
    UnstableError,  ///< unstableErrorInterval()
    DebiasedError,  ///< debiasedErrorInterval()
    IsotonicPart,   ///< isotonicPartInterval()
    Ratio,          ///< observedOverExpectedInterval()
    Slope           ///< discriminationSlopeInterval()
};

inline constexpr Interval kAnyValue{-std::numeric_limits<double>::infinity(),
                                    std::numeric_limits<double>::infinity()};
inline constexpr Interval kShare{0, 1};
inline constexpr Interval kNotNegative{0, std::numeric_limits<double>::infinity()};

/// What a score is computed from.
enum class ScoreSource {
    Bins,            ///< binnedScores()
    Rows,            ///< unbinnedScores()
    Null,            ///< nullDistribution()
    EqualMassSweep,  ///< sweepError()
    Smooth,          ///< smoothError()
    Classes,         ///< classwise()
    Cumulative,      ///< cumulativeGap()
    Isotonic,        ///< brierParts()
    Logistic,        ///< logisticCalibration()
    Spiegelhalter,   ///< spiegelhalter()
    Skill,           ///< skill.h
    Flexible,        ///< flexibleErrors()
    Risk,            ///< riskAreas()
};

/// Whether a larger value of a score is worse.
enum class WorseSide { Higher, Lower, Neither };

/// Name and meaning of a score.
struct ScoreDefinition {
    std::string_view id;
    std::string_view name;        ///< "Expected calibration error"
    std::string_view shortName;   ///< "ECE"
    std::string_view definition;  ///< formula and source, one or two sentences
    ScoreSource source = ScoreSource::Bins;
    IntervalMethod interval = IntervalMethod::None;
    bool isEssential = false;  ///< one of the few scores that are always visible
    WorseSide worse = WorseSide::Neither;
    std::size_t forestPlace = 0;  ///< among the scores that a forest plot offers, from 1; 0: none
    std::size_t mapPlace = 0;     ///< among those that a map of models offers
    Interval range = kAnyValue;   ///< of the values that it can have

    /// True for errors whose bins, bandwidth, curve or classes are found anew in each of 200
    /// resamples.
    bool isRefitted() const {
        return source == ScoreSource::EqualMassSweep || source == ScoreSource::Smooth ||
               source == ScoreSource::Classes || source == ScoreSource::Flexible;
    }
};

/// Returns the definitions of all scores that a report can hold, in the order of the report.
std::span<const ScoreDefinition> scoreDefinitions();

/// Returns the definition of the score `id`. Requires an id of scoreDefinitions().
const ScoreDefinition& scoreDefinition(std::string_view id);

/// Returns the place of the score `id` in scoreDefinitions(). Requires an id of one of them.
std::size_t scoreIndex(std::string_view id);

/// Returns the ids of the scores that a figure offers, by their place: forestPlace or mapPlace.
std::vector<std::string_view> offeredScores(std::size_t ScoreDefinition::*place);

/// Calibration errors of a binned curve. Notation: w_b = n_b / n, gap_b = A_b - C_b; sums run over
/// the bins that hold rows.
struct BinnedErrors {
    double ece = 0;              ///< sum w_b |gap_b|
    double overConfidence = 0;   ///< sum w_b max(-gap_b, 0)
    double underConfidence = 0;  ///< sum w_b max(gap_b, 0)
    double mce = 0;              ///< max |gap_b|
    std::size_t worstBin = 0;    ///< index of the bin of mce
    double rmsce = 0;            ///< sqrt(sum w_b gap_b^2)
    double ace = 0;              ///< unweighted mean of |gap_b|
    double debiasedSquares = 0;  ///< sum w_b [gap_b^2 - A_b (1 - A_b) / (n_b - 1)], may be < 0
    double l2Debiased = 0;       ///< sqrt(max(0, debiasedSquares))
};
BinnedErrors binnedErrors(const ReliabilityCurve& curve);

/// Sums up the errors of bins, added one by one.
class ErrorSums {
public:
    /// Adds a bin with `share` of all weight whose accuracy exceeds its confidence by `gap`.
    void add(double share, double gap);
    /// Returns the errors; debiasedSquares, l2Debiased and worstBin are not set.
    BinnedErrors errors() const;

private:
    BinnedErrors m_sums;
    double m_squares = 0;
    double m_distances = 0;
    std::size_t m_filled = 0;
};

/// Returns each error with the id of its score.
std::array<std::pair<std::string_view, double>, 7> namedErrors(const BinnedErrors& errors);

/// Returns the errors as scores: ece, over_confidence, under_confidence, mce, rmsce, ace,
/// l2_debiased.
std::vector<Score> binnedScores(const ReliabilityCurve& curve);

/// Returns the ECE, sum_b w_b |gap_b| (Naeini 2015, Guo 2017).
double expectedCalibrationError(const ReliabilityCurve& curve);

/// Returns Spiegelhalter's z: the sum of (a - c)(1 - 2c) divided by its standard deviation under
/// calibration; none if that is 0.
std::optional<double> spiegelhalter(const SortedOutcomes& outcomes,
                                    const ParallelFor& parallelFor = defaultFor);

/// Returns the scores that do not depend on the binning: accuracy, confidence, signed_gap, nll,
/// brier, brier_multiclass, auroc.
std::vector<Score> unbinnedScores(const Outcomes& outcomes);

/// Returns the unbinned scores that follow from the sums over all rows and the mean NLL: accuracy,
/// confidence, signed_gap, nll, brier.
std::vector<Score> sweptScores(const OutcomeSums& all, std::optional<double> nll);

}  // namespace diagonal
