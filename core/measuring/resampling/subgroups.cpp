// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/subgroups.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "core/base/random_numbers.h"
#include "core/measuring/sorted_outcomes.h"
#include "core/numerics/mean_estimate.h"

namespace diagonal {
namespace {

constexpr std::size_t kSubgroupDraws = 999;
/// Limit of draws times rows times columns and pairs: some seconds of work.
constexpr std::size_t kMostDrawnSteps = 100'000'000;
constexpr std::size_t kFewestDraws = 99;

bool isCrossed(const GroupColumn& column) {
    return column.values.size() > 1 && column.values.size() <= kMostGroups;
}

/// Groups of one column, or crossings of two, and how many are too small or too many to test.
struct Family {
    GroupColumn column;
    std::vector<GroupChoices> choices;  ///< of each value
    std::size_t untested = 0;
    std::size_t leftOut = 0;
};

Family familyOf(const GroupColumn& column) {
    Family family{column, {}};
    for (const std::string& value : column.values)
        family.choices.push_back({{column.name, value}});
    return family;
}

using CrossedCell = std::pair<std::int32_t, std::int32_t>;

/// Returns the crossings of two columns that are not all of a group, with their rows.
std::vector<std::pair<CrossedCell, std::size_t>> crossedCells(const GroupColumn& first,
                                                              const GroupColumn& second) {
    std::map<CrossedCell, std::size_t> rows;
    std::vector<std::size_t> ofFirst(first.values.size()), ofSecond(second.values.size());
    for (std::size_t row = 0; row < first.codes.size(); ++row) {
        const std::int32_t a = first.codes[row];
        const std::int32_t b = second.codes[row];
        if (a >= 0) ++ofFirst[static_cast<std::size_t>(a)];
        if (b >= 0) ++ofSecond[static_cast<std::size_t>(b)];
        if (a >= 0 && b >= 0) ++rows[{a, b}];
    }
    std::erase_if(rows, [&](const auto& cell) {
        return cell.second == ofFirst[static_cast<std::size_t>(cell.first.first)] ||
               cell.second == ofSecond[static_cast<std::size_t>(cell.first.second)];
    });
    return {rows.begin(), rows.end()};
}

/// Returns the crossings that hold kLeastCrossedRows or more, at most the kMostGroups largest:
/// "F, north" of "sex, region". Other rows belong to none.
Family crossing(const GroupColumn& first, const GroupColumn& second) {
    auto cells = crossedCells(first, second);
    Family family{{first.name + ", " + second.name, {}, {}}, {}};
    family.untested = static_cast<std::size_t>(
        std::erase_if(cells, [](const auto& cell) { return cell.second < kLeastCrossedRows; }));
    if (cells.size() > kMostGroups) {
        std::ranges::stable_sort(cells, std::ranges::greater(),
                                 &std::pair<CrossedCell, std::size_t>::second);
        family.leftOut = cells.size() - kMostGroups;
        cells.resize(kMostGroups);
    }
    std::map<CrossedCell, std::int32_t> codes;
    for (const auto& cell : cells) {
        const std::string& a = first.values[static_cast<std::size_t>(cell.first.first)];
        const std::string& b = second.values[static_cast<std::size_t>(cell.first.second)];
        codes.emplace(cell.first, static_cast<std::int32_t>(codes.size()));
        family.column.values.push_back(a + ", " + b);
        family.choices.push_back({{first.name, a}, {second.name, b}});
    }
    family.column.codes.reserve(first.codes.size());
    for (std::size_t row = 0; row < first.codes.size(); ++row) {
        const auto code = codes.find({first.codes[row], second.codes[row]});
        family.column.codes.push_back(code == codes.end() ? -1 : code->second);
    }
    return family;
}

/// Returns the columns of groups that can be tested, and after them the crossings of the first.
std::vector<Family> familiesOf(const Dataset& dataset, Subgroups& out) {
    std::vector<Family> families;
    for (const GroupColumn& column : dataset.groups) {
        const bool isSingle = column.values.size() < 2;
        if (isCrossed(column)) families.push_back(familyOf(column));
        if (!isSingle && (!isCrossed(column) || families.size() > kMostCrossedColumns))
            out.uncrossed.push_back(column.name);
    }
    const std::size_t crossed = std::min(families.size(), kMostCrossedColumns);
    families.reserve(families.size() + crossed * crossed);
    for (std::size_t a = 0; a < crossed; ++a) {
        for (std::size_t b = a + 1; b < crossed; ++b)
            families.push_back(crossing(families[a].column, families[b].column));
    }
    for (const Family& family : families) {
        out.untested += family.untested;
        out.leftOut += family.leftOut;
    }
    std::erase_if(families, [](const Family& family) { return family.column.values.empty(); });
    return families;
}

/// Says which rows crossings are of: groupSummaries() returns them in the order of their columns
/// and values, but for groups without rows.
void addChoices(const std::vector<GroupColumn>& columns, const std::vector<Family>& families,
                std::vector<GroupSummary>& summaries) {
    auto summary = summaries.begin();
    for (std::size_t c = 0; c < columns.size(); ++c) {
        for (std::size_t value = 0; value < columns[c].values.size(); ++value) {
            const GroupChoice name{columns[c].name, columns[c].values[value]};
            if (summary == summaries.end() || summary->group != name) continue;
            summary->choices = families[c].choices[value];
            ++summary;
        }
    }
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
                  const std::vector<GroupColumn>& columns)
        : m_rows(inRowOrder.size()), m_columns(columns) {
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
        for (const GroupColumn& column : columns) {
            std::vector<double>& variances = m_groupVariances.emplace_back(column.values.size());
            for (std::size_t i = 0; i < m_rows.size(); ++i) {
                const std::int32_t code = column.codes[m_rows[i]];
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

    /// Only groups whose variance is `least` or more are looked at.
    double largest(double least, RandomNumbers random) const {
        std::vector<double> steps(m_rows.size());
        for (std::size_t i = 0; i < steps.size(); ++i)
            steps[i] = step(i, random);
        double most = 0;
        for (std::size_t c = 0; c < m_columns.size(); ++c) {
            std::vector<GroupWalk> walks(m_columns[c].values.size());
            for (std::size_t i = 0; i < m_rows.size(); ++i) {
                const std::int32_t code = m_columns[c].codes[m_rows[i]];
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
    const std::vector<GroupColumn>& m_columns;
    std::vector<double> m_confidences;  ///< of m_rows; and so on
    std::vector<double> m_weights;
    std::vector<double> m_variances;
    bool m_areCounts = false;
    std::vector<std::vector<double>> m_groupVariances;  ///< of each column
};

/// Sets kuiperPHolm and kuiperPMax as those of all subgroups.
bool adjustAll(Subgroups& out, const SubgroupDraws& draws, std::size_t steps, double least,
               std::uint64_t seed, const Execution& execution) {
    std::vector<double> pValues;
    for (const GroupSummary& group : out.tested)
        pValues.push_back(*group.kuiperP);
    const std::vector<double> holm = holmAdjusted(pValues);
    for (std::size_t i = 0; i < holm.size(); ++i) {
        out.tested[i].kuiperPHolm = holm[i];
        out.tested[i].kuiperPMax.reset();
    }
    const std::size_t possible = kMostDrawnSteps / std::max<std::size_t>(steps, 1);
    if (possible < kFewestDraws || out.tested.empty()) return true;
    std::vector<double> largest(std::min(kSubgroupDraws, possible));
    Continuation continuation(execution.progress);
    stoppable(execution.parallelFor, continuation)(largest.size(), [&](std::size_t draw) {
        largest[draw] = draws.largest(least, RandomNumbers(seed, static_cast<std::uint32_t>(draw)));
    });
    if (continuation.isStopped()) return false;
    std::ranges::sort(largest);
    out.draws = largest.size();
    for (GroupSummary& group : out.tested) {
        const auto asLarge =
            largest.end() - std::ranges::lower_bound(largest, *group.kuiperScaled * (1 - 1e-12));
        group.kuiperPMax =
            static_cast<double>(1 + asLarge) / static_cast<double>(1 + largest.size());
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
    std::vector<Family> families = familiesOf(dataset, out);
    std::vector<GroupColumn> columns;
    columns.reserve(families.size());
    for (Family& family : families)
        columns.push_back(std::move(family.column));
    const SubgroupDraws draws(inRowOrder, dataset.predictions.weights(), columns);
    // Groups that are too small for any test do not count as compared.
    const std::size_t compared = std::max<std::size_t>(1, draws.groupsFrom(leastTestedVariance(1)));
    out.tested = groupSummaries(dataset, columns, inRowOrder, binning, level, compared);
    addChoices(columns, families, out.tested);
    const auto isUntested = [](const GroupSummary& group) { return !group.kuiperP; };
    out.untested += static_cast<std::size_t>(std::erase_if(out.tested, isUntested));
    for (GroupSummary& group : out.tested)
        group.curve.reset();
    std::ranges::stable_sort(out.tested, std::ranges::greater(), &GroupSummary::kuiperScaled);
    if (!adjustAll(out, draws, inRowOrder.size() * columns.size(), leastTestedVariance(compared),
                   seed, execution))
        return std::nullopt;
    return out;
}

}  // namespace diagonal
