// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/runs_of_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/measuring/reliability_curve.h"

namespace diagonal {
namespace {

/// Rows of equal confidence that a cut between bins divides: ranks [begin, end).
struct Tie {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t correct = 0;
};

/// The bins of 100 rows, and the ties between them.
class Runs {
public:
    explicit Runs(const SortedOutcomes& outcomes)
        : m_outcomes(outcomes), m_bins(countOfRuns(outcomes.size())) {
        findTies();
        for (std::size_t b = 0; b < m_bins; ++b) {
            const OutcomeSums all = outcomes.sums(beginOf(b), endOf(b));
            m_means.push_back(all.confidence / static_cast<double>(sizeOf(b)));
            m_settled.push_back(static_cast<std::uint32_t>(settledIn(b)));
        }
    }

    RunsError error(const RowOrder& inRowOrder, Continuation& continuation) const {
        std::vector<std::uint32_t> correct = m_settled;
        eachTiePart(m_outcomes, inRowOrder, [&](const TiePart& part) {
            correct[part.bin] += static_cast<std::uint32_t>(part.correct);
        });
        const auto squaredGapOf = [&](std::size_t b) { return squaredGap(b, correct[b]); };
        RunsError out;
        out.leftOut = sizeOf(m_bins - 1);
        double sum = 0;
        for (std::size_t b = 0; b + 1 < m_bins; ++b)
            sum += squaredGapOf(b);
        out.error = std::sqrt(sum);
        const double last = squaredGapOf(m_bins - 1);
        out.withLastBin = std::sqrt(sum + last);
        out.least = out.largest = out.error;
        if (m_ties.empty()) return out;
        out.least = std::sqrt(std::max(extreme(false, continuation), 0.0));
        out.largest = std::sqrt(std::max(extreme(true, continuation), 0.0));
        return out;
    }

private:
    using Costs = std::vector<double>;  ///< by the number of correct rows placed in a bin

    std::size_t beginOf(std::size_t b) const { return b * kRowsInRun; }
    std::size_t endOf(std::size_t b) const {
        return b + 1 == m_bins ? m_outcomes.size() : (b + 1) * kRowsInRun;
    }
    std::size_t sizeOf(std::size_t b) const { return endOf(b) - beginOf(b); }
    std::size_t binOf(std::size_t rank) const { return runOfRank(rank, m_outcomes.size()); }

    /// n_b/n (C_b - A_b)^2 of a bin with this many correct rows.
    double squaredGap(std::size_t b, std::size_t correct) const {
        const auto rows = static_cast<double>(sizeOf(b));
        const double gap = m_means[b] - static_cast<double>(correct) / rows;
        return rows / static_cast<double>(m_outcomes.size()) * gap * gap;
    }
    /// What a bin adds to the error: nothing if it is the last.
    double cost(std::size_t b, std::size_t correct) const {
        return b + 1 == m_bins ? 0 : squaredGap(b, correct);
    }

    void findTies() {
        for (const auto& [begin, end] : dividedTies(m_outcomes)) {
            const double correct = m_outcomes.sums(begin, end).correct;
            m_ties.push_back({begin, end, static_cast<std::uint32_t>(std::llround(correct))});
        }
    }

    /// Returns the correct rows of a bin that belong to no divided tie.
    std::size_t settledIn(std::size_t b) const {
        std::size_t begin = beginOf(b);
        std::size_t end = endOf(b);
        for (const Tie& tie : tiesIn(b)) {
            if (tie.begin <= begin) begin = std::min(std::max<std::size_t>(begin, tie.end), end);
            if (tie.end >= end) end = std::max(std::min<std::size_t>(end, tie.begin), begin);
        }
        return static_cast<std::size_t>(std::llround(m_outcomes.sums(begin, end).correct));
    }

    /// Returns the divided ties with rows in a bin, two at most.
    std::span<const Tie> tiesIn(std::size_t b) const {
        const auto first = std::ranges::upper_bound(m_ties, beginOf(b), {}, &Tie::end);
        const auto last = std::ranges::lower_bound(m_ties, endOf(b), {}, &Tie::begin);
        return {first, last};
    }

    /// Returns the least or largest sum over `bins` whole bins of one confidence with `correct`
    /// correct rows in all. The cost is convex: it is least if they are spread evenly, largest if
    /// they fill as few bins as possible.
    double sumOverWhole(std::size_t first, std::size_t bins, std::size_t correct,
                        bool largest) const {
        if (bins == 0) return 0;
        const auto times = [](std::size_t count, double each) {
            return count == 0 ? 0.0 : static_cast<double>(count) * each;
        };
        if (!largest) {
            const std::size_t each = correct / bins;
            const std::size_t more = correct % bins;
            return times(bins - more, cost(first, each)) +
                   (more == 0 ? 0.0 : times(more, cost(first, each + 1)));
        }
        const std::size_t full = correct / kRowsInRun;
        const std::size_t rest = correct % kRowsInRun;
        const std::size_t other = rest == 0 ? 0 : 1;
        return times(full, cost(first, kRowsInRun)) + times(other, cost(first, rest)) +
               times(bins - full - other, cost(first, 0));
    }

    /// Returns the least or largest sum over all bins but the last. State: the best costs of all
    /// bins up to the one in which a tie begins, by the number of its correct rows in that bin.
    double extreme(bool largest, Continuation& continuation) const {
        const double worst = largest ? -std::numeric_limits<double>::infinity()
                                     : std::numeric_limits<double>::infinity();
        const auto better = [&](double a, double b) {
            return largest ? std::max(a, b) : std::min(a, b);
        };
        double whole = 0;  // bins without rows of divided ties
        for (std::size_t b = 0; b < m_bins; ++b) {
            if (tiesIn(b).empty()) whole += cost(b, m_settled[b]);
        }
        Costs heads;
        for (std::size_t i = 0; i < m_ties.size() && continuation.goesOn(); ++i) {
            const Tie& tie = m_ties[i];
            const std::size_t head = binOf(tie.begin);
            const std::size_t tail = binOf(tie.end - 1);
            if (heads.empty()) heads = beginningIn(head, tie, {0.0}, worst, better);
            // By the number of correct rows in the bin where the tie ends.
            const std::size_t between = tail - head - 1;
            const std::size_t room = std::min<std::size_t>(tie.end - beginOf(tail), tie.correct);
            Costs tails(room + 1, worst);
            for (std::size_t y = 0; y <= room; ++y) {
                for (std::size_t x = 0; x < heads.size() && x + y <= tie.correct; ++x) {
                    const std::size_t middle = tie.correct - x - y;
                    if (middle > between * kRowsInRun) continue;
                    tails[y] = better(tails[y],
                                      heads[x] + sumOverWhole(head + 1, between, middle, largest));
                }
            }
            const bool shares = i + 1 < m_ties.size() && binOf(m_ties[i + 1].begin) == tail;
            if (shares) {
                heads = beginningIn(tail, m_ties[i + 1], tails, worst, better);
                continue;
            }
            double best = worst;
            for (std::size_t y = 0; y <= room; ++y)
                best = better(best, tails[y] + cost(tail, m_settled[tail] + y));
            heads.clear();
            whole += best;
        }
        return whole;
    }

    /// Returns the best costs up to bin `b`, in which `tie` begins, by the number of its correct
    /// rows in it; `before`: the costs by the number of those of the tie that ends in the bin.
    template <typename Better>
    Costs beginningIn(std::size_t b, const Tie& tie, const Costs& before, double worst,
                      const Better& better) const {
        const std::size_t room = std::min<std::size_t>(endOf(b) - tie.begin, tie.correct);
        Costs costs(room + 1, worst);
        for (std::size_t x = 0; x <= room; ++x) {
            for (std::size_t y = 0; y < before.size(); ++y)
                costs[x] = better(costs[x], before[y] + cost(b, m_settled[b] + x + y));
        }
        return costs;
    }

    const SortedOutcomes& m_outcomes;
    std::size_t m_bins;
    std::vector<Tie> m_ties;
    std::vector<double> m_means;
    std::vector<std::uint32_t> m_settled;
};

}  // namespace

std::optional<RunsError> runsError(const SortedOutcomes& outcomes, const RowOrder& inRowOrder,
                                   Continuation& continuation) {
    if (outcomes.size() < kRowsInRun) return std::nullopt;
    const RunsError error = Runs(outcomes).error(inRowOrder, continuation);
    return continuation.isStopped() ? std::nullopt : std::optional(error);
}

}  // namespace diagonal
