// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/documentation.h"

#include <sstream>
#include <string>
#include <string_view>

#include "app/headless/option_table.h"
#include "app/text/number_text.h"
#include "core/measuring/scores/scores.h"
#include "core/reporting/writing/report_writer.h"

namespace diagonal {
namespace {

struct StatusText {
    std::string_view status;
    std::string_view text;
};
constexpr StatusText kStatuses[] = {
    {"0", "Done."},
    {"1",
     "A file cannot be read, or cannot be measured as requested; other files are still reported."},
    {"2", "The command line is invalid."},
    {"3",
     "A gate fails: --fail-above, --fail-if-worse, --fail-unless-not-worse or "
     "--fail-unless-within; or its score is undefined."},
};

/// Text as troff takes it: hyphens that can be copied, no line that begins a request.
std::string troff(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '-')
            out += "\\-";
        else if (c == '\\')
            out += "\\e";
        else if (c == '\'')
            out += "\\(aq";
        else
            out += c;
    }
    return out.starts_with('.') ? "\\&" + out : out;
}

std::string manualPage() {
    std::ostringstream out;
    out << ".TH DIAGONAL 1 \"\" \"diagonal " << version() << "\"\n"
        << ".SH NAME\ndiagonal \\- viewer of reliability diagrams\n"
        << ".SH SYNOPSIS\n.B diagonal\n[\\fIOPTION\\fR...] [\\fIFILE\\fR...]\n"
        << ".SH DESCRIPTION\n"
        << troff(kProgramSummary) << "\n.PP\n"
        << troff(filesText()) << "\n.PP\nWithout options that print or draw, a window opens.\n";
    std::optional<OptionSection> section;
    for (const OptionDefinition& option : optionDefinitions()) {
        if (option.isHidden) continue;
        if (option.section != section) {
            section = option.section;
            out << ".SH "
                << toQString(choiceOf(kOptionSections, *section).label).toUpper().toStdString()
                << "\n";
        }
        out << ".TP\n\\fB\\-\\-" << troff(option.name) << "\\fR";
        if (!option.value.empty()) out << " \\fI" << troff(option.value) << "\\fR";
        out << "\n" << troff(option.text) << "\n";
    }
    out << ".SH \"EXIT STATUS\"\n";
    for (const StatusText& status : kStatuses)
        out << ".TP\n" << status.status << "\n" << troff(status.text) << "\n";
    return out.str();
}

/// Text in a cell of a Markdown table.
std::string cell(std::string_view text) {
    std::string out;
    for (const char c : text)
        out += c == '|' ? std::string("\\|") : std::string(1, c);
    return out;
}

constexpr std::string_view kGenerated =
    "<!-- Made by `diagonal --print-page`; tests/app/documentation_test.py --store writes it. "
    "-->\n";

std::string commandLinePage() {
    std::ostringstream out;
    out << kGenerated << "# The command line\n\n    diagonal [OPTION...] [FILE...]\n\n"
        << filesText()
        << "\nMessages go to standard error as `diagonal: FILE:LINE: what is wrong`. In JSON, "
           "undefined values are `null`.\n";
    std::optional<OptionSection> section;
    for (const OptionDefinition& option : optionDefinitions()) {
        if (option.isHidden) continue;
        if (option.section != section) {
            section = option.section;
            out << "\n## " << choiceOf(kOptionSections, *section).label
                << "\n\n| Option | Meaning |\n|---|---|\n";
        }
        out << "| `--" << option.name << (option.value.empty() ? "" : " ") << option.value << "` | "
            << cell(option.text) << " |\n";
    }
    out << "\n## Exit status\n\n| Status | Meaning |\n|---|---|\n";
    for (const StatusText& status : kStatuses)
        out << "| " << status.status << " | " << cell(status.text) << " |\n";
    return out.str();
}

std::string scoresPage() {
    std::ostringstream out;
    out << kGenerated
        << "# Scores\n\nA row has a confidence c, and a = 1 if it is correct, else 0. Top label: c "
           "is the largest probability, and the row is correct if that class is its label. "
           "Positive class, or class k: c is the probability of the class, and a = 1 if the label "
           "is that class. Bin b holds n_b of n rows, with accuracy A_b (mean a) and confidence "
           "C_b (mean c unless the midpoint is chosen). [Bins, intervals and "
           "conventions](uncertainty.md) explains how each interval is computed.\n\n| Score | `id` "
           "| Definition |\n|---|---|---|\n";
    for (const ScoreDefinition& score : scoreDefinitions()) {
        out << "| " << cell(score.name) << " | `" << score.id << "` | " << cell(score.definition)
            << " |\n";
    }
    return out.str();
}

std::string_view firstSentence(std::string_view text) {
    for (std::size_t end = text.find(". "); end != std::string_view::npos;
         end = text.find(". ", end + 1)) {
        const bool isEnd = end + 2 < text.size() && text[end + 2] >= 'A' && text[end + 2] <= 'Z';
        if (isEnd) return text.substr(0, end + 1);
    }
    return text;
}

/// The words of an option with a space between them, as shells list them.
std::string spaced(const QStringList& words) {
    return words.join(QLatin1Char(' ')).toStdString();
}

bool takesFile(const OptionDefinition& option) {
    return option.value == "FILE" || option.value.ends_with(".json");
}

/// True for options whose value is several words with commas between them.
bool takesList(const OptionDefinition& option) {
    return option.value == "LIST" || option.value == "PARTS" || option.value == "X,Y";
}

/// The first sentence about an option, in quotes; a backslash is put before each of `special`.
std::string shellText(const OptionDefinition& option, std::string_view special,
                      std::string_view quote) {
    std::string out;
    for (const char c : firstSentence(option.text)) {
        if (special.find(c) != std::string_view::npos) out += '\\';
        if (c == '\'')
            out += quote;
        else
            out += c;
    }
    return out;
}

/// The options that shells complete, and the two that are not in the table.
std::string optionWords() {
    std::string words = "--help --version";
    for (const OptionDefinition& option : optionDefinitions()) {
        if (!option.isHidden) words += " --" + std::string(option.name);
    }
    return words;
}

std::string bashCompletion() {
    std::ostringstream out;
    out << "# Completion of diagonal(1) for bash; made by diagonal --print-page bash.\n"
           "_diagonal() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    local words= before=\n"
           "    # bash takes --report=text for three words.\n"
           "    if [[ $current == = ]]; then\n"
           "        current=\n"
           "    elif [[ $option == = ]]; then\n"
           "        option=${COMP_WORDS[COMP_CWORD - 2]}\n"
           "    fi\n"
           "    case $option in\n";
    std::string files;
    std::string others;
    for (const OptionDefinition& option : optionDefinitions()) {
        if (option.isHidden || option.value.empty()) continue;
        const QStringList words = offeredWords(option);
        std::string& list = takesFile(option) ? files : others;
        if (words.isEmpty()) {
            if (!list.empty()) list += " | ";
            list += "--" + std::string(option.name);
        } else {
            out << "        --" << option.name << ") words='" << spaced(words) << "' ;;\n";
        }
    }
    out << "        " << files << ") return ;;\n"
        << "        " << others << ") compopt +o default; return ;;\n"
        << "        *) [[ $current != -?* ]] || words='" << optionWords() << "' ;;\n"
        << "    esac\n"
           "    [[ $words ]] || return\n"
           "    [[ $current != *,* ]] || before=${current%,*},\n"
           "    COMPREPLY=($(compgen -P \"$before\" -W \"$words\" -- \"${current##*,}\"))\n"
           "    [[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace\n"
           "}\n"
           "complete -o default -F _diagonal diagonal\n";
    return out.str();
}

/// The action by which zsh completes the value of an option.
std::string zshAction(const OptionDefinition& option) {
    if (takesFile(option)) return "_files";
    const QStringList words = offeredWords(option);
    if (words.isEmpty()) return " ";
    if (takesList(option)) return "_sequence compadd - " + spaced(words);
    const bool goesOn = words.front().endsWith(QLatin1Char('='));
    return goesOn ? "{compadd -S \"\" -- " + spaced(words) + "}" : "(" + spaced(words) + ")";
}

std::string zshCompletion() {
    std::ostringstream out;
    out << "#compdef diagonal\n"
           "# Completion of diagonal(1) for zsh; made by diagonal --print-page zsh.\n"
           "_arguments \\\n";
    for (const OptionDefinition& option : optionDefinitions()) {
        if (option.isHidden) continue;
        const bool isRepeatable = option.text.find("Repeatable.") != std::string_view::npos;
        out << "    '" << (isRepeatable ? "*" : "") << "--" << option.name
            << (option.value.empty() ? "" : "=") << "[" << shellText(option, "[]", "'\\''") << "]";
        if (!option.value.empty()) out << ":" << option.value << ":" << zshAction(option);
        out << "' \\\n";
    }
    out << "    '(- *)--help[Show the options, or with all each of them]:all:(all)' \\\n"
           "    '(- *)--version[Show the version]' \\\n"
           "    '*:file:_files'\n";
    return out.str();
}

std::string fishCompletion() {
    std::ostringstream out;
    out << "# Completion of diagonal(1) for fish; made by diagonal --print-page fish.\n";
    for (const OptionDefinition& option : optionDefinitions()) {
        if (option.isHidden) continue;
        out << "complete -c diagonal -l " << option.name;
        const QStringList words = offeredWords(option);
        if (takesFile(option))
            out << " -r -F";
        else if (!option.value.empty())
            out << " -x";
        if (!words.isEmpty() && takesList(option))
            out << " -a \"(__fish_complete_list , 'printf %s\\\\n " << spaced(words) << "')\"";
        else if (!words.isEmpty())
            out << " -a '" << spaced(words) << "'";
        out << " -d '" << shellText(option, "\\", "\\'") << "'\n";
    }
    out << "complete -c diagonal -l help -d 'Show the options'\n"
           "complete -c diagonal -l version -d 'Show the version'\n";
    return out.str();
}

/// Breaks text into lines of at most 80 characters, the later ones behind `indent`; the first
/// begins at column `at`.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t at) {
    constexpr std::size_t width = 80;
    std::string out;
    std::istringstream words{std::string(text)};
    std::string word;
    for (bool isFirst = true; words >> word; isFirst = false) {
        if (!isFirst && at + 1 + word.size() > width) {
            out += '\n';
            out.append(indent, ' ');
            at = indent;
        } else if (!isFirst) {
            out += ' ';
            ++at;
        }
        out += word;
        at += word.size();
    }
    return out + "\n";
}

}  // namespace

QString helpText(bool showsAll) {
    constexpr std::size_t indent = 26;
    std::ostringstream out;
    out << "diagonal [OPTION...] [FILE...]\n\n"
        << wrapped(kProgramSummary, 0, 0) << wrapped(filesText(), 0, 0)
        << "Without options that print or draw, a window opens.\n";
    std::optional<OptionSection> section;
    std::size_t count = 0;
    for (const OptionDefinition& option : optionDefinitions()) {
        if (option.isHidden) continue;
        ++count;
        if (!showsAll && !option.isCommon) continue;
        if (option.section != section) {
            section = option.section;
            const auto& definition = choiceOf(kOptionSections, *section);
            out << "\n" << definition.label << ": " << definition.text << "\n";
        }
        std::string form = "  " + optionForm(option.name);
        if (form.size() + 2 > indent) {
            out << form << "\n";
            form.clear();
        }
        form.resize(indent, ' ');
        out << form << wrapped(showsAll ? option.text : firstSentence(option.text), indent, indent);
    }
    out << "\n"
        << (showsAll ? "" : "--help all lists all " + std::to_string(count) + " options. ")
        << "--version shows the version.\n";
    return toQString(out.str());
}

std::optional<QString> documentationPage(const QString& name) {
    if (name == QLatin1String("man")) return toQString(manualPage());
    if (name == QLatin1String("command-line")) return toQString(commandLinePage());
    if (name == QLatin1String("scores")) return toQString(scoresPage());
    if (name == QLatin1String("bash")) return toQString(bashCompletion());
    if (name == QLatin1String("zsh")) return toQString(zshCompletion());
    if (name == QLatin1String("fish")) return toQString(fishCompletion());
    return std::nullopt;
}

}  // namespace diagonal
