// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QString>

namespace diagonal {

/// Returns a page that is made from the tables of the program, so that page and program cannot
/// disagree: "man" (the manual page diagonal(1), in troff), "command-line" or "scores" (Markdown,
/// as in resources/help); "bash", "zsh" or "fish" (completions of its options). None for any other
/// name.
std::optional<QString> documentationPage(const QString& name);

/// Returns what --help prints: the options that most people use, or all.
QString helpText(bool showsAll);

}  // namespace diagonal
