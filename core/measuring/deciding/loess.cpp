// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/deciding/loess.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace diagonal {
namespace {

constexpr double kCellShare = 0.2;      ///< of the span: observations of a cell that stays whole
constexpr double kMarginShare = 0.005;  ///< of the range, around all points

/// The observations that points stand for, in ascending order and numbered from 1.
class Observations {
public:
    explicit Observations(const WeightedPoints& points) : m_points(points) {
        double sum = 0;
        for (const double weight : points.weight)
            m_ends.push_back(sum += weight);
    }
    double count() const { return std::round(m_ends.back()); }
    double x(double number) const { return m_points.x[pointOf(number)]; }
    /// Returns the numbers of the first and the last observation at the x of this one.
    double firstLike(double number) const {
        const std::size_t point = pointOf(number);
        return point == 0 ? 1 : std::floor(m_ends[point - 1]) + 1;
    }
    double lastLike(double number) const { return std::floor(m_ends[pointOf(number)]); }

private:
    std::size_t pointOf(double number) const {
        constexpr double rounding = 1e-9;  // of sums of weights
        const auto found = std::ranges::lower_bound(m_ends, number - rounding * number);
        const auto point = static_cast<std::size_t>(found - m_ends.begin());
        return std::min(point, m_ends.size() - 1);
    }

    const WeightedPoints& m_points;
    std::vector<double> m_ends;  ///< number of the last observation of each point
};

/// Returns after which observation R's loess divides a cell of the observations from `first` to
/// `last`: the middle one, or the nearest that is followed by another x. It looks to both sides in
/// turn and stays in the middle where it meets an end of the cell first.
double divisionOf(const Observations& all, double first, double last) {
    const double middle = std::floor((first + last) / 2);
    const double forward = all.lastLike(middle) - middle;
    const double backward = middle - (all.firstLike(middle) - 1);
    if (forward <= backward) {
        const bool isMet = middle + forward < last && middle - (forward - 1) >= first;
        return isMet || forward == 0 ? middle + forward : middle;
    }
    const bool isMet = middle - backward >= first && middle + backward < last;
    return isMet ? middle - backward : middle;
}

/// Adds where the cell from `lower` to `upper` is divided, and its parts again.
void addDivisions(const Observations& all, double first, double last, double lower, double upper,
                  double mostInCell, std::vector<double>& divisions) {
    if (last - first + 1 <= mostInCell) return;
    const double division = divisionOf(all, first, last);
    const double x = all.x(division);
    if (x == lower || x == upper) return;
    divisions.push_back(x);
    addDivisions(all, first, division, lower, x, mostInCell, divisions);
    addDivisions(all, division + 1, last, x, upper, mostInCell, divisions);
}

/// Returns the distance from q within which `count` observations lie.
double distanceOf(const WeightedPoints& points, double q, double count) {
    constexpr double rounding = 1e-9;
    auto right = static_cast<std::size_t>(std::ranges::lower_bound(points.x, q) - points.x.begin());
    std::size_t left = right;
    double distance = 0;
    for (double held = 0; held < count * (1 - rounding) && (left > 0 || right < points.x.size());) {
        const bool isLeft =
            left > 0 && (right == points.x.size() || q - points.x[left - 1] <= points.x[right] - q);
        const std::size_t nearest = isLeft ? --left : right++;
        distance = std::abs(points.x[nearest] - q);
        held += points.weight[nearest];
    }
    return distance;
}

using Three = std::array<double, 3>;

/// Symmetric, of normal equations.
struct FitMoments {
    std::array<Three, 3> matrix{};
    Three right{};
};

/// Rotates `matrix` so that its entries [p][q] and [q][p] vanish, and `vectors` with it.
void rotate(std::array<Three, 3>& matrix, std::array<Three, 3>& vectors, std::size_t p,
            std::size_t q) {
    if (matrix[p][q] == 0) return;
    const double theta = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q]);
    const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
    const double c = 1 / std::sqrt(t * t + 1);
    const double s = t * c;
    for (std::size_t k = 0; k < 3; ++k) {
        const double kp = matrix[k][p], kq = matrix[k][q];
        matrix[k][p] = c * kp - s * kq;
        matrix[k][q] = s * kp + c * kq;
    }
    for (std::size_t k = 0; k < 3; ++k) {
        const double pk = matrix[p][k], qk = matrix[q][k];
        matrix[p][k] = c * pk - s * qk;
        matrix[q][k] = s * pk + c * qk;
        const double vp = vectors[k][p], vq = vectors[k][q];
        vectors[k][p] = c * vp - s * vq;
        vectors[k][q] = s * vp + c * vq;
    }
}

/// Returns the solution of smallest norm, in columns scaled to the same length, by Jacobi's method:
/// fewer than three x near a vertex do not tell a quadratic.
Three leastSolution(FitMoments moments) {
    constexpr double dependent = 1e-13;
    constexpr int sweeps = 12;
    Three scales{};
    for (std::size_t i = 0; i < 3; ++i)
        scales[i] = moments.matrix[i][i] > 0 ? std::sqrt(moments.matrix[i][i]) : 1;
    for (std::size_t i = 0; i < 3; ++i) {
        moments.right[i] /= scales[i];
        for (std::size_t j = 0; j < 3; ++j)
            moments.matrix[i][j] /= scales[i] * scales[j];
    }
    std::array<Three, 3> vectors{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        rotate(moments.matrix, vectors, 0, 1);
        rotate(moments.matrix, vectors, 0, 2);
        rotate(moments.matrix, vectors, 1, 2);
    }
    const double largest =
        std::max({moments.matrix[0][0], moments.matrix[1][1], moments.matrix[2][2]});
    Three solution{};
    for (std::size_t k = 0; k < 3; ++k) {
        if (!(moments.matrix[k][k] > dependent * largest)) continue;
        double along = 0;
        for (std::size_t i = 0; i < 3; ++i)
            along += vectors[i][k] * moments.right[i];
        for (std::size_t i = 0; i < 3; ++i)
            solution[i] += vectors[i][k] * along / moments.matrix[k][k] / scales[i];
    }
    return solution;
}

/// Returns value and slope at q of the quadratic through the nearest `count` observations.
std::array<double, 2> localFit(const WeightedPoints& points, double q, double count) {
    const double reach = distanceOf(points, q, count);
    const auto begin = std::ranges::lower_bound(points.x, q - reach) - points.x.begin();
    const auto end = std::ranges::upper_bound(points.x, q + reach) - points.x.begin();
    FitMoments moments;
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
        const double u = reach > 0 ? (points.x[i] - q) / reach : 0;
        const double close = 1 - std::abs(u * u * u);
        if (close <= 0) continue;
        const double weight = points.weight[i] * close * close * close;
        const Three terms{1, u, u * u};
        for (std::size_t a = 0; a < 3; ++a) {
            moments.right[a] += weight * terms[a] * points.y[i];
            for (std::size_t b = 0; b < 3; ++b)
                moments.matrix[a][b] += weight * terms[a] * terms[b];
        }
    }
    const Three fitted = leastSolution(moments);
    return {fitted[0], reach > 0 ? fitted[1] / reach : 0};
}

}  // namespace

Loess::Loess(const WeightedPoints& points, double span) {
    const Observations all(points);
    const double range = points.x.back() - points.x.front();
    const double size = std::max(std::abs(points.x.front()), std::abs(points.x.back()));
    const double margin = kMarginShare * std::max(range, 1e-10 * size + 1e-30);
    const double lower = points.x.front() - margin;
    const double upper = points.x.back() + margin;
    std::vector<double> places{lower, upper};
    const double inCell = std::floor(all.count() * span * kCellShare);
    addDivisions(all, 1, all.count(), lower, upper, inCell, places);
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    const double near = std::min(all.count(), std::floor(all.count() * span + 1e-5));
    for (const double place : places) {
        const auto [value, slope] = localFit(points, place, near);
        m_vertices.push_back({place, value, slope});
    }
}

double Loess::at(double x) const {
    const auto next = std::ranges::lower_bound(m_vertices, x, {}, &Vertex::x);
    const auto upper =
        std::clamp<std::ptrdiff_t>(next - m_vertices.begin(), 1, std::ssize(m_vertices) - 1);
    const Vertex& a = m_vertices[static_cast<std::size_t>(upper - 1)];
    const Vertex& b = m_vertices[static_cast<std::size_t>(upper)];
    const double width = b.x - a.x;
    const double h = (x - a.x) / width;
    return (1 - h) * (1 - h) * (1 + 2 * h) * a.value + h * h * (3 - 2 * h) * b.value +
           (h * (1 - h) * (1 - h) * a.slope + h * h * (h - 1) * b.slope) * width;
}

}  // namespace diagonal
