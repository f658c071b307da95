// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/subgroups.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
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

/// Returns the crossings of two columns that hold kLeastCrossedRows or more and are not all of a
/// group: "F, north" of "sex, region". Other rows belong to none.
GroupColumn crossing(const GroupColumn& first, const GroupColumn& second) {
    std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> rows;
    std::vector<std::size_t> ofFirst(first.values.size()), ofSecond(second.values.size());
    for (std::size_t row = 0; row < first.codes.size(); ++row) {
        const std::int32_t a = first.codes[row];
        const std::int32_t b = second.codes[row];
        if (a >= 0) ++ofFirst[static_cast<std::size_t>(a)];
        if (b >= 0) ++ofSecond[static_cast<std::size_t>(b)];
        if (a >= 0 && b >= 0) ++rows[{a, b}];
    }
    GroupColumn out{first.name + ", " + second.name, {}, {}};
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> codes;
    for (const auto& cell : rows) {
        const auto a = static_cast<std::size_t>(cell.first.first);
        const auto b = static_cast<std::size_t>(cell.first.second);
        const bool isGroup = cell.second == ofFirst[a] || cell.second == ofSecond[b];
        if (cell.second < kLeastCrossedRows || isGroup) continue;
        codes[cell.first] = static_cast<std::int32_t>(out.values.size());
        out.values.push_back(first.values[a] + ", " + second.values[b]);
    }
    out.codes.reserve(first.codes.size());
    for (std::size_t row = 0; row < first.codes.size(); ++row) {
        const auto code = codes.find({first.codes[row], second.codes[row]});
        out.codes.push_back(code == codes.end() ? -1 : code->second);
    }
    return out;
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
    std::vector<GroupColumn> columns;
    for (const GroupColumn& column : dataset.groups) {
        if (isCrossed(column) && columns.size() < kMostCrossedColumns) columns.push_back(column);
    }
    const std::size_t single = columns.size();
    for (std::size_t a = 0; a < single; ++a) {
        for (std::size_t b = a + 1; b < single; ++b)
            columns.push_back(crossing(columns[a], columns[b]));
    }
    std::erase_if(columns, [](const GroupColumn& column) {
        return column.values.empty() || column.values.size() > kMostGroups;
    });
    const SubgroupDraws draws(inRowOrder, dataset.predictions.weights(), columns);
    // Groups that are too small for any test do not count as compared.
    const std::size_t compared = std::max<std::size_t>(1, draws.groupsFrom(leastTestedVariance(1)));
    Subgroups out;
    out.tested = groupSummaries(dataset, columns, inRowOrder, binning, level, compared);
    const auto isUntested = [](const GroupSummary& group) { return !group.kuiperP; };
    out.untested = static_cast<std::size_t>(std::erase_if(out.tested, isUntested));
    for (GroupSummary& group : out.tested)
        group.curve.reset();
    std::ranges::stable_sort(out.tested, std::ranges::greater(), &GroupSummary::kuiperScaled);
    if (!adjustAll(out, draws, inRowOrder.size() * columns.size(), leastTestedVariance(compared),
                   seed, execution))
        return std::nullopt;
    return out;
}

}  // namespace diagonal
