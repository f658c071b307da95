// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/subgroups.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "core/base/random_numbers.h"
#include "core/measuring/sorted_outcomes.h"
#include "core/numerics/mean_estimate.h"
#include "core/numerics/percentiles.h"

namespace diagonal {
namespace {

constexpr std::size_t kSubgroupDraws = 999;
/// Limit of draws times rows times columns and pairs: some seconds of work.
constexpr std::size_t kMostDrawnSteps = 100'000'000;
constexpr std::size_t kFewestDraws = 99;
/// Of the sum of the outcomes of a group: draws know the law of few events, but of less than about
/// one event they say nothing.
constexpr double kLeastDrawnVariance = 1;

bool isCrossed(const GroupColumn& column) {
    return column.values.size() > 1 && column.values.size() <= kMostGroups;
}

/// Groups of one column, or crossings of two, and how many are too small or too many to test.
struct Family {
    std::shared_ptr<const GroupColumn> column;
    std::vector<GroupChoices> choices;  ///< of each crossing; empty for groups
    std::size_t untested = 0;
    std::size_t leftOut = 0;
};

/// Counts the rows of each crossing of two columns, by a * values of the second + b.
std::vector<std::size_t> crossedRows(const GroupColumn& first, const GroupColumn& second) {
    const std::size_t width = second.values.size();
    std::vector<std::size_t> rows(first.values.size() * width);
    for (std::size_t row = 0; row < first.codes.size(); ++row) {
        const std::int32_t a = first.codes[row];
        const std::int32_t b = second.codes[row];
        if (a >= 0 && b >= 0)
            ++rows[static_cast<std::size_t>(a) * width + static_cast<std::size_t>(b)];
    }
    return rows;
}

std::vector<std::size_t> rowsOfGroups(const GroupColumn& column) {
    std::vector<std::size_t> rows(column.values.size());
    for (const std::int32_t code : column.codes) {
        if (code >= 0) ++rows[static_cast<std::size_t>(code)];
    }
    return rows;
}

/// Returns the crossings to test, in the order of crossedRows(): those that hold kLeastCrossedRows
/// or more and are not all of a group, at most the kMostGroups largest. Counts the others.
std::vector<std::size_t> chosenCrossings(const std::vector<std::size_t>& rows,
                                         const GroupColumn& first, const GroupColumn& second,
                                         Family& family) {
    const std::vector<std::size_t> ofFirst = rowsOfGroups(first);
    const std::vector<std::size_t> ofSecond = rowsOfGroups(second);
    const std::size_t width = second.values.size();
    std::vector<std::size_t> chosen;
    for (std::size_t place = 0; place < rows.size(); ++place) {
        const std::size_t count = rows[place];
        const bool isGroup = count == ofFirst[place / width] || count == ofSecond[place % width];
        if (count == 0 || isGroup) continue;
        if (count < kLeastCrossedRows)
            ++family.untested;
        else
            chosen.push_back(place);
    }
    if (chosen.size() <= kMostGroups) return chosen;
    std::ranges::stable_sort(chosen, std::ranges::greater(),
                             [&](std::size_t place) { return rows[place]; });
    family.leftOut = chosen.size() - kMostGroups;
    chosen.resize(kMostGroups);
    return chosen;
}

/// Returns the crossings of two columns, "F, north" of "sex, region". Rows of others have no code.
Family crossing(const GroupColumn& first, const GroupColumn& second) {
    Family family;
    const std::vector<std::size_t> rows = crossedRows(first, second);
    const std::size_t width = second.values.size();
    std::vector<std::int32_t> codes(rows.size(), -1);
    auto column = std::make_shared<GroupColumn>();
    column->name = first.name + ", " + second.name;
    for (const std::size_t place : chosenCrossings(rows, first, second, family)) {
        const std::string& a = first.values[place / width];
        const std::string& b = second.values[place % width];
        codes[place] = static_cast<std::int32_t>(column->values.size());
        std::string& name = column->values.emplace_back(a);
        name.append(", ").append(b);
        family.choices.push_back({{first.name, a}, {second.name, b}});
    }
    if (!column->values.empty()) column->codes.reserve(first.codes.size());
    for (std::size_t row = 0; row < column->codes.capacity(); ++row) {
        const std::int32_t a = first.codes[row];
        const std::int32_t b = second.codes[row];
        const bool isCrossing = a >= 0 && b >= 0;
        column->codes.push_back(
            isCrossing ? codes[static_cast<std::size_t>(a) * width + static_cast<std::size_t>(b)]
                       : -1);
    }
    family.column = std::move(column);
    return family;
}

/// Returns the columns of groups that can be tested, and after them the crossings of the first.
std::vector<Family> familiesOf(const Dataset& dataset, const ParallelFor& parallelFor,
                               Subgroups& out) {
    std::vector<Family> families;
    for (const GroupColumn& column : dataset.groups) {
        if (!isCrossed(column)) continue;
        if (families.size() >= kMostCrossedColumns) out.uncrossed.push_back(column.name);
        families.push_back(
            {std::shared_ptr<const GroupColumn>(std::shared_ptr<void>(), &column), {}});
    }
    const std::size_t crossed = std::min(families.size(), kMostCrossedColumns);
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t a = 0; a < crossed; ++a) {
        for (std::size_t b = a + 1; b < crossed; ++b)
            pairs.emplace_back(a, b);
    }
    const std::size_t single = families.size();
    families.resize(single + pairs.size());
    parallelFor(pairs.size(), [&](std::size_t pair) {
        families[single + pair] =
            crossing(*families[pairs[pair].first].column, *families[pairs[pair].second].column);
    });
    for (const Family& family : families) {
        out.untested += family.untested;
        out.leftOut += family.leftOut;
    }
    std::erase_if(families, [](const Family& family) {
        return !family.column || family.column->values.empty();
    });
    return families;
}

/// The range of the sum of w (c - y) over the rows of one group, in order of c.
struct GroupWalk {
    double sum = 0;
    double highest = 0;
    double lowest = 0;
    double confidence = -1;  ///< of the last row, whose ties are not complete

    void add(double c, double step) {
        if (c != confidence) commit();
        confidence = c;
        sum += step;
    }
    void commit() {
        highest = std::max(highest, sum);
        lowest = std::min(lowest, sum);
    }
};

/// Draws outcomes of calibrated models, and the largest statistic of each draw.
class SubgroupDraws {
public:
    SubgroupDraws(std::span<const std::uint64_t> inRowOrder, const RowWeights& weights,
                  const std::vector<Family>& families)
        : m_rows(inRowOrder.size()) {
        for (const Family& family : families)
            m_columns.push_back(family.column);
        std::iota(m_rows.begin(), m_rows.end(), 0U);
        std::ranges::stable_sort(m_rows, {}, [&](std::uint32_t row) {
            return SortedOutcomes::confidenceOf(inRowOrder[row]);
        });
        for (const std::uint32_t row : m_rows) {
            m_confidences.push_back(SortedOutcomes::confidenceOf(inRowOrder[row]));
            m_weights.push_back(weights.at(row));
            const double c = m_confidences.back();
            m_variances.push_back(weights.varianceAt(row) * c * (1 - c));
        }
        m_areCounts = weights.kind == WeightKind::Counts && !weights.empty();
        for (const auto& column : m_columns) {
            std::vector<double>& variances = m_groupVariances.emplace_back(column->values.size());
            for (std::size_t i = 0; i < m_rows.size(); ++i) {
                const std::int32_t code = column->codes[m_rows[i]];
                if (code >= 0) variances[static_cast<std::size_t>(code)] += m_variances[i];
            }
        }
    }

    /// Returns how many groups have a variance of `least` or more.
    std::size_t groupsFrom(double least) const {
        std::size_t groups = 0;
        for (const std::vector<double>& variances : m_groupVariances)
            groups += static_cast<std::size_t>(std::ranges::count_if(
                variances, [&](double variance) { return variance >= least; }));
        return groups;
    }

    double varianceOf(std::size_t family, std::size_t value) const {
        return m_groupVariances[family][value];
    }

    /// Only groups whose variance is `least` or more are looked at.
    double largest(double least, RandomNumbers random) const {
        std::vector<double> steps(m_rows.size());
        for (std::size_t i = 0; i < steps.size(); ++i)
            steps[i] = step(i, random);
        double most = 0;
        for (std::size_t c = 0; c < m_columns.size(); ++c) {
            std::vector<GroupWalk> walks(m_columns[c]->values.size());
            for (std::size_t i = 0; i < m_rows.size(); ++i) {
                const std::int32_t code = m_columns[c]->codes[m_rows[i]];
                if (code >= 0)
                    walks[static_cast<std::size_t>(code)].add(m_confidences[i], steps[i]);
            }
            for (std::size_t value = 0; value < walks.size(); ++value) {
                if (m_groupVariances[c][value] < least) continue;
                walks[value].commit();
                most = std::max(most, (walks[value].highest - walks[value].lowest) /
                                          std::sqrt(m_groupVariances[c][value]));
            }
        }
        return most;
    }

private:
    /// w (c - y) of a calibrated row. Counts above 1 have the normal law of their sum.
    double step(std::size_t i, RandomNumbers& random) const {
        if (m_areCounts && m_weights[i] != 1) return std::sqrt(m_variances[i]) * random.normal();
        return m_weights[i] * (m_confidences[i] - (random.uniform() < m_confidences[i] ? 1 : 0));
    }

    std::vector<std::uint32_t> m_rows;  ///< in order of confidence
    std::vector<std::shared_ptr<const GroupColumn>> m_columns;
    std::vector<double> m_confidences;  ///< of m_rows; and so on
    std::vector<double> m_weights;
    std::vector<double> m_variances;
    bool m_areCounts = false;
    std::vector<std::vector<double>> m_groupVariances;  ///< of each column
};

/// The variances from which on groups are tested.
struct TestedFrom {
    double draws = 0;  ///< by max-T, which knows the law of few events
    double law = 0;    ///< by the law of Brownian motion, for Holm
};

/// Returns the summaries of a family without their curves, and says which rows crossings are of.
std::vector<GroupSummary> summariesOf(const std::vector<Family>& families, std::size_t place,
                                      const SubgroupDraws& draws, const Dataset& dataset,
                                      std::span<const std::uint64_t> inRowOrder,
                                      const Binning& binning, double level,
                                      const TestedFrom& from) {
    const Family& family = families[place];
    auto summaries = groupSummaries(dataset, std::span(family.column.get(), 1), inRowOrder, binning,
                                    level, from.draws);
    // They are in the order of the values, but for groups without rows.
    auto summary = summaries.begin();
    for (std::size_t value = 0; value < family.column->values.size(); ++value) {
        if (summary == summaries.end() || summary->group.value != family.column->values[value])
            continue;
        if (!family.choices.empty()) summary->choices = family.choices[value];
        if (draws.varianceOf(place, value) < from.law) summary->kuiperP.reset();
        (summary++)->curve.reset();
    }
    return summaries;
}

/// Sets kuiperPHolm and kuiperPMax as those of all subgroups.
bool adjustAll(Subgroups& out, const SubgroupDraws& draws, std::size_t mostDraws, double least,
               std::uint64_t seed, const Execution& execution) {
    std::vector<GroupSummary*> ofLaw;
    std::vector<double> pValues;
    for (GroupSummary& group : out.tested) {
        group.kuiperPHolm.reset();
        group.kuiperPMax.reset();
        if (!group.kuiperP) continue;
        ofLaw.push_back(&group);
        pValues.push_back(*group.kuiperP);
    }
    const std::vector<double> holm = holmAdjusted(pValues);
    for (std::size_t i = 0; i < holm.size(); ++i)
        ofLaw[i]->kuiperPHolm = holm[i];
    if (mostDraws < kFewestDraws || out.tested.empty()) return true;
    std::vector<double> largest(std::min(kSubgroupDraws, mostDraws));
    Continuation continuation(execution.progress);
    stoppable(execution.parallelFor, continuation)(largest.size(), [&](std::size_t draw) {
        largest[draw] = draws.largest(least, RandomNumbers(seed, static_cast<std::uint32_t>(draw)));
    });
    if (continuation.isStopped()) return false;
    std::ranges::sort(largest);
    out.draws = largest.size();
    for (GroupSummary& group : out.tested) {
        group.kuiperPMax = tailShare(largest, *group.kuiperScaled * (1 - 1e-12));
    }
    return true;
}

}  // namespace

bool hasCrossings(const Dataset& dataset) {
    return std::ranges::count_if(dataset.groups, isCrossed) > 1;
}

std::optional<Subgroups> subgroups(const Dataset& dataset,
                                   std::span<const std::uint64_t> inRowOrder,
                                   const Binning& binning, double level, std::uint64_t seed,
                                   const Execution& execution) {
    Subgroups out;
    Continuation continuation(execution.progress);
    const ParallelFor each = stoppable(execution.parallelFor, continuation);
    const std::vector<Family> families = familiesOf(dataset, each, out);
    if (continuation.isStopped()) return std::nullopt;
    const SubgroupDraws draws(inRowOrder, dataset.predictions.weights(), families);
    // Groups that are too small for any test do not count as compared.
    const std::size_t compared = std::max<std::size_t>(1, draws.groupsFrom(leastTestedVariance(1)));
    const std::size_t steps = std::max<std::size_t>(1, inRowOrder.size() * families.size());
    const std::size_t mostDraws = kMostDrawnSteps / steps;
    const double law = leastTestedVariance(compared);
    const TestedFrom from{mostDraws < kFewestDraws ? law : kLeastDrawnVariance, law};
    std::vector<std::vector<GroupSummary>> summaries(families.size());
    each(families.size(), [&](std::size_t f) {
        summaries[f] = summariesOf(families, f, draws, dataset, inRowOrder, binning, level, from);
    });
    if (continuation.isStopped()) return std::nullopt;
    for (std::vector<GroupSummary>& ofFamily : summaries)
        std::ranges::move(ofFamily, std::back_inserter(out.tested));
    const auto isUntested = [](const GroupSummary& group) { return !group.kuiperScaled; };
    out.untested += static_cast<std::size_t>(std::erase_if(out.tested, isUntested));
    std::ranges::stable_sort(out.tested, std::ranges::greater(), &GroupSummary::kuiperScaled);
    if (!adjustAll(out, draws, mostDraws, from.draws, seed, execution)) return std::nullopt;
    return out;
}

}  // namespace diagonal
