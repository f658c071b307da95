// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/deciding/risk_coverage.h"

#include <algorithm>
#include <cmath>

#include <boost/math/special_functions/digamma.hpp>

#include "core/numerics/intervals.h"

namespace diagonal {
namespace {

/// Returns digamma(x + 1), by its series at x + 1/2 where that has 15 digits.
double harmonic(double x) {
    constexpr double large = 100;
    if (x < large) return boost::math::digamma(x + 1);
    const double inverse = 1 / ((x + 0.5) * (x + 0.5));
    return std::log(x + 0.5) + inverse / 24 - 7 * inverse * inverse / 960;
}

/// Returns the rows that are accepted from `rank` on.
RiskPoint pointFrom(const SortedOutcomes& outcomes, std::size_t rank, double delta) {
    const OutcomeSums sums = outcomes.sums(rank, outcomes.size());
    RiskPoint point;
    point.threshold = outcomes.confidence(rank);
    point.coverage = sums.weight / outcomes.sums().weight;
    point.risk = (sums.weight - sums.correct) / sums.weight;
    point.accepted = sums.weight;
    point.wrong = sums.weight - sums.correct;
    const bool areCounts = !outcomes.isWeighted() || outcomes.weightKind() == WeightKind::Counts;
    if (areCounts) {
        const double level = 1 - 2 * delta / kRiskPoints;  // of both sides
        point.upper = clopperPearsonInterval(point.wrong, point.accepted, level)->upper;
    }
    return point;
}

std::size_t neededRows(double delta, double risk) {
    return static_cast<std::size_t>(std::ceil(std::log(delta) / std::log1p(-risk)));
}

}  // namespace

std::vector<RiskPoint> riskPoints(const SortedOutcomes& outcomes, double confidence) {
    const std::size_t all = outcomes.observations();
    std::vector<RiskPoint> points;
    for (std::size_t j = 1; j <= kRiskPoints; ++j) {
        const std::size_t least = (all * j + kRiskPoints - 1) / kRiskPoints;
        const std::size_t last = outcomes.rankOfObservation(all - least);
        const std::size_t rank = outcomes.countBelow(outcomes.confidence(last));
        if (!points.empty() && points.back().threshold == outcomes.confidence(rank)) continue;
        points.push_back(pointFrom(outcomes, rank, 1 - confidence));
    }
    return points;
}

RiskGuarantee riskGuarantee(std::span<const RiskPoint> points, double risk, double confidence) {
    const double delta = 1 - confidence;
    RiskGuarantee guarantee{
        risk, confidence, {}, neededRows(delta, risk), neededRows(delta / kRiskPoints, risk)};
    for (const RiskPoint& point : points) {
        if (point.upper && *point.upper <= risk) guarantee.point = point;
    }
    return guarantee;
}

void RiskAreaSums::add(double weight, double wrong) {
    if (weight <= 0) return;
    // The sum of (E + j r) / (K + j) over j = 1 to m, or its integral.
    const double after = m_weight + weight;
    if (m_areCounts && weight == 1) {
        m_risks += (m_wrong + wrong) / after;
        m_harmonic.reset();
    } else {
        const double excess = m_wrong - wrong / weight * m_weight;
        m_risks += wrong;
        if (m_weight > 0) m_risks += excess * sharesUpTo(after);
    }
    m_wrongs += weight * (m_wrong + wrong / 2);
    m_weight = after;
    m_wrong += wrong;
}

double RiskAreaSums::sharesUpTo(double after) {
    if (!m_areCounts) return std::log(after / m_weight);
    const double before = m_harmonic ? *m_harmonic : harmonic(m_weight);
    m_harmonic = harmonic(after);
    return *m_harmonic - before;
}

RiskAreas RiskAreaSums::areas() const {
    RiskAreaSums best(m_areCounts);
    best.m_weight = m_weight - m_wrong;  // none of them wrong
    best.add(m_wrong, m_wrong);
    RiskAreas areas;
    areas.aurc = m_risks / m_weight;
    areas.excess = std::max(0.0, areas.aurc - best.m_risks / m_weight);
    areas.augrc = m_wrongs / m_weight / m_weight;
    return areas;
}

RiskAreas riskAreas(const SortedOutcomes& outcomes) {
    RiskAreaSums sums(!outcomes.isWeighted() || outcomes.weightKind() == WeightKind::Counts);
    for (std::size_t rank = outcomes.size(); rank > 0;) {
        const double confidence = outcomes.confidence(rank - 1);
        double weight = 0, wrong = 0;
        for (; rank > 0 && outcomes.confidence(rank - 1) == confidence; --rank) {
            weight += outcomes.weight(rank - 1);
            if (!outcomes.isCorrect(rank - 1)) wrong += outcomes.weight(rank - 1);
        }
        sums.add(weight, wrong);
    }
    return sums.areas();
}

std::vector<CurvePoint> riskCurve(const SortedOutcomes& outcomes, std::size_t most) {
    std::vector<CurvePoint> curve;
    const double all = outcomes.sums().weight;
    const std::size_t step = std::max<std::size_t>(1, outcomes.size() / most);
    for (std::size_t end = outcomes.size(); end > 0;) {
        const std::size_t next = end - std::min(end, step);
        const std::size_t begin = outcomes.countBelow(outcomes.confidence(next));
        const OutcomeSums accepted = outcomes.sums(begin, outcomes.size());
        curve.push_back(
            {accepted.weight / all, (accepted.weight - accepted.correct) / accepted.weight});
        end = begin;
    }
    return curve;
}

}  // namespace diagonal
