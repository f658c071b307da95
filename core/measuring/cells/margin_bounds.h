// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "core/measuring/cells/cell_rows.h"
#include "core/measuring/reliability_curve.h"

namespace diagonal {

/// Returns the largest distances of scores of cells of margins from those of their rows, by id: of
/// the binned scores, mean confidence, Brier score and NLL. The rows of a cell that an edge of a
/// bin cuts may lie on either side of it, which moves the gap of a bin of n rows with k such rows
/// by at most 2 k / (n - k). Functions f of the margin d are taken at the mean margin, which moves
/// their mean by at most max |f''| w^2 / 8 in a cell of width w.
std::vector<std::pair<std::string_view, double>> marginBounds(const std::vector<CellRows>& cells,
                                                              const ReliabilityCurve& curve);

}  // namespace diagonal
