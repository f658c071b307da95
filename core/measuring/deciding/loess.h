// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace diagonal {

/// Points of a scatter plot in ascending order of x. A point stands for `weight` observations, all
/// with the same x and with the mean outcome y; the weights sum to the number of observations.
struct WeightedPoints {
    std::span<const double> x;
    std::span<const double> y;
    std::span<const double> weight;
};

/// Local regression as by loess() of R with its default settings (Cleveland and Grosse 1991): a
/// quadratic with tricube weights over the nearest `span` of all observations, computed where the
/// cells of a k-d tree meet and blended between them by cubic polynomials with the same slopes. A
/// cell is divided at its median until it has at most 0.2 span n observations.
class Loess {
public:
    /// Requires at least one point.
    explicit Loess(const WeightedPoints& points, double span = 0.75);

    /// Returns the curve at x, which must lie between the smallest and the largest x of the points.
    double at(double x) const;

private:
    struct Vertex {
        double x = 0;
        double value = 0;
        double slope = 0;
    };
    std::vector<Vertex> m_vertices;  ///< ascending
};

}  // namespace diagonal
