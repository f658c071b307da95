// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/row_bootstrap.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <vector>

#include "core/base/poisson_draws.h"
#include "core/base/random_numbers.h"
#include "core/measuring/isotonic.h"
#include "core/numerics/class_probabilities.h"

namespace diagonal {
namespace {

constexpr std::size_t kResamples = 1000;
constexpr std::size_t kResamplesAtOnce = 25;  ///< drawn from one stream of random numbers
constexpr std::size_t kGroups = 4096;

using Weights = std::vector<double>;
using Scores = std::map<std::string_view, double>;

/// Correct or incorrect rows that are drawn together.
struct Cell {
    std::size_t group = 0;  ///< cells of one group are ordered as equal confidences
    double count = 0;       ///< effective number of observations
    double unit = 1;        ///< weight of one observation
    double confidence = 0;  ///< mean
    double outcome = 0;     ///< 0 or 1
};

/// Adds the ranks [begin, end) to `cells`: their correct rows as one cell, the incorrect as
/// another.
void addGroup(const SortedOutcomes& outcomes, std::size_t begin, std::size_t end,
              std::vector<Cell>& cells) {
    const OutcomeSums sums = outcomes.sums(begin, end);
    const double correct = sums.correct;
    const double wrong = sums.weight - sums.correct;
    const double unit = sums.varianceWeight / sums.weight;
    const std::size_t group = cells.empty() ? 0 : cells.back().group + 1;
    const bool tied = outcomes.confidence(begin) == outcomes.confidence(end - 1);
    const double c = outcomes.confidence(begin);
    const double correctMean = correct > 0 ? sums.correctConfidence / correct : 0;
    const double wrongMean = wrong > 0 ? (sums.confidence - sums.correctConfidence) / wrong : 0;
    const auto add = [&](double weight, double mean, double outcome) {
        const double confidence = tied ? c : std::clamp(mean, 0.0, 1.0);
        if (weight > 0) cells.push_back({group, weight / unit, unit, confidence, outcome});
    };
    add(correct, correctMean, 1);
    add(wrong, wrongMean, 0);
}

/// Divides the sorted rows into groups of cells; rows of equal confidence stay in one group.
std::vector<Cell> cellsOf(const SortedOutcomes& outcomes) {
    const std::size_t rows = outcomes.size();
    const std::size_t size = rows <= LossCells::kMostSingleRows ? 1 : rows / kGroups;
    std::vector<Cell> cells;
    for (std::size_t begin = 0; begin < rows;) {
        const std::size_t end = outcomes.endOfRun(begin, size);
        addGroup(outcomes, begin, end, cells);
        begin = end;
    }
    return cells;
}

/// Computes the scores of weighted cells.
class WeightedScores {
public:
    /// Cells pooled by isotonic regression.
    struct Pool {
        double weight = 0;
        double correct = 0;
        void merge(const Pool& before) {
            weight += before.weight;
            correct += before.correct;
        }
    };

    WeightedScores(std::vector<Cell> cells, const LogisticCalibration& fit)
        : m_cells(std::move(cells)), m_fit(fit) {
        m_terms.reserve(m_cells.size());
        for (const Cell& cell : m_cells)
            m_terms.push_back(termsOf(cell));
    }

    const std::vector<Cell>& cells() const { return m_cells; }

    /// Returns the scores that are defined under these weights. `pools` is scratch memory.
    Scores at(const Weights& weights, std::vector<Pool>& pools) const {
        Scores scores;
        addMoments(weights, scores);
        addOrdered(weights, pools, scores);
        return scores;
    }

private:
    /// Terms of a cell in the sums of the logistic fits, computed once for all resamples.
    struct Terms {
        double x = 0;                          ///< logit c
        double missLarge = 0, curveLarge = 0;  ///< p - a and p (1 - p) of the fit in the large
        double miss = 0, curve = 0;            ///< of the fit with a slope
    };

    Terms termsOf(const Cell& cell) const {
        Terms terms;
        if (cell.confidence <= 0 || cell.confidence >= 1) return terms;
        terms.x = logit(cell.confidence);
        const double large = sigmoid(m_fit.intercept.valueOr(0) + terms.x);
        terms.missLarge = large - cell.outcome;
        terms.curveLarge = large * (1 - large);
        const double p = sigmoid(m_fit.slopeIntercept + m_fit.slope.valueOr(1) * terms.x);
        terms.miss = p - cell.outcome;
        terms.curve = p * (1 - p);
        return terms;
    }

    void addMoments(const Weights& weights, Scores& scores) const {
        double total = 0, squares = 0;
        double missLarge = 0, curveLarge = 0;
        double gradU = 0, gradS = 0, uu = 0, us = 0, ss = 0;
        for (std::size_t i = 0; i < m_cells.size(); ++i) {
            const double w = weights[i];
            const double miss = m_cells[i].confidence - m_cells[i].outcome;
            const Terms& terms = m_terms[i];
            total += w;
            squares += w * miss * miss;
            missLarge += w * terms.missLarge;
            curveLarge += w * terms.curveLarge;
            gradU += w * terms.miss;
            gradS += w * terms.miss * terms.x;
            uu += w * terms.curve;
            us += w * terms.curve * terms.x;
            ss += w * terms.curve * terms.x * terms.x;
        }
        if (total > 0) scores["brier"] = squares / total;
        if (m_fit.intercept && curveLarge > 0) {
            scores["calibration_intercept"] = m_fit.intercept.value() - missLarge / curveLarge;
        }
        const double determinant = uu * ss - us * us;
        if (m_fit.slope && determinant > 0) {
            scores["calibration_slope"] =
                m_fit.slope.value() - (uu * gradS - us * gradU) / determinant;
        }
    }

    /// Adds the scores that depend on the order of the rows: auroc, ks, kuiper, and the CORP parts.
    void addOrdered(const Weights& weights, std::vector<Pool>& pools, Scores& scores) const {
        double difference = 0, highest = 0, lowest = 0;
        double correctBelow = 0, wrongBelow = 0, concordant = 0;
        pools.clear();
        for (std::size_t i = 0; i < m_cells.size();) {
            Pool tied;
            const std::size_t group = m_cells[i].group;
            for (; i < m_cells.size() && m_cells[i].group == group; ++i) {
                tied.weight += weights[i];
                tied.correct += weights[i] * m_cells[i].outcome;
                difference += weights[i] * (m_cells[i].confidence - m_cells[i].outcome);
            }
            if (tied.weight == 0) continue;
            const double wrong = tied.weight - tied.correct;
            highest = std::max(highest, difference);
            lowest = std::min(lowest, difference);
            concordant += tied.correct * (wrongBelow + wrong / 2);
            correctBelow += tied.correct;
            wrongBelow += wrong;
            appendPooled<double>(pools, tied);
        }
        const double total = correctBelow + wrongBelow;
        if (total == 0) return;
        scores["ks"] = std::max(highest, -lowest) / total;
        scores["kuiper"] = (highest - lowest) / total;
        if (correctBelow > 0 && wrongBelow > 0) {
            scores["auroc"] = concordant / correctBelow / wrongBelow;
        }
        addParts(pools, correctBelow / total, total, scores);
    }

    static void addParts(const std::vector<Pool>& pools, double mean, double total,
                         Scores& scores) {
        double squares = 0;
        for (const Pool& block : pools)
            squares += block.correct * (1 - block.correct / block.weight);
        const double uncertainty = mean * (1 - mean);
        scores["brier_mcb"] = scores["brier"] - squares / total;
        scores["brier_dsc"] = uncertainty - squares / total;
        scores["brier_unc"] = uncertainty;
    }

    std::vector<Cell> m_cells;
    const LogisticCalibration& m_fit;
    std::vector<Terms> m_terms;
};

/// Resamples the mean of row losses.
class LossResampler {
public:
    explicit LossResampler(const LossCells& losses) {
        for (const LossCells::Cell& cell : losses.filled()) {
            const double unit = cell.varianceWeight / cell.weight;
            const double mean = cell.sum / cell.weight;
            constexpr double rounding = 1e-14;  // of the variance of equal losses
            const double variance = cell.squares / cell.weight - mean * mean;
            const bool varies = variance > rounding * mean * mean;
            m_groups.push_back({unit, mean, varies ? std::sqrt(variance) : 0});
            m_counts.add(cell.weight / unit);
        }
    }

    /// Returns the mean loss of a resample; none if no row was drawn.
    std::optional<double> drawnMean(RandomNumbers& random) const {
        double sum = 0;
        double total = 0;
        for (std::size_t i = 0; i < m_groups.size(); ++i) {
            const Group& group = m_groups[i];
            const double count = m_counts.draw(i, random);
            sum += count * group.unit * group.mean;
            if (group.deviation > 0)
                sum += std::sqrt(count) * group.unit * group.deviation * random.normal();
            total += count * group.unit;
        }
        return total > 0 ? std::optional(sum / total) : std::nullopt;
    }

private:
    struct Group {
        double unit = 1;       ///< weight of one observation
        double mean = 0;       ///< mean loss
        double deviation = 0;  ///< standard deviation of one loss
    };

    std::vector<Group> m_groups;
    PoissonDraws m_counts;
};

}  // namespace

Result<ResampledScores> rowBootstrap(const Outcomes& outcomes, const LogisticCalibration& fit,
                                     std::uint64_t seed, const Execution& execution) {
    const WeightedScores scores(cellsOf(outcomes.sorted), fit);
    PoissonDraws counts;
    for (const Cell& cell : scores.cells())
        counts.add(cell.count);
    const std::map<std::string_view, LossResampler> losses = {
        {"nll", LossResampler(outcomes.negativeLogs)},
        {"brier_multiclass", LossResampler(outcomes.squaredErrors)}};
    std::vector<Scores> resamples(kResamples);
    Continuation continuation(execution.progress);
    execution.parallelFor(kResamples / kResamplesAtOnce, [&](std::size_t stream) {
        RandomNumbers random(seed, static_cast<std::uint32_t>(stream));
        std::vector<WeightedScores::Pool> pools;
        Weights weights(counts.size());
        for (std::size_t i = 0; i < kResamplesAtOnce; ++i) {
            const std::size_t resample = stream * kResamplesAtOnce + i;
            if (!continuation.goesOn(resample, kResamples)) return;
            for (std::size_t cell = 0; cell < weights.size(); ++cell)
                weights[cell] = counts.draw(cell, random) * scores.cells()[cell].unit;
            resamples[resample] = scores.at(weights, pools);
            for (const auto& [id, rows] : losses) {
                if (const auto mean = rows.drawnMean(random)) resamples[resample][id] = *mean;
            }
        }
    });
    if (continuation.isStopped()) return cancelled();
    ResampledScores drawn;
    for (const Scores& resample : resamples) {
        for (const auto& [id, value] : resample)
            drawn[id].push_back(value);
    }
    return drawn;
}

}  // namespace diagonal
