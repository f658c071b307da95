// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/aggregates/cell_grid.h"
#include "core/base/text.h"

namespace diagonal::testing {

/// One row of a binary classifier.
struct ProbabilityRow {
    double p = 0;
    bool isPositive = false;
};

/// Returns the answer of a database to the query for these rows, by definition: row by row.
inline std::string cellAnswer(const std::vector<ProbabilityRow>& rows) {
    struct Sums {
        std::uint64_t n = 0, correct = 0, excess = 0, impossible = 0;
        double cc = 0, ca = 0, nll = 0;
    };
    std::map<std::pair<int, int>, Sums> cells;
    std::uint64_t correct = 0;
    for (const auto& [p, isPositive] : rows) {
        const int j = static_cast<int>(std::floor(p * kCellsPerUnit));
        const auto edge = edgeInCell(j);
        const int side = !edge || p == *edge ? 0 : p < *edge ? -1 : 1;
        Sums& sums = cells[{j, side}];
        const double labelled = isPositive ? p : 1 - p;
        ++sums.n;
        sums.correct += isPositive ? 1 : 0;
        sums.excess += static_cast<std::uint64_t>(
            std::floor((p - static_cast<double>(j) / kCellsPerUnit) / kExcessUnit));
        sums.cc += p * p;
        sums.ca += isPositive ? p : 0;
        sums.nll += labelled > 0 ? -std::log(labelled) : 0;
        sums.impossible += labelled > 0 ? 0 : 1;
        correct += isPositive ? 1 : 0;
    }
    std::string text = "j,side,n,correct,excess,cc,ca,nll,impossible,about\n";
    for (const auto& [place, sums] : cells) {
        text += std::to_string(place.first) + "," + std::to_string(place.second) + "," +
                std::to_string(sums.n) + "," + std::to_string(sums.correct) + "," +
                std::to_string(sums.excess) + "," + shortest(sums.cc) + "," + shortest(sums.ca) +
                "," + shortest(sums.nll) + "," + std::to_string(sums.impossible) + ",\n";
    }
    return text + "-1,0," + std::to_string(rows.size()) + "," + std::to_string(correct) +
           ",,,,,,\n-2,0,,,,,,,,\"cells=1;view=positive;form=probability;temperature=1;classes=0,1;"
           "losses=1\"\n";
}

}  // namespace diagonal::testing
