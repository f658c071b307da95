// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/reading/bytes/byte_source.h"

namespace diagonal {

/// Decompresses gzip data, all members in sequence, as they are read: memory use does not depend on
/// their size. Reading fails with Malformed if the data are damaged or truncated.
std::unique_ptr<ByteSource> gzipContent(std::unique_ptr<ByteSource> compressed);

/// Decompresses zstd data, all frames; otherwise like gzipContent().
std::unique_ptr<ByteSource> zstdContent(std::unique_ptr<ByteSource> compressed);

}  // namespace diagonal
