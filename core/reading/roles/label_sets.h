// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Returns the label of a row of zeros and ones with its ones at `places`: "2" for one, "0|2" for
/// several, "|" for none.
std::string labelOfPlaces(std::span<const std::size_t> places);

/// Returns labelOfPlaces() of the truths that are 1; "not zeros and ones" if any is -1, as
/// truthValue() gives for other text.
std::string labelOfTruths(std::span<const std::int8_t> truths);

/// Labels that are sets of classes.
struct LabelSets {
    std::vector<std::int32_t> labels;       ///< per row 0, or kUnknownLabel
    std::vector<std::uint8_t> memberships;  ///< N x K, 1 if the row is of the class
    std::vector<std::string> classNames;    ///< in the order of the scores
    std::size_t severalOrNone = 0;          ///< rows of several classes or of none
    std::size_t empty = 0;                  ///< rows with an empty cell, which are of no class
};

/// Parses labels such as "AF|PVC", "AF;PVC", "['AF', 'PVC']" or rows of several ones as sets of the
/// K classes, given by name, else by index from 0. Returns nullopt if no label holds several
/// classes, or if a tenth of the rows or more hold words that are not classes.
std::optional<LabelSets> labelSets(const RoleColumns& columns);

}  // namespace diagonal
