// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/outcomes.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/base/compensated_sum.h"
#include "core/base/large_vector.h"
#include "core/measuring/row_outcomes.h"
#include "core/numerics/class_probabilities.h"

namespace diagonal {
namespace {

Partition partsOf(const Predictions& predictions) {
    constexpr std::size_t leastScores = std::size_t{1} << 15;
    return {predictions.rows(), leastScores / predictions.scores().columns() + 1};
}

void pack(const RowOutcomes& rows, std::span<std::uint64_t> packed) {
    for (std::size_t i = 0; i < rows.size(); ++i)
        packed[i] = SortedOutcomes::pack(rows.confidences[i], rows.correct[i] != 0);
}

/// Sums over some rows.
class OutcomeCollector {
public:
    OutcomeCollector(const RowWeights& weights, std::size_t rows, bool knowsLosses)
        : m_weights(weights), m_knowsLosses(knowsLosses) {
        if (!knowsLosses) return;
        m_negativeLogCells = LossCells(rows);
        m_squaredErrorCells = LossCells(rows);
    }

    /// Adds the rows from `begin` on.
    void add(std::size_t begin, const RowOutcomes& rows) {
        m_terms.resize(rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double miss = rows.confidences[i] - rows.correct[i];
            m_terms[i] = m_weights.at(begin + i) * miss * miss;
        }
        m_brier.add(laneSum(m_terms));
        if (m_knowsLosses) addLosses(begin, rows);
    }

    void append(const OutcomeCollector& more) {
        m_brier.add(more.m_brier.value());
        m_squaredErrors.add(more.m_squaredErrors.value());
        m_negativeLogs.add(more.m_negativeLogs.value());
        m_zeroProbabilityRows += more.m_zeroProbabilityRows;
        if (!m_knowsLosses) return;
        m_negativeLogCells.append(more.m_negativeLogCells);
        m_squaredErrorCells.append(more.m_squaredErrorCells);
    }

    Outcomes finish(SortedOutcomes sorted, std::size_t rows, const ParallelFor& parallelFor) && {
        const double total = m_weights.total(rows);
        Outcomes outcomes;
        outcomes.sorted = std::move(sorted);
        outcomes.brier = m_brier.value() / total;
        outcomes.zeroProbabilityRows =
            static_cast<std::size_t>(std::llround(m_zeroProbabilityRows));
        outcomes.auroc = auroc(outcomes.sorted, parallelFor);
        if (!m_knowsLosses) return outcomes;
        outcomes.brierMulticlass = m_squaredErrors.value() / total;
        outcomes.squaredErrors = std::move(m_squaredErrorCells);
        if (m_zeroProbabilityRows > 0) return outcomes;
        outcomes.nll = m_negativeLogs.value() / total;
        outcomes.negativeLogs = std::move(m_negativeLogCells);
        return outcomes;
    }

private:
    void addLosses(std::size_t begin, const RowOutcomes& rows) {
        for (std::size_t i = 0; i < rows.size(); ++i)
            m_terms[i] = m_weights.at(begin + i) * rows.squaredErrors[i];
        m_squaredErrors.add(laneSum(m_terms));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const bool isInfinite = std::isinf(rows.negativeLogs[i]);
            m_zeroProbabilityRows += isInfinite ? m_weights.countAt(begin + i) : 0;
            m_terms[i] = isInfinite ? 0 : m_weights.at(begin + i) * rows.negativeLogs[i];
        }
        m_negativeLogs.add(laneSum(m_terms));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double w = m_weights.at(begin + i);
            const double v = m_weights.varianceAt(begin + i);
            m_negativeLogCells.add(rows.negativeLogs[i], w, v);
            m_squaredErrorCells.add(rows.squaredErrors[i], w, v);
        }
    }

    const RowWeights& m_weights;
    bool m_knowsLosses;
    std::vector<double> m_terms;
    CompensatedSum m_brier, m_squaredErrors, m_negativeLogs;
    double m_zeroProbabilityRows = 0;
    LossCells m_negativeLogCells, m_squaredErrorCells;
};

}  // namespace

std::optional<Outcomes> outcomesAt(const Predictions& predictions, const View& view,
                                   double temperature, const Execution& execution,
                                   bool keepsRowOrder) {
    const Partition parts = partsOf(predictions);
    auto packed = largeVector<std::uint64_t>(predictions.rows(), 0, execution.parallelFor);
    std::vector<double> sums;
    const bool keepsSums =
        isSoftmax(predictions, temperature) && predictions.scores().columns() > 2;
    if (keepsSums) sums = largeVector<double>(predictions.rows(), 0, execution.parallelFor);
    std::vector<OutcomeCollector> collectors(
        parts.parts(),
        OutcomeCollector(predictions.weights(), predictions.rows(), knowsLosses(predictions)));
    const bool isDone =
        measureInParts(predictions, view, temperature, true, parts, execution,
                       [&](std::size_t part, std::size_t begin, const RowOutcomes& rows) {
                           pack(rows, std::span(packed).subspan(begin, rows.size()));
                           collectors[part].add(begin, rows);
                           if (sums.empty()) return;
                           std::ranges::copy(rows.exponentialSums,
                                             sums.begin() + static_cast<std::ptrdiff_t>(begin));
                       });
    if (!isDone) return std::nullopt;
    for (const OutcomeCollector& more : std::span(collectors).subspan(1))
        collectors.front().append(more);
    std::vector<std::uint64_t> inRowOrder;
    if (keepsRowOrder) {
        reserveLarge(inRowOrder, packed.size(), execution.parallelFor);
        inRowOrder.assign(packed.begin(), packed.end());
    }
    Continuation continuation(execution.progress);
    const ParallelFor parallelFor = stoppable(execution.parallelFor, continuation);
    SortedOutcomes sorted(std::move(packed), predictions.weights(), parallelFor);
    if (continuation.isStopped()) return std::nullopt;
    Outcomes outcomes =
        std::move(collectors.front()).finish(std::move(sorted), predictions.rows(), parallelFor);
    if (continuation.isStopped()) return std::nullopt;
    outcomes.exponentialSums = std::move(sums);
    outcomes.inRowOrder = std::move(inRowOrder);
    return outcomes;
}

Outcomes outcomesAt(const Predictions& predictions, const View& view, double temperature) {
    return *outcomesAt(predictions, view, temperature, {});
}

void RowOrder::visit(
    const std::function<void(std::span<const std::uint64_t> packed)>& visit) const {
    if (!m_predictions) return visit(m_kept);
    RowMeasurer measurer(*m_predictions, m_view, m_temperature, false);
    std::vector<std::uint64_t> packed(measurer.rowsAtOnce());
    for (std::size_t begin = 0; begin < rows() && m_continuation->goesOn();) {
        const RowOutcomes& run = measurer.measure(begin, std::min(packed.size(), rows() - begin));
        pack(run, packed);
        visit(std::span(packed).first(run.size()));
        begin += run.size();
    }
}

std::optional<std::vector<std::uint64_t>> outcomesInRowOrder(const Predictions& predictions,
                                                             const View& view, double temperature,
                                                             const Execution& execution) {
    auto packed = largeVector<std::uint64_t>(predictions.rows(), 0, execution.parallelFor);
    const bool isDone =
        measureInParts(predictions, view, temperature, false, partsOf(predictions), execution,
                       [&](std::size_t, std::size_t begin, const RowOutcomes& rows) {
                           pack(rows, std::span(packed).subspan(begin, rows.size()));
                       });
    if (!isDone) return std::nullopt;
    return packed;
}

}  // namespace diagonal
