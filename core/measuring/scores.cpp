// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "core/text.h"

namespace diagonal {
namespace {

constexpr auto kDefinitions = std::to_array<ScoreDefinition>({
    {"ece", "Expected calibration error", "ECE",
     "Mean distance of accuracy from confidence, each bin weighted with its share of rows: sum of "
     "n_b/n |A_b - C_b| (Naeini 2015, Guo 2017). Depends on the bins."},
    {"over_confidence", "Over-confidence", "Over-confidence",
     "The part of ECE from bins whose confidence exceeds their accuracy: sum of n_b/n max(C_b - "
     "A_b, 0)."},
    {"under_confidence", "Under-confidence", "Under-confidence",
     "The part of ECE from bins whose accuracy exceeds their confidence: sum of n_b/n max(A_b - "
     "C_b, 0)."},
    {"mce", "Maximum calibration error", "MCE",
     "Largest |A_b - C_b| over the bins that hold rows (Naeini 2015). Often a bin of few rows."},
    {"rmsce", "Root mean squared calibration error", "RMSCE",
     "Square root of the sum of n_b/n (A_b - C_b)^2: large gaps weigh more than in ECE."},
    {"ace", "Average calibration error", "ACE",
     "Unweighted mean of |A_b - C_b| over the bins that hold rows (Neumann 2018)."},
    {"accuracy", "Accuracy", "Accuracy",
     "Mean hit: the share of rows whose prediction is right; in a class's view, the share of rows "
     "of that class."},
    {"confidence", "Mean confidence", "Confidence", "Mean confidence over all rows of this view."},
    {"signed_gap", "Signed gap", "Signed gap",
     "Accuracy minus mean confidence: negative where the model is over-confident overall."},
    {"nll", "Negative log-likelihood", "NLL",
     "Mean -log of the probability given to the true class, in nats, of all classes whatever the "
     "view. Temperature fitting minimises it."},
    {"brier", "Brier score of this view", "Brier",
     "Mean (c - a)^2 of confidence c and hit a in this view (Brier 1950)."},
    {"brier_multiclass", "Brier score over all classes", "Brier, all classes",
     "Mean over rows of the sum over classes of (p_k - [label = k])^2 (Brier 1950), 0 to 2."},
    {"auroc", "Area under the ROC curve", "AUROC",
     "Probability that a hit has a higher confidence than a miss, ties counting half: how well "
     "confidence separates right from wrong, whatever its calibration."},
});

}  // namespace

std::span<const ScoreDefinition> scoreDefinitions() {
    return kDefinitions;
}

const ScoreDefinition& scoreDefinition(std::string_view id) {
    const auto found = std::find_if(kDefinitions.begin(), kDefinitions.end(),
                                    [&](const ScoreDefinition& d) { return d.id == id; });
    assert(found != kDefinitions.end());
    return *found;
}

double expectedCalibrationError(const ReliabilityCurve& curve) {
    double sum = 0;
    for (const Bin& bin : curve.bins) {
        if (bin.count > 0) sum += static_cast<double>(bin.count) * std::abs(bin.gap());
    }
    return sum / static_cast<double>(curve.rows);
}

std::vector<Score> binnedScores(const ReliabilityCurve& curve) {
    double over = 0;
    double under = 0;
    double squares = 0;
    double distances = 0;
    double largest = 0;
    std::size_t filled = 0;
    std::size_t worst = 0;
    const auto rows = static_cast<double>(curve.rows);
    for (std::size_t b = 0; b < curve.bins.size(); ++b) {
        const Bin& bin = curve.bins[b];
        if (bin.count == 0) continue;
        const double weight = static_cast<double>(bin.count) / rows;
        const double gap = bin.gap();
        over += weight * std::max(-gap, 0.0);
        under += weight * std::max(gap, 0.0);
        squares += weight * gap * gap;
        distances += std::abs(gap);
        if (filled == 0 || std::abs(gap) > largest) {
            largest = std::abs(gap);
            worst = b;
        }
        ++filled;
    }
    const std::string where =
        "bin " + groupedDigits(worst + 1) + ", n = " + groupedDigits(curve.bins[worst].count);
    return {{"ece", expectedCalibrationError(curve)},
            {"over_confidence", over},
            {"under_confidence", under},
            {"mce", largest, where},
            {"rmsce", std::sqrt(squares)},
            {"ace", distances / static_cast<double>(filled)}};
}

std::vector<Score> unbinnedScores(const Outcomes& outcomes) {
    const OutcomeSums all = outcomes.sorted.sums(0, outcomes.sorted.size());
    const auto rows = static_cast<double>(all.count);
    const double accuracy = static_cast<double>(all.hits) / rows;
    const double confidence = all.confidence / rows;
    const std::string unknown = "the probabilities of all classes are not known";
    const std::string nllRemark = outcomes.zeroProbabilityRows > 0
                                      ? "infinite: the true class has probability 0 in " +
                                            counted(outcomes.zeroProbabilityRows, "row")
                                      : (outcomes.nll ? "" : unknown);
    return {
        {"accuracy", accuracy},
        {"confidence", confidence},
        {"signed_gap", accuracy - confidence},
        {"nll", outcomes.nll, nllRemark},
        {"brier", outcomes.brier},
        {"brier_multiclass", outcomes.brierMulticlass, outcomes.brierMulticlass ? "" : unknown},
        {"auroc", outcomes.auroc, outcomes.auroc ? "" : "all rows are hits, or all are misses"}};
}

}  // namespace diagonal
