// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// The label of a row of zeros and ones whose ones are at `places`: "2"; of several "0|2"; of none
/// "|".
std::string labelOfPlaces(std::span<const std::size_t> places);

/// Labels that are sets of classes.
struct LabelSets {
    std::vector<std::int32_t> labels;       ///< per row 0, or kUnknownLabel
    std::vector<std::uint8_t> memberships;  ///< N x K
    std::vector<std::string> classNames;    ///< in the order of the scores
    std::size_t severalOrNone = 0;          ///< rows that are not of exactly one class
    std::size_t empty = 0;                  ///< rows whose cell was empty: of no class
};

/// Reads labels such as "AF|PVC", "AF;PVC", "['AF', 'PVC']" or rows of several ones as sets of the
/// K classes, by name, else by number from 0. None where no label holds several classes, or where
/// a tenth of the rows or more hold words that are no classes.
std::optional<LabelSets> labelSets(const RoleColumns& columns);

}  // namespace diagonal
