// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/publishing/diagrams/diagram.h"

namespace diagonal {

/// How the confidences of the rows of each outcome are distributed over the bins.
extern const Diagram kOutcomeDiagram;

}  // namespace diagonal
