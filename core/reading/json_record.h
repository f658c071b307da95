// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <simdjson.h>
#include <string>
#include <vector>

#include "core/result.h"

namespace diagonal {

/// A field of a flattened record.
struct JsonCell {
    std::string name;
    std::string text;
};

/// The cells of one object, as readJson() describes. Values that make no cell (long nested lists)
/// are passed over.
std::vector<JsonCell> flattened(simdjson::dom::object record);

}  // namespace diagonal
