// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/bin_bootstrap.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
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

}  // namespace

/// A resample of a curve, without intervals.
class BinResamples::Drawn {
public:
    Drawn(const ReliabilityCurve& curve, BinConfidence confidence, std::size_t times)
        : m_meanConfidence(confidence == BinConfidence::Mean),
          m_bins(curve.bins),
          m_drawn(curve),
          m_confidences(curve.bins.size()) {
        m_drawn.count *= times;
        for (Bin& bin : m_drawn.bins)
            bin.interval = std::nullopt;
    }

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
            bin.accuracy = bin.confidence = std::nullopt;
            bin.count = 0;
            if (bin.weight <= 0) continue;
            // Scores ask only whether there are several rows.
            bin.count = static_cast<std::size_t>(std::ceil(bin.effectiveCount));
            bin.accuracy = bin.correct / bin.weight;
            bin.confidence =
                m_meanConfidence ? m_confidences[b] / bin.weight : m_bins[b].confidence;
            if (bin.clusteredCount) {
                bin.clusteredCount =
                    *m_bins[b].clusteredCount * bin.effectiveCount / m_bins[b].effectiveCount;
            }
        }
    }

private:
    bool m_meanConfidence;
    std::vector<Bin> m_bins;  ///< those of the curve
    ReliabilityCurve m_drawn;
    std::vector<double> m_confidences;  ///< sum of the confidences of each bin
    double m_confidence = 0;            ///< sum of the confidences of all bins
};

/// The rows of a curve.
class BinResamples::Rows {
public:
    virtual ~Rows() = default;
    virtual void draw(RandomNumbers& random, Drawn& out) const = 0;
};

/// Draws numbers of independent rows.
class BinResamples::SingleRows : public Rows {
public:
    SingleRows(const ReliabilityCurve& curve, std::size_t times)
        : m_cells(cellsOf(curve)),
          m_count(curve.count * times),
          m_independent(curve.weightKind == WeightKind::Importance) {
        for (BinCell& cell : m_cells)
            cell.count *= static_cast<double>(times);
    }

    void draw(RandomNumbers& random, Drawn& out) const override {
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
class BinResamples::Clusters : public Rows {
public:
    Clusters(const ReliabilityCurve& curve, const ClusteredOutcomes& outcomes, std::size_t times) {
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
        m_times.add(static_cast<double>(times));
    }

    void draw(RandomNumbers& random, Drawn& out) const override {
        std::size_t i = 0;
        for (const std::size_t end : m_ends) {
            const double drawn = m_times.draw(0, random);
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
    PoissonDraws m_times;
};

BinResamples::BinResamples(const ReliabilityCurve& curve, BinConfidence confidence,
                           std::uint64_t seed, const ClusteredOutcomes& clustered,
                           std::size_t times)
    : m_drawn(std::make_unique<Drawn>(curve, confidence, times)), m_random(seed) {
    if (clustered) {
        m_rows = std::make_unique<Clusters>(curve, clustered, times);
    } else {
        m_rows = std::make_unique<SingleRows>(curve, times);
    }
}

BinResamples::BinResamples(BinResamples&&) noexcept = default;
BinResamples& BinResamples::operator=(BinResamples&&) noexcept = default;
BinResamples::~BinResamples() = default;

const ReliabilityCurve& BinResamples::next() {
    m_drawn->clear();
    m_rows->draw(m_random, *m_drawn);
    m_drawn->finish();
    return m_drawn->curve();
}

double BinResamples::confidence() const {
    return m_drawn->confidence();
}

ResampledScores binBootstrap(const ReliabilityCurve& curve, BinConfidence confidence,
                             std::size_t resamples, std::uint64_t seed,
                             const ClusteredOutcomes& clustered) {
    BinResamples bins(curve, confidence, seed, clustered);
    ResampledScores drawn;
    for (std::size_t i = 0; i < resamples; ++i) {
        const ReliabilityCurve& resample = bins.next();
        if (resample.weight == 0) continue;
        const BinnedErrors errors = binnedErrors(resample);
        for (const auto& [id, value] : namedErrors(errors))
            drawn[id].push_back(id == "l2_debiased" ? errors.debiasedSquares : value);
        drawn["confidence"].push_back(bins.confidence());
    }
    return drawn;
}

}  // namespace diagonal
