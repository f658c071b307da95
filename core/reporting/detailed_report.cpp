// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/detailed_report.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include "core/aggregates/cell_grid.h"
#include "core/base/text.h"
#include "core/measuring/curves/cumulative_gap.h"
#include "core/measuring/curves/smooth_calibration.h"
#include "core/measuring/deciding/flexible_curve.h"
#include "core/measuring/deciding/skill.h"
#include "core/measuring/isotonic.h"
#include "core/measuring/model_rows.h"
#include "core/measuring/resampling/bin_bootstrap.h"
#include "core/measuring/resampling/classwise_bootstrap.h"
#include "core/measuring/resampling/flexible_bootstrap.h"
#include "core/measuring/resampling/refit_bootstrap.h"
#include "core/measuring/resampling/row_bootstrap.h"
#include "core/measuring/scores/equal_mass_sweep.h"
#include "core/measuring/scores/groups.h"
#include "core/measuring/scores/logistic_calibration.h"
#include "core/measuring/scores/null_distribution.h"
#include "core/numerics/percentiles.h"
#include "core/recalibrating/counted_profile.h"
#include "core/recalibrating/recalibration.h"
#include "core/reporting/cell_scores.h"
#include "core/reporting/report_intervals.h"
#include "core/reporting/verdict.h"

namespace diagonal {
namespace {

/// Sorts scores in the order of scoreDefinitions().
void sortScores(std::vector<Score>& scores) {
    std::ranges::stable_sort(scores, {}, [](const Score& score) { return scoreIndex(score.id); });
}

/// What the steps of a detailed report compute from.
struct Inputs {
    const Analysis& analysis;
    const Report& report;  ///< with the plan that it will hold
    ReportPlan missing;    ///< of the plan
    const Execution& execution;
    const Sweep& sweep;           ///< may be null
    ClusteredOutcomes clustered;  ///< false if rows are independent

    const Outcomes& outcomes() const { return *analysis.outcomes; }
    const SortedOutcomes& sorted() const { return analysis.outcomes->sorted; }
    const Dataset& rows() const { return *analysis.rows; }            ///< the measured ones
    const Dataset& allGroups() const { return *analysis.allGroups; }  ///< at their temperature
    bool needsIntervalsOf(ScoreSource source) const { return missing.intervals.needs(source); }
    bool resamplesRows() const {
        return std::ranges::any_of(
            kResampledByRows, [&](std::string_view id) { return missing.intervals.contains(id); });
    }
};

// Steps. Each returns its result; none if progress cancels.

std::optional<NullDistribution> nullOf(const Inputs& in) {
    const ReliabilityCurve& curve = in.report.binned;
    const double level = in.report.intervalChoice().levelOfEach(curve.filledBins());
    return nullDistribution(in.sorted(), curve, in.report.binning, level, in.report.settings.seed,
                            in.execution);
}

/// Returns what completes the curves of the worst classes or groups; sets `isMissing` if progress
/// cancels it.
CurveCompletion curveCompletion(const Inputs& in, std::atomic<bool>& isMissing) {
    if (!in.report.plan.curveConsistency) return {};
    return [&in, &isMissing](const SortedOutcomes& outcomes, const Binning& binning,
                             ReliabilityCurve& curve) {
        const double level = in.report.intervalChoice().levelOfEach(curve.filledBins());
        const auto null = nullDistribution(outcomes, curve, binning, level, in.report.settings.seed,
                                           {in.execution.progress});
        if (null) setConsistency(*null, curve);
        if (!null) isMissing = true;
    };
}

std::optional<std::vector<double>> miscalibrationsOf(const Inputs& in) {
    return nullMiscalibrations(in.sorted(), in.report.settings.seed, in.execution);
}

std::optional<std::vector<std::uint64_t>> inRowOrder(const Dataset& dataset, const Inputs& in) {
    return outcomesInRowOrder(dataset.predictions, in.report.view, in.report.temperatureOfScores(),
                              in.execution);
}

/// What depends on the order of the rows in the file.
struct OrderedResults {
    std::vector<ConventionError> conventions;
    std::vector<GroupSummary> groups;
    std::optional<Subgroups> subgroups;
    std::optional<ReportedOverTime> overTime;
};

std::optional<ReportedOverTime> overTimeOf(const Inputs& in, std::span<const std::uint64_t> rows) {
    const auto& times = in.rows().times;
    auto measured = overTime(rows, in.rows().predictions.weights(), times->values, !in.clustered);
    if (!measured) return std::nullopt;
    return ReportedOverTime{std::move(*measured), times->name, times->areDates};
}

std::optional<OrderedResults> orderedResultsOf(const Inputs& in) {
    OrderedResults results;
    const std::vector<std::uint64_t>& kept = in.outcomes().inRowOrder;
    if (in.missing.conventions) {
        Continuation continuation(in.execution.progress);
        const RowOrder order = kept.empty()
                                   ? RowOrder(in.rows().predictions, in.report.view,
                                              in.report.temperatureOfScores(), continuation)
                                   : RowOrder(kept);
        results.conventions =
            conventionErrors(in.sorted(), order, in.report.binning.count, continuation);
        if (continuation.isStopped()) return std::nullopt;
    }
    const bool needsGroups =
        (in.missing.groups || in.missing.subgroups) && !in.allGroups().groups.empty();
    const bool needsTimes = in.missing.overTime && in.rows().times;
    if (!needsGroups && !needsTimes) return results;
    const auto computed = kept.empty() ? inRowOrder(in.rows(), in) : std::nullopt;
    if (kept.empty() && !computed) return std::nullopt;
    const std::vector<std::uint64_t>& rows = kept.empty() ? *computed : kept;
    if (needsTimes) results.overTime = overTimeOf(in, rows);
    if (!needsGroups) return results;
    const bool all = &in.allGroups() == &in.rows();
    const auto whole = all ? std::nullopt : inRowOrder(in.allGroups(), in);
    if (!all && !whole) return std::nullopt;
    const bool areTested = !in.clustered && !in.report.dataset.cells;
    if (in.missing.subgroups && areTested && hasCrossings(in.allGroups())) {
        results.subgroups =
            subgroups(in.allGroups(), all ? rows : *whole, in.report.binning,
                      in.report.settings.level, in.report.settings.seed, in.execution);
        if (!results.subgroups) return std::nullopt;
    }
    if (!in.missing.groups) return results;
    std::atomic<bool> isCurveMissing = false;
    results.groups = groupSummaries(in.allGroups(), all ? rows : *whole, in.report.binning,
                                    in.report.settings.level, curveCompletion(in, isCurveMissing));
    // Rows of a cluster are not independent, and cells have but bounds of Kuiper's statistic and
    // do not tell how rows vary within clusters.
    for (GroupSummary& group : results.groups) {
        if (!areTested) {
            if (in.clustered && in.report.dataset.cells) group.oeInterval.reset();
            group.kuiperScaled = group.kuiperP = group.kuiperPHolm = group.kuiperPMax = {};
        }
        if (whyNoGrades(in.report)) group.jeffreysP = group.jeffreysPHolm = {};
    }
    return isCurveMissing ? std::nullopt : std::optional(std::move(results));
}

/// Returns compute(continuation); none if progress stops it.
template <typename Compute>
auto unlessStopped(const Inputs& in, const Compute& compute) {
    Continuation continuation(in.execution.progress);
    std::optional result(compute(continuation));
    if (continuation.isStopped()) result.reset();
    return result;
}

std::optional<SweepError> sweepErrorOf(const Inputs& in) {
    return unlessStopped(in, [&](Continuation& continuation) {
        return sweepError(in.sorted(), kMostBins, continuation);
    });
}

std::optional<SmoothError> smoothOf(const Inputs& in) {
    return unlessStopped(
        in, [&](Continuation& continuation) { return smoothError(in.sorted(), {}, continuation); });
}

struct CumulativeResults {
    CumulativeGap gap;
    std::optional<CumulativeTails> tails;  ///< where confidences have few values
};

std::optional<CumulativeResults> cumulativeOf(const Inputs& in) {
    return unlessStopped(in, [&](Continuation& continuation) {
        CumulativeResults results;
        results.gap = cumulativeGap(in.sorted(), stoppable(in.execution.parallelFor, continuation));
        // Cells tell how few values there are only if each has rows of one confidence.
        const bool areValues = !in.report.dataset.cells || holdPoints(in.rows(), in.report);
        if (areValues && !continuation.isStopped()) {
            results.tails = drawnCumulativeTails(in.sorted(), results.gap.ks, results.gap.kuiper,
                                                 in.report.settings.seed, in.execution.parallelFor,
                                                 continuation);
        }
        return results;
    });
}

std::optional<BrierParts> brierPartsOf(const Inputs& in) {
    const auto blocks = unlessStopped(in, [&](Continuation& continuation) {
        return isotonicBlocks(in.sorted(), stoppable(in.execution.parallelFor, continuation));
    });
    return blocks ? std::optional(brierParts(in.outcomes().brier, *blocks)) : std::nullopt;
}

/// Spiegelhalter's z; none if it is undefined.
struct SpiegelhalterResult {
    std::optional<double> z;
};

std::optional<SpiegelhalterResult> spiegelhalterOf(const Inputs& in) {
    return unlessStopped(in, [&](Continuation& continuation) {
        return SpiegelhalterResult{
            spiegelhalter(in.sorted(), stoppable(in.execution.parallelFor, continuation))};
    });
}

/// Cells of margins and their outcomes.
struct MarginRows {
    std::shared_ptr<const Dataset> cells;
    Outcomes outcomes;
};

struct LogisticResults {
    std::optional<LogisticCalibration> fit;
    std::optional<MarginRows> margins;  ///< to which `fit` was fitted; none: the measured rows
    ResampledScores drawn;              ///< of rows

    const SortedOutcomes& fitted(const Inputs& in) const {
        return margins ? margins->outcomes.sorted : in.sorted();
    }
};

/// Measures the margins of cells of two classes at T = 1, where the cells of confidences do not
/// tell the logits of rows near 0 and 1. Returns false if progress cancels.
bool measureMargins(const Inputs& in, LogisticResults& results) {
    const std::shared_ptr<const Dataset>& margins = in.analysis.sweptRows;
    if (!margins || margins == in.analysis.rows || in.report.temperature != 1) return true;
    auto outcomes = outcomesAt(margins->predictions, in.report.view, 1, in.execution, false);
    if (!outcomes) return false;
    results.margins = MarginRows{margins, std::move(*outcomes)};
    return true;
}

/// Takes the logistic coefficients of resamples from margins, too.
bool resampleMargins(const Inputs& in, LogisticResults& results) {
    auto drawn = rowBootstrap(results.margins->outcomes, *results.fit, in.report.settings.seed,
                              in.execution);
    if (!drawn) return false;
    for (const char* id : {"calibration_slope", "calibration_intercept"})
        results.drawn[id] = std::move(drawn.value()[id]);
    return true;
}

/// The losses of rows that resamples of clusters sum up; empty where rows are independent.
struct ClusteredLosses {
    ModelRows rows;
    std::vector<double> ofCells;  ///< in place of the negative logarithms; empty for rows

    /// Refers to this.
    RowLosses losses(const Outcomes& outcomes) const {
        RowLosses losses;
        if (outcomes.nll) losses.negativeLogs = ofCells.empty() ? rows.negativeLogs : ofCells;
        losses.squaredErrors = rows.squaredErrors;
        return losses;
    }
};

/// None if progress cancels.
std::optional<ClusteredLosses> clusteredLosses(const Inputs& in) {
    if (!in.clustered || (!in.outcomes().nll && !in.outcomes().brierMulticlass))
        return ClusteredLosses();
    auto rows = modelRows(in.rows().predictions, in.report.view, in.report.temperatureOfScores(),
                          in.execution);
    if (!rows) return std::nullopt;
    return ClusteredLosses{std::move(*rows), meanLosses(in.rows())};
}

/// Resamples are moved from the logistic fit, if that is asked for.
std::optional<LogisticResults> logisticOf(const Inputs& in) {
    LogisticResults results;
    const bool fits = in.missing.scores.needs(ScoreSource::Logistic) ||
                      in.needsIntervalsOf(ScoreSource::Logistic);
    if (fits) {
        if (!measureMargins(in, results)) return std::nullopt;
        results.fit = unlessStopped(in, [&](Continuation& continuation) {
            return logisticCalibration(results.fitted(in),
                                       stoppable(in.execution.parallelFor, continuation));
        });
        if (!results.fit) return std::nullopt;
    }
    if (!in.resamplesRows()) return results;
    const auto losses = clusteredLosses(in);
    if (!losses) return std::nullopt;
    auto drawn = rowBootstrap(in.outcomes(), results.fit.value_or(LogisticCalibration()),
                              in.report.settings.seed, in.execution, in.clustered,
                              losses->losses(in.outcomes()));
    if (!drawn) return std::nullopt;
    results.drawn = std::move(drawn).value();
    const bool areOfMargins = results.margins && !in.clustered;
    if (areOfMargins && !resampleMargins(in, results)) return std::nullopt;
    return results;
}

std::optional<ResampledScores> refitsOf(const Inputs& in) {
    auto drawn = refitBootstrap(in.sorted(), in.report.settings.seed, in.execution, in.clustered);
    return drawn ? std::optional(std::move(drawn).value()) : std::nullopt;
}

/// Scores of skill over the mean outcome; of O:E and the slope intervals, too.
struct SkillResults {
    std::optional<SkillScores> skill;
    double logLoss = 0;  ///< of the view
};

std::optional<SkillResults> skillOf(const Inputs& in) {
    return unlessStopped(in, [&](Continuation& continuation) {
        SkillResults results;
        // Cells of one class know the sum of the rows' losses; those of the top label do not.
        const auto& cells = in.report.dataset.cells;
        results.logLoss =
            cells && !cells->isTopLabel && in.outcomes().nll
                ? *in.outcomes().nll
                : logLoss(in.sorted(), stoppable(in.execution.parallelFor, continuation));
        const OutcomeSums all = in.sorted().sums();
        results.skill = skillScores(all.correct / all.weight, in.outcomes().brier, results.logLoss);
        return results;
    });
}

struct FlexibleResults {
    std::optional<FlexibleErrors> loess;
    std::optional<FlexibleErrors> spline;
    bool isLine = false;  ///< the spline: knots coincide
    double events = 0;    ///< rows of the rarer outcome
    FlexibleDraws draws;
};

std::optional<FlexibleResults> flexibleOf(const Inputs& in) {
    FlexibleResults results;
    const SmoothedRows rows = smoothedRows(in.sorted());
    const OutcomeSums all = in.sorted().sums();
    results.events =
        std::min(all.effectiveCorrect(), all.effectiveCount() - all.effectiveCorrect());
    if (hasLoess(rows)) results.loess = flexibleErrors(rows, loessCurve(rows));
    const auto spline = SplineCurve::fitted(rows);
    results.isLine = spline && spline->isLinear();
    if (spline) results.spline = flexibleErrors(rows, splineCurve(rows, *spline));
    if (!in.needsIntervalsOf(ScoreSource::Flexible)) return results;
    auto draws =
        flexibleBootstrap(in.sorted(), in.report.settings.seed, in.execution, in.clustered);
    if (!draws) return std::nullopt;
    results.draws = std::move(draws).value();
    return results;
}

std::optional<RiskAreas> riskAreasOf(const Inputs& in) {
    return riskAreas(in.sorted());
}

DecisionSettings decisionSettings(const Inputs& in) {
    return {in.report.settings.level, in.report.settings.prevalence};
}

std::optional<std::vector<DecisionPoint>> decisionOf(const Inputs& in) {
    return unlessStopped(in, [&](Continuation& continuation) {
        const std::vector<double>& asked = in.report.settings.thresholds;
        return decisionCurve(in.sorted(), asked.empty() ? usualThresholds() : asked,
                             decisionSettings(in), in.clustered,
                             stoppable(in.execution.parallelFor, continuation));
    });
}

/// Returns the net benefit at 101 thresholds from 0 to twice the share of events, below 1; farther
/// if thresholds are asked for, or a small prevalence is stated.
std::optional<std::vector<DecisionPoint>> decisionProfileOf(const Inputs& in) {
    constexpr int steps = 100;
    constexpr double largest = 0.99;
    const OutcomeSums all = in.sorted().sums();
    const AnalysisSettings& settings = in.report.settings;
    constexpr double leastOfStated = 0.3;  // small prevalences do not make small thresholds
    double end = 2 * settings.prevalence.value_or(all.correct / all.weight);
    if (settings.prevalence) end = std::max(end, leastOfStated);
    for (const double threshold : settings.thresholds)
        end = std::max(end, 1.25 * threshold);
    end = std::min(largest, end);
    std::vector<double> thresholds;
    for (int i = 0; i <= steps; ++i)
        thresholds.push_back(end * i / steps);
    return unlessStopped(in, [&](Continuation& continuation) {
        return decisionCurve(in.sorted(), thresholds, decisionSettings(in), in.clustered,
                             stoppable(in.execution.parallelFor, continuation));
    });
}

std::optional<std::shared_ptr<const FlexibleCurves>> flexibleCurvesOf(const Inputs& in) {
    auto curves = flexibleCurves(in.sorted(), in.report.settings.level);
    if (in.clustered) curves.band.clear();  // it holds for independent rows
    return std::make_shared<const FlexibleCurves>(std::move(curves));
}

struct ClassResults {
    std::shared_ptr<const std::vector<ClassSummary>> classes;
    ResampledScores drawn;
};

std::optional<ClassResults> classesOf(const Inputs& in) {
    const Predictions& predictions = in.rows().predictions;
    if (in.report.dataset.cells)  // of one class or of the top label
        return ClassResults{std::make_shared<const std::vector<ClassSummary>>(), {}};
    const bool hasClasses = predictions.form() != PredictionForm::Confidence;
    const bool resamples = hasClasses && in.needsIntervalsOf(ScoreSource::Classes);
    ClasswiseBootstrap bootstrap(resamples ? predictions.rows() : 0,
                                 predictions.classNames().size(), !predictions.weights().empty(),
                                 in.report.settings.seed,
                                 in.clustered ? in.clustered.rows->clusters : RowClusters());
    ClassObserver observer;
    if (bootstrap.hasResamples()) {
        observer = [&](const BinnedClass& binned) { bootstrap.add(binned); };
    }
    std::atomic<bool> isCurveMissing = false;
    auto classes =
        classwise(predictions, in.outcomes(), in.report.temperatureOfScores(), in.report.binning,
                  observer, in.execution, curveCompletion(in, isCurveMissing));
    if (!classes || isCurveMissing) return std::nullopt;
    return ClassResults{
        std::make_shared<const std::vector<ClassSummary>>(std::move(classes).value()),
        bootstrap.drawn()};
}

/// The profile by number of bins; null if the bins have no number.
std::optional<std::shared_ptr<const BinProfile>> binProfileOf(const Inputs& in) {
    const BinningScheme scheme = in.report.binning.scheme;
    const bool hasCount = in.report.preset ? in.report.preset->takesCount()
                                           : choiceOf(kBinningSchemes, scheme).hasCount;
    if (!hasCount) return std::shared_ptr<const BinProfile>();
    const std::size_t most = in.report.dataset.cells ? kMostGridBins : kMostBins;
    std::vector<std::size_t> counts = profiledBinCounts(std::min(in.missing.profiledBins, most));
    std::erase_if(counts, [&](std::size_t bins) {
        return in.report.dataset.areBins() &&
               !checkCells(in.rows(), in.report.view, in.report.settings,
                           withBinCount(in.report, bins));
    });
    auto profile = binProfile(
        in.sorted(), counts, [&](std::size_t bins) { return withBinCount(in.report, bins); },
        in.report.settings.seed, in.execution);
    if (!profile) return std::nullopt;
    return std::make_shared<const BinProfile>(std::move(*profile));
}

std::optional<std::shared_ptr<const TemperatureProfile>> temperatureProfileOf(const Inputs& in) {
    const auto& swept = in.analysis.sweptRows;
    auto profile =
        swept ? temperatureProfile(std::shared_ptr<const Predictions>(swept, &swept->predictions),
                                   in.report.view, in.report.binning, in.execution, in.sweep)
              : countedProfile(in.analysis.dataset->atTemperatures, in.analysis.where.groups,
                               in.report.view, in.report.binning, in.execution);
    if (!profile) return std::nullopt;
    return std::make_shared<const TemperatureProfile>(std::move(profile).value());
}

/// The ECE after temperature scaling; none where it cannot be had.
struct ScalingResult {
    std::optional<ReportedScaling> scaling;
};

std::optional<ScalingResult> scalingOf(const Inputs& in) {
    const DatasetSummary& data = in.report.dataset;
    const std::size_t numbers = data.rows * data.classes.value_or(1);
    if (data.cells || whyNoFit(in.report) || numbers > kMostScaledNumbers) return ScalingResult();
    ReportPlan plan;
    plan.scores.insert("ece");
    plan.intervals.insert("ece");
    const auto scaled = scaledReport(in.analysis, plan, in.execution);
    if (!scaled && scaled.error().kind == ErrorKind::Cancelled) return std::nullopt;
    if (!scaled) return ScalingResult();
    return ScalingResult{
        ReportedScaling{scaled.value().temperature, *scaled.value().report->find("ece")}};
}

/// What the steps have computed; empty where a step was not needed.
struct Results {
    std::optional<SweepError> sweep;
    std::optional<SmoothError> smooth;
    std::optional<CumulativeResults> cumulative;
    std::optional<BrierParts> brierParts;
    std::optional<LogisticResults> logistic;
    std::optional<SpiegelhalterResult> spiegelhalter;
    std::optional<NullDistribution> null;
    std::optional<std::vector<double>> miscalibrations;
    std::optional<ClassResults> classes;
    std::optional<OrderedResults> ordered;
    std::optional<std::shared_ptr<const BinProfile>> binProfile;
    std::optional<std::shared_ptr<const TemperatureProfile>> temperatureProfile;
    std::optional<ResampledScores> refits;
    std::optional<SkillResults> skill;
    std::optional<FlexibleResults> flexible;
    std::optional<RiskAreas> riskAreas;
    std::optional<std::vector<DecisionPoint>> decision;
    std::optional<std::vector<DecisionPoint>> decisionProfile;
    std::optional<std::shared_ptr<const FlexibleCurves>> flexibleCurves;
    std::optional<ScalingResult> scaling;
};

/// Runs a step and keeps its result; returns false if progress cancels.
using Step = std::function<bool()>;

/// Returns the steps that the missing parts need. Those that take longest come first, so that no
/// thread is left with one of them.
std::vector<Step> neededSteps(const Inputs& in, Results& results) {
    const ScoreSet& scores = in.missing.scores;
    const bool refits = in.needsIntervalsOf(ScoreSource::EqualMassSweep) ||
                        in.needsIntervalsOf(ScoreSource::Smooth);
    // The interval of a binned error starts at 0 if chance alone produces such an error.
    const bool needsNull = scores.needs(ScoreSource::Null) || in.missing.consistency ||
                           in.needsIntervalsOf(ScoreSource::Bins);
    std::vector<Step> steps;
    const auto add = [&](bool isNeeded, auto& result, auto step) {
        if (isNeeded) steps.push_back([&in, &result, step] { return bool(result = step(in)); });
    };
    add(in.missing.classes || in.needsIntervalsOf(ScoreSource::Classes), results.classes,
        classesOf);
    // Both may hold a word for each row: one after the other, so that one of them is held at a
    // time.
    add(in.missing.needsRowOrder(), results.ordered, orderedResultsOf);
    if (steps.size() == 2) {
        steps = {[classes = steps[0], ordered = steps[1]] { return classes() && ordered(); }};
    }
    add(scores.needs(ScoreSource::Logistic) || in.resamplesRows(), results.logistic, logisticOf);
    add(refits, results.refits, refitsOf);
    add(in.missing.scaling, results.scaling, scalingOf);
    add(in.missing.intervals.needs(IntervalMethod::IsotonicPart), results.miscalibrations,
        miscalibrationsOf);
    add(needsNull, results.null, nullOf);
    add(scores.needs(ScoreSource::Smooth), results.smooth, smoothOf);
    add(scores.needs(ScoreSource::EqualMassSweep), results.sweep, sweepErrorOf);
    add(scores.needs(ScoreSource::Isotonic), results.brierParts, brierPartsOf);
    add(scores.needs(ScoreSource::Cumulative), results.cumulative, cumulativeOf);
    add(scores.needs(ScoreSource::Spiegelhalter), results.spiegelhalter, spiegelhalterOf);
    add(scores.needs(ScoreSource::Flexible) || in.needsIntervalsOf(ScoreSource::Flexible),
        results.flexible, flexibleOf);
    add(scores.needs(ScoreSource::Skill), results.skill, skillOf);
    add(scores.needs(ScoreSource::Risk), results.riskAreas, riskAreasOf);
    add(in.missing.decision, results.decision, decisionOf);
    add(in.missing.decisionProfile, results.decisionProfile, decisionProfileOf);
    add(in.missing.flexible, results.flexibleCurves, flexibleCurvesOf);
    add(in.missing.profiledBins > 0, results.binProfile, binProfileOf);
    add(in.missing.temperatureProfile && !in.analysis.dataset->summary.noTemperature &&
            !in.analysis.rowsDependOnTemperature(),
        results.temperatureProfile, temperatureProfileOf);
    return steps;
}

// Assembly, in one thread.

void add(Report& report, std::string_view id, std::optional<double> value,
         std::string remark = {}) {
    if (report.find(id)) return;
    report.scores.push_back({id, value, std::move(remark), {}});
}

void setChance(Report& report, std::string_view id, std::optional<double> pValue) {
    if (Score* const score = report.find(id)) score->pByChance = pValue;
}

void addNull(const NullDistribution& null, Report& report) {
    report.chanceErrors = std::make_shared<const std::vector<double>>(null.errors);
    add(report, "null_ece", null.meanError);
    add(report, "null_ece_q95", null.error95);
    const double p = null.pValues.at("ece");
    add(report, "ece_p", p);
    report.find("ece_p")->isAtFloor = p <= kSmallestNullP;
    for (const auto& [id, pValue] : null.pValues)
        setChance(report, id, pValue);
    setConsistency(null, report.binned);
}

void addCumulative(const CumulativeResults& results, Report& report) {
    const CumulativeGap& gap = results.gap;
    const std::string certain = "every confidence is 0 or 1";
    const auto& drawn = results.tails;
    const auto addTail = [&](std::string_view id, std::optional<double> brownian,
                             std::optional<double> ofDraws) {
        add(report, id, ofDraws ? ofDraws : brownian, brownian ? "" : certain);
        report.find(id)->isAtFloor = ofDraws && *ofDraws <= kSmallestNullP;
    };
    add(report, "ks", gap.ks);
    addTail("ks_p", gap.ksP, drawn ? std::optional(drawn->ksP) : std::nullopt);
    add(report, "kuiper", gap.kuiper);
    addTail("kuiper_p", gap.kuiperP, drawn ? std::optional(drawn->kuiperP) : std::nullopt);
    setChance(report, "ks", report.score("ks_p"));
    setChance(report, "kuiper", report.score("kuiper_p"));
}

void addLogistic(const LogisticCalibration& logistic, Report& report) {
    const std::string leftOut =
        logistic.leftOut == 0 ? "" : "without " + counted(logistic.leftOut, "row") + " at 0 or 1";
    const auto addFitted = [&](std::string_view id, const Result<double>& fitted) {
        if (fitted) return add(report, id, fitted.value(), leftOut);
        add(report, id, std::nullopt, fitted.error().detail);
    };
    addFitted("calibration_slope", logistic.slope);
    addFitted("calibration_intercept", logistic.intercept);
    add(report, "intercept_two_parameter",
        logistic.slope ? std::optional(logistic.slopeIntercept) : std::nullopt,
        logistic.slope ? leftOut : logistic.slope.error().detail);
    add(report, "cox_p", logistic.jointP, logistic.slope ? leftOut : logistic.slope.error().detail);
}

void addSkill(const Inputs& in, const SkillResults& results, Report& report) {
    const OutcomeSums all = in.sorted().sums();
    const auto ratio = observedOverExpected(all);
    add(report, "oe", ratio, ratio ? "" : "every confidence is 0");
    add(report, "discrimination_slope", discriminationSlope(all),
        discriminationSlope(all) ? "" : kOneSided);
    const auto& skill = results.skill;
    add(report, "brier_skill", skill ? std::optional(skill->brier) : std::nullopt,
        skill ? "" : kOneSided);
    const bool isKnown = skill && std::isfinite(results.logLoss);
    const std::string why = !skill    ? kOneSided
                            : isKnown ? ""
                                      : "infinite: a row's outcome has probability 0";
    add(report, "log_skill", isKnown ? std::optional(skill->log) : std::nullopt, why);
    add(report, "r2_nagelkerke", isKnown ? std::optional(skill->nagelkerke) : std::nullopt, why);
}

void addFlexible(const FlexibleResults& results, Report& report) {
    const auto addError = [&](std::string_view id, const std::optional<FlexibleErrors>& errors,
                              double FlexibleErrors::*error, std::string why) {
        const auto byChance = results.draws.byChance.find(id);
        if (errors && byChance != results.draws.byChance.end()) {
            const auto& values = byChance->second;
            const double mean = std::accumulate(values.begin(), values.end(), 0.0) /
                                static_cast<double>(values.size());
            why += (why.empty() ? "" : "; ") + ("a calibrated model: " + fixedText(mean, 4));
        }
        add(report, id, errors ? std::optional((*errors).*error) : std::nullopt, std::move(why));
    };
    const std::string noLoess = results.loess ? "" : "fewer than 5 different confidences";
    const std::string few = fixedText(results.events, 0) + " rows of one outcome are few for it";
    const std::string ofSpline = !results.spline  ? "the spline cannot be fitted"
                                 : results.isLine ? "a logistic line: too few different confidences"
                                 : results.events < kFewEventsForSpline ? few
                                                                        : "";
    addError("ici", results.loess, &FlexibleErrors::mean, noLoess);
    addError("e50", results.loess, &FlexibleErrors::median, noLoess);
    addError("e90", results.loess, &FlexibleErrors::quantile90, noLoess);
    addError("emax", results.loess, &FlexibleErrors::largest, noLoess);
    addError("ici_spline", results.spline, &FlexibleErrors::mean, ofSpline);
    addError("emax_spline", results.spline, &FlexibleErrors::largest, ofSpline);
}

/// Sets the probabilities by which chance alone shows errors as large, from calibrated models.
void setFlexibleChance(const FlexibleResults& results, Report& report) {
    for (const auto& [id, values] : results.draws.byChance) {
        if (const auto measured = report.score(id))
            setChance(report, id, tailShare(values, *measured));
    }
}

void addRiskAreas(const RiskAreas& areas, Report& report) {
    add(report, "aurc", areas.aurc);
    add(report, "e_aurc", areas.excess);
    add(report, "augrc", areas.augrc);
}

/// Adds the risks at 20 coverages and, if asked for, the guarantee.
void addRisks(const Inputs& in, Report& report) {
    if (!in.missing.risks) return;
    const auto& asked = report.settings.guarantee;
    report.risks = riskPoints(in.sorted(), asked ? asked->confidence : report.settings.level);
    if (whyNoGuarantee(report)) {
        for (RiskPoint& point : report.risks)
            point.upper = std::nullopt;
    } else if (asked) {
        report.guarantee = riskGuarantee(report.risks, asked->risk, asked->confidence);
    }
}

void addSpiegelhalter(const std::optional<double>& z, Report& report) {
    const std::string noVariance = "every confidence is 0, 0.5 or 1";
    add(report, "spiegelhalter_z", z, z ? "" : noVariance);
    add(report, "spiegelhalter_p",
        z ? std::optional(std::erfc(std::abs(*z) / std::sqrt(2.0))) : std::nullopt,
        z ? "" : noVariance);
}

void addClasses(std::shared_ptr<const std::vector<ClassSummary>> classes, Report& report) {
    const auto count = static_cast<double>(classes->size());
    const bool known = count > 0;
    double ece = 0;
    double equalMass = 0;
    for (const ClassSummary& summary : *classes) {
        ece += summary.ece / count;
        equalMass += summary.eceEqualMass / count;
    }
    add(report, "classwise_ece", known ? std::optional(ece) : std::nullopt,
        known ? "" : kClassesUnknown);
    add(report, "classwise_ace", known ? std::optional(equalMass) : std::nullopt,
        known ? "" : kClassesUnknown);
    report.classes = std::move(classes);
}

/// Adds a note if the ECE of the preset's own program differs from that of the bins.
void notePreset(const Inputs& in, Report& report) {
    constexpr double visible = 1e-12;
    if (!in.missing.conventions) return;
    for (const ConventionError& error : report.conventions) {
        if (error.convention != report.preset) continue;
        if (!error.error) {
            report.notes.push_back(
                {"preset", 0,
                 std::string(error.convention->name) + " itself gives no ECE: " + error.reason});
            return;
        }
        const double difference = *error.error - *report.score("ece");
        if (std::abs(difference) < visible) return;
        report.notes.push_back({"preset", error.moved,
                                std::string(error.convention->name) + " itself gives an ECE of " +
                                    shortest(*error.error) + ": " +
                                    (error.convention->count > 0 || error.overOrders
                                         ? error.reason
                                         : differenceFromItsBins(*error.convention, in.sorted()))});
    }
}

/// Adds a note if decisions, risks or a guarantee come from the merged confidences of cells.
void noteMergedConfidences(const Inputs& in, Report& report) {
    const bool hasThresholds = in.missing.decision || in.missing.risks ||
                               in.missing.decisionProfile || in.missing.riskProfile;
    const auto text = mergedConfidencesText(report);
    const bool isNoted =
        std::ranges::find(report.notes, "merged_confidences", &Note::id) != report.notes.end();
    if (hasThresholds && text && !isNoted)
        report.notes.push_back({"merged_confidences", report.dataset.cells->count, *text});
}

Score* scoreWithInterval(Report& report, std::string_view id) {
    Score* const score = report.find(id);
    return score && score->interval ? score : nullptr;
}

void setProfileIntervals(const Inputs& in, const LogisticResults& logistic, Report& report) {
    const LogisticIntervals intervals =
        profileIntervals(logistic.fitted(in), *logistic.fit, report.settings.level);
    if (Score* slope = scoreWithInterval(report, "calibration_slope"))
        slope->interval = intervals.slope;
    if (Score* intercept = scoreWithInterval(report, "calibration_intercept"))
        intercept->interval = intervals.intercept;
    // Resamples of few events mislead, and its own profile is not computed.
    if (Score* beside = scoreWithInterval(report, "intercept_two_parameter"))
        beside->interval.reset();
}

/// The classwise ECE of two classes is the ECE, and its interval too.
void shareIntervalOfTwoClasses(std::size_t classes, Report& report) {
    const Score* ece = scoreWithInterval(report, "ece");
    Score* classwise = scoreWithInterval(report, "classwise_ece");
    const bool isSame =
        ece && classwise && classes == 2 && std::abs(*ece->value - *classwise->value) <= 1e-12;
    if (isSame) classwise->interval = ece->interval;
}

/// Sets the intervals of O:E and the discrimination slope.
void setSkillIntervals(const Inputs& in, Report& report) {
    const OutcomeSums all = in.sorted().sums();
    const double level = report.settings.level;
    for (Score& score : report.scores) {
        if (!score.value || !in.missing.intervals.contains(score.id)) continue;
        if (score.id == "oe")
            score.interval = observedOverExpectedInterval(all, level, in.clustered);
        if (score.id == "discrimination_slope")
            score.interval = discriminationSlopeInterval(all, level, in.clustered);
    }
}

void addIntervals(const Inputs& in, Results& results, Report& report) {
    if (in.missing.intervals.isEmpty()) return;
    ResampledScores drawn;
    if (in.needsIntervalsOf(ScoreSource::Bins) || in.missing.intervals.contains("confidence")) {
        drawn = binBootstrap(report.binned, report.binning.confidence, kBinResamples,
                             report.settings.seed, in.clustered);
    }
    if (results.logistic) drawn.merge(std::move(results.logistic->drawn));
    if (results.refits) drawn.merge(std::move(*results.refits));
    if (results.classes) drawn.merge(std::move(results.classes->drawn));
    if (results.miscalibrations) {
        if (const auto measured = report.score("brier_mcb"))
            setChance(report, "brier_mcb", tailShare(*results.miscalibrations, *measured));
        report.chanceMiscalibration =
            std::accumulate(results.miscalibrations->begin(), results.miscalibrations->end(), 0.0) /
            static_cast<double>(results.miscalibrations->size());
        drawn[kNullMiscalibrations] = std::move(*results.miscalibrations);
    }
    if (results.flexible) {
        setFlexibleChance(*results.flexible, report);
        drawn.merge(std::move(results.flexible->draws.resampled));
    }
    setIntervals(drawn, in.missing.intervals, report);
    setSkillIntervals(in, report);
    const bool isFitted = results.logistic && results.logistic->fit;
    if (isFitted && hasFewEvents(report)) setProfileIntervals(in, *results.logistic, report);
    shareIntervalOfTwoClasses(in.rows().predictions.classNames().size(), report);
    report.resamples = kBinResamples;
}

/// Adds all results to a report.
void assemble(const Inputs& in, Results& results, Report& report) {
    if (results.sweep) {
        add(report, "ece_sweep", results.sweep->error,
            counted(results.sweep->bins, "bin") +
                (results.sweep->reachedLimit ? ", the most tried" : ""));
    }
    if (results.smooth) {
        add(report, "smece", results.smooth->error,
            results.smooth->belowLeast ? "below the smallest bandwidth, 0.0005" : "");
    }
    if (results.cumulative) addCumulative(*results.cumulative, report);
    if (results.brierParts) {
        add(report, "brier_mcb", results.brierParts->miscalibration);
        add(report, "brier_dsc", results.brierParts->discrimination);
        add(report, "brier_unc", results.brierParts->uncertainty);
    }
    if (results.logistic && results.logistic->fit) addLogistic(*results.logistic->fit, report);
    if (results.spiegelhalter) addSpiegelhalter(results.spiegelhalter->z, report);
    if (results.skill) addSkill(in, *results.skill, report);
    if (results.flexible) addFlexible(*results.flexible, report);
    if (results.riskAreas) addRiskAreas(*results.riskAreas, report);
    if (results.decision) report.decision = std::move(*results.decision);
    if (results.decisionProfile) report.decisionProfile = std::move(*results.decisionProfile);
    if (in.missing.plannedRows)
        report.plannedRows =
            plannedRows(in.sorted(), report.dataset.areBins() ? std::nullopt : in.outcomes().auroc,
                        report.binned.sums, report.settings.level);
    if (results.flexibleCurves) report.flexible = std::move(*results.flexibleCurves);
    if (in.missing.riskProfile) report.riskProfile = riskCurve(in.sorted());
    addRisks(in, report);
    if (results.null) addNull(*results.null, report);
    if (results.classes) addClasses(std::move(results.classes->classes), report);
    if (in.missing.conventions) report.conventions = std::move(results.ordered->conventions);
    if (in.missing.groups) report.groups = std::move(results.ordered->groups);
    if (in.missing.subgroups) report.subgroups = std::move(results.ordered->subgroups);
    if (in.missing.overTime) report.overTime = std::move(results.ordered->overTime);
    if (results.binProfile && *results.binProfile) report.binProfile = *results.binProfile;
    if (results.scaling) report.scaling = results.scaling->scaling;
    if (results.temperatureProfile) report.temperatureProfile = *results.temperatureProfile;
    notePreset(in, report);
    noteMergedConfidences(in, report);
    sortScores(report.scores);
    addIntervals(in, results, report);
    const bool hasMargins = results.logistic && results.logistic->margins;
    boundScores(in.rows(), report, hasMargins ? results.logistic->margins->cells.get() : nullptr);
    report.eceRemarks = eceRemarks(report, &in.sorted());
}

/// Returns `plan` with what comes with its results at no further cost.
ReportPlan completed(ReportPlan plan) {
    plan.scores.insert(plan.intervals);
    if (plan.classes) plan.scores.insert("classwise_ece");
    plan.scores = plan.scores.withCompanions();
    plan.classes = plan.scores.needs(ScoreSource::Classes);
    plan.consistency = plan.consistency || plan.scores.needs(ScoreSource::Null);
    return plan;
}

}  // namespace

Result<std::shared_ptr<const Report>> detailedReport(const Analysis& analysis,
                                                     const ReportPlan& plan,
                                                     const Execution& execution,
                                                     const Sweep& sweep) {
    auto report = std::make_shared<Report>(*analysis.report);
    ReportPlan missing = completed(plan).without(completed(report->plan));
    if (report->dataset.areBins()) missing = toldByBins(missing);
    report->plan.insert(plan);
    if (missing.curveConsistency) {
        // Classes and groups of the report are measured again: their curves lack these intervals.
        missing.classes = completed(report->plan).classes;
        missing.groups = report->plan.groups;
    }
    const Inputs in{analysis, *report, missing, execution, sweep, analysis.clusteredOutcomes()};
    Results results;
    const std::vector<Step> steps = neededSteps(in, results);
    std::atomic<bool> isCancelled = false;
    execution.parallelFor(steps.size(), [&](std::size_t i) {
        if (execution.progress && !execution.progress(0, 0)) isCancelled = true;
        if (!isCancelled && !steps[i]()) isCancelled = true;
    });
    if (isCancelled) return cancelled();
    assemble(in, results, *report);
    return std::shared_ptr<const Report>(std::move(report));
}

Result<std::shared_ptr<const Report>> reportOf(const std::shared_ptr<const Dataset>& dataset,
                                               const AnalysisSettings& settings,
                                               const ReportPlan& plan, const Execution& execution) {
    const auto analysis = analyse(dataset, settings, nullptr, execution, plan);
    if (!analysis) return analysis.error();
    return detailedReport(analysis.value(), plan, execution);
}

Result<ScaledReport> scaledReport(const Analysis& analysis, const ReportPlan& plan,
                                  const Execution& execution) {
    const Report& report = *analysis.report;
    RecalibrationChoice choice;
    choice.seed = report.settings.seed;
    const auto made = recalibrated(analysis.rows, nullptr, choice, execution);
    if (!made) return made.error();
    AnalysisSettings settings = settingsAsMeasured(report);
    settings.chooseTemperature(1);
    auto measured = reportOf(made.value().after, settings, plan, execution);
    if (!measured) return measured.error();
    const auto* map = std::get_if<TemperatureMap>(&made.value().map.parameters);
    return ScaledReport{std::move(measured).value(), map ? map->temperature : 1};
}

}  // namespace diagonal
