// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/cells/margin_bounds.h"

#include <algorithm>
#include <cmath>

namespace diagonal {
namespace {

/// Largest |sigmoid''|, and largest second derivative of (sigmoid(x) - a)^2.
constexpr double kMostBend = 0.0963;
constexpr double kMostSquareBend = 0.32;

/// Returns the most that the mean of a function moves; bend(slope) bounds its second derivative
/// where sigmoid' is at most `slope`, and the function rises by at most `rise` in the cell.
template <typename Bend>
double moved(const CellRows& cell, const Bend& bend, double rise) {
    if (cell.isPoint()) return 0;
    // sigmoid' = c (1 - c) is largest where c is nearest to 1/2.
    const double c = std::clamp(0.5, cell.lower, cell.upper);
    const double byBend = bend(c * (1 - c)) * cell.marginWidth * cell.marginWidth / 8;
    return std::min(byBend, rise);
}

/// Returns the number of rows of a bin that an edge may have put in it or kept out of it.
std::vector<double> movableRows(const std::vector<CellRows>& cells, const ReliabilityCurve& curve) {
    std::vector<double> movable(curve.bins.size(), 0.0);
    for (std::size_t b = 0; b + 1 < curve.bins.size(); ++b) {
        const double edge = curve.bins[b].upper;
        const auto cut = std::ranges::lower_bound(cells, edge, {}, &CellRows::upper);
        for (auto cell = cut; cell != cells.end() && cell->lower <= edge; ++cell) {
            movable[b] += cell->all();
            movable[b + 1] += cell->all();
        }
    }
    return movable;
}

}  // namespace

std::vector<std::pair<std::string_view, double>> marginBounds(const std::vector<CellRows>& cells,
                                                              const ReliabilityCurve& curve) {
    double rows = 0, confidence = 0, brier = 0, nll = 0;
    for (const CellRows& cell : cells) {
        rows += cell.all();
        confidence +=
            cell.all() *
            moved(
                cell, [](double slope) { return std::min(kMostBend, slope); }, cell.width());
        brier += cell.all() *
                 moved(
                     cell, [](double slope) { return std::min(kMostSquareBend, 2.5 * slope); },
                     2 * cell.width());
        nll += cell.all() * moved(
                                cell, [](double slope) { return slope; }, cell.marginWidth);
    }
    confidence /= rows;
    brier /= rows;
    const auto movable = movableRows(cells, curve);
    double sum = 0, most = 0, all = 0, squares = 0, debiased = 0;
    for (std::size_t b = 0; b < curve.bins.size(); ++b) {
        const Bin& bin = curve.bins[b];
        if (bin.count == 0) continue;
        const double n = curve.sums[b].weight;
        const double share = n / rows;
        const double gap = std::abs(*bin.accuracy - *bin.confidence);
        const double k = std::min(movable[b], n);
        const double change = std::min(1.0, 2 * k / std::max(n - k, 1.0)) + confidence / share;
        sum += movable[b] / rows;
        most = std::max(most, change);
        all += change;
        const double square = share * (2 * gap * change + change * change);
        squares += square;
        debiased += square + (n > 1 ? share * 2 * change / (n - 1) : 0);
    }
    const double ece = sum + confidence;
    const double bins = static_cast<double>(std::max<std::size_t>(curve.filledBins(), 1));
    return {{"ece", ece},
            {"over_confidence", ece},
            {"under_confidence", ece},
            {"mce", most},
            {"ace", all / bins},
            {"rmsce", std::sqrt(squares)},
            {"l2_debiased", std::sqrt(debiased)},
            {"confidence", confidence},
            {"signed_gap", confidence},
            {"brier", brier},
            {"brier_multiclass", 2 * brier},
            {"nll", nll / rows}};
}

}  // namespace diagonal
