// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/roles/score_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "core/base/text.h"
#include "core/predictions/predictions.h"
#include "core/reading/roles/column_names.h"

namespace diagonal {
namespace {

using Values = std::set<std::string>;

/// Columns that belong together by name.
struct ScoreFamily {
    std::string name;
    std::vector<std::size_t> columns;
    std::vector<std::string> members;
    NamedScale scale = NamedScale::None;

    int rank() const {
        return (columns.size() >= 2 ? 4 : 0) + (name == "cal_p" ? 3 : 0) +
               (scale == NamedScale::Logit         ? 2
                : scale == NamedScale::Probability ? 1
                                                   : 0);
    }
};

/// Searches the columns of one table for scores.
class ScoreColumnFinder {
public:
    ScoreColumnFinder(const ColumnTable& table, const Values& label, const Values& predicted)
        : m_table(table), m_label(label), m_predicted(predicted) {
        for (std::size_t c = 0; c < table.size(); ++c)
            m_columnOf.emplace(table.names[c], c);
    }

    std::vector<ScoreColumns> byName() const {
        if (auto called = columnsCalledLikeLabels(); !called.empty()) {
            return {{ScoreRole::ClassScores, std::move(called), {}, 0}};
        }
        std::vector<ScoreColumns> models;
        const auto families = rankedFamilies();
        for (const ScoreFamily& family : families) {
            // The probabilities beside logits, or a single column beside whole families, are not
            // another model.
            const bool first = models.empty();
            const bool alike = family.columns.size() >= 2 && family.scale == families[0].scale &&
                               family.columns.size() == families[0].columns.size();
            if (family.columns.size() < 2 || (!first && !alike && family.name != "p")) continue;
            const auto found = modelsOf(family);
            models.insert(models.end(), found.begin(), found.end());
        }
        if (!models.empty()) return models;
        for (const auto& [names, role] : {std::pair(&namesConfidence, ScoreRole::Confidence),
                                          std::pair(&namesProbability, ScoreRole::Probability)}) {
            for (std::size_t c = 0; c < m_table.size(); ++c) {
                if (isFree(c) && names(m_table.names[c]) && canBeProbability(c)) {
                    models.push_back({role, {c}, {}, 0});
                }
            }
            if (!models.empty()) break;
        }
        for (const ScoreFamily& family : families) {
            const bool known = std::ranges::any_of(
                models, [&](const ScoreColumns& model) { return model.columns == family.columns; });
            if (known) continue;
            if (models.empty() || models.front().role == ScoreRole::Probability) {
                models.push_back({ScoreRole::Probability, family.columns, {}, 0});
            }
        }
        return models;
    }

    std::vector<ScoreColumns> byContent() const {
        std::vector<std::size_t> fractions;
        std::vector<std::size_t> probabilities;
        std::vector<std::size_t> namedLikeClasses;
        for (std::size_t c = 0; c < m_table.size(); ++c) {
            const ColumnContent& content = m_table.contents[c];
            const bool ignored = m_table.hasHeader && namesRow(m_table.names[c]);
            if (m_table.taken[c] || !content.numeric || ignored) continue;
            if (!content.integers) {
                fractions.push_back(c);
                if (content.unitInterval) probabilities.push_back(c);
            }
            if (m_table.hasHeader && isClass(m_table.names[c])) namedLikeClasses.push_back(c);
        }
        const auto unit = unitColumns();
        if (namedLikeClasses.size() >= 2) {
            // Columns 1, 2, 3 sum to 1 and labels are 0, 1, 2: only two columns are named like
            // labels.
            const bool aPart = namedLikeClasses.size() < unit.size() && sumToOne(unit) &&
                               !sumToOne(namedLikeClasses);
            if (!aPart) return {{ScoreRole::ClassScores, namedLikeClasses, {}, 0}};
        }
        if (!m_table.hasHeader && fractions.size() >= 2) {
            return {{ScoreRole::ClassScores, fractions, {}, 0}};
        }
        if (probabilities.size() > 1 && countFromZero(probabilities)) {
            return {{ScoreRole::ClassScores, probabilities, {}, 0}};
        }
        if (probabilities.size() > 1 && sumToOne(unit)) {
            return {{ScoreRole::ClassScores, unit, {}, 0}};
        }
        std::vector<ScoreColumns> models;
        if (probabilities.size() > 1 && (!m_table.hasHeader || m_label.size() > 2)) return models;
        for (const std::size_t c : probabilities)
            models.push_back({ScoreRole::Probability, {c}, {}, 0});
        return models;
    }

private:
    const std::vector<double>& numbersOf(std::size_t c) const {
        return m_table.contents[c].numbers;
    }

    bool isClass(const std::string& name) const {
        return m_label.contains(name) || m_predicted.contains(name);
    }

    /// Returns the columns of fractions that are named like the labels, if there is one for each
    /// label and they sum to 1; else none.
    std::vector<std::size_t> columnsCalledLikeLabels() const {
        std::vector<std::size_t> columns;
        for (std::size_t c = 0; c < m_table.size(); ++c) {
            const ColumnContent& content = m_table.contents[c];
            const bool fits = !m_table.taken[c] && content.unitInterval && !content.integers;
            if (fits && m_label.contains(m_table.names[c])) columns.push_back(c);
        }
        const bool all = columns.size() >= 2 && columns.size() == m_label.size();
        return all && sumToOne(columns) ? columns : std::vector<std::size_t>{};
    }

    /// Returns true for points of a game, deciles or votes: whole numbers of no named scale, beside
    /// a column of fractions with a name for a probability.
    bool isPoints(const ScoreFamily& family) const {
        const bool whole = std::ranges::all_of(family.columns, [&](std::size_t c) {
            return m_table.contents[c].integers && !m_table.contents[c].unitInterval;
        });
        if (!whole || family.scale != NamedScale::None) return false;
        for (std::size_t c = 0; c < m_table.size(); ++c) {
            const ColumnContent& content = m_table.contents[c];
            if (m_table.taken[c] || !content.unitInterval || content.integers) continue;
            if (suggestsProbability(m_table.names[c])) return true;
        }
        return false;
    }

    /// Returns true for a list without a known name, such as features (called score_0, score_1...),
    /// that does not sum to 1 and stands beside a column with a name for a score.
    bool isUnnamedList(const ScoreFamily& family) const {
        const bool list = family.name == "score" && family.columns.size() >= 2;
        if (!list || sumToOne(family.columns)) return false;
        for (std::size_t c = 0; c < m_table.size(); ++c) {
            const std::string& name = m_table.names[c];
            const bool named = namesConfidence(name) || namesProbability(name);
            if (isFree(c) && named && m_table.contents[c].unitInterval) return true;
        }
        return false;
    }

    /// Returns false if a column named score or prob cannot be one: it is not numeric, holds
    /// points, or is not a logit and leaves [0, 1] while another column holds fractions in [0, 1].
    bool canBeProbability(std::size_t c) const {
        const ColumnContent& content = m_table.contents[c];
        if (!content.numeric || content.unitInterval) return content.numeric;
        if (namesConfidence(m_table.names[c])) return true;  // in percent
        if (content.integers && isPoints({m_table.names[c], {c}, {}, NamedScale::None})) {
            return false;
        }
        if (namedScale(m_table.names[c]) == NamedScale::Logit) return true;
        for (std::size_t other = 0; other < m_table.size(); ++other) {
            const ColumnContent& fraction = m_table.contents[other];
            if (!m_table.taken[other] && fraction.unitInterval && !fraction.integers) return false;
        }
        return true;
    }

    /// Returns true if a column has neither a role nor a name for labels.
    bool isFree(std::size_t c) const { return !m_table.taken[c] && !namesLabel(m_table.names[c]); }

    /// Returns true for a column of at most two integers whose name extends another's:
    /// prob1_outcome beside prob1.
    bool isOutcomeOfAnother(std::size_t column) const {
        const ColumnContent& content = m_table.contents[column];
        if (!content.integers || content.values.size() > 2) return false;
        const std::string& name = m_table.names[column];
        for (std::size_t i = name.find_first_of("_. "); i != std::string::npos;
             i = name.find_first_of("_. ", i + 1)) {
            if (m_columnOf.contains(name.substr(0, i))) return true;
        }
        return false;
    }

    std::optional<FamilyName> familyOf(std::size_t c) const {
        if (auto name = familyName(m_table.names[c])) return name;
        const auto bracketed = bracketedName(m_table.names[c]);
        return bracketed && m_table.contents[c].unitInterval ? bracketed : std::nullopt;
    }

    /// Drops the numbered members of a family that holds as many with names: Ludwig writes
    /// Survived_probabilities as a list, and _False and _True beside it.
    static void dropRepeatedList(ScoreFamily& family) {
        const auto isNumber = [&](std::size_t i) {
            return parsedInteger(family.members[i]).has_value();
        };
        const std::size_t size = family.members.size();
        std::size_t numbers = 0;
        for (std::size_t i = 0; i < size; ++i)
            numbers += isNumber(i) ? 1U : 0U;
        if (numbers < 2 || 2 * numbers != size) return;
        ScoreFamily named{family.name, {}, {}, family.scale};
        for (std::size_t i = 0; i < size; ++i) {
            if (isNumber(i)) continue;
            named.columns.push_back(family.columns[i]);
            named.members.push_back(family.members[i]);
        }
        family = std::move(named);
    }

    std::vector<ScoreFamily> rankedFamilies() const {
        std::map<std::string, ScoreFamily> families;
        for (std::size_t c = 0; c < m_table.size(); ++c) {
            const std::string& name = m_table.names[c];
            const ColumnContent& content = m_table.contents[c];
            // "prob_a" is a class's score although "proba" names a probability.
            if (!isFree(c) || namesConfidence(name) || namesPredicted(name)) continue;
            if (!content.numeric && !content.values.empty()) continue;
            const auto parts = familyOf(c);
            if (!parts || isOutcomeOfAnother(c)) continue;
            ScoreFamily& family = families[parts->family];
            family.name = parts->family;
            family.columns.push_back(c);
            family.members.push_back(parts->member);
            if (family.columns.size() == 1) family.scale = namedScale(parts->family);
        }
        std::vector<ScoreFamily> ranked;
        ranked.reserve(families.size());
        for (auto& [name, family] : families)
            dropRepeatedList(family);
        for (auto& [name, family] : families)
            if (!isPoints(family) && !isUnnamedList(family)) ranked.push_back(std::move(family));
        std::ranges::stable_sort(
            ranked, [](const ScoreFamily& a, const ScoreFamily& b) { return a.rank() > b.rank(); });
        return ranked;
    }

    /// Returns the models of a family of several columns, which are classes, ranks, or one model
    /// each.
    std::vector<ScoreColumns> modelsOf(const ScoreFamily& family) const {
        if (const auto best = bestOfRanks(family)) return {*best};
        if (holdsModels(family)) {
            std::vector<ScoreColumns> models;
            for (const std::size_t c : family.columns)
                models.push_back({ScoreRole::Probability, {c}, {}, 0});
            return models;
        }
        return {{ScoreRole::ClassScores, family.columns, columnCalled(family.name), 0}};
    }

    std::optional<std::size_t> columnCalled(const std::string& name) const {
        const auto found = m_columnOf.find(name);
        if (found == m_columnOf.end() || m_table.contents[found->second].unitInterval) {
            return std::nullopt;
        }
        return found->second;
    }

    /// Returns the first column of a top-k family, if columns such as label_1 hold the class of
    /// each rank and the scores fall by rank; else nullopt.
    std::optional<ScoreColumns> bestOfRanks(const ScoreFamily& family) const {
        for (const char* sibling : {"index_", "label_", "class_", "pred_"}) {
            std::vector<std::size_t> classes;
            for (const std::string& member : family.members) {
                const auto found = m_columnOf.find(sibling + member);
                if (found != m_columnOf.end() && mayHoldClasses(found->second, family)) {
                    classes.push_back(found->second);
                }
            }
            if (classes.size() != family.columns.size() || !fallsByRank(family.columns)) continue;
            std::size_t predicted = classes.front();
            const auto label = m_columnOf.find("label_" + family.members.front());
            const bool words =
                label != m_columnOf.end() && !m_label.empty() &&
                std::ranges::includes(m_table.contents[label->second].values, m_label);
            if (words) predicted = label->second;
            return ScoreColumns{
                ScoreRole::Confidence, {family.columns.front()}, predicted, family.columns.size()};
        }
        return std::nullopt;
    }

    /// Returns true if a column may hold the classes of a family's scores: it is not one of them
    /// and holds no fractions.
    bool mayHoldClasses(std::size_t column, const ScoreFamily& family) const {
        const ColumnContent& content = m_table.contents[column];
        const bool fractions = content.numeric && !content.integers;
        return !fractions && std::ranges::find(family.columns, column) == family.columns.end();
    }

    /// Returns true if no column exceeds the one before it, in at least 95 % of the sampled rows.
    bool fallsByRank(const std::vector<std::size_t>& columns) const {
        std::size_t rows = numbersOf(columns.front()).size();
        for (const std::size_t c : columns)
            rows = std::min(rows, numbersOf(c).size());
        std::size_t falling = 0;
        for (std::size_t row = 0; row < rows; ++row) {
            const auto rises = [&](std::size_t before, std::size_t after) {
                return numbersOf(after)[row] > numbersOf(before)[row];
            };
            falling += std::ranges::adjacent_find(columns, rises) == columns.end();
        }
        return static_cast<double>(falling) >= 0.95 * static_cast<double>(rows);
    }

    /// Returns true if columns are called like output_0, output_1, one for each label value; the
    /// stem may be any word but one for a model.
    bool countFromZero(const std::vector<std::size_t>& columns) const {
        constexpr auto models =
            std::to_array<std::string_view>({"model", "fold", "run", "seed", "net", "clf"});
        std::string stem = m_table.names[columns.front()];
        if (columns.size() != m_label.size() || !stem.ends_with('0')) return false;
        stem.pop_back();
        for (std::size_t k = 0; k < columns.size(); ++k) {
            if (m_table.names[columns[k]] != stem + std::to_string(k)) return false;
        }
        return std::ranges::none_of(
            models, [&](std::string_view model) { return lowerCase(stem).starts_with(model); });
    }

    std::vector<std::size_t> unitColumns() const {
        std::vector<std::size_t> columns;
        for (std::size_t c = 0; c < m_table.size(); ++c) {
            const bool ignored = m_table.taken[c] || namesRow(m_table.names[c]);
            if (!ignored && m_table.contents[c].unitInterval) columns.push_back(c);
        }
        return columns;
    }

    /// Returns the share of sampled rows in which columns sum to 1 within kRoundedSumTolerance;
    /// nullopt without rows.
    std::optional<double> shareOfUnitSums(const std::vector<std::size_t>& columns) const {
        if (columns.empty()) return std::nullopt;
        const std::size_t rows = numbersOf(columns.front()).size();
        std::size_t sums = 0;
        for (std::size_t row = 0; row < rows; ++row) {
            double sum = 0;
            for (const std::size_t c : columns) {
                const auto& numbers = numbersOf(c);
                sum += row < numbers.size() && !std::isnan(numbers[row]) ? numbers[row] : 0;
            }
            sums += std::abs(sum - 1) <= kRoundedSumTolerance;
        }
        if (rows == 0) return std::nullopt;
        return static_cast<double>(sums) / static_cast<double>(rows);
    }

    /// Returns true if columns sum to 1 in at least 95 % of the sampled rows.
    bool sumToOne(const std::vector<std::size_t>& columns) const {
        const auto share = shareOfUnitSums(columns);
        return share && *share >= 0.95;
    }

    /// Returns true if each column is another model's probability of the positive class: there are
    /// at most two labels, no member is a class, and fewer than half of the rows sum to 1.
    bool holdsModels(const ScoreFamily& family) const {
        if (m_label.empty() || m_label.size() > 2 || family.scale == NamedScale::Logit)
            return false;
        if (std::ranges::any_of(family.members, [&](const auto& m) { return isClass(m); })) {
            return false;
        }
        const bool allUnit = std::ranges::all_of(
            family.columns, [&](std::size_t c) { return m_table.contents[c].unitInterval; });
        const auto share = allUnit ? shareOfUnitSums(family.columns) : std::nullopt;
        return share && *share < 0.5;
    }

    const ColumnTable& m_table;
    const Values& m_label;
    const Values& m_predicted;
    std::map<std::string, std::size_t> m_columnOf;
};

}  // namespace

std::vector<ScoreColumns> scoresByName(const ColumnTable& table, const Values& label,
                                       const Values& predicted) {
    return ScoreColumnFinder(table, label, predicted).byName();
}

std::vector<ScoreColumns> scoresByContent(const ColumnTable& table, const Values& label,
                                          const Values& predicted) {
    return ScoreColumnFinder(table, label, predicted).byContent();
}

}  // namespace diagonal
