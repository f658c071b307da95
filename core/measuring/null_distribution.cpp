// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/null_distribution.h"

#include <algorithm>
#include <cmath>

#include "core/measuring/percentiles.h"
#include "core/measuring/random_numbers.h"
#include "core/measuring/scores.h"

namespace diagonal {
namespace {

constexpr double kNormalVariance = 400;

/// Rows whose rarer outcome has a probability between `most` / 2 and `most`.
struct Segment {
    std::size_t begin = 0;
    std::size_t end = 0;
    double most = 0.5;
    bool hitsAreRare = true;  ///< confidences at most a half
};

/// Draws the number of hits in one bin.
class BinSampler {
public:
    BinSampler(const SortedOutcomes& outcomes, std::size_t begin, std::size_t end)
        : m_outcomes(outcomes), m_begin(begin), m_end(end) {
        const OutcomeSums sums = outcomes.sums(begin, end);
        m_weight = sums.weight;
        m_mean = sums.confidence;
        m_variance = std::max(0.0, sums.confidence - sums.confidenceSquares);
        m_isNormal = m_variance >= kNormalVariance;
        if (outcomes.isWeighted()) {
            weigh();
        } else if (!m_isNormal) {
            cut(begin, end);
        }
    }

    /// The weight of the hits that are drawn.
    double hits(RandomNumbers& random) const {
        if (m_isNormal) {
            const double drawn = m_mean + std::sqrt(m_variance) * random.normal();
            const bool whole = m_outcomes.weightKind() == WeightKind::Counts;
            return std::clamp(whole ? std::round(drawn) : drawn, 0.0, m_weight);
        }
        if (m_outcomes.isWeighted()) return weightedHits(random);
        std::size_t hits = 0;
        for (const Segment& segment : m_segments) {
            const std::size_t rare = rareOutcomes(segment, random);
            hits += segment.hitsAreRare ? rare : segment.end - segment.begin - rare;
        }
        return static_cast<double>(hits);
    }

private:
    static constexpr int kHalvings = 40;

    void weigh() {
        constexpr std::size_t manyRows = 20000;
        double largest = 0;
        m_variance = 0;
        for (std::size_t rank = m_begin; rank < m_end; ++rank) {
            const double c = m_outcomes.confidence(rank);
            const double v = m_outcomes.varianceWeight(rank);
            m_variance += v * c * (1 - c);
            largest = std::max(largest, v / m_outcomes.weight(rank));
        }
        m_isNormal =
            m_variance >= kNormalVariance * largest * largest || m_end - m_begin > manyRows;
    }

    double weightedHits(RandomNumbers& random) const {
        double hits = 0;
        for (std::size_t rank = m_begin; rank < m_end; ++rank) {
            const double c = m_outcomes.confidence(rank);
            const double w = m_outcomes.weight(rank);
            if (m_outcomes.weightKind() == WeightKind::Counts) {
                const auto trials = static_cast<std::int64_t>(w);
                const double rest = w - static_cast<double>(trials);
                hits += static_cast<double>(random.binomial(trials, c));
                if (rest > 0 && random.uniform() < c) hits += rest;
            } else if (random.uniform() < c) {
                hits += w;
            }
        }
        return hits;
    }

    void cut(std::size_t begin, std::size_t end) {
        const auto inside = [&](std::size_t rank) { return std::clamp(rank, begin, end); };
        const auto add = [&](std::size_t from, std::size_t to, double most, bool hitsAreRare) {
            if (from < to) m_segments.push_back({from, to, most, hitsAreRare});
        };
        std::size_t upper = inside(m_outcomes.countUpTo(0.5));
        std::size_t lower = upper;
        double most = 0.5;
        for (int i = 0; i < kHalvings; ++i, most /= 2) {
            const bool last = i + 1 == kHalvings;
            const std::size_t below = last ? begin : inside(m_outcomes.countUpTo(most / 2));
            add(below, lower, most, true);
            lower = below;
            const std::size_t above = last ? end : inside(m_outcomes.countBelow(1 - most / 2));
            add(upper, above, most, false);
            upper = above;
        }
    }

    /// Jumps from candidate to candidate of probability `most`, of which each stays with its own
    /// share.
    std::size_t rareOutcomes(const Segment& segment, RandomNumbers& random) const {
        const double logStay = std::log1p(-segment.most);
        const auto rows = static_cast<double>(segment.end - segment.begin);
        std::size_t rare = 0;
        for (double place = 0;; ++place) {
            place += std::floor(std::log(1 - random.uniform()) / logStay);
            if (!(place < rows)) return rare;
            const double c = m_outcomes.confidence(segment.begin + static_cast<std::size_t>(place));
            const double p = segment.hitsAreRare ? c : 1 - c;
            rare += random.uniform() * segment.most < p ? 1U : 0U;
        }
    }

    const SortedOutcomes& m_outcomes;
    std::size_t m_begin;
    std::size_t m_end;
    double m_weight = 0;
    double m_mean = 0;
    double m_variance = 0;
    bool m_isNormal = false;
    std::vector<Segment> m_segments;
};

std::vector<BinSampler> samplersOf(const SortedOutcomes& outcomes, const ReliabilityCurve& curve) {
    std::vector<BinSampler> samplers;
    for (std::size_t b = 0; b < curve.bins.size(); ++b)
        samplers.emplace_back(outcomes, curve.ranks[b], curve.ranks[b + 1]);
    return samplers;
}

}  // namespace

NullDistribution nullDistribution(const SortedOutcomes& outcomes, const ReliabilityCurve& curve,
                                  double level, std::uint64_t seed) {
    RandomNumbers random(seed);
    const auto samplers = samplersOf(outcomes, curve);
    const double measured = expectedCalibrationError(curve);
    std::vector<double> errors(kNullDraws);
    std::vector<std::vector<double>> frequencies(curve.bins.size(),
                                                 std::vector<double>(kNullDraws));
    for (std::size_t draw = 0; draw < kNullDraws; ++draw) {
        for (std::size_t b = 0; b < curve.bins.size(); ++b) {
            const Bin& bin = curve.bins[b];
            if (bin.count == 0) continue;
            const double frequency = samplers[b].hits(random) / bin.weight;
            frequencies[b][draw] = frequency;
            errors[draw] += bin.weight / curve.weight * std::abs(frequency - *bin.confidence);
        }
    }

    NullDistribution out;
    std::size_t asLarge = 0;
    for (const double error : errors) {
        out.meanError += error / static_cast<double>(kNullDraws);
        // Equal errors may differ by rounding.
        asLarge += error >= measured * (1 - 1e-12) ? 1U : 0U;
    }
    out.pValue = (1 + static_cast<double>(asLarge)) / (1 + static_cast<double>(kNullDraws));
    std::sort(errors.begin(), errors.end());
    out.error95 = quantileOfSorted(errors, 0.95);
    for (std::size_t b = 0; b < curve.bins.size(); ++b) {
        Interval& interval = out.bins.emplace_back(Interval{0, 1});
        if (curve.bins[b].count == 0) continue;
        interval = percentileInterval(std::move(frequencies[b]), level);
        // The band holds the diagonal even where a few rows can only be all hits.
        interval.lower = std::min(interval.lower, *curve.bins[b].confidence);
        interval.upper = std::max(interval.upper, *curve.bins[b].confidence);
    }
    return out;
}

}  // namespace diagonal
