// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "core/reading/numbers/field_grid.h"

namespace diagonal {

/// Reads texts that are plain decimals such as -0.4071, up to 16 digits and a point, which most
/// cells of a table hold, by SIMD (Highway) in the best instructions that the processor has. Gives
/// how many of them were read, from the first up to one that is something else. The numbers are the
/// nearest doubles: up to 2^53 the digits are exact, so are powers of ten up to 22, and their
/// quotient is rounded once. `numbers` has room for each text.
std::size_t readPlainDecimals(std::span<const std::string_view> texts, double* numbers);

/// The same for fields, which need be bare of blanks but for one in front; their numbers are put
/// `apart` doubles from each other. Where several follow each other it may also read those of up to
/// 20 characters (as doubles are written) and those with an exponent such as e-05: a quotient of 64
/// bits is rounded once by double-double arithmetic, unless it lies too near the middle of two
/// doubles.
std::size_t readPlainDecimals(const FieldRun& fields, double* numbers, std::size_t apart);

}  // namespace diagonal
