// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selecting/common_traits.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <boost/math/distributions/hypergeometric.hpp>

#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr double kLevelOfTraits = 0.05;
constexpr std::size_t kMostValues = 10'000;    ///< of a column: one with more names rows
constexpr std::size_t kMostPairs = 4'000'000;  ///< of a true and another predicted class
constexpr std::size_t kMostCounted = 5;

/// Probability of at least `inside` rows with a trait among `chosen` of `total` rows, of which
/// `with` have it.
double chanceOf(std::size_t inside, std::size_t chosen, std::size_t with, std::size_t total) {
    if (inside == 0) return 1;
    using Distribution = boost::math::hypergeometric_distribution<double>;
    const auto number = [](std::size_t rows) { return static_cast<unsigned>(rows); };
    const Distribution distribution(number(with), number(chosen), number(total));
    const std::size_t least = with + chosen > total ? with + chosen - total : 0;
    if (inside <= least) return 1;
    return boost::math::cdf(boost::math::complement(distribution, number(inside - 1)));
}

/// Some of the rows of a dataset, chosen from others.
struct ChosenRows {
    std::span<const std::size_t> rows;  ///< ascending
    std::vector<bool> isChosen;
    std::size_t total = 0;
};

/// Looks at one condition after the other, and keeps those that could be common.
class TraitFinder {
public:
    explicit TraitFinder(ChosenRows rows) : m_rows(std::move(rows)) {}

    /// Adds the values of something. `codeOf` returns the value of a row, or a negative number for
    /// a row that is not among those to compare.
    template <typename CodeOf, typename ConditionOf>
    void add(std::size_t values, CodeOf codeOf, ConditionOf conditionOf,
             std::size_t most = kMostValues) {
        if (values < 2 || values > most) return;
        std::vector<std::size_t> inside(values), all(values);
        std::size_t chosen = 0;
        std::size_t compared = 0;
        for (std::size_t row = 0; row < m_rows.total; ++row) {
            const std::int64_t code = codeOf(row);
            if (code < 0) continue;
            ++compared;
            ++all[static_cast<std::size_t>(code)];
            if (!m_rows.isChosen[row]) continue;
            ++chosen;
            ++inside[static_cast<std::size_t>(code)];
        }
        for (std::size_t value = 0; value < values; ++value) {
            CommonTrait trait{
                {}, inside[value], chosen, all[value] - inside[value], compared - chosen};
            // However rows are chosen, fewer cannot have it often enough.
            if (all[value] < kLeastOfTrait) continue;
            if (trait.others > 0) ++m_looked;
            if (trait.inside < kLeastOfTrait) continue;
            trait.condition = conditionOf(value);
            keep(std::move(trait));
        }
    }

    std::vector<CommonTrait> finish() && {
        std::ranges::sort(m_traits, {}, &CommonTrait::p);
        double least = 0;
        for (std::size_t i = 0; i < m_traits.size(); ++i) {
            const auto looked = static_cast<double>(m_looked - i);
            least = std::max(least, std::min(1.0, *m_traits[i].p * looked));
            m_traits[i].p = least;
        }
        std::erase_if(m_traits, [](const CommonTrait& trait) { return trait.p >= kLevelOfTraits; });
        // Shares are compared with one row more outside, which none may have.
        const auto lift = [](const CommonTrait& trait) {
            return trait.shareInside() * static_cast<double>(trait.others + 1) /
                   static_cast<double>(trait.outside + 1);
        };
        std::ranges::stable_sort(m_traits, std::ranges::greater(), lift);
        std::ranges::stable_sort(m_counted, std::ranges::greater(), &CommonTrait::inside);
        m_counted.resize(std::min(m_counted.size(), kMostCounted));
        m_traits.insert(m_traits.end(), m_counted.begin(), m_counted.end());
        return std::move(m_traits);
    }

private:
    void keep(CommonTrait trait) {
        if (trait.others == 0) return m_counted.push_back(std::move(trait));
        if (trait.shareInside() <= trait.shareOutside()) return;
        trait.p = chanceOf(trait.inside, trait.chosen, trait.inside + trait.outside,
                           trait.chosen + trait.others);
        m_traits.push_back(std::move(trait));
    }

    ChosenRows m_rows;
    std::size_t m_looked = 0;
    std::vector<CommonTrait> m_traits;
    std::vector<CommonTrait> m_counted;  ///< without other rows to compare with
};

/// The tenths of a column of numbers.
struct Tenths {
    std::vector<std::string> edges;  ///< between them, as the column writes them; ascending
    std::vector<int> ofValue;        ///< which tenth a value is in; -1 for a text

    RowConditions condition(const std::string& column, std::size_t tenth) const {
        RowConditions condition;
        if (tenth > 0) condition.cells.push_back({column, ">=", edges[tenth - 1]});
        if (tenth < edges.size()) condition.cells.push_back({column, "<", edges[tenth]});
        return condition;
    }
};

/// True if a condition on a column of this name is read as it is written: "P(x=1)>=3" would be one
/// on "P(x", and "confidence" is that of the view.
bool canBeWritten(const std::string& name) {
    RowConditions read;
    const CellCondition bound{name, "<", "1"};
    return addCondition(read, writtenCondition(bound)) && read.cells == std::vector{bound};
}

/// Divides the rows of a column by its deciles; none unless it holds many numbers, and at most a
/// few texts, which stand for missing ones.
std::optional<Tenths> tenthsOf(const GroupColumn& column) {
    constexpr std::size_t least = 20;
    constexpr std::size_t mostTexts = 3;
    constexpr std::size_t parts = 10;
    if (column.values.size() <= least || !canBeWritten(column.name)) return std::nullopt;
    std::vector<std::size_t> counts(column.values.size());
    for (const std::int32_t code : column.codes) {
        if (code >= 0) ++counts[static_cast<std::size_t>(code)];
    }
    std::vector<std::pair<double, std::size_t>> numbers;
    std::size_t rows = 0;
    for (std::size_t value = 0; value < column.values.size(); ++value) {
        const auto number = parsedDouble(column.values[value]);
        if (!number || std::isnan(*number)) continue;
        numbers.emplace_back(*number, value);
        rows += counts[value];
    }
    if (numbers.size() <= least || numbers.size() + mostTexts < column.values.size())
        return std::nullopt;
    std::ranges::sort(numbers);
    Tenths tenths{{}, std::vector<int>(column.values.size(), -1)};
    std::size_t below = 0;
    std::size_t decile = 1;
    double last = numbers.front().first;
    for (const auto& [number, value] : numbers) {
        // A value of many rows is in one tenth, which may hold the rows of several.
        if (number != last && below * parts >= decile * rows) {
            tenths.edges.push_back(column.values[value]);
            decile = below * parts / rows + 1;
        }
        tenths.ofValue[value] = static_cast<int>(tenths.edges.size());
        below += counts[value];
        last = number;
    }
    return tenths;
}

/// Adds the values of a column, those of numbers in tenths.
void addColumn(const GroupColumn& column, TraitFinder& finder) {
    if (const auto tenths = tenthsOf(column))
        return finder.add(
            tenths->edges.size() + 1,
            [&](std::size_t row) {
                const std::int32_t code = column.codes[row];
                return code < 0 ? -1 : tenths->ofValue[static_cast<std::size_t>(code)];
            },
            [&](std::size_t tenth) { return tenths->condition(column.name, tenth); });
    finder.add(
        column.values.size(), [&](std::size_t row) { return column.codes[row]; },
        [&](std::size_t value) {
            RowConditions condition;
            condition.groups = {{column.name, column.values[value]}};
            return condition;
        });
}

void addClasses(const Predictions& predictions, TraitFinder& finder) {
    const bool haveClasses = predictions.form() == PredictionForm::ClassScores ||
                             predictions.form() == PredictionForm::PositiveScore;
    if (!haveClasses) return;
    const auto& names = predictions.classNames();
    const std::size_t classes = names.size();
    const auto code = [](std::size_t k) { return static_cast<std::int64_t>(k); };
    const auto named = [&](std::optional<std::string> RowConditions::*which) {
        return [&names, which](std::size_t k) {
            RowConditions condition;
            condition.*which = names[k];
            return condition;
        };
    };
    finder.add(
        classes, [&](std::size_t row) { return code(predictions.label(row)); },
        named(&RowConditions::label));
    // Of one true class, the predicted class says again which rows are wrong.
    bool isOneClass = true;
    for (std::size_t row = 1; row < predictions.rows() && isOneClass; ++row)
        isOneClass = predictions.label(row) == predictions.label(0);
    if (!isOneClass)
        finder.add(
            classes, [&](std::size_t row) { return code(predictions.predicted(row)); },
            named(&RowConditions::predicted));
    finder.add(
        classes * classes,
        [&](std::size_t row) {
            if (predictions.isCorrect(row)) return std::int64_t{-1};
            return code(predictions.label(row) * classes + predictions.predicted(row));
        },
        [&](std::size_t pair) {
            RowConditions condition;
            condition.label = names[pair / classes];
            condition.predicted = names[pair % classes];
            return condition;
        },
        kMostPairs);
}

}  // namespace

std::vector<CommonTrait> commonTraits(const Dataset& dataset, std::span<const std::size_t> rows,
                                      const RowConditions& conditions) {
    const std::size_t total = dataset.predictions.rows();
    if (dataset.summary.cells || rows.empty() || rows.size() >= total) return {};
    ChosenRows chosen{rows, std::vector<bool>(total, false), total};
    for (const std::size_t row : rows)
        chosen.isChosen[row] = true;
    TraitFinder finder(std::move(chosen));
    for (const GroupColumn& group : dataset.groups)
        addColumn(group, finder);
    for (const RowNames& names : dataset.rowNames) {
        if (names.isOther && names.codes.size() == total) addColumn(names, finder);
    }
    addClasses(dataset.predictions, finder);
    std::vector<CommonTrait> traits = std::move(finder).finish();
    std::erase_if(
        traits, [&](const CommonTrait& trait) { return isChosenBy(trait.condition, conditions); });
    return traits;
}

std::vector<CommonTrait> topConfusions(const Dataset& dataset, std::span<const std::size_t> rows) {
    constexpr std::size_t most = 3;
    constexpr std::size_t least = 2;
    const Predictions& predictions = dataset.predictions;
    const bool haveClasses = predictions.form() == PredictionForm::ClassScores ||
                             predictions.form() == PredictionForm::PositiveScore;
    if (!haveClasses) return {};
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> counts;
    for (const std::size_t row : rows) {
        if (!predictions.isCorrect(row))
            ++counts[{predictions.label(row), predictions.predicted(row)}];
    }
    std::vector<CommonTrait> traits;
    for (const auto& [pair, count] : counts) {
        if (count < least) continue;
        CommonTrait& trait = traits.emplace_back();
        trait.condition.label = predictions.classNames()[pair.first];
        trait.condition.predicted = predictions.classNames()[pair.second];
        trait.inside = count;
        trait.chosen = rows.size();
    }
    std::ranges::stable_sort(traits, std::ranges::greater(), &CommonTrait::inside);
    traits.resize(std::min(traits.size(), most));
    return traits;
}

bool isChosenBy(const RowConditions& condition, const RowConditions& conditions) {
    const auto isSameColumn = [&](const auto& one) {
        const auto isOn = [&](const auto& chosen) { return chosen.column == one.column; };
        return std::ranges::any_of(conditions.groups, isOn) ||
               std::ranges::any_of(conditions.cells, isOn);
    };
    return (condition.label && conditions.label) || (condition.predicted && conditions.predicted) ||
           std::ranges::any_of(condition.groups, isSameColumn) ||
           std::ranges::any_of(condition.cells, isSameColumn);
}

std::string traitText(const CommonTrait& trait) {
    std::string text = groupedDigits(trait.inside) + " of " + groupedDigits(trait.chosen) +
                       " have " + conditionsText(trait.condition);
    if (trait.others == 0) return text;
    constexpr double rare = 0.1;
    const double digits = trait.shareOutside() < rare ? 1000 : 100;
    return text + " (of the others " +
           percentText(std::round(digits * trait.shareOutside()) / digits) + ")";
}

Table traitTable(std::span<const CommonTrait> traits) {
    Table table{"what they have in common",
                {{"trait", "Trait", true},
                 {"rows", "Rows"},
                 {"of", "Of"},
                 {"others", "Other rows"},
                 {"of_others", "Of the others"},
                 {"share", "Share"},
                 {"share_others", "Share of the others"},
                 {"p_holm", "p, Holm"}},
                {}};
    for (const CommonTrait& trait : traits) {
        const bool isCompared = trait.others > 0;
        table.rows.push_back(
            {conditionsText(trait.condition), trait.inside, trait.chosen, trait.outside,
             trait.others, NumberCell{trait.shareInside()},
             NumberCell{isCompared ? std::optional(trait.shareOutside()) : std::nullopt},
             NumberCell{trait.p}});
    }
    return table;
}

}  // namespace diagonal
