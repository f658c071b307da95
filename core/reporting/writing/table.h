// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/reporting/report.h"

namespace diagonal {

enum class TableFormat {
    Text,       ///< in columns of fixed width, four decimals
    Csv,        ///< all digits
    JsonLines,  ///< as Csv, an object for each row; undefined numbers are null
    Tabbed,     ///< as Csv, with tabs: what spreadsheets paste
    Markdown,   ///< four decimals, for people
    Latex,      ///< as Markdown, for the package booktabs
    Html        ///< as Markdown, a table element
};

/// A number, undefined if absent, with or without its interval.
struct NumberCell {
    std::optional<double> value;
    std::optional<Interval> interval = {};
    bool isAtMost = false;  ///< the number is no larger than `value`
};
/// A cell: text, a count or a number.
using TableCell = std::variant<std::string, std::size_t, NumberCell>;

struct TableColumn {
    std::string id;    ///< in CSV: "accuracy_lower"
    std::string name;  ///< for people
    bool isText = false;
    bool hasInterval = false;  ///< CSV gets two columns more: ID_lower, ID_upper
    std::size_t width = 0;     ///< in Text, at least
    std::size_t gap = 2;       ///< in Text: spaces before the column
};

struct Table {
    std::string title;
    std::vector<TableColumn> columns;
    std::vector<std::vector<TableCell>> rows;  ///< each as long as `columns`
};

/// Returns a table as text. Markdown, Latex and Html escape what would be
/// markup.
std::string written(const Table& table, TableFormat format);

/// Returns text as HTML shows it, in elements and in quoted attributes; control characters are left
/// out.
std::string htmlEscaped(std::string_view text);

/// Returns text with the characters that LaTeX reserves escaped.
std::string latexEscaped(std::string_view text);

}  // namespace diagonal
