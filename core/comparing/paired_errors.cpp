// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/comparing/paired_errors.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <map>

#include "core/base/poisson_draws.h"
#include "core/base/random_numbers.h"
#include "core/measuring/scores/score_intervals.h"
#include "core/numerics/mean_estimate.h"

namespace diagonal {
namespace {

/// Sums over the rows of one bin of one model.
struct BinSums {
    double weight = 0;
    double correct = 0;
    double confidence = 0;
};
/// The bins of both models.
using PairOfBins = std::array<std::vector<BinSums>, 2>;

struct PairErrors {
    double ece = 0;
    double squares = 0;  ///< sum w_b gap_b^2
    double debiased = 0;
};

PairErrors errorsOf(const std::vector<BinSums>& bins) {
    double all = 0;
    for (const BinSums& bin : bins)
        all += bin.weight;
    PairErrors errors;
    for (const BinSums& bin : bins) {
        if (bin.weight <= 0) continue;
        const double gap = (bin.correct - bin.confidence) / bin.weight;
        const double share = bin.weight / all;
        const double accuracy = bin.correct / bin.weight;
        const double noise = bin.weight > 1 ? accuracy * (1 - accuracy) / (bin.weight - 1) : 0.0;
        errors.ece += share * std::abs(gap);
        errors.squares += share * gap * gap;
        errors.debiased += share * (gap * gap - noise);
    }
    return errors;
}

/// Returns the bin of each row.
std::vector<std::uint32_t> binsOf(std::span<const std::uint64_t> rows, const Binning& binning) {
    const SortedOutcomes sorted({rows.begin(), rows.end()});
    return binsOf(rows, binned(sorted, binning, std::nullopt));
}

/// The outcomes of a row in both models, and their bins.
struct PairRows {
    std::array<std::span<const std::uint64_t>, 2> packed;
    std::array<std::vector<std::uint32_t>, 2> bins;

    std::size_t size() const { return packed[0].size(); }
    double confidence(std::size_t model, std::size_t row) const {
        return SortedOutcomes::confidenceOf(packed[model][row]);
    }
    bool isCorrect(std::size_t model, std::size_t row) const {
        return SortedOutcomes::correctOf(packed[model][row]);
    }
    PairOfBins emptyBins() const {
        PairOfBins out;
        for (std::size_t model = 0; model < 2; ++model)
            out[model].resize(*std::ranges::max_element(bins[model]) + std::size_t{1});
        return out;
    }
    PairOfBins pairOfBins() const {
        PairOfBins out = emptyBins();
        for (std::size_t model = 0; model < 2; ++model) {
            for (std::size_t row = 0; row < size(); ++row) {
                BinSums& bin = out[model][bins[model][row]];
                bin.weight += 1;
                bin.correct += isCorrect(model, row) ? 1 : 0;
                bin.confidence += confidence(model, row);
            }
        }
        return out;
    }
};

/// Independent rows that are in the same bins and equally correct.
class RowSampler {
public:
    explicit RowSampler(const PairRows& rows) {
        std::map<std::array<std::uint32_t, 4>, Moments> moments;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const std::array<std::uint32_t, 4> key = {rows.bins[0][row], rows.bins[1][row],
                                                      rows.isCorrect(0, row) ? 1U : 0U,
                                                      rows.isCorrect(1, row) ? 1U : 0U};
            moments[key].add(rows.confidence(0, row), rows.confidence(1, row));
        }
        for (const auto& [key, moment] : moments) {
            m_cells.push_back(moment.cell(key));
            m_counts.add(moment.count);
        }
    }

    void draw(RandomNumbers& random, PairOfBins& out) const {
        for (std::size_t i = 0; i < m_cells.size(); ++i) {
            const double drawn = m_counts.draw(i, random);
            if (drawn == 0) continue;
            const Cell& cell = m_cells[i];
            const double root = std::sqrt(drawn);
            const double one = random.normal();
            const double other = random.normal();
            const std::array<double, 2> sums = {
                drawn * cell.means[0] + root * cell.deviation * one,
                drawn * cell.means[1] + root * (cell.shared * one + cell.own * other)};
            for (std::size_t model = 0; model < 2; ++model) {
                BinSums& bin = out[model][cell.bins[model]];
                bin.weight += drawn;
                if (cell.isCorrect[model]) bin.correct += drawn;
                bin.confidence += sums[model];
            }
        }
    }

private:
    struct Cell {
        std::array<std::uint32_t, 2> bins;
        std::array<bool, 2> isCorrect;
        std::array<double, 2> means;  ///< of the confidences
        double deviation = 0;         ///< of the first model's confidence
        double shared = 0;            ///< part of the second's deviation that follows the first's
        double own = 0;               ///< the other part
    };
    struct Moments {
        double count = 0;
        std::array<double, 2> means = {};
        double firstSquares = 0;   ///< sum of squares around the mean (Welford 1962)
        double secondSquares = 0;  ///< as above
        double products = 0;

        void add(double first, double second) {
            count += 1;
            const double before = first - means[0];
            const double beforeSecond = second - means[1];
            means[0] += before / count;
            means[1] += beforeSecond / count;
            firstSquares += before * (first - means[0]);
            secondSquares += beforeSecond * (second - means[1]);
            products += before * (second - means[1]);
        }
        Cell cell(const std::array<std::uint32_t, 4>& key) const {
            Cell out{{key[0], key[1]}, {key[2] == 1, key[3] == 1}, means};
            out.deviation = std::sqrt(firstSquares / count);
            if (out.deviation > 0) out.shared = products / count / out.deviation;
            out.own = rootOf(secondSquares / count - out.shared * out.shared);
            return out;
        }
    };

    std::vector<Cell> m_cells;
    PoissonDraws m_counts;
};

/// Clusters of rows, with the sums of each in the bins that it has rows in.
class ClusterSampler {
public:
    ClusterSampler(const PairRows& rows, const RowClusters& clusters) {
        const RowsOfClusters members(clusters);
        for (std::size_t cluster = 0; cluster < members.clusters(); ++cluster) {
            for (std::size_t model = 0; model < 2; ++model) {
                std::map<std::uint32_t, BinSums> sums;
                for (const std::uint32_t row : members.of(cluster)) {
                    BinSums& bin = sums[rows.bins[model][row]];
                    bin.weight += 1;
                    bin.correct += rows.isCorrect(model, row) ? 1 : 0;
                    bin.confidence += rows.confidence(model, row);
                }
                for (const auto& [bin, sum] : sums)
                    m_entries.push_back({model, bin, sum});
            }
            m_ends.push_back(m_entries.size());
            m_counts.add(1);
        }
    }

    void draw(RandomNumbers& random, PairOfBins& out) const {
        std::size_t entry = 0;
        for (std::size_t cluster = 0; cluster < m_ends.size(); ++cluster) {
            const double drawn = m_counts.draw(cluster, random);
            for (; entry < m_ends[cluster]; ++entry) {
                BinSums& bin = out[m_entries[entry].model][m_entries[entry].bin];
                bin.weight += drawn * m_entries[entry].sums.weight;
                bin.correct += drawn * m_entries[entry].sums.correct;
                bin.confidence += drawn * m_entries[entry].sums.confidence;
            }
        }
    }

private:
    struct Entry {
        std::size_t model = 0;
        std::uint32_t bin = 0;
        BinSums sums;
    };
    std::vector<Entry> m_entries;
    std::vector<std::size_t> m_ends;  ///< of each cluster's entries
    PoissonDraws m_counts;
};

/// The errors of both models in each resample.
using DrawnErrors = std::vector<std::array<PairErrors, 2>>;

template <typename Sampler>
std::optional<DrawnErrors> drawnErrors(const PairRows& rows, const Sampler& sampler,
                                       std::uint64_t seed, const Execution& execution) {
    DrawnErrors drawn(kResamples);
    Continuation continuation(execution.progress);
    execution.parallelFor(kResamples / kResamplesAtOnce, [&](std::size_t stream) {
        RandomNumbers random(seed, static_cast<std::uint32_t>(stream));
        for (std::size_t i = 0; i < kResamplesAtOnce; ++i) {
            const std::size_t resample = stream * kResamplesAtOnce + i;
            if (!continuation.goesOn(resample, kResamples)) return;
            PairOfBins bins = rows.emptyBins();
            sampler.draw(random, bins);
            drawn[resample] = {errorsOf(bins[0]), errorsOf(bins[1])};
        }
    });
    if (continuation.isStopped()) return std::nullopt;
    return drawn;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
    const double meanA = meanOf(a);
    const double meanB = meanOf(b);
    double aa = 0, bb = 0, ab = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        aa += (a[i] - meanA) * (a[i] - meanA);
        bb += (b[i] - meanB) * (b[i] - meanB);
        ab += (a[i] - meanA) * (b[i] - meanB);
    }
    return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0.0;
}

/// An error without what chance adds to it, and its interval.
struct DrawnError {
    double error = 0;
    Interval interval;
};

DrawnError modelOf(double estimate, const std::vector<double>& drawn, bool isDebiased,
                   double level) {
    if (isDebiased) return {rootOf(estimate), debiasedErrorInterval(estimate, drawn, level)};
    double squares = 0;
    for (const double value : drawn)
        squares += value * value;
    squares /= static_cast<double>(drawn.size());
    DrawnError out{rootOf(2 * estimate * estimate - squares),
                   errorInterval(estimate, drawn, level)};
    out.error = std::clamp(out.error, out.interval.lower, out.interval.upper);
    return out;
}

}  // namespace

double PairedError::difference() const {
    return isDebiased ? rootOf(second) - rootOf(first) : second - first;
}

Interval PairedError::interval(double level) const {
    const auto [centerFirst, centerSecond] = centers.value_or(std::array{first, second});
    const DrawnError one = modelOf(centerFirst, drawnFirst, isDebiased, level);
    const DrawnError two = modelOf(centerSecond, drawnSecond, isDebiased, level);
    const bool mayBeCalibrated = one.interval.lower == 0 || two.interval.lower == 0;
    const double r = mayBeCalibrated ? 0.0 : correlation(drawnFirst, drawnSecond);
    const auto arm = [&](double a, double b) { return rootOf(a * a + b * b - 2 * r * a * b); };
    const double center = two.error - one.error;
    const Interval around = {
        center - arm(two.error - two.interval.lower, one.interval.upper - one.error),
        center + arm(two.interval.upper - two.error, one.error - one.interval.lower)};
    return {std::min(around.lower, difference()), std::max(around.upper, difference())};
}

std::optional<PairedErrors> pairedErrors(std::span<const std::uint64_t> first,
                                         std::span<const std::uint64_t> second,
                                         const Binning& binning, const RowClusters& clusters,
                                         std::uint64_t seed, const Execution& execution) {
    assert(binning.scheme != BinningScheme::Runs && first.size() == second.size());
    const PairRows rows{{first, second}, {binsOf(first, binning), binsOf(second, binning)}};
    const auto drawn = clusters.empty()
                           ? drawnErrors(rows, RowSampler(rows), seed, execution)
                           : drawnErrors(rows, ClusterSampler(rows, clusters), seed, execution);
    if (!drawn) return std::nullopt;
    const PairOfBins measured = rows.pairOfBins();
    const std::array<PairErrors, 2> errors = {errorsOf(measured[0]), errorsOf(measured[1])};
    PairedErrors out;
    out.ece = {errors[0].ece, errors[1].ece, {}, {}, false, std::nullopt};
    out.l2Debiased = {errors[0].debiased, errors[1].debiased, {}, {}, true, std::nullopt};
    for (const auto& [one, two] : *drawn) {
        out.ece.drawnFirst.push_back(one.ece);
        out.ece.drawnSecond.push_back(two.ece);
        out.l2Debiased.drawnFirst.push_back(clusters.empty() ? one.debiased : one.squares);
        out.l2Debiased.drawnSecond.push_back(clusters.empty() ? two.debiased : two.squares);
    }
    if (!clusters.empty()) {
        out.l2Debiased.centers = {2 * errors[0].squares - meanOf(out.l2Debiased.drawnFirst),
                                  2 * errors[1].squares - meanOf(out.l2Debiased.drawnSecond)};
    }
    return out;
}

}  // namespace diagonal
