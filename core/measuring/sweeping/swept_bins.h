// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/measuring/sweeping/temperature_sweep.h"

namespace diagonal {

/// Sums over rows that are all correct, or all incorrect. Without weights, w = 1.
struct SideSums {
    double count = 0;     ///< of observations
    double weight = 0;    ///< sum of w
    double variance = 0;  ///< as OutcomeSums::varianceWeight
    double sum = 0;       ///< of w c
    double squares = 0;   ///< of w c^2
};

/// Bins confidences that are known to within a tolerance. Rows too close to an inner edge are
/// computed again as by outcomesAt().
class SweptBins {
public:
    /// Tolerance of confidences equal to those of outcomesAt(). Negative: even a row on an edge is
    /// not computed again.
    static constexpr float kExact = -1;

    /// `edges` and `weights`, those of all rows, must outlive this.
    SweptBins(const std::vector<double>& edges, EdgeRule rule, const RowWeights& weights);

    /// Adds the rows first, first + 1... with confidences c from 0 to 1, each accurate to within
    /// its tolerance. `correct` is 1 for correct rows and 0 for others. Requires spans of equal
    /// size.
    void add(std::size_t first, std::span<const double> c, std::span<const std::uint8_t> correct,
             std::span<const float> tolerances);
    /// Adds a row whose confidence must be computed again.
    void addUnsure(std::size_t row) { m_unsure.push_back(row); }
    /// Adds rows of one bin with known sums.
    void addSums(std::size_t bin, bool isCorrect, const SideSums& sums);

    /// Adds the rows of `more`, which must have the same edges.
    void append(const SweptBins& more);

    /// Computes the unsure rows again, adds them to their bins, and returns the sums of every bin.
    std::vector<OutcomeSums> finish(const Predictions& predictions, const View& view,
                                    double temperature) &&;

private:
    struct alignas(32) Cell {
        double sum = 0;      ///< of w c
        double squares = 0;  ///< of w c^2
        std::size_t count = 0;

        void add(double c, double w = 1) {
            ++count;
            sum += w * c;
            squares += w * c * c;
        }
        void add(const Cell& more) {
            count += more.count;
            sum += more.sum;
            squares += more.squares;
        }
    };
    /// Sums of weights.
    struct CellWeight {
        double weight = 0;
        double variance = 0;  ///< as OutcomeSums::varianceWeight
        double count = 0;     ///< of observations
    };

    void makeGrid();
    void addToCell(std::size_t cell, std::size_t row, double c);
    void addNearEdge(std::size_t row, double c, std::size_t isCorrect, double tolerance);
    std::size_t exactBin(double c) const;
    /// Returns the index of a cell of a bin: of its incorrect (0) or correct (1) rows, in the
    /// replica of a row.
    static std::size_t cell(std::size_t bin, std::size_t isCorrect, std::size_t row) {
        return 2 * (bin * kReplicas + row % kReplicas) + isCorrect;
    }

    static constexpr std::size_t kGrid = 4096;
    /// Replicas of each cell, so that consecutive rows of one bin do not wait for each other.
    static constexpr std::size_t kReplicas = 4;
    std::span<const double> m_edges;
    EdgeRule m_rule;
    /// The first cell of each step of a grid of c, or -1 if an inner edge is in the step or near
    /// it. Made when rows are first added.
    std::vector<std::int32_t> m_grid;
    const RowWeights& m_weights;
    std::vector<Cell> m_cells;              ///< cell()
    std::vector<CellWeight> m_cellWeights;  ///< empty if rows have no weights
    std::vector<std::size_t> m_unsure;
};

}  // namespace diagonal
