// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/null_distribution.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/random_numbers.h"
#include "core/measuring/isotonic.h"
#include "core/measuring/scores/outcome_sampler.h"
#include "core/measuring/scores/scores.h"
#include "core/numerics/percentiles.h"

namespace diagonal {
namespace {

/// Returns the interval of a bin's frequency, widened to contain the confidence: all rows of a
/// small bin may be correct in most draws.
Interval aroundConfidence(const Interval& correct, double weight, double confidence) {
    return {std::min(correct.lower / weight, confidence),
            std::max(correct.upper / weight, confidence)};
}

/// Summarizes the errors of all draws in one set of bins, with p-values of the measured errors.
NullDistribution summaryOf(const std::vector<ErrorSums>& drawn, const BinnedErrors& measured,
                           std::vector<Interval> bins) {
    NullDistribution out;
    out.bins = std::move(bins);
    std::map<std::string_view, std::size_t> asLarge;
    std::vector<double> errors;
    for (const ErrorSums& sums : drawn) {
        const BinnedErrors of = sums.errors();
        errors.push_back(of.ece);
        const auto names = namedErrors(of);
        const auto limits = namedErrors(measured);
        for (std::size_t i = 0; i < names.size(); ++i) {
            // Equal errors may differ by rounding.
            const bool large = names[i].second >= limits[i].second * (1 - 1e-12);
            asLarge[names[i].first] += large ? 1U : 0U;
        }
    }
    asLarge.erase("l2_debiased");
    const auto draws = static_cast<double>(drawn.size());
    for (const auto& [id, count] : asLarge)
        out.pValues[id] = (1 + static_cast<double>(count)) / (1 + draws);
    out.meanError = std::accumulate(errors.begin(), errors.end(), 0.0) / draws;
    std::sort(errors.begin(), errors.end());
    out.error95 = quantileOfSorted(errors, 0.95);
    return out;
}

/// Returns the distribution in bins whose edges do not depend on which rows are correct.
std::optional<NullDistribution> inFixedBins(const SortedOutcomes& outcomes,
                                            const ReliabilityCurve& curve, double level,
                                            std::uint64_t seed, const ProgressCallback& progress) {
    RandomNumbers random(seed);
    std::vector<ErrorSums> errors(kNullDraws);
    std::vector<double> drawn(kNullDraws);
    std::vector<Interval> intervals(curve.bins.size(), Interval{0, 1});
    for (std::size_t b = 0; b < curve.bins.size(); ++b) {
        const Bin& bin = curve.bins[b];
        if (bin.count == 0) continue;
        if (progress && !progress(b, curve.bins.size())) return std::nullopt;
        const OutcomeSampler sampler(outcomes, curve.ranks[b], curve.ranks[b + 1]);
        for (std::size_t draw = 0; draw < kNullDraws; ++draw) {
            drawn[draw] = sampler.draw(random);
            errors[draw].add(bin.weight / curve.weight, drawn[draw] / bin.weight - *bin.confidence);
        }
        intervals[b] = aroundConfidence(sampler.middle(level, drawn), bin.weight, *bin.confidence);
    }
    return summaryOf(errors, binnedErrors(curve), std::move(intervals));
}

/// Rows of similar confidence, pooled together.
struct Group {
    OutcomeSampler sampler;
    double weight = 0;
    double confidence = 0;  ///< weighted sum
    double correct = 0;     ///< weight of the rows measured as correct
    double lower = 0;       ///< edge to the preceding group
    double upper = 1;
};

/// Divides the sorted rows into groups; rows of equal confidence stay in one.
std::vector<Group> groupsOf(const SortedOutcomes& outcomes) {
    constexpr std::size_t mostGroups = 2048;
    constexpr std::size_t mostDrawnRows = 16;
    const std::size_t size = std::max<std::size_t>(1, outcomes.size() / mostGroups);
    std::vector<Group> groups;
    for (std::size_t begin = 0; begin < outcomes.size();) {
        const std::size_t end = outcomes.endOfRun(begin, size);
        const OutcomeSums sums = outcomes.sums(begin, end);
        const double lower = groups.empty() ? 0 : groups.back().upper;
        const bool isLast = end == outcomes.size();
        const double upper =
            isLast ? 1 : (outcomes.confidence(end - 1) + outcomes.confidence(end)) / 2;
        groups.push_back({OutcomeSampler(outcomes, begin, end, mostDrawnRows), sums.weight,
                          sums.confidence, sums.correct, lower, upper});
        begin = end;
    }
    return groups;
}

/// Groups pooled by isotonic regression.
struct Pool {
    double weight = 0;
    double correct = 0;
    double confidence = 0;
    double lower = 0;
    double upper = 1;
    double excess = 0;    ///< sum of w (c^2 - 2 a c)
    std::size_t end = 0;  ///< one past its last group

    void merge(const Pool& before) {
        weight += before.weight;
        correct += before.correct;
        confidence += before.confidence;
        lower = before.lower;
        excess += before.excess;
    }
};

/// Isotonic bins, pooled anew for every draw.
class PooledBins {
public:
    explicit PooledBins(const SortedOutcomes& outcomes,
                        BinConfidence confidence = BinConfidence::Mean)
        : m_groups(groupsOf(outcomes)),
          m_weight(outcomes.sums().weight),
          m_confidence(confidence) {}

    /// Finds the group of each bin's confidence, which frequency() requires.
    void findGroupsOf(const std::vector<Bin>& bins) {
        for (const Bin& bin : bins) {
            const auto found =
                std::ranges::lower_bound(m_groups, *bin.confidence, {}, &Group::upper);
            m_groupsOfBins.push_back(
                std::min(static_cast<std::size_t>(found - m_groups.begin()), m_groups.size() - 1));
        }
    }

    void poolMeasured() {
        pool([](const Group& group) { return group.correct; });
    }

    void poolDrawn(RandomNumbers& random) {
        pool([&](const Group& group) { return group.sampler.draw(random); });
    }

    /// Returns the errors of the current pools.
    ErrorSums errors() const {
        ErrorSums sums;
        for (const Pool& pool : m_pools) {
            const double expected = m_confidence == BinConfidence::Mean
                                        ? pool.confidence / pool.weight
                                        : (pool.lower + pool.upper) / 2;
            sums.add(pool.weight / m_weight, pool.correct / pool.weight - expected);
        }
        return sums;
    }

    /// Returns the Brier score of the groups minus that of the pools. The terms in a alone cancel.
    double miscalibration() const {
        double excess = 0;
        for (const Pool& pool : m_pools)
            excess += pool.excess + pool.correct * (pool.correct / pool.weight);
        return excess / m_weight;
    }

    /// Returns the frequency of the current pool that holds the mean confidence of bin b.
    double frequency(std::size_t b) const {
        const auto pool = std::ranges::upper_bound(m_pools, m_groupsOfBins[b], {}, &Pool::end);
        return pool->correct / pool->weight;
    }

private:
    template <typename CorrectOf>
    void pool(const CorrectOf& correctOf) {
        m_pools.clear();
        for (std::size_t g = 0; g < m_groups.size(); ++g) {
            const Group& group = m_groups[g];
            const double correct = correctOf(group);
            const double mean = group.confidence / group.weight;
            appendPooled(m_pools,
                         Pool{group.weight, correct, group.confidence, group.lower, group.upper,
                              (group.confidence - 2 * correct) * mean, g + 1});
        }
    }

    std::vector<Group> m_groups;
    double m_weight;
    BinConfidence m_confidence;
    std::vector<std::size_t> m_groupsOfBins;
    std::vector<Pool> m_pools;
};

std::optional<NullDistribution> inPooledBins(const SortedOutcomes& outcomes,
                                             const ReliabilityCurve& curve,
                                             BinConfidence confidence, double level,
                                             std::uint64_t seed, const ProgressCallback& progress) {
    RandomNumbers random(seed);
    PooledBins pooled(outcomes, confidence);
    pooled.findGroupsOf(curve.bins);
    std::vector<ErrorSums> errors;
    std::vector<std::vector<double>> frequencies(curve.bins.size());
    for (std::size_t draw = 0; draw < kNullDraws; ++draw) {
        if (progress && !progress(draw, kNullDraws)) return std::nullopt;
        pooled.poolDrawn(random);
        errors.push_back(pooled.errors());
        for (std::size_t b = 0; b < curve.bins.size(); ++b)
            frequencies[b].push_back(pooled.frequency(b));
    }
    std::vector<Interval> intervals;
    for (std::size_t b = 0; b < curve.bins.size(); ++b) {
        intervals.push_back(aroundConfidence(percentileInterval(std::move(frequencies[b]), level),
                                             1, *curve.bins[b].confidence));
    }
    pooled.poolMeasured();
    return summaryOf(errors, pooled.errors().errors(), std::move(intervals));
}

}  // namespace

std::optional<NullDistribution> nullDistribution(const SortedOutcomes& outcomes,
                                                 const ReliabilityCurve& curve,
                                                 const Binning& binning, double level,
                                                 std::uint64_t seed,
                                                 const ProgressCallback& progress) {
    return binning.scheme == BinningScheme::Isotonic
               ? inPooledBins(outcomes, curve, binning.confidence, level, seed, progress)
               : inFixedBins(outcomes, curve, level, seed, progress);
}

std::optional<std::vector<double>> nullMiscalibrations(const SortedOutcomes& outcomes,
                                                       std::uint64_t seed,
                                                       const ProgressCallback& progress) {
    constexpr std::size_t draws = 999;
    RandomNumbers random(seed);
    PooledBins pooled(outcomes);
    std::vector<double> drawn;
    for (std::size_t draw = 0; draw < draws; ++draw) {
        if (progress && !progress(draw, draws)) return std::nullopt;
        pooled.poolDrawn(random);
        drawn.push_back(pooled.miscalibration());
    }
    std::sort(drawn.begin(), drawn.end());
    return drawn;
}

}  // namespace diagonal
