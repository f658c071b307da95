// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/cells/cell_rows.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/aggregates/cell_grid.h"
#include "core/numerics/class_probabilities.h"

namespace diagonal {
namespace {

constexpr int kSides = 3;

/// Returns an empty cell for rows of this confidence, and the key that orders it.
std::pair<int, CellRows> cellOf(int cell, double confidence) {
    const auto edge = edgeInCell(cell);
    CellRows rows;
    rows.lower = static_cast<double>(cell) / kCellsPerUnit;
    rows.upper = std::min(1.0, static_cast<double>(cell + 1) / kCellsPerUnit);
    if (!edge) return {cell * kSides, rows};
    if (confidence == *edge) {
        rows.lower = rows.upper = *edge;
        return {cell * kSides + 1, rows};
    }
    (confidence < *edge ? rows.upper : rows.lower) = *edge;
    return {cell * kSides + (confidence < *edge ? 0 : 2), rows};
}

std::pair<int, CellRows> marginCellOf(int cell, bool isTopLabel, double temperature) {
    if (isTopLabel && cell < 0) cell = mirroredMarginCell(cell);
    const MarginRange range = marginsOfCell(cell);
    CellRows rows;
    rows.lower = sigmoid(range.lower / temperature);
    rows.upper = sigmoid(range.upper / temperature);
    rows.marginWidth = (range.upper - range.lower) / temperature;
    return {cell == kZeroMarginCell ? 0 : cell, rows};
}

}  // namespace

std::vector<CellRows> cellRows(const Dataset& dataset, const View& view, double temperature) {
    const Predictions& predictions = dataset.predictions;
    const bool areMargins = dataset.summary.cells->areMargins;
    const bool isTopLabel = view.kind == View::Kind::TopLabel;
    std::map<std::pair<int, bool>, CellRows> cells;
    for (std::size_t row = 0; row < predictions.rows(); ++row) {
        const double score = predictions.scores().at(row, 0);
        const int cell = dataset.cells[row].cell;
        double confidence = score;
        bool isCorrect = predictions.label(row) == 1;
        if (areMargins) {
            confidence = sigmoid((isTopLabel ? std::abs(score) : score) / temperature);
            if (isTopLabel) isCorrect = predictions.isCorrect(row);
        }
        auto [key, empty] =
            areMargins ? marginCellOf(cell, isTopLabel, temperature) : cellOf(cell, confidence);
        const auto [place, isNew] =
            cells.try_emplace({key, areMargins && cell == kZeroMarginCell}, empty);
        CellRows& rows = place->second;
        const double weight = predictions.weights().at(row);
        rows.confidence += weight * confidence;
        (isCorrect ? rows.correct : rows.wrong) += weight;
    }
    std::vector<CellRows> out;
    out.reserve(cells.size());
    for (auto& [key, rows] : cells) {
        rows.confidence = std::clamp(rows.confidence / rows.all(), rows.lower, rows.upper);
        out.push_back(rows);
    }
    return out;
}

}  // namespace diagonal
