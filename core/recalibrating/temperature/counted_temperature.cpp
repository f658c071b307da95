// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/temperature/counted_temperature.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/base/text.h"
#include "core/numerics/intervals.h"

namespace diagonal {
namespace {

constexpr int kHalvings = 200;  ///< more than a double needs

/// The NLL between two inverse temperatures: the polynomial of fifth degree in u = (b - from) /
/// (to - from) that has the value, slope and curvature of both ends.
class Piece {
public:
    Piece(const CountedLikelihood& low, const CountedLikelihood& high)
        : m_from(1 / low.temperature), m_width(1 / high.temperature - m_from) {
        const double h = m_width;
        const std::array<double, 3> a{low.value, h * low.slope, h * h * low.curvature};
        const std::array<double, 3> b{high.value, h * high.slope, h * h * high.curvature};
        const double rise = b[0] - a[0] - a[1] - a[2] / 2;
        const double bend = b[1] - a[1] - a[2];
        const double turn = b[2] - a[2];
        m_terms = {a[0],
                   a[1],
                   a[2] / 2,
                   10 * rise - 4 * bend + turn / 2,
                   -15 * rise + 7 * bend - turn,
                   6 * rise - 3 * bend + turn / 2};
    }

    double from() const { return m_from; }
    double to() const { return m_from + m_width; }
    double value(double b) const {
        const double u = (b - m_from) / m_width;
        double sum = 0;
        for (std::size_t i = m_terms.size(); i-- > 0;)
            sum = sum * u + m_terms[i];
        return sum;
    }
    double slope(double b) const {
        const double u = (b - m_from) / m_width;
        double sum = 0;
        for (std::size_t i = m_terms.size(); i-- > 1;)
            sum = sum * u + static_cast<double>(i) * m_terms[i];
        return sum / m_width;
    }

private:
    double m_from, m_width;
    std::array<double, 6> m_terms;
};

/// Returns where f changes its sign between a and b, f(a) < 0 <= f(b).
template <typename F>
double crossing(double a, double b, const F& f) {
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = (a + b) / 2;
        if (middle == a || middle == b) break;
        (f(middle) < 0 ? a : b) = middle;
    }
    return (a + b) / 2;
}

Error cannotFit(std::string detail) {
    return undefined("temperature cannot be fitted: " + std::move(detail));
}

/// Refuses rows whose NLL is infinite.
Result<void> checkRows(const CountedLikelihood& counted) {
    if (counted.impossible == 0) return {};
    return cannotFit("the true class has probability 0 in " +
                     diagonal::counted(counted.impossible, "row") +
                     ", so the NLL is infinite at every temperature");
}

}  // namespace

CountedLikelihood countedLikelihood(const Dataset& cells) {
    CountedLikelihood out;
    out.temperature = cells.summary.cells->temperature;
    for (const CellSums& cell : cells.cells) {
        out.value += cell.negativeLogs;
        out.slope += cell.slope;
        out.curvature += cell.curvature;
        out.impossible += cell.impossible;
    }
    const RowWeights& weights = cells.predictions.weights();
    const double total = weights.total(cells.predictions.rows()) * weights.unit;
    out.effectiveRows = weights.effectiveCount(cells.predictions.rows());
    out.value /= total;
    out.slope /= total;
    out.curvature /= total;
    return out;
}

Result<TemperatureFit> fitBetweenTemperatures(std::span<const CountedLikelihood> counted,
                                              double level) {
    if (counted.size() < 2) return cannotFit("the rows were counted at only one temperature");
    if (auto can = checkRows(counted.front()); !can) return can.error();
    // In ascending order of 1/T, in which the NLL is convex.
    std::vector<CountedLikelihood> points(counted.rbegin(), counted.rend());
    if (std::ranges::all_of(points, [](const auto& at) { return at.curvature == 0; }))
        return cannotFit("the NLL is the same at every temperature");
    if (points.front().slope > 0 || points.back().slope < 0) {
        const bool above = points.front().slope > 0;
        return cannotFit(
            "the NLL has no minimum between T = " + shortest(counted.front().temperature) +
            " and " + shortest(counted.back().temperature) +
            ", the temperatures that were counted; it falls towards " +
            (above ? "higher" : "lower") + " ones");
    }
    std::vector<Piece> pieces;
    for (std::size_t i = 1; i < points.size(); ++i)
        pieces.emplace_back(points[i - 1], points[i]);
    const auto reached =
        std::ranges::find_if(points.begin() + 1, points.end(),
                             [](const CountedLikelihood& at) { return at.slope >= 0; });
    const auto best = pieces.begin() + (reached - points.begin() - 1);
    const double b = crossing(best->from(), best->to(), [&](double x) { return best->slope(x); });
    TemperatureFit fit;
    fit.value = 1 / b;
    fit.nllAfter = best->value(b);
    const auto one = std::ranges::min_element(
        counted, {}, [](const auto& at) { return std::abs(std::log(at.temperature)); });
    fit.nllBefore = one->value;
    const double limit = fit.nllAfter + chiSquareOneQuantile(level) / (2 * one->effectiveRows);
    const auto risen = [&](const Piece& piece, double x) { return piece.value(x) - limit; };
    for (auto piece = best; piece != pieces.end(); ++piece) {
        if (risen(*piece, piece->to()) < 0) continue;
        const double from = piece == best ? b : piece->from();
        fit.lower = 1 / crossing(from, piece->to(), [&](double x) { return risen(*piece, x); });
        break;
    }
    for (auto piece = best + 1; piece-- != pieces.begin();) {
        if (risen(*piece, piece->from()) < 0) continue;
        const double to = piece == best ? b : piece->to();
        fit.upper = 1 / crossing(to, piece->from(), [&](double x) { return risen(*piece, x); });
        break;
    }
    return fit;
}

}  // namespace diagonal
