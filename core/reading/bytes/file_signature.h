// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/result.h"

namespace diagonal {

/// What a file is by its first bytes, whatever its name says.
enum class Container { Text, Json, Npy, Zip, Safetensors, Gzip, Zstd };

inline bool isText(Container container) {
    return container == Container::Text || container == Container::Json;
}

/// Recognises a container from the first bytes of a file (4 KiB are enough). Errors, with what
/// to do: Malformed for an empty file, Unsupported for a format that is known but not read.
Result<Container> recognised(std::string_view head);

/// A safetensors file begins with the length of its JSON header, in so many bytes.
inline constexpr std::size_t kSafetensorsLengthBytes = 8;

/// The length of that header, little-endian. Requires kSafetensorsLengthBytes.
std::uint64_t safetensorsHeaderLength(std::string_view head);

/// Number of bytes that recognised() wants to see.
inline constexpr std::size_t kSignatureBytes = 4096;

}  // namespace diagonal
