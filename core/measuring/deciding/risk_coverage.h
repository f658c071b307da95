// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/measuring/curves/calibration_curve.h"
#include "core/measuring/sorted_outcomes.h"

namespace diagonal {

/// Coverages at which riskPoints() looks: j/20 for j = 1 to 20.
inline constexpr std::size_t kRiskPoints = 20;

/// The rows with confidence >= threshold are accepted.
struct RiskPoint {
    double threshold = 0;
    double coverage = 0;  ///< share of the accepted rows
    double risk = 0;      ///< share of wrong rows among the accepted
    /// Upper limit of the true risk (Clopper and Pearson 1934), each with confidence 1 - delta/20,
    /// so that all hold jointly with confidence 1 - delta (Bonferroni). None for rows with
    /// importance weights.
    std::optional<double> upper;
    double accepted = 0;  ///< observations
    double wrong = 0;     ///< of them
};

/// Returns, for each coverage j/20 of the observations, the smallest set of the most confident rows
/// that reaches it; rows of equal confidence are accepted together, and points with the same
/// threshold are one. Ascending in coverage. `confidence` is 1 - delta. Requires at least one row.
std::vector<RiskPoint> riskPoints(const SortedOutcomes& outcomes, double confidence = 0.95);

/// The threshold that accepts most rows while P(wrong | accepted) <= risk holds with the confidence
/// asked for.
struct RiskGuarantee {
    double risk = 0;        ///< as asked for
    double confidence = 0;  ///< as asked for
    /// The point of riskPoints() with the largest coverage whose upper limit is at most `risk`;
    /// none if there is none. It holds for new rows from the same source, whose T and map were not
    /// fitted on these rows.
    std::optional<RiskPoint> point;
    /// Accepted rows that a single test needs even if none is wrong: ceil(ln delta / ln(1 - risk)).
    std::size_t needed = 0;
    std::size_t neededOfAll = 0;  ///< one of 20 tests needs: ceil(ln(delta/20) / ln(1 - risk))
};

/// `points` are riskPoints() with this confidence. Requires risk and confidence in (0, 1).
RiskGuarantee riskGuarantee(std::span<const RiskPoint> points, double risk, double confidence);

/// Areas below curves over coverage. Rows of equal confidence count by the expectation over their
/// orders.
struct RiskAreas {
    /// Mean over k of the share of wrong rows among the k most confident (Geifman 2019); the
    /// integral over coverage for importance weights.
    double aurc = 0;
    double excess = 0;  ///< aurc less that of an order with all wrong rows last
    /// Area below the share of all rows that are accepted and wrong, (1 - AUROC) A (1 - A) + (1 -
    /// A)^2 / 2 for accuracy A (Traub 2024, arXiv 2407.01032).
    double augrc = 0;
};

/// Adds rows in descending order of confidence; rows of equal confidence together.
class RiskAreaSums {
public:
    explicit RiskAreaSums(bool areCounts) : m_areCounts(areCounts) {}
    void add(double weight, double wrong);
    /// Requires a weight above 0.
    RiskAreas areas() const;

private:
    /// Returns the sum of 1/k, or its integral, from m_weight to `after`.
    double sharesUpTo(double after);

    bool m_areCounts;
    double m_weight = 0;
    double m_wrong = 0;
    double m_risks = 0;                ///< sum over the observations, or integral over the weight
    std::optional<double> m_harmonic;  ///< at m_weight; none if not computed
    double m_wrongs = 0;  ///< integral of the accepted wrong weight over the accepted weight
};

RiskAreas riskAreas(const SortedOutcomes& outcomes);

/// Returns the risk by coverage at no more than about `most` of its steps.
std::vector<CurvePoint> riskCurve(const SortedOutcomes& outcomes, std::size_t most = 500);

}  // namespace diagonal
