// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "app/diagram/painting/diagram_style.h"
#include "core/base/result.h"

namespace diagonal {

/// Reads the colours of figures from a JSON object:
///
///     {"theme": "grey", "accuracy": "#7A9CC6", "over_line": "firebrick", "models": ["#00508A"]}
///
/// "theme" names the theme that all other colours are taken from (default: light); the other keys
/// are the members of DiagramStyle; colours are #RRGGBB or names of SVG. "models" are those of the
/// first models, at most 8. Errors: CannotRead; Malformed, with the key and what it may be.
Result<DiagramStyle> styleOfFile(const QString& path);

}  // namespace diagonal
