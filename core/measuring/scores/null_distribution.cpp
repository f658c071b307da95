// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/null_distribution.h"

#include <algorithm>
#include <array>
#include <cassert>
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
    out.errors = std::move(errors);
    return out;
}

/// Draws of some bins, one after another.
struct DrawnBins {
    std::vector<std::vector<double>> correct;  ///< weight of the correct rows in each draw
    std::vector<Interval> intervals;
};

/// Draws the bins [first, end) of `curve`, each from a stream of random numbers of its own.
DrawnBins drawBins(const SortedOutcomes& outcomes, const ReliabilityCurve& curve, double level,
                   std::uint64_t seed, std::size_t first, std::size_t end,
                   const ParallelFor& parallelFor) {
    DrawnBins drawn{std::vector<std::vector<double>>(end - first),
                    std::vector<Interval>(end - first, Interval{0, 1})};
    parallelFor(end - first, [&](std::size_t i) {
        const std::size_t b = first + i;
        const Bin& bin = curve.bins[b];
        if (bin.count == 0) return;
        const OutcomeSampler sampler(outcomes, curve.ranks[b], curve.ranks[b + 1]);
        RandomNumbers random(seed, static_cast<std::uint32_t>(b));
        drawn.correct[i].resize(kNullDraws);
        for (double& correct : drawn.correct[i])
            correct = sampler.draw(random);
        drawn.intervals[i] =
            aroundConfidence(sampler.middle(level, drawn.correct[i]), bin.weight, *bin.confidence);
    });
    return drawn;
}

/// Returns the distribution in bins whose edges do not depend on which rows are correct.
std::optional<NullDistribution> inFixedBins(const SortedOutcomes& outcomes,
                                            const ReliabilityCurve& curve, double level,
                                            std::uint64_t seed, const Execution& execution) {
    constexpr std::size_t binsAtOnce = 32;
    std::vector<ErrorSums> errors(kNullDraws);
    std::vector<Interval> intervals;
    Continuation continuation(execution.progress);
    for (std::size_t first = 0; first < curve.bins.size(); first += binsAtOnce) {
        if (!continuation.goesOn(first, curve.bins.size())) return std::nullopt;
        const std::size_t end = std::min(first + binsAtOnce, curve.bins.size());
        const DrawnBins drawn =
            drawBins(outcomes, curve, level, seed, first, end, execution.parallelFor);
        intervals.insert(intervals.end(), drawn.intervals.begin(), drawn.intervals.end());
        const Partition parts{kNullDraws, kNullDraws / 8};
        execution.parallelFor(parts.parts(), [&](std::size_t part) {
            for (std::size_t b = first; b < end; ++b) {
                const Bin& bin = curve.bins[b];
                const std::vector<double>& correct = drawn.correct[b - first];
                for (std::size_t draw = parts.begin(part); bin.count > 0 && draw < parts.end(part);
                     ++draw) {
                    errors[draw].add(bin.weight / curve.weight,
                                     correct[draw] / bin.weight - *bin.confidence);
                }
            }
        });
    }
    return summaryOf(errors, binnedErrors(curve), std::move(intervals));
}

/// Rows of similar confidence, pooled together.
struct NullGroup {
    OutcomeSampler sampler;
    double weight = 0;
    double confidence = 0;  ///< weighted sum
    double correct = 0;     ///< weight of the rows measured as correct
    double lower = 0;       ///< edge to the preceding group
    double upper = 1;
};

/// Divides the sorted rows into groups; rows of equal confidence stay in one.
std::vector<NullGroup> groupsOf(const SortedOutcomes& outcomes, const ParallelFor& parallelFor) {
    constexpr std::size_t mostGroups = 2048;
    constexpr std::size_t mostDrawnRows = 16;
    const std::size_t size = std::max<std::size_t>(1, outcomes.size() / mostGroups);
    std::vector<std::size_t> begins{0};
    while (begins.back() < outcomes.size())
        begins.push_back(outcomes.endOfRun(begins.back(), size));
    std::vector<NullGroup> groups(begins.size() - 1);
    const Partition parts{groups.size()};
    parallelFor(parts.parts(), [&](std::size_t part) {
        for (std::size_t g = parts.begin(part); g < parts.end(part); ++g) {
            const std::size_t begin = begins[g];
            const std::size_t end = begins[g + 1];
            const OutcomeSums sums = outcomes.sums(begin, end);
            NullGroup& group = groups[g];
            group.sampler = OutcomeSampler(outcomes, begin, end, mostDrawnRows);
            group.weight = sums.weight;
            group.confidence = sums.confidence;
            group.correct = sums.correct;
            const auto edge = [&](std::size_t rank) {
                return (outcomes.confidence(rank - 1) + outcomes.confidence(rank)) / 2;
            };
            if (begin > 0) group.lower = edge(begin);
            if (end < outcomes.size()) group.upper = edge(end);
        }
    });
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

/// Isotonic bins, pooled anew for every draw. Several threads may pool at once, each in a vector of
/// its own.
class PooledBins {
public:
    PooledBins(const SortedOutcomes& outcomes, BinConfidence confidence,
               const ParallelFor& parallelFor)
        : m_groups(groupsOf(outcomes, parallelFor)),
          m_weight(outcomes.sums().weight),
          m_confidence(confidence) {}

    /// Returns the groups that hold the confidences of `bins`.
    std::vector<std::size_t> groupsOfBins(const std::vector<Bin>& bins) const {
        std::vector<std::size_t> groups;
        for (const Bin& bin : bins) {
            const auto found =
                std::ranges::lower_bound(m_groups, *bin.confidence, {}, &NullGroup::upper);
            groups.push_back(
                std::min(static_cast<std::size_t>(found - m_groups.begin()), m_groups.size() - 1));
        }
        return groups;
    }

    void poolMeasured(std::vector<Pool>& pools) const {
        pool([](const NullGroup& group) { return group.correct; }, pools);
    }

    void poolDrawn(RandomNumbers& random, std::vector<Pool>& pools) const {
        pool([&](const NullGroup& group) { return group.sampler.draw(random); }, pools);
    }

    ErrorSums errors(const std::vector<Pool>& pools) const {
        ErrorSums sums;
        for (const Pool& pool : pools) {
            const double expected = m_confidence == BinConfidence::Mean
                                        ? pool.confidence / pool.weight
                                        : (pool.lower + pool.upper) / 2;
            sums.add(pool.weight / m_weight, pool.correct / pool.weight - expected);
        }
        return sums;
    }

    /// Returns the Brier score of the groups minus that of the pools. The terms in a alone cancel.
    double miscalibration(const std::vector<Pool>& pools) const {
        double excess = 0;
        for (const Pool& pool : pools)
            excess += pool.excess + pool.correct * (pool.correct / pool.weight);
        return excess / m_weight;
    }

private:
    template <typename CorrectOf>
    void pool(const CorrectOf& correctOf, std::vector<Pool>& pools) const {
        pools.clear();
        for (std::size_t g = 0; g < m_groups.size(); ++g) {
            const NullGroup& group = m_groups[g];
            const double correct = correctOf(group);
            const double mean = group.confidence / group.weight;
            appendPooled<double>(
                pools, Pool{group.weight, correct, group.confidence, group.lower, group.upper,
                            (group.confidence - 2 * correct) * mean, g + 1});
        }
    }

    std::vector<NullGroup> m_groups;
    double m_weight;
    BinConfidence m_confidence;
};

/// Pools `draws` draws of a calibrated model and calls use(draw, pools) for each, possibly several
/// at once. `atOnce`, which must divide `draws`, are drawn from one stream of random numbers.
/// Returns false if progress cancels.
template <typename Use>
bool poolDraws(const PooledBins& bins, std::size_t draws, std::size_t atOnce, std::uint64_t seed,
               const Execution& execution, const Use& use) {
    assert(draws % atOnce == 0);
    Continuation continuation(execution.progress);
    execution.parallelFor(draws / atOnce, [&](std::size_t stream) {
        RandomNumbers random(seed, static_cast<std::uint32_t>(stream));
        std::vector<Pool> pools;
        for (std::size_t draw = stream * atOnce; draw < (stream + 1) * atOnce; ++draw) {
            if (!continuation.goesOn(draw, draws)) return;
            bins.poolDrawn(random, pools);
            use(draw, pools);
        }
    });
    return !continuation.isStopped();
}

std::optional<NullDistribution> inPooledBins(const SortedOutcomes& outcomes,
                                             const ReliabilityCurve& curve,
                                             BinConfidence confidence, double level,
                                             std::uint64_t seed, const Execution& execution) {
    constexpr std::size_t atOnce = 101;
    Continuation continuation(execution.progress);
    const PooledBins pooled(outcomes, confidence, stoppable(execution.parallelFor, continuation));
    if (continuation.isStopped()) return std::nullopt;
    const std::vector<std::size_t> groups = pooled.groupsOfBins(curve.bins);
    std::vector<ErrorSums> errors(kNullDraws);
    std::vector<std::vector<double>> frequencies(curve.bins.size(),
                                                 std::vector<double>(kNullDraws));
    const bool isDone = poolDraws(pooled, kNullDraws, atOnce, seed, execution,
                                  [&](std::size_t draw, const std::vector<Pool>& pools) {
                                      errors[draw] = pooled.errors(pools);
                                      for (std::size_t b = 0; b < groups.size(); ++b) {
                                          const auto pool = std::ranges::upper_bound(
                                              pools, groups[b], {}, &Pool::end);
                                          frequencies[b][draw] = pool->correct / pool->weight;
                                      }
                                  });
    if (!isDone) return std::nullopt;
    std::vector<Interval> intervals;
    for (std::size_t b = 0; b < curve.bins.size(); ++b) {
        intervals.push_back(aroundConfidence(percentileInterval(std::move(frequencies[b]), level),
                                             1, *curve.bins[b].confidence));
    }
    std::vector<Pool> pools;
    pooled.poolMeasured(pools);
    return summaryOf(errors, pooled.errors(pools).errors(), std::move(intervals));
}

/// Rows of one confidence: a step of the cumulative gap.
struct GapStep {
    OutcomeSampler sampler;
    double confidence = 0;  ///< weighted sum
};

/// Returns the steps of the cumulative gap; none unless confidences repeat and have few values.
std::vector<GapStep> gapSteps(const SortedOutcomes& outcomes) {
    constexpr double fewValues = 100;
    constexpr std::size_t mostValues = 101;
    struct Run {
        std::size_t begin, end;
        double variance;
    };
    std::vector<Run> runs;
    double total = 0, squares = 0;
    const std::size_t observations = outcomes.sums().count;
    for (std::size_t begin = 0; begin < outcomes.size();) {
        const std::size_t end = outcomes.endOfRun(begin, 1);
        const double c = outcomes.confidence(begin);
        const double variance = outcomes.sums(begin, end).varianceWeight * c * (1 - c);
        runs.push_back({begin, end, variance});
        total += variance;
        squares += variance * variance;
        begin = end;
        if (runs.size() > mostValues || 2 * runs.size() > observations) return {};
    }
    if (!(total > 0) || total * total / squares >= fewValues) return {};
    std::vector<GapStep> steps;
    steps.reserve(runs.size());
    for (const Run& run : runs) {
        steps.push_back({OutcomeSampler(outcomes, run.begin, run.end),
                         outcomes.sums(run.begin, run.end).confidence});
    }
    return steps;
}

}  // namespace

std::optional<NullDistribution> nullDistribution(const SortedOutcomes& outcomes,
                                                 const ReliabilityCurve& curve,
                                                 const Binning& binning, double level,
                                                 std::uint64_t seed, const Execution& execution) {
    return binning.scheme == BinningScheme::Isotonic
               ? inPooledBins(outcomes, curve, binning.confidence, level, seed, execution)
               : inFixedBins(outcomes, curve, level, seed, execution);
}

void setConsistency(const NullDistribution& null, ReliabilityCurve& curve) {
    for (std::size_t b = 0; b < null.bins.size(); ++b) {
        if (curve.bins[b].count > 0) curve.bins[b].consistency = null.bins[b];
    }
}

std::optional<CumulativeTails> drawnCumulativeTails(const SortedOutcomes& outcomes, double ks,
                                                    double kuiper, std::uint64_t seed,
                                                    const ParallelFor& parallelFor,
                                                    Continuation& continuation) {
    constexpr std::size_t drawsAtOnce = 101;
    const std::vector<GapStep> steps = gapSteps(outcomes);
    if (steps.empty()) return std::nullopt;
    std::vector<std::array<std::size_t, 2>> asLarge(kNullDraws / drawsAtOnce);
    const double weight = outcomes.sums().weight;
    // Equal statistics may differ by rounding.
    const double ksLimit = ks * weight * (1 - 1e-12), rangeLimit = kuiper * weight * (1 - 1e-12);
    parallelFor(asLarge.size(), [&](std::size_t stream) {
        if (!continuation.goesOn(stream, asLarge.size())) return;
        RandomNumbers random(seed, static_cast<std::uint32_t>(stream));
        for (std::size_t draw = 0; draw < drawsAtOnce; ++draw) {
            double sum = 0, highest = 0, lowest = 0;
            for (const GapStep& step : steps) {
                sum += step.confidence - step.sampler.draw(random);
                highest = std::max(highest, sum);
                lowest = std::min(lowest, sum);
            }
            asLarge[stream][0] += std::max(highest, -lowest) >= ksLimit ? 1U : 0U;
            asLarge[stream][1] += highest - lowest >= rangeLimit ? 1U : 0U;
        }
    });
    if (continuation.isStopped()) return std::nullopt;
    std::array<std::size_t, 2> all{};
    for (const auto& some : asLarge) {
        all[0] += some[0];
        all[1] += some[1];
    }
    const auto tail = [](std::size_t count) {
        return (1 + static_cast<double>(count)) / (1 + static_cast<double>(kNullDraws));
    };
    return CumulativeTails{tail(all[0]), tail(all[1])};
}

std::optional<std::vector<double>> nullMiscalibrations(const SortedOutcomes& outcomes,
                                                       std::uint64_t seed,
                                                       const Execution& execution) {
    constexpr std::size_t draws = 999;
    constexpr std::size_t atOnce = 27;
    Continuation continuation(execution.progress);
    const PooledBins pooled(outcomes, BinConfidence::Mean,
                            stoppable(execution.parallelFor, continuation));
    if (continuation.isStopped()) return std::nullopt;
    std::vector<double> drawn(draws);
    const bool isDone = poolDraws(pooled, draws, atOnce, seed, execution,
                                  [&](std::size_t draw, const std::vector<Pool>& pools) {
                                      drawn[draw] = pooled.miscalibration(pools);
                                  });
    if (!isDone) return std::nullopt;
    std::sort(drawn.begin(), drawn.end());
    return drawn;
}

}  // namespace diagonal
