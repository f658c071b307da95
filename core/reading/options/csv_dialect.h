// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace diagonal {

/// Syntax of a text table. Records end at LF, CRLF or CR outside quotes.
struct CsvDialect {
    char delimiter = ',';          ///< ',', ';', tab, '|', or ' ' for any run of blanks
    bool decimalComma = false;     ///< numbers are written 0,7012
    char comment = '\0';           ///< starts comment lines, which are skipped ('/': "//"); 0: none
    char quote = '"';              ///< encloses a field that holds a delimiter; doubled inside
    char escape = '\0';            ///< makes the next character in quotes literal; 0: none
    std::size_t skippedLines = 0;  ///< lines before the first record
    bool hasHeader = true;         ///< the first record names the columns
    std::size_t headerRecords = 1;  ///< records before the first row, if there is a header

    std::size_t recordsBeforeRows() const { return hasHeader ? headerRecords : 0; }
    bool operator==(const CsvDialect&) const = default;
};

/// Dialect settings of the user; absent ones are detected.
struct DialectChoice {
    std::optional<char> delimiter;
    std::optional<bool> decimalComma;
    std::optional<bool> hasHeader;

    bool operator==(const DialectChoice&) const = default;
};

/// Returns "comma", "tab"...
std::string delimiterName(char delimiter);

}  // namespace diagonal
