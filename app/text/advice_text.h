// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

#include "core/base/advice.h"
#include "core/base/result.h"

namespace diagonal {

/// Returns `text` and a sentence that says by which controls of the window the advice is followed:
/// "If they are logits, set “Scores are” to Logits." Without advice it returns `text` alone.
QString withWindowAdvice(const std::string& text, const std::vector<Advice>& advice);

/// Returns an error with its place, its file without folders, and its advice for the window.
QString windowText(Error error);

}  // namespace diagonal
