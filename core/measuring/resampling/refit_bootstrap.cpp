// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/refit_bootstrap.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/poisson_draws.h"
#include "core/base/random_numbers.h"
#include "core/measuring/curves/smooth_calibration.h"
#include "core/measuring/scores/equal_mass_sweep.h"

namespace diagonal {
namespace {

/// Returns each row as often as timesOf(rank) says, in the same order.
template <typename TimesOf>
std::vector<std::uint64_t> resample(std::span<const std::uint64_t> rows, const TimesOf& timesOf) {
    constexpr std::size_t rowsAtOnce = 64;
    constexpr std::size_t mostTimes = 64;  // far beyond what a number of 53 bits can draw
    std::vector<std::uint64_t> drawn(rows.size() + rows.size() / 8 + rowsAtOnce * mostTimes);
    std::size_t count = 0;
    for (std::size_t begin = 0; begin < rows.size(); begin += rowsAtOnce) {
        if (drawn.size() < count + rowsAtOnce * mostTimes)
            drawn.resize(drawn.size() + rowsAtOnce * mostTimes);
        const std::size_t end = std::min(begin + rowsAtOnce, rows.size());
        for (std::size_t rank = begin; rank < end; ++rank) {
            const auto times = static_cast<std::size_t>(timesOf(rank));
            // Branches on the number of times would often be predicted wrongly.
            std::uint64_t* const to = drawn.data() + count;
            to[0] = to[1] = to[2] = rows[rank];
            if (times > 3) std::fill_n(to, std::min(times, mostTimes), rows[rank]);
            count += std::min(times, mostTimes);
        }
    }
    drawn.resize(count);
    return drawn;
}

/// Returns the cluster of each sorted row; empty if rows are independent.
std::vector<std::uint32_t> sortedClusters(const ClusteredOutcomes& clustered) {
    if (!clustered) return {};
    std::vector<std::uint32_t> rows(clustered.packed.size());
    std::iota(rows.begin(), rows.end(), 0U);
    std::ranges::stable_sort(rows, {}, [&](std::uint32_t row) { return clustered.packed[row]; });
    for (std::uint32_t& row : rows)
        row = clustered.rows->clusters.codes[row];
    return rows;
}

}  // namespace

Result<ResampledScores> refitBootstrap(const SortedOutcomes& outcomes, std::uint64_t seed,
                                       const Execution& execution,
                                       const ClusteredOutcomes& clustered) {
    constexpr std::size_t resamples = kRefittedResamples;
    if (outcomes.isWeighted() || outcomes.size() > kMostResampledRows) return ResampledScores{};
    constexpr std::size_t mostBins = 300;
    Continuation continuation(execution.progress);
    const bool sweeps = !sweepError(outcomes, mostBins, continuation).reachedLimit;
    if (continuation.isStopped()) return cancelled();
    PoissonDraws one;
    one.add(1);
    const std::vector<std::uint32_t> clusters = sortedClusters(clustered);
    const auto drawnRows = [&](RandomNumbers& random) {
        if (clusters.empty())
            return resample(outcomes.packed(), [&](std::size_t) { return one.draw(0, random); });
        std::vector<double> times(clustered.rows->clusters.count);
        for (double& each : times)
            each = one.draw(0, random);
        return resample(outcomes.packed(), [&](std::size_t rank) { return times[clusters[rank]]; });
    };
    struct Refitted {
        double sweep = 0;
        double smooth = 0;
    };
    std::vector<std::optional<Refitted>> refitted(resamples);
    execution.parallelFor(resamples, [&](std::size_t i) {
        if (!continuation.goesOn(i, resamples)) return;
        RandomNumbers random(seed, static_cast<std::uint32_t>(i));
        std::vector<std::uint64_t> packed = drawnRows(random);
        if (packed.empty()) return;
        const SortedOutcomes resampled(std::move(packed));
        Refitted& scores = refitted[i].emplace();
        if (sweeps) scores.sweep = sweepError(resampled, mostBins).error;
        scores.smooth = smoothError(resampled, kCoarseSmoothing).error;
    });
    if (continuation.isStopped()) return cancelled();
    ResampledScores drawn;
    for (const auto& scores : refitted) {
        if (!scores) continue;
        if (sweeps) drawn["ece_sweep"].push_back(scores->sweep);
        drawn["smece"].push_back(scores->smooth);
    }
    return drawn;
}

}  // namespace diagonal
