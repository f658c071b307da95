// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/curves/calibration_curve.h"

#include <algorithm>
#include <cmath>

#include "core/base/random_numbers.h"
#include "core/measuring/curves/cumulative_gap.h"
#include "core/measuring/curves/honest_band.h"
#include "core/measuring/curves/smooth_calibration.h"
#include "core/measuring/isotonic.h"
#include "core/numerics/percentiles.h"

namespace diagonal {
namespace {

constexpr std::size_t kCurveGroups = 2048;
constexpr std::size_t kCurveDraws = 400;

/// Rows of similar confidence, drawn together.
struct CurveGroup {
    double confidence = 0;  ///< mean
    double weight = 0;
    std::int64_t trials = 0;  ///< effective number of observations
};

/// Divides the sorted rows into groups; rows of equal confidence stay in one.
std::vector<CurveGroup> groupsOf(const SortedOutcomes& outcomes) {
    const std::size_t size = std::max<std::size_t>(1, outcomes.size() / kCurveGroups);
    std::vector<CurveGroup> groups;
    for (std::size_t begin = 0; begin < outcomes.size();) {
        const std::size_t end = outcomes.endOfRun(begin, size);
        const OutcomeSums sums = outcomes.sums(begin, end);
        groups.push_back({std::min(sums.confidence / sums.weight, 1.0), sums.weight,
                          std::max<std::int64_t>(1, std::llround(sums.effectiveCount()))});
        begin = end;
    }
    return groups;
}

/// Isotonic regression of groups by pooling adjacent violators.
class GroupRegression {
public:
    explicit GroupRegression(const std::vector<CurveGroup>& groups) : m_groups(groups) {}

    /// Draws the correct rows of a calibrated model and returns the fitted frequency of every
    /// group.
    const std::vector<double>& fitDrawn(RandomNumbers& random) {
        m_pools.clear();
        for (const CurveGroup& group : m_groups) {
            const auto trials = static_cast<double>(group.trials);
            const auto correct =
                static_cast<double>(random.binomial(group.trials, group.confidence));
            appendPooled(m_pools, {group.weight, group.weight * correct / trials, 1});
        }
        m_fitted.clear();
        for (const Pool& pool : m_pools)
            m_fitted.insert(m_fitted.end(), pool.groups, pool.correct / pool.weight);
        return m_fitted;
    }

private:
    struct Pool {
        double weight = 0;
        double correct = 0;
        std::size_t groups = 0;
        void merge(const Pool& before) {
            weight += before.weight;
            correct += before.correct;
            groups += before.groups;
        }
    };

    const std::vector<CurveGroup>& m_groups;
    std::vector<Pool> m_pools;
    std::vector<double> m_fitted;
};

std::vector<BandPoint> isotonicBand(const SortedOutcomes& outcomes, double level,
                                    std::uint64_t seed) {
    RandomNumbers random(seed);
    const std::vector<CurveGroup> groups = groupsOf(outcomes);
    GroupRegression regression(groups);
    std::vector<std::vector<double>> drawn(groups.size());
    for (std::size_t i = 0; i < kCurveDraws; ++i) {
        const std::vector<double>& fitted = regression.fitDrawn(random);
        for (std::size_t g = 0; g < groups.size(); ++g)
            drawn[g].push_back(fitted[g]);
    }
    std::vector<BandPoint> band;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const double c = groups[g].confidence;
        const Interval interval = percentileInterval(std::move(drawn[g]), level);
        band.push_back({c, std::min(interval.lower, c), std::max(interval.upper, c)});
    }
    return band;
}

/// Returns the x that max |B| of Brownian motion B on [0, 1] exceeds with probability 1 - level.
double brownianBound(double level) {
    double low = 0;
    double high = 20;
    constexpr int halvings = 60;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (brownianMaximumTail(middle) > 1 - level ? low : high) = middle;
    }
    return (low + high) / 2;
}

/// Thins many points to the lowest, the highest and the last of every stretch.
class Thinner {
public:
    explicit Thinner(std::size_t points)
        : m_stretch(std::max<std::size_t>(1, points / kStretches)) {}

    /// Adds a point: at the share x of the rows, the sum is y and the confidence c.
    void add(double x, double y, double c) {
        const Point point{x, y, c};
        if (m_inStretch == 0) m_lowest = m_highest = point;
        if (y < m_lowest.y) m_lowest = point;
        if (y > m_highest.y) m_highest = point;
        m_last = point;
        if (++m_inStretch == m_stretch) flush();
    }

    void finish(CalibrationCurve& curve) && {
        if (m_inStretch > 0) flush();
        curve.strokes.push_back({{0, 0}});
        for (const Point& point : m_kept) {
            curve.strokes.back().push_back({point.x, point.y});
            curve.confidences.push_back({point.x, point.c});
        }
    }

private:
    static constexpr std::size_t kStretches = 1000;
    struct Point {
        double x = 0, y = 0, c = 0;
    };

    void flush() {
        const bool lowFirst = m_lowest.x < m_highest.x;
        for (const Point& point :
             {lowFirst ? m_lowest : m_highest, lowFirst ? m_highest : m_lowest, m_last}) {
            if (m_kept.empty() || point.x > m_kept.back().x) m_kept.push_back(point);
        }
        m_inStretch = 0;
    }

    std::size_t m_stretch;
    std::size_t m_inStretch = 0;
    Point m_lowest, m_highest, m_last;
    std::vector<Point> m_kept;
};

}  // namespace

BandMeaning bandMeaningOf(DiagramKind kind, BandKind band) {
    if (kind == DiagramKind::Cumulative) return BandMeaning::CurveByChance;
    const bool holdsCurve = kind == DiagramKind::Isotonic && band == BandKind::Simultaneous;
    return holdsCurve ? BandMeaning::TrueCurve : BandMeaning::PointByChance;
}

CalibrationCurve isotonicCurve(const Outcomes& outcomes, double level, std::uint64_t seed,
                               BandKind band, double designEffect) {
    CalibrationCurve curve;
    const auto blocks = isotonicBlocks(outcomes.sorted);
    std::vector<CurvePoint>& points = curve.strokes.emplace_back();
    for (const IsotonicBlock& block : blocks) {
        const double from = outcomes.sorted.confidence(block.begin);
        const double to = outcomes.sorted.confidence(block.end - 1);
        points.push_back({from, block.frequency()});
        if (to > from) points.push_back({to, block.frequency()});
    }
    const bool isPointwise = band == BandKind::Pointwise;
    curve.band.push_back(isPointwise ? isotonicBand(outcomes.sorted, level, seed)
                                     : honestBand(outcomes.sorted, level, designEffect));
    curve.bandMeaning = bandMeaningOf(DiagramKind::Isotonic, band);
    const BrierParts parts = brierParts(outcomes.brier, blocks);
    curve.scores = {{"brier_mcb", parts.miscalibration}, {"brier_dsc", parts.discrimination}};
    return curve;
}

CalibrationCurve cumulativeCurve(const SortedOutcomes& outcomes, double level) {
    CalibrationCurve curve;
    curve.bandMeaning = bandMeaningOf(DiagramKind::Cumulative, BandKind::Pointwise);
    const double total = outcomes.sums().weight;
    double weight = 0;
    double sum = 0;
    double variance = 0;
    Thinner thinner(outcomes.size());
    for (std::size_t rank = 0; rank < outcomes.size(); ++rank) {
        const double c = outcomes.confidence(rank);
        const double w = outcomes.weight(rank);
        weight += w;
        sum += w * ((outcomes.isCorrect(rank) ? 1 : 0) - c);
        variance += outcomes.varianceWeight(rank) * c * (1 - c);
        const bool lastOfValue = rank + 1 == outcomes.size() || outcomes.confidence(rank + 1) != c;
        if (lastOfValue) thinner.add(weight / total, sum / total, c);
    }
    std::move(thinner).finish(curve);
    const double bound = brownianBound(level) * std::sqrt(variance) / total;
    curve.band.push_back({{0, -bound, bound}, {1, -bound, bound}});
    const CumulativeGap gap = cumulativeGap(outcomes);
    curve.scores = {{"ks", gap.ks}, {"kuiper", gap.kuiper}};
    return curve;
}

CalibrationCurve calibrationCurve(DiagramKind kind, const Outcomes& outcomes, double level,
                                  std::uint64_t seed, BandKind band, double designEffect) {
    if (kind == DiagramKind::Isotonic)
        return isotonicCurve(outcomes, level, seed, band, designEffect);
    if (kind == DiagramKind::Smooth) return smoothCurve(outcomes.sorted, level);
    return cumulativeCurve(outcomes.sorted, level);
}

}  // namespace diagonal
