// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/aggregates/cell_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace diagonal {
namespace {

std::vector<GridEdge> allEdges() {
    std::vector<GridEdge> edges;
    for (int m = 1; m <= kMostGridBins; ++m) {
        for (int i = 0; i <= m; ++i) {
            if (std::gcd(i, m) == 1) edges.push_back({kCellsPerUnit * i / m, i, m});
        }
    }
    std::ranges::sort(edges, {}, &GridEdge::value);
    return edges;
}

}  // namespace

std::span<const GridEdge> gridEdges() {
    static const std::vector<GridEdge> edges = allEdges();
    return edges;
}

std::optional<double> edgeInCell(int cell) {
    const auto edges = gridEdges();
    const auto found = std::ranges::lower_bound(edges, cell, {}, &GridEdge::cell);
    if (found == edges.end() || found->cell != cell) return std::nullopt;
    return found->value();
}

bool isGridEdge(double edge) {
    return edge >= 0 && edge <= 1 &&
           edgeInCell(static_cast<int>(std::floor(edge * kCellsPerUnit))) == edge;
}

MarginRange marginsOfCell(int cell) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (cell < -kFirstWideMarginCell) {
        const MarginRange mirrored = marginsOfCell(mirroredMarginCell(cell));
        return {-mirrored.upper, -mirrored.lower};
    }
    if (cell == kZeroMarginCell) return {0, 0};
    if (cell >= kInfiniteMarginCell) return {infinity, infinity};
    if (cell >= kFarMarginCell) return {kFarMargin, infinity};
    if (cell < kFirstWideMarginCell) {
        return {static_cast<double>(cell) / kMarginCellsPerUnit,
                static_cast<double>(cell + 1) / kMarginCellsPerUnit};
    }
    const auto end = [](int place) {
        return kWidestEvenMargin * std::exp(static_cast<double>(place) / kMarginCellsPerUnit);
    };
    return {end(cell - kFirstWideMarginCell), end(cell - kFirstWideMarginCell + 1)};
}

double temperatureKnot(int index) {
    constexpr int middle = kTemperatureKnots / 2;
    if (index == middle) return 1;
    return std::pow(5.0, static_cast<double>(index - middle) / middle);
}

}  // namespace diagonal
