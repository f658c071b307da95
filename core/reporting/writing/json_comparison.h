// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/base/json_writer.h"
#include "core/comparing/comparison.h"

namespace diagonal {

/// Writes the member "comparison" of a report: {"reference": FILE, "pairs": [...]}. In a pair, "a"
/// is the reference, and differences are those of "b" minus "a".
void writeComparison(JsonWriter& json, std::span<const ModelPair> pairs);

}  // namespace diagonal
