// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/measuring/sweeping/temperature_sweep.h"

namespace diagonal {

/// Sorts confidences that are known to within a tolerance into bins; those of rows too near an
/// inner edge are computed again like outcomesAt().
class SweptBins {
public:
    /// `edges` must outlive this.
    SweptBins(const std::vector<double>& edges, EdgeRule rule);

    /// The rows first, first + 1... with confidences c from 0 to 1, each right to within its
    /// tolerance; a hit is 1, a miss 0. All spans are of one size.
    void add(std::size_t first, std::span<const double> c, std::span<const std::uint8_t> correct,
             std::span<const float> tolerances);
    /// A row whose confidence has to be computed again.
    void addUnsure(std::size_t row) { m_unsure.push_back(row); }
    /// Rows of one bin whose sums of c and c^2 are known.
    void addSums(std::size_t bin, bool isCorrect, std::size_t count, double sum, double squares);

    /// Takes the rows of another of the same edges.
    void append(const SweptBins& more);

    /// The sums of every bin, once the unsure rows have joined theirs.
    std::vector<OutcomeSums> finish(const Predictions& predictions, const View& view,
                                    double temperature) &&;

private:
    struct alignas(32) Cell {
        double sum = 0;
        double squares = 0;
        std::size_t count = 0;

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

    void makeGrid();
    void addNearEdge(std::size_t row, double c, std::size_t isCorrect, double tolerance);
    std::size_t exactBin(double c) const;
    /// The place of a cell of a bin: of its misses (0) or hits (1), of the replica of a row.
    static std::size_t cell(std::size_t bin, std::size_t isCorrect, std::size_t row) {
        return 2 * (bin * kReplicas + row % kReplicas) + isCorrect;
    }

    static constexpr std::size_t kGrid = 4096;
    /// Neighbours that share a bin need not wait for each other.
    static constexpr std::size_t kReplicas = 4;
    std::span<const double> m_edges;
    EdgeRule m_rule;
    /// Of every c in a step of a grid its first cell, or -1 where an inner edge is in the step or
    /// near it. Made once rows are added.
    std::vector<std::int32_t> m_grid;
    std::vector<Cell> m_cells;  ///< cell()
    std::vector<std::size_t> m_unsure;
};

}  // namespace diagonal
