// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/writing/table.h"

#include <algorithm>

#include "core/base/json_writer.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr double kSmallestShown = 1e-4;

/// Returns text for a cell of a spreadsheet, which would compute what begins like a formula: after
/// an apostrophe it does not.
std::string tabbedField(std::string_view text) {
    const bool isFormula =
        !text.empty() && std::string_view("=+-@").find(text.front()) != text.npos;
    std::string out = isFormula && !parsedDouble(text) ? "'" : "";
    for (const char c : text)
        out += c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
    return out;
}

/// Writes tables in one format.
class TableWriter {
public:
    TableWriter(const Table& table, TableFormat format) : m_table(table), m_format(format) {}

    std::string text() {
        switch (m_format) {
            case TableFormat::Text: addText(); break;
            case TableFormat::Csv:
            case TableFormat::Tabbed: addPlain(); break;
            case TableFormat::JsonLines: addObjects(); break;
            case TableFormat::Markdown: addMarkdown(); break;
            case TableFormat::Latex: addLatex(); break;
            case TableFormat::Html: addHtml(); break;
        }
        return std::move(m_out);
    }

private:
    void addObjects() {
        const auto json = [](const auto& value) {
            JsonWriter writer;
            writer.value(value);
            return writer.text();
        };
        for (const auto& row : m_table.rows) {
            m_out += "{";
            for (std::size_t c = 0; c < row.size(); ++c) {
                const TableColumn& column = m_table.columns[c];
                m_out += (c == 0 ? "" : ", ") + json(std::string_view(column.id)) + ": ";
                const auto* number = std::get_if<NumberCell>(&row[c]);
                if (number) m_out += json(number->value);
                if (const auto* text = std::get_if<std::string>(&row[c]))
                    m_out += json(std::string_view(*text));
                if (const auto* count = std::get_if<std::size_t>(&row[c])) m_out += json(*count);
                if (!column.hasInterval || !number) continue;
                m_out += ", " + json(std::string_view(column.id + "_lower")) + ": " +
                         json(endOf(number->interval, &Interval::lower));
                m_out += ", " + json(std::string_view(column.id + "_upper")) + ": " +
                         json(endOf(number->interval, &Interval::upper));
            }
            m_out += "}\n";
        }
    }

    void addPlain() {
        const char* separator = m_format == TableFormat::Csv ? "," : "\t";
        const auto field = [&](std::string_view text) {
            return m_format == TableFormat::Csv ? csvField(text) : tabbedField(text);
        };
        const auto number = [](const std::optional<double>& value) {
            return value ? shortest(*value) : std::string();
        };
        std::vector<std::string> fields;
        const auto addLine = [&] {
            for (const std::string& one : fields)
                m_out += (&one == fields.data() ? "" : separator) + one;
            m_out += "\n";
            fields.clear();
        };
        for (const TableColumn& column : m_table.columns) {
            fields.push_back(field(column.id));
            if (!column.hasInterval) continue;
            fields.push_back(field(column.id + "_lower"));
            fields.push_back(field(column.id + "_upper"));
        }
        addLine();
        for (const auto& row : m_table.rows) {
            for (std::size_t i = 0; i < row.size(); ++i) {
                if (const auto* words = std::get_if<std::string>(&row[i])) {
                    fields.push_back(field(*words));
                } else if (const auto* count = std::get_if<std::size_t>(&row[i])) {
                    fields.push_back(std::to_string(*count));
                } else {
                    const auto& [value, interval, isAtMost] = std::get<NumberCell>(row[i]);
                    fields.push_back(number(value));
                    if (!m_table.columns[i].hasInterval) continue;
                    fields.push_back(interval ? shortest(interval->lower) : "");
                    fields.push_back(interval ? shortest(interval->upper) : "");
                }
            }
            addLine();
        }
    }

    /// Adds cells in columns of fixed width: text on the left, numbers on the right.
    template <typename TextOf>
    void addTextLine(const TextOf& textOf) {
        std::string line;
        for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
            const auto& [id, name, isText, hasInterval, width, gap] = m_table.columns[i];
            const std::string text = textOf(i);
            const std::string blanks(text.size() < width ? width - text.size() : 0, ' ');
            line += std::string(gap, ' ') + (isText ? text + blanks : blanks + text);
        }
        m_out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }

    void addText() {
        addTextLine([&](std::size_t i) { return visibleText(m_table.columns[i].name); });
        for (const auto& row : m_table.rows) {
            addTextLine([&](std::size_t i) {
                if (const auto* words = std::get_if<std::string>(&row[i]))
                    return visibleText(*words);
                if (const auto* count = std::get_if<std::size_t>(&row[i]))
                    return groupedDigits(*count);
                const auto& value = std::get<NumberCell>(row[i]).value;
                return value ? fixedText(*value, 4) : std::string("undefined");
            });
        }
    }

    std::string forPeople(const TableCell& cell) const {
        const bool latex = m_format == TableFormat::Latex;
        if (const auto* words = std::get_if<std::string>(&cell)) {
            if (m_format == TableFormat::Html) return htmlEscaped(*words);
            return latex ? latexEscaped(*words) : markdownEscaped(*words);
        }
        if (const auto* count = std::get_if<std::size_t>(&cell)) return groupedDigits(*count);
        const auto& [value, interval, isAtMost] = std::get<NumberCell>(cell);
        if (!value) return latex ? "--" : "–";
        const auto number = [&](double x) {
            std::string text = fixedText(x, 4);
            if (text.starts_with('-')) text.replace(0, 1, latex ? "$-$" : "−");
            return text;
        };
        if (*value > 0 && *value < kSmallestShown && !interval)
            return (latex                           ? "$<$ "
                    : m_format == TableFormat::Html ? "&lt; "
                                                    : "< ") +
                   fixedText(kSmallestShown, 4);
        return (!isAtMost ? ""
                : latex   ? "$\\le$ "
                          : "≤ ") +
               number(*value) +
               (interval ? " (" + number(interval->lower) + " to " + number(interval->upper) + ")"
                         : "");
    }

    void addMarkdown() {
        std::string rule = "|";
        m_out += "|";
        for (const TableColumn& column : m_table.columns) {
            m_out += " " + markdownEscaped(column.name) + " |";
            rule += column.isText ? "---|" : "---:|";
        }
        m_out += "\n" + rule + "\n";
        for (const auto& row : m_table.rows) {
            m_out += "|";
            for (const TableCell& cell : row)
                m_out += " " + forPeople(cell) + " |";
            m_out += "\n";
        }
    }

    void addLatex() {
        std::string alignment;
        std::string names;
        for (const TableColumn& column : m_table.columns) {
            alignment += column.isText ? 'l' : 'r';
            names += (names.empty() ? "" : " & ") + latexEscaped(column.name);
        }
        m_out += "% \\usepackage{booktabs}\n\\begin{tabular}{" + alignment + "}\n\\toprule\n" +
                 names + " \\\\\n\\midrule\n";
        for (const auto& row : m_table.rows) {
            std::string line;
            for (const TableCell& cell : row)
                line += (&cell == row.data() ? "" : " & ") + forPeople(cell);
            m_out += line + " \\\\\n";
        }
        m_out += "\\bottomrule\n\\end{tabular}\n";
    }

    void addHtml() {
        const auto addRow = [&](const char* name, const auto& textOf) {
            m_out += "<tr>";
            for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
                m_out += std::string("<") + name;
                m_out += m_table.columns[i].isText ? ">" : " class=\"n\">";
                m_out += textOf(i) + "</" + name + ">";
            }
            m_out += "</tr>\n";
        };
        m_out += "<table>\n<thead>";
        addRow("th", [&](std::size_t i) { return htmlEscaped(m_table.columns[i].name); });
        m_out += "</thead>\n<tbody>\n";
        for (const auto& row : m_table.rows)
            addRow("td", [&](std::size_t i) { return forPeople(row[i]); });
        m_out += "</tbody>\n</table>\n";
    }

    const Table& m_table;
    TableFormat m_format;
    std::string m_out;
};

}  // namespace

std::string written(const Table& table, TableFormat format) {
    return TableWriter(table, format).text();
}

std::string htmlEscaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            default:
                // HTML has no way to write other control characters.
                if (static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\t') out += c;
        }
    }
    return out;
}

std::string latexEscaped(std::string_view text) {
    std::string out;
    // After a line of a table, LaTeX would take these for an option.
    if (text.starts_with('[') || text.starts_with('*')) out = "{}";
    std::string spaced(text);
    std::ranges::replace_if(
        spaced, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    constexpr std::string_view ligatures = "-'`,";
    for (const char c : visibleText(spaced)) {
        // LaTeX would draw two of these as one.
        if (!out.empty() && out.back() == c && ligatures.find(c) != std::string_view::npos)
            out += "{}";
        switch (c) {
            case '\\': out += "\\textbackslash{}"; break;
            case '~': out += "\\textasciitilde{}"; break;
            case '^': out += "\\textasciicircum{}"; break;
            case '<': out += "\\textless{}"; break;
            case '>': out += "\\textgreater{}"; break;
            case '|': out += "\\textbar{}"; break;
            case '&':
            case '%':
            case '$':
            case '#':
            case '_':
            case '{':
            case '}':
                out += '\\';
                out += c;
                break;
            default: out += c;
        }
    }
    return out;
}

}  // namespace diagonal
