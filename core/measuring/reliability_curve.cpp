// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/reliability_curve.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "core/measuring/isotonic.h"

namespace diagonal {
namespace {

/// Cuts of the sorted rows: bin b holds the ranks [ranks[b], ranks[b + 1]) and lies between
/// edges[b] and edges[b + 1].
struct BinCuts {
    std::vector<std::size_t> ranks;
    std::vector<double> edges;
};

/// Cuts the sorted rows at the inner edges, as `rule` says.
BinCuts cutsAt(std::vector<double> edges, const SortedOutcomes& outcomes, EdgeRule rule) {
    BinCuts cuts{{0}, std::move(edges)};
    for (std::size_t i = 1; i + 1 < cuts.edges.size(); ++i) {
        cuts.ranks.push_back(rule == EdgeRule::RightClosed ? outcomes.countUpTo(cuts.edges[i])
                                                           : outcomes.countBelow(cuts.edges[i]));
    }
    cuts.ranks.push_back(outcomes.size());
    return cuts;
}

std::vector<double> equalWidthEdges(std::size_t count) {
    std::vector<double> edges;
    for (std::size_t i = 0; i <= count; ++i)
        edges.push_back(static_cast<double>(i) / static_cast<double>(count));
    return edges;
}

/// Returns the edge between the rows before `rank` and those from `rank` on.
double edgeBetween(const SortedOutcomes& outcomes, std::size_t rank) {
    return (outcomes.confidence(rank - 1) + outcomes.confidence(rank)) / 2;
}

BinCuts isotonicCuts(const SortedOutcomes& outcomes) {
    BinCuts cuts{{0}, {0.0}};
    for (const IsotonicBlock& block : isotonicBlocks(outcomes)) {
        const bool last = block.end == outcomes.size();
        cuts.edges.push_back(last ? 1.0 : edgeBetween(outcomes, block.end));
        cuts.ranks.push_back(block.end);
    }
    return cuts;
}

BinCuts equalMassCuts(const SortedOutcomes& outcomes, const Binning& binning) {
    const std::size_t observations = outcomes.observations();
    const std::size_t size = observations / binning.count;
    const std::size_t larger = observations % binning.count;
    BinCuts cuts{{0}, {0.0}};
    for (std::size_t i = 1; i < binning.count; ++i) {
        const std::size_t even = i * size + std::min(i, larger);
        if (even == 0) continue;
        const std::size_t last = outcomes.rankOfObservation(even - 1);
        const std::size_t rank = outcomes.countUpTo(outcomes.confidence(last));
        if (rank == cuts.ranks.back() || rank >= outcomes.size()) continue;
        cuts.edges.push_back(edgeBetween(outcomes, rank));
        cuts.ranks.push_back(rank);
    }
    cuts.edges.push_back(1.0);
    cuts.ranks.push_back(outcomes.size());
    return cuts;
}

BinCuts valueCuts(const SortedOutcomes& outcomes) {
    BinCuts cuts{{0}, {0.0}};
    while (cuts.ranks.back() < outcomes.size()) {
        const std::size_t end = outcomes.countUpTo(outcomes.confidence(cuts.ranks.back()));
        cuts.edges.push_back(end == outcomes.size() ? 1.0 : edgeBetween(outcomes, end));
        cuts.ranks.push_back(end);
    }
    return cuts;
}

BinCuts runCuts(const SortedOutcomes& outcomes) {
    BinCuts cuts{{0}, {0.0}};
    for (std::size_t run = 1; run < countOfRuns(outcomes.size()); ++run) {
        cuts.ranks.push_back(run * kRowsInRun);
        cuts.edges.push_back(edgeBetween(outcomes, cuts.ranks.back()));
    }
    cuts.edges.push_back(1.0);
    cuts.ranks.push_back(outcomes.size());
    return cuts;
}

/// A divided tie whose rows are looked for. There may be millions, so that each takes few bytes.
struct SoughtTie {
    std::uint64_t key = 0;  ///< SortedOutcomes::keyOf()
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t firstPart = 0;
    std::uint32_t seen = 0;  ///< rows found in the order of the file so far
};

/// Finds the tie of a row. Buckets of confidences, as many as ties or more, leave one or two ties
/// to compare with: millions of rows are looked up.
class TieFinder {
public:
    /// Refers to at least one tie, ascending.
    explicit TieFinder(std::span<SoughtTie> ties) : m_ties(ties) {
        while (bucketOf(ties.back().key) > 4 * ties.size())
            ++m_shift;
        m_begins.resize(bucketOf(ties.back().key) + 2);
        for (const SoughtTie& tie : ties)
            ++m_begins[bucketOf(tie.key) + 1];
        std::partial_sum(m_begins.begin(), m_begins.end(), m_begins.begin());
    }

    /// Returns the tie to which a packed outcome belongs, or null.
    SoughtTie* find(std::uint64_t packed) const {
        const std::uint64_t key = SortedOutcomes::keyOf(packed);
        if (key < m_ties.front().key || key > m_ties.back().key) return nullptr;
        const std::size_t bucket = bucketOf(key);
        const auto inBucket =
            m_ties.subspan(m_begins[bucket], m_begins[bucket + 1] - m_begins[bucket]);
        const auto found = std::ranges::lower_bound(inBucket, key, {}, &SoughtTie::key);
        return found == inBucket.end() || found->key != key ? nullptr : &*found;
    }

private:
    std::size_t bucketOf(std::uint64_t key) const { return (key - m_ties.front().key) >> m_shift; }

    std::span<SoughtTie> m_ties;
    unsigned m_shift = 0;
    std::vector<std::uint32_t> m_begins;  ///< of each bucket in m_ties, and their number
};

/// Returns them with room for the counts of their parts.
std::vector<SoughtTie> soughtTies(const SortedOutcomes& outcomes) {
    std::vector<SoughtTie> sought;
    std::uint32_t parts = 0;
    const std::vector<DividedTie> ties = dividedTies(outcomes);
    sought.reserve(ties.size());
    for (const auto& [begin, end] : ties) {
        const double confidence = outcomes.confidence(begin);
        sought.push_back(
            {SortedOutcomes::keyOf(SortedOutcomes::pack(confidence, false)), begin, end, parts});
        parts += static_cast<std::uint32_t>(runOfRank(end - 1, outcomes.size()) -
                                            runOfRank(begin, outcomes.size()) + 1);
    }
    return sought;
}

BinCuts cutsOf(const SortedOutcomes& outcomes, const Binning& binning) {
    switch (binning.scheme) {
        case BinningScheme::EqualWidth:
        case BinningScheme::Custom: return cutsAt(*fixedEdges(binning), outcomes, binning.edgeRule);
        case BinningScheme::EqualMass: return equalMassCuts(outcomes, binning);
        case BinningScheme::Values: return valueCuts(outcomes);
        case BinningScheme::Runs: return runCuts(outcomes);
        case BinningScheme::Isotonic: break;
    }
    return isotonicCuts(outcomes);
}

}  // namespace

std::size_t binOf(double confidence, std::span<const double> edges, EdgeRule rule) {
    const auto begin = edges.begin() + 1;
    const auto end = edges.end() - 1;
    const auto place = rule == EdgeRule::RightClosed ? std::lower_bound(begin, end, confidence)
                                                     : std::upper_bound(begin, end, confidence);
    return static_cast<std::size_t>(place - begin);
}

bool isWithinNoise(const Bin& bin) {
    return bin.consistency && bin.accuracy && *bin.accuracy >= bin.consistency->lower &&
           *bin.accuracy <= bin.consistency->upper;
}

std::size_t ReliabilityCurve::filledBins() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(bins, [](const Bin& bin) { return bin.count > 0; }));
}

OutcomeSums ReliabilityCurve::allSums() const {
    return std::accumulate(sums.begin(), sums.end(), OutcomeSums());
}

std::optional<std::vector<double>> fixedEdges(const Binning& binning) {
    switch (binning.scheme) {
        case BinningScheme::EqualWidth: return equalWidthEdges(binning.count);
        case BinningScheme::Custom: return binning.edges;
        case BinningScheme::EqualMass:
        case BinningScheme::Values:
        case BinningScheme::Runs:
        case BinningScheme::Isotonic: break;
    }
    return std::nullopt;
}

ReliabilityCurve curveOf(std::span<const double> edges, std::vector<OutcomeSums> allSums,
                         BinConfidence confidence, std::optional<IntervalChoice> intervals) {
    assert(edges.size() == allSums.size() + 1);
    ReliabilityCurve curve;
    for (std::size_t b = 0; b < allSums.size(); ++b) {
        const OutcomeSums& sums = allSums[b];
        Bin bin{.lower = edges[b],
                .upper = edges[b + 1],
                .count = sums.count,
                .weight = sums.weight,
                .correct = sums.correct};
        if (sums.count > 0) {
            bin.effectiveCount = sums.effectiveCount();
            bin.accuracy = sums.correct / sums.weight;
            bin.confidence = confidence == BinConfidence::Mean ? sums.confidence / sums.weight
                                                               : (bin.lower + bin.upper) / 2;
        }
        curve.count += bin.count;
        curve.weight += bin.weight;
        curve.bins.push_back(bin);
    }
    curve.sums = std::move(allSums);
    if (intervals) setBinIntervals(*intervals, curve);
    return curve;
}

void setBinIntervals(IntervalChoice choice, ReliabilityCurve& curve) {
    choice.level = choice.levelOfEach(curve.filledBins());
    for (Bin& bin : curve.bins) {
        if (bin.count == 0) continue;
        const double count = bin.clusteredCount.value_or(bin.effectiveCount);
        const double correct =
            bin.correct == bin.weight ? count : bin.correct * (count / bin.weight);
        bin.interval = accuracyInterval(correct, count, choice);
    }
}

std::vector<std::uint32_t> binsOf(std::span<const std::uint64_t> packed,
                                  const ReliabilityCurve& curve) {
    std::vector<double> lowest;  // confidence of each bin that holds rows
    std::vector<std::uint32_t> filled;
    for (std::size_t b = 0; b < curve.bins.size(); ++b) {
        if (curve.bins[b].count == 0) continue;
        lowest.push_back(curve.bins[b].confidences->lower);
        filled.push_back(static_cast<std::uint32_t>(b));
    }
    std::vector<std::uint32_t> bins;
    bins.reserve(packed.size());
    for (const std::uint64_t row : packed) {
        const auto after = std::ranges::upper_bound(lowest, SortedOutcomes::confidenceOf(row));
        bins.push_back(filled[static_cast<std::size_t>(after - lowest.begin() - 1)]);
    }
    return bins;
}

std::size_t distinctConfidences(const SortedOutcomes& outcomes, std::size_t most) {
    std::size_t count = 0;
    for (std::size_t rank = 0; rank < outcomes.size() && count <= most; ++count)
        rank = outcomes.countUpTo(outcomes.confidence(rank));
    return count;
}

std::vector<DividedTie> dividedTies(const SortedOutcomes& outcomes) {
    std::vector<DividedTie> ties;
    for (std::size_t run = 1; run < countOfRuns(outcomes.size()); ++run) {
        const std::size_t cut = run * kRowsInRun;
        const double confidence = outcomes.confidence(cut);
        const bool isNew = ties.empty() || ties.back().end <= cut;
        if (outcomes.confidence(cut - 1) != confidence || !isNew) continue;
        ties.push_back({static_cast<std::uint32_t>(outcomes.countBelow(confidence)),
                        static_cast<std::uint32_t>(outcomes.countUpTo(confidence))});
    }
    return ties;
}

void eachTiePart(const SortedOutcomes& outcomes, const RowOrder& inRowOrder,
                 const std::function<void(const TiePart& part)>& visit) {
    const std::size_t rows = outcomes.size();
    std::vector<SoughtTie> ties = soughtTies(outcomes);
    if (ties.empty()) return;
    const auto lastOf = [&](const SoughtTie& tie) { return runOfRank(tie.end - 1, rows); };
    const SoughtTie& last = ties.back();
    std::vector<std::uint32_t> correct(last.firstPart + lastOf(last) - runOfRank(last.begin, rows) +
                                       1);
    const TieFinder finder(ties);
    inRowOrder.visit([&](std::span<const std::uint64_t> packed) {
        for (const std::uint64_t row : packed) {
            SoughtTie* const tie = finder.find(row);
            if (!tie) continue;
            const std::size_t bin = runOfRank(tie->begin + tie->seen++, rows);
            if (SortedOutcomes::correctOf(row))
                ++correct[tie->firstPart + bin - runOfRank(tie->begin, rows)];
        }
    });
    for (const SoughtTie& tie : ties) {
        const std::size_t first = runOfRank(tie.begin, rows);
        for (std::size_t bin = first; bin <= lastOf(tie); ++bin) {
            const std::size_t begin = std::max<std::size_t>(bin * kRowsInRun, tie.begin);
            const std::size_t end = bin == lastOf(tie)
                                        ? tie.end
                                        : std::min<std::size_t>((bin + 1) * kRowsInRun, tie.end);
            visit({bin, SortedOutcomes::confidenceOf(tie.key << 1),
                   correct[tie.firstPart + bin - first], outcomes.sums(begin, end).correct});
        }
    }
}

ReliabilityCurve binned(const SortedOutcomes& outcomes, const Binning& binning,
                        std::optional<IntervalChoice> intervals, const RowOrder& inRowOrder) {
    assert(binning.count >= 1);
    BinCuts cuts = cutsOf(outcomes, binning);
    std::vector<OutcomeSums> sums;
    for (std::size_t b = 0; b + 1 < cuts.ranks.size(); ++b)
        sums.push_back(outcomes.sums(cuts.ranks[b], cuts.ranks[b + 1]));
    if (binning.scheme == BinningScheme::Runs) {
        assert(inRowOrder.rows() == outcomes.size());
        eachTiePart(outcomes, inRowOrder, [&](const TiePart& part) {
            const double more = static_cast<double>(part.correct) - part.sorted;
            sums[part.bin].correct += more;
            sums[part.bin].correctConfidence += more * part.confidence;
            sums[part.bin].correctConfidenceSquares += more * part.confidence * part.confidence;
        });
    }
    ReliabilityCurve curve = curveOf(cuts.edges, std::move(sums), binning.confidence, intervals);
    curve.ranks = std::move(cuts.ranks);
    for (std::size_t b = 0; b < curve.bins.size(); ++b) {
        if (curve.bins[b].count == 0) continue;
        curve.bins[b].confidences = {outcomes.confidence(curve.ranks[b]),
                                     outcomes.confidence(curve.ranks[b + 1] - 1)};
    }
    curve.weightKind = outcomes.weightKind();
    return curve;
}

}  // namespace diagonal
