// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/row_bootstrap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "core/base/poisson_draws.h"
#include "core/base/random_numbers.h"
#include "core/measuring/deciding/risk_coverage.h"
#include "core/measuring/deciding/skill.h"
#include "core/measuring/isotonic.h"
#include "core/numerics/class_probabilities.h"

namespace diagonal {
namespace {

constexpr std::size_t kRowGroups = 4096;

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

/// The cells, and the lowest confidence of each group.
struct Cells {
    std::vector<Cell> cells;
    std::vector<double> lowest;
};

/// Divides the sorted rows into groups of cells; rows of equal confidence stay in one group.
Cells cellsOf(const SortedOutcomes& outcomes) {
    const std::size_t rows = outcomes.size();
    const std::size_t size = rows <= LossCells::kMostSingleRows ? 1 : rows / kRowGroups;
    Cells out;
    for (std::size_t begin = 0; begin < rows;) {
        const std::size_t end = outcomes.endOfRun(begin, size);
        out.lowest.push_back(outcomes.confidence(begin));
        addGroup(outcomes, begin, end, out.cells);
        begin = end;
    }
    return out;
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
        for (const Cell& cell : m_cells) {
            m_terms.push_back(termsOf(cell));
            m_areCounts = m_areCounts && cell.unit == 1;
        }
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
        double negativeLog = 0;                ///< of the probability of the outcome
    };

    Terms termsOf(const Cell& cell) const {
        Terms terms;
        terms.negativeLog =
            cell.outcome > 0 ? -std::log(cell.confidence) : -std::log1p(-cell.confidence);
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
        double total = 0, squares = 0, correct = 0, negativeLogs = 0;
        double missLarge = 0, curveLarge = 0;
        double gradU = 0, gradS = 0, uu = 0, us = 0, ss = 0;
        for (std::size_t i = 0; i < m_cells.size(); ++i) {
            const double w = weights[i];
            if (w == 0) continue;
            const double miss = m_cells[i].confidence - m_cells[i].outcome;
            const Terms& terms = m_terms[i];
            total += w;
            squares += w * miss * miss;
            correct += w * m_cells[i].outcome;
            negativeLogs += w * m_terms[i].negativeLog;
            missLarge += w * terms.missLarge;
            curveLarge += w * terms.curveLarge;
            gradU += w * terms.miss;
            gradS += w * terms.miss * terms.x;
            uu += w * terms.curve;
            us += w * terms.curve * terms.x;
            ss += w * terms.curve * terms.x * terms.x;
        }
        if (total > 0) scores["brier"] = squares / total;
        addSkill(total, correct, squares, negativeLogs, scores);
        if (m_fit.intercept && curveLarge > 0) {
            scores["calibration_intercept"] = m_fit.intercept.value() - missLarge / curveLarge;
        }
        const double determinant = uu * ss - us * us;
        if (m_fit.slope && determinant > 0) {
            scores["calibration_slope"] =
                m_fit.slope.value() - (uu * gradS - us * gradU) / determinant;
            scores["intercept_two_parameter"] =
                m_fit.slopeIntercept - (ss * gradU - us * gradS) / determinant;
        }
    }

    static void addSkill(double total, double correct, double squares, double negativeLogs,
                         Scores& scores) {
        if (total <= 0) return;
        const auto skill = skillScores(correct / total, squares / total, negativeLogs / total);
        if (!skill) return;
        scores["brier_skill"] = skill->brier;
        scores["log_skill"] = skill->log;
        scores["r2_nagelkerke"] = skill->nagelkerke;
    }

    /// Adds the areas below curves over coverage, from the most confident group on.
    void addRisks(const Weights& weights, Scores& scores) const {
        RiskAreaSums sums(m_areCounts);
        for (std::size_t end = m_cells.size(); end > 0;) {
            double weight = 0, wrong = 0;
            const std::size_t group = m_cells[end - 1].group;
            for (; end > 0 && m_cells[end - 1].group == group; --end) {
                weight += weights[end - 1];
                wrong += weights[end - 1] * (1 - m_cells[end - 1].outcome);
            }
            sums.add(weight, wrong);
        }
        const RiskAreas areas = sums.areas();
        scores["aurc"] = areas.aurc;
        scores["e_aurc"] = areas.excess;
        scores["augrc"] = areas.augrc;
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
        addRisks(weights, scores);
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
    bool m_areCounts = true;  ///< weights are numbers of observations
};

/// Weights of cells, and mean losses, of one resample.
struct Resample {
    Weights weights;
    std::vector<double> counts = {};  ///< of clusters; scratch memory
    std::optional<double> nll = {};
    std::optional<double> brierMulticlass = {};
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

/// Draws independent rows.
class RowResampler {
public:
    RowResampler(const Outcomes& outcomes, const std::vector<Cell>& cells)
        : m_cells(cells),
          m_negativeLogs(outcomes.negativeLogs),
          m_squaredErrors(outcomes.squaredErrors) {
        for (const Cell& cell : cells)
            m_counts.add(cell.count);
    }

    void draw(RandomNumbers& random, Resample& out) const {
        for (std::size_t cell = 0; cell < m_cells.size(); ++cell)
            out.weights[cell] = m_counts.draw(cell, random) * m_cells[cell].unit;
    }
    void drawLosses(RandomNumbers& random, Resample& out) const {
        out.brierMulticlass = m_squaredErrors.drawnMean(random);
        out.nll = m_negativeLogs.drawnMean(random);
    }

private:
    const std::vector<Cell>& m_cells;
    PoissonDraws m_counts;
    LossResampler m_negativeLogs;
    LossResampler m_squaredErrors;
};

/// Draws clusters of rows.
class ClusterResampler {
public:
    ClusterResampler(const ClusteredOutcomes& outcomes, const Cells& cells, const RowLosses& losses)
        : m_members(outcomes.rows->members) {
        std::vector<std::array<std::uint32_t, 2>> cellOf(cells.lowest.size());
        for (std::size_t i = 0; i < cells.cells.size(); ++i) {
            const Cell& cell = cells.cells[i];
            cellOf[cell.group][cell.outcome > 0 ? 1 : 0] = static_cast<std::uint32_t>(i);
        }
        m_rows.reserve(outcomes.packed.size());
        for (std::size_t row = 0; row < outcomes.packed.size(); ++row) {
            const std::uint64_t packed = outcomes.packed[row];
            const auto after =
                std::ranges::upper_bound(cells.lowest, SortedOutcomes::confidenceOf(packed));
            const auto group = static_cast<std::size_t>(after - cells.lowest.begin() - 1);
            m_rows.push_back(
                {cellOf[group][SortedOutcomes::correctOf(packed) ? 1 : 0], outcomes.weight(row)});
        }
        m_totals = sumsOf([](std::size_t) { return 1.0; });
        if (!losses.negativeLogs.empty())
            m_negativeLogs = sumsOf([&](std::size_t row) { return losses.negativeLogs[row]; });
        if (!losses.squaredErrors.empty())
            m_squaredErrors = sumsOf([&](std::size_t row) { return losses.squaredErrors[row]; });
        m_one.add(1);
    }

    void draw(RandomNumbers& random, Resample& out) const {
        std::ranges::fill(out.weights, 0.0);
        out.counts.resize(m_members.clusters());
        for (std::size_t cluster = 0; cluster < out.counts.size(); ++cluster) {
            const double drawn = m_one.draw(0, random);
            out.counts[cluster] = drawn;
            if (drawn == 0) continue;
            for (const std::uint32_t row : m_members.of(cluster))
                out.weights[m_rows[row].cell] += drawn * m_rows[row].weight;
        }
    }
    /// Computes the means of the clusters that were drawn last.
    void drawLosses(RandomNumbers&, Resample& out) const {
        const auto drawn = [&](const std::vector<double>& sums) {
            return std::inner_product(sums.begin(), sums.end(), out.counts.begin(), 0.0);
        };
        const double total = drawn(m_totals);
        out.nll = out.brierMulticlass = std::nullopt;
        if (total <= 0) return;
        if (!m_negativeLogs.empty()) out.nll = drawn(m_negativeLogs) / total;
        if (!m_squaredErrors.empty()) out.brierMulticlass = drawn(m_squaredErrors) / total;
    }

private:
    struct Row {
        std::uint32_t cell = 0;
        double weight = 1;
    };
    /// Returns the weighted sum of a value of the rows in each cluster.
    template <typename Value>
    std::vector<double> sumsOf(const Value& value) const {
        std::vector<double> sums(m_members.clusters());
        for (std::size_t cluster = 0; cluster < sums.size(); ++cluster) {
            for (const std::uint32_t row : m_members.of(cluster))
                sums[cluster] += m_rows[row].weight * value(row);
        }
        return sums;
    }

    const RowsOfClusters& m_members;
    std::vector<Row> m_rows;
    std::vector<double> m_totals;  ///< of each cluster; also below
    std::vector<double> m_negativeLogs;
    std::vector<double> m_squaredErrors;
    PoissonDraws m_one;
};

template <typename Resampler>
Result<ResampledScores> resampled(const Resampler& resampler, const WeightedScores& scores,
                                  std::uint64_t seed, const Execution& execution) {
    std::vector<Scores> resamples(kResamples);
    Continuation continuation(execution.progress);
    execution.parallelFor(kResamples / kResamplesAtOnce, [&](std::size_t stream) {
        RandomNumbers random(seed, static_cast<std::uint32_t>(stream));
        std::vector<WeightedScores::Pool> pools;
        Resample drawn{Weights(scores.cells().size())};
        for (std::size_t i = 0; i < kResamplesAtOnce; ++i) {
            const std::size_t resample = stream * kResamplesAtOnce + i;
            if (!continuation.goesOn(resample, kResamples)) return;
            resampler.draw(random, drawn);
            resamples[resample] = scores.at(drawn.weights, pools);
            resampler.drawLosses(random, drawn);
            if (drawn.nll) resamples[resample]["nll"] = *drawn.nll;
            if (drawn.brierMulticlass)
                resamples[resample]["brier_multiclass"] = *drawn.brierMulticlass;
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

}  // namespace

Result<ResampledScores> rowBootstrap(const Outcomes& outcomes, const LogisticCalibration& fit,
                                     std::uint64_t seed, const Execution& execution,
                                     const ClusteredOutcomes& clustered, const RowLosses& losses) {
    Cells cells = cellsOf(outcomes.sorted);
    if (clustered) {
        const ClusterResampler resampler(clustered, cells, losses);
        const WeightedScores scores(std::move(cells.cells), fit);
        return resampled(resampler, scores, seed, execution);
    }
    const WeightedScores scores(std::move(cells.cells), fit);
    return resampled(RowResampler(outcomes, scores.cells()), scores, seed, execution);
}

}  // namespace diagonal
