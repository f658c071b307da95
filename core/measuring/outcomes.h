// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/parallel.h"
#include "core/predictions/predictions.h"

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

/// Sums over a run of outcomes, each times its weight w, which is 1 unless the rows have weights.
struct OutcomeSums {
    std::size_t count = 0;         ///< observations: rows, or the trials that they count
    double weight = 0;             ///< sum of w
    double correct = 0;            ///< sum of w over the hits
    double confidence = 0;         ///< sum of w c, exact to 2^-96 before its one rounding
    double confidenceSquares = 0;  ///< sum of w c^2
    double correctConfidence = 0;  ///< the same sums over the hits
    double correctConfidenceSquares = 0;
    double varianceWeight = 0;  ///< sum of w where weights are counts, else of w^2

    OutcomeSums& operator+=(const OutcomeSums& other);

    /// Number of equally weighted observations that tell as much (Kish 1965): n where rows have no
    /// weights or these are counts.
    double effectiveCount() const { return weight * (weight / varianceWeight); }
};

inline OutcomeSums& OutcomeSums::operator+=(const OutcomeSums& other) {
    count += other.count;
    weight += other.weight;
    correct += other.correct;
    confidence += other.confidence;
    confidenceSquares += other.confidenceSquares;
    correctConfidence += other.correctConfidence;
    correctConfidenceSquares += other.correctConfidenceSquares;
    varianceWeight += other.varianceWeight;
    return *this;
}
inline OutcomeSums operator+(OutcomeSums a, const OutcomeSums& b) {
    return a += b;
}

/// Confidences in [0, 1] with their hits and weights, in ascending order, with prefix sums: the
/// sums of any run take O(1), a search O(log rows). 9.75 bytes a row, 17.75 with weights.
class SortedOutcomes {
public:
    /// An outcome in one word: order of words is order of (confidence, hit).
    static std::uint64_t pack(double confidence, bool isCorrect);
    static double confidenceOf(std::uint64_t packed);
    static bool correctOf(std::uint64_t packed) { return (packed & 1) != 0; }

    /// Sorts `packed` in place and keeps it; `weights` are in its order.
    explicit SortedOutcomes(std::vector<std::uint64_t> packed, RowWeights weights = {});

    /// Number of ranks.
    std::size_t size() const { return m_packed.size(); }
    double confidence(std::size_t rank) const { return confidenceOf(m_packed[rank]); }
    bool isCorrect(std::size_t rank) const { return correctOf(m_packed[rank]); }
    double weight(std::size_t rank) const { return m_weights.at(rank); }
    /// What the rank adds to OutcomeSums::varianceWeight.
    double varianceWeight(std::size_t rank) const {
        const double w = weight(rank);
        return m_weights.kind == WeightKind::Counts ? w : w * w;
    }
    bool isWeighted() const { return !m_weights.empty(); }
    WeightKind weightKind() const { return m_weights.kind; }

    /// Number of outcomes with c <= value, and with c < value.
    std::size_t countUpTo(double value) const;
    std::size_t countBelow(double value) const;

    /// Number of observations: rows, or the trials that they count; and of those that are hits.
    std::size_t observations() const { return m_weights.observations(size()); }
    std::size_t correctCount() const;

    /// The rank that observation `index` of all in ascending order belongs to: where weights count,
    /// a row is as many of them. Requires index < observations().
    std::size_t rankOfObservation(std::size_t index) const;

    /// Sums over the ranks [begin, end), and over all.
    OutcomeSums sums(std::size_t begin, std::size_t end) const;
    OutcomeSums sums() const { return sums(0, size()); }

private:
    /// A number times a power of two: sums of up to 2^32 rows are exact whatever their order, and
    /// the sums of a run are as exact as those of all.
    __extension__ using Fixed = unsigned __int128;
    struct Prefix {
        Fixed confidence = 0;
        Fixed weight = 0;
        Fixed correct = 0;
        Fixed squares = 0;
        Fixed correctConfidence = 0;
        Fixed correctSquares = 0;
        Fixed varianceWeight = 0;
    };
    void sort();
    void chooseScales();
    static Fixed toFixed(double scaled);
    void addRow(std::size_t rank, Prefix& prefix) const;
    static constexpr std::size_t kBlock = 64;
    Prefix prefix(std::size_t end) const;

    std::vector<std::uint64_t> m_packed;
    RowWeights m_weights;                ///< in the order of m_packed
    std::vector<double> m_observations;  ///< up to each rank, where weights count; else empty
    double m_scale = 0x1p96;             ///< of all sums but of varianceWeight
    double m_varianceScale = 0x1p96;
    std::vector<Prefix> m_blockPrefixes;  ///< before rank 0, 64, 128...
};

/// All that depends on the rows, the view and the temperature, but not on the bins.
struct Outcomes {
    SortedOutcomes sorted;
    double brier = 0;  ///< mean (c - a)^2; all means are weighted where rows have weights
    /// Mean -log p_label in nats; none where probabilities are unknown or a label has p = 0.
    std::optional<double> nll;
    std::size_t zeroProbabilityRows = 0;  ///< rows whose label has p = 0
    /// Mean over rows of sum_k (p_k - [label = k])^2; none where probabilities are unknown.
    std::optional<double> brierMulticlass;
    std::optional<double> auroc;  ///< of c for a, ties count half; none with one kind of row
};

/// Losses of each row with its weight, in the order of the predictions; none where probabilities
/// are unknown.
struct RowLosses {
    std::vector<double> negativeLog;   ///< -log p_label, in nats; may be infinite
    std::vector<double> squaredError;  ///< sum_k (p_k - [label = k])^2
    RowWeights weights;
};

/// Why `predictions` cannot be seen in `view` at `temperature`; none where they can.
Result<void> checkView(const Predictions& predictions, const View& view, double temperature);

/// Confidence and hit of every row: softmax(z / T), T > 0. Probabilities are used as given at
/// T = 1; at any other T their logarithms are the logits, and one probability p of two classes
/// becomes sigmoid((log p - log1p(-p)) / T). Requires a view that checkView() accepts.
Outcomes outcomesAt(const Predictions& predictions, const View& view, double temperature);
/// The same to the last bit; none where progress stopped it.
std::optional<Outcomes> outcomesAt(const Predictions& predictions, const View& view,
                                   double temperature, const Execution& execution);

/// What each row gives, in the order of the predictions.
struct OutcomesByRow {
    std::vector<std::uint64_t> packed;  ///< SortedOutcomes::pack()
    RowLosses losses;                   ///< their means are nll and brierMulticlass
};

/// The rows of the outcomes; none where progress stopped it.
std::optional<OutcomesByRow> outcomesByRow(const Predictions& predictions, const View& view,
                                           double temperature, const Execution& execution);
/// Parts of the same.
std::vector<std::uint64_t> outcomesInRowOrder(const Predictions& predictions, const View& view,
                                              double temperature);
RowLosses rowLosses(const Predictions& predictions, double temperature);

/// Area under the ROC curve of confidence for hit: (concordant + tied / 2) / pairs.
std::optional<double> auroc(const SortedOutcomes& outcomes);

}  // namespace diagonal
