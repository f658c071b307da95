// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "core/base/parallel.h"
#include "core/numerics/likelihood_terms.h"
#include "core/predictions/predictions.h"

namespace diagonal {

/// Mean NLL as a function of x = log(1 / T), with its first two derivatives.
struct Likelihood {
    double value = 0;
    double slope = 0;
    double curvature = 0;
};

/// How exact a Likelihood must be, beyond the rounding of its sums.
struct LikelihoodPrecision {
    double value = 0;  ///< absolute error of the value
    double slope = 0;  ///< error of the slope, relative to the curvature
};

/// Taylor series of the mean NLL in b = 1 / T.
class LikelihoodSeries {
public:
    using Terms = std::array<double, kTaylorTerms>;

    /// `derivatives` are those at `b`, of order 0, 1, 2...
    LikelihoodSeries(double b, const Terms& derivatives);

    /// Returns the likelihood at x; none if the series is not that precise there.
    std::optional<Likelihood> at(double x, const LikelihoodPrecision& precision) const;

private:
    double m_b;
    Terms m_terms;  ///< derivatives, divided by the factorial of their order
};

/// The mean NLL of rows at any temperature. A pass over the rows gives a Taylor series, which
/// serves the temperatures nearby.
class TemperatureLikelihood {
public:
    /// Uses every `step`-th row.
    TemperatureLikelihood(const Predictions& predictions, const Execution& execution,
                          std::size_t step = 1);

    /// Returns the likelihood at x = log(1 / T); anything if isCancelled().
    Likelihood at(double x, const LikelihoodPrecision& precision = {});
    bool isCancelled() const { return m_isCancelled; }

    /// Returns the number of observations whose true class has probability 0 at every temperature.
    std::size_t impossibleRows() const;
    void leaveOutImpossibleRows();
    /// Returns the fraction of the total weight that is fitted.
    double share() const;

private:
    LikelihoodSeries seriesAt(double b) const;
    void addRows(std::size_t begin, std::size_t end, double b,
                 LikelihoodSeries::Terms& derivatives) const;
    template <typename T>
    void addClassScores(std::span<const T> scores, std::size_t begin, std::size_t end, double b,
                        LikelihoodSeries::Terms& derivatives) const;
    template <typename T>
    void addFewClassScores(std::span<const T> scores, std::size_t begin, std::size_t end, double b,
                           LikelihoodSeries::Terms& derivatives) const;
    void addMargins(std::size_t begin, std::size_t end, double b,
                    LikelihoodSeries::Terms& derivatives) const;
    bool isImpossible(std::size_t row) const;
    double labelledMargin(std::size_t row) const;
    bool usesProbabilities() const { return m_predictions.scoreKind() == ScoreKind::Probability; }
    std::size_t rowAt(std::size_t index) const { return index * m_step; }

    const Predictions& m_predictions;
    const Execution& m_execution;
    std::size_t m_step;
    std::size_t m_rows;   ///< of those that are used
    double m_weight = 0;  ///< of the rows that are fitted
    std::optional<LikelihoodSeries> m_series;
    std::size_t m_passes = 0;
    bool m_isCancelled = false;
    bool m_leavesOut = false;
};

}  // namespace diagonal
