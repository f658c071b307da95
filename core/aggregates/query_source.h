// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace diagonal {

/// Returns what stands after FROM: a table or a function that gives one as it is, a SELECT in
/// parentheses. Errors: WrongOption for other statements, and for text with a semicolon or with
/// parentheses or quotes that do not match.
Result<std::string> querySource(std::string_view text);

/// Returns the names without what all of them begin with: "cat", "dog" of "prob_cat", "prob_dog".
/// Numbers stay whole, and so do names of which nothing would be left.
std::vector<std::string> withoutCommonPrefix(const std::vector<std::string>& names);

}  // namespace diagonal
