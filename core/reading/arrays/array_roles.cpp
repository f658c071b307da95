// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrays/array_roles.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/text.h"
#include "core/reading/numbers/time_column.h"
#include "core/reading/roles/column_names.h"
#include "core/reading/roles/column_table.h"
#include "core/reading/roles/role_assignment.h"

namespace diagonal {
namespace {

/// The parts of keys such as "test_logits" and "KNN_proba".
struct KeyParts {
    std::string split;   ///< "test"; "val" also for "valid"
    std::string prefix;  ///< "KNN"
    std::string stem;    ///< "proba"
};

bool namesAnyRole(const std::string& name) {
    return namesLabel(name) || namesPredicted(name) || namesConfidence(name) ||
           namesProbability(name) || namesCorrect(name) || namedScale(name) != NamedScale::None;
}

/// Returns the common name of a split; empty for other words.
std::string splitNamed(const std::string& word) {
    struct Spelling {
        std::string_view word;
        const char* split;
    };
    constexpr auto spellings = std::to_array<Spelling>({{"test", "test"},
                                                        {"tst", "test"},
                                                        {"val", "val"},
                                                        {"valid", "val"},
                                                        {"validation", "val"},
                                                        {"dev", "dev"},
                                                        {"train", "train"},
                                                        {"trn", "train"},
                                                        {"cal", "cal"},
                                                        {"calib", "cal"},
                                                        {"calibration", "cal"},
                                                        {"eval", "eval"}});
    const auto* known = std::ranges::find(spellings, lowerCase(word), &Spelling::word);
    return known == spellings.end() ? "" : known->split;
}

std::vector<std::string> wordsOf(const std::string& key) {
    std::vector<std::string> words(1);
    for (const char c : key) {
        if (c == '_' || c == '.' || c == '/' || c == '-') {
            words.emplace_back();
        } else {
            words.back() += c;
        }
    }
    return words;
}

KeyParts partsOf(const std::string& key) {
    KeyParts parts;
    std::vector<std::string> words;
    for (std::string& word : wordsOf(key)) {
        const std::string split = splitNamed(word);
        if (!split.empty() && parts.split.empty()) {
            parts.split = split;
        } else {
            words.push_back(std::move(word));
        }
    }
    const auto joined = [&](std::size_t from, std::size_t to) {
        std::string out;
        for (std::size_t i = from; i < to; ++i)
            out += (i > from ? "_" : "") + words[i];
        return out;
    };
    for (std::size_t from = 0; from < words.size(); ++from) {
        const std::string stem = joined(from, words.size());
        const bool last = from + 1 == words.size();
        if (!namesAnyRole(stem) || (!last && familyName(stem))) continue;
        parts.prefix = joined(0, from);
        parts.stem = stem;
        return parts;
    }
    parts.stem = joined(0, words.size());
    return parts;
}

/// Returns true for keys of arrays of groups and clusters, also of several: "site", "groups".
bool namesGroups(const std::string& key) {
    const std::string one = key.ends_with('s') ? key.substr(0, key.size() - 1) : key;
    return namesGroup(key) || namesGroup(one) || lowerCase(one) == "cluster";
}

/// Returns true for keys of arrays that say where rows come from: groups and names of rows. A
/// class_id says what a row is.
bool describesRows(const std::string& key) {
    constexpr auto classes =
        std::to_array<std::string_view>({"class", "label", "target", "category"});
    const std::string lower = lowerCase(key);
    const bool isClass =
        std::ranges::any_of(classes, [&](auto word) { return lower.starts_with(word); });
    return namesGroups(key) || (!key.empty() && !isClass && namesRow(key));
}

/// The arrays of a file and the parts of their keys.
struct KeyedArrays {
    explicit KeyedArrays(const std::vector<NamedArray>& arrays_) : arrays(arrays_) {
        for (const NamedArray& named : arrays) {
            keys.push_back(named.key);
            parts.push_back(partsOf(named.key));
            describe.push_back(describesRows(named.key) || describesRows(parts.back().stem));
        }
    }

    const std::vector<NamedArray>& arrays;
    std::vector<std::string> keys;
    std::vector<KeyParts> parts;
    std::vector<bool> describe;  ///< see describesRows()
};

std::size_t scores(const ColumnRoles& roles) {
    return roles.scores.front();
}

const DataArray& array(const KeyedArrays& in, std::size_t i) {
    return in.arrays[i].array;
}

std::string listed(const KeyedArrays& in) {
    std::string out;
    for (const NamedArray& named : in.arrays) {
        out += (out.empty() ? "" : ", ") + quotedText(named.key) + " (" +
               named.array.description() + ")";
    }
    return out;
}

Result<void> choose(const KeyedArrays& in, const RoleChoice& choice, const ReadOptions& options,
                    ColumnRoles& roles) {
    const auto index = ColumnIndex(in.keys).find(choice.column);
    if (!index) {
        if (choice.role == ColumnRole::Cluster && options.mayLackClusters) return {};
        return unclear("there is no array " + quotedText(choice.column) + "; the file holds " +
                       listed(in));
    }
    const bool isSecond = !roles.uses(*index) && isSecondModel(roles, choice);
    if (choice.model > 0 || isSecond) {
        takeOtherModel(roles, choice, *index);
        return {};
    }
    if (isForOneColumn(choice.role) && roles.has(choice.role))
        return unclear("only one array can be the " + roleName(choice.role));
    const DataArray& chosen = array(in, *index);
    roles.take(choice.role, *index);
    if (choice.role == ColumnRole::Time) roles.timesAreDates = chosen.isText();
    if (!isScore(choice.role)) return {};
    roles.scoreRoleByUser = true;
    if (chosen.isText())
        return unclear("this is a " + chosen.description() + ", not numbers", in.keys[*index]);
    if (chosen.columns() == 1 && roles.scores.size() == 1 && choice.role == ColumnRole::Score)
        roles.scoreRole = ScoreRole::Probability;
    if (roles.scoreRole != ScoreRole::ClassScores && chosen.columns() != 1)
        return unclear("a single value per row is needed; found: " + chosen.description(),
                       in.keys[*index]);
    return {};
}

/// Returns the arrays i without a role for which fits(i) is true.
template <typename Fits>
std::vector<std::size_t> all(const KeyedArrays& in, const ColumnRoles& roles, Fits fits) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < in.arrays.size(); ++i) {
        if (!roles.uses(i) && fits(i)) found.push_back(i);
    }
    return found;
}

Result<void> findScores(const KeyedArrays& in, ColumnRoles& roles) {
    const auto isMatrix = [&](std::size_t i) {
        return array(in, i).columns() >= 2 && !array(in, i).isText() && !in.describe[i] &&
               !namesLabel(in.parts[i].stem);
    };
    const auto isVector = [&](std::size_t i) {
        const auto& stem = in.parts[i].stem;
        return array(in, i).columns() == 1 && !array(in, i).isInteger() && !array(in, i).isText() &&
               !in.describe[i] && !namesLabel(stem) && !namesPredicted(stem);
    };
    const auto take = [&](std::vector<std::size_t> found, bool matrix) {
        // Test arrays first, then those of no split, then the others.
        for (const char* split : {"", "test"}) {
            std::stable_partition(found.begin(), found.end(),
                                  [&](std::size_t i) { return in.parts[i].split == split; });
        }
        for (const std::size_t i : found) {
            const ScoreRole role = matrix                              ? ScoreRole::ClassScores
                                   : namesConfidence(in.parts[i].stem) ? ScoreRole::Confidence
                                                                       : ScoreRole::Probability;
            roles.otherModels.push_back({role, {i}, std::nullopt, 0});
        }
        roles.scores = roles.otherModels.front().columns;
        roles.scoreRole = roles.otherModels.front().role;
        roles.otherModels.erase(roles.otherModels.begin());
    };
    for (const bool matrix : {true, false}) {
        const auto fits = [&](std::size_t i) { return matrix ? isMatrix(i) : isVector(i); };
        for (const NamedScale scale : {NamedScale::Logit, NamedScale::Probability}) {
            const auto named = all(in, roles, [&](std::size_t i) {
                return fits(i) && namedScale(in.parts[i].stem) == scale;
            });
            if (named.empty()) continue;
            take(named, matrix);
            return {};
        }
        const auto any = all(in, roles, fits);
        if (any.size() != 1) continue;
        take(any, matrix);
        return {};
    }
    const auto predicted = all(in, roles, [&](std::size_t i) {
        return namesPredicted(in.parts[i].stem) && array(in, i).columns() == 1 &&
               (array(in, i).isInteger() || array(in, i).isText());
    });
    if (!predicted.empty()) {
        return unclear(quotedText(in.keys[predicted.front()]) +
                       " holds predicted classes, and no array holds probabilities: " + listed(in) +
                       ". Save the probabilities of the same rows, too:\n"
                       "    np.savez('predictions.npz', labels=y_true, "
                       "probs=model.predict_proba(X))");
    }
    return unclear(
        "it is unclear which array holds the scores: " + listed(in),
        {{{}, {{Setting::ColumnRole, "score", {}}, {Setting::ColumnRole, "label", {}}}}});
}

/// Returns the array whose key fits `names`: of the split of `scores`, else of no split, and
/// with the same prefix, else with none; else the only one. Never one of another split; nullopt
/// if no choice is unique.
template <typename Names>
std::optional<std::size_t> tiedTo(const KeyedArrays& in, const ColumnRoles& roles, Names names) {
    const KeyParts& own = in.parts[scores(roles)];
    const auto named = all(in, roles, [&](std::size_t i) {
        const KeyParts& parts = in.parts[i];
        const bool otherSplit =
            !parts.split.empty() && !own.split.empty() && parts.split != own.split;
        return names(parts.stem) && !otherSplit;
    });
    const auto only = [&](auto fits) {
        std::optional<std::size_t> found;
        std::size_t count = 0;
        for (const std::size_t i : named) {
            if (!fits(in.parts[i])) continue;
            found = i;
            ++count;
        }
        return count == 1 ? found : std::nullopt;
    };
    for (const std::string& split : {own.split, std::string()}) {
        for (const std::string& prefix : {own.prefix, std::string()}) {
            const auto found = only([&](const KeyParts& parts) {
                return parts.split == split && parts.prefix == prefix;
            });
            if (found) return found;
        }
    }
    return only([](const KeyParts&) { return true; });
}

Result<void> findLabel(const KeyedArrays& in, ColumnRoles& roles) {
    if (const auto label = tiedTo(in, roles, namesLabel)) {
        roles.label = {*label};
        return {};
    }
    roles.correct = tiedTo(in, roles, namesCorrect);
    if (roles.correct) return {};
    const auto classes = all(in, roles, [&](std::size_t i) {
        const std::string& split = in.parts[i].split;
        const std::string& own = in.parts[scores(roles)].split;
        return (split.empty() || own.empty() || split == own) &&
               !namesPredicted(in.parts[i].stem) && !in.describe[i] &&
               (array(in, i).isInteger() || array(in, i).isText()) && array(in, i).columns() == 1 &&
               array(in, i).rows() == array(in, scores(roles)).rows();
    });
    if (classes.size() == 1) roles.label = classes;
    // A second file may hold the labels of a file of scores and of what describes their rows.
    const bool othersDescribe =
        all(in, roles, [&](std::size_t i) { return !in.describe[i]; }).empty();
    if (classes.size() == 1 || othersDescribe) return {};
    return unclear("it is unclear which array holds the labels of " +
                       quotedText(in.keys[scores(roles)]) + ": " + listed(in),
                   {nameColumn("label")});
}

/// Takes the arrays that are called groups or clusters and have a value for each row.
void takeGroups(const KeyedArrays& in, ColumnRoles& roles) {
    for (const std::size_t i : all(in, roles, [&](std::size_t i) {
             return namesGroups(in.keys[i]) && array(in, i).columns() == 1 &&
                    array(in, i).rows() == array(in, scores(roles)).rows();
         })) {
        const bool isCluster = !roles.cluster && lowerCase(in.keys[i]).starts_with("cluster");
        roles.take(isCluster ? ColumnRole::Cluster : ColumnRole::Group, i);
    }
}

/// Takes the first array that is called a time and holds dates, or a number for each row under a
/// name that nothing else has.
void takeTimes(const KeyedArrays& in, ColumnRoles& roles) {
    if (roles.time) return;
    const auto times = all(in, roles, [&](std::size_t i) {
        const DataArray& values = array(in, i);
        const bool isPerRow = values.columns() == 1 && values.rows() > 0 &&
                              values.rows() == array(in, scores(roles)).rows();
        return isPerRow &&
               (values.isText() ? namesTime(in.keys[i]) && dateTimeIn(values.textAt(0)).has_value()
                                : namesTimestamp(in.keys[i]));
    });
    if (times.empty()) return;
    roles.time = times.front();
    roles.timesAreDates = array(in, times.front()).isText();
}

}  // namespace

Result<ColumnRoles> assignedArrayRoles(const std::vector<NamedArray>& arrays,
                                       const ReadOptions& options) {
    const KeyedArrays in(arrays);
    ColumnRoles roles;
    for (const RoleChoice& choice : options.columns) {
        if (auto done = choose(in, choice, options, roles); !done) return done.error();
    }
    if (roles.scores.empty()) {
        if (auto done = findScores(in, roles); !done) return done.error();
    }
    if (options.onlyChosenColumns) return roles;
    if (!roles.predicted) roles.predicted = tiedTo(in, roles, namesPredicted);
    if (!roles.weight) roles.weight = tiedTo(in, roles, namesWeight);
    if (roles.label.empty() && !roles.correct) {
        if (auto done = findLabel(in, roles); !done) return done.error();
    }
    takeGroups(in, roles);
    takeTimes(in, roles);
    return roles;
}

}  // namespace diagonal
