// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/interpreting/label_join.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr auto kNone = static_cast<std::size_t>(-1);
constexpr auto kSeveralRows = static_cast<std::size_t>(-2);

/// Returns a file name without folder and extension.
std::string stemOf(const std::string& name) {
    const auto slash = name.find_last_of("/\\");
    std::string stem = slash == std::string::npos ? name : name.substr(slash + 1);
    const auto dot = stem.find_last_of('.');
    return dot == std::string::npos || dot == 0 ? stem : stem.substr(0, dot);
}

/// The row of the other file with the same name, for each row of the first.
struct Match {
    std::string column;
    std::vector<std::optional<std::size_t>> rows;
    std::size_t found = 0;
};

/// Finds the rows of `here` in `there` by name. A name that occurs twice in `there` is ambiguous
/// and finds nothing.
Match matched(const NamedLabels& here, const NamedLabels& there, bool byStem) {
    const auto keyOf = [&](const std::string& name) { return byStem ? stemOf(name) : name; };
    std::unordered_map<std::string, std::size_t> rowOf;
    for (std::size_t row = 0; row < there.labels.size(); ++row) {
        const std::int32_t code = there.labels.codes()[row];
        if (code < 0) continue;
        const std::string& name = there.labels.values()[static_cast<std::size_t>(code)];
        const auto [place, isNew] = rowOf.emplace(keyOf(name), row);
        if (!isNew) place->second = kSeveralRows;
    }
    std::vector<std::size_t> rowOfCode;
    for (const std::string& name : here.labels.values()) {
        const auto found = rowOf.find(keyOf(name));
        rowOfCode.push_back(found == rowOf.end() ? kNone : found->second);
    }
    Match match;
    match.column = here.name;
    for (const std::int32_t code : here.labels.codes()) {
        const std::size_t row = code < 0 ? kNone : rowOfCode[static_cast<std::size_t>(code)];
        const bool isFound = row != kNone && row != kSeveralRows;
        match.rows.push_back(isFound ? std::optional(row) : std::nullopt);
        match.found += isFound;
    }
    return match;
}

Match bestMatch(const std::vector<NamedLabels>& here, const std::vector<NamedLabels>& there) {
    Match best;
    for (const bool byStem : {false, true}) {
        for (const NamedLabels& mine : here) {
            if (mine.isOther) continue;
            for (const NamedLabels& theirs : there) {
                Match match = matched(mine, theirs, byStem);
                if (match.found > best.found) best = std::move(match);
            }
        }
        if (best.found * 2 > (here.empty() ? 0 : here.front().labels.size())) break;
    }
    return best;
}

/// Returns an error if both files have a column of the same name that identifies their rows but
/// does not match: joining by row order would then contradict the files.
Result<void> checkRowNames(const RoleColumns& columns, const LabelsOfRows& labels,
                           const Match& match) {
    for (const NamedLabels& mine : columns.rowNames) {
        if (mine.isOther) continue;
        for (const NamedLabels& theirs : labels.rowNames) {
            const bool same = !mine.name.empty() && mine.name == theirs.name &&
                              !mine.labels.values().empty() && !theirs.labels.values().empty();
            if (!same) continue;
            return unclear("the column " + quotedText(mine.name) +
                           " identifies the rows of both files, but with only " +
                           counted(match.found, "name") + " of " +
                           groupedDigits(mine.labels.size()) +
                           " in common: " + quotedText(mine.labels.values().front()) + " versus " +
                           quotedText(theirs.labels.values().front()) +
                           ". Make the names agree, or remove the column from one of the files");
        }
    }
    return {};
}

}  // namespace

Result<void> joinLabels(LabelsOfRows labels, RoleColumns& columns) {
    const std::size_t rows = columns.scores.rows();
    columns.labelIsPosition = labels.arePositions;
    const Match match = bestMatch(columns.rowNames, labels.rowNames);
    if (match.found * 2 >= rows && match.found > 0) {
        LabelColumn joined;
        joined.keepNone();
        for (const auto& row : match.rows) {
            const std::int32_t code = row ? labels.labels.codes()[*row] : -1;
            if (code < 0) {
                joined.addMissing();
            } else {
                joined.add(labels.labels.values()[static_cast<std::size_t>(code)]);
            }
        }
        columns.label = std::move(joined);
        columns.labelsJoinedBy = "column " + match.column;
        return {};
    }
    if (auto done = checkRowNames(columns, labels, match); !done) return done;
    if (labels.labels.size() == rows + 1 && labels.mayBeginWithHeader) {
        labels.labels = labels.labels.withDistinctValues(1);
        columns.assumptions.push_back({"label_header", "0"});
    }
    if (labels.labels.size() != rows) {
        return malformed(counted(labels.labels.size(), "label") + " for " + counted(rows, "row") +
                         " of scores, and the files share no column of row names");
    }
    columns.label = std::move(labels.labels);
    columns.labelsJoinedBy = kRowOrder;
    return {};
}

}  // namespace diagonal
