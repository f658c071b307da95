// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "core/reading/numbers/field_grid.h"

namespace diagonal {

/// Parses plain decimals such as -0.4071, which most cells of a table hold, of up to 16 characters
/// besides the sign. Uses SIMD (Highway) with the best instructions of the processor. Returns the
/// number of texts parsed before the first that is not a plain decimal. The numbers are the nearest
/// doubles: digits up to 2^53 and powers of ten up to 10^22 are exact, and their quotient is
/// rounded once. `numbers` must have room for each text.
std::size_t readPlainDecimals(std::span<const std::string_view> texts, double* numbers);

/// Parses fields, which may have one leading blank but no others; writes their numbers `apart`
/// doubles from each other. Among several fields it may also parse those of up to 20 characters (as
/// doubles are written) and those with an exponent such as e-05: a quotient of 64 bits is rounded
/// once by double-double arithmetic, unless it is too near the midpoint of two doubles.
std::size_t readPlainDecimals(const FieldRun& fields, double* numbers, std::size_t apart);

}  // namespace diagonal
