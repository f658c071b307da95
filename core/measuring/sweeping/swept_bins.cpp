// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/sweeping/swept_bins.h"

#include <algorithm>
#include <cmath>

namespace diagonal {
namespace {

/// Largest tolerance for which the grid tells bins: far more than sweeps have, far less than a
/// step.
constexpr float kTolerance = 1e-5F;

}  // namespace

SweptBins::SweptBins(const std::vector<double>& edges, EdgeRule rule, const RowWeights& weights)
    : m_edges(edges),
      m_rule(rule),
      m_weights(weights),
      m_cells(2 * (edges.size() - 1) * kReplicas),
      m_cellWeights(weights.empty() ? 0 : m_cells.size()) {}

void SweptBins::makeGrid() {
    constexpr double near = 2 * static_cast<double>(kTolerance);
    constexpr auto steps = static_cast<double>(kGrid);
    m_grid.assign(kGrid + 1, -1);
    for (std::size_t bin = 0; bin + 1 < m_edges.size(); ++bin) {
        const bool last = bin + 2 == m_edges.size();
        const auto begin = bin == 0 ? 0 : std::ceil((m_edges[bin] + near) * steps);
        const auto end = last ? steps + 1 : std::floor((m_edges[bin + 1] - near) * steps);
        if (end <= begin) continue;
        std::fill(m_grid.begin() + static_cast<std::ptrdiff_t>(begin),
                  m_grid.begin() + static_cast<std::ptrdiff_t>(end),
                  static_cast<std::int32_t>(cell(bin, 0, 0)));
    }
}

void SweptBins::add(std::size_t first, std::span<const double> c,
                    std::span<const std::uint8_t> correct, std::span<const float> tolerances) {
    if (m_grid.empty()) makeGrid();
    const bool isWeighted = !m_weights.empty();
    unsigned unknown = 0;
    for (const float tolerance : tolerances)
        unknown |= tolerance <= kTolerance ? 0U : 1U;
    const auto addOne = [&](std::size_t i, std::size_t replica) {
        const std::int32_t at = m_grid[static_cast<std::size_t>(
            static_cast<std::int64_t>(c[i] * static_cast<double>(kGrid)))];
        if (at < 0) {
            addNearEdge(first + i, c[i], correct[i], static_cast<double>(tolerances[i]));
        } else if (isWeighted) {
            addToCell(static_cast<std::size_t>(at) + 2 * replica + correct[i], first + i, c[i]);
        } else {
            m_cells[static_cast<std::size_t>(at) + 2 * replica + correct[i]].add(c[i]);
        }
    };
    std::size_t i = 0;
    for (; unknown == 0 && i + kReplicas <= c.size(); i += kReplicas) {
        for (std::size_t replica = 0; replica < kReplicas; ++replica)
            addOne(i + replica, replica);
    }
    for (; i < c.size(); ++i)
        addNearEdge(first + i, c[i], correct[i], static_cast<double>(tolerances[i]));
}

/// Adds a row of any weight.
void SweptBins::addToCell(std::size_t cell, std::size_t row, double c) {
    const double w = m_weights.at(row);
    m_cells[cell].add(c, w);
    if (m_weights.empty()) return;
    m_cellWeights[cell].weight += w;
    m_cellWeights[cell].variance += m_weights.varianceAt(row);
    m_cellWeights[cell].count += m_weights.countAt(row);
}

/// Adds a row that the grid does not assign to a bin. It is unsure if c is within its tolerance of
/// an inner edge.
void SweptBins::addNearEdge(std::size_t row, double c, std::size_t isCorrect, double tolerance) {
    const std::size_t bin = exactBin(c);
    const bool nearLower = bin > 0 && c - m_edges[bin] <= tolerance;
    const bool nearUpper = bin + 2 < m_edges.size() && m_edges[bin + 1] - c <= tolerance;
    if (nearLower || nearUpper) return m_unsure.push_back(row);
    addToCell(cell(bin, isCorrect, row), row, c);
}

std::size_t SweptBins::exactBin(double c) const {
    return binOf(c, m_edges, m_rule);
}

void SweptBins::addSums(std::size_t bin, bool isCorrect, const SideSums& sums) {
    const std::size_t at = cell(bin, isCorrect ? 1 : 0, 0);
    m_cells[at].add({sums.sum, sums.squares, static_cast<std::size_t>(std::llround(sums.count))});
    if (m_cellWeights.empty()) return;
    m_cellWeights[at].weight += sums.weight;
    m_cellWeights[at].variance += sums.variance;
    m_cellWeights[at].count += sums.count;
}

void SweptBins::append(const SweptBins& more) {
    for (std::size_t i = 0; i < m_cells.size(); ++i)
        m_cells[i].add(more.m_cells[i]);
    for (std::size_t i = 0; i < m_cellWeights.size(); ++i) {
        m_cellWeights[i].weight += more.m_cellWeights[i].weight;
        m_cellWeights[i].variance += more.m_cellWeights[i].variance;
        m_cellWeights[i].count += more.m_cellWeights[i].count;
    }
    m_unsure.insert(m_unsure.end(), more.m_unsure.begin(), more.m_unsure.end());
}

std::vector<OutcomeSums> SweptBins::finish(const Predictions& predictions, const View& view,
                                           double temperature) && {
    if (!m_unsure.empty()) {
        const auto exact = outcomesInRowOrder(predictions.subset(m_unsure), view, temperature);
        for (std::size_t i = 0; i < m_unsure.size(); ++i) {
            const double c = SortedOutcomes::confidenceOf((*exact)[i]);
            const std::size_t isCorrect = SortedOutcomes::correctOf((*exact)[i]) ? 1 : 0;
            addToCell(cell(exactBin(c), isCorrect, 0), m_unsure[i], c);
        }
    }
    std::vector<OutcomeSums> bins;
    for (std::size_t b = 0; b + 1 < m_edges.size(); ++b) {
        Cell wrong;
        Cell correct;
        CellWeight weight;
        CellWeight ofCorrect;
        for (std::size_t replica = 0; replica < kReplicas; ++replica) {
            wrong.add(m_cells[cell(b, 0, replica)]);
            correct.add(m_cells[cell(b, 1, replica)]);
            if (m_cellWeights.empty()) continue;
            for (const std::size_t isCorrect : {0U, 1U}) {
                const CellWeight& of = m_cellWeights[cell(b, isCorrect, replica)];
                weight.weight += of.weight;
                weight.variance += of.variance;
                weight.count += of.count;
                if (isCorrect == 1) ofCorrect.weight += of.weight;
            }
        }
        OutcomeSums sums;
        sums.count = wrong.count + correct.count;
        sums.weight = sums.varianceWeight = static_cast<double>(sums.count);
        sums.correct = static_cast<double>(correct.count);
        if (!m_cellWeights.empty()) {
            sums.weight = weight.weight;
            sums.varianceWeight = weight.variance;
            sums.correct = ofCorrect.weight;
            sums.count = static_cast<std::size_t>(std::llround(weight.count));
        }
        sums.confidence = wrong.sum + correct.sum;
        sums.confidenceSquares = wrong.squares + correct.squares;
        sums.correctConfidence = correct.sum;
        sums.correctConfidenceSquares = correct.squares;
        bins.push_back(sums);
    }
    return bins;
}

}  // namespace diagonal
