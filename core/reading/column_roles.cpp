// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/column_roles.h"

#include <algorithm>
#include <set>

#include "core/reading/column_content.h"
#include "core/reading/column_names.h"
#include "core/reading/number_text.h"
#include "core/reading/score_columns.h"
#include "core/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kMostRowNames = 3;

class RoleAssigner {
public:
    RoleAssigner(const std::vector<ColumnSample>& columns, bool hasHeader)
        : m_columns(columns),
          m_hasHeader(hasHeader),
          m_table{{}, {}, &columns, std::vector<bool>(columns.size()), hasHeader} {
        for (const ColumnSample& column : columns) {
            m_table.names.push_back(column.name);
            m_table.contents.push_back(contentOf(column));
        }
    }

    Result<ColumnRoles> assign(const ReadOptions& options) {
        for (const RoleChoice& choice : options.columns) {
            const auto column = chosenColumn(m_table.names, choice.column);
            if (!column) {
                return Error{ErrorKind::Unclear, "there is no column " + quoted(choice.column) +
                                                     "; the columns are " +
                                                     quotedList(m_table.names)};
            }
            if (auto error = repeated(choice.role)) return *error;
            take(choice.role, *column);
        }
        m_roles.scoreRoleByUser = m_roles.scoreRole != ScoreRole::None;
        if (m_roles.scoreRole == ScoreRole::ClassScores && m_roles.scores.size() < 2) {
            m_roles.scoreRole = ScoreRole::Probability;
        }
        if (!options.onlyChosenColumns) detect();
        nameClasses();
        return m_roles;
    }

private:
    void detect() {
        if (m_hasHeader) assignByName();
        const bool openScores = m_roles.scoreRole == ScoreRole::None;
        if (m_hasHeader && openScores) {
            takeScores(scoresByName(m_table, labelValues(), predictedValues()));
        }
        if (m_hasHeader && m_roles.scoreRole == ScoreRole::None && m_roles.label.empty()) {
            assignLabelNamingColumns();
        }
        if (m_roles.scoreRole == ScoreRole::None) takePredictedFractions();
        if (m_roles.scoreRole == ScoreRole::None) {
            takeScores(scoresByContent(m_table, labelValues(), predictedValues()));
        }
        if (m_roles.label.empty() && !m_roles.correct) {
            assignLabelByContent();
        }
    }

    /// The error where a role that one column alone can play is chosen again.
    std::optional<Error> repeated(ColumnRole role) const {
        const bool single =
            role != ColumnRole::Label && role != ColumnRole::Score && role != ColumnRole::Group;
        const bool taken = role == ColumnRole::Predicted ? m_roles.predicted.has_value()
                           : role == ColumnRole::Correct ? m_roles.correct.has_value()
                                                         : !m_roles.scores.empty();
        if (!single || !taken) return std::nullopt;
        return Error{ErrorKind::Unclear, "only one column can be the " + roleName(role)};
    }

    void take(ColumnRole role, std::size_t column) {
        m_table.taken[column] = true;
        switch (role) {
            case ColumnRole::Label: m_roles.label.push_back(column); return;
            case ColumnRole::Predicted: m_roles.predicted = column; return;
            case ColumnRole::Correct: m_roles.correct = column; return;
            case ColumnRole::Group: m_roles.groups.push_back(column); return;
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
        for (std::size_t c = 0; c < m_table.names.size(); ++c) {
            if (!m_table.taken[c] && names(m_table.names[c])) return c;
        }
        return std::nullopt;
    }

    void assignByName() {
        if (!m_roles.predicted) takePredictedByName();
        if (m_roles.label.empty()) {
            if (const auto label = labelByNameOrDeclaration()) take(ColumnRole::Label, *label);
            for (std::size_t c = 0; c < m_table.size(); ++c) {
                if (!m_table.taken[c] && namesLabel(m_table.names[c])) {
                    m_roles.otherLabels.push_back(c);
                }
            }
        }
        const auto correct = firstNamed(namesCorrect);
        if (!m_roles.correct && correct) take(ColumnRole::Correct, *correct);
        for (std::size_t c = 0; c < m_table.size(); ++c) {
            if (m_table.taken[c]) continue;
            if (namesGroup(m_table.names[c]) && !isFractions(c)) {
                take(ColumnRole::Group, c);
            } else if (m_roles.rowNames.size() < kMostRowNames && namesRow(m_table.names[c]) &&
                       !m_table.names[c].empty()) {
                m_roles.rowNames.push_back(c);
            }
        }
    }

    bool isFractions(std::size_t c) const {
        const ColumnContent& content = m_table.contents[c];
        return content.unitInterval && !content.integers;
    }

    /// A column called like a prediction is one unless it holds fractions: then it is a score.
    void takePredictedByName() {
        for (std::size_t c = 0; c < m_table.size(); ++c) {
            if (m_table.taken[c] || !namesPredicted(m_table.names[c]) || isFractions(c)) continue;
            return take(ColumnRole::Predicted, c);
        }
    }

    void takePredictedFractions() {
        for (std::size_t c = 0; c < m_table.size(); ++c) {
            if (m_table.taken[c] || !namesPredicted(m_table.names[c]) || !isFractions(c)) continue;
            const bool confidence = m_roles.predicted.has_value();
            return takeScores({{confidence ? ScoreRole::Confidence : ScoreRole::Probability,
                                {c},
                                std::nullopt,
                                0}});
        }
    }

    /// The column that the file declares the class, that other columns name in brackets, or whose
    /// name is one for the truth.
    std::optional<std::size_t> labelByNameOrDeclaration() const {
        for (std::size_t c = 0; c < m_table.size(); ++c) {
            if (!m_table.taken[c] && m_columns[c].declared == ColumnRole::Label) return c;
        }
        std::set<std::string> targets;
        for (const std::string& name : m_table.names) {
            if (auto target = targetNamed(name)) targets.insert(std::move(*target));
        }
        const auto target = firstNamed([&](const std::string& n) { return targets.contains(n); });
        if (target) return target;
        return bestLabelByName();
    }

    /// Of several columns with a name for the truth, the one whose values the prediction shares.
    std::optional<std::size_t> bestLabelByName() const {
        std::optional<std::size_t> first;
        for (std::size_t c = 0; c < m_table.names.size(); ++c) {
            if (m_table.taken[c] || !namesLabel(m_table.names[c])) continue;
            if (!first) first = c;
            if (!m_roles.predicted) continue;
            const auto& known = m_table.contents[*m_roles.predicted].values;
            const auto& values = m_table.contents[c].values;
            const bool shares = std::any_of(values.begin(), values.end(), [&](const auto& value) {
                return known.contains(value);
            });
            if (shares) return c;
        }
        return first;
    }

    void takeScores(const std::vector<ScoreColumns>& models) {
        if (models.empty()) return;
        const ScoreColumns& first = models.front();
        for (const std::size_t c : first.columns)
            m_table.taken[c] = true;
        m_roles.scores = first.columns;
        m_roles.scoreRole = first.role;
        m_roles.ranks = first.ranks;
        m_roles.otherModels.assign(models.begin() + 1, models.end());
        const bool ranked = first.ranks > 0;
        if (first.predicted && (ranked || !m_roles.predicted) && !isLabel(*first.predicted)) {
            m_roles.predicted.reset();
            take(ColumnRole::Predicted, *first.predicted);
        }
    }

    bool isLabel(std::size_t c) const {
        return std::ranges::find(m_roles.label, c) != m_roles.label.end();
    }

    /// The distinct values of the single column of a role; empty where there is none.
    const std::set<std::string>& labelValues() const {
        return m_roles.label.size() == 1 ? m_table.contents[m_roles.label.front()].values : m_none;
    }
    const std::set<std::string>& predictedValues() const {
        return m_roles.predicted ? m_table.contents[*m_roles.predicted].values : m_none;
    }

    /// A column of words that all name other columns is the label of those.
    void assignLabelNamingColumns() {
        std::set<std::string> numeric;
        for (std::size_t c = 0; c < m_table.names.size(); ++c) {
            if (!m_table.taken[c] && m_table.contents[c].numeric) numeric.insert(m_table.names[c]);
        }
        for (std::size_t c = 0; c < m_table.names.size(); ++c) {
            const auto& values = m_table.contents[c].values;
            if (m_table.taken[c] || m_table.contents[c].numeric || values.size() < 2) continue;
            if (std::ranges::includes(numeric, values)) return take(ColumnRole::Label, c);
        }
    }

    /// The only column whose values can be labels of the scores that were found.
    void assignLabelByContent() {
        if (m_roles.scores.empty()) return;
        std::set<std::string> classes;
        for (std::size_t k = 0; k < m_roles.scores.size(); ++k) {
            classes.insert(std::to_string(k));
            classes.insert(canonicalLabel(className(m_table.names[m_roles.scores[k]])));
        }
        if (m_roles.scores.size() == 1) classes.insert({"1", "-1"});
        std::vector<std::size_t> candidates;
        for (std::size_t c = 0; c < m_table.names.size(); ++c) {
            const auto& values = m_table.contents[c].values;
            if (m_table.taken[c] || values.empty() || (m_hasHeader && namesRow(m_table.names[c])))
                continue;
            const bool fits = std::all_of(values.begin(), values.end(), [&](const auto& value) {
                return classes.contains(value) ||
                       (m_roles.scores.size() == 1 && truthValue(value) >= 0);
            });
            if (fits) candidates.push_back(c);
        }
        if (isOneHot(candidates)) {
            for (const std::size_t c : candidates)
                take(ColumnRole::Label, c);
            return;
        }
        if (candidates.size() == 1) take(ColumnRole::Label, candidates.front());
        if (candidates.size() > 1) m_roles.possibleLabels = candidates;
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
        const auto& values = m_table.contents[m_roles.label.front()].values;
        return std::any_of(m_roles.scores.begin(), m_roles.scores.end(),
                           [&](std::size_t c) { return values.contains(m_table.names[c]); });
    }

    void nameClasses() {
        for (const std::size_t c : m_roles.scores) {
            const NamedScale scale = namedScale(m_table.names[c]);
            if (m_hasHeader && scale != NamedScale::None) m_roles.namedScale = scale;
        }
        if (m_roles.scoreRole != ScoreRole::ClassScores || !m_hasHeader) return;
        std::set<std::string> distinct;
        const bool wholeNames = labelsNameColumns();
        for (const std::size_t c : m_roles.scores) {
            const std::string& name = m_table.names[c];
            m_roles.classNames.push_back(wholeNames ? name : className(name));
            distinct.insert(m_roles.classNames.back());
        }
        if (distinct.size() < m_roles.scores.size()) m_roles.classNames.clear();
    }

    const std::vector<ColumnSample>& m_columns;
    bool m_hasHeader;
    ColumnTable m_table;
    const std::set<std::string> m_none;
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
                                  const ReadOptions& options, bool hasHeader) {
    return RoleAssigner(columns, hasHeader).assign(options);
}

ColumnRole columnRole(ScoreRole role) {
    return role == ScoreRole::ClassScores  ? ColumnRole::Score
           : role == ScoreRole::Confidence ? ColumnRole::Confidence
                                           : ColumnRole::Probability;
}

std::string roleName(ColumnRole role) {
    switch (role) {
        case ColumnRole::Label: return "label";
        case ColumnRole::Predicted: return "predicted";
        case ColumnRole::Confidence: return "confidence";
        case ColumnRole::Probability: return "probability";
        case ColumnRole::Score: return "score";
        case ColumnRole::Correct: return "correct";
        case ColumnRole::Group: return "group";
    }
    return "";
}

}  // namespace diagonal
