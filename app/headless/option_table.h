// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace diagonal {

/// An option of the command line, as --help, the manual page and the help page describe it.
struct OptionDefinition {
    std::string_view name;     ///< without dashes: "bins"
    std::string_view value;    ///< "N"; empty for an option without a value
    std::string_view text;     ///< one or two sentences
    std::string_view section;  ///< heading under which the pages list it
    bool isHidden = false;     ///< of the project's own scripts
};

/// Returns all options in the order of the pages, those of one section beside each other.
std::span<const OptionDefinition> optionDefinitions();

/// What the program is, in one sentence.
inline constexpr std::string_view kProgramSummary =
    "Shows whether a classifier's confidence can be trusted: its reliability diagram.";

/// Returns what the arguments that are no options name, with the formats that can be read.
std::string filesText();

}  // namespace diagonal
