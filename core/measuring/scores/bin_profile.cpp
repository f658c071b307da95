// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/bin_profile.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "core/base/random_numbers.h"
#include "core/measuring/scores/outcome_sampler.h"
#include "core/measuring/scores/scores.h"
#include "core/numerics/percentiles.h"

namespace diagonal {
namespace {

constexpr std::size_t kProfileDraws = 999;
constexpr std::size_t kFewDraws = 199;

/// The bins of one count. Bin b holds the rows of the cells [cells[b], cells[b + 1]).
struct CountedBins {
    std::vector<std::size_t> cells;
    std::vector<double> expected;  ///< weight of the correct rows if accuracy equalled confidence
};

/// Several numbers of bins, measured in the same draws. The rows are divided into cells, such that
/// every bin of every count consists of whole cells.
class DrawnCounts {
public:
    explicit DrawnCounts(const SortedOutcomes& outcomes)
        : m_outcomes(outcomes), m_weight(outcomes.sums().weight) {}

    /// Adds a number of bins; returns its ECE.
    double add(const Binning& binning) {
        const ReliabilityCurve curve = binned(m_outcomes, binning, std::nullopt);
        CountedBins bins;
        bins.cells = {0};
        for (std::size_t b = 0; b < curve.bins.size(); ++b) {
            const Bin& bin = curve.bins[b];
            if (bin.count == 0) continue;
            bins.cells.push_back(curve.ranks[b + 1]);
            bins.expected.push_back(*bin.confidence * bin.weight);
        }
        m_counts.push_back(std::move(bins));
        return expectedCalibrationError(curve);
    }

    /// Draws all counts `draws` times; returns the ECE of each count in each draw, sorted, or none
    /// if progress cancels.
    std::optional<std::vector<std::vector<double>>> draw(std::size_t draws, std::uint64_t seed,
                                                         const Execution& execution) {
        cut();
        Continuation continuation(execution.progress);
        const auto loop = stoppable(execution.parallelFor, continuation);
        std::vector<OutcomeSampler> samplers(m_ranks.size() - 1);
        const Partition cells{samplers.size()};
        loop(cells.parts(), [&](std::size_t part) {
            for (std::size_t i = cells.begin(part); i < cells.end(part); ++i) {
                if (!continuation.goesOn()) return;
                samplers[i] =
                    OutcomeSampler(m_outcomes, m_ranks[i], m_ranks[i + 1], kMostDrawnRows);
            }
        });
        std::vector<std::vector<double>> errors(m_counts.size(), std::vector<double>(draws));
        const Partition parts{draws};
        loop(parts.parts(), [&](std::size_t part) {
            std::vector<double> correct(m_ranks.size());
            for (std::size_t draw = parts.begin(part); draw < parts.end(part); ++draw) {
                if (!continuation.goesOn()) return;
                RandomNumbers random(seed, static_cast<std::uint32_t>(draw));
                for (std::size_t i = 0; i < samplers.size(); ++i)
                    correct[i + 1] = correct[i] + samplers[i].draw(random);
                for (std::size_t i = 0; i < m_counts.size(); ++i)
                    errors[i][draw] = error(m_counts[i], correct);
            }
        });
        if (continuation.isStopped()) return std::nullopt;
        for (std::vector<double>& drawn : errors)
            std::ranges::sort(drawn);
        return errors;
    }

private:
    /// Rows of a cell that are drawn one by one if weights are importances.
    static constexpr std::size_t kMostDrawnRows = 16;

    /// Cuts the rows into cells, and replaces ranks in m_counts by cells.
    void cut() {
        for (const CountedBins& bins : m_counts)
            m_ranks.insert(m_ranks.end(), bins.cells.begin(), bins.cells.end());
        std::ranges::sort(m_ranks);
        m_ranks.erase(std::unique(m_ranks.begin(), m_ranks.end()), m_ranks.end());
        for (CountedBins& bins : m_counts) {
            for (std::size_t& rank : bins.cells) {
                rank = static_cast<std::size_t>(std::ranges::lower_bound(m_ranks, rank) -
                                                m_ranks.begin());
            }
        }
    }

    /// Returns the ECE of drawn rows; correct[i] is the weight of the correct ones before cell i.
    double error(const CountedBins& bins, const std::vector<double>& correct) const {
        double sum = 0;
        for (std::size_t b = 0; b < bins.expected.size(); ++b) {
            sum += std::abs(correct[bins.cells[b + 1]] - correct[bins.cells[b]] - bins.expected[b]);
        }
        return sum / m_weight;
    }

    const SortedOutcomes& m_outcomes;
    double m_weight;
    std::vector<CountedBins> m_counts;
    std::vector<std::size_t> m_ranks;  ///< cell i holds the ranks [m_ranks[i], m_ranks[i + 1])
};

}  // namespace

std::vector<std::size_t> profiledBinCounts(std::size_t most) {
    constexpr double perDecade = 40;
    std::vector<std::size_t> counts(std::min(most, kOftenDrawnBins));
    std::iota(counts.begin(), counts.end(), 1);
    for (double i = 1;; ++i) {
        const double exact = static_cast<double>(kOftenDrawnBins) * std::pow(10, i / perDecade);
        const double unit = std::pow(10, std::floor(std::log10(exact)) - 1);
        const auto count = static_cast<std::size_t>(std::lround(exact / unit) * std::lround(unit));
        if (count >= most) break;
        if (count > counts.back()) counts.push_back(count);
    }
    if (most > kOftenDrawnBins) counts.push_back(most);
    return counts;
}

std::optional<BinProfile> binProfile(const SortedOutcomes& outcomes,
                                     const std::vector<std::size_t>& counts,
                                     const BinningOfCount& binningOf, std::uint64_t seed,
                                     const Execution& execution) {
    assert(std::ranges::is_sorted(counts));
    BinProfile out;
    for (std::size_t first = 0; first < counts.size();) {
        // Many small counts share their cells, and so the draws of them; a large one stands alone.
        DrawnCounts drawn(outcomes);
        const bool isSmall = counts[first] <= kOftenDrawnBins;
        std::size_t end = first;
        do {
            const double ece = drawn.add(binningOf(counts[end]));
            out.push_back({.bins = counts[end], .ece = ece});
            ++end;
        } while (isSmall && end < counts.size() && counts[end] <= kOftenDrawnBins);
        const std::size_t draws = isSmall ? kProfileDraws : kFewDraws;
        const auto errors = drawn.draw(draws, seed, execution);
        if (!errors) return std::nullopt;
        for (std::size_t i = first; i < end; ++i) {
            const std::vector<double>& sorted = (*errors)[i - first];
            out[i].chanceMean =
                std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(draws);
            out[i].chance95 = quantileOfSorted(sorted, 0.95);
        }
        first = end;
    }
    return out;
}

}  // namespace diagonal
