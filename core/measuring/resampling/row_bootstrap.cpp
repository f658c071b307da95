// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/row_bootstrap.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <vector>

#include "core/base/random_numbers.h"
#include "core/measuring/isotonic.h"
#include "core/numerics/class_probabilities.h"

namespace diagonal {
namespace {

constexpr std::size_t kResamples = 1000;
constexpr std::size_t kMostSingleRows = 8192;
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
    const std::size_t size = rows <= kMostSingleRows ? 1 : rows / kGroups;
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
    WeightedScores(std::vector<Cell> cells, const LogisticCalibration& fit)
        : m_cells(std::move(cells)), m_fit(fit) {
        m_terms.reserve(m_cells.size());
        for (const Cell& cell : m_cells)
            m_terms.push_back(termsOf(cell));
    }

    const std::vector<Cell>& cells() const { return m_cells; }

    /// Returns the scores that are defined under these weights.
    Scores at(const Weights& weights) {
        Scores scores;
        addMoments(weights, scores);
        addOrdered(weights, scores);
        return scores;
    }

private:
    /// Terms of a cell in the sums of the logistic fits, computed once for all resamples.
    struct Terms {
        double x = 0;                          ///< logit c
        double missLarge = 0, curveLarge = 0;  ///< p - a and p (1 - p) of the fit in the large
        double miss = 0, curve = 0;            ///< of the fit with a slope
    };
    /// Cells pooled by isotonic regression.
    struct Pool {
        double weight = 0;
        double correct = 0;
        void merge(const Pool& before) {
            weight += before.weight;
            correct += before.correct;
        }
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
    void addOrdered(const Weights& weights, Scores& scores) {
        double difference = 0, highest = 0, lowest = 0;
        double correctBelow = 0, wrongBelow = 0, concordant = 0;
        m_pools.clear();
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
            appendPooled(m_pools, tied);
        }
        const double total = correctBelow + wrongBelow;
        if (total == 0) return;
        scores["ks"] = std::max(highest, -lowest) / total;
        scores["kuiper"] = (highest - lowest) / total;
        if (correctBelow > 0 && wrongBelow > 0) {
            scores["auroc"] = concordant / correctBelow / wrongBelow;
        }
        addParts(correctBelow / total, total, scores);
    }

    void addParts(double mean, double total, Scores& scores) const {
        double squares = 0;
        for (const Pool& block : m_pools)
            squares += block.correct * (1 - block.correct / block.weight);
        const double uncertainty = mean * (1 - mean);
        scores["brier_mcb"] = scores["brier"] - squares / total;
        scores["brier_dsc"] = uncertainty - squares / total;
        scores["brier_unc"] = uncertainty;
    }

    std::vector<Cell> m_cells;
    const LogisticCalibration& m_fit;
    std::vector<Terms> m_terms;
    std::vector<Pool> m_pools;
};

/// Row losses in groups of similar losses, or as single rows if these are few.
class LossGroups {
public:
    LossGroups(const std::vector<double>& losses, const RowWeights& weights) {
        std::vector<std::pair<double, double>> rows;
        for (std::size_t row = 0; row < losses.size(); ++row)
            rows.emplace_back(losses[row], weights.at(row));
        std::sort(rows.begin(), rows.end());
        const std::size_t size = rows.size() <= kMostSingleRows ? 1 : rows.size() / kGroups;
        for (std::size_t begin = 0; begin < rows.size(); begin += size) {
            const std::size_t end = std::min(begin + size, rows.size());
            add(std::span(rows).subspan(begin, end - begin), weights.kind);
        }
    }

    /// Returns the mean loss of a resample; none if no row was drawn.
    std::optional<double> drawnMean(RandomNumbers& random) const {
        double sum = 0;
        double total = 0;
        for (const Group& group : m_groups) {
            const double w = random.poisson(group.count) * group.unit;
            sum += w * group.mean;
            total += w;
        }
        return total > 0 ? std::optional(sum / total) : std::nullopt;
    }

private:
    struct Group {
        double count = 0;  ///< effective number of observations
        double unit = 1;   ///< weight of one observation
        double mean = 0;   ///< mean loss
    };

    void add(std::span<const std::pair<double, double>> rows, WeightKind kind) {
        double sum = 0, weight = 0, varianceWeight = 0;
        for (const auto& [loss, w] : rows) {
            sum += w * loss;
            weight += w;
            varianceWeight += kind == WeightKind::Counts ? w : w * w;
        }
        const double unit = varianceWeight / weight;
        m_groups.push_back({weight / unit, unit, sum / weight});
    }

    std::vector<Group> m_groups;
};

}  // namespace

Result<ResampledScores> rowBootstrap(const SortedOutcomes& outcomes, const RowLosses& losses,
                                     const LogisticCalibration& fit, std::uint64_t seed,
                                     const ProgressCallback& progress) {
    RandomNumbers random(seed);
    WeightedScores scores(cellsOf(outcomes), fit);
    const std::map<std::string_view, LossGroups> groups = {
        {"nll", LossGroups(losses.negativeLog, losses.weights)},
        {"brier_multiclass", LossGroups(losses.squaredError, losses.weights)}};
    ResampledScores drawn;
    Weights weights(scores.cells().size());
    for (std::size_t i = 0; i < kResamples; ++i) {
        if (progress && !progress(i, kResamples)) return cancelled();
        std::transform(scores.cells().begin(), scores.cells().end(), weights.begin(),
                       [&](const Cell& cell) { return random.poisson(cell.count) * cell.unit; });
        for (const auto& [id, value] : scores.at(weights))
            drawn[id].push_back(value);
        for (const auto& [id, rows] : groups) {
            if (const auto mean = rows.drawnMean(random)) drawn[id].push_back(*mean);
        }
    }
    return drawn;
}

}  // namespace diagonal
