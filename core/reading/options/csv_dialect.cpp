// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/options/csv_dialect.h"

namespace diagonal {

std::string delimiterName(char delimiter) {
    switch (delimiter) {
        case ',': return "comma";
        case ';': return "semicolon";
        case '\t': return "tab";
        case '|': return "bar";
        default: return "blanks";
    }
}

}  // namespace diagonal
