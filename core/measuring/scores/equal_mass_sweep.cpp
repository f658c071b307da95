// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/equal_mass_sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/measuring/scores/scores.h"

namespace diagonal {
namespace {

bool accuraciesRise(const ReliabilityCurve& curve) {
    for (std::size_t b = 1; b < curve.bins.size(); ++b) {
        if (*curve.bins[b].accuracy < *curve.bins[b - 1].accuracy) return false;
    }
    return true;
}

/// Returns the smallest number of observations that share a confidence.
double smallestTie(const SortedOutcomes& outcomes) {
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t begin = 0; begin < outcomes.size();) {
        double observations = 0;
        const double c = outcomes.confidence(begin);
        for (; begin < outcomes.size() && outcomes.confidence(begin) == c; ++begin)
            observations += outcomes.count(begin);
        smallest = std::min(smallest, observations);
        if (smallest <= 1) break;
    }
    return smallest;
}

/// Groups of tied rows in ascending order, for trying many numbers of bins.
class TiedGroups {
public:
    TiedGroups(const SortedOutcomes& outcomes, Continuation& continuation) {
        constexpr std::size_t groupsBetweenChecks = std::size_t{1} << 16;
        double observations = 0, weight = 0, correct = 0;
        for (std::size_t rank = 0; rank < outcomes.size();) {
            if (m_sums.size() % groupsBetweenChecks == 0 && !continuation.goesOn()) break;
            const double c = outcomes.confidence(rank);
            for (; rank < outcomes.size() && outcomes.confidence(rank) == c; ++rank) {
                const double w = outcomes.weight(rank);
                observations += outcomes.count(rank);
                weight += w;
                if (outcomes.isCorrect(rank)) correct += w;
            }
            m_sums.push_back({observations, weight, correct});
        }
        findInversions();
    }

    /// Returns false if no division of the groups into bins has a falling accuracy.
    bool canFall() const { return m_firstInverted < m_lastInverted; }

    /// Returns true if an accuracy falls among `bins` equal-mass bins. A bin's accuracy can only
    /// fall below that of the bin before at a cut between inverted groups.
    bool accuracyFalls(std::size_t bins) const {
        const std::size_t all = observationsBefore(m_sums.size());
        const std::size_t size = all / bins;
        const std::size_t larger = all % bins;
        const auto even = [&](std::size_t i) { return i * size + std::min(i, larger); };
        const std::size_t rising = observationsBefore(m_firstInverted);
        const std::size_t inLarger = std::min(rising / (size + 1), larger);
        std::size_t i = std::max<std::size_t>(
            1, inLarger + (rising - inLarger * (size + 1)) / std::max<std::size_t>(size, 1));
        std::size_t begin = i > 1 ? cutAfter(even(i - 1), 0) : 0;
        double before = -1;
        for (; i <= bins; ++i) {
            const std::size_t cut = i == bins ? m_sums.size() : cutAfter(even(i), begin);
            if (cut == begin) continue;
            const double accuracy = accuracyOf(begin, cut);
            if (accuracy < before) return true;
            if (begin > m_lastInverted) return false;
            before = accuracy;
            begin = cut;
        }
        return false;
    }

private:
    /// Sums up to the end of a group.
    struct Sums {
        double observations = 0;
        double weight = 0;
        double correct = 0;
    };

    double accuracyOf(std::size_t begin, std::size_t end) const {
        const Sums from = begin > 0 ? m_sums[begin - 1] : Sums();
        return (m_sums[end - 1].correct - from.correct) / (m_sums[end - 1].weight - from.weight);
    }

    std::size_t observationsBefore(std::size_t group) const {
        return group > 0 ? static_cast<std::size_t>(std::llround(m_sums[group - 1].observations))
                         : 0;
    }

    /// Returns the number of groups up to the one that holds observation `count` - 1, or `least` if
    /// that is more. Searches in steps that double, because the answer is mostly near.
    std::size_t cutAfter(std::size_t count, std::size_t least) const {
        constexpr double rounding = 1e-6;  // of counts split into correct and incorrect
        const double last = static_cast<double>(count) - 1 + rounding;
        if (least > 0 && m_sums[least - 1].observations > last) return least;
        std::size_t begin = least;
        std::size_t step = 1;
        while (begin + step < m_sums.size() && m_sums[begin + step - 1].observations <= last) {
            begin += step;
            step *= 2;
        }
        const auto from = m_sums.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto end =
            m_sums.begin() + static_cast<std::ptrdiff_t>(std::min(begin + step, m_sums.size()));
        const auto found = std::ranges::upper_bound(from, end, last, {}, &Sums::observations);
        const auto group = static_cast<std::size_t>(found - m_sums.begin());
        return std::min(group, m_sums.size() - 1) + 1;
    }

    /// Finds the first and the last group that have a group of lower accuracy above them, or one of
    /// higher accuracy below them.
    void findInversions() {
        double highest = -1;
        m_lastInverted = 0;
        for (std::size_t g = 0; g < m_sums.size(); ++g) {
            const double accuracy = accuracyOf(g, g + 1);
            if (accuracy < highest) m_lastInverted = g;
            highest = std::max(highest, accuracy);
        }
        double lowest = 2;
        m_firstInverted = m_sums.size();
        for (std::size_t g = m_sums.size(); g-- > 0;) {
            const double accuracy = accuracyOf(g, g + 1);
            if (accuracy > lowest) m_firstInverted = g;
            lowest = std::min(lowest, accuracy);
        }
    }

    std::vector<Sums> m_sums;  ///< of each group and all before
    std::size_t m_firstInverted = 0;
    std::size_t m_lastInverted = 0;
};

/// Returns the largest number of bins up to `most` before which no accuracy falls; `risesUntil`
/// bins were found to rise.
std::size_t risingBins(const SortedOutcomes& outcomes, std::size_t risesUntil, std::size_t most,
                       Continuation& continuation) {
    const TiedGroups groups(outcomes, continuation);
    if (continuation.isStopped() || !groups.canFall()) return most;
    for (std::size_t bins = risesUntil + 1; bins <= most && continuation.goesOn(); ++bins) {
        if (!groups.accuracyFalls(bins)) continue;
        // Sums of many weights are not exact.
        const Binning binning{BinningScheme::EqualMass, bins};
        if (!accuraciesRise(binned(outcomes, binning, std::nullopt))) return bins - 1;
    }
    return most;
}

}  // namespace

SweepError sweepError(const SortedOutcomes& outcomes, std::size_t most,
                      Continuation& continuation) {
    // Where each confidence has its own bin, more bins change nothing: none can split it.
    const double separated =
        std::ceil(static_cast<double>(outcomes.observations()) / smallestTie(outcomes));
    most = std::min(outcomes.observations(), most);
    if (separated < static_cast<double>(most)) most = static_cast<std::size_t>(separated);
    // For few bins, as where most sweeps end, it is not worth while to gather the groups.
    constexpr std::size_t manyRows = 1000000;
    const std::size_t few = std::min<std::size_t>(most, outcomes.size() > manyRows ? 400 : 100);
    const auto curveOf = [&](std::size_t bins) {
        return binned(outcomes, {BinningScheme::EqualMass, bins}, std::nullopt);
    };
    std::size_t bins = 1;
    while (bins < few && continuation.goesOn() && accuraciesRise(curveOf(bins + 1)))
        ++bins;
    if (continuation.isStopped()) return {};
    if (bins == few) bins = risingBins(outcomes, few, most, continuation);
    return {expectedCalibrationError(curveOf(bins)), bins, bins == most};
}

}  // namespace diagonal
