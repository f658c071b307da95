// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace diagonal {

// `using` would take no __extension__, without which the type is no ISO C++.
// NOLINTBEGIN(modernize-use-using)
__extension__ typedef __int128 WideInteger;
__extension__ typedef unsigned __int128 WideUnsigned;
// NOLINTEND(modernize-use-using)

/// Returns the double nearest to unscaled / 10^scale. Requires |scale| <= 400.
double decimalValue(WideInteger unscaled, int scale);

/// Returns a two's complement integer from at most 16 bytes, the highest first; 0 from none.
WideInteger bigEndianInteger(std::string_view bytes);

/// Converts an IEEE 754 half-precision number.
float fromHalf(std::uint16_t bits);

}  // namespace diagonal
