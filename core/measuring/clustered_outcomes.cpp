// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/clustered_outcomes.h"

#include <algorithm>
#include <vector>

namespace diagonal {
namespace {

double outcomeOf(std::uint64_t packed) {
    return SortedOutcomes::correctOf(packed) ? 1 : 0;
}

/// Returns variance times G / (G - 1).
double unbiased(double variance, std::size_t clusters) {
    const auto count = static_cast<double>(clusters);
    return variance * count / (count - 1);
}

/// The rows of one bin, cluster by cluster.
struct BinClusters {
    double residuals = 0;  ///< of the cluster that is being read
    bool isTouched = false;
    double squares = 0;  ///< of the residuals of clusters
    std::size_t clusters = 0;

    void endCluster() {
        squares += residuals * residuals;
        ++clusters;
        residuals = 0;
        isTouched = false;
    }
};

std::vector<BinClusters> clustersIn(const ReliabilityCurve& curve,
                                    const ClusteredOutcomes& outcomes) {
    const std::vector<std::uint32_t> bins = binsOf(outcomes.packed, curve);
    std::vector<BinClusters> all(curve.bins.size());
    std::vector<std::uint32_t> touched;
    for (std::size_t cluster = 0; cluster < outcomes.rows->members.clusters(); ++cluster) {
        for (const std::uint32_t row : outcomes.rows->members.of(cluster)) {
            BinClusters& bin = all[bins[row]];
            if (!bin.isTouched) touched.push_back(bins[row]);
            bin.isTouched = true;
            bin.residuals += outcomes.weight(row) *
                             (outcomeOf(outcomes.packed[row]) - *curve.bins[bins[row]].accuracy);
        }
        for (const std::uint32_t b : touched)
            all[b].endCluster();
        touched.clear();
    }
    return all;
}

}  // namespace

DesignEffects designEffects(const ClusteredOutcomes& outcomes, const OutcomeSums& all) {
    const std::size_t clusters = outcomes.rows->clusters.count;
    const double effective = all.effectiveCount();
    if (clusters < 2 || effective <= 1) return {};
    const double accuracy = all.correct / all.weight;
    const double gap = accuracy - all.confidence / all.weight;
    double accuracySquares = 0, gapSquares = 0, gapVariance = 0;
    for (std::size_t cluster = 0; cluster < clusters; ++cluster) {
        double ofAccuracy = 0, ofGap = 0;
        for (const std::uint32_t row : outcomes.rows->members.of(cluster)) {
            const double w = outcomes.weight(row);
            const double outcome = outcomeOf(outcomes.packed[row]);
            const double own = outcome - SortedOutcomes::confidenceOf(outcomes.packed[row]) - gap;
            ofAccuracy += w * (outcome - accuracy);
            ofGap += w * own;
            gapVariance += w * own * own;
        }
        accuracySquares += ofAccuracy * ofAccuracy;
        gapSquares += ofGap * ofGap;
    }
    const auto effect = [&](double squares, double variance) {
        if (variance <= 0) return 1.0;
        const double clustered = unbiased(squares, clusters) / (all.weight * all.weight);
        return std::max(1.0, clustered / (variance / effective));
    };
    return {effect(accuracySquares, accuracy * (1 - accuracy)),
            effect(gapSquares, gapVariance / all.weight)};
}

void setClusteredIntervals(const ClusteredOutcomes& outcomes, double ofAll,
                           const IntervalChoice& choice, ReliabilityCurve& curve) {
    const std::vector<BinClusters> clusters = clustersIn(curve, outcomes);
    IntervalChoice ofEach = choice;
    ofEach.level = choice.levelOfEach(curve.filledBins());
    const double others = degreesOfFreedom(outcomes.rows->clusters.evenCount(outcomes.weights));
    for (std::size_t b = 0; b < curve.bins.size(); ++b) {
        Bin& bin = curve.bins[b];
        bin.interval = std::nullopt;
        if (bin.count == 0) continue;
        const double accuracy = *bin.accuracy;
        double count = std::max(1.0, bin.effectiveCount / ofAll);
        if (clusters[b].clusters == bin.count) {
            count = bin.effectiveCount;
        } else if (clusters[b].clusters < 2) {
            count = 1;
        } else if (clusters[b].squares > 0 && accuracy > 0 && accuracy < 1) {
            const double variance =
                unbiased(clusters[b].squares, clusters[b].clusters) / (bin.weight * bin.weight);
            count = accuracy * (1 - accuracy) / variance;
        }
        bin.clusteredCount = std::min(count, bin.effectiveCount);
        const double used = *bin.clusteredCount / studentRows(ofEach.level, others);
        bin.interval =
            accuracyInterval(bin.correct == bin.weight ? used : accuracy * used, used, ofEach);
    }
}

}  // namespace diagonal
