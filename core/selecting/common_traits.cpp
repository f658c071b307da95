// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selecting/common_traits.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include <boost/math/distributions/hypergeometric.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr double kLevelOfTraits = 0.05;
constexpr std::size_t kMostValuesOfTrait = 10'000;  ///< of a column: one with more names rows
constexpr std::size_t kMostPairs = 4'000'000;       ///< of a true and another predicted class

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

/// Which rows are compared with which, of all rows of a dataset.
enum class Side : std::uint8_t { None, Others, Chosen };
using Sides = std::vector<Side>;

/// How many rows have each value of something.
struct ValueCounts {
    std::vector<std::size_t> inside;  ///< chosen rows
    std::vector<std::size_t> all;
    std::size_t chosen = 0;
    std::size_t compared = 0;

    /// Returns the trait of having one of the values from `first` to `last`.
    CommonTrait traitOf(std::size_t first, std::size_t last) const {
        CommonTrait trait{{}, 0, chosen, 0, compared - chosen};
        for (std::size_t value = first; value <= last; ++value) {
            trait.inside += inside[value];
            trait.outside += all[value] - inside[value];
        }
        return trait;
    }
};

/// Counts values. `codeOf` returns that of a row, or a negative number for a row that is not among
/// those to compare.
template <typename CodeOf>
ValueCounts valueCounts(const Sides& sides, std::size_t values, CodeOf codeOf) {
    ValueCounts counts{std::vector<std::size_t>(values), std::vector<std::size_t>(values)};
    for (std::size_t row = 0; row < sides.size(); ++row) {
        if (sides[row] == Side::None) continue;
        const std::int64_t code = codeOf(row);
        if (code < 0) continue;
        ++counts.compared;
        ++counts.all[static_cast<std::size_t>(code)];
        if (sides[row] != Side::Chosen) continue;
        ++counts.chosen;
        ++counts.inside[static_cast<std::size_t>(code)];
    }
    return counts;
}

/// A trait of the values from `first` to `last`.
struct RangeTrait {
    CommonTrait trait;
    std::size_t first = 0;
    std::size_t last = 0;
};

/// Returns by how many standard deviations more chosen rows have a trait than by chance.
double deviationOf(const CommonTrait& trait) {
    const auto number = [](std::size_t rows) { return static_cast<double>(rows); };
    const double total = number(trait.chosen + trait.others);
    const double share = number(trait.inside + trait.outside) / total;
    const double expected = number(trait.chosen) * share;
    const double variance = expected * (1 - share) * number(trait.others) / (total - 1);
    return variance > 0 ? (number(trait.inside) - expected) / std::sqrt(variance) : 0;
}

/// Returns the probability that chosen rows have a trait as much more often by chance, if the rows
/// of a cluster are not independent: a score test with the variance of the sums of clusters (Liang
/// and Zeger 1986), of Student's distribution.
double clusteredChance(const Sides& sides, const GroupColumn& clusters, const CommonTrait& trait,
                       const std::function<bool(std::size_t)>& has,
                       const std::function<bool(std::size_t)>& isCompared) {
    const auto total = static_cast<double>(trait.chosen + trait.others);
    const double share = static_cast<double>(trait.inside + trait.outside) / total;
    const double chosen = static_cast<double>(trait.chosen) / total;
    std::vector<double> sums(clusters.values.size());
    std::vector<bool> isThere(clusters.values.size());
    double score = 0;
    double variance = 0;
    double count = 0;
    for (std::size_t row = 0; row < sides.size(); ++row) {
        if (sides[row] == Side::None || !isCompared(row)) continue;
        const double term =
            ((has(row) ? 1 : 0) - share) * ((sides[row] == Side::Chosen ? 1 : 0) - chosen);
        score += term;
        const std::int32_t cluster = clusters.codes[row];
        if (cluster < 0) {  // a cluster of its own
            variance += term * term;
            ++count;
            continue;
        }
        sums[static_cast<std::size_t>(cluster)] += term;
        isThere[static_cast<std::size_t>(cluster)] = true;
    }
    for (std::size_t cluster = 0; cluster < sums.size(); ++cluster) {
        variance += sums[cluster] * sums[cluster];
        count += isThere[cluster] ? 1 : 0;
    }
    if (count < 3 || !(variance > 0)) return 1;
    const boost::math::students_t_distribution<double> distribution(count - 1);
    return boost::math::cdf(boost::math::complement(distribution, score / std::sqrt(variance)));
}

/// Looks at one condition after the other, and keeps those that could be common.
class TraitFinder {
public:
    /// `clusters` are null if rows are independent.
    TraitFinder(const Sides& sides, const GroupColumn* clusters)
        : m_sides(sides), m_clusters(clusters) {}

    const Sides& sides() const { return m_sides; }

    /// Adds the values of something (valueCounts()).
    template <typename CodeOf, typename ConditionOf>
    void add(std::size_t values, CodeOf codeOf, ConditionOf conditionOf,
             std::size_t most = kMostValuesOfTrait) {
        if (values < 2 || values > most) return;
        const ValueCounts counts = valueCounts(m_sides, values, codeOf);
        for (std::size_t value = 0; value < values; ++value) {
            CommonTrait trait = counts.traitOf(value, value);
            if (!looksAt(trait)) continue;
            trait.condition = conditionOf(value);
            const auto has = [&](std::size_t row) {
                return codeOf(row) == static_cast<std::int64_t>(value);
            };
            keep(std::move(trait), has, [&](std::size_t row) { return codeOf(row) >= 0; });
        }
    }

    /// Adds the clearest one of some ranges of values. `codeOf`: as valueCounts().
    template <typename CodeOf>
    void addClearest(std::span<const RangeTrait> traits, CodeOf codeOf) {
        const RangeTrait* clearest = nullptr;
        for (const RangeTrait& range : traits) {
            const bool isClearer =
                looksAt(range.trait) &&
                (!clearest || deviationOf(range.trait) > deviationOf(clearest->trait));
            if (isClearer) clearest = &range;
        }
        if (!clearest) return;
        const auto has = [&](std::size_t row) {
            const std::int64_t code = codeOf(row);
            return code >= static_cast<std::int64_t>(clearest->first) &&
                   code <= static_cast<std::int64_t>(clearest->last);
        };
        keep(clearest->trait, has, [&](std::size_t row) { return codeOf(row) >= 0; });
    }

    /// How many conditions were looked at.
    std::size_t looked() const { return m_looked; }

    /// Returns the traits; `looked` counts what others looked at, too.
    std::vector<CommonTrait> finish(std::size_t looked) && {
        std::ranges::sort(m_traits, {}, &CommonTrait::p);
        double least = 0;
        for (std::size_t i = 0; i < m_traits.size(); ++i) {
            least =
                std::max(least, std::min(1.0, *m_traits[i].p * static_cast<double>(looked - i)));
            m_traits[i].p = least;
        }
        std::erase_if(m_traits, [](const CommonTrait& trait) { return trait.p >= kLevelOfTraits; });
        // Shares are compared with one row more outside, which none may have.
        const auto lift = [](const CommonTrait& trait) {
            return trait.shareInside() * static_cast<double>(trait.others + 1) /
                   static_cast<double>(trait.outside + 1);
        };
        std::ranges::stable_sort(m_traits, std::ranges::greater(), lift);
        return std::move(m_traits);
    }

private:
    /// Counts a condition that chosen rows could fulfil more often; returns whether they do so.
    bool looksAt(const CommonTrait& trait) {
        const std::size_t with = trait.inside + trait.outside;
        const bool canTell = trait.chosen > 0 && trait.others > 0 && with >= kLeastOfTrait &&
                             with < trait.chosen + trait.others;
        if (!canTell) return false;
        ++m_looked;
        return trait.inside >= kLeastOfTrait && trait.shareInside() > trait.shareOutside();
    }

    void keep(CommonTrait trait, const std::function<bool(std::size_t)>& has,
              const std::function<bool(std::size_t)>& isCompared) {
        trait.p = chanceOf(trait.inside, trait.chosen, trait.inside + trait.outside,
                           trait.chosen + trait.others);
        if (m_clusters && *trait.p < kLevelOfTraits)
            trait.p =
                std::max(*trait.p, clusteredChance(m_sides, *m_clusters, trait, has, isCompared));
        m_traits.push_back(std::move(trait));
    }

    const Sides& m_sides;
    const GroupColumn* m_clusters;
    std::size_t m_looked = 0;
    std::vector<CommonTrait> m_traits;
};

/// The tenths of a column of numbers.
struct Tenths {
    std::vector<std::string> edges;  ///< between them, as the column writes them; ascending
    std::vector<int> ofValue;        ///< which tenth a value is in; -1 for a text

    std::size_t count() const { return edges.size() + 1; }
    RowConditions condition(const std::string& column, std::size_t first, std::size_t last) const {
        RowConditions condition;
        if (first > 0) condition.cells.push_back({column, ">=", edges[first - 1]});
        if (last < edges.size()) condition.cells.push_back({column, "<", edges[last]});
        return condition;
    }
};

/// Divides the compared rows of a column by its deciles; none unless they hold many numbers, and at
/// most a few texts, which stand for missing ones.
std::optional<Tenths> tenthsOf(const GroupColumn& column, const Sides& sides) {
    constexpr std::size_t least = 20;
    constexpr std::size_t mostTexts = 3;
    constexpr std::size_t parts = 10;
    if (column.values.size() <= least) return std::nullopt;
    std::vector<std::size_t> counts(column.values.size());
    for (std::size_t row = 0; row < sides.size(); ++row) {
        const std::int32_t code = column.codes[row];
        if (code >= 0 && sides[row] != Side::None) ++counts[static_cast<std::size_t>(code)];
    }
    std::vector<std::pair<double, std::size_t>> numbers;
    std::size_t rows = 0;
    std::size_t texts = 0;
    for (std::size_t value = 0; value < column.values.size(); ++value) {
        // Bounds on such a column are refused.
        if (isCommaNumber(column.values[value])) return std::nullopt;
        if (counts[value] == 0) continue;
        const auto number = parsedDouble(column.values[value]);
        if (!number || !std::isfinite(*number)) {
            ++texts;
            continue;
        }
        numbers.emplace_back(*number, value);
        rows += counts[value];
    }
    if (numbers.size() <= least || texts > mostTexts) return std::nullopt;
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

/// Adds a tenth of a column, or all below or above one.
void addTenths(const GroupColumn& column, const Tenths& tenths, TraitFinder& finder) {
    const auto codeOf = [&](std::size_t row) {
        const std::int32_t code = column.codes[row];
        return std::int64_t{code < 0 ? -1 : tenths.ofValue[static_cast<std::size_t>(code)]};
    };
    const ValueCounts counts = valueCounts(finder.sides(), tenths.count(), codeOf);
    std::vector<RangeTrait> traits;
    const auto add = [&](std::size_t first, std::size_t last) {
        traits.push_back({counts.traitOf(first, last), first, last});
        traits.back().trait.condition = tenths.condition(column.name, first, last);
    };
    const std::size_t end = tenths.count() - 1;
    for (std::size_t tenth = 0; tenth <= end; ++tenth) {
        add(tenth, tenth);
        if (tenth > 0 && tenth < end) add(0, tenth);
        if (tenth > 0 && tenth < end) add(tenth, end);
    }
    finder.addClearest(traits, codeOf);
}

/// Adds the values of a column, those of numbers in tenths, and whether it is empty.
void addColumn(const GroupColumn& column, TraitFinder& finder) {
    const auto condition = [&](const std::string& value) {
        RowConditions one;
        one.groups = {{column.name, value}};
        return one;
    };
    // A column without a role keeps what stands for no value: "nan".
    const std::vector<bool> isNothing = emptyValues(column.values);
    const auto codeOf = [&](std::size_t row) {
        const std::int32_t code = column.codes[row];
        return code >= 0 && isNothing[static_cast<std::size_t>(code)] ? -1 : code;
    };
    if (const auto tenths = tenthsOf(column, finder.sides())) {
        addTenths(column, *tenths, finder);
    } else {
        finder.add(column.values.size(), codeOf,
                   [&](std::size_t value) { return condition(column.values[value]); });
    }
    finder.add(
        2, [&](std::size_t row) { return codeOf(row) < 0 ? 1 : 0; },
        [&](std::size_t empty) {
            RowConditions filled;
            filled.cells = {{column.name, "!=", ""}};
            return empty == 1 ? condition("") : filled;
        });
}

/// Which classes and outcomes of rows do not follow from how the rows were chosen.
struct OpenTraits {
    bool label = true;
    bool predicted = true;
    bool outcome = true;
    bool confusions = true;
};

OpenTraits openTraits(const Dataset& dataset, const Sides& sides, TraitsOf of,
                      const RowConditions& conditions) {
    const auto classes = rowClasses(dataset);
    const bool haveOutcomes = dataset.predictions.form() != PredictionForm::MultiLabel;
    const bool areListed = of == TraitsOf::Listed;
    const bool isOfClass = conditions.label || conditions.predicted;
    if (!classes) return {false, false, areListed && haveOutcomes && !conditions.confidence, false};
    // The confidence in one of two classes says which one is predicted.
    const bool areTwo = classes->names.size() == 2;
    OpenTraits open;
    const bool isTold = areTwo && !dataset.classPairs && conditions.confidence;
    open.label = !isOfClass && !isTold;
    open.predicted = open.label && (areListed || !areTwo);
    open.outcome =
        areListed && !conditions.confidence && !(conditions.label && conditions.predicted);
    open.confusions = areListed && !isOfClass && !areTwo;
    const auto areOne = [&sides](const ClassCodes& codes) {
        std::optional<std::size_t> first;
        for (std::size_t row = 0; row < sides.size(); ++row) {
            if (sides[row] == Side::None) continue;
            if (!first) first = codes[row];
            if (codes[row] != *first) return false;
        }
        return true;
    };
    // Of one true class, the predicted class says which rows are wrong, and the other way round.
    if (areOne(classes->labels)) open.predicted = false;
    if (!areListed && areOne(classes->predicted)) open.label = false;
    return open;
}

void addOutcome(const Predictions& predictions, TraitFinder& finder) {
    finder.add(
        2, [&](std::size_t row) { return std::int64_t{predictions.isCorrect(row) ? 1 : 0}; },
        [](std::size_t isCorrect) {
            RowConditions condition;
            condition.isCorrect = isCorrect == 1;
            return condition;
        });
}

/// Adds true and predicted classes, and confusions.
void addClasses(const RowClasses& of, const OpenTraits& open, TraitFinder& finder) {
    const auto& names = of.names;
    const std::size_t classes = names.size();
    const auto code = [](std::size_t k) { return static_cast<std::int64_t>(k); };
    const auto named = [&](std::optional<std::string> RowConditions::*which) {
        return [&names, which](std::size_t k) {
            RowConditions condition;
            condition.*which = names[k];
            return condition;
        };
    };
    if (open.label)
        finder.add(
            classes, [&](std::size_t row) { return code(of.labels[row]); },
            named(&RowConditions::label));
    if (open.predicted)
        finder.add(
            classes, [&](std::size_t row) { return code(of.predicted[row]); },
            named(&RowConditions::predicted));
    if (!open.confusions) return;
    finder.add(
        classes * classes,
        [&](std::size_t row) {
            if (of.labels[row] == of.predicted[row]) return std::int64_t{-1};
            return code(of.labels[row] * classes + of.predicted[row]);
        },
        [&](std::size_t pair) {
            RowConditions condition;
            condition.label = names[pair / classes];
            condition.predicted = names[pair % classes];
            return condition;
        },
        kMostPairs);
}

/// Returns the three most frequent confusions of rows, and those as frequent as the third, to six,
/// of two rows or more; none of two classes, where the true class says the same.
std::vector<CommonTrait> topConfusions(const Dataset& dataset, const Sides& sides) {
    constexpr std::size_t shown = 3;
    constexpr std::size_t most = 6;
    constexpr std::size_t least = 2;
    const auto classes = rowClasses(dataset);
    if (!classes || classes->names.size() < 3) return {};
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> counts;
    std::size_t chosen = 0;
    for (std::size_t row = 0; row < sides.size(); ++row) {
        if (sides[row] != Side::Chosen) continue;
        ++chosen;
        ++counts[{classes->labels[row], classes->predicted[row]}];
    }
    std::vector<CommonTrait> traits;
    for (const auto& [pair, count] : counts) {
        if (count < least) continue;
        CommonTrait& trait = traits.emplace_back();
        trait.condition.label = classes->names[pair.first];
        trait.condition.predicted = classes->names[pair.second];
        trait.inside = count;
        trait.chosen = chosen;
    }
    std::ranges::stable_sort(traits, std::ranges::greater(), &CommonTrait::inside);
    const auto isRarer = [&traits](const CommonTrait& trait) {
        return trait.inside < traits[shown - 1].inside;
    };
    if (traits.size() > shown) traits.erase(std::ranges::find_if(traits, isRarer), traits.end());
    traits.resize(std::min(traits.size(), most));
    return traits;
}

/// Some rows that are compared with others, and what they may have in common.
struct Comparison {
    SharedTraits shared;
    Sides sides;
    std::vector<CommonTrait> counted = {};
};

/// Looks at what could be common to the chosen rows. That another model is as sure of them is no
/// trait of them.
TraitFinder lookedAt(const Dataset& dataset, const Comparison& compared,
                     const RowConditions& conditions) {
    const Sides& sides = compared.sides;
    const TraitsOf of = compared.shared.of;
    TraitFinder finder(sides, dataset.clusters ? &*dataset.clusters : nullptr);
    const auto addIfOpen = [&](const GroupColumn& column) {
        // Other rows were left out for their values in it.
        const auto isOn = [&](const auto& condition) { return condition.column == column.name; };
        const bool isChosenBy =
            of == TraitsOf::Listed && (std::ranges::any_of(conditions.groups, isOn) ||
                                       std::ranges::any_of(conditions.cells, isOn));
        if (!isChosenBy) addColumn(column, finder);
    };
    std::ranges::for_each(dataset.groups, addIfOpen);
    for (const RowNames& names : dataset.rowNames) {
        if (names.isOther && !names.isOfModel && names.codes.size() == sides.size())
            addIfOpen(names);
    }
    const OpenTraits open = openTraits(dataset, sides, of, conditions);
    if (open.outcome) addOutcome(dataset.predictions, finder);
    if (const auto classes = rowClasses(dataset)) addClasses(*classes, open, finder);
    return finder;
}

Comparison comparison(TraitsOf of, Sides sides) {
    const auto count = [&](Side side) {
        return static_cast<std::size_t>(std::ranges::count(sides, side));
    };
    return {{of, count(Side::Chosen), count(Side::Others)}, std::move(sides)};
}

/// True for "site is empty", or not.
bool isOnEmpty(const RowConditions& condition) {
    const auto isEmpty = [](const auto& one) { return one.value.empty(); };
    return std::ranges::any_of(condition.groups, isEmpty) ||
           std::ranges::any_of(condition.cells, isEmpty);
}

/// Returns what rows with a trait are or have: " have site = C", " are dog read as cat".
std::string traitWords(const RowConditions& condition) {
    RowConditions confusion;
    confusion.label = condition.label;
    confusion.predicted = condition.predicted;
    if (condition.label && condition.predicted && condition == confusion)
        return " are " + *condition.label + " read as " + *condition.predicted;
    return (condition.isCorrect    ? " are "
            : isOnEmpty(condition) ? ": "
                                   : " have ") +
           conditionsText(condition);
}

}  // namespace

std::vector<SharedTraits> sharedTraits(const Dataset& dataset, const RowSet& rows,
                                       const RowConditions& conditions, bool areKnown) {
    const Predictions& predictions = dataset.predictions;
    const std::size_t total = predictions.rows();
    if (dataset.summary.cells || rows.empty()) return {};
    std::vector<Comparison> comparisons;
    if (areKnown && !conditions.isCorrect && rows.size() < total) {
        Sides sides(total, Side::Others);
        for (const std::size_t row : rows)
            sides[row] = Side::Chosen;
        comparisons.push_back(comparison(TraitsOf::Listed, std::move(sides)));
    }
    if (predictions.form() != PredictionForm::MultiLabel) {
        const bool areRight = conditions.isCorrect.value_or(false);
        Sides sides(total, Side::None);
        for (const std::size_t row : rows)
            sides[row] = predictions.isCorrect(row) == areRight ? Side::Chosen : Side::Others;
        Comparison wrong =
            comparison(areRight ? TraitsOf::Right : TraitsOf::Wrong, std::move(sides));
        const bool areBothChosen = conditions.label && conditions.predicted;
        if (!areRight && !areBothChosen) wrong.counted = topConfusions(dataset, wrong.sides);
        if (wrong.shared.rows > 0) comparisons.push_back(std::move(wrong));
    }
    std::vector<TraitFinder> finders;
    finders.reserve(comparisons.size());
    std::size_t looked = 0;
    for (const Comparison& one : comparisons) {
        finders.push_back(lookedAt(dataset, one, conditions));
        looked += finders.back().looked();
    }
    std::vector<SharedTraits> found;
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
        SharedTraits shared = std::move(comparisons[i].shared);
        shared.canTell = shared.rows >= kLeastOfTrait && finders[i].looked() > 0;
        shared.looked = looked;
        shared.traits = std::move(finders[i]).finish(looked);
        for (CommonTrait& trait : shared.traits)
            trait.isOfValues = !trait.isConfusion() && trait.chosen < shared.rows;
        std::vector<CommonTrait>& counted = comparisons[i].counted;
        shared.traits.insert(shared.traits.end(), counted.begin(), counted.end());
        found.push_back(std::move(shared));
    }
    return found;
}

std::string traitText(const CommonTrait& trait, TraitsOf of) {
    const bool areWrong = trait.isConfusion() && of == TraitsOf::Listed;
    std::string text = groupedDigits(trait.inside) + " of " + groupedDigits(trait.chosen) +
                       (areWrong           ? " wrong rows"
                        : trait.isOfValues ? " with a value"
                                           : "") +
                       traitWords(trait.condition);
    if (trait.others == 0) return text + " (counted only)";
    constexpr double rare = 0.1;
    const double digits = trait.shareOutside() < rare ? 1000 : 100;
    const std::string_view others = areWrong                ? "other wrong rows"
                                    : of == TraitsOf::Wrong ? "right ones"
                                    : of == TraitsOf::Right ? "wrong ones"
                                                            : "others";
    return text + " (of the " + std::string(others) + " " +
           percentText(std::round(digits * trait.shareOutside()) / digits) + ")";
}

std::string traitsTitle(const SharedTraits& shared) {
    if (shared.of == TraitsOf::Listed)
        return shared.rows == 1 ? "this row" : "these " + counted(shared.rows, "row");
    const std::string which = shared.of == TraitsOf::Wrong ? " wrong" : " right";
    return "the " + groupedDigits(shared.rows) + which + (shared.rows == 1 ? " row" : " rows");
}

std::string missingTraits(std::span<const SharedTraits> shared) {
    std::string none;
    std::string few;
    for (const SharedTraits& one : shared) {
        // Confusions may be counted, too.
        const auto isFound = [](const CommonTrait& trait) { return trait.p.has_value(); };
        if (one.others == 0 || std::ranges::any_of(one.traits, isFound)) continue;
        std::string& names = one.canTell ? none : few;
        names += (names.empty() ? "" : " and of ") + traitsTitle(one) + " (against " +
                 groupedDigits(one.others) +
                 (one.of == TraitsOf::Wrong   ? " right ones)"
                  : one.of == TraitsOf::Right ? " wrong ones)"
                                              : " others)");
    }
    std::string text;
    if (!none.empty())
        text = "Of " + none + " nothing is more frequent than chance explains (" +
               counted(shared.front().looked, "condition") + " looked at)";
    if (!few.empty())
        text += (text.empty() ? "" : ". ") + ("Of " + few) + " too little is known to compare";
    return text;
}

Table traitTable(std::span<const SharedTraits> shared) {
    Table table{"what they have in common",
                {{"compared", "Compared", true},
                 {"trait", "Trait", true},
                 {"rows", "Rows"},
                 {"of", "Of"},
                 {"others", "Other rows"},
                 {"of_others", "Of the others"},
                 {"share", "Share"},
                 {"share_others", "Share of the others"},
                 {"p_holm", "p, Holm"},
                 {"looked_at", "Looked at"}},
                {}};
    constexpr std::string_view compared[] = {"these rows with all others", "wrong with right rows",
                                             "right with wrong rows"};
    for (const SharedTraits& one : shared) {
        for (const CommonTrait& trait : one.traits) {
            const bool isCompared = trait.others > 0;
            const bool areWrong = trait.isConfusion() && one.of == TraitsOf::Listed;
            table.rows.push_back(
                {!isCompared ? std::string("wrong rows, counted only")
                 : areWrong  ? std::string("wrong rows with other wrong rows")
                             : std::string(compared[static_cast<std::size_t>(one.of)]),
                 conditionsText(trait.condition), trait.inside, trait.chosen, trait.outside,
                 trait.others, NumberCell{trait.shareInside()},
                 NumberCell{isCompared ? std::optional(trait.shareOutside()) : std::nullopt},
                 NumberCell{trait.p}, trait.p ? TableCell(one.looked) : TableCell(NumberCell{})});
        }
    }
    return table;
}

}  // namespace diagonal
