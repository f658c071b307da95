// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrays/array_roles.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/text.h"
#include "core/reading/roles/column_names.h"
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

class ArrayRoleAssigner {
public:
    explicit ArrayRoleAssigner(const std::vector<NamedArray>& arrays) : m_arrays(arrays) {
        for (const NamedArray& named : arrays) {
            m_keys.push_back(named.key);
            m_parts.push_back(partsOf(named.key));
        }
    }

    Result<ColumnRoles> assign(const ReadOptions& options) {
        for (const RoleChoice& choice : options.columns) {
            if (auto done = choose(choice); !done) return done.error();
        }
        if (m_roles.scores.empty()) {
            if (auto done = findScores(); !done) return done.error();
        }
        if (options.onlyChosenColumns) return m_roles;
        if (!m_roles.predicted) m_roles.predicted = tiedTo(scores(), namesPredicted);
        if (!m_roles.weight) m_roles.weight = tiedTo(scores(), namesWeight);
        if (m_roles.label.empty() && !m_roles.correct) {
            if (auto done = findLabel(); !done) return done.error();
        }
        return m_roles;
    }

private:
    std::size_t scores() const { return m_roles.scores.front(); }
    const DataArray& array(std::size_t i) const { return m_arrays[i].array; }

    Result<void> choose(const RoleChoice& choice) {
        const auto index = ColumnIndex(m_keys).find(choice.column);
        if (!index) {
            return unclear("there is no array " + quoted(choice.column) + "; the file holds " +
                           listed());
        }
        const bool isSecond = !isTaken(*index) && isSecondModel(m_roles, choice);
        if (choice.model > 0 || isSecond) {
            takeOtherModel(m_roles, choice, *index);
            return {};
        }
        const bool isTwice = (isSingleScore(choice.role) && !m_roles.scores.empty()) ||
                             (choice.role == ColumnRole::Predicted && m_roles.predicted) ||
                             (choice.role == ColumnRole::Correct && m_roles.correct) ||
                             (choice.role == ColumnRole::Cluster && m_roles.cluster) ||
                             (choice.role == ColumnRole::Weight && m_roles.weight);
        if (isTwice) {
            return unclear("only one array can be the " + roleName(choice.role));
        }
        switch (choice.role) {
            case ColumnRole::Label: m_roles.label.push_back(*index); return {};
            case ColumnRole::Predicted: m_roles.predicted = index; return {};
            case ColumnRole::Correct: m_roles.correct = index; return {};
            case ColumnRole::Weight: m_roles.weight = index; return {};
            case ColumnRole::Cluster:
                m_roles.cluster = m_roles.groups.size();
                m_roles.groups.push_back(*index);
                return {};
            case ColumnRole::Group: m_roles.groups.push_back(*index); return {};
            case ColumnRole::Score: m_roles.scoreRole = ScoreRole::ClassScores; break;
            case ColumnRole::Probability: m_roles.scoreRole = ScoreRole::Probability; break;
            case ColumnRole::Confidence: m_roles.scoreRole = ScoreRole::Confidence; break;
        }
        if (array(*index).isText()) {
            return Error{ErrorKind::Unclear,
                         "this is a " + array(*index).description() + ", not numbers",
                         {},
                         0,
                         m_keys[*index]};
        }
        if (m_roles.scoreRole == ScoreRole::ClassScores && array(*index).columns() == 1 &&
            m_roles.scores.empty()) {
            m_roles.scoreRole = ScoreRole::Probability;
        }
        if (m_roles.scoreRole != ScoreRole::ClassScores && array(*index).columns() != 1) {
            return Error{ErrorKind::Unclear,
                         "a single value per row is needed; found: " + array(*index).description(),
                         {},
                         0,
                         m_keys[*index]};
        }
        m_roles.scores.push_back(*index);
        m_roles.scoreRoleByUser = true;
        return {};
    }

    bool isTaken(std::size_t i) const {
        return m_roles.predicted == i || m_roles.correct == i || m_roles.weight == i ||
               std::ranges::find(m_roles.label, i) != m_roles.label.end() ||
               std::ranges::find(m_roles.scores, i) != m_roles.scores.end() ||
               std::ranges::find(m_roles.groups, i) != m_roles.groups.end();
    }

    /// Returns the arrays i without a role for which fits(i) is true.
    template <typename Fits>
    std::vector<std::size_t> all(Fits fits) const {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < m_arrays.size(); ++i) {
            if (!isTaken(i) && fits(i)) found.push_back(i);
        }
        return found;
    }

    Result<void> findScores() {
        const auto isMatrix = [&](std::size_t i) {
            return array(i).columns() >= 2 && !array(i).isText() && !namesLabel(m_parts[i].stem);
        };
        const auto isVector = [&](std::size_t i) {
            const auto& stem = m_parts[i].stem;
            return array(i).columns() == 1 && !array(i).isInteger() && !array(i).isText() &&
                   !namesLabel(stem) && !namesPredicted(stem);
        };
        const auto take = [&](std::vector<std::size_t> found, bool matrix) {
            // Test arrays first, then those of no split, then the others.
            for (const char* split : {"", "test"}) {
                std::stable_partition(found.begin(), found.end(),
                                      [&](std::size_t i) { return m_parts[i].split == split; });
            }
            for (const std::size_t i : found) {
                const ScoreRole role = matrix                             ? ScoreRole::ClassScores
                                       : namesConfidence(m_parts[i].stem) ? ScoreRole::Confidence
                                                                          : ScoreRole::Probability;
                m_roles.otherModels.push_back({role, {i}, std::nullopt, 0});
            }
            m_roles.scores = m_roles.otherModels.front().columns;
            m_roles.scoreRole = m_roles.otherModels.front().role;
            m_roles.otherModels.erase(m_roles.otherModels.begin());
        };
        for (const bool matrix : {true, false}) {
            const auto fits = [&](std::size_t i) { return matrix ? isMatrix(i) : isVector(i); };
            for (const NamedScale scale : {NamedScale::Logit, NamedScale::Probability}) {
                const auto named = all(
                    [&](std::size_t i) { return fits(i) && namedScale(m_parts[i].stem) == scale; });
                if (named.empty()) continue;
                take(named, matrix);
                return {};
            }
            const auto any = all(fits);
            if (any.size() != 1) continue;
            take(any, matrix);
            return {};
        }
        return Error{
            ErrorKind::Unclear,
            "it is unclear which array holds the scores: " + listed(),
            {},
            0,
            {},
            {{{}, {{Setting::ColumnRole, "score", {}}, {Setting::ColumnRole, "label", {}}}}}};
    }

    /// Returns the array whose key fits `names`: of the split of `scores`, else of no split, and
    /// with the same prefix, else with none; else the only one. Never one of another split; nullopt
    /// if no choice is unique.
    template <typename Names>
    std::optional<std::size_t> tiedTo(std::size_t scores, Names names) const {
        const KeyParts& own = m_parts[scores];
        const auto named = all([&](std::size_t i) {
            const KeyParts& parts = m_parts[i];
            const bool otherSplit =
                !parts.split.empty() && !own.split.empty() && parts.split != own.split;
            return names(parts.stem) && !otherSplit;
        });
        const auto only = [&](auto fits) {
            std::optional<std::size_t> found;
            std::size_t count = 0;
            for (const std::size_t i : named) {
                if (!fits(m_parts[i])) continue;
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

    Result<void> findLabel() {
        if (const auto label = tiedTo(scores(), namesLabel)) {
            m_roles.label = {*label};
            return {};
        }
        m_roles.correct = tiedTo(scores(), namesCorrect);
        if (m_roles.correct) return {};
        const auto classes = all([&](std::size_t i) {
            const std::string& split = m_parts[i].split;
            const std::string& own = m_parts[scores()].split;
            return (split.empty() || own.empty() || split == own) &&
                   !namesPredicted(m_parts[i].stem) &&
                   (array(i).isInteger() || array(i).isText()) && array(i).columns() == 1 &&
                   array(i).rows() == array(scores()).rows();
        });
        if (classes.size() == 1) m_roles.label = classes;
        if (classes.size() == 1 || m_arrays.size() == 1) return {};
        return Error{ErrorKind::Unclear,
                     "it is unclear which array holds the labels of " + quoted(m_keys[scores()]) +
                         ": " + listed(),
                     {},
                     0,
                     {},
                     {nameColumn("label")}};
    }

    std::string listed() const {
        std::string out;
        for (const NamedArray& named : m_arrays) {
            out += (out.empty() ? "" : ", ") + quoted(named.key) + " (" +
                   named.array.description() + ")";
        }
        return out;
    }

    const std::vector<NamedArray>& m_arrays;
    std::vector<std::string> m_keys;
    std::vector<KeyParts> m_parts;
    ColumnRoles m_roles;
};

}  // namespace

Result<ColumnRoles> assignedArrayRoles(const std::vector<NamedArray>& arrays,
                                       const ReadOptions& options) {
    return ArrayRoleAssigner(arrays).assign(options);
}

}  // namespace diagonal
