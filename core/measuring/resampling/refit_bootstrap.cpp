// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/refit_bootstrap.h"

#include <optional>
#include <utility>
#include <vector>

#include "core/base/poisson_draws.h"
#include "core/base/random_numbers.h"
#include "core/measuring/curves/smooth_calibration.h"
#include "core/measuring/scores/equal_mass_sweep.h"

namespace diagonal {

Result<ResampledScores> refitBootstrap(const SortedOutcomes& outcomes, std::uint64_t seed,
                                       const Execution& execution) {
    constexpr std::size_t resamples = 200;
    if (outcomes.isWeighted() || outcomes.size() > kMostResampledRows) return ResampledScores{};
    constexpr std::size_t mostBins = 300;
    constexpr double leastSmooth = 0.01;
    Continuation continuation(execution.progress);
    const bool sweeps = !sweepError(outcomes, mostBins, continuation).reachedLimit;
    const bool smooths = smoothError(outcomes, kCoarseSmoothing, continuation).error >= leastSmooth;
    if (continuation.isStopped()) return cancelled();
    if (!sweeps && !smooths) return ResampledScores{};
    PoissonDraws one;
    one.add(1);
    struct Refitted {
        double sweep = 0;
        double smooth = 0;
    };
    std::vector<std::optional<Refitted>> refitted(resamples);
    execution.parallelFor(resamples, [&](std::size_t i) {
        if (!continuation.goesOn(i, resamples)) return;
        RandomNumbers random(seed, static_cast<std::uint32_t>(i));
        std::vector<std::uint64_t> packed;
        packed.reserve(outcomes.size() + outcomes.size() / 8);
        for (const std::uint64_t row : outcomes.packed()) {
            for (double times = one.draw(0, random); times > 0; --times)
                packed.push_back(row);
        }
        if (packed.empty()) return;
        const SortedOutcomes resampled(std::move(packed));
        Refitted& scores = refitted[i].emplace();
        if (sweeps) scores.sweep = sweepError(resampled, mostBins).error;
        if (smooths) scores.smooth = smoothError(resampled, kCoarseSmoothing).error;
    });
    if (continuation.isStopped()) return cancelled();
    ResampledScores drawn;
    for (const auto& scores : refitted) {
        if (!scores) continue;
        if (sweeps) drawn["ece_sweep"].push_back(scores->sweep);
        if (smooths) drawn["smece"].push_back(scores->smooth);
    }
    return drawn;
}

}  // namespace diagonal
