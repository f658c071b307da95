// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace diagonal {

/// Losses of rows, gathered so that they can be resampled without the rows: each row by itself if
/// they are few, else rows of similar loss together.
class LossCells {
public:
    /// Weighted sums over the rows of a cell: losses l, weights w.
    struct Cell {
        double weight = 0;
        double varianceWeight = 0;  ///< as in OutcomeSums
        double sum = 0;             ///< of w l
        double squares = 0;         ///< of w l^2

        void add(const Cell& other);
    };

    /// Number of rows up to which each is a cell by itself.
    static constexpr std::size_t kMostSingleRows = 8192;

    LossCells() = default;
    /// Gathers the losses of at most `rows` rows.
    explicit LossCells(std::size_t rows);

    /// Adds a row with loss >= 0.
    void add(double loss, double weight, double varianceWeight);
    /// Adds rows of similar loss by their sums.
    void add(const Cell& rows);
    /// Adds the rows of `more`, which must have been made for as many.
    void append(const LossCells& more);
    /// Returns the cells that hold rows, in the order of single rows or of losses.
    std::vector<Cell> filled() const;

private:
    bool m_singles = true;
    std::vector<Cell> m_cells;
};

}  // namespace diagonal
