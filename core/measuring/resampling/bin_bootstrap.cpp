// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/bin_bootstrap.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/base/random_numbers.h"
#include "core/measuring/scores/scores.h"

namespace diagonal {
namespace {

/// The correct or the incorrect rows of one bin.
struct Cell {
    std::size_t bin = 0;
    bool isCorrect = false;
    double count = 0;      ///< effective number of observations
    double unit = 1;       ///< weight of one observation
    double mean = 0;       ///< mean confidence
    double deviation = 0;  ///< standard deviation of one confidence
};

Cell cellOf(std::size_t bin, bool isCorrect, double weight, double unit, double sum,
            double squares) {
    const double mean = sum / weight;
    const double variance = squares / weight - mean * mean;
    constexpr double rounding = 1e-14;  // of the variance of equal confidences
    return {bin,  isCorrect, weight / unit,
            unit, mean,      variance > rounding ? std::sqrt(variance) : 0.0};
}

std::vector<Cell> cellsOf(const ReliabilityCurve& curve) {
    std::vector<Cell> cells;
    for (std::size_t b = 0; b < curve.bins.size(); ++b) {
        const OutcomeSums& sums = curve.sums[b];
        const double unit = sums.varianceWeight / sums.weight;
        const double wrong = sums.weight - sums.correct;
        if (sums.correct > 0) {
            cells.push_back(cellOf(b, true, sums.correct, unit, sums.correctConfidence,
                                   sums.correctConfidenceSquares));
        }
        if (wrong > 0) {
            cells.push_back(cellOf(b, false, wrong, unit, sums.confidence - sums.correctConfidence,
                                   sums.confidenceSquares - sums.correctConfidenceSquares));
        }
    }
    return cells;
}

/// Draws resamples of a curve, without intervals.
class Resampler {
public:
    Resampler(const ReliabilityCurve& curve, BinConfidence confidence)
        : m_cells(cellsOf(curve)),
          m_independent(curve.weightKind == WeightKind::Importance),
          m_meanConfidence(confidence == BinConfidence::Mean),
          m_original(curve),
          m_drawn(curve),
          m_confidences(curve.bins.size()) {}

    /// Returns a resample; its weight may be 0 if rows have importance weights.
    const ReliabilityCurve& draw(RandomNumbers& random) {
        clear();
        auto left = static_cast<std::int64_t>(m_original.count);
        auto leftOfOriginal = static_cast<double>(m_original.count);
        for (const Cell& cell : m_cells) {
            const double drawn =
                m_independent
                    ? random.poisson(cell.count)
                    : static_cast<double>(random.binomial(left, cell.count / leftOfOriginal));
            left -= static_cast<std::int64_t>(drawn);
            leftOfOriginal -= cell.count;
            add(cell, drawn, random.normal());
        }
        for (std::size_t b = 0; b < m_drawn.bins.size(); ++b)
            finish(b);
        return m_drawn;
    }
    double confidence() const { return m_confidence; }

private:
    void clear() {
        m_drawn.weight = m_confidence = 0;
        std::fill(m_confidences.begin(), m_confidences.end(), 0.0);
        for (Bin& bin : m_drawn.bins) {
            bin.count = 0;
            bin.weight = bin.correct = bin.effectiveCount = 0;
        }
    }

    void add(const Cell& cell, double drawn, double normal) {
        Bin& bin = m_drawn.bins[cell.bin];
        const double weight = drawn * cell.unit;
        bin.effectiveCount += drawn;
        bin.count += static_cast<std::size_t>(drawn);
        bin.weight += weight;
        if (cell.isCorrect) bin.correct += weight;
        m_confidences[cell.bin] +=
            weight * cell.mean + cell.unit * std::sqrt(drawn) * cell.deviation * normal;
    }

    void finish(std::size_t b) {
        Bin& bin = m_drawn.bins[b];
        m_drawn.weight += bin.weight;
        m_confidence += m_confidences[b];
        if (bin.count == 0) return;
        bin.accuracy = bin.correct / bin.weight;
        bin.confidence =
            m_meanConfidence ? m_confidences[b] / bin.weight : m_original.bins[b].confidence;
    }

    std::vector<Cell> m_cells;
    bool m_independent;
    bool m_meanConfidence;
    const ReliabilityCurve& m_original;
    ReliabilityCurve m_drawn;
    std::vector<double> m_confidences;  ///< sum of the confidences of each bin
    double m_confidence = 0;            ///< sum of the confidences of all bins
};

}  // namespace

ResampledScores binBootstrap(const ReliabilityCurve& curve, BinConfidence confidenceOfBins,
                             std::size_t resamples, std::uint64_t seed) {
    RandomNumbers random(seed);
    Resampler resampler(curve, confidenceOfBins);
    ResampledScores drawn;
    for (std::size_t i = 0; i < resamples; ++i) {
        const ReliabilityCurve& resampled = resampler.draw(random);
        if (resampled.weight == 0) continue;
        const BinnedErrors errors = binnedErrors(resampled);
        for (const auto& [id, value] : namedErrors(errors))
            drawn[id].push_back(id == "l2_debiased" ? errors.debiasedSquares : value);
        drawn["confidence"].push_back(resampler.confidence() / resampled.weight);
    }
    return drawn;
}

}  // namespace diagonal
