// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace diagonal {

/// The declarations of an ARFF file, before its data.
struct ArffHeader {
    std::vector<std::string> names;  ///< attribute names
    std::vector<bool> isNominal;     ///< declared with a list of values
    std::size_t lines = 0;           ///< up to and including "@data"
    char quote = '\'';               ///< encloses names and values
};

/// Returns whether a text begins with "@relation", after any comments and blank lines.
bool beginsArff(std::string_view text);

/// Parses the declarations at the head of an ARFF text (Weka's format); none if `text` ends before
/// "@data". Errors: Malformed with the line.
Result<std::optional<ArffHeader>> arffHeader(std::string_view text);

}  // namespace diagonal
