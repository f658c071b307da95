// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/reading/bytes/byte_source.h"

namespace diagonal {

/// Returns `text` up to its last line end. The rest is still being written, and a number in it may
/// be incomplete.
std::unique_ptr<ByteSource> completeLines(std::unique_ptr<ByteSource> text);

}  // namespace diagonal
