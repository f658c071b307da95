// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/base/parallel.h"
#include "core/measuring/row_losses.h"
#include "core/measuring/sorted_outcomes.h"
#include "core/measuring/view.h"
#include "core/predictions/predictions.h"

namespace diagonal {

/// Of more rows of two classes, what is soon computed again is not kept beside what is used: both
/// would take more than 1.5 times the memory of the file.
inline constexpr std::size_t kMostRowsKeptTwice = std::size_t{1} << 25;

/// Results that depend on the rows, the view and the temperature, but not on the bins.
struct Outcomes {
    SortedOutcomes sorted;
    double brier = 0;  ///< mean (c - a)^2; all means are weighted if rows have weights
    /// Mean -log p_label in nats; none if probabilities are unknown or a label has p = 0.
    std::optional<double> nll;
    std::size_t zeroProbabilityRows = 0;  ///< rows whose label has p = 0
    /// Mean over rows of sum_k (p_k - [label = k])^2; none if probabilities are unknown.
    std::optional<double> brierMulticlass;
    std::optional<double> auroc;  ///< of c for a, ties count half; none with one kind of row
    /// Sum over the classes of exp((z_k - max z) / T) of each row, in the order of the predictions;
    /// empty unless the probabilities are a softmax of more than two classes.
    std::vector<double> exponentialSums;
    std::vector<std::uint64_t> inRowOrder;  ///< the packed outcomes before sorting; often empty
    LossCells negativeLogs;   ///< -log p_label; empty if the mean is unknown or infinite
    LossCells squaredErrors;  ///< sum_k (p_k - [label = k])^2; empty if probabilities are unknown
};

/// Computes the outcomes of all rows from softmax(z / T), T > 0. Probabilities are used unchanged
/// at T = 1; at any other T their logarithms are the logits, and a single probability p of two
/// classes becomes sigmoid((log p - log1p(-p)) / T). Requires a view that checkView() accepts.
Outcomes outcomesAt(const Predictions& predictions, const View& view, double temperature);
/// Computes outcomes identical to the last bit by `execution`; returns none if progress cancels.
/// Rows with weights are sorted without asking whether to go on. Keeps Outcomes::inRowOrder if
/// asked to.
std::optional<Outcomes> outcomesAt(const Predictions& predictions, const View& view,
                                   double temperature, const Execution& execution,
                                   bool keepsRowOrder = false);

/// The packed outcomes (SortedOutcomes::pack()) of all rows in the order of the predictions: kept
/// ones, or computed a run at a time, so that they take no memory.
class RowOrder {
public:
    RowOrder() = default;
    /// Keeps a reference to the outcomes.
    RowOrder(const std::vector<std::uint64_t>& kept) : m_kept(kept) {}
    /// Keeps references to `predictions` and `continuation`, which may stop visit().
    RowOrder(const Predictions& predictions, const View& view, double temperature,
             Continuation& continuation)
        : m_predictions(&predictions),
          m_view(view),
          m_temperature(temperature),
          m_continuation(&continuation) {}

    std::size_t rows() const { return m_predictions ? m_predictions->rows() : m_kept.size(); }
    /// Calls visit(packed) for one run of rows after another, on one thread.
    void visit(const std::function<void(std::span<const std::uint64_t> packed)>& visit) const;

private:
    std::span<const std::uint64_t> m_kept;
    const Predictions* m_predictions = nullptr;
    View m_view;
    double m_temperature = 1;
    Continuation* m_continuation = nullptr;
};

/// Returns the packed outcomes (SortedOutcomes::pack()) in the order of the predictions; none if
/// progress cancels.
std::optional<std::vector<std::uint64_t>> outcomesInRowOrder(const Predictions& predictions,
                                                             const View& view, double temperature,
                                                             const Execution& execution = {});

}  // namespace diagonal
