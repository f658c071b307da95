// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/swept_bins.h"

#include <algorithm>

namespace diagonal {

SweptBins::SweptBins(const std::vector<double>& edges, EdgeRule rule)
    : m_edges(edges),
      m_rule(rule),
      m_grid(kGrid + 1),
      m_replica(2 * (edges.size() - 1)),
      m_cells(kReplicas * m_replica) {
    // Far more than what sweeps give, far less than a step.
    constexpr double tolerance = 1e-5;
    std::uint32_t bin = 0;
    for (std::size_t step = 0; step <= kGrid; ++step) {
        const double c = static_cast<double>(step) / static_cast<double>(kGrid);
        const double next = static_cast<double>(step + 1) / static_cast<double>(kGrid);
        while (bin + 2 < edges.size() && edges[bin + 1] < c)
            ++bin;
        const bool edgeBelow = bin > 0 && c - edges[bin] <= 2 * tolerance;
        const bool edgeAbove = bin + 2 < edges.size() && edges[bin + 1] - next <= 2 * tolerance;
        m_grid[step] = {bin, edgeBelow || edgeAbove ? -1.0F : static_cast<float>(tolerance)};
    }
}

/// The same for a step of the grid with an inner edge: edges are walked.
void SweptBins::addNearEdge(std::size_t row, double c, bool hit, double tolerance) {
    std::size_t bin = m_grid[static_cast<std::size_t>(c * static_cast<double>(kGrid))].bin;
    while (c > m_edges[bin + 1])
        ++bin;
    const bool nearLower = bin > 0 && c - m_edges[bin] <= tolerance;
    const bool nearUpper = bin + 2 < m_edges.size() && m_edges[bin + 1] - c <= tolerance;
    if (nearLower || nearUpper) return m_unsure.push_back(row);
    m_cells[row % kReplicas * m_replica + 2 * bin + (hit ? 1 : 0)].add(c);
}

std::size_t SweptBins::exactBin(double c) const {
    const auto first = m_edges.begin() + 1;
    const auto last = m_edges.end() - 1;
    const auto edge = m_rule == EdgeRule::RightClosed ? std::lower_bound(first, last, c)
                                                      : std::upper_bound(first, last, c);
    return static_cast<std::size_t>(edge - first);
}

void SweptBins::addSums(std::size_t bin, bool hit, std::size_t count, double sum, double squares) {
    Cell& cell = m_cells[2 * bin + (hit ? 1 : 0)];
    cell.count += count;
    cell.sum += sum;
    cell.squares += squares;
}

void SweptBins::append(const SweptBins& more) {
    for (std::size_t i = 0; i < m_cells.size(); ++i)
        m_cells[i].add(more.m_cells[i]);
    m_unsure.insert(m_unsure.end(), more.m_unsure.begin(), more.m_unsure.end());
}

std::vector<OutcomeSums> SweptBins::finish(const Predictions& predictions, const View& view,
                                           double temperature) && {
    if (!m_unsure.empty()) {
        for (const std::uint64_t packed :
             outcomesInRowOrder(predictions.subset(m_unsure), view, temperature)) {
            const double c = SortedOutcomes::confidenceOf(packed);
            m_cells[2 * exactBin(c) + (SortedOutcomes::hitOf(packed) ? 1 : 0)].add(c);
        }
    }
    for (std::size_t i = m_replica; i < m_cells.size(); ++i)
        m_cells[i % m_replica].add(m_cells[i]);
    std::vector<OutcomeSums> bins;
    for (std::size_t b = 0; b + 1 < m_edges.size(); ++b) {
        const Cell& misses = m_cells[2 * b];
        const Cell& hits = m_cells[2 * b + 1];
        OutcomeSums sums;
        sums.count = misses.count + hits.count;
        sums.weight = sums.varianceWeight = static_cast<double>(sums.count);
        sums.hits = static_cast<double>(hits.count);
        sums.confidence = misses.sum + hits.sum;
        sums.confidenceSquares = misses.squares + hits.squares;
        sums.hitConfidence = hits.sum;
        sums.hitConfidenceSquares = hits.squares;
        bins.push_back(sums);
    }
    return bins;
}

}  // namespace diagonal
