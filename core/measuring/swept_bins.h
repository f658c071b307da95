// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/measuring/temperature_sweep.h"

namespace diagonal {

/// Sorts confidences that are known to within a tolerance into bins; those of rows too near an
/// inner edge are computed again like outcomesAt().
class SweptBins {
public:
    /// `edges` must outlive this.
    SweptBins(const std::vector<double>& edges, EdgeRule rule);

    /// A row with confidence c, right to within `tolerance`.
    void add(std::size_t row, double c, bool hit, double tolerance) {
        const GridStep& step = m_grid[static_cast<std::size_t>(c * static_cast<double>(kGrid))];
        if (!(tolerance <= step.tolerance)) return addNearEdge(row, c, hit, tolerance);
        m_cells[row % kReplicas * m_replica + 2 * step.bin + (hit ? 1 : 0)].add(c);
    }
    /// A row whose confidence has to be computed again.
    void addUnsure(std::size_t row) { m_unsure.push_back(row); }
    /// Rows of one bin whose sums of c and c^2 are known.
    void addSums(std::size_t bin, bool hit, std::size_t count, double sum, double squares);

    /// Takes the rows of another of the same edges.
    void append(const SweptBins& more);

    /// The sums of every bin, once the unsure rows have joined theirs.
    std::vector<OutcomeSums> finish(const Predictions& predictions, const View& view,
                                    double temperature) &&;

private:
    struct Cell {
        std::size_t count = 0;
        double sum = 0;
        double squares = 0;

        void add(double c) {
            ++count;
            sum += c;
            squares += c * c;
        }
        void add(const Cell& more) {
            count += more.count;
            sum += more.sum;
            squares += more.squares;
        }
    };

    /// What is known of all c in a step of the grid.
    struct GridStep {
        std::uint32_t bin = 0;  ///< the lowest that reaches into the step
        float tolerance = 0;    ///< up to it, no inner edge is as near as that; -1 where one is
    };

    void addNearEdge(std::size_t row, double c, bool hit, double tolerance);
    std::size_t exactBin(double c) const;

    static constexpr std::size_t kGrid = 4096;
    /// Neighbours that share a bin need not wait for each other.
    static constexpr std::size_t kReplicas = 4;
    std::span<const double> m_edges;
    EdgeRule m_rule;
    std::vector<GridStep> m_grid;
    std::size_t m_replica;      ///< cells of one replica
    std::vector<Cell> m_cells;  ///< misses and hits of bin 0, of bin 1...; the replicas
    std::vector<std::size_t> m_unsure;
};

}  // namespace diagonal
