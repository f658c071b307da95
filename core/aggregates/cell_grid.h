// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>

namespace diagonal {

/// Cells are [j / 16384, (j + 1) / 16384): j = floor(16384 c) is exact in binary arithmetic. The
/// last, j = 16384, holds c = 1 alone.
inline constexpr int kCellsPerUnit = 16384;
inline constexpr int kLastCell = kCellsPerUnit;
/// Number of bins up to which all edges i/M are edges of the grid.
inline constexpr int kMostGridBins = 100;
/// Confidences are summed as multiples of 2^-50 above the lower end of their cell.
inline constexpr double kExcessUnit = 0x1p-50;

/// An edge of equal-width bins inside a cell: the double nearest to numerator / denominator.
struct GridEdge {
    int cell = 0;
    int numerator = 0;
    int denominator = 1;

    double value() const { return static_cast<double>(numerator) / denominator; }
};

/// Returns the edges i/M for M = 1..100 in ascending order: the Farey sequence of order 100. A cell
/// holds at most one of these 3,045 edges, because the nearest two are 1/9900 apart. Each splits
/// its cell in three: below the edge, on it, above it.
std::span<const GridEdge> gridEdges();

/// Returns the edge inside a cell, from 0 to kLastCell; none if it has none.
std::optional<double> edgeInCell(int cell);

/// Returns true if the sums of split cells tell on which side of `edge` each row lies.
bool isGridEdge(double edge);

/// Cells of the margin d = log p - log(1 - p) of two classes. Up to kWidestEvenMargin they are
/// [m / 1024, (m + 1) / 1024); beyond, each is 1 + 2^-10 times as far from 0 as the one before. The
/// last finite cell holds all margins beyond kFarMargin, and kInfiniteMarginCell those of p = 1.
/// Cell -m - 1 mirrors cell m.
inline constexpr int kMarginCellsPerUnit = 1024;
inline constexpr int kWidestEvenMargin = 40;
inline constexpr int kFirstWideMarginCell = kWidestEvenMargin * kMarginCellsPerUnit;
inline constexpr int kFarMargin = 745;
inline constexpr int kFarMarginCell = 43955;
inline constexpr int kInfiniteMarginCell = 44000;
/// Margins of 0, which predict class 0, have a cell of their own.
inline constexpr int kZeroMarginCell = 44100;

constexpr int mirroredMarginCell(int cell) {
    return cell == kZeroMarginCell ? cell : -cell - 1;
}

/// The margins of a cell.
struct MarginRange {
    double lower = 0;
    double upper = 0;
};
/// Returns the margins that lie in a cell; infinite ends where there is none.
MarginRange marginsOfCell(int cell);

/// Temperatures at which rows of several classes are counted: 0.2 * 25^(i/40), i = 0..40, with 1 in
/// the middle.
inline constexpr int kTemperatureKnots = 41;
double temperatureKnot(int index);

}  // namespace diagonal
