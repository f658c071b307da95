// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/roles/role_assignment.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/reading/roles/column_content.h"
#include "core/reading/roles/column_names.h"
#include "core/reading/roles/judged_columns.h"
#include "core/reading/roles/label_columns.h"
#include "core/reading/roles/score_columns.h"

namespace diagonal {
namespace {

constexpr std::size_t kMostRowNames = 3;

class RoleAssigner {
public:
    RoleAssigner(const std::vector<ColumnSample>& columns, const ReadOptions& options,
                 bool hasHeader, bool decimalComma)
        : m_options(options),
          m_hasHeader(hasHeader),
          m_table{{}, {}, &columns, std::vector<bool>(columns.size()), hasHeader} {
        for (const ColumnSample& column : columns) {
            m_table.names.push_back(column.name);
            m_table.contents.push_back(contentOf(column, decimalComma));
        }
    }

    Result<ColumnRoles> assign() {
        const ColumnIndex index(m_table.names);
        for (const RoleChoice& choice : m_options.columns) {
            const auto column = index.find(choice.column);
            if (!column) {
                return unclear("there is no column " + quoted(choice.column) +
                               "; the columns are " + quotedChoices(m_table.names));
            }
            const bool isSecond = !m_table.taken[*column] && isSecondModel(m_roles, choice);
            if (choice.model > 0 || isSecond) {
                takeOtherModel(m_roles, choice, *column);
                m_table.taken[*column] = true;
                continue;
            }
            if (auto done = checkNotRepeated(choice.role); !done) return done.error();
            take(choice.role, *column);
        }
        m_roles.scoreRoleByUser = m_roles.scoreRole != ScoreRole::None;
        if (m_roles.scoreRole == ScoreRole::ClassScores && m_roles.scores.size() < 2) {
            m_roles.scoreRole = ScoreRole::Probability;
        }
        if (!m_options.onlyChosenColumns) detect();
        if (m_hasHeader) findRowNames();
        findRepeatedNames();
        m_roles.keepsRowNames = m_options.keepsRowNames();
        m_roles.keepsTexts = m_options.keepsTexts;
        if (m_hasHeader && m_options.kept == KeptColumns::All) keepOtherColumns();
        nameClasses();
        return m_roles;
    }

private:
    void detect() {
        if (m_hasHeader) takeJudged();
        if (m_hasHeader) assignByName();
        takeOtherOfPair();
        const bool openScores = m_roles.scoreRole == ScoreRole::None;
        if (m_hasHeader && openScores) {
            takeScores(scoresByName(m_table, labelValues(), predictedValues()));
        }
        if (m_hasHeader && m_roles.scoreRole == ScoreRole::None && m_roles.label.empty()) {
            const auto label = labelNamingColumns(m_table);
            if (label) take(ColumnRole::Label, *label);
        }
        takeSecondLabel();
        takePredictionByValues();
        if (m_roles.scoreRole == ScoreRole::None) takePredictedFractions();
        bool isGuess = false;
        if (m_roles.scoreRole == ScoreRole::None) {
            takeScores(scoresByContent(m_table, labelValues(), predictedValues()));
            isGuess = m_hasHeader && m_roles.scoreRole == ScoreRole::Probability &&
                      !suggestsProbability(m_table.names[m_roles.scores.front()]);
        }
        if (m_roles.label.empty() && !m_roles.correct) {
            const auto labels = labelsByContent(m_table, m_roles.scores, predictedValues());
            isGuess = isGuess && std::ranges::none_of(labels, [&](std::size_t c) {
                          return suggestsTruth(m_table.names[c]);
                      });
            const auto counted = labels.empty() && m_hasHeader
                                     ? labelByCount(m_table, m_roles.scores)
                                     : std::nullopt;
            if (counted) {
                m_roles.labelIsGuess = true;
                return take(ColumnRole::Label, *counted);
            }
            // A guessed score is not enough: many tables of numbers hold a fraction and zeros and
            // ones.
            if (!isGuess &&
                (labels.size() < 2 || isOneHot(m_table, labels, m_roles.scores.size()))) {
                for (const std::size_t c : labels)
                    take(ColumnRole::Label, c);
                m_roles.labelIsGuess = m_hasHeader && labels.size() == 1 &&
                                       !suggestsTruth(m_table.names[labels.front()]);
            } else {
                m_roles.possibleLabels = labels;
            }
        }
    }

    /// Takes the confidence and the judgement of answers, if the file holds both side by side. They
    /// win over names for labels: correct_answer is only what they were judged by.
    void takeJudged() {
        const bool isOpen = m_roles.scoreRole == ScoreRole::None && m_roles.label.empty() &&
                            !m_roles.correct && !m_roles.predicted;
        if (!isOpen) return;
        const auto models = judgedModels(m_table);
        if (models.empty()) return;
        takeScores(models);
        m_isJudged = true;
    }

    /// Returns true if `longer` is `name` with a suffix: a_win_outcome and a_win.
    static bool extends(const std::string& longer, const std::string& name) {
        return longer.size() > name.size() + 1 && longer.starts_with(name) &&
               std::string_view("_. ").find(longer[name.size()]) != std::string_view::npos;
    }

    bool isChosen(ColumnRole role) const {
        return std::ranges::find(m_options.columns, role, &RoleChoice::role) !=
               m_options.columns.end();
    }

    /// Pairs the outcome and the score of one of several events: if the user chose a_win_outcome as
    /// the label, takes a_win as the probability, and vice versa.
    void takeOtherOfPair() {
        if (!m_hasHeader || m_roles.correct) return;
        const bool byLabel = isChosen(ColumnRole::Label) && m_roles.label.size() == 1 &&
                             m_roles.scoreRole == ScoreRole::None;
        const bool byScore = m_roles.label.empty() && m_roles.scores.size() == 1;
        for (std::size_t c = 0; c < m_table.size(); ++c) {
            const ColumnContent& content = m_table.contents[c];
            const std::string& name = m_table.names[c];
            if (m_table.taken[c] || !content.unitInterval || namesPredicted(name)) continue;
            const bool isScore = !content.integers && !namesLabel(name);
            if (byLabel && isScore && extends(m_table.names[m_roles.label.front()], name)) {
                return take(ColumnRole::Probability, c);
            }
            const bool isOutcome =
                content.integers && content.values.size() <= 2 && suggestsTruth(name);
            if (byScore && isOutcome && extends(name, m_table.names[m_roles.scores.front()])) {
                return take(ColumnRole::Label, c);
            }
        }
    }

    /// Returns an error if `role` is for one column only and is already taken.
    Result<void> checkNotRepeated(ColumnRole role) const {
        const bool single =
            role != ColumnRole::Label && role != ColumnRole::Score && role != ColumnRole::Group;
        const bool taken = role == ColumnRole::Predicted ? m_roles.predicted.has_value()
                           : role == ColumnRole::Correct ? m_roles.correct.has_value()
                           : role == ColumnRole::Weight  ? m_roles.weight.has_value()
                           : role == ColumnRole::Cluster ? m_roles.cluster.has_value()
                                                         : !m_roles.scores.empty();
        if (!single || !taken) return {};
        return unclear("only one column can be the " + roleName(role));
    }

    void take(ColumnRole role, std::size_t column) {
        m_table.taken[column] = true;
        switch (role) {
            case ColumnRole::Label: m_roles.label.push_back(column); return;
            case ColumnRole::Predicted: m_roles.predicted = column; return;
            case ColumnRole::Correct: m_roles.correct = column; return;
            case ColumnRole::Cluster:
                m_roles.cluster = m_roles.groups.size();
                m_roles.groups.push_back(column);
                return;
            case ColumnRole::Group: m_roles.groups.push_back(column); return;
            case ColumnRole::Weight: m_roles.weight = column; return;
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

    void assignByName() {
        if (!m_roles.predicted && !m_isJudged) takePredictedByName();
        if (m_roles.label.empty() && !m_isJudged) {
            const auto label = labelByName(m_table, predictedValues());
            if (label) take(ColumnRole::Label, *label);
            if (label && !m_roles.predicted) {
                const auto predicted = predictionNamedAfter(m_table, *label);
                if (predicted) take(ColumnRole::Predicted, *predicted);
            }
            for (std::size_t c = 0; c < m_table.size(); ++c) {
                if (!m_table.taken[c] && namesLabel(m_table.names[c])) {
                    m_roles.otherLabels.push_back(c);
                }
            }
        }
        const auto weight = m_table.firstNamed(namesWeight);
        if (!m_roles.weight && weight) take(ColumnRole::Weight, *weight);
        if (!m_roles.weight) m_roles.unusedWeight = m_table.firstNamed(mayNameWeight);
        if (m_options.weights && m_roles.unusedWeight) {
            take(ColumnRole::Weight, *std::exchange(m_roles.unusedWeight, std::nullopt));
        }
        auto correct = m_table.firstNamed(namesCorrect);
        if (!correct && m_roles.label.empty()) {
            correct =
                m_table.firstNamed([](const std::string& n) { return namesCorrect(leafName(n)); });
        }
        if (!m_roles.correct && correct) take(ColumnRole::Correct, *correct);
        for (std::size_t c = 0; c < m_table.size(); ++c) {
            if (m_table.taken[c]) continue;
            if (namesGroup(m_table.names[c]) && !isFractions(c)) take(ColumnRole::Group, c);
        }
    }

    /// Finds up to kMostRowNames columns without a role that identify rows: first by name, then by
    /// a distinct value in each sampled row.
    void findRowNames() {
        for (const bool named : {true, false}) {
            for (std::size_t c = 0; c < m_table.size(); ++c) {
                if (m_roles.rowNames.size() >= kMostRowNames) return;
                const ColumnContent& content = m_table.contents[c];
                const std::size_t cells = (*m_table.samples)[c].cells.size();
                const bool distinct = content.values.size() == cells && cells > 1;
                const bool fits = !m_table.taken[c] && namesRow(m_table.names[c]) == named &&
                                  (named || (distinct && !isFractions(c)));
                if (fits) m_roles.rowNames.push_back(c);
            }
        }
    }

    /// Moves the first row names whose sampled values repeat to the front.
    void findRepeatedNames() {
        constexpr std::size_t leastRepeated = 2;
        auto& names = m_roles.rowNames;
        const auto repeated = std::ranges::find_if(names, [&](std::size_t c) {
            return m_table.contents[c].values.size() + leastRepeated <=
                   (*m_table.samples)[c].cells.size();
        });
        if (repeated == names.end()) return;
        std::rotate(names.begin(), repeated, repeated + 1);
        m_roles.firstRowNameRepeats = true;
    }

    /// Adds the columns of other models and those without a role to the names of rows.
    void keepOtherColumns() {
        std::vector<std::size_t> used = m_roles.rowNames;
        for (const auto* columns : {&m_roles.label, &m_roles.groups, &m_roles.scores})
            used.insert(used.end(), columns->begin(), columns->end());
        for (const auto& column : {m_roles.predicted, m_roles.correct, m_roles.weight}) {
            if (column) used.push_back(*column);
        }
        for (std::size_t c = 0; c < m_table.size(); ++c) {
            if (std::ranges::find(used, c) != used.end()) continue;
            m_roles.rowNames.push_back(c);
            ++m_roles.otherColumns;
        }
    }

    bool isFractions(std::size_t c) const {
        const ColumnContent& content = m_table.contents[c];
        return content.unitInterval && !content.integers;
    }

    /// Takes the first column with a name for predictions, unless it holds fractions: then it is a
    /// score.
    void takePredictedByName() {
        // CatBoost calls the predicted class "Class".
        const bool catBoost =
            m_table
                .firstNamed([](const std::string& name) {
                    return name.find(":Class=") != std::string::npos || name == "RawFormulaVal";
                })
                .has_value();
        const auto predicted =
            m_table.firstNamed([](const std::string& name) { return name == "Class"; });
        if (catBoost && predicted) return take(ColumnRole::Predicted, *predicted);
        for (std::size_t c = 0; c < m_table.size(); ++c) {
            if (m_table.taken[c] || !namesPredicted(m_table.names[c]) || isFractions(c)) continue;
            return take(ColumnRole::Predicted, c);
        }
    }

    /// Takes a second column with a name for labels as the predicted class if all its values are
    /// labels and the single score is never below 0.5: true_label, label, score.
    void takeSecondLabel() {
        if (m_roles.predicted || m_roles.scores.size() != 1) return;
        const auto& scores = m_table.contents[m_roles.scores.front()].numbers;
        const bool low = std::ranges::any_of(scores, [](double score) { return score < 0.5; });
        if (low) return;
        for (const std::size_t c : m_roles.otherLabels) {
            const auto& values = m_table.contents[c].values;
            if (values.empty() || !std::ranges::includes(labelValues(), values)) continue;
            std::erase(m_roles.otherLabels, c);
            return take(ColumnRole::Predicted, c);
        }
    }

    /// Returns true if a column may hold the predicted class. All its values must be labels, and
    /// either the label's name ends with its name (correct_answer and answer), or there are three
    /// or more classes and more than half of the sampled rows equal the label.
    bool mayBePrediction(std::size_t column) const {
        const auto& values = m_table.contents[column].values;
        if (values.empty() || !std::ranges::includes(labelValues(), values)) return false;
        const std::string label = plainName(m_table.names[m_roles.label.front()]);
        const std::string name = plainName(m_table.names[column]);
        if (label.size() > name.size() && label.ends_with(name)) return true;
        if (labelValues().size() < 3 || values.size() < 3) return false;
        const auto& truths = (*m_table.samples)[m_roles.label.front()].cells;
        const auto& cells = (*m_table.samples)[column].cells;
        const std::size_t rows = std::min(truths.size(), cells.size());
        std::size_t right = 0;
        for (std::size_t row = 0; row < rows; ++row)
            right += cells[row] == truths[row] ? 1U : 0U;
        return 2 * right > rows;
    }

    /// If the score is a confidence, takes the only column that mayBePrediction() as the predicted
    /// class.
    void takePredictionByValues() {
        if (!m_hasHeader || m_roles.predicted || m_roles.label.size() != 1) return;
        if (m_roles.scoreRole != ScoreRole::Confidence || m_roles.correct) return;
        std::optional<std::size_t> found;
        for (std::size_t c = 0; c < m_table.size(); ++c) {
            const bool free = !m_table.taken[c] && !namesRow(m_table.names[c]) && !isFractions(c);
            if (!free || !mayBePrediction(c)) continue;
            if (found) return;
            found = c;
        }
        if (found) take(ColumnRole::Predicted, *found);
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

    void takeScores(const std::vector<ScoreColumns>& models) {
        if (models.empty()) return;
        const ScoreColumns& first = models.front();
        for (const std::size_t c : first.columns)
            m_table.taken[c] = true;
        m_roles.scores = first.columns;
        m_roles.scoreRole = first.role;
        m_roles.topK = first.topK;
        m_roles.otherModels.assign(models.begin() + 1, models.end());
        const bool ranked = first.topK > 0;
        if (first.predicted && (ranked || !m_roles.predicted) && !isLabel(*first.predicted)) {
            m_roles.predicted.reset();
            take(ColumnRole::Predicted, *first.predicted);
        }
        if (first.correct) take(ColumnRole::Correct, *first.correct);
    }

    bool isLabel(std::size_t c) const {
        return std::ranges::find(m_roles.label, c) != m_roles.label.end();
    }

    /// Return the distinct values of the role's column; empty unless it has exactly one.
    const std::set<std::string>& labelValues() const {
        return m_roles.label.size() == 1 ? m_table.contents[m_roles.label.front()].values : m_none;
    }
    const std::set<std::string>& predictedValues() const {
        return m_roles.predicted ? m_table.contents[*m_roles.predicted].values : m_none;
    }

    /// Returns true if labels are full names of score columns: Class1 and Class2, not 1 and 2.
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
        const bool nested = areNestedTogether();
        for (const std::size_t c : m_roles.scores) {
            const std::string name = nested ? leafName(m_table.names[c]) : m_table.names[c];
            m_roles.classNames.push_back(wholeNames ? name : className(name));
            distinct.insert(m_roles.classNames.back());
        }
        if (distinct.size() < m_roles.scores.size()) m_roles.classNames.clear();
    }

    /// Returns true if the scores are fields of one object: "results.A", "results.B".
    bool areNestedTogether() const {
        std::set<std::string> objects;
        for (const std::size_t c : m_roles.scores) {
            const std::string& name = m_table.names[c];
            const std::string leaf = leafName(name);
            objects.insert(name.substr(0, name.size() - leaf.size()));
        }
        return objects.size() == 1 && !objects.begin()->empty();
    }

    const ReadOptions& m_options;
    bool m_hasHeader;
    bool m_isJudged = false;
    ColumnTable m_table;
    const std::set<std::string> m_none;
    ColumnRoles m_roles;
};

}  // namespace

ColumnIndex::ColumnIndex(const std::vector<std::string>& names) {
    for (const std::string& name : names)
        m_places.emplace(name, m_count++);
}

std::optional<std::size_t> ColumnIndex::find(const std::string& text) const {
    const auto exact = m_places.find(text);
    if (exact != m_places.end()) return exact->second;
    const auto number = parsedInteger(text);
    if (!number || *number < 1 || static_cast<std::size_t>(*number) > m_count) return std::nullopt;
    return static_cast<std::size_t>(*number - 1);
}

bool isSecondModel(const ColumnRoles& roles, const RoleChoice& choice) {
    return isSingleScore(choice.role) && roles.scoreRole != ScoreRole::None &&
           isSingleScore(columnRole(roles.scoreRole));
}

void takeOtherModel(ColumnRoles& roles, const RoleChoice& choice, std::size_t column) {
    auto& models = roles.otherModels;
    const bool isNew = choice.model == 0 || choice.model > models.size();
    const auto add = [&](ScoreRole role) {
        if (isNew) models.push_back({role, {}, std::nullopt, 0});
        ScoreColumns& model = isNew ? models.back() : models[choice.model - 1];
        model.role = role;
        model.columns.push_back(column);
    };
    switch (choice.role) {
        case ColumnRole::Score: return add(ScoreRole::ClassScores);
        case ColumnRole::Probability: return add(ScoreRole::Probability);
        case ColumnRole::Confidence: return add(ScoreRole::Confidence);
        case ColumnRole::Predicted:
            if (!isNew) models[choice.model - 1].predicted = column;
            return;
        case ColumnRole::Correct:
            if (!isNew) models[choice.model - 1].correct = column;
            return;
        case ColumnRole::Label:
        case ColumnRole::Weight:
        case ColumnRole::Group:
        case ColumnRole::Cluster: return;
    }
}

Result<ColumnRoles> assignedRoles(const std::vector<ColumnSample>& columns,
                                  const ReadOptions& options, bool hasHeader, bool decimalComma) {
    return RoleAssigner(columns, options, hasHeader, decimalComma).assign();
}

}  // namespace diagonal
