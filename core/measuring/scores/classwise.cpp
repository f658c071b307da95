// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/classwise.h"

#include <algorithm>
#include <cmath>

#include "core/measuring/scores/scores.h"
#include "core/measuring/scores/worst_curves.h"
#include "core/numerics/class_probabilities.h"

namespace diagonal {
namespace {

/// The probabilities of all rows and classes, computed like softmaxInPlace().
class ProbabilityTable {
public:
    ProbabilityTable(const Predictions& predictions, double temperature)
        : m_predictions(predictions),
          m_temperature(temperature),
          m_probabilities(predictions.scoreKind() == ScoreKind::Probability),
          m_asGiven(m_probabilities && temperature == 1) {}

    /// Prepares at(), which must not be called before. Returns false if progress cancels.
    bool normalise(const ProgressCallback& progress) {
        if (m_predictions.form() != PredictionForm::ClassScores || m_asGiven) return true;
        return m_predictions.scores().visit(
            [&](auto scores) { return normalise(scores, progress); });
    }

    double at(std::size_t row, std::size_t k) const {
        const ScoreMatrix& scores = m_predictions.scores();
        if (scores.columns() == 1) {
            const double one = single(scores.at(row, 0));
            return k == 1 ? one : 1 - one;
        }
        const double score = scores.at(row, k);
        if (m_predictions.form() == PredictionForm::MultiLabel) return single(score);
        if (m_asGiven) return std::min(score, 1.0);
        const double z = m_probabilities ? std::log(score) : score;
        return std::min(scaledExp(z, m_largest[row]) / m_sums[row], 1.0);
    }

private:
    double single(double score) const {
        if (m_asGiven) return std::min(score, 1.0);
        return sigmoid((m_probabilities ? logit(score) : score) / m_temperature);
    }

    double scaledExp(double z, double largest) const {
        const double scaledLargest = largest / m_temperature;
        return std::exp(std::isfinite(scaledLargest) ? z / m_temperature - scaledLargest
                                                     : (z - largest) / m_temperature);
    }

    template <typename T>
    bool normalise(std::span<const T> scores, const ProgressCallback& progress) {
        constexpr std::size_t rowsBetweenLooks = 64;
        const std::size_t classes = m_predictions.scores().columns();
        std::vector<double> z(classes);
        m_largest.reserve(m_predictions.rows());
        m_sums.reserve(m_predictions.rows());
        for (std::size_t row = 0; row < m_predictions.rows(); ++row) {
            if (row % rowsBetweenLooks == 0 && progress && !progress(0, 0)) return false;
            rowLogits(scores.subspan(row * classes, classes), m_probabilities, std::span(z));
            const double largest = *std::max_element(z.begin(), z.end());
            for (double& value : z)
                value = scaledExp(value, largest);
            m_largest.push_back(largest);
            m_sums.push_back(laneSum(z));
        }
        return true;
    }

    const Predictions& m_predictions;
    double m_temperature;
    bool m_probabilities;
    bool m_asGiven;
    std::vector<double> m_largest;  ///< largest logit of each row
    std::vector<double> m_sums;     ///< sum of each row's exponentials
};

/// The outcomes of one class after another, in row order. Several classes are computed at once,
/// because their scores are adjacent in memory while those of one class are far apart.
class ClassBlocks {
public:
    ClassBlocks(const Predictions& predictions, const ProbabilityTable& probabilities)
        : m_predictions(predictions), m_probabilities(probabilities), m_packed(kAtOnce) {}

    /// Returns the outcomes of class k. Must be called with k = 0, 1, 2... in turn.
    const std::vector<std::uint64_t>& outcomesOf(std::size_t k) {
        if (k % kAtOnce == 0) fill(k);
        return m_packed[k % kAtOnce];
    }

private:
    void fill(std::size_t first) {
        const std::size_t end = std::min(first + kAtOnce, m_predictions.classNames().size());
        for (auto& packed : m_packed) {
            packed.clear();
            packed.reserve(m_predictions.rows());
        }
        for (std::size_t row = 0; row < m_predictions.rows(); ++row) {
            for (std::size_t k = first; k < end; ++k) {
                m_packed[k - first].push_back(SortedOutcomes::pack(
                    m_probabilities.at(row, k), m_predictions.isOfClass(row, k)));
            }
        }
    }

    static constexpr std::size_t kAtOnce = 8;  ///< number of doubles in a cache line
    const Predictions& m_predictions;
    const ProbabilityTable& m_probabilities;
    std::vector<std::vector<std::uint64_t>> m_packed;
};

BinnedClass binnedClass(std::span<const std::uint64_t> inRowOrder, const RowWeights& weights,
                        Binning binning) {
    const SortedOutcomes outcomes({inRowOrder.begin(), inRowOrder.end()}, weights);
    const OutcomeSums all = outcomes.sums();
    BinnedClass out;
    out.inRowOrder = inRowOrder;
    out.equalWidth = binning;
    ClassSummary& summary = out.summary;
    summary.count = outcomes.correctCount();
    summary.meanProbability = all.confidence / all.weight;
    summary.frequency = all.correct / all.weight;
    auto curve = binned(outcomes, binning, std::nullopt);
    summary.ece = expectedCalibrationError(curve);
    summary.curve = std::make_shared<const ReliabilityCurve>(std::move(curve));
    binning.scheme = BinningScheme::EqualMass;
    out.equalMass = binned(outcomes, binning, std::nullopt);
    summary.eceEqualMass = expectedCalibrationError(out.equalMass);
    return out;
}

}  // namespace

Result<std::vector<ClassSummary>> classwise(const Predictions& predictions, double temperature,
                                            const Binning& binning, const ClassObserver& observer,
                                            const ProgressCallback& progress) {
    std::vector<ClassSummary> classes;
    if (predictions.form() == PredictionForm::Confidence) return classes;
    WorstCurves worst(classes);
    const Binning equalWidth{BinningScheme::EqualWidth, binning.count, binning.edgeRule};
    ProbabilityTable probabilities(predictions, temperature);
    if (!probabilities.normalise(progress)) return cancelled();
    const std::size_t count = predictions.classNames().size();
    ClassBlocks blocks(predictions, probabilities);
    for (std::size_t k = 0; k < count; ++k) {
        if (progress && !progress(k, count)) return cancelled();
        BinnedClass binned = binnedClass(blocks.outcomesOf(k), predictions.weights(), equalWidth);
        if (observer) observer(binned);
        classes.push_back(std::move(binned.summary));
        worst.addLast();
    }
    return classes;
}

}  // namespace diagonal
