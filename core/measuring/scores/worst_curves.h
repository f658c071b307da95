// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

#include "core/measuring/outcomes.h"
#include "core/measuring/reliability_curve.h"

namespace diagonal {

/// Number of summaries whose curves are kept, to be drawn as small multiples.
inline constexpr std::size_t kWorstCurves = 24;

/// Adds to a curve, which `binning` made of `outcomes`, what takes too long for curves that nobody
/// sees. Called for every curve that is kept and few others, possibly by several threads at once.
using CurveCompletion = std::function<void(const SortedOutcomes& outcomes, const Binning& binning,
                                           ReliabilityCurve& curve)>;

/// Keeps the curves of the summaries with the largest `ece` and frees the others, so that many
/// classes do not take much memory.
template <typename Summary>
class WorstCurves {
public:
    explicit WorstCurves(std::vector<Summary>& summaries) : m_summaries(summaries) {}

    /// Considers the summary just appended; drops the curve with the smallest ECE once more than
    /// kWorstCurves are held.
    void addLast() {
        m_kept.push_back(m_summaries.size() - 1);
        if (m_kept.size() <= kWorstCurves) return;
        const auto best = std::ranges::min_element(
            m_kept, {}, [&](std::size_t index) { return m_summaries[index].ece; });
        m_summaries[*best].curve.reset();
        m_kept.erase(best);
    }

    /// Returns the ECE below which the curve of a further summary is dropped at once.
    double leastEce() const {
        if (m_kept.size() < kWorstCurves) return -std::numeric_limits<double>::infinity();
        double least = std::numeric_limits<double>::infinity();
        for (const std::size_t index : m_kept)
            least = std::min(least, m_summaries[index].ece);
        return least;
    }

private:
    std::vector<Summary>& m_summaries;
    std::vector<std::size_t> m_kept;
};

}  // namespace diagonal
