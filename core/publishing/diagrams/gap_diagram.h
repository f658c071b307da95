// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/publishing/diagrams/diagram.h"

namespace diagonal {

/// Bars of accuracy minus confidence.
extern const Diagram kGapDiagram;

}  // namespace diagonal
