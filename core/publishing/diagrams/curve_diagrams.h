// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/publishing/diagrams/diagram.h"

namespace diagonal {

// Report::curve, with its band, and the area between it and the diagonal.
extern const Diagram kIsotonicDiagram;
extern const Diagram kSmoothDiagram;

/// Report::curve of sums, with its band.
extern const Diagram kCumulativeDiagram;

}  // namespace diagonal
