// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/parallel.h"
#include "core/predictions/predictions.h"

namespace diagonal {

/// Sums over a run of outcomes, each multiplied by its weight w (1 if the rows have no weights).
struct OutcomeSums {
    std::size_t count = 0;         ///< observations: rows, or trials if weights are counts
    double weight = 0;             ///< sum of w
    double correct = 0;            ///< sum of w over the correct rows
    double confidence = 0;         ///< sum of w c, exact to 2^-96 before it is rounded once
    double confidenceSquares = 0;  ///< sum of w c^2
    double correctConfidence = 0;  ///< sum of w c over the correct rows
    double correctConfidenceSquares = 0;
    double varianceWeight = 0;  ///< sum of w if weights are counts, else of w^2

    OutcomeSums& operator+=(const OutcomeSums& other);

    /// Returns the effective number of observations (Kish 1965): how many equally weighted ones
    /// hold as much information. Equals count if rows have no weights or these are counts.
    double effectiveCount() const { return weight * (weight / varianceWeight); }
    /// Returns the part of effectiveCount() that is correct; exactly all of it if every row is.
    double effectiveCorrect() const {
        return correct == weight ? effectiveCount() : correct / weight * effectiveCount();
    }
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

/// Sums over rows as fixed-point numbers, values times a power of two: sums of up to 2^32 rows are
/// exact in any order, and the sums of a run are as exact as those of all rows.
struct ExactSums {
    __extension__ using Fixed = unsigned __int128;
    Fixed confidence = 0;
    Fixed weight = 0;
    Fixed correct = 0;
    Fixed squares = 0;
    Fixed correctConfidence = 0;
    Fixed correctSquares = 0;
    Fixed varianceWeight = 0;

    /// Adds a row of weight 1, at a scale of 2^96.
    void add(double c, bool isCorrect);
    ExactSums& operator+=(const ExactSums& other);
    ExactSums& operator-=(const ExactSums& other);

    /// Returns the sums, all but the count. The scales are those of the rows: `varianceScale` of
    /// varianceWeight, `scale` of all others.
    OutcomeSums rounded(double scale = 0x1p96, double varianceScale = 0x1p96) const;
};

/// Outcomes (confidence in [0, 1], correctness, weight) in ascending order, with prefix sums: the
/// sums of any run of ranks take O(1), a search O(log rows). Uses 8.2 bytes per row, 16.2 with
/// weights.
class SortedOutcomes {
public:
    /// Packs an outcome into one word; words are ordered by (confidence, isCorrect).
    static std::uint64_t pack(double confidence, bool isCorrect);
    static double confidenceOf(std::uint64_t packed);
    static bool correctOf(std::uint64_t packed) { return (packed & 1) != 0; }
    /// Returns the bits of the confidence, which compare like it.
    static std::uint64_t keyOf(std::uint64_t packed) { return packed >> 1; }

    SortedOutcomes() = default;
    /// Sorts and keeps `packed`; weights.at(i) is the weight of packed[i] as passed. The result
    /// does not depend on the number of threads.
    explicit SortedOutcomes(std::vector<std::uint64_t> packed, RowWeights weights = {},
                            const ParallelFor& parallelFor = defaultFor);

    /// Returns the number of ranks: one for each row.
    std::size_t size() const { return m_packed.size(); }
    double confidence(std::size_t rank) const { return confidenceOf(m_packed[rank]); }
    bool isCorrect(std::size_t rank) const { return correctOf(m_packed[rank]); }
    double weight(std::size_t rank) const { return m_weights.at(rank); }
    /// Returns the contribution of `rank` to OutcomeSums::varianceWeight.
    double varianceWeight(std::size_t rank) const { return m_weights.varianceAt(rank); }
    /// Returns the number of observations of `rank`.
    double count(std::size_t rank) const { return m_weights.countAt(rank); }
    bool isWeighted() const { return !m_weights.empty(); }
    WeightKind weightKind() const { return m_weights.kind; }

    /// Returns the packed outcomes, whose memory may serve again.
    std::vector<std::uint64_t> takePacked() && { return std::move(m_packed); }
    /// Return the packed outcomes, and their weights (empty if all are 1), by rank.
    std::span<const std::uint64_t> packed() const { return m_packed; }
    std::span<const double> weights() const { return m_weights.values; }

    /// Return the number of outcomes with c <= value (countUpTo) or c < value (countBelow).
    std::size_t countUpTo(double value) const;
    std::size_t countBelow(double value) const;

    /// Return the number of observations (rows, trials if weights are counts, or those for which
    /// the rows stand), and of the correct ones among them.
    std::size_t observations() const { return m_weights.observations(size()); }
    std::size_t correctCount() const;

    /// Returns the rank that holds the observation `index`, counted in ascending order; a row with
    /// a count weight holds that many observations. Requires index < observations().
    std::size_t rankOfObservation(std::size_t index) const;

    /// Returns where a run of `size` ranks from `begin` ends, extended so that ranks of equal
    /// confidence stay together. Requires begin < size() and size > 0.
    std::size_t endOfRun(std::size_t begin, std::size_t size) const {
        return countUpTo(confidence(std::min(begin + size, this->size()) - 1));
    }
    /// Returns the ranks at which the parts of a loop begin, and size(). Ranks of equal confidence
    /// are in one part. The parts do not depend on the number of threads; some may be empty.
    std::vector<std::size_t> partBegins() const;
    /// Return the sums over the ranks [begin, end), and over all ranks.
    OutcomeSums sums(std::size_t begin, std::size_t end) const;
    OutcomeSums sums() const { return sums(0, size()); }

private:
    void sort(const ParallelFor& parallelFor);
    void sortWeighted(const ParallelFor& parallelFor);
    void sortWithRows(const ParallelFor& parallelFor);
    void countObservations();
    void sumBlocks(const ParallelFor& parallelFor);
    void chooseScales();
    void addWeightedRow(std::size_t rank, ExactSums& sums) const;
    bool addSimilarRows(std::size_t begin, std::size_t end, ExactSums& sums) const;
    static constexpr std::size_t kBlock = 512;
    void addRows(std::size_t begin, std::size_t end, ExactSums& sums) const;
    ExactSums prefix(std::size_t end) const;
    /// Returns the number of observations of the ranks [begin, end), whose weight is `weight`.
    std::size_t observationsBetween(std::size_t begin, std::size_t end, double weight) const;

    std::vector<std::uint64_t> m_packed;
    RowWeights m_weights;                ///< in the order of m_packed
    std::vector<double> m_observations;  ///< cumulative by rank; empty if each rank is one
    double m_scale = 0x1p96;             ///< of all sums except varianceWeight
    double m_varianceScale = 0x1p96;
    std::vector<ExactSums> m_blockPrefixes;  ///< before each kBlock-th rank
};

/// Returns the area under the ROC curve of confidence as a score for correctness,
/// (concordant + tied / 2) / pairs. None if all rows are correct or all are incorrect.
std::optional<double> auroc(const SortedOutcomes& outcomes,
                            const ParallelFor& parallelFor = defaultFor);

}  // namespace diagonal
