// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/headless/command_line.h"
#include "app/headless/command_text.h"
#include "app/headless/option_values.h"

namespace diagonal {

/// The headings under which help lists the options.
enum class OptionSection { Output, Measuring, Reading, Uncertainty, Recalibration, Database };

struct OptionSectionDefinition : Choice<OptionSection> {
    std::string_view text;  ///< one line
};
inline constexpr auto kOptionSections = std::to_array<OptionSectionDefinition>(
    {{{OptionSection::Output, "output", "Output"}, "What is printed, drawn and judged."},
     {{OptionSection::Measuring, "measured", "What is measured"},
      "Bins, diagram, temperature, view and group."},
     {{OptionSection::Reading, "reading", "How files are read"},
      "Detected by default; every guess can be overruled."},
     {{OptionSection::Uncertainty, "uncertainty", "Uncertainty"}, "Intervals and their level."},
     {{OptionSection::Recalibration, "recalibration", "Recalibration"},
      "Fit, apply and save calibration maps."},
     {{OptionSection::Database, "databases", "Databases"}, "Let a database count the rows."}});

/// An option of the command line: the parser, the help, the manual page and the command that
/// repeats what a window shows are all made from it. What depends on several options is checked by
/// parsedCommandLine().
struct OptionDefinition {
    std::string_view name;   ///< without dashes: "bins"
    std::string_view value;  ///< "N"; empty for an option without a value
    std::string_view text;   ///< one or two sentences
    OptionSection section = OptionSection::Output;
    /// Reads the option, which is given; options before it in the table were read before. Null: it
    /// is read with others.
    void (*parse)(OptionValue& value, CommandLine& line) = nullptr;
    /// Returns the values with which a command line repeats what a window shows, an empty one for
    /// an option without a value; none if it is the default. Null: a window does not set it.
    std::vector<std::string> (*print)(const ShownFigure& shown) = nullptr;
    std::string_view needs = {};  ///< the option without which it does nothing
    bool isCommon = false;        ///< the short help shows it
    bool isHidden = false;        ///< of the project's own scripts
};

/// Returns all options, those of one section beside each other.
std::span<const OptionDefinition> optionDefinitions();

/// Adds all options to a parser.
void addOptions(QCommandLineParser& parser);

/// Returns the words that the value of an option can be, or begin with ("class="), as its reader
/// lists them for a wrong value; none for numbers, files and texts.
QStringList offeredWords(const OptionDefinition& option);

/// Returns how an option is written: "--bins N".
std::string optionForm(std::string_view name);

/// What the program is, in one sentence.
inline constexpr std::string_view kProgramSummary =
    "Shows whether a classifier's confidence can be trusted: its reliability diagram.";

/// Returns what the arguments that are no options name, with the formats that can be read.
std::string filesText();

}  // namespace diagonal
