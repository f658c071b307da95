// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/comparing/model_alignment.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr auto kSeveral = static_cast<std::size_t>(-1);
constexpr std::size_t kShownRows = 3;

const std::string& nameOf(const GroupColumn& names, std::size_t row) {
    return names.values[static_cast<std::size_t>(names.codes[row])];
}

/// Rows by their name in one column; names that occur twice find nothing.
std::unordered_map<std::string_view, std::size_t> rowsByName(const GroupColumn& names) {
    std::unordered_map<std::string_view, std::size_t> rows;
    for (std::size_t row = 0; row < names.codes.size(); ++row) {
        if (names.codes[row] < 0) continue;
        const auto [place, isNew] = rows.emplace(nameOf(names, row), row);
        if (!isNew) place->second = kSeveral;
    }
    return rows;
}

std::size_t repeated(const std::unordered_map<std::string_view, std::size_t>& rows) {
    return static_cast<std::size_t>(
        std::ranges::count_if(rows, [](const auto& row) { return row.second == kSeveral; }));
}

SharedRows joinedBy(const GroupColumn& first, const GroupColumn& second) {
    const auto ofFirst = rowsByName(first);
    const auto ofSecond = rowsByName(second);
    SharedRows shared;
    shared.joinedBy = "column " + (first.name.empty() ? "1" : first.name);
    std::string_view alone;
    for (std::size_t row = 0; row < first.codes.size(); ++row) {
        if (first.codes[row] < 0) continue;
        const std::string& name = nameOf(first, row);
        const auto partner = ofSecond.find(name);
        if (partner == ofSecond.end() && alone.empty()) alone = name;
        const bool isFound = partner != ofSecond.end() && partner->second != kSeveral &&
                             ofFirst.at(name) != kSeveral;
        if (!isFound) continue;
        shared.first.push_back(row);
        shared.second.push_back(partner->second);
    }
    if (!alone.empty()) {
        shared.notes.push_back("some rows of the first model have no match by " + shared.joinedBy +
                               ", such as " + quotedText(std::string(alone)));
    }
    const std::size_t several = repeated(ofFirst) + repeated(ofSecond);
    if (several > 0) {
        shared.notes.push_back(counted(several, "name") + " in " + shared.joinedBy +
                               " occur more than once, so their rows are left out");
    }
    return shared;
}

/// True if the names only number the rows in the order of the file: 0, 1, 2... or 1, 2, 3...
bool numbersRows(const GroupColumn& names) {
    for (const std::size_t first : {0U, 1U}) {
        bool all = true;
        for (std::size_t row = 0; all && row < names.codes.size(); ++row)
            all = names.codes[row] >= 0 && nameOf(names, row) == std::to_string(row + first);
        if (all) return true;
    }
    return false;
}

/// How well two columns of names go together: columns of one name that is used for rows come first.
enum class Fit { RowNames, SameName, Other };

Fit fitOf(const RowNames& mine, const RowNames& theirs) {
    const bool same = lowerCase(mine.name) == lowerCase(theirs.name);
    if (same && mine.isCalledSo) return Fit::RowNames;
    return same ? Fit::SameName : Fit::Other;
}

/// Returns the join by names; none if there are no such columns or names. Errors: Unclear if two
/// columns that fit equally well join other rows, or if the columns called like row names do not
/// match.
Result<std::optional<SharedRows>> joinedByNames(const Dataset& first, const Dataset& second) {
    const std::size_t fewer = std::min(first.predictions.rows(), second.predictions.rows());
    for (const Fit fit : {Fit::RowNames, Fit::SameName, Fit::Other}) {
        std::optional<SharedRows> found;
        const SharedRows* most = nullptr;
        SharedRows tooFew;
        for (const RowNames& mine : first.rowNames) {
            for (const RowNames& theirs : second.rowNames) {
                if (fitOf(mine, theirs) != fit || (numbersRows(mine) && numbersRows(theirs)))
                    continue;
                SharedRows shared = joinedBy(mine, theirs);
                if (shared.first.empty() || shared.first.size() * 2 < fewer) {
                    if (!most || shared.first.size() > most->first.size()) {
                        tooFew = std::move(shared);
                        most = &tooFew;
                    }
                    continue;
                }
                if (found && fit != Fit::Other &&
                    (found->first != shared.first || found->second != shared.second)) {
                    return unclear(found->joinedBy + " and " + shared.joinedBy +
                                   " join different rows: remove one of them from a file");
                }
                const bool isBetter = !found || shared.first.size() > found->first.size();
                if (isBetter) found = std::move(shared);
            }
        }
        if (found) return found;
        if (fit != Fit::RowNames || !most) continue;
        return unclear(most->joinedBy + " identifies the rows of both files, but with only " +
                       counted(most->first.size(), "name") + " of " + groupedDigits(fewer) +
                       " in common" +
                       (most->notes.empty() ? std::string() : " (" + most->notes.front() + ")") +
                       ": make the names agree, or remove the column from both files to join "
                       "rows by their order");
    }
    return std::optional<SharedRows>();
}

/// Joins the rows that are at the same of ascending places.
template <typename Places>
SharedRows joinedAtPlaces(const Dataset& first, const Dataset& second, Places Dataset::*places) {
    SharedRows shared;
    std::size_t row = 0;
    std::size_t partner = 0;
    while (row < first.predictions.rows() && partner < second.predictions.rows()) {
        const std::size_t mine = (first.*places).of(row);
        const std::size_t theirs = (second.*places).of(partner);
        if (mine == theirs) {
            shared.first.push_back(row);
            shared.second.push_back(partner);
        }
        row += mine <= theirs ? 1U : 0U;
        partner += theirs <= mine ? 1U : 0U;
    }
    return shared;
}

/// Joins rows by the order of all records of the files, also of those that cannot be used.
SharedRows joinedByOrder(const Dataset& first, const Dataset& second) {
    SharedRows shared = joinedAtPlaces(first, second, &Dataset::records);
    shared.joinedBy = kRowOrder;
    if (first.predictions.form() == PredictionForm::Confidence &&
        !(rowClasses(first) && rowClasses(second))) {
        shared.notes.emplace_back(
            "the rows are joined by their order, and no labels confirm that they match");
    }
    return shared;
}

/// Joins the rows of two models of one file, which are the same; finds none where the file stacks
/// the rows of its models.
std::optional<SharedRows> joinedInFile(const Dataset& first, const Dataset& second) {
    const bool isOneFile = !first.summary.file.empty() && first.summary.file == second.summary.file;
    if (!isOneFile) return std::nullopt;
    SharedRows shared = joinedAtPlaces(first, second, &Dataset::places);
    shared.joinedBy = "their place in the file";
    if (shared.first.empty()) return std::nullopt;
    return shared;
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
        return undefined(
            "one model gives the confidence of the predicted class, or several labels per "
            "row, and the other does not: their scores mean different things");
    }
    if (mine.form() == PredictionForm::Confidence) return {};
    std::vector<std::string> names = mine.classNames();
    std::vector<std::string> others = theirs.classNames();
    std::ranges::sort(names);
    std::ranges::sort(others);
    if (names == others) return {};
    std::vector<std::string> missing;
    std::ranges::set_symmetric_difference(names, others, std::back_inserter(missing));
    return undefined("the classes differ: " + quotedList(missing) +
                     (missing.size() == 1 ? " is" : " are") +
                     " in only one of the models. To compare a class that "
                     "both have, name the column of its probability: "
                     "--column probability=NAME --positive CLASS");
}

/// True if two files call the classes of confidences otherwise, one name for another in all rows:
/// cat and CAT, or numbers from 0 and from 1. Classes of few rows each could be so by chance.
bool isOneToOne(const RowClasses& first, const RowClasses& second, const SharedRows& shared) {
    const std::set<std::string_view> names(first.names.begin(), first.names.end());
    const auto isMine = [&](const std::string& name) { return names.contains(name); };
    if (std::ranges::all_of(second.names, isMine)) return false;  // they are called alike
    constexpr std::size_t leastRows = 10;
    if (shared.first.size() < leastRows * first.names.size()) return false;
    std::vector<std::size_t> ofFirst(first.names.size(), second.names.size());
    std::vector<std::size_t> ofSecond(second.names.size(), first.names.size());
    for (std::size_t i = 0; i < shared.first.size(); ++i) {
        const std::size_t a = first.labels[shared.first[i]];
        const std::size_t b = second.labels[shared.second[i]];
        if (ofFirst[a] == second.names.size()) ofFirst[a] = b;
        if (ofSecond[b] == first.names.size()) ofSecond[b] = a;
        if (ofFirst[a] != b || ofSecond[b] != a) return false;
    }
    return true;
}

/// Returns an error with the first rows whose true labels differ.
Result<void> checkLabels(const Dataset& first, const Dataset& second, SharedRows& shared) {
    const Predictions& mine = first.predictions;
    const Predictions& theirs = second.predictions;
    const bool several = mine.form() == PredictionForm::MultiLabel;
    const auto firstClasses = rowClasses(first), secondClasses = rowClasses(second);
    if (!several && !(firstClasses && secondClasses)) return {};
    if (first.classPairs && isOneToOne(*firstClasses, *secondClasses, shared)) {
        shared.notes.push_back("the classes have other names in the second file, such as " +
                               quotedText(secondClasses->names.front()) +
                               "; over all rows, one name stands for one other");
        return {};
    }
    std::unordered_map<std::string_view, std::size_t> byName;
    for (std::size_t k = 0; k < theirs.classNames().size(); ++k)
        byName.emplace(theirs.classNames()[k], k);
    std::vector<std::size_t> classes;
    for (const std::string& name : mine.classNames()) {
        const auto found = byName.find(name);
        classes.push_back(found == byName.end() ? byName.size() : found->second);
    }
    const auto agree = [&](std::size_t row, std::size_t partner) {
        if (!several) return classes[firstClasses->labels[row]] == secondClasses->labels[partner];
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
        examples += " is " + quotedText(firstClasses->names[firstClasses->labels[row]]) + ", " +
                    place(second, partner) + " " +
                    quotedText(secondClasses->names[secondClasses->labels[partner]]);
    }
    if (differ == 0) return {};
    return unclear("the true labels differ in " + groupedDigits(differ) + " of " +
                   counted(shared.first.size(), "row") + " joined by " + shared.joinedBy + ": " +
                   examples +
                   (shared.joinedBy == kRowOrder
                        ? ". If these are not the same rows, add a column of row names "
                          "(id) to both files"
                        : ". Models are compared on the same labels: correct those of "
                          "one file"));
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
        return undefined("models with row weights cannot be compared");
    }
    if (auto done = checkClasses(first, second); !done) return done.error();
    const std::size_t rows = first.predictions.rows();
    const std::size_t others = second.predictions.rows();
    std::optional<SharedRows> shared = joinedInFile(first, second);
    if (!shared) {
        auto named = joinedByNames(first, second);
        if (!named) return named.error();
        shared = std::move(named).value();
    }
    if (!shared) {
        const auto recordsOf = [](const Dataset& model) {
            return model.recordCount == 0 ? model.predictions.rows() : model.recordCount;
        };
        if (recordsOf(first) != recordsOf(second)) {
            return unclear(counted(recordsOf(first), "row") + " and " +
                           counted(recordsOf(second), "row") +
                           ", and no column identifies the rows of both: add a column such "
                           "as id with a name for each row");
        }
        shared = joinedByOrder(first, second);
        if (shared->first.empty()) {
            return unclear("no row is usable in both files");
        }
    }
    if (auto done = checkLabels(first, second, *shared); !done) return done.error();
    shared->onlyFirst = rows - shared->first.size();
    shared->onlySecond = others - shared->second.size();
    return std::move(*shared);
}

}  // namespace diagonal
