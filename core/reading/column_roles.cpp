// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/column_roles.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/reading/column_content.h"
#include "core/reading/column_names.h"
#include "core/reading/number_text.h"
#include "core/text.h"

namespace diagonal {
namespace {

class RoleAssigner {
public:
    RoleAssigner(const std::vector<ColumnSample>& columns, bool hasHeader)
        : m_columns(columns), m_hasHeader(hasHeader), m_taken(columns.size()) {
        for (const ColumnSample& column : columns) {
            m_names.push_back(column.name);
            m_contents.push_back(contentOf(column));
        }
    }

    Result<ColumnRoles> assign(const std::vector<RoleChoice>& choices) {
        for (const RoleChoice& choice : choices) {
            const auto column = chosenColumn(m_names, choice.column);
            if (!column) {
                return Error{ErrorKind::Unclear, "there is no column " + quoted(choice.column) +
                                                     "; the columns are " + quotedList(m_names)};
            }
            if (auto error = repeated(choice.role)) return *error;
            take(choice.role, *column);
        }
        m_roles.scoreRoleByUser = m_roles.scoreRole != ScoreRole::None;
        if (m_roles.scoreRole == ScoreRole::ClassScores && m_roles.scores.size() < 2) {
            m_roles.scoreRole = ScoreRole::Probability;
        }
        if (m_hasHeader) assignByName();
        if (m_hasHeader && m_roles.scoreRole == ScoreRole::None && m_roles.label.empty()) {
            assignLabelNamingColumns();
        }
        if (m_roles.scoreRole == ScoreRole::None) assignScoresByContent();
        if (m_roles.label.empty() && !m_roles.correct) {
            if (auto error = assignLabelByContent()) return *error;
        }
        nameClasses();
        return m_roles;
    }

private:
    /// The error where a role that one column alone can play is chosen again.
    std::optional<Error> repeated(ColumnRole role) const {
        const bool single = role != ColumnRole::Label && role != ColumnRole::Score;
        const bool taken = role == ColumnRole::Predicted ? m_roles.predicted.has_value()
                           : role == ColumnRole::Correct ? m_roles.correct.has_value()
                                                         : !m_roles.scores.empty();
        if (!single || !taken) return std::nullopt;
        return Error{ErrorKind::Unclear, "only one column can be the " + roleName(role)};
    }

    void take(ColumnRole role, std::size_t column) {
        m_taken[column] = true;
        switch (role) {
            case ColumnRole::Label: m_roles.label.push_back(column); return;
            case ColumnRole::Predicted: m_roles.predicted = column; return;
            case ColumnRole::Correct: m_roles.correct = column; return;
            case ColumnRole::Score:
                m_roles.scores.push_back(column);
                m_roles.scoreRole = ScoreRole::ClassScores;
                return;
            case ColumnRole::Probability:
                m_roles.scores = {column};
                m_roles.scoreRole = ScoreRole::Probability;
                return;
            case ColumnRole::Confidence:
                m_roles.scores = {column};
                m_roles.scoreRole = ScoreRole::Confidence;
                return;
        }
    }

    template <typename Names>
    std::optional<std::size_t> firstNamed(Names names) const {
        for (std::size_t c = 0; c < m_names.size(); ++c) {
            if (!m_taken[c] && names(m_names[c])) return c;
        }
        return std::nullopt;
    }

    void assignByName() {
        const auto predicted = firstNamed(namesPredicted);
        if (!m_roles.predicted && predicted) take(ColumnRole::Predicted, *predicted);
        if (m_roles.label.empty()) {
            if (const auto label = bestLabelByName()) take(ColumnRole::Label, *label);
            for (std::size_t c = 0; c < m_names.size(); ++c) {
                if (!m_taken[c] && namesLabel(m_names[c])) m_roles.otherLabels.push_back(c);
            }
        }
        const auto correct = firstNamed(namesCorrect);
        if (!m_roles.correct && correct) take(ColumnRole::Correct, *correct);
        if (m_roles.scoreRole == ScoreRole::None) assignScoresByName();
    }

    /// Of several columns with a name for the truth, the one whose values the prediction shares.
    std::optional<std::size_t> bestLabelByName() const {
        std::optional<std::size_t> first;
        for (std::size_t c = 0; c < m_names.size(); ++c) {
            if (m_taken[c] || !namesLabel(m_names[c])) continue;
            if (!first) first = c;
            if (!m_roles.predicted) continue;
            const auto& known = m_contents[*m_roles.predicted].values;
            const auto& values = m_contents[c].values;
            const bool shares = std::any_of(values.begin(), values.end(), [&](const auto& value) {
                return known.contains(value);
            });
            if (shares) return c;
        }
        return first;
    }

    void assignScoresByName() {
        const std::vector<std::size_t> family = bestFamily();
        if (family.size() >= 2) {
            for (const std::size_t c : family)
                take(ColumnRole::Score, c);
            return;
        }
        if (const auto column =
                firstNamed([&](const std::string& n) { return namesConfidence(n); });
            column && m_contents[*column].numeric) {
            take(ColumnRole::Confidence, *column);
        } else if (const auto named = firstNamed(namesProbability);
                   named && m_contents[*named].numeric) {
            take(ColumnRole::Probability, *named);
        } else if (family.size() == 1) {
            take(ColumnRole::Probability, family.front());
        }
    }

    /// The columns of the best family of class scores: logits before probabilities before the
    /// rest, because logits hold what saturated probabilities have lost.
    std::vector<std::size_t> bestFamily() const {
        std::map<std::string, std::vector<std::size_t>> families;
        const std::set<std::string> names(m_names.begin(), m_names.end());
        for (std::size_t c = 0; c < m_names.size(); ++c) {
            const auto name = familyName(m_names[c]);
            // "prob_a" is a class's score although "proba" names a probability.
            const bool role =
                namesConfidence(m_names[c]) || namesLabel(m_names[c]) || namesPredicted(m_names[c]);
            if (m_taken[c] || !name || role) continue;
            if (!m_contents[c].numeric && !m_contents[c].values.empty()) continue;
            if (isOutcomeOfAnother(c, names)) continue;
            families[name->family].push_back(c);
        }
        std::vector<std::size_t> best;
        int bestRank = -1;
        for (auto& [family, members] : families) {
            const NamedScale scale = namedScale(family);
            const int rank = (members.size() >= 2 ? 4 : 0) + (family == "cal_p" ? 3 : 0) +
                             (scale == NamedScale::Logit         ? 2
                              : scale == NamedScale::Probability ? 1
                                                                 : 0);
            if (!members.empty() && rank > bestRank) {
                best = members;
                bestRank = rank;
            }
        }
        return best;
    }

    /// A column of zeros and ones whose name extends another's: prob1_outcome beside prob1.
    bool isOutcomeOfAnother(std::size_t column, const std::set<std::string>& names) const {
        const ColumnContent& content = m_contents[column];
        if (!content.integers || content.values.size() > 2) return false;
        const std::string& name = m_names[column];
        for (std::size_t i = name.find_first_of("_. "); i != std::string::npos;
             i = name.find_first_of("_. ", i + 1)) {
            if (names.contains(name.substr(0, i))) return true;
        }
        return false;
    }

    /// A column of words that all name other columns is the label of those.
    void assignLabelNamingColumns() {
        std::set<std::string> numeric;
        for (std::size_t c = 0; c < m_names.size(); ++c) {
            if (!m_taken[c] && m_contents[c].numeric) numeric.insert(m_names[c]);
        }
        for (std::size_t c = 0; c < m_names.size(); ++c) {
            const auto& values = m_contents[c].values;
            if (m_taken[c] || m_contents[c].numeric || values.size() < 2) continue;
            if (std::ranges::includes(numeric, values)) return take(ColumnRole::Label, c);
        }
    }

    /// Without telling names: columns named like the labels, all fractions of a table without a
    /// header, or the only column of fractions between 0 and 1.
    void assignScoresByContent() {
        std::vector<std::size_t> fractions;
        std::vector<std::size_t> probabilities;
        std::vector<std::size_t> namedLikeLabels;
        for (std::size_t c = 0; c < m_names.size(); ++c) {
            if (m_taken[c] || !m_contents[c].numeric || (m_hasHeader && namesRow(m_names[c]))) {
                continue;
            }
            if (!m_contents[c].integers) {
                fractions.push_back(c);
                if (m_contents[c].unitInterval) probabilities.push_back(c);
            }
            const bool likeLabel = !m_roles.label.empty() &&
                                   m_contents[m_roles.label.front()].values.contains(m_names[c]);
            if (likeLabel && m_hasHeader) namedLikeLabels.push_back(c);
        }
        if (namedLikeLabels.size() >= 2) {
            for (const std::size_t c : namedLikeLabels)
                take(ColumnRole::Score, c);
        } else if (!m_hasHeader && fractions.size() >= 2) {
            for (const std::size_t c : fractions)
                take(ColumnRole::Score, c);
        } else if (probabilities.size() == 1) {
            take(ColumnRole::Probability, probabilities.front());
        }
    }

    /// The only column whose values can be labels of the scores that were found.
    std::optional<Error> assignLabelByContent() {
        if (m_roles.scores.empty()) return std::nullopt;
        std::set<std::string> classes;
        for (std::size_t k = 0; k < m_roles.scores.size(); ++k) {
            classes.insert(std::to_string(k));
            const std::string& name = m_names[m_roles.scores[k]];
            const auto family = familyName(name);
            classes.insert(canonicalLabel(family ? family->member : name));
        }
        if (m_roles.scores.size() == 1) classes.insert({"1", "-1"});
        std::vector<std::size_t> candidates;
        for (std::size_t c = 0; c < m_names.size(); ++c) {
            const auto& values = m_contents[c].values;
            if (m_taken[c] || values.empty() || (m_hasHeader && namesRow(m_names[c]))) continue;
            const bool fits = std::all_of(values.begin(), values.end(), [&](const auto& value) {
                return classes.contains(value) ||
                       (m_roles.scores.size() == 1 && truthValue(value) >= 0);
            });
            if (fits) candidates.push_back(c);
        }
        if (isOneHot(candidates)) {
            for (const std::size_t c : candidates)
                take(ColumnRole::Label, c);
            return std::nullopt;
        }
        if (candidates.size() == 1) take(ColumnRole::Label, candidates.front());
        if (candidates.size() < 2) return std::nullopt;
        std::vector<std::string> names;
        names.reserve(candidates.size());
        for (const std::size_t c : candidates)
            names.push_back(m_names[c]);
        return Error{ErrorKind::Unclear,
                     "several columns could hold the true labels: " + quotedList(names) +
                         ". Name it: --column label=NAME (all of them, in the order "
                         "of the classes, where they are one-hot)"};
    }

    /// Whether columns are zeros and ones with a single one in each sampled row, as many as there
    /// are scores.
    bool isOneHot(const std::vector<std::size_t>& columns) const {
        if (columns.size() < 2 || columns.size() != m_roles.scores.size()) return false;
        const std::size_t rows = m_columns[columns.front()].cells.size();
        for (std::size_t row = 0; row < rows; ++row) {
            std::size_t ones = 0;
            for (const std::size_t c : columns) {
                if (row >= m_columns[c].cells.size()) return false;
                const std::string cell = canonicalLabel(m_columns[c].cells[row]);
                if (cell != "0" && cell != "1") return false;
                ones += cell == "1";
            }
            if (ones != 1) return false;
        }
        return true;
    }

    /// Whether the labels are whole names of score columns: Class1 and Class2, not 1 and 2.
    bool labelsNameColumns() const {
        if (m_roles.label.size() != 1) return false;
        const auto& values = m_contents[m_roles.label.front()].values;
        return std::any_of(m_roles.scores.begin(), m_roles.scores.end(),
                           [&](std::size_t c) { return values.contains(m_names[c]); });
    }

    void nameClasses() {
        for (const std::size_t c : m_roles.scores) {
            const NamedScale scale = namedScale(m_names[c]);
            if (m_hasHeader && scale != NamedScale::None) m_roles.namedScale = scale;
        }
        if (m_roles.scoreRole != ScoreRole::ClassScores || !m_hasHeader) return;
        std::set<std::string> distinct;
        const bool wholeNames = labelsNameColumns();
        for (const std::size_t c : m_roles.scores) {
            const auto family = wholeNames ? std::nullopt : familyName(m_names[c]);
            m_roles.classNames.push_back(family ? family->member : m_names[c]);
            distinct.insert(m_roles.classNames.back());
        }
        if (distinct.size() < m_roles.scores.size()) m_roles.classNames.clear();
    }

    const std::vector<ColumnSample>& m_columns;
    bool m_hasHeader;
    std::vector<bool> m_taken;
    std::vector<std::string> m_names;
    std::vector<ColumnContent> m_contents;
    ColumnRoles m_roles;
};

}  // namespace

std::optional<std::size_t> chosenColumn(const std::vector<std::string>& names,
                                        const std::string& text) {
    const auto exact = std::find(names.begin(), names.end(), text);
    if (exact != names.end()) return static_cast<std::size_t>(exact - names.begin());
    const auto number = parsedInteger(text);
    if (!number || *number < 1 || static_cast<std::size_t>(*number) > names.size()) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(*number - 1);
}

Result<ColumnRoles> assignedRoles(const std::vector<ColumnSample>& columns,
                                  const std::vector<RoleChoice>& choices, bool hasHeader) {
    return RoleAssigner(columns, hasHeader).assign(choices);
}

std::string roleName(ColumnRole role) {
    switch (role) {
        case ColumnRole::Label: return "label";
        case ColumnRole::Predicted: return "predicted";
        case ColumnRole::Confidence: return "confidence";
        case ColumnRole::Probability: return "probability";
        case ColumnRole::Score: return "score";
        case ColumnRole::Correct: return "correct";
    }
    return "";
}

}  // namespace diagonal
