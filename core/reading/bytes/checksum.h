// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace diagonal {

/// False while fuzzing: a fuzzer would never pass the check of a CRC-32.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
inline constexpr bool kChecksCrc = false;
#else
inline constexpr bool kChecksCrc = true;
#endif

}  // namespace diagonal
