// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/column_content.h"

#include <cmath>

#include "core/reading/number_text.h"

namespace diagonal {

ColumnContent contentOf(const ColumnSample& column) {
    ColumnContent content;
    std::size_t numbers = 0;
    std::size_t present = 0;
    content.integers = content.unitInterval = true;
    for (const std::string& cell : column.cells) {
        if (isMissing(cell)) continue;
        ++present;
        content.values.insert(canonicalLabel(cell));
        const NumberText comma = numberIn(cell, true);
        const NumberText point = numberIn(cell, false);
        const bool isComma = comma.kind == NumberText::Kind::Number;
        const NumberText& read = isComma && point.kind != NumberText::Kind::Number ? comma : point;
        numbers += read.kind != NumberText::Kind::Word;  // junk is a number that broke
        if (read.kind != NumberText::Kind::Number && read.kind != NumberText::Kind::Percent) {
            continue;
        }
        content.integers = content.integers && std::trunc(read.value) == read.value;
        const double one = read.kind == NumberText::Kind::Percent ? 100 : 1;
        content.unitInterval = content.unitInterval && read.value >= 0 && read.value <= 1.001 * one;
    }
    content.numeric = numbers > 0 && numbers * 10 >= present * 8;
    content.integers = content.integers && content.numeric;
    content.unitInterval = content.unitInterval && content.numeric;
    return content;
}

}  // namespace diagonal
