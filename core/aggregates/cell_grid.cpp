// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/aggregates/cell_grid.h"

#include <algorithm>
#include <cmath>
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

}  // namespace diagonal
