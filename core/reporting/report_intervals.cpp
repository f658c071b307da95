// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/report_intervals.h"

#include <algorithm>
#include <cmath>

#include "core/measuring/scores/score_intervals.h"
#include "core/predictions/row_clusters.h"

namespace diagonal {
namespace {

/// Below this, resampled values of the smooth error are rough.
constexpr double kRoughSmoothError = 0.01;

std::optional<Interval> resampledInterval(const Score& score, const ResampledScores& resampled,
                                          const Report& report) {
    const auto drawn = resampled.find(score.id);
    if (drawn == resampled.end()) return std::nullopt;
    const auto byChance = resampled.find(kNullMiscalibrations);
    const double level = report.settings.level;
    switch (scoreDefinition(score.id).interval) {
        case IntervalMethod::Percentile: {
            const auto interval = percentileInterval(drawn->second, level);
            if (!report.clusters) return interval;
            return widenedForClusters(interval, *score.value, level,
                                      degreesOfFreedom(report.clusters->evenClusters),
                                      scoreDefinition(score.id).range);
        }
        case IntervalMethod::Error:
            return errorInterval(*score.value, drawn->second, level, score.pByChance);
        case IntervalMethod::UnstableError:
            if (score.id == "smece" && *score.value < kRoughSmoothError)
                return Interval{0, unstableErrorInterval(*score.value, drawn->second, level).upper};
            return unstableErrorInterval(*score.value, drawn->second, level, score.pByChance);
        case IntervalMethod::DebiasedError:
            return debiasedErrorInterval(binnedErrors(report.binned).debiasedSquares, drawn->second,
                                         level);
        case IntervalMethod::IsotonicPart:
            return isotonicPartInterval(*score.value, drawn->second, byChance->second, level,
                                        score.pByChance);
        case IntervalMethod::None:
        case IntervalMethod::Wilson:
        case IntervalMethod::Uncertainty:
        case IntervalMethod::Difference:
        case IntervalMethod::Ratio:
        case IntervalMethod::Slope: break;
    }
    return std::nullopt;
}

/// Returns the sums of as many independent rows as clusters are worth, by a design effect; fewer
/// for few clusters, so that intervals are those of Student's t.
OutcomeSums clustered(OutcomeSums rows, double effect, const Report& report) {
    if (!report.clusters) return rows;
    rows.varianceWeight *= effect * studentRows(report.settings.level,
                                                degreesOfFreedom(report.clusters->evenClusters));
    return rows;
}

/// True for errors that equal the distance between accuracy and confidence of all rows. Where all
/// outcomes agree, or all rows are in one bin, gaps have one sign, and resamples do not vary as
/// accuracies do.
bool isSignedGap(const Score& score, const OutcomeSums& rows, const Report& report) {
    const bool doAgree = rows.correct == 0 || rows.correct == rows.weight;
    if (!doAgree && report.binned.filledBins() > 1) return false;
    const IntervalMethod method = scoreDefinition(score.id).interval;
    const bool isError = method == IntervalMethod::Error ||
                         method == IntervalMethod::UnstableError ||
                         method == IntervalMethod::DebiasedError;
    const double gap = rows.correct / rows.weight - rows.confidence / rows.weight;
    return isError && std::abs(*score.value - std::abs(gap)) <= 1e-9;
}

/// Returns the interval for few events in place of that of resamples: for AUROC one that is not too
/// short, none for errors that single rows in thin bins decide.
std::optional<Interval> fewEventInterval(const Score& score, const Interval& resampled,
                                         const OutcomeSums& rows, double level) {
    if (score.id == "ace" || score.id == "mce") return std::nullopt;
    if (score.id != "auroc") return resampled;
    return aurocInterval(*score.value, rows.effectiveCorrect(),
                         rows.effectiveCount() - rows.effectiveCorrect(), level);
}

}  // namespace

bool hasFewEvents(const Report& report) {
    constexpr double few = 20;
    const OutcomeSums rows = report.binned.allSums();
    if (rows.count == 0 || report.clusters) return false;
    const double correct = rows.effectiveCorrect();
    return std::min(correct, rows.effectiveCount() - correct) < few;
}

void setIntervals(const ResampledScores& drawn, const ScoreSet& wanted, Report& report) {
    const OutcomeSums rows = report.binned.allSums();
    if (rows.count == 0 || (report.clusters && report.clusters->count < 2)) return;
    const DesignEffects effects = report.clusters ? report.clusters->effects : DesignEffects();
    const OutcomeSums ofAccuracy = clustered(rows, effects.accuracy, report);
    const auto ofGap =
        signedGapInterval(clustered(rows, effects.signedGap, report), report.settings.level);
    const bool areFew = hasFewEvents(report);
    for (Score& score : report.scores) {
        if (!score.value || !wanted.contains(score.id)) continue;
        const IntervalMethod method = scoreDefinition(score.id).interval;
        if (method == IntervalMethod::Wilson) {
            score.interval = accuracyInterval(ofAccuracy, report.settings.level);
        } else if (method == IntervalMethod::Difference) {
            score.interval = ofGap;
        } else if (rows.effectiveCount() < 2) {
            continue;
        } else if (method == IntervalMethod::Uncertainty) {
            score.interval = uncertaintyInterval(ofAccuracy, report.settings.level);
        } else if (ofGap && isSignedGap(score, rows, report)) {
            score.interval = absoluteInterval(*ofGap);
        } else if (auto interval = resampledInterval(score, drawn, report)) {
            score.interval =
                areFew ? fewEventInterval(score, *interval, rows, report.settings.level) : interval;
        }
    }
}

}  // namespace diagonal
