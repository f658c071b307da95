// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/cells/cell_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/aggregates/cell_grid.h"
#include "core/numerics/class_probabilities.h"

namespace diagonal {
namespace {

constexpr int kSides = 3;
/// Margin cells lie between -kMarginSlots and kMarginSlots.
constexpr int kMarginSlots = kInfiniteMarginCell + 1;

/// Returns the place of a cell, or of the part of it where a confidence lies, in ascending order.
int slotOf(int cell, double confidence) {
    const auto edge = edgeInCell(cell);
    if (!edge || confidence < *edge) return cell * kSides;
    return cell * kSides + (confidence == *edge ? 1 : 2);
}

/// Returns an empty cell, or part of one, around a confidence.
CellRows emptyCell(int cell, double confidence) {
    CellRows rows;
    rows.lower = static_cast<double>(cell) / kCellsPerUnit;
    rows.upper = std::min(1.0, static_cast<double>(cell + 1) / kCellsPerUnit);
    const auto edge = edgeInCell(cell);
    if (!edge) return rows;
    if (confidence <= *edge) rows.upper = *edge;
    if (confidence >= *edge) rows.lower = *edge;
    return rows;
}

/// As slotOf(); margins of 0 lie between the negative and the positive ones.
int marginSlotOf(int cell) {
    if (cell == kZeroMarginCell) return kMarginSlots;
    return cell < 0 ? kMarginSlots + cell : kMarginSlots + cell + 1;
}

CellRows emptyMarginCell(int cell, double temperature) {
    const MarginRange range = marginsOfCell(cell);
    CellRows rows;
    rows.lower = sigmoid(range.lower / temperature);
    rows.upper = sigmoid(range.upper / temperature);
    rows.marginWidth = (range.upper - range.lower) / temperature;
    return rows;
}

/// Cells by their slots. A slider computes them at each step: slots need no search.
class CellsBySlot {
public:
    explicit CellsBySlot(int slots) : m_places(static_cast<std::size_t>(slots), kNone) {}

    /// Adds rows to a cell; make() returns it empty.
    template <typename Make>
    void add(int slot, double confidence, bool isCorrect, const RowWeights& weights,
             std::size_t row, const Make& make) {
        const double weight = weights.at(row);
        std::int32_t& place = m_places[static_cast<std::size_t>(slot)];
        if (place == kNone) {
            place = static_cast<std::int32_t>(m_cells.size());
            m_cells.push_back(make());
        }
        CellRows& rows = m_cells[static_cast<std::size_t>(place)];
        rows.confidence += weight * confidence;
        (isCorrect ? rows.correct : rows.wrong) += weight;
        rows.variance += weights.varianceAt(row);
    }

    std::vector<CellRows> inOrder() const {
        std::vector<CellRows> out;
        out.reserve(m_cells.size());
        for (const std::int32_t place : m_places) {
            if (place == kNone) continue;
            CellRows rows = m_cells[static_cast<std::size_t>(place)];
            rows.confidence = std::clamp(rows.confidence / rows.all(), rows.lower, rows.upper);
            out.push_back(rows);
        }
        return out;
    }

private:
    static constexpr std::int32_t kNone = -1;
    std::vector<std::int32_t> m_places;  ///< in m_cells, of each slot
    std::vector<CellRows> m_cells;
};

std::vector<CellRows> marginRows(const Dataset& dataset, bool isTopLabel, double temperature) {
    const Predictions& predictions = dataset.predictions;
    CellsBySlot cells(2 * kMarginSlots + 1);
    for (std::size_t row = 0; row < predictions.rows(); ++row) {
        const double margin = predictions.scores().at(row, 0);
        int cell = dataset.cells[row].cell;
        if (isTopLabel && cell < 0) cell = mirroredMarginCell(cell);
        const double confidence = sigmoid((isTopLabel ? std::abs(margin) : margin) / temperature);
        const bool isCorrect =
            isTopLabel ? predictions.isCorrect(row) : predictions.label(row) == 1;
        cells.add(marginSlotOf(cell), confidence, isCorrect, predictions.weights(), row,
                  [&] { return emptyMarginCell(cell, temperature); });
    }
    return cells.inOrder();
}

}  // namespace

std::vector<CellRows> cellRows(const Dataset& dataset, const View& view, double temperature) {
    if (dataset.summary.cells->areMargins)
        return marginRows(dataset, view.isTopLabel(), temperature);
    const Predictions& predictions = dataset.predictions;
    CellsBySlot cells((kLastCell + 1) * kSides);
    for (std::size_t row = 0; row < predictions.rows(); ++row) {
        const double confidence = predictions.scores().at(row, 0);
        const int cell = dataset.cells[row].cell;
        cells.add(slotOf(cell, confidence), confidence, predictions.label(row) == 1,
                  predictions.weights(), row, [&] { return emptyCell(cell, confidence); });
    }
    return cells.inOrder();
}

}  // namespace diagonal
