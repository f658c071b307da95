// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace diagonal {

/// A bin as a file states it; NaN where a number is missing.
struct StatedBin {
    std::size_t row = 0;  ///< of the table
    double lower = 0;
    double upper = 0;
    double middle = 0;
    double confidence = 0;  ///< mean
    double count = 0;
    double correct = 0;
};

/// The bins of a table, in ascending order, and their common edges.
struct BinEdges {
    std::vector<double> edges;        ///< from 0 to 1, ascending
    std::vector<std::size_t> places;  ///< of each bin between them
    bool areByWidth = false;          ///< i/M for one M
    std::string remark;               ///< what the file leaves open; or empty
};

/// Returns the edges of bins, which are sorted by them: those of the file, completed from 0 to 1 by
/// bins without rows; of bins with a middle or a mean confidence alone, those of equal width if
/// each value lies in its own, else midpoints between the values. Edges that are rounded multiples
/// of 1/M become i/M. Errors: Malformed, about a row of the table: Error::line is one more than its
/// index.
Result<BinEdges> edgesOf(std::vector<StatedBin>& bins);

/// Returns both ends of an interval: "(0.1, 0.2]", "0.1-0.2", "10%–20%", "0.1 to 0.2".
std::optional<std::pair<double, double>> intervalIn(std::string_view text);

}  // namespace diagonal
