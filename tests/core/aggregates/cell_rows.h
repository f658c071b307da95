// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/aggregates/cell_grid.h"
#include "core/base/text.h"

namespace diagonal::testing {

/// One row of a binary classifier.
struct ProbabilityRow {
    double p = 0;
    bool isPositive = false;
    double weight = 1;
};

/// Returns the cell of a margin, by definition.
inline int marginCell(double d) {
    if (d == 0) return kZeroMarginCell;
    if (d <= -kWidestEvenMargin) return mirroredMarginCell(marginCell(-d));
    if (std::abs(d) < kWidestEvenMargin)
        return static_cast<int>(std::floor(d * kMarginCellsPerUnit));
    if (std::isinf(d)) return d > 0 ? kInfiniteMarginCell : mirroredMarginCell(kInfiniteMarginCell);
    if (d > kFarMargin) return kFarMarginCell;
    return kFirstWideMarginCell +
           static_cast<int>(std::floor(std::log(d / kWidestEvenMargin) * kMarginCellsPerUnit));
}

/// What an answer splits its cells by.
enum class SplitBy { Confidence, Margin };

/// Returns the answer for importance weights, by definition; of at most one edge a cell.
inline std::string weightedAnswer(const std::vector<ProbabilityRow>& rows) {
    struct Sums {
        double n = 0, correct = 0, excess = 0, cc = 0, ca = 0, nll = 0, nn = 0;
        double rows = 0, correctRows = 0, squares = 0, correctSquares = 0;
    };
    std::map<std::pair<int, int>, Sums> cells;
    double all = 0, correct = 0, correctRows = 0;
    for (const auto& [p, isPositive, w] : rows) {
        const int j = static_cast<int>(std::floor(p * kCellsPerUnit));
        const auto edge = edgeInCell(j);
        Sums& sums = cells[{j, !edge || p == *edge ? 0 : p < *edge ? -1 : 1}];
        const double loss = -std::log(isPositive ? p : 1 - p);
        const double a = isPositive ? 1 : 0;
        sums.n += w;
        sums.correct += w * a;
        sums.excess += w * std::floor((p - static_cast<double>(j) / kCellsPerUnit) / kExcessUnit);
        sums.cc += w * p * p;
        sums.ca += w * a * p;
        sums.nll += w * loss;
        sums.nn += w * loss * loss;
        ++sums.rows;
        sums.correctRows += a;
        sums.squares += w * w;
        sums.correctSquares += w * w * a;
        all += w;
        correct += w * a;
        correctRows += a;
    }
    std::string text =
        "j,side,n,correct,excess,cc,ca,nll,impossible,nn,obs,obs_correct,ww,ww_correct,about\n";
    for (const auto& [place, sums] : cells) {
        text += std::to_string(place.first) + "," + std::to_string(place.second);
        for (const double sum :
             {sums.n, sums.correct, sums.excess, sums.cc, sums.ca, sums.nll, 0.0, sums.nn,
              sums.rows, sums.correctRows, sums.squares, sums.correctSquares})
            text += "," + shortest(sum);
        text += ",\n";
    }
    return text + "-1,0," + shortest(all) + "," + shortest(correct) + ",,,,,,," +
           std::to_string(rows.size()) + "," + shortest(correctRows) +
           ",,,\n-2,0,,,,,,,,,,,,,\"cells=1;view=positive;form=probability;temperature=1;"
           "classes=0,1;losses=1;weights=importance\"\n";
}

/// Returns the answer of a database to the query for these rows, by definition: row by row.
inline std::string cellAnswer(const std::vector<ProbabilityRow>& rows,
                              SplitBy split = SplitBy::Confidence) {
    struct Sums {
        std::uint64_t n = 0, correct = 0, excess = 0, impossible = 0;
        double cc = 0, ca = 0, nll = 0, margins = 0, positiveMargins = 0, squares = 0;
    };
    const bool hasMargins = split == SplitBy::Margin;
    std::map<std::tuple<int, int, int>, Sums> cells;
    std::uint64_t correct = 0;
    for (const auto& [p, isPositive, weight] : rows) {
        const int j = static_cast<int>(std::floor(p * kCellsPerUnit));
        const auto edge = edgeInCell(j);
        const int side = !edge || p == *edge ? 0 : p < *edge ? -1 : 1;
        const double d = std::log(p) - std::log1p(-p);
        Sums& sums = cells[{j, side, hasMargins ? marginCell(d) : 0}];
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
        if (std::isinf(d)) continue;
        sums.margins += d;
        sums.positiveMargins += isPositive ? d : 0;
        sums.squares += d * d;
    }
    std::string text = "j,side,n,correct,excess,cc,ca,nll,impossible";
    if (hasMargins) text += ",margin,positive,md,mdp,mdd";
    text += ",about\n";
    for (const auto& [place, sums] : cells) {
        const auto [j, side, margin] = place;
        text += std::to_string(j) + "," + std::to_string(side) + "," + std::to_string(sums.n) +
                "," + std::to_string(sums.correct) + "," + std::to_string(sums.excess) + "," +
                shortest(sums.cc) + "," + shortest(sums.ca) + "," + shortest(sums.nll) + "," +
                std::to_string(sums.impossible);
        if (hasMargins) {
            text += "," + std::to_string(margin) + "," + std::to_string(sums.correct) + "," +
                    shortest(sums.margins) + "," + shortest(sums.positiveMargins) + "," +
                    shortest(sums.squares);
        }
        text += ",\n";
    }
    const std::string none = hasMargins ? ",,,,," : "";
    return text + "-1,0," + std::to_string(rows.size()) + "," + std::to_string(correct) + ",,,,," +
           none + ",\n-2,0,,,,,,," + none +
           ",\"cells=1;view=positive;form=probability;temperature=1;classes=0,1;losses=1" +
           (hasMargins ? ";margins=1" : "") + "\"\n";
}

}  // namespace diagonal::testing
