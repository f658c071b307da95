// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/classwise.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

#include "core/measuring/scores/class_columns.h"
#include "core/measuring/scores/scores.h"

namespace diagonal {
namespace {

// Bits of SortedOutcomes::keyOf().
constexpr unsigned kKeyBits = 62;    ///< no confidence has higher ones
constexpr unsigned kFirstBits = 18;  ///< by which most keys are told apart

std::size_t firstBitsOf(std::uint64_t key) {
    return key >> (kKeyBits - kFirstBits);
}

/// Keys that share their highest bits with some of those that are looked for.
class KeyPrefixes {
public:
    /// Takes ascending prefixes: keys without their lowest `shift` bits.
    KeyPrefixes(std::vector<std::uint64_t> prefixes, unsigned shift)
        : m_prefixes(std::move(prefixes)), m_shift(shift) {
        m_prefixes.erase(std::unique(m_prefixes.begin(), m_prefixes.end()), m_prefixes.end());
        for (const std::uint64_t prefix : m_prefixes) {
            const std::uint64_t last = ((prefix + 1) << shift) - 1;
            for (auto i = firstBitsOf(prefix << shift); i <= firstBitsOf(last); ++i)
                m_mayMatch[i] = 1;
        }
    }
    std::size_t size() const { return m_prefixes.size(); }
    const std::vector<std::uint64_t>& values() const { return m_prefixes; }
    unsigned shift() const { return m_shift; }

    /// Returns the place of a prefix that is there.
    std::size_t placeOf(std::uint64_t prefix) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(m_prefixes, prefix) -
                                        m_prefixes.begin());
    }
    /// Returns the place of the prefix of a key, or size() if it is not there.
    std::size_t find(std::uint64_t key) const {
        if (m_mayMatch[firstBitsOf(key)] == 0) return size();
        const std::size_t place = placeOf(key >> m_shift);
        return place < size() && m_prefixes[place] == key >> m_shift ? place : size();
    }

private:
    std::vector<std::uint64_t> m_prefixes;
    unsigned m_shift;
    std::vector<std::uint8_t> m_mayMatch = std::vector<std::uint8_t>(std::size_t{1} << kFirstBits);
};

/// Finds the run between ascending bounds that holds a key: run i holds the keys above
/// bounds[i - 1] up to bounds[i].
class KeyRuns {
public:
    explicit KeyRuns(std::vector<std::uint64_t> bounds) : m_bounds(std::move(bounds)) {
        for (std::size_t i = 0; i < m_runs.size(); ++i) {
            const std::uint64_t least = static_cast<std::uint64_t>(i) << (kKeyBits - kFirstBits);
            const std::uint64_t next = least + (std::uint64_t{1} << (kKeyBits - kFirstBits));
            const std::size_t run = searched(least);
            m_runs[i] = run == searched(next - 1) ? static_cast<std::int16_t>(run) : kSeveral;
        }
    }
    std::size_t count() const { return m_bounds.size() + 1; }
    const std::vector<std::uint64_t>& bounds() const { return m_bounds; }
    std::size_t find(std::uint64_t key) const {
        const std::int16_t run = m_runs[firstBitsOf(key)];
        return run != kSeveral ? static_cast<std::size_t>(run) : searched(key);
    }

private:
    std::size_t searched(std::uint64_t key) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(m_bounds, key) - m_bounds.begin());
    }

    static constexpr std::int16_t kSeveral = -1;
    std::vector<std::uint64_t> m_bounds;
    std::vector<std::int16_t> m_runs = std::vector<std::int16_t>(std::size_t{1} << kFirstBits);
};

/// Sums over rows of neighbouring keys.
struct KeyRun {
    ExactSums sums;
    std::uint64_t count = 0;
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t largest = 0;

    void add(std::uint64_t packed) {
        sums.add(SortedOutcomes::confidenceOf(packed), SortedOutcomes::correctOf(packed));
        ++count;
        least = std::min(least, SortedOutcomes::keyOf(packed));
        largest = std::max(largest, SortedOutcomes::keyOf(packed));
    }
    KeyRun& operator+=(const KeyRun& other) {
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

/// Measures a class of many rows without a copy of them: of 100,000,000 rows of two classes, it
/// would take more memory than the file leaves room for. The results are those of SortedOutcomes,
/// to the last bit. Equal-mass bins are cut at keys that are found by their digits: rows are
/// counted by the first ones, then, of those that share them with a key at a cut, by the next,
/// until few rows are left to be sorted. Then one pass sums both kinds of bins.
class UnsortedClass {
public:
    static constexpr std::size_t kMostBins = 128;

    /// `parallelFor` may skip bodies; the results are useless then.
    UnsortedClass(const ClassColumns& columns, std::size_t k, std::size_t rows,
                  const ParallelFor& parallelFor)
        : m_columns(columns), m_class(k), m_rows(rows), m_parallelFor(parallelFor) {}

    /// Requires equal-width bins, at most kMostBins.
    ClassSummary summary(const Binning& equalWidth) const {
        std::vector<std::uint64_t> edges;
        const std::vector<double> values = *fixedEdges(equalWidth);
        for (const double edge : std::span(values).subspan(1, values.size() - 2)) {
            const auto key = std::bit_cast<std::uint64_t>(edge);
            edges.push_back(equalWidth.edgeRule == EdgeRule::RightClosed ? key : key - 1);
        }
        const Cuts cuts = equalMassCuts(equalWidth.count);
        const Parts parts = partsOf(edges, cuts);
        const std::vector<std::uint64_t> keys = keysOf(cuts, parts.sorted);
        const KeyRuns runs(united(edges, keys));
        const std::vector<KeyRun> sums = sumsOf(runs, parts);

        const OutcomeSums all = joined(runs.bounds(), sums, {}).front().rounded();
        // The edges of equal-mass bins, between neighbouring keys, are not needed.
        const auto equalMass =
            curveBetween(std::vector<double>(keys.size() + 2), keys, runs.bounds(), sums);
        auto curve = curveBetween(values, edges, runs.bounds(), sums);
        ClassSummary summary;
        summary.count = static_cast<std::size_t>(all.correct);
        summary.meanProbability = all.confidence / all.weight;
        summary.frequency = all.correct / all.weight;
        summary.ece = expectedCalibrationError(curve);
        summary.eceEqualMass = expectedCalibrationError(equalMass);
        summary.curve = std::make_shared<const ReliabilityCurve>(std::move(curve));
        return summary;
    }

private:
    /// The largest keys of equal-mass bins and, last, of all rows, by what is known of them.
    struct Cuts {
        KeyPrefixes prefixes;
        std::vector<std::size_t> places;  ///< of the prefix of each key
        std::vector<std::size_t> ranks;   ///< of each key among those with its prefix
    };
    /// All rows: sums of those whose run is certain, and the others.
    struct Parts {
        std::vector<KeyRun> certain;
        std::vector<std::uint64_t> sorted;  ///< packed, with one of the prefixes
    };

    static std::vector<std::uint64_t> united(const std::vector<std::uint64_t>& one,
                                             const std::vector<std::uint64_t>& other) {
        std::vector<std::uint64_t> both;
        std::ranges::set_union(one, other, std::back_inserter(both));
        return both;
    }

    Cuts equalMassCuts(std::size_t bins) const {
        constexpr std::size_t mostSorted = std::size_t{1} << 20;
        constexpr unsigned nextBits = 11;
        std::vector<std::size_t> ranks;
        for (std::size_t i = 1; i < bins; ++i)
            ranks.push_back(i * (m_rows / bins) + std::min(i, m_rows % bins) - 1);
        ranks.push_back(m_rows - 1);
        std::vector<std::uint64_t> found(ranks.size());  // their digits so far
        std::size_t left = m_rows;
        unsigned shift = kKeyBits;
        while (shift > 0 && left > mostSorted) {
            const unsigned digitBits = shift == kKeyBits ? kFirstBits : nextBits;
            shift -= digitBits;
            const KeyPrefixes prefixes(found, shift + digitBits);
            const std::vector<std::uint32_t> counts = digitCounts(prefixes, digitBits);
            std::uint64_t last = kNone;
            left = 0;
            for (std::size_t i = 0; i < ranks.size(); ++i) {
                const auto ofPrefix = std::span(counts).subspan(
                    prefixes.placeOf(found[i]) << digitBits, std::size_t{1} << digitBits);
                std::uint64_t digit = 0;
                for (; digit + 1 < ofPrefix.size() && ranks[i] >= ofPrefix[digit]; ++digit)
                    ranks[i] -= ofPrefix[digit];
                found[i] = found[i] << digitBits | digit;
                if (found[i] != std::exchange(last, found[i])) left += ofPrefix[digit];
            }
        }
        KeyPrefixes prefixes(found, shift);
        std::vector<std::size_t> places;
        places.reserve(found.size());
        for (const std::uint64_t prefix : found)
            places.push_back(prefixes.placeOf(prefix));
        return {std::move(prefixes), std::move(places), std::move(ranks)};
    }

    /// Counts the digits that follow each prefix.
    std::vector<std::uint32_t> digitCounts(const KeyPrefixes& prefixes, unsigned digitBits) const {
        const unsigned shift = prefixes.shift() - digitBits;
        const std::uint64_t mask = (std::uint64_t{1} << digitBits) - 1;
        const Partition parts = partsOfRows();
        std::vector<std::vector<std::uint32_t>> counts(parts.parts());
        m_columns.visit(
            m_class, parts, m_parallelFor,
            [&](std::size_t part, std::span<const std::uint64_t> packed) {
                std::vector<std::uint32_t>& own = counts[part];
                own.resize(prefixes.size() << digitBits);
                for (const std::uint64_t row : packed) {
                    const std::size_t place = prefixes.find(SortedOutcomes::keyOf(row));
                    if (place == prefixes.size()) continue;
                    ++own[place << digitBits | ((SortedOutcomes::keyOf(row) >> shift) & mask)];
                }
            });
        std::vector<std::uint32_t> all(prefixes.size() << digitBits);
        for (const std::vector<std::uint32_t>& own : counts)
            std::ranges::transform(own, all, all.begin(), std::plus());
        return all;
    }

    /// Sums the rows between the edges of equal-width bins and the prefixes, and sorts those with a
    /// prefix, unless it is a whole key.
    Parts partsOf(const std::vector<std::uint64_t>& edges, const Cuts& cuts) const {
        const KeyPrefixes& prefixes = cuts.prefixes;
        const bool areWhole = prefixes.shift() == 0;
        // Any key with a prefix separates the rows before it from those after it.
        std::vector<std::uint64_t> separators = prefixes.values();
        for (std::uint64_t& prefix : separators)
            prefix <<= prefixes.shift();
        const KeyRuns runs(united(edges, separators));
        const Partition parts = partsOfRows();
        std::vector<Parts> found(parts.parts(), Parts{std::vector<KeyRun>(runs.count()), {}});
        m_columns.visit(m_class, parts, m_parallelFor,
                        [&](std::size_t part, std::span<const std::uint64_t> packed) {
                            Parts& own = found[part];
                            for (const std::uint64_t row : packed) {
                                const std::uint64_t key = SortedOutcomes::keyOf(row);
                                if (!areWhole && prefixes.find(key) < prefixes.size()) {
                                    own.sorted.push_back(row);
                                } else {
                                    own.certain[runs.find(key)].add(row);
                                }
                            }
                        });
        Parts& all = found.front();
        for (const Parts& more : std::span(found).subspan(1)) {
            for (std::size_t i = 0; i < all.certain.size(); ++i)
                all.certain[i] += more.certain[i];
            all.sorted.insert(all.sorted.end(), more.sorted.begin(), more.sorted.end());
        }
        std::ranges::sort(all.sorted);
        return std::move(all);
    }

    /// Returns the different keys at the cuts but the largest, whose bin has no cut above it.
    static std::vector<std::uint64_t> keysOf(const Cuts& cuts,
                                             std::span<const std::uint64_t> sorted) {
        const KeyPrefixes& prefixes = cuts.prefixes;
        std::vector<std::uint64_t> keys;
        for (std::size_t i = 0; i < cuts.places.size(); ++i) {
            const std::uint64_t prefix = prefixes.values()[cuts.places[i]];
            const auto first = std::ranges::lower_bound(sorted, prefix << prefixes.shift(), {},
                                                        SortedOutcomes::keyOf);
            const auto place = static_cast<std::size_t>(first - sorted.begin()) + cuts.ranks[i];
            // If rows were skipped, they are not there.
            keys.push_back(prefixes.shift() == 0 || place >= sorted.size()
                               ? prefix
                               : SortedOutcomes::keyOf(sorted[place]));
        }
        const std::uint64_t largest = keys.back();
        std::erase(keys, largest);
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
        return keys;
    }

    static std::vector<KeyRun> sumsOf(const KeyRuns& runs, const Parts& parts) {
        std::vector<KeyRun> sums(runs.count());
        for (const KeyRun& run : parts.certain) {
            if (run.count > 0) sums[runs.find(run.least)] += run;
        }
        for (const std::uint64_t row : parts.sorted)
            sums[runs.find(SortedOutcomes::keyOf(row))].add(row);
        return sums;
    }

    /// Joins the runs between `cuts`, some of their bounds.
    static std::vector<KeyRun> joined(std::span<const std::uint64_t> bounds,
                                      std::span<const KeyRun> runs,
                                      std::span<const std::uint64_t> cuts) {
        std::vector<KeyRun> bins(1);
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
                                         std::span<const KeyRun> runs) {
        const std::vector<KeyRun> bins = joined(bounds, runs, cuts);
        std::vector<OutcomeSums> sums;
        std::vector<std::size_t> ranks{0};
        for (const KeyRun& bin : bins) {
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

    static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
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

    /// Returns whether classes are measured without a copy. Of more than three, a copy takes little
    /// beside the scores, and to compute the probabilities of a class three times takes longer.
    bool isUnsorted() const {
        constexpr std::size_t mostColumns = 3;
        return m_predictions.rows() >= kManyRows &&
               m_predictions.scores().columns() <= mostColumns && m_predictions.weights().empty() &&
               m_binning.count <= UnsortedClass::kMostBins && !m_complete && !m_observer;
    }

    /// Measures the classes [first, end); `packed` is scratch memory.
    std::vector<ClassSummary> measureRun(std::size_t first, std::size_t end,
                                         const ParallelFor& within,
                                         std::vector<std::uint64_t>& packed) {
        const std::size_t rows = m_predictions.rows();
        std::vector<ClassSummary> out;
        if (isUnsorted()) {
            const std::size_t classes = m_predictions.classNames().size();
            for (std::size_t k = first; k < end && m_continuation.goesOn(k, classes); ++k)
                out.push_back(UnsortedClass(m_columns, k, rows, within).summary(m_binning));
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
