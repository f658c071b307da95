// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <simdjson.h>
#include <string_view>

#include "core/base/result.h"

namespace diagonal {

/// The JSON that a text holds. NaN and infinities, which Python writes although JSON has none, and
/// numbers beyond a double or 64 bits are read as texts; half a surrogate pair as U+FFFD. `parser`
/// must outlive the element. Errors: Malformed, on `line` of a text or 0.
Result<simdjson::dom::element> parsedJson(simdjson::dom::parser& parser, std::string_view text,
                                          std::size_t line);

}  // namespace diagonal
