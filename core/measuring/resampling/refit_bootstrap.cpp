// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/refit_bootstrap.h"

#include "core/base/random_numbers.h"
#include "core/measuring/curves/smooth_calibration.h"
#include "core/measuring/scores/equal_mass_sweep.h"

namespace diagonal {

Result<ResampledScores> refitBootstrap(const SortedOutcomes& outcomes, std::uint64_t seed,
                                       const ProgressCallback& progress) {
    constexpr std::size_t resamples = 200;
    if (outcomes.isWeighted() || outcomes.size() > kMostResampledRows) return ResampledScores{};
    constexpr std::size_t mostBins = 300;
    constexpr double leastSmooth = 0.01;
    const bool sweeps = !sweepError(outcomes, mostBins).reachedLimit;
    const bool smooths = smoothError(outcomes, kCoarseSmoothing).error >= leastSmooth;
    if (!sweeps && !smooths) return ResampledScores{};
    RandomNumbers random(seed);
    ResampledScores drawn;
    for (std::size_t i = 0; i < resamples; ++i) {
        if (progress && !progress(i, resamples)) return cancelled();
        std::vector<std::uint64_t> packed;
        packed.reserve(outcomes.size() + outcomes.size() / 8);
        for (std::size_t rank = 0; rank < outcomes.size(); ++rank) {
            const auto times = static_cast<std::size_t>(random.poisson(1));
            packed.insert(
                packed.end(), times,
                SortedOutcomes::pack(outcomes.confidence(rank), outcomes.isCorrect(rank)));
        }
        if (packed.empty()) continue;
        const SortedOutcomes resampled(std::move(packed));
        if (sweeps) drawn["ece_sweep"].push_back(sweepError(resampled, mostBins).error);
        if (smooths) drawn["smece"].push_back(smoothError(resampled, kCoarseSmoothing).error);
    }
    return drawn;
}

}  // namespace diagonal
