// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/measuring/curves/calibration_curve.h"
#include "core/measuring/sorted_outcomes.h"
#include "core/numerics/intervals.h"

namespace diagonal {

/// Runs of sorted rows with nearly one confidence, to which smooth curves are fitted.
struct SmoothedRows {
    std::vector<double> confidence;  ///< mean of each run, ascending strictly
    std::vector<double> outcome;     ///< share of the correct
    std::vector<double> weight;      ///< sums to the number of observations
    double unit = 1;                 ///< weight of one effective observation

    std::size_t size() const { return confidence.size(); }
};

/// Returns the rows of each confidence; if these are more than `most`, about `most` runs of equally
/// many rows. Requires at least one row.
SmoothedRows smoothedRows(const SortedOutcomes& outcomes, std::size_t most = 16384);

/// Returns true if the rows have the five different confidences that a loess curve needs.
bool hasLoess(const SmoothedRows& rows);

/// Distances |p - g(p)| between the confidence p of a row and a smooth curve g.
struct FlexibleErrors {
    double mean = 0;        ///< ICI, integrated calibration index
    double median = 0;      ///< E50
    double quantile90 = 0;  ///< E90; both quantiles of type 7 (Hyndman and Fan 1996)
    double largest = 0;     ///< Emax
};

/// Returns the distances between rows and the values `curve` of a curve at their confidences.
FlexibleErrors flexibleErrors(const SmoothedRows& rows, const std::vector<double>& curve);

/// Returns the curve of Loess with R's settings, cut at 0 and 1, at each confidence (Austin and
/// Steyerberg 2019).
std::vector<double> loessCurve(const SmoothedRows& rows);

/// Logistic regression of the outcome on a restricted cubic spline of logit p (Harrell 2001): its
/// four knots are the quantiles .05, .35, .65 and .95 (type 7) of logit p over the rows with 0 < p
/// < 1, to which it is fitted. Linear in logit p if two knots coincide or it does not converge.
class SplineCurve {
public:
    /// Of a spline, or of logit p alone.
    enum class Shape { Spline, Line };

    /// None if all rows are correct, all are wrong, or all have the same logit. `start` speeds up
    /// a fit to similar rows with the same confidences, which then has no interval(); `precision`
    /// is that of the coefficients.
    static std::optional<SplineCurve> fitted(const SmoothedRows& rows,
                                             const SplineCurve* start = nullptr,
                                             double precision = 1e-12, Shape shape = Shape::Spline);

    /// Returns g(p); p itself for 0 and 1.
    double at(double p) const;
    /// Returns the interval of g(p) by the delta method on the logit; none for 0 and 1.
    std::optional<Interval> interval(double p, double level) const;
    /// True if there is one slope only.
    bool isLinear() const { return m_used < 4; }

private:
    using Four = std::array<double, 4>;
    Four terms(double logit) const;
    void setKnots(const SmoothedRows& rows);

    Four m_knots{};
    Four m_coefficients{};
    std::array<Four, 4> m_covariance{};
    std::size_t m_used = 4;  ///< coefficients: 2 or 4
};

/// Returns the curve of `spline` at each confidence.
std::vector<double> splineCurve(const SmoothedRows& rows, const SplineCurve& spline);

/// Fewer rows of one outcome tell no more than a logistic curve.
inline constexpr double kFewEventsForSpline = 20;

/// Curves of outcome on confidence, from the smallest to the largest confidence.
struct FlexibleCurves {
    std::vector<CurvePoint> loess;  ///< empty for fewer than five different confidences
    /// SplineCurve, or its line for fewer than kFewEventsForSpline rows of one outcome; empty if it
    /// cannot be fitted.
    std::vector<CurvePoint> spline;
    std::vector<BandPoint> band;  ///< of the spline, at each point by itself
    bool isLogistic = false;      ///< the spline is a line
};

FlexibleCurves flexibleCurves(const SortedOutcomes& outcomes, double level);

}  // namespace diagonal
