// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string_view>

#include "core/reading/bytes/byte_source.h"

namespace diagonal {

/// Encoding of a text.
enum class TextEncoding { Utf8, Utf16LittleEndian, Utf16BigEndian, Latin1 };

/// Number of bytes that detectedEncoding() needs.
inline constexpr std::size_t kEncodingBytes = std::size_t{1} << 16;

/// Detects the encoding from the first bytes: UTF-16 by its byte order mark; UTF-8 if they are
/// well-formed, but for a sequence truncated at the end; else Latin-1.
TextEncoding detectedEncoding(std::string_view head);

/// Converts text to UTF-8 as it is read, without a UTF-16 byte order mark. Invalid UTF-16 (lone
/// surrogates, half a unit at the end) becomes U+FFFD. Returns UTF-8 text unchanged.
std::unique_ptr<ByteSource> asUtf8(std::unique_ptr<ByteSource> text, TextEncoding encoding);

}  // namespace diagonal
