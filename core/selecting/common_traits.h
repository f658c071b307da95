// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/measuring/row_conditions.h"
#include "core/reporting/writing/table.h"

namespace diagonal {

/// What some rows have in common: more of them fulfil a condition than of the rest.
struct CommonTrait {
    RowConditions condition;
    std::size_t inside = 0;   ///< chosen rows that fulfil it
    std::size_t chosen = 0;   ///< chosen rows
    std::size_t outside = 0;  ///< other rows that fulfil it
    std::size_t others = 0;   ///< other rows; 0 if there are none to compare with
    /// Probability of as many among as many rows chosen by chance (hypergeometric, one-sided),
    /// adjusted over all conditions that were looked at (Holm 1979); none without other rows.
    std::optional<double> p = {};

    double shareInside() const { return static_cast<double>(inside) / static_cast<double>(chosen); }
    double shareOutside() const {
        return static_cast<double>(outside) / static_cast<double>(others);
    }
};

/// Fewer rows with a trait show nothing.
inline constexpr std::size_t kLeastOfTrait = 5;

/// Returns what `rows` (ascending) of a dataset have in common, against its other rows: values of
/// groups and of columns without a role, of more than 20 numbers their tenths, true and predicted
/// classes, and confusions (a true class read as another), which are
/// compared among wrong rows alone. Those with at least five of the rows and an adjusted p below
/// 0.05 come first, the largest ratio of shares on top. If the rows hold all wrong ones, their most
/// frequent confusions follow, at most five. Empty if there are no other rows. What `conditions`,
/// by which the rows were chosen, are on is left out.
std::vector<CommonTrait> commonTraits(const Dataset& dataset, std::span<const std::size_t> rows,
                                      const RowConditions& conditions = {});

/// Returns the most frequent confusions of rows, at most three of two rows or more. They are
/// counted only: "12 of 47 have true class 3, predicted class 8".
std::vector<CommonTrait> topConfusions(const Dataset& dataset, std::span<const std::size_t> rows);

/// True if a condition is on something that conditions choose rows by: a class or a column. Then
/// other rows cannot be compared with the chosen ones.
bool isChosenBy(const RowConditions& condition, const RowConditions& conditions);

/// Returns "31 of 47 have site = C (of the others 24 %)".
std::string traitText(const CommonTrait& trait);

Table traitTable(std::span<const CommonTrait> traits);

}  // namespace diagonal
