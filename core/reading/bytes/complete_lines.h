// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/reading/bytes/byte_source.h"

namespace diagonal {

/// A text up to its last line end: what follows is still being written, and a number in it may be
/// cut.
std::unique_ptr<ByteSource> completeLines(std::unique_ptr<ByteSource> text);

}  // namespace diagonal
