// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/reading/bytes/byte_source.h"

namespace diagonal {

/// The content of gzip data, all members one after another, decompressed as it is read: memory
/// does not depend on its size. Reading gives Malformed where the data are damaged or cut.
std::unique_ptr<ByteSource> gzipContent(std::unique_ptr<ByteSource> compressed);

/// The same of zstd data, all frames.
std::unique_ptr<ByteSource> zstdContent(std::unique_ptr<ByteSource> compressed);

}  // namespace diagonal
