// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace diagonal {

inline constexpr std::int64_t kDaySeconds = 86'400;

/// Returns "2024-05-01" for days since 1970-01-01; the number itself for years that have not four
/// digits.
std::string dateText(std::int64_t days);

/// Returns "12:30:05", with as many decimals as the fraction, in `units` of a second, has.
std::string clockText(std::int64_t seconds, std::int64_t fraction, std::int64_t units);

/// Returns "2024-05-01" for seconds since 1970-01-01 that are a midnight, else
/// "2024-05-01 12:30:05", to a millisecond.
std::string dateAndTimeText(double seconds);

}  // namespace diagonal
