// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/layouts/weka_layout.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/reading/numbers/number_text.h"

namespace diagonal {

std::optional<TableLayout> wekaLayout(const std::vector<TextRecord>& records) {
    const TextRecord& header = records.front();
    const auto actual = fieldNamed(header, "actual");
    const auto predicted = fieldNamed(header, "predicted");
    const auto distribution = fieldNamed(header, "distribution");
    const auto prediction = fieldNamed(header, "prediction");
    if (!actual || !predicted || (!distribution && !prediction) || records.size() < 2) {
        return std::nullopt;
    }
    const std::size_t count = records[1].size();
    if (std::max({*actual, *predicted, prediction.value_or(0), distribution.value_or(0)}) >=
            count ||
        !numberedClass(records[1][*predicted])) {
        return std::nullopt;
    }
    std::vector<std::string> classes;
    std::vector<FieldShape> fields(count);
    std::size_t distributed = 0;
    if (distribution) {
        // Only the first column of a distribution has a name in the header.
        for (std::size_t f = *distribution; f < count; ++f) {
            if (f > *distribution && f < header.size() && !header[f].empty()) break;
            fields[f].kind = FieldShape::Kind::Starred;
            classes.push_back(std::to_string(++distributed));
        }
    }
    fields[*actual].kind = fields[*predicted].kind = FieldShape::Kind::Numbered;
    for (std::size_t r = 1; r < records.size(); ++r) {
        for (const std::size_t f : {*actual, *predicted}) {
            const auto numbered =
                f < records[r].size() ? numberedClass(records[r][f]) : std::nullopt;
            if (!numbered || numbered->number > distributed || isMissing(numbered->name)) continue;
            classes[numbered->number - 1] = std::string(numbered->name);
        }
    }
    TableLayout layout;
    layout.format = "Weka's predictions";
    for (std::size_t f = 0; f < count; ++f) {
        const bool isClass = distribution && fields[f].kind == FieldShape::Kind::Starred;
        layout.names.push_back(isClass             ? "distribution_" + classes[f - *distribution]
                               : f < header.size() ? header[f]
                                                   : "");
    }
    layout.names = distinctNames(layout.names);
    if (prediction) layout.names[*prediction] = "confidence";
    layout.label = actual;
    layout.shape = RecordShape(std::move(fields), std::move(classes));
    return layout;
}

}  // namespace diagonal
