// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/parallel.h"
#include "core/measuring/view.h"
#include "core/predictions/predictions.h"

namespace diagonal {

/// Outcomes and losses of a run of rows, in the order of the predictions. The losses mean nothing
/// unless they are wanted and knowsLosses().
struct RowOutcomes {
    std::vector<double> confidences;    ///< in [0, 1]
    std::vector<std::uint8_t> correct;  ///< 1 if the row is correct, else 0
    std::vector<double> negativeLogs;   ///< -log p_label in nats; may be infinite
    std::vector<double> squaredErrors;  ///< sum_k (p_k - [label = k])^2
    /// Sum over the classes of exp((z_k - max z) / T); empty unless the rows go through a softmax.
    std::vector<double> exponentialSums;

    std::size_t size() const { return confidences.size(); }
    void resize(std::size_t rows);
};

/// Returns true if the probability of every row's true class is known.
bool knowsLosses(const Predictions& predictions);

/// Returns true if the probabilities of several exclusive classes are a softmax: not as given.
bool isSoftmax(const Predictions& predictions, double temperature);

/// Computes the outcomes of rows in one view at one temperature, a run at a time. Several of them
/// may work on the same predictions at once.
class RowMeasurer {
public:
    /// Requires a view and a temperature that checkView() accepts. Computes losses only if wanted.
    RowMeasurer(const Predictions& predictions, const View& view, double temperature,
                bool wantsLosses);

    /// Returns the largest number of rows that measure() takes: what fits in the fastest cache.
    std::size_t rowsAtOnce() const { return m_rowsAtOnce; }
    static std::size_t rowsAtOnce(const Predictions& predictions);

    /// Returns the outcomes of the rows [begin, begin + count), valid until the next call.
    const RowOutcomes& measure(std::size_t begin, std::size_t count);

private:
    template <typename T>
    void measureClasses(std::span<const T> scores, std::size_t begin);
    template <typename T>
    void measureGivenClasses(std::span<const T> scores, std::size_t begin);
    void exponentiateFew(std::span<const double> logits);
    void addSoftmax(std::size_t begin);
    void measureOneClass(std::size_t begin);
    template <typename T>
    void measureOneScore(std::span<const T> scores, std::size_t begin);
    bool areProbabilities() const { return m_predictions.scoreKind() == ScoreKind::Probability; }
    bool areAsGiven() const { return areProbabilities() && m_temperature == 1; }
    std::size_t shownClass(std::size_t row) const;

    const Predictions& m_predictions;
    View m_view;
    double m_temperature;
    bool m_wantsLosses;
    std::size_t m_rowsAtOnce;
    RowOutcomes m_outcomes;
    std::vector<double> m_logits;    ///< of all scores, unless these can be used directly
    std::vector<double> m_tops;      ///< largest logit of each row
    std::vector<double> m_labelled;  ///< logit of each row's label
    std::vector<double> m_each;      ///< exponentials of all scores
    std::vector<double> m_squares;   ///< sums of squared exponentials
};

/// Calls visit(begin, count) for runs of as many rows as a RowMeasurer takes, which cover all rows;
/// `visitOf(part)` makes the function that visits the runs of a part, which come in order, those of
/// several parts possibly at once. Returns false if progress cancels.
template <typename F>
bool forEachRun(const Predictions& predictions, const Partition& parts, const Execution& execution,
                const F& visitOf) {
    constexpr std::size_t scoresBetweenChecks = std::size_t{1} << 17;  // about a millisecond
    const std::size_t rowsBetweenChecks = scoresBetweenChecks / predictions.scores().columns() + 1;
    const std::size_t most = RowMeasurer::rowsAtOnce(predictions);
    Continuation continuation(execution.progress);
    execution.parallelFor(parts.parts(), [&](std::size_t part) {
        auto visit = visitOf(part);
        std::size_t nextCheck = parts.begin(part);
        for (std::size_t begin = parts.begin(part); begin < parts.end(part);) {
            if (begin >= nextCheck) {
                if (!continuation.goesOn(begin, predictions.rows())) return;
                nextCheck = begin + rowsBetweenChecks;
            }
            const std::size_t count = std::min(most, parts.end(part) - begin);
            visit(begin, count);
            begin += count;
        }
    });
    return !continuation.isStopped();
}

/// Calls add(part, begin, outcomes) for runs of rows from `begin` on, which cover all rows; the
/// runs of a part come in order, those of several parts possibly at once. Returns false if progress
/// cancels.
bool measureInParts(const Predictions& predictions, const View& view, double temperature,
                    bool wantsLosses, const Partition& parts, const Execution& execution,
                    const std::function<void(std::size_t part, std::size_t begin,
                                             const RowOutcomes& outcomes)>& add);

}  // namespace diagonal
