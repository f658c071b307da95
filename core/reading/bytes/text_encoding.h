// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string_view>

#include "core/reading/bytes/byte_source.h"

namespace diagonal {

/// How text is encoded.
enum class TextEncoding { Utf8, Utf16LittleEndian, Utf16BigEndian, Latin1 };

/// Number of bytes that detectedEncoding() wants to see.
inline constexpr std::size_t kEncodingBytes = std::size_t{1} << 16;

/// Tells the encoding from the first bytes: UTF-16 by its byte order mark, else UTF-8 where the
/// bytes are well formed (a sequence cut at the end is), else Latin-1.
TextEncoding detectedEncoding(std::string_view head);

/// Text of another encoding as UTF-8, without its byte order mark, recoded as it is read. What
/// UTF-16 cannot mean (lone surrogates, half a unit at the end) becomes U+FFFD.
std::unique_ptr<ByteSource> asUtf8(std::unique_ptr<ByteSource> text, TextEncoding encoding);

}  // namespace diagonal
