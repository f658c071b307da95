// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/result.h"

namespace diagonal {

/// Kind of a file, detected from its first bytes and not from its name.
enum class Container { Text, Json, Npy, Zip, Safetensors, Parquet, Arrow, Gzip, Zstd };

inline bool isText(Container container) {
    return container == Container::Text || container == Container::Json;
}

/// Recognises a container from the first bytes of a file (4 KiB are enough). Errors, with advice:
/// Malformed for an empty file, Unsupported for a known format that is not supported.
Result<Container> recognised(std::string_view head);

/// Size in bytes of the JSON header's length, with which a safetensors file begins.
inline constexpr std::size_t kSafetensorsLengthBytes = 8;

/// Returns the little-endian length of a safetensors file's JSON header. Requires
/// kSafetensorsLengthBytes bytes.
std::uint64_t safetensorsHeaderLength(std::string_view head);

/// Number of bytes that recognised() needs.
inline constexpr std::size_t kSignatureBytes = 4096;

}  // namespace diagonal
