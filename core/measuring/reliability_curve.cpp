// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/reliability_curve.h"

#include <algorithm>
#include <cassert>

namespace diagonal {
namespace {

/// Where the sorted rows are cut: bin b holds the ranks [ranks[b], ranks[b + 1]).
struct Cuts {
    std::vector<std::size_t> ranks;
    std::vector<double> edges;
};

Cuts equalWidthCuts(const SortedOutcomes& outcomes, const Binning& binning) {
    Cuts cuts{{0}, {0.0}};
    for (std::size_t i = 1; i < binning.count; ++i) {
        const double edge = static_cast<double>(i) / static_cast<double>(binning.count);
        cuts.edges.push_back(edge);
        cuts.ranks.push_back(binning.edgeRule == EdgeRule::RightClosed ? outcomes.countUpTo(edge)
                                                                       : outcomes.countBelow(edge));
    }
    cuts.edges.push_back(1.0);
    cuts.ranks.push_back(outcomes.size());
    return cuts;
}

Cuts equalMassCuts(const SortedOutcomes& outcomes, const Binning& binning) {
    const std::size_t rows = outcomes.size();
    const std::size_t size = rows / binning.count;
    const std::size_t larger = rows % binning.count;
    Cuts cuts{{0}, {0.0}};
    for (std::size_t i = 1; i < binning.count; ++i) {
        const std::size_t even = i * size + std::min(i, larger);
        if (even == 0) continue;
        const std::size_t rank = outcomes.countUpTo(outcomes.confidence(even - 1));
        if (rank == cuts.ranks.back() || rank >= rows) continue;
        cuts.edges.push_back((outcomes.confidence(rank - 1) + outcomes.confidence(rank)) / 2);
        cuts.ranks.push_back(rank);
    }
    cuts.edges.push_back(1.0);
    cuts.ranks.push_back(rows);
    return cuts;
}

}  // namespace

ReliabilityCurve binned(const SortedOutcomes& outcomes, const Binning& binning,
                        std::optional<IntervalChoice> intervals) {
    assert(binning.count >= 1);
    const Cuts cuts = binning.scheme == BinningScheme::EqualWidth
                          ? equalWidthCuts(outcomes, binning)
                          : equalMassCuts(outcomes, binning);
    ReliabilityCurve curve;
    curve.rows = outcomes.size();
    for (std::size_t b = 0; b + 1 < cuts.ranks.size(); ++b) {
        const OutcomeSums sums = outcomes.sums(cuts.ranks[b], cuts.ranks[b + 1]);
        Bin bin{cuts.edges[b], cuts.edges[b + 1], sums.count, sums.hits, {}, {}, {}, {}};
        if (sums.count > 0) {
            const auto n = static_cast<double>(sums.count);
            bin.accuracy = static_cast<double>(sums.hits) / n;
            bin.confidence = binning.confidence == BinConfidence::Mean
                                 ? sums.confidence / n
                                 : (bin.lower + bin.upper) / 2;
            if (intervals) bin.interval = accuracyInterval(sums.hits, sums.count, *intervals);
        }
        curve.bins.push_back(bin);
    }
    return curve;
}

}  // namespace diagonal
