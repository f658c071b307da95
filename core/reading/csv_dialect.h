// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace diagonal {

/// How a text table is written. Records end at LF, CRLF or CR outside quotes.
struct CsvDialect {
    char delimiter = ',';       ///< ',', ';', tab, '|', or ' ' for any run of blanks
    bool decimalComma = false;  ///< numbers are written 0,7012
    char comment = '\0';        ///< lines that begin with it are skipped; 0: there are none
    bool hasHeader = true;      ///< the first record names the columns
};

/// Detects delimiter, comment sign and decimal comma from the first records. `complete` says
/// that `sample` is the whole text; else its last, cut record is not looked at. hasHeader is
/// left for the caller, who knows what names mean.
CsvDialect detectedDialect(std::string_view sample, bool complete);

/// "comma", "tab"...
std::string delimiterName(char delimiter);

}  // namespace diagonal
