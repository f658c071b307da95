// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/array_roles.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/reading/column_names.h"
#include "core/text.h"

namespace diagonal {
namespace {

/// "test_logits" in "test" and "logits".
struct KeyParts {
    std::string prefix;
    std::string stem;
};

bool namesAnyRole(const std::string& name) {
    return namesLabel(name) || namesPredicted(name) || namesConfidence(name) ||
           namesProbability(name) || namesCorrect(name) || namedScale(name) != NamedScale::None;
}

KeyParts partsOf(const std::string& key) {
    constexpr auto splits = std::to_array<std::string_view>(
        {"test", "val", "valid", "validation", "train", "dev", "eval"});
    const auto first = key.find('_');
    const bool split = first != std::string::npos &&
                       std::ranges::find(splits, lowerCase(key.substr(0, first))) != splits.end();
    if (!split && namesAnyRole(key) && !familyName(key)) return {"", key};
    for (auto at = first; at != std::string::npos; at = key.find('_', at + 1)) {
        const std::string stem = key.substr(at + 1);
        if (namesAnyRole(stem)) return {key.substr(0, at), stem};
    }
    return {"", key};
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
            if (auto error = choose(choice)) return *error;
        }
        if (m_roles.scores.empty()) {
            if (auto error = findScores()) return *error;
        }
        if (options.onlyChosenColumns) return m_roles;
        if (!m_roles.predicted) m_roles.predicted = tiedTo(scores(), namesPredicted);
        if (m_roles.label.empty() && !m_roles.correct) {
            if (auto error = findLabel()) return *error;
        }
        return m_roles;
    }

private:
    std::size_t scores() const { return m_roles.scores.front(); }
    const DataArray& array(std::size_t i) const { return m_arrays[i].array; }

    std::optional<Error> choose(const RoleChoice& choice) {
        const auto index = ColumnIndex(m_keys).find(choice.column);
        if (!index) {
            return Error{ErrorKind::Unclear, "there is no array " + quoted(choice.column) +
                                                 "; the file holds " + listed()};
        }
        switch (choice.role) {
            case ColumnRole::Label: m_roles.label = {*index}; return std::nullopt;
            case ColumnRole::Predicted: m_roles.predicted = index; return std::nullopt;
            case ColumnRole::Correct: m_roles.correct = index; return std::nullopt;
            case ColumnRole::Group: m_roles.groups.push_back(*index); return std::nullopt;
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
        if (m_roles.scoreRole == ScoreRole::ClassScores && array(*index).columns() == 1) {
            m_roles.scoreRole = ScoreRole::Probability;
        }
        if (m_roles.scoreRole != ScoreRole::ClassScores && array(*index).columns() != 1) {
            return Error{
                ErrorKind::Unclear,
                "a single value per row is needed, this is a " + array(*index).description(),
                {},
                0,
                m_keys[*index]};
        }
        m_roles.scores = {*index};
        m_roles.scoreRoleByUser = true;
        return std::nullopt;
    }

    bool isTaken(std::size_t i) const {
        return m_roles.predicted == i || m_roles.correct == i ||
               std::ranges::find(m_roles.label, i) != m_roles.label.end() ||
               std::ranges::find(m_roles.scores, i) != m_roles.scores.end() ||
               std::ranges::find(m_roles.groups, i) != m_roles.groups.end();
    }

    /// The free arrays that `fits`.
    template <typename Fits>
    std::vector<std::size_t> all(Fits fits) const {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < m_arrays.size(); ++i) {
            if (!isTaken(i) && fits(i)) found.push_back(i);
        }
        return found;
    }

    std::optional<Error> findScores() {
        const auto isMatrix = [&](std::size_t i) {
            return array(i).columns() >= 2 && !array(i).isText() && !namesLabel(m_parts[i].stem);
        };
        const auto isVector = [&](std::size_t i) {
            const auto& stem = m_parts[i].stem;
            return array(i).columns() == 1 && !array(i).isInteger() && !array(i).isText() &&
                   !namesLabel(stem) && !namesPredicted(stem);
        };
        const auto take = [&](std::vector<std::size_t> found, bool matrix) {
            std::stable_partition(found.begin(), found.end(), [&](std::size_t i) {
                return lowerCase(m_parts[i].prefix) == "test";
            });
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
                return std::nullopt;
            }
            const auto any = all(fits);
            if (any.size() != 1) continue;
            take(any, matrix);
            return std::nullopt;
        }
        return Error{ErrorKind::Unclear, "no single array of scores can be told among " + listed() +
                                             ". Name them: --column score=KEY --column label=KEY"};
    }

    /// The array of a role by its key: tied to `scores` by the same prefix, else without one, else
    /// the only one.
    template <typename Names>
    std::optional<std::size_t> tiedTo(std::size_t scores, Names names) const {
        const auto named = all([&](std::size_t i) { return names(m_parts[i].stem); });
        for (const std::string& prefix : {m_parts[scores].prefix, std::string()}) {
            std::optional<std::size_t> found;
            std::size_t count = 0;
            for (const std::size_t i : named) {
                if (m_parts[i].prefix != prefix) continue;
                found = i;
                ++count;
            }
            if (count == 1) return found;
        }
        return named.size() == 1 ? std::optional(named.front()) : std::nullopt;
    }

    std::optional<Error> findLabel() {
        if (const auto label = tiedTo(scores(), namesLabel)) {
            m_roles.label = {*label};
            return std::nullopt;
        }
        m_roles.correct = tiedTo(scores(), namesCorrect);
        if (m_roles.correct) return std::nullopt;
        const auto classes = all([&](std::size_t i) {
            return (array(i).isInteger() || array(i).isText()) && array(i).columns() == 1 &&
                   array(i).rows() == array(scores()).rows();
        });
        if (classes.size() == 1) m_roles.label = classes;
        if (classes.size() == 1 || m_arrays.size() == 1) return std::nullopt;
        return Error{ErrorKind::Unclear, "no single array of labels for " +
                                             quoted(m_keys[scores()]) + " can be told among " +
                                             listed() + ". Name it: --column label=KEY"};
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
