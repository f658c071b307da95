// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "core/aggregates/sql_dialect.h"

namespace diagonal {

/// Returns true if statements of the engine can read the elements of an array. SQLite reads a text
/// such as "[0.1, 0.9]".
bool hasArrays(const SqlDialect& dialect);

/// Returns the largest element; NULL for no array.
std::string arrayGreatest(const SqlDialect& dialect, const std::string& array);

/// Returns the sum over the elements of term(element), where the element is a double.
std::string arraySum(const SqlDialect& dialect, const std::string& array,
                     const std::function<std::string(const std::string&)>& term);

/// Returns a condition that holds if an element is NULL.
std::string arrayHasNull(const SqlDialect& dialect, const std::string& array);
/// Returns the place of the first element that equals `value`, counted from 0.
std::string arrayPlace(const SqlDialect& dialect, const std::string& array,
                       const std::string& value);

/// Returns the element at a place counted from 0, as a double; NULL beyond the end.
std::string arrayElement(const SqlDialect& dialect, const std::string& array,
                         const std::string& place);

}  // namespace diagonal
