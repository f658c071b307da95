// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/report_intervals.h"

#include <numeric>

#include "core/measuring/scores/score_intervals.h"

namespace diagonal {
namespace {

std::optional<Interval> resampledInterval(const Score& score, const ResampledScores& resampled,
                                          const Report& report) {
    const auto drawn = resampled.find(score.id);
    if (drawn == resampled.end()) return std::nullopt;
    const auto byChance = resampled.find(kNullMiscalibrations);
    const double level = report.level;
    switch (scoreDefinition(score.id).interval) {
        case IntervalMethod::Percentile: return percentileInterval(drawn->second, level);
        case IntervalMethod::Error:
            return errorInterval(*score.value, drawn->second, level, score.pByChance);
        case IntervalMethod::UnstableError:
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
        case IntervalMethod::Difference: break;
    }
    return std::nullopt;
}

/// Returns the sums of as many independent rows as clusters are worth, by a design effect; fewer
/// for few clusters, so that intervals are those of Student's t.
OutcomeSums clustered(OutcomeSums rows, double effect, const Report& report) {
    if (!report.clusters) return rows;
    const double others = static_cast<double>(report.clusters->count) - 1;
    rows.varianceWeight *= effect * studentRows(report.level, others);
    return rows;
}

}  // namespace

void setIntervals(const ResampledScores& drawn, const ScoreSet& wanted, Report& report) {
    const OutcomeSums rows =
        std::accumulate(report.binned.sums.begin(), report.binned.sums.end(), OutcomeSums());
    if (rows.count == 0 || (report.clusters && report.clusters->count < 2)) return;
    const DesignEffects effects = report.clusters ? report.clusters->effects : DesignEffects();
    const OutcomeSums ofAccuracy = clustered(rows, effects.accuracy, report);
    for (Score& score : report.scores) {
        if (!score.value || !wanted.contains(score.id)) continue;
        const IntervalMethod method = scoreDefinition(score.id).interval;
        if (method == IntervalMethod::Wilson) {
            score.interval = accuracyInterval(ofAccuracy, report.level);
        } else if (method == IntervalMethod::Difference) {
            score.interval =
                signedGapInterval(clustered(rows, effects.signedGap, report), report.level);
        } else if (rows.effectiveCount() < 2) {
            continue;
        } else if (method == IntervalMethod::Uncertainty) {
            score.interval = uncertaintyInterval(ofAccuracy, report.level);
        } else if (auto interval = resampledInterval(score, drawn, report)) {
            score.interval = interval;
        }
    }
}

}  // namespace diagonal
