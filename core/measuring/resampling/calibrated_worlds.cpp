// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/calibrated_worlds.h"

#include <utility>

namespace diagonal {

CalibratedWorlds::CalibratedWorlds(const SortedOutcomes& outcomes, ReliabilityCurve curve,
                                   std::uint64_t seed, std::size_t times)
    : m_curve(std::move(curve)), m_times(times), m_samplers(m_curve.bins.size()), m_random(seed) {
    for (std::size_t b = 0; b < m_curve.bins.size(); ++b) {
        Bin& bin = m_curve.bins[b];
        bin.interval = std::nullopt;
        if (bin.count == 0) continue;
        m_samplers[b] = OutcomeSampler(outcomes, m_curve.ranks[b], m_curve.ranks[b + 1]);
        bin.count *= times;
        bin.weight *= static_cast<double>(times);
        bin.effectiveCount *= static_cast<double>(times);
        if (bin.clusteredCount) *bin.clusteredCount *= static_cast<double>(times);
    }
    m_curve.count *= times;
    m_curve.weight *= static_cast<double>(times);
}

const ReliabilityCurve& CalibratedWorlds::next() {
    for (std::size_t b = 0; b < m_curve.bins.size(); ++b) {
        Bin& bin = m_curve.bins[b];
        if (bin.count == 0) continue;
        bin.correct = 0;
        for (std::size_t i = 0; i < m_times; ++i)
            bin.correct += m_samplers[b].draw(m_random);
        bin.accuracy = bin.correct / bin.weight;
    }
    return m_curve;
}

}  // namespace diagonal
