// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <simdjson.h>
#include <string_view>

#include "core/base/result.h"

namespace diagonal {

/// Parses a text as JSON. Reads NaN and infinities (written by Python, but not valid JSON) and
/// numbers beyond a double or 64 bits as texts, half a surrogate pair as U+FFFD. `parser` must
/// outlive the element. Errors: Malformed with `line`, which is 0 for a whole document.
Result<simdjson::dom::element> parsedJson(simdjson::dom::parser& parser, std::string_view text,
                                          std::size_t line);

}  // namespace diagonal
