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
    std::vector<std::string> names;  ///< of the attributes
    std::vector<bool> isNominal;     ///< declared with the list of their values
    std::size_t lines = 0;           ///< up to and with "@data"
    char quote = '\'';               ///< around names and values
};

/// Whether a text begins with "@relation", behind comments and blank lines.
bool beginsArff(std::string_view text);

/// Reads the declarations at the head of an ARFF text (Weka's format); none where `text` ends
/// before "@data". Errors: Malformed with the line.
Result<std::optional<ArffHeader>> arffHeader(std::string_view text);

}  // namespace diagonal
