// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/null_distribution.h"

#include <algorithm>
#include <cmath>

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
        : m_outcomes(outcomes), m_rows(end - begin) {
        const OutcomeSums sums = outcomes.sums(begin, end);
        m_mean = sums.confidence;
        m_variance = std::max(0.0, sums.confidence - sums.confidenceSquares);
        if (m_variance < kNormalVariance) cut(begin, end);
    }

    double hits(RandomNumbers& random) const {
        if (m_variance >= kNormalVariance) {
            const double drawn = std::round(m_mean + std::sqrt(m_variance) * random.normal());
            return std::clamp(drawn, 0.0, static_cast<double>(m_rows));
        }
        std::size_t hits = 0;
        for (const Segment& segment : m_segments) {
            const std::size_t rare = rareOutcomes(segment, random);
            hits += segment.hitsAreRare ? rare : segment.end - segment.begin - rare;
        }
        return static_cast<double>(hits);
    }

private:
    static constexpr int kHalvings = 40;

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
    std::size_t m_rows;
    double m_mean = 0;
    double m_variance = 0;
    std::vector<Segment> m_segments;
};

std::vector<BinSampler> samplersOf(const SortedOutcomes& outcomes, const ReliabilityCurve& curve) {
    std::vector<BinSampler> samplers;
    std::size_t rank = 0;
    for (const Bin& bin : curve.bins) {
        samplers.emplace_back(outcomes, rank, rank + bin.count);
        rank += bin.count;
    }
    return samplers;
}

}  // namespace

double quantileOfSorted(const std::vector<double>& sorted, double q) {
    const double place = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    if (below + 1 >= sorted.size()) return sorted.back();
    return sorted[below] + (place - std::floor(place)) * (sorted[below + 1] - sorted[below]);
}

NullDistribution nullDistribution(const SortedOutcomes& outcomes, const ReliabilityCurve& curve,
                                  double level, std::uint64_t seed) {
    RandomNumbers random(seed);
    const auto samplers = samplersOf(outcomes, curve);
    const double measured = expectedCalibrationError(curve);
    const auto rows = static_cast<double>(curve.rows);
    std::vector<double> errors(kNullDraws);
    std::vector<std::vector<double>> frequencies(curve.bins.size(),
                                                 std::vector<double>(kNullDraws));
    for (std::size_t draw = 0; draw < kNullDraws; ++draw) {
        for (std::size_t b = 0; b < curve.bins.size(); ++b) {
            const Bin& bin = curve.bins[b];
            if (bin.count == 0) continue;
            const auto n = static_cast<double>(bin.count);
            const double frequency = samplers[b].hits(random) / n;
            frequencies[b][draw] = frequency;
            errors[draw] += n / rows * std::abs(frequency - *bin.confidence);
        }
    }

    NullDistribution out;
    std::size_t asLarge = 0;
    for (const double error : errors) {
        out.meanError += error / static_cast<double>(kNullDraws);
        asLarge += error >= measured ? 1U : 0U;
    }
    out.pValue = (1 + static_cast<double>(asLarge)) / (1 + static_cast<double>(kNullDraws));
    std::sort(errors.begin(), errors.end());
    out.error95 = quantileOfSorted(errors, 0.95);
    for (std::size_t b = 0; b < curve.bins.size(); ++b) {
        Interval& interval = out.bins.emplace_back(Interval{0, 1});
        if (curve.bins[b].count == 0) continue;
        std::vector<double>& drawn = frequencies[b];
        std::sort(drawn.begin(), drawn.end());
        // The band holds the diagonal even where a few rows can only be all hits.
        interval.lower =
            std::min(quantileOfSorted(drawn, (1 - level) / 2), *curve.bins[b].confidence);
        interval.upper =
            std::max(quantileOfSorted(drawn, (1 + level) / 2), *curve.bins[b].confidence);
    }
    return out;
}

}  // namespace diagonal
