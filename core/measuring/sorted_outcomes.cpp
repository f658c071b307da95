// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/sorted_outcomes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <hwy/contrib/sort/vqsort.h>
#include <utility>

#include "core/base/large_vector.h"
#include "core/numerics/mantissa_sums.h"
#include "core/numerics/parallel_sort.h"

namespace diagonal {
namespace {

using Fixed = ExactSums::Fixed;

/// Returns the integer part of a normal number below 2^127. Uses shifts, because compilers would
/// emit a function call for the conversion.
Fixed toFixed(double scaled) {
    constexpr int mantissaBits = 52;
    constexpr int bias = 1023;
    const auto bits = std::bit_cast<std::uint64_t>(scaled);
    const int shift = static_cast<int>(bits >> mantissaBits) - bias - mantissaBits;
    if (shift <= -mantissaBits - 1) return 0;
    constexpr std::uint64_t leading = 1ULL << mantissaBits;
    const Fixed mantissa = (bits & (leading - 1)) | leading;
    return shift >= 0 ? mantissa << shift : mantissa >> -shift;
}

/// Returns the integer part of `value` times 2^96, 0 <= value <= 1.
Fixed toFixedUnit(double value) {
    constexpr int mantissaBits = 52;
    constexpr int bias = 1023;
    constexpr int scale = 96;
    constexpr int allBits = 63;
    constexpr std::uint64_t leading = 1ULL << mantissaBits;
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const int shift = static_cast<int>(bits >> mantissaBits) - bias - mantissaBits + scale;
    const std::uint64_t mantissa = (bits & (leading - 1)) | leading;
    // A product instead of a shift of 128 bits, which needs branches.
    return static_cast<Fixed>(mantissa >> std::clamp(-shift, 0, allBits)) *
           (1ULL << std::max(shift, 0));
}

}  // namespace

void ExactSums::add(double c, bool isCorrect) {
    constexpr Fixed one = static_cast<Fixed>(1) << 96;
    const Fixed ofConfidence = toFixedUnit(c);
    const Fixed square = toFixedUnit(c * c);
    // All ones for a correct row, else 0: a branch would often be predicted wrongly.
    const Fixed ifCorrect = -static_cast<Fixed>(isCorrect ? 1 : 0);
    confidence += ofConfidence;
    weight += one;
    squares += square;
    varianceWeight += one;
    correct += one & ifCorrect;
    correctConfidence += ofConfidence & ifCorrect;
    correctSquares += square & ifCorrect;
}

ExactSums& ExactSums::operator+=(const ExactSums& other) {
    confidence += other.confidence;
    weight += other.weight;
    correct += other.correct;
    squares += other.squares;
    correctConfidence += other.correctConfidence;
    correctSquares += other.correctSquares;
    varianceWeight += other.varianceWeight;
    return *this;
}

ExactSums& ExactSums::operator-=(const ExactSums& other) {
    confidence -= other.confidence;
    weight -= other.weight;
    correct -= other.correct;
    squares -= other.squares;
    correctConfidence -= other.correctConfidence;
    correctSquares -= other.correctSquares;
    varianceWeight -= other.varianceWeight;
    return *this;
}

OutcomeSums ExactSums::rounded(double scale, double varianceScale) const {
    const auto value = [&](Fixed fixed) { return static_cast<double>(fixed) / scale; };
    OutcomeSums sums;
    sums.weight = value(weight);
    sums.correct = value(correct);
    sums.confidence = value(confidence);
    sums.confidenceSquares = value(squares);
    sums.correctConfidence = value(correctConfidence);
    sums.correctConfidenceSquares = value(correctSquares);
    sums.varianceWeight = static_cast<double>(varianceWeight) / varianceScale;
    return sums;
}

std::uint64_t SortedOutcomes::pack(double confidence, bool isCorrect) {
    // Doubles in [0, 1] compare like their bits, of which the two highest are zero.
    return (std::bit_cast<std::uint64_t>(std::abs(confidence)) << 1) | (isCorrect ? 1U : 0U);
}

double SortedOutcomes::confidenceOf(std::uint64_t packed) {
    return std::bit_cast<double>(packed >> 1);
}

SortedOutcomes::SortedOutcomes(std::vector<std::uint64_t> packed, RowWeights weights,
                               const ParallelFor& parallelFor)
    : m_packed(std::move(packed)), m_weights(std::move(weights)) {
    sort(parallelFor);
    sumBlocks(parallelFor);
    countObservations();
}

void SortedOutcomes::countObservations() {
    const bool isOneEach = m_weights.kind == WeightKind::Importance && m_weights.counts.empty();
    if (!isWeighted() || isOneEach) return;
    m_observations.reserve(size());
    for (std::size_t rank = 0; rank < size(); ++rank)
        m_observations.push_back((rank > 0 ? m_observations.back() : 0) + count(rank));
}

void SortedOutcomes::sort(const ParallelFor& parallelFor) {
    if (!isWeighted()) return sortAscending(m_packed, parallelFor);
    m_weights.squares.empty() ? sortWeighted(parallelFor) : sortWithRows(parallelFor);
    chooseScales();
}

/// Sorts rows that stand for several observations.
void SortedOutcomes::sortWithRows(const ParallelFor& parallelFor) {
    std::vector<hwy::uint128_t> rows(size());
    for (std::size_t row = 0; row < size(); ++row) {
        rows[row].hi = m_packed[row];
        rows[row].lo = row;
    }
    sortPairs(rows, parallelFor);
    RowWeights sorted{m_weights.kind, {}, m_weights.unit};
    for (std::size_t rank = 0; rank < size(); ++rank) {
        m_packed[rank] = rows[rank].hi;
        sorted.append(m_weights, rows[rank].lo);
    }
    m_weights = std::move(sorted);
}

void SortedOutcomes::sortWeighted(const ParallelFor& parallelFor) {
    std::vector<hwy::uint128_t> rows(size());
    for (std::size_t row = 0; row < size(); ++row) {
        // Positive doubles compare like their bits.
        rows[row].hi = m_packed[row];
        rows[row].lo = std::bit_cast<std::uint64_t>(m_weights.values[row]);
    }
    sortPairs(rows, parallelFor);
    for (std::size_t rank = 0; rank < size(); ++rank) {
        m_packed[rank] = rows[rank].hi;
        m_weights.values[rank] = std::bit_cast<double>(rows[rank].lo);
    }
}

/// Sums the rows before each block. Integer sums do not depend on how they are divided.
void SortedOutcomes::sumBlocks(const ParallelFor& parallelFor) {
    constexpr std::size_t leastRows = std::size_t{1} << 15;
    const Partition parts{size(), leastRows, kBlock};
    m_blockPrefixes = largeVector<ExactSums>((size() + kBlock - 1) / kBlock + 1);
    std::vector<ExactSums> totals(parts.parts());
    parallelFor(parts.parts(), [&](std::size_t part) {
        ExactSums running;
        for (std::size_t begin = parts.begin(part); begin < parts.end(part); begin += kBlock) {
            m_blockPrefixes[begin / kBlock] = running;
            const std::size_t end = std::min(begin + kBlock, parts.end(part));
            addRows(begin, end, running);
        }
        totals[part] = running;
    });
    ExactSums before;
    for (ExactSums& total : totals) {
        std::swap(total, before);
        before += total;
    }
    m_blockPrefixes.back() = before;
    parallelFor(parts.parts(), [&](std::size_t part) {
        for (std::size_t rank = parts.begin(part); rank < parts.end(part); rank += kBlock)
            m_blockPrefixes[rank / kBlock] += totals[part];
    });
}

/// Chooses the largest powers of two at which the sums over all rows fit.
void SortedOutcomes::chooseScales() {
    constexpr int bits = 127;
    double squares = 0;
    for (std::size_t rank = 0; rank < size(); ++rank)
        squares += varianceWeight(rank);
    m_scale = std::ldexp(1, bits - 1 - std::ilogb(m_weights.total(size())));
    m_varianceScale = std::ldexp(1, bits - 1 - std::ilogb(squares));
}

std::size_t SortedOutcomes::countUpTo(double value) const {
    const auto end = std::upper_bound(m_packed.begin(), m_packed.end(), pack(value, true));
    return static_cast<std::size_t>(end - m_packed.begin());
}

std::size_t SortedOutcomes::countBelow(double value) const {
    const auto end = std::lower_bound(m_packed.begin(), m_packed.end(), pack(value, false));
    return static_cast<std::size_t>(end - m_packed.begin());
}

std::size_t SortedOutcomes::rankOfObservation(std::size_t index) const {
    if (m_observations.empty()) return index;
    constexpr double rounding = 1e-6;  // of counts split into correct and incorrect
    const auto found =
        std::ranges::upper_bound(m_observations, static_cast<double>(index) + rounding);
    return std::min(static_cast<std::size_t>(found - m_observations.begin()), size() - 1);
}

std::size_t SortedOutcomes::correctCount() const {
    if (m_weights.kind == WeightKind::Counts) {
        return static_cast<std::size_t>(std::llround(sums().correct));
    }
    double correct = 0;
    for (std::size_t rank = 0; rank < size(); ++rank)
        correct += isCorrect(rank) ? count(rank) : 0;
    return static_cast<std::size_t>(correct);
}

std::vector<std::size_t> SortedOutcomes::partBegins() const {
    constexpr std::size_t leastRows = std::size_t{1} << 15;
    const Partition parts{size(), leastRows};
    std::vector<std::size_t> begins{0};
    for (std::size_t part = 1; part < parts.parts(); ++part)
        begins.push_back(countUpTo(confidence(parts.begin(part) - 1)));
    begins.push_back(size());
    return begins;
}

ExactSums SortedOutcomes::prefix(std::size_t end) const {
    if (end == size()) return m_blockPrefixes.back();
    ExactSums prefix = m_blockPrefixes[end / kBlock];
    addRows(end / kBlock * kBlock, end, prefix);
    return prefix;
}

/// Adds rows of one block whose confidences have the same exponent, and whose squares have, too:
/// their mantissas are summed. Returns false for other rows.
bool SortedOutcomes::addSimilarRows(std::size_t begin, std::size_t end, ExactSums& sums) const {
    static_assert(kBlock <= kMostMantissas);
    constexpr int mantissaBits = 52;
    constexpr int bias = 1023;
    constexpr int scale = 96;
    const auto exponent = [](double value) {
        return static_cast<int>(std::bit_cast<std::uint64_t>(value) >> mantissaBits);
    };
    const double least = confidence(begin);
    const double most = confidence(end - 1);
    const int shift = exponent(least) - bias - mantissaBits + scale;
    const int squareShift = exponent(least * least) - bias - mantissaBits + scale;
    const bool isSimilar = exponent(most) == exponent(least) &&
                           exponent(most * most) == exponent(least * least) && squareShift >= 0;
    if (isWeighted() || !isSimilar) return false;
    const MantissaSums mantissas = mantissaSums(std::span(m_packed).subspan(begin, end - begin));
    constexpr Fixed one = static_cast<Fixed>(1) << scale;
    sums.confidence += static_cast<Fixed>(mantissas.values) << shift;
    sums.squares += static_cast<Fixed>(mantissas.squares) << squareShift;
    sums.correctConfidence += static_cast<Fixed>(mantissas.markedValues) << shift;
    sums.correctSquares += static_cast<Fixed>(mantissas.markedSquares) << squareShift;
    sums.weight += (end - begin) * one;
    sums.varianceWeight += (end - begin) * one;
    sums.correct += mantissas.marked * one;
    return true;
}

/// Adds rows of one block.
void SortedOutcomes::addRows(std::size_t begin, std::size_t end, ExactSums& sums) const {
    if (begin == end || addSimilarRows(begin, end, sums)) return;
    for (std::size_t rank = begin; !isWeighted() && rank < end; ++rank)
        sums.add(confidence(rank), isCorrect(rank));
    for (std::size_t rank = begin; isWeighted() && rank < end; ++rank)
        addWeightedRow(rank, sums);
}

void SortedOutcomes::addWeightedRow(std::size_t rank, ExactSums& sums) const {
    const auto fixed = [&](double value) { return toFixed(value * m_scale); };
    const double w = weight(rank);
    const double c = w * confidence(rank);
    const Fixed weight = fixed(w);
    const Fixed confidenceSum = fixed(c);
    const Fixed square = fixed(c * confidence(rank));
    sums.confidence += confidenceSum;
    sums.weight += weight;
    sums.squares += square;
    sums.varianceWeight += toFixed(varianceWeight(rank) * m_varianceScale);
    if (!isCorrect(rank)) return;
    sums.correct += weight;
    sums.correctConfidence += confidenceSum;
    sums.correctSquares += square;
}

std::size_t SortedOutcomes::observationsBetween(std::size_t begin, std::size_t end,
                                                double weight) const {
    if (m_weights.kind == WeightKind::Counts) return static_cast<std::size_t>(std::llround(weight));
    if (m_observations.empty()) return end - begin;
    const auto before = [&](std::size_t rank) { return rank == 0 ? 0 : m_observations[rank - 1]; };
    return static_cast<std::size_t>(before(end) - before(begin));
}

OutcomeSums SortedOutcomes::sums(std::size_t begin, std::size_t end) const {
    ExactSums run;
    if (begin / kBlock == end / kBlock && end < size()) {
        addRows(begin, end, run);
    } else {
        run = prefix(end);
        run -= prefix(begin);
    }
    OutcomeSums sums = run.rounded(m_scale, m_varianceScale);
    sums.count = observationsBetween(begin, end, sums.weight);
    return sums;
}

namespace {

/// Correct and incorrect rows of equal confidence.
template <typename Number>
struct TiedRows {
    Number correct = 0;
    Number wrong = 0;

    TiedRows& operator+=(const TiedRows& other) {
        correct += other.correct;
        wrong += other.wrong;
        return *this;
    }
};

/// Returns twice the number of concordant pairs of a correct and an incorrect row, tied pairs
/// counting half, with all correct and incorrect rows.
template <typename Number, typename WeightOf>
std::pair<Number, TiedRows<Number>> concordantPairs(const SortedOutcomes& outcomes,
                                                    const ParallelFor& parallelFor,
                                                    const WeightOf& weightOf) {
    const std::vector<std::size_t> begins = outcomes.partBegins();
    const std::size_t parts = begins.size() - 1;
    std::vector<Number> doubled(parts);
    std::vector<TiedRows<Number>> rows(parts);
    parallelFor(parts, [&](std::size_t part) {
        TiedRows<Number> below;
        for (std::size_t rank = begins[part]; rank < begins[part + 1];) {
            const double value = outcomes.confidence(rank);
            TiedRows<Number> tied;
            for (; rank < begins[part + 1] && outcomes.confidence(rank) == value; ++rank)
                (outcomes.isCorrect(rank) ? tied.correct : tied.wrong) += weightOf(rank);
            doubled[part] += tied.correct * (2 * below.wrong + tied.wrong);
            below += tied;
        }
        rows[part] = below;
    });
    Number all = 0;
    TiedRows<Number> below;
    for (std::size_t part = 0; part < parts; ++part) {
        all += doubled[part] + 2 * rows[part].correct * below.wrong;
        below += rows[part];
    }
    return {all, below};
}

double areaOf(long double doubled, long double correct, long double wrong) {
    return static_cast<double>(doubled / 2 / correct / wrong);
}

}  // namespace

std::optional<double> auroc(const SortedOutcomes& outcomes, const ParallelFor& parallelFor) {
    if (outcomes.isWeighted()) {
        const auto [doubled, all] = concordantPairs<long double>(
            outcomes, parallelFor, [&](std::size_t rank) { return outcomes.weight(rank); });
        if (all.correct == 0 || all.wrong == 0) return std::nullopt;
        return areaOf(doubled, all.correct, all.wrong);
    }
    // Twice the pairs of up to 2^31 rows fit in 64 bits.
    const auto [doubled, all] = concordantPairs<std::uint64_t>(
        outcomes, parallelFor, [](std::size_t) { return std::uint64_t{1}; });
    if (all.correct == 0 || all.wrong == 0) return std::nullopt;
    return areaOf(static_cast<long double>(doubled), static_cast<long double>(all.correct),
                  static_cast<long double>(all.wrong));
}

}  // namespace diagonal
