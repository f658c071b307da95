// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/predictions/predictions.h"

namespace diagonal::benchmarks {

/// Returns rows x classes deterministic float logits, distributed like those of an image
/// classifier. The most recent result is cached.
std::shared_ptr<const Predictions> syntheticLogits(std::size_t rows, std::size_t classes);

}  // namespace diagonal::benchmarks
