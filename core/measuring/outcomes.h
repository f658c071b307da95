// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/predictions.h"

namespace diagonal {

/// Which probability is the confidence c of a row, and what its hit a means.
struct View {
    enum class Kind {
        TopLabel,       ///< c = max_k p_k, a = [argmax = label]
        PositiveClass,  ///< c = P(positive), a = [label = positive]
        OneVsRest       ///< c = p_k, a = [label = k] for class k
    };
    Kind kind = Kind::TopLabel;
    std::size_t classIndex = 0;  ///< k of OneVsRest; the positive class of PositiveClass

    bool operator==(const View&) const = default;
};

/// Sums over a run of outcomes.
struct OutcomeSums {
    std::size_t count = 0;
    std::size_t hits = 0;
    double confidence = 0;         ///< sum of c, exact to 2^-96 a row before its one rounding
    double confidenceSquares = 0;  ///< sum of c^2, in double: for variances
    double hitConfidence = 0;      ///< the same sums over the hits
    double hitConfidenceSquares = 0;
};

/// Confidences in [0, 1] with their hits, in ascending order, with prefix sums: the sums of any
/// run take O(1), a search O(log rows). 8.9 bytes a row.
class SortedOutcomes {
public:
    /// An outcome in one word: order of words is order of (confidence, hit).
    static std::uint64_t pack(double confidence, bool hit);

    /// Sorts `packed` in place and keeps it.
    explicit SortedOutcomes(std::vector<std::uint64_t> packed);

    std::size_t size() const { return m_packed.size(); }
    double confidence(std::size_t rank) const;
    bool hit(std::size_t rank) const { return (m_packed[rank] & 1) != 0; }

    /// Number of outcomes with c <= value, and with c < value.
    std::size_t countUpTo(double value) const;
    std::size_t countBelow(double value) const;

    /// Sums over the ranks [begin, end).
    OutcomeSums sums(std::size_t begin, std::size_t end) const;

private:
    /// c * 2^96: sums of up to 2^32 rows are exact whatever their order.
    __extension__ using Fixed = unsigned __int128;
    struct Prefix {
        Fixed confidence = 0;
        std::size_t hits = 0;
        double squares = 0;
        double hitConfidence = 0;
        double hitSquares = 0;
    };
    void addRow(std::size_t rank, Prefix& prefix) const;
    static constexpr std::size_t kBlock = 64;
    Prefix prefix(std::size_t end) const;

    std::vector<std::uint64_t> m_packed;
    std::vector<Prefix> m_blockPrefixes;  ///< before rank 0, 64, 128...
};

/// All that depends on the rows, the view and the temperature, but not on the bins.
struct Outcomes {
    SortedOutcomes sorted;
    double brier = 0;  ///< mean (c - a)^2
    /// Mean -log p_label in nats; none where probabilities are unknown or a label has p = 0.
    std::optional<double> nll;
    std::size_t zeroProbabilityRows = 0;  ///< rows whose label has p = 0
    /// Mean over rows of sum_k (p_k - [label = k])^2; none where probabilities are unknown.
    std::optional<double> brierMulticlass;
    std::optional<double> auroc;  ///< of c for a, ties count half; none with one kind of row
};

/// Losses of each row, in the order of the predictions; empty where probabilities are unknown.
struct RowLosses {
    std::vector<double> negativeLog;   ///< -log p_label, in nats; may be infinite
    std::vector<double> squaredError;  ///< sum_k (p_k - [label = k])^2
};

/// Why `predictions` cannot be seen in `view` at `temperature`; none where they can.
std::optional<std::string> whyUndefined(const Predictions& predictions, const View& view,
                                        double temperature);

/// Confidence and hit of every row: softmax(z / T), T > 0. Probabilities are used as given at
/// T = 1; at any other T their logarithms are the logits, and one probability p of two classes
/// becomes sigmoid((log p - log1p(-p)) / T). Requires whyUndefined() to be empty.
Outcomes outcomesAt(const Predictions& predictions, const View& view, double temperature);

/// The outcomes of the same rows in the order of the predictions, each as SortedOutcomes::pack().
std::vector<std::uint64_t> outcomesInRowOrder(const Predictions& predictions, const View& view,
                                              double temperature);

/// The losses whose means are nll and brierMulticlass of the outcomes.
RowLosses rowLosses(const Predictions& predictions, double temperature);

/// Area under the ROC curve of confidence for hit: (concordant + tied / 2) / pairs.
std::optional<double> auroc(const SortedOutcomes& outcomes);

}  // namespace diagonal
