// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/classwise.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <iterator>
#include <limits>

#include "core/measuring/scores/class_columns.h"
#include "core/measuring/scores/scores.h"

namespace diagonal {
namespace {

/// Measures a class of many rows without a copy of them: of 100,000,000, one and the sums over it
/// would take more memory than the file. The results are those of SortedOutcomes.
class UnsortedClass {
public:
    static constexpr std::size_t kMostBins = 128;

    /// `parallelFor` may skip bodies; the results are useless then.
    UnsortedClass(const ClassColumns& columns, std::size_t k, std::size_t rows,
                  const ParallelFor& parallelFor)
        : m_columns(columns), m_class(k), m_rows(rows), m_parallelFor(parallelFor) {}

    /// Requires equal-width bins, at most kMostBins.
    BinnedClass binned(const Binning& equalWidth) const {
        std::vector<std::uint64_t> cuts = equalMassCuts(equalWidth.count);
        std::vector<std::uint64_t> edges;
        const std::vector<double> values = *fixedEdges(equalWidth);
        for (const double edge : std::span(values).subspan(1, values.size() - 2)) {
            const auto key = std::bit_cast<std::uint64_t>(edge);
            edges.push_back(equalWidth.edgeRule == EdgeRule::RightClosed ? key : key - 1);
        }
        std::vector<std::uint64_t> bounds;
        std::ranges::set_union(cuts, edges, std::back_inserter(bounds));
        const std::vector<Run> runs = runsBetween(bounds);
        const OutcomeSums all = joined(bounds, runs, {}).front().rounded();
        BinnedClass out;
        out.index = m_class;
        out.equalWidth = equalWidth;
        out.equalMass = curveBetween(std::vector<double>(cuts.size() + 2), cuts, bounds, runs);
        auto curve = curveBetween(values, edges, bounds, runs);
        ClassSummary& summary = out.summary;
        summary.count = static_cast<std::size_t>(all.correct);
        summary.meanProbability = all.confidence / all.weight;
        summary.frequency = all.correct / all.weight;
        summary.ece = expectedCalibrationError(curve);
        summary.eceEqualMass = expectedCalibrationError(out.equalMass);
        summary.curve = std::make_shared<const ReliabilityCurve>(std::move(curve));
        return out;
    }

private:
    // Keys are the bits of confidences, which compare like these.
    static std::uint64_t keyOf(std::uint64_t packed) { return packed >> 1; }

    /// Rows of neighbouring keys.
    struct Run {
        ExactSums sums;
        std::uint64_t count = 0;
        std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
        std::uint64_t largest = 0;

        Run& operator+=(const Run& other) {
            sums += other.sums;
            count += other.count;
            least = std::min(least, other.least);
            largest = std::max(largest, other.largest);
            return *this;
        }
        OutcomeSums rounded() const {
            OutcomeSums out = sums.rounded();
            out.count = count;
            return out;
        }
    };

    /// Returns the largest key of every equal-mass bin but the last.
    std::vector<std::uint64_t> equalMassCuts(std::size_t bins) const {
        std::vector<std::size_t> ranks;
        for (std::size_t i = 1; i < bins; ++i) {
            const std::size_t even = i * (m_rows / bins) + std::min(i, m_rows % bins);
            ranks.push_back(even - 1);
        }
        ranks.push_back(m_rows - 1);
        std::vector<std::uint64_t> keys = keysAt(ranks);
        // The bin of the largest key has no cut above it.
        const std::uint64_t largest = keys.back();
        std::erase(keys, largest);
        const auto repeated = std::ranges::unique(keys);
        keys.erase(repeated.begin(), repeated.end());
        return keys;
    }

    /// Returns the keys at some ranks, which ascend: digit after digit, by counting those of the
    /// rows whose higher digits are the same.
    std::vector<std::uint64_t> keysAt(std::vector<std::size_t> ranks) const {
        std::vector<std::uint64_t> found(ranks.size());  // their digits so far
        unsigned shift = 62;                             // no confidence has higher bits
        for (const unsigned digitBits : {14U, 12U, 12U, 12U, 12U}) {
            shift -= digitBits;
            const auto prefixes = distinct(found);
            const std::vector<std::uint32_t> counts = digitCounts(prefixes, shift, digitBits);
            for (std::size_t i = 0; i < ranks.size(); ++i) {
                const auto place = std::ranges::lower_bound(prefixes, found[i]) - prefixes.begin();
                const auto ofPrefix = std::span(counts).subspan(
                    static_cast<std::size_t>(place) << digitBits, std::size_t{1} << digitBits);
                std::uint64_t digit = 0;
                for (; digit + 1 < ofPrefix.size() && ranks[i] >= ofPrefix[digit]; ++digit)
                    ranks[i] -= ofPrefix[digit];
                found[i] = found[i] << digitBits | digit;
            }
        }
        return found;
    }
    static std::vector<std::uint64_t> distinct(std::vector<std::uint64_t> ascending) {
        const auto repeated = std::ranges::unique(ascending);
        ascending.erase(repeated.begin(), repeated.end());
        return ascending;
    }

    /// Counts the digits that follow each prefix.
    std::vector<std::uint32_t> digitCounts(std::span<const std::uint64_t> prefixes, unsigned shift,
                                           unsigned digitBits) const {
        const std::size_t digits = std::size_t{1} << digitBits;
        // Most rows have none of the prefixes: their first digits tell.
        constexpr unsigned firstBits = 14;
        constexpr unsigned firstShift = 62 - firstBits;
        const bool isFirst = shift == firstShift;
        std::vector<std::uint8_t> mayMatch(std::size_t{1} << firstBits, isFirst ? 1 : 0);
        for (const std::uint64_t prefix : prefixes) {
            if (!isFirst) mayMatch[prefix >> (firstShift - shift - digitBits)] = 1;
        }
        const Partition parts = partsOfRows();
        std::vector<std::vector<std::uint32_t>> counts(parts.parts());
        m_columns.visit(m_class, parts, m_parallelFor,
                        [&](std::size_t part, std::span<const std::uint64_t> packed) {
                            std::vector<std::uint32_t>& own = counts[part];
                            own.resize(prefixes.size() * digits);
                            for (const std::uint64_t row : packed) {
                                const std::uint64_t key = keyOf(row);
                                if (mayMatch[key >> firstShift] == 0) continue;
                                const std::uint64_t prefix = key >> (shift + digitBits);
                                const auto found = std::ranges::lower_bound(prefixes, prefix);
                                if (found == prefixes.end() || *found != prefix) continue;
                                const auto place =
                                    static_cast<std::size_t>(found - prefixes.begin());
                                ++own[place * digits + ((key >> shift) & (digits - 1))];
                            }
                        });
        std::vector<std::uint32_t> all(prefixes.size() * digits);
        for (const std::vector<std::uint32_t>& own : counts)
            std::ranges::transform(own, all, all.begin(), std::plus());
        return all;
    }

    /// Sums the rows between bounds: run i holds the keys above bounds[i - 1] up to bounds[i].
    std::vector<Run> runsBetween(std::span<const std::uint64_t> bounds) const {
        const Partition parts = partsOfRows();
        std::vector<std::vector<Run>> runs(parts.parts(), std::vector<Run>(bounds.size() + 1));
        m_columns.visit(
            m_class, parts, m_parallelFor,
            [&](std::size_t part, std::span<const std::uint64_t> packed) {
                for (const std::uint64_t row : packed) {
                    const std::uint64_t key = keyOf(row);
                    const auto bound = std::ranges::lower_bound(bounds, key);
                    Run& run = runs[part][static_cast<std::size_t>(bound - bounds.begin())];
                    run.sums.add(SortedOutcomes::confidenceOf(row), SortedOutcomes::correctOf(row));
                    ++run.count;
                    run.least = std::min(run.least, key);
                    run.largest = std::max(run.largest, key);
                }
            });
        for (const std::vector<Run>& more : std::span(runs).subspan(1)) {
            for (std::size_t i = 0; i < more.size(); ++i)
                runs.front()[i] += more[i];
        }
        return std::move(runs.front());
    }

    /// Joins the runs between `cuts`, some of their bounds.
    static std::vector<Run> joined(std::span<const std::uint64_t> bounds, std::span<const Run> runs,
                                   std::span<const std::uint64_t> cuts) {
        std::vector<Run> bins(1);
        for (std::size_t i = 0; i < runs.size(); ++i) {
            bins.back() += runs[i];
            if (i < bounds.size() && std::ranges::binary_search(cuts, bounds[i]))
                bins.emplace_back();
        }
        return bins;
    }

    static ReliabilityCurve curveBetween(const std::vector<double>& edges,
                                         std::span<const std::uint64_t> cuts,
                                         std::span<const std::uint64_t> bounds,
                                         std::span<const Run> runs) {
        const std::vector<Run> bins = joined(bounds, runs, cuts);
        std::vector<OutcomeSums> sums;
        std::vector<std::size_t> ranks{0};
        for (const Run& bin : bins) {
            sums.push_back(bin.rounded());
            ranks.push_back(ranks.back() + bin.count);
        }
        ReliabilityCurve curve = curveOf(edges, std::move(sums), BinConfidence::Mean, std::nullopt);
        curve.ranks = std::move(ranks);
        for (std::size_t b = 0; b < bins.size(); ++b) {
            if (bins[b].count == 0) continue;
            curve.bins[b].confidences = {std::bit_cast<double>(bins[b].least),
                                         std::bit_cast<double>(bins[b].largest)};
        }
        return curve;
    }

    Partition partsOfRows() const {
        constexpr std::size_t leastRows = std::size_t{1} << 18;
        return {m_rows, leastRows};
    }

    const ClassColumns& m_columns;
    std::size_t m_class;
    std::size_t m_rows;
    const ParallelFor& m_parallelFor;
};

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
        const bool isDivided = m_predictions.rows() >= kManyRows;
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
    static constexpr std::size_t kManyRows = std::size_t{1} << 21;

    /// Measures the classes [first, end); `packed` is scratch memory.
    std::vector<ClassSummary> measureRun(std::size_t first, std::size_t end,
                                         const ParallelFor& within,
                                         std::vector<std::uint64_t>& packed) {
        const std::size_t rows = m_predictions.rows();
        std::vector<ClassSummary> out;
        const bool isUnsorted = rows >= kManyRows && m_predictions.weights().empty() &&
                                m_binning.count <= UnsortedClass::kMostBins && !m_complete &&
                                !m_observer;
        if (isUnsorted) {
            const std::size_t classes = m_predictions.classNames().size();
            for (std::size_t k = first; k < end && m_continuation.goesOn(k, classes); ++k) {
                out.push_back(UnsortedClass(m_columns, k, rows, within).binned(m_binning).summary);
            }
            return out;
        }
        m_columns.pack(first, end, within, packed);
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
