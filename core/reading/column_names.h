// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace diagonal {

/// A column of one class's score, such as "prob_cat" or "P(class=cat)".
struct FamilyName {
    std::string family;  ///< "prob"
    std::string member;  ///< "cat"
};

/// Splits a name into its family and the class it names; none where it is of no family.
std::optional<FamilyName> familyName(std::string_view name);

/// Names that identify rows and never hold labels or scores.
bool namesRow(std::string_view name);

/// Lower case without blanks, "_", "-" and ".".
std::string plainName(std::string_view name);

}  // namespace diagonal
