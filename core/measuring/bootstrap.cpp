// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/measuring/null_distribution.h"
#include "core/measuring/random_numbers.h"
#include "core/measuring/scores.h"

namespace diagonal {
namespace {

/// The hits or the misses of one bin.
struct Cell {
    std::size_t bin = 0;
    bool hit = false;
    std::size_t count = 0;
    double mean = 0;       ///< of the confidences
    double deviation = 0;  ///< of one confidence
};

Cell cellOf(std::size_t bin, bool hit, std::size_t count, double sum, double squares) {
    const auto n = static_cast<double>(count);
    const double mean = sum / n;
    const double variance = squares / n - mean * mean;
    constexpr double rounding = 1e-14;  // of equal confidences
    return {bin, hit, count, mean, variance > rounding ? std::sqrt(variance) : 0.0};
}

std::vector<Cell> cellsOf(const SortedOutcomes& outcomes, const ReliabilityCurve& curve) {
    std::vector<Cell> cells;
    std::size_t rank = 0;
    for (std::size_t b = 0; b < curve.bins.size(); ++b) {
        const OutcomeSums sums = outcomes.sums(rank, rank + curve.bins[b].count);
        rank += curve.bins[b].count;
        const std::size_t misses = sums.count - sums.hits;
        if (sums.hits > 0) {
            cells.push_back(
                cellOf(b, true, sums.hits, sums.hitConfidence, sums.hitConfidenceSquares));
        }
        if (misses > 0) {
            cells.push_back(cellOf(b, false, misses, sums.confidence - sums.hitConfidence,
                                   sums.confidenceSquares - sums.hitConfidenceSquares));
        }
    }
    return cells;
}

/// Resampled sums of bins as a curve without intervals.
class Resampler {
public:
    Resampler(const SortedOutcomes& outcomes, const ReliabilityCurve& curve, const Binning& binning)
        : m_cells(cellsOf(outcomes, curve)),
          m_meanConfidence(binning.confidence == BinConfidence::Mean),
          m_original(curve),
          m_drawn(curve),
          m_confidences(curve.bins.size()) {}

    const ReliabilityCurve& draw(RandomNumbers& random) {
        for (Bin& bin : m_drawn.bins) {
            bin.count = 0;
            bin.hits = 0;
        }
        std::fill(m_confidences.begin(), m_confidences.end(), 0.0);
        auto left = static_cast<std::int64_t>(m_drawn.rows);
        auto leftOfOriginal = static_cast<double>(m_drawn.rows);
        for (const Cell& cell : m_cells) {
            const auto size = static_cast<double>(cell.count);
            const auto drawn = random.binomial(left, size / leftOfOriginal);
            left -= drawn;
            leftOfOriginal -= size;
            const auto n = static_cast<double>(drawn);
            Bin& bin = m_drawn.bins[cell.bin];
            bin.count += static_cast<std::size_t>(drawn);
            if (cell.hit) bin.hits += static_cast<std::size_t>(drawn);
            m_confidences[cell.bin] +=
                n * cell.mean + std::sqrt(n) * cell.deviation * random.normal();
        }
        m_sum = 0;
        for (std::size_t b = 0; b < m_drawn.bins.size(); ++b) {
            Bin& bin = m_drawn.bins[b];
            m_sum += m_confidences[b];
            if (bin.count == 0) continue;
            const auto n = static_cast<double>(bin.count);
            bin.accuracy = static_cast<double>(bin.hits) / n;
            bin.confidence =
                m_meanConfidence ? m_confidences[b] / n : m_original.bins[b].confidence;
        }
        return m_drawn;
    }
    double confidenceSum() const { return m_sum; }

private:
    std::vector<Cell> m_cells;
    bool m_meanConfidence;
    const ReliabilityCurve& m_original;
    ReliabilityCurve m_drawn;
    std::vector<double> m_confidences;
    double m_sum = 0;
};

}  // namespace

ScoreIntervals binBootstrap(const SortedOutcomes& outcomes, const ReliabilityCurve& curve,
                            const Binning& binning, double level, std::size_t resamples,
                            std::uint64_t seed) {
    RandomNumbers random(seed);
    Resampler resampler(outcomes, curve, binning);
    std::map<std::string_view, std::vector<double>> drawn;
    const auto rows = static_cast<double>(curve.rows);
    for (std::size_t i = 0; i < resamples; ++i) {
        const ReliabilityCurve& resampled = resampler.draw(random);
        const BinnedErrors errors = binnedErrors(resampled);
        for (const auto& [id, value] : namedErrors(errors))
            drawn[id].push_back(value);
        std::size_t hits = 0;
        for (const Bin& bin : resampled.bins)
            hits += bin.hits;
        const double accuracy = static_cast<double>(hits) / rows;
        const double confidence = resampler.confidenceSum() / rows;
        drawn["accuracy"].push_back(accuracy);
        drawn["confidence"].push_back(confidence);
        drawn["signed_gap"].push_back(accuracy - confidence);
    }
    ScoreIntervals intervals;
    for (auto& [id, values] : drawn) {
        std::sort(values.begin(), values.end());
        intervals[id] = {quantileOfSorted(values, (1 - level) / 2),
                         quantileOfSorted(values, (1 + level) / 2)};
    }
    return intervals;
}

}  // namespace diagonal
