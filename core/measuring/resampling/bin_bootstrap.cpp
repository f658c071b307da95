// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/bin_bootstrap.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/poisson_draws.h"
#include "core/base/random_numbers.h"
#include "core/measuring/scores/scores.h"

namespace diagonal {
namespace {

/// The correct or the incorrect rows of one bin.
struct BinCell {
    std::size_t bin = 0;
    bool isCorrect = false;
    double count = 0;      ///< effective number of observations
    double unit = 1;       ///< weight of one observation
    double mean = 0;       ///< mean confidence
    double deviation = 0;  ///< standard deviation of one confidence
};

BinCell cellOf(std::size_t bin, bool isCorrect, double weight, double unit, double sum,
               double squares) {
    const double mean = sum / weight;
    const double variance = squares / weight - mean * mean;
    constexpr double rounding = 1e-14;  // of the variance of equal confidences
    return {bin,  isCorrect, weight / unit,
            unit, mean,      variance > rounding ? std::sqrt(variance) : 0.0};
}

std::vector<BinCell> cellsOf(const ReliabilityCurve& curve) {
    std::vector<BinCell> cells;
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

/// A resample of a curve, without intervals.
class ResampledCurve {
public:
    ResampledCurve(const ReliabilityCurve& curve, BinConfidence confidence)
        : m_original(curve),
          m_meanConfidence(confidence == BinConfidence::Mean),
          m_drawn(curve),
          m_confidences(curve.bins.size()) {}

    /// The weight of the resample may be 0 if numbers of rows are drawn independently.
    const ReliabilityCurve& curve() const { return m_drawn; }
    /// Returns the mean confidence of all rows.
    double confidence() const { return m_confidence / m_drawn.weight; }

    void clear() {
        m_drawn.weight = m_confidence = 0;
        std::fill(m_confidences.begin(), m_confidences.end(), 0.0);
        for (Bin& bin : m_drawn.bins) {
            bin.count = 0;
            bin.weight = bin.correct = bin.effectiveCount = 0;
        }
    }

    void add(std::size_t b, double observations, double weight, double correct,
             double confidences) {
        Bin& bin = m_drawn.bins[b];
        bin.effectiveCount += observations;
        bin.weight += weight;
        bin.correct += correct;
        m_confidences[b] += confidences;
    }

    /// Computes what follows from all that was added.
    void finish() {
        for (std::size_t b = 0; b < m_drawn.bins.size(); ++b) {
            Bin& bin = m_drawn.bins[b];
            m_drawn.weight += bin.weight;
            m_confidence += m_confidences[b];
            // Scores ask only whether there are rows, or several.
            bin.count = bin.weight <= 0 ? 0 : bin.effectiveCount > 1 ? 2 : 1;
            if (bin.count == 0) continue;
            bin.accuracy = bin.correct / bin.weight;
            bin.confidence =
                m_meanConfidence ? m_confidences[b] / bin.weight : m_original.bins[b].confidence;
        }
    }

private:
    const ReliabilityCurve& m_original;
    bool m_meanConfidence;
    ReliabilityCurve m_drawn;
    std::vector<double> m_confidences;  ///< sum of the confidences of each bin
    double m_confidence = 0;            ///< sum of the confidences of all bins
};

/// Draws numbers of independent rows.
class RowsOfBins {
public:
    explicit RowsOfBins(const ReliabilityCurve& curve)
        : m_cells(cellsOf(curve)),
          m_count(curve.count),
          m_independent(curve.weightKind == WeightKind::Importance) {}

    void draw(RandomNumbers& random, ResampledCurve& out) const {
        auto left = static_cast<std::int64_t>(m_count);
        auto leftOfOriginal = static_cast<double>(m_count);
        for (const BinCell& cell : m_cells) {
            const double drawn =
                m_independent
                    ? random.poisson(cell.count)
                    : static_cast<double>(random.binomial(left, cell.count / leftOfOriginal));
            left -= static_cast<std::int64_t>(drawn);
            leftOfOriginal -= cell.count;
            const double weight = drawn * cell.unit;
            out.add(cell.bin, drawn, weight, cell.isCorrect ? weight : 0,
                    weight * cell.mean +
                        cell.unit * std::sqrt(drawn) * cell.deviation * random.normal());
        }
    }

private:
    std::vector<BinCell> m_cells;
    std::size_t m_count;
    bool m_independent;
};

/// Draws clusters of rows.
class ClustersOfBins {
public:
    ClustersOfBins(const ReliabilityCurve& curve, const ClusteredOutcomes& outcomes) {
        const std::vector<std::uint32_t> bins = binsOf(outcomes.packed, curve);
        constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
        std::vector<std::size_t> place(curve.bins.size(), none);  // of a bin's sums in this cluster
        for (std::size_t cluster = 0; cluster < outcomes.rows->members.clusters(); ++cluster) {
            const std::size_t begin = m_sums.size();
            for (const std::uint32_t row : outcomes.rows->members.of(cluster)) {
                std::size_t& at = place[bins[row]];
                if (at == none) {
                    at = m_sums.size();
                    m_sums.push_back({bins[row]});
                }
                add(outcomes.packed[row], outcomes.weight(row), m_sums[at]);
            }
            for (std::size_t i = begin; i < m_sums.size(); ++i)
                place[m_sums[i].bin] = none;
            m_ends.push_back(m_sums.size());
        }
        for (const Bin& bin : curve.bins)
            m_observations.push_back(bin.weight > 0 ? bin.effectiveCount / bin.weight : 0);
        m_one.add(1);
    }

    void draw(RandomNumbers& random, ResampledCurve& out) const {
        std::size_t i = 0;
        for (const std::size_t end : m_ends) {
            const double drawn = m_one.draw(0, random);
            if (drawn == 0) i = end;
            for (; i < end; ++i) {
                const Sums& sums = m_sums[i];
                const double weight = drawn * sums.weight;
                out.add(sums.bin, weight * m_observations[sums.bin], weight, drawn * sums.correct,
                        drawn * sums.confidence);
            }
        }
    }

private:
    /// Sums over the rows of one cluster in one bin.
    struct Sums {
        std::uint32_t bin = 0;
        double weight = 0;
        double correct = 0;
        double confidence = 0;
    };
    static void add(std::uint64_t packed, double weight, Sums& sums) {
        sums.weight += weight;
        if (SortedOutcomes::correctOf(packed)) sums.correct += weight;
        sums.confidence += weight * SortedOutcomes::confidenceOf(packed);
    }

    std::vector<Sums> m_sums;
    std::vector<std::size_t> m_ends;     ///< of each cluster's sums
    std::vector<double> m_observations;  ///< per weight, of each bin
    PoissonDraws m_one;
};

template <typename Resampler>
ResampledScores resampled(const Resampler& resampler, ResampledCurve out, std::size_t resamples,
                          std::uint64_t seed) {
    RandomNumbers random(seed);
    ResampledScores drawn;
    for (std::size_t i = 0; i < resamples; ++i) {
        out.clear();
        resampler.draw(random, out);
        out.finish();
        if (out.curve().weight == 0) continue;
        const BinnedErrors errors = binnedErrors(out.curve());
        for (const auto& [id, value] : namedErrors(errors))
            drawn[id].push_back(id == "l2_debiased" ? errors.debiasedSquares : value);
        drawn["confidence"].push_back(out.confidence());
    }
    return drawn;
}

}  // namespace

ResampledScores binBootstrap(const ReliabilityCurve& curve, BinConfidence confidence,
                             std::size_t resamples, std::uint64_t seed,
                             const ClusteredOutcomes& clustered) {
    ResampledCurve out(curve, confidence);
    if (clustered)
        return resampled(ClustersOfBins(curve, clustered), std::move(out), resamples, seed);
    return resampled(RowsOfBins(curve), std::move(out), resamples, seed);
}

}  // namespace diagonal
