// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace diagonal {

/// Number of summaries whose curves are kept, to be drawn as small multiples.
inline constexpr std::size_t kWorstCurves = 24;

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

private:
    std::vector<Summary>& m_summaries;
    std::vector<std::size_t> m_kept;
};

}  // namespace diagonal
