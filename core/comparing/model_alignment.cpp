// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/comparing/model_alignment.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr auto kSeveral = static_cast<std::size_t>(-1);
constexpr std::size_t kShownRows = 3;

/// Rows by their name in one column; names that occur twice find nothing.
std::unordered_map<std::string_view, std::size_t> rowsByName(const GroupColumn& names) {
    std::unordered_map<std::string_view, std::size_t> rows;
    for (std::size_t row = 0; row < names.codes.size(); ++row) {
        if (names.codes[row] < 0) continue;
        const std::string& name = names.values[static_cast<std::size_t>(names.codes[row])];
        const auto [place, isNew] = rows.emplace(name, row);
        if (!isNew) place->second = kSeveral;
    }
    return rows;
}

SharedRows joinedBy(const GroupColumn& first, const GroupColumn& second) {
    const auto ofFirst = rowsByName(first);
    const auto ofSecond = rowsByName(second);
    SharedRows shared;
    shared.joinedBy = "column " + first.name;
    for (std::size_t row = 0; row < first.codes.size(); ++row) {
        if (first.codes[row] < 0) continue;
        const std::string& name = first.values[static_cast<std::size_t>(first.codes[row])];
        const auto partner = ofSecond.find(name);
        const bool isFound = partner != ofSecond.end() && partner->second != kSeveral &&
                             ofFirst.at(name) != kSeveral;
        if (!isFound) continue;
        shared.first.push_back(row);
        shared.second.push_back(partner->second);
    }
    return shared;
}

/// Returns the best join by names; none if there are no such columns or names.
std::optional<SharedRows> joinedByNames(const Dataset& first, const Dataset& second) {
    std::optional<SharedRows> best;
    for (const GroupColumn& mine : first.rowNames) {
        for (const GroupColumn& theirs : second.rowNames) {
            SharedRows shared = joinedBy(mine, theirs);
            if (!best || shared.first.size() > best->first.size()) best = std::move(shared);
        }
    }
    return best;
}

bool sameForm(const Predictions& first, const Predictions& second) {
    const auto kind = [](const Predictions& p) {
        // One probability of two classes is as good as both.
        const bool two = p.form() == PredictionForm::PositiveScore;
        return two ? PredictionForm::ClassScores : p.form();
    };
    return kind(first) == kind(second);
}

/// Returns an error unless both models predict the same classes.
Result<void> checkClasses(const Dataset& first, const Dataset& second) {
    const Predictions& mine = first.predictions;
    const Predictions& theirs = second.predictions;
    if (!sameForm(mine, theirs)) {
        return Error{ErrorKind::Undefined,
                     "one model gives the confidence of the predicted class, or rows with several "
                     "labels, and the other does not: their scores are not of the same thing"};
    }
    if (mine.form() == PredictionForm::Confidence) return {};
    std::vector<std::string> names = mine.classNames();
    std::vector<std::string> others = theirs.classNames();
    std::ranges::sort(names);
    std::ranges::sort(others);
    if (names == others) return {};
    std::vector<std::string> missing;
    std::ranges::set_symmetric_difference(names, others, std::back_inserter(missing));
    return Error{ErrorKind::Undefined, "the classes differ: " + quotedList(missing) +
                                           (missing.size() == 1 ? " is" : " are") +
                                           " in one of the models only"};
}

/// Returns an error with the first rows whose true labels differ.
Result<void> checkLabels(const Dataset& first, const Dataset& second, const SharedRows& shared) {
    const Predictions& mine = first.predictions;
    const Predictions& theirs = second.predictions;
    if (mine.form() == PredictionForm::Confidence) return {};
    std::vector<std::size_t> classes;
    for (std::size_t k = 0; k < mine.classNames().size(); ++k)
        classes.push_back(sameClass(mine, k, theirs));
    const bool several = mine.form() == PredictionForm::MultiLabel;
    const auto agree = [&](std::size_t row, std::size_t partner) {
        if (!several) return classes[mine.label(row)] == theirs.label(partner);
        for (std::size_t k = 0; k < classes.size(); ++k) {
            if (mine.isOfClass(row, k) != theirs.isOfClass(partner, classes[k])) return false;
        }
        return true;
    };
    std::size_t differ = 0;
    std::string examples;
    for (std::size_t i = 0; i < shared.first.size(); ++i) {
        const std::size_t row = shared.first[i];
        const std::size_t partner = shared.second[i];
        if (agree(row, partner)) continue;
        if (++differ > kShownRows) continue;
        const auto place = [&](const Dataset& model, std::size_t r) {
            return std::string(model.summary.lineNumbers ? "line " : "row ") +
                   groupedDigits(model.places.of(r));
        };
        examples += (examples.empty() ? std::string() : std::string("; ")) + place(first, row);
        if (several) continue;
        examples += " is " + quoted(mine.classNames()[mine.label(row)]) + ", " +
                    place(second, partner) + " " +
                    quoted(theirs.classNames()[theirs.label(partner)]);
    }
    if (differ == 0) return {};
    return Error{ErrorKind::Unclear,
                 "the true labels differ in " + groupedDigits(differ) + " of " +
                     counted(shared.first.size(), "row") + " joined by " + shared.joinedBy + ": " +
                     examples +
                     ". These are not the same rows; a column that names them (id) in "
                     "both files joins rows in another order"};
}

}  // namespace

bool SharedRows::areAllInOrder() const {
    if (onlyFirst > 0 || onlySecond > 0) return false;
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (first[i] != i || second[i] != i) return false;
    }
    return true;
}

std::size_t sameClass(const Predictions& from, std::size_t k, const Predictions& to) {
    const auto& names = to.classNames();
    const auto found = std::ranges::find(names, from.classNames()[k]);
    return static_cast<std::size_t>(found - names.begin());
}

Result<SharedRows> sharedRows(const Dataset& first, const Dataset& second) {
    if (!first.predictions.weights().empty() || !second.predictions.weights().empty()) {
        return Error{ErrorKind::Undefined, "models are compared on rows without weights"};
    }
    if (auto done = checkClasses(first, second); !done) return done.error();
    const std::size_t rows = first.predictions.rows();
    const std::size_t others = second.predictions.rows();
    auto shared = joinedByNames(first, second);
    const bool isNamed =
        shared && !shared->first.empty() && shared->first.size() * 2 >= std::min(rows, others);
    if (!isNamed) {
        if (rows != others) {
            return Error{ErrorKind::Unclear,
                         counted(rows, "row") + " and " + counted(others, "row") +
                             ", and no column names the rows of both: give both files a column "
                             "such as id with a name for each row"};
        }
        shared = SharedRows();
        shared->joinedBy = "order of rows";
        for (std::size_t row = 0; row < rows; ++row) {
            shared->first.push_back(row);
            shared->second.push_back(row);
        }
        if (first.predictions.form() == PredictionForm::Confidence) {
            shared->notes.emplace_back(
                "the rows are joined by their order, and no labels tell whether they are the same");
        }
    }
    if (auto done = checkLabels(first, second, *shared); !done) return done.error();
    shared->onlyFirst = rows - shared->first.size();
    shared->onlySecond = others - shared->second.size();
    return std::move(*shared);
}

}  // namespace diagonal
