// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>

#include <QString>

#include "core/measuring/scores/scores.h"

class QWidget;

namespace diagonal {

/// Names the property of widgets whose tool tip is rich text; that of all others is shown as it is.
inline constexpr const char* kHasRichToolTip = "hasRichToolTip";

/// Sets the definition of a score as tool tip and "What's this?" text of widgets.
void setScoreHelp(std::initializer_list<QWidget*> widgets, const ScoreDefinition& definition);

/// Returns how the interval of a score is computed, in a sentence.
QString intervalHelp(const ScoreDefinition& definition);

}  // namespace diagonal
