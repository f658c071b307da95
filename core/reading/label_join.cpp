// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/label_join.h"

#include <algorithm>

#include "core/reading/label_mapping.h"
#include "core/text.h"

namespace diagonal {
namespace {

/// Row of `named` for each of its distinct values; empty where a value occurs twice.
std::vector<std::size_t> rowOfValue(const LabelColumn& named) {
    constexpr auto none = static_cast<std::size_t>(-1);
    std::vector<std::size_t> rows(named.values().size(), none);
    for (std::size_t row = 0; row < named.size(); ++row) {
        const std::int32_t code = named.codes()[row];
        if (code < 0) continue;
        if (rows[static_cast<std::size_t>(code)] != none) return {};
        rows[static_cast<std::size_t>(code)] = row;
    }
    return rows;
}

/// For each row of `here` the row of `there` with the same name.
struct Match {
    std::string column;
    std::vector<std::optional<std::size_t>> rows;
    std::size_t found = 0;
};

Match matched(const NamedLabels& here, const NamedLabels& there) {
    Match match;
    match.column = here.name;
    const auto rows = rowOfValue(there.labels);
    if (rows.empty() || rowOfValue(here.labels).empty()) return match;
    const auto codes = codesAmong(here.labels, there.labels);
    for (const std::int32_t code : here.labels.codes()) {
        const std::int32_t other = code < 0 ? kUnknownLabel : codes[static_cast<std::size_t>(code)];
        if (other < 0) {
            match.rows.emplace_back();
            continue;
        }
        match.rows.emplace_back(rows[static_cast<std::size_t>(other)]);
        ++match.found;
    }
    return match;
}

Match bestMatch(const std::vector<NamedLabels>& here, const std::vector<NamedLabels>& there) {
    Match best;
    for (const NamedLabels& mine : here) {
        for (const NamedLabels& theirs : there) {
            Match match = matched(mine, theirs);
            if (match.found > best.found) best = std::move(match);
        }
    }
    return best;
}

}  // namespace

std::optional<Error> joinLabels(LabelsOfRows labels, RoleColumns& columns) {
    const std::size_t rows = columns.scores.rows();
    const Match match = bestMatch(columns.rowNames, labels.rowNames);
    const auto say = [&](std::string how) {
        std::erase_if(columns.assumptions,
                      [](const Assumption& a) { return a.id == "label_column"; });
        columns.assumptions.push_back({"labels_joined_by", std::move(how)});
    };
    if (match.found * 2 >= rows && match.found > 0) {
        LabelColumn joined;
        for (const auto& row : match.rows) {
            const std::int32_t code = row ? labels.labels.codes()[*row] : -1;
            if (code < 0) {
                joined.addMissing();
            } else {
                joined.add(labels.labels.values()[static_cast<std::size_t>(code)]);
            }
        }
        columns.label = std::move(joined);
        say("column " + match.column);
        return std::nullopt;
    }
    if (labels.labels.size() != rows) {
        return Error{ErrorKind::Malformed,
                     counted(labels.labels.size(), "label") + " for " + counted(rows, "row") +
                         " of scores, and no column with names of rows that both files share"};
    }
    columns.label = std::move(labels.labels);
    say("order of rows");
    return std::nullopt;
}

}  // namespace diagonal
