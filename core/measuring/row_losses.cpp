// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/row_losses.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>

namespace diagonal {
namespace {

// A cell holds the losses whose bits agree in the exponent and the first bits of the mantissa: it
// is at most a sixteenth as wide as its losses. The outer cells hold all smaller and larger losses.
constexpr int kMantissaBits = 4;
constexpr double kSmallestLoss = 0x1p-44;
constexpr double kLargestLoss = 0x1p20;

std::uint64_t leadingBits(double loss) {
    constexpr int allMantissaBits = 52;
    return std::bit_cast<std::uint64_t>(loss) >> (allMantissaBits - kMantissaBits);
}

std::size_t cellOf(double loss) {
    return static_cast<std::size_t>(leadingBits(std::clamp(loss, kSmallestLoss, kLargestLoss)) -
                                    leadingBits(kSmallestLoss));
}

}  // namespace

void LossCells::Cell::add(const Cell& other) {
    weight += other.weight;
    varianceWeight += other.varianceWeight;
    sum += other.sum;
    squares += other.squares;
}

LossCells::LossCells(std::size_t rows) : m_singles(rows <= kMostSingleRows) {
    if (m_singles) {
        m_cells.reserve(rows);
    } else {
        m_cells.resize(cellOf(kLargestLoss) + 1);
    }
}

void LossCells::add(double loss, double weight, double varianceWeight) {
    add({weight, varianceWeight, weight * loss, weight * loss * loss});
}

void LossCells::add(const Cell& rows) {
    if (m_singles) {
        m_cells.push_back(rows);
    } else {
        m_cells[cellOf(rows.sum / rows.weight)].add(rows);
    }
}

void LossCells::append(const LossCells& more) {
    if (m_singles) {
        m_cells.insert(m_cells.end(), more.m_cells.begin(), more.m_cells.end());
        return;
    }
    for (std::size_t i = 0; i < m_cells.size(); ++i)
        m_cells[i].add(more.m_cells[i]);
}

std::vector<LossCells::Cell> LossCells::filled() const {
    std::vector<Cell> cells;
    std::ranges::copy_if(m_cells, std::back_inserter(cells),
                         [](const Cell& cell) { return cell.weight > 0; });
    return cells;
}

}  // namespace diagonal
