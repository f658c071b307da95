// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/outcome_sampler.h"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>

#include "core/numerics/percentiles.h"

namespace diagonal {
namespace {

constexpr double kNormalVariance = 400;
constexpr double kNegligible = 1e-20;
constexpr std::size_t kMostSeparateRows = 4096;

/// Distribution of a number of successes: m_probabilities[i] is that of m_fewest + i.
class SuccessCounts {
public:
    void add(std::size_t trials, double p) {
        constexpr std::size_t fewTrials = 4;
        if (p <= 0) return;
        if (p >= 1) {
            m_fewest += trials;
        } else if (trials <= fewTrials) {
            for (std::size_t i = 0; i < trials; ++i)
                addOne(p);
        } else {
            convolve(binomial(trials, p));
        }
    }

    std::size_t fewest() const { return m_fewest; }

    /// Returns the probabilities of fewest(), fewest() + 1, ... successes.
    const std::vector<double>& probabilities() const { return m_probabilities; }

private:
    void addOne(double p) {
        m_probabilities.push_back(0);
        for (std::size_t k = m_probabilities.size() - 1; k > 0; --k)
            m_probabilities[k] = m_probabilities[k] * (1 - p) + m_probabilities[k - 1] * p;
        m_probabilities[0] *= 1 - p;
        trim();
    }

    static SuccessCounts binomial(std::size_t trials, double p) {
        const auto n = static_cast<double>(trials);
        constexpr double deviations = 12;  // plus 40, for rare successes or failures
        const double reach = deviations * std::sqrt(n * p * (1 - p)) + 40;
        const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(n * p - reach)));
        const auto last = std::min(trials, static_cast<std::size_t>(std::ceil(n * p + reach)));
        const std::size_t mode = std::clamp(static_cast<std::size_t>(n * p), first, last);
        SuccessCounts out;
        out.m_fewest = first;
        out.m_probabilities.assign(last - first + 1, 0);
        const auto at = [&](std::size_t k) -> double& { return out.m_probabilities[k - first]; };
        const double odds = p / (1 - p);
        at(mode) =
            boost::math::pdf(boost::math::binomial_distribution<>(n, p), static_cast<double>(mode));
        // Neighbouring probabilities have the ratio (n - k) / (k + 1) p / (1 - p).
        for (std::size_t k = mode; k < last; ++k)
            at(k + 1) = at(k) * odds * static_cast<double>(trials - k) / static_cast<double>(k + 1);
        for (std::size_t k = mode; k > first; --k)
            at(k - 1) = at(k) / odds * static_cast<double>(k) / static_cast<double>(trials - k + 1);
        out.trim();
        return out;
    }

    void convolve(const SuccessCounts& other) {
        std::vector<double> product(m_probabilities.size() + other.m_probabilities.size() - 1);
        for (std::size_t i = 0; i < m_probabilities.size(); ++i) {
            for (std::size_t k = 0; k < other.m_probabilities.size(); ++k)
                product[i + k] += m_probabilities[i] * other.m_probabilities[k];
        }
        m_probabilities = std::move(product);
        m_fewest += other.m_fewest;
        trim();
    }

    void trim() {
        while (m_probabilities.back() < kNegligible)
            m_probabilities.pop_back();
        const auto first = std::ranges::find_if(
            m_probabilities, [](double probability) { return probability >= kNegligible; });
        m_fewest += static_cast<std::size_t>(first - m_probabilities.begin());
        m_probabilities.erase(m_probabilities.begin(), first);
    }

    std::size_t m_fewest = 0;
    std::vector<double> m_probabilities{1.0};
};

}  // namespace

OutcomeSampler::OutcomeSampler(const SortedOutcomes& outcomes, std::size_t begin, std::size_t end,
                               std::size_t mostDrawnRows)
    : m_hasCounts(outcomes.weightKind() == WeightKind::Counts) {
    const OutcomeSums sums = outcomes.sums(begin, end);
    m_weight = sums.weight;
    if (!m_hasCounts) {
        pickHeavyRows(outcomes, begin, end, mostDrawnRows);
        return;
    }
    m_mean = sums.confidence;
    const double variance = std::max(0.0, sums.confidence - sums.confidenceSquares);
    m_deviation = std::sqrt(variance);
    if (variance < kNormalVariance) tabulate(outcomes, begin, end);
}

/// Tabulates the exact distribution. Rows of equal confidence are added first, so that their
/// fractional counts make whole trials.
void OutcomeSampler::tabulate(const SortedOutcomes& outcomes, std::size_t begin, std::size_t end) {
    SuccessCounts counts;
    if (end - begin > kMostSeparateRows) {
        for (std::size_t rank = begin; rank < end;) {
            const double c = outcomes.confidence(rank);
            // Confidences that differ by a fiftieth of the distance to 0 or 1 count as equal.
            constexpr double part = .02;
            const double width = part * std::min(c, 1 - c);
            const std::size_t next = std::min(outcomes.countUpTo(c + width), end);
            const OutcomeSums sums = outcomes.sums(rank, next);
            counts.add(static_cast<std::size_t>(std::llround(sums.weight)),
                       width > 0 ? sums.confidence / sums.weight : c);
            rank = next;
        }
    } else {
        for (std::size_t rank = begin; rank < end;) {
            const double c = outcomes.confidence(rank);
            double weight = 0;
            for (; rank < end && outcomes.confidence(rank) == c; ++rank)
                weight += outcomes.weight(rank);
            counts.add(static_cast<std::size_t>(std::llround(weight)), c);
        }
    }
    m_fewest = counts.fewest();
    m_table = InverseTable(counts.probabilities());
}

/// Adds the observations of a rank one by one: a heavy one and others that weigh the same, which
/// together have its weight and its squared weight.
void OutcomeSampler::addApart(const SortedOutcomes& outcomes, std::size_t rank,
                              std::vector<Row>& rows) {
    const double c = outcomes.confidence(rank);
    const double count = outcomes.count(rank);
    const double mean = outcomes.weight(rank) / count;
    const double spread = std::max(0.0, outcomes.varianceWeight(rank) - count * mean * mean);
    const double heavy = mean + std::sqrt((count - 1) / count * spread);
    const double light = std::max(0.0, (count * mean - heavy) / (count - 1));
    const auto add = [&](double w) { rows.push_back({w, c, w * w * c * (1 - c), true}); };
    add(heavy);
    for (double more = 1; more < count; ++more)
        add(light);
}

void OutcomeSampler::pickHeavyRows(const SortedOutcomes& outcomes, std::size_t begin,
                                   std::size_t end, std::size_t most) {
    std::vector<Row> rows;
    for (std::size_t rank = begin; rank < end; ++rank) {
        const double c = outcomes.confidence(rank);
        const double count = outcomes.count(rank);
        constexpr double mostApart = 64;
        if (count > 1 && count <= mostApart) {
            addApart(outcomes, rank, rows);
            continue;
        }
        rows.push_back(
            {outcomes.weight(rank), c, outcomes.varianceWeight(rank) * c * (1 - c), count == 1});
    }
    const auto several =
        std::partition(rows.begin(), rows.end(), [](const Row& row) { return row.isSingle; });
    const auto singles = static_cast<std::size_t>(several - rows.begin());
    const auto light = rows.begin() + static_cast<std::ptrdiff_t>(std::min(singles, most));
    if (light != rows.begin()) {
        std::nth_element(rows.begin(), std::prev(light), several,
                         [](const Row& a, const Row& b) { return a.variance > b.variance; });
    }
    double variance = 0;
    for (auto row = light; row != rows.end(); ++row) {
        m_mean += row->weight * row->confidence;
        variance += row->variance;
    }
    m_deviation = std::sqrt(variance);
    rows.erase(light, rows.end());
    m_heavy = std::move(rows);
}

double OutcomeSampler::normalQuantile(double z) const {
    const double correct = m_mean + z * m_deviation;
    return std::clamp(m_hasCounts ? std::round(correct) : correct, 0.0, m_weight);
}

/// Returns the smallest weight of correct rows that is not exceeded with probability q.
double OutcomeSampler::quantile(double q) const {
    if (m_table.isEmpty()) {
        return normalQuantile(boost::math::quantile(boost::math::normal(), q));
    }
    constexpr double belowOne = 1 - 0x1p-53;
    return static_cast<double>(m_fewest + m_table.at(std::min(q, belowOne)));
}

double OutcomeSampler::draw(RandomNumbers& random) const {
    if (!m_table.isEmpty()) return quantile(random.uniform());
    double correct = 0;
    for (const Row& row : m_heavy) {
        if (random.uniform() < row.confidence) correct += row.weight;
    }
    if (m_hasCounts || m_deviation > 0) {
        const double light = m_mean + m_deviation * random.normal();
        correct += m_hasCounts ? std::round(light) : light;
    } else {
        correct += m_mean;
    }
    return std::clamp(correct, 0.0, m_weight);
}

Interval OutcomeSampler::middle(double level, const std::vector<double>& drawn) const {
    const double tail = (1 - level) / 2;
    if (m_hasCounts) return {quantile(tail), quantile(1 - tail)};
    Interval interval = percentileInterval(drawn, level);
    constexpr double fewest = 10;  // draws required beyond a percentile
    if (tail * static_cast<double>(drawn.size()) >= fewest) return interval;
    double mean = m_mean;
    double variance = m_deviation * m_deviation;
    for (const Row& row : m_heavy) {
        mean += row.weight * row.confidence;
        variance += row.variance;
    }
    const double reach = -boost::math::quantile(boost::math::normal(), tail) * std::sqrt(variance);
    return {std::max(0.0, std::min(interval.lower, mean - reach)),
            std::min(m_weight, std::max(interval.upper, mean + reach))};
}

}  // namespace diagonal
