// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/classwise.h"

#include <algorithm>

#include "core/measuring/scores/class_columns.h"
#include "core/measuring/scores/scores.h"

namespace diagonal {
namespace {

/// Measures classes and keeps the curves of the worst.
class ClassMeasurer {
public:
    ClassMeasurer(const Predictions& predictions, const Outcomes& outcomes, double temperature,
                  const Binning& binning, const ClassObserver& observer, const Execution& execution,
                  const CurveCompletion& complete)
        : m_predictions(predictions),
          m_columns(predictions, temperature, outcomes, execution.parallelFor),
          m_binning(binning),
          m_observer(observer),
          m_complete(complete),
          m_execution(execution),
          m_continuation(execution.progress) {}

    Result<std::vector<ClassSummary>> summaries() {
        const std::size_t classes = m_predictions.classNames().size();
        const std::size_t atOnce = m_columns.classesAtOnce();
        const std::size_t runs = (classes + atOnce - 1) / atOnce;
        // Few runs at a time, because each holds as many numbers as it has rows and classes. A
        // class of many rows is divided among the threads itself.
        constexpr std::size_t manyRows = std::size_t{1} << 21;
        const bool isDivided = m_predictions.rows() >= manyRows;
        const std::size_t runsAtOnce = isDivided ? 1 : 8;
        const ParallelFor threads = isDivided ? m_execution.parallelFor : serialFor;
        const ParallelFor within = stoppable(threads, m_continuation);
        std::vector<std::vector<std::uint64_t>> packed(runsAtOnce);
        std::vector<ClassSummary> summaries;
        WorstCurves worst(summaries);
        for (std::size_t run = 0; run < runs; run += runsAtOnce) {
            std::vector<std::vector<ClassSummary>> done(std::min(runsAtOnce, runs - run));
            m_leastEce = worst.leastEce();
            m_execution.parallelFor(done.size(), [&](std::size_t i) {
                const std::size_t first = (run + i) * atOnce;
                done[i] = measureRun(first, std::min(first + atOnce, classes), within, packed[i]);
            });
            if (m_continuation.isStopped()) return cancelled();
            for (auto& some : done) {
                for (ClassSummary& summary : some) {
                    summaries.push_back(std::move(summary));
                    worst.addLast();
                }
            }
        }
        return summaries;
    }

private:
    /// Measures the classes [first, end); `packed` is scratch memory.
    std::vector<ClassSummary> measureRun(std::size_t first, std::size_t end,
                                         const ParallelFor& within,
                                         std::vector<std::uint64_t>& packed) {
        const std::size_t rows = m_predictions.rows();
        m_columns.pack(first, end, within, packed);
        std::vector<ClassSummary> out;
        if (end - first == 1 && !m_observer) {
            if (m_continuation.goesOn()) out.push_back(binnedClass(first, packed, within).summary);
            return out;
        }
        for (std::size_t k = first; k < end; ++k) {
            if (!m_continuation.goesOn(k, m_predictions.classNames().size())) break;
            const auto inRowOrder = std::span(packed).subspan((k - first) * rows, rows);
            std::vector<std::uint64_t> copy(inRowOrder.begin(), inRowOrder.end());
            BinnedClass binned = binnedClass(k, copy, serialFor);
            if (m_observer) {
                binned.inRowOrder = inRowOrder;
                m_observer(binned);
            }
            out.push_back(std::move(binned.summary));
        }
        return out;
    }

    /// Sorts `packed`. The result is useless if progress cancels.
    BinnedClass binnedClass(std::size_t k, std::vector<std::uint64_t>& packed,
                            const ParallelFor& within) const {
        SortedOutcomes outcomes(std::move(packed), m_predictions.weights(), within);
        BinnedClass out;
        if (m_continuation.isStopped()) return out;
        const OutcomeSums all = outcomes.sums();
        out.index = k;
        out.equalWidth = m_binning;
        ClassSummary& summary = out.summary;
        summary.count = outcomes.correctCount();
        summary.meanProbability = all.confidence / all.weight;
        summary.frequency = all.correct / all.weight;
        auto curve = binned(outcomes, m_binning, std::nullopt);
        summary.ece = expectedCalibrationError(curve);
        if (m_complete && summary.ece >= m_leastEce) m_complete(outcomes, m_binning, curve);
        summary.curve = std::make_shared<const ReliabilityCurve>(std::move(curve));
        Binning equalMass = m_binning;
        equalMass.scheme = BinningScheme::EqualMass;
        out.equalMass = binned(outcomes, equalMass, std::nullopt);
        summary.eceEqualMass = expectedCalibrationError(out.equalMass);
        packed = std::move(outcomes).takePacked();
        return out;
    }

    const Predictions& m_predictions;
    ClassColumns m_columns;
    Binning m_binning;
    const ClassObserver& m_observer;
    const CurveCompletion& m_complete;
    double m_leastEce = 0;  ///< of the curves kept before these runs
    const Execution& m_execution;
    Continuation m_continuation;
};

}  // namespace

Result<std::vector<ClassSummary>> classwise(const Predictions& predictions,
                                            const Outcomes& outcomes, double temperature,
                                            const Binning& binning, const ClassObserver& observer,
                                            const Execution& execution,
                                            const CurveCompletion& complete) {
    if (predictions.form() == PredictionForm::Confidence) return std::vector<ClassSummary>();
    const Binning equalWidth{BinningScheme::EqualWidth, binning.count, binning.edgeRule};
    return ClassMeasurer(predictions, outcomes, temperature, equalWidth, observer, execution,
                         complete)
        .summaries();
}

}  // namespace diagonal
