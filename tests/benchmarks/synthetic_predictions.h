// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/predictions/predictions.h"

namespace diagonal::benchmarks {

/// Float logits of rows x classes, spread like those of an image classifier; always the same. The
/// last of a size is kept.
std::shared_ptr<const Predictions> syntheticLogits(std::size_t rows, std::size_t classes);

}  // namespace diagonal::benchmarks
