// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/analysis.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/text.h"
#include "core/measuring/sweeping/given_sums.h"
#include "core/numerics/mean_estimate.h"
#include "core/recalibrating/temperature/temperature_sandwich.h"
#include "core/reporting/cell_scores.h"
#include "core/reporting/cell_temperatures.h"
#include "core/reporting/confidence_notes.h"
#include "core/reporting/report_intervals.h"
#include "core/reporting/verdict.h"

namespace diagonal {
namespace {

/// Returns the requested view, or the default, with its class index resolved.
View resolvedView(const Dataset& dataset, const AnalysisSettings& settings) {
    View view = settings.view.value_or(defaultView(dataset));
    if (view.isTopLabel()) view.classIndex = 0;
    if (view.kind == View::Kind::PositiveClass) {
        view.classIndex = dataset.summary.positiveClass.value_or(1);
    }
    return view;
}

Binning resolvedBinning(const Dataset& dataset, const AnalysisSettings& settings) {
    const std::size_t bins = settings.binCount.value_or(
        defaultBinCount(dataset.predictions.form(), dataset.summary.cells));
    if (const EceConvention* preset = presetOf(settings)) return binningOf(*preset, bins);
    Binning binning{schemeOf(settings, defaultScheme(dataset.summary)), bins, settings.edgeRule,
                    settings.binConfidence, settings.edges};
    const bool isOfFile = binning.scheme == BinningScheme::Custom && binning.edges.empty();
    if (isOfFile && dataset.summary.areBins()) binning.edges = dataset.summary.cells->edges;
    return binning;
}

/// Returns how many resamples take about a millisecond, fast enough for a slider.
std::size_t liveResamples(std::size_t bins) {
    constexpr std::size_t mostCells = 6000;
    return std::clamp<std::size_t>(mostCells / bins, 50, kBinResamples);
}

/// Returns how many resamples of clusters take some milliseconds; `most` sums make each.
std::size_t liveClusterResamples(std::size_t most) {
    constexpr std::size_t mostSums = 2'000'000;
    return std::clamp<std::size_t>(mostSums / std::max<std::size_t>(most, 1), 50, kBinResamples);
}

void noteClusters(const ReportedClusters& clusters, Report& report) {
    if (auto few = fewClustersNote(clusters.column, clusters.count, clusters.evenClusters)) {
        constexpr std::size_t many = 20;
        report.notes.push_back({clusters.count < many ? "clusters" : "uneven_clusters",
                                clusters.count, std::move(*few)});
        if (clusters.count == 1) return;
    }
    const auto effective = static_cast<std::size_t>(std::llround(clusters.effectiveRows));
    report.notes.push_back({"clusters", clusters.count,
                            counted(clusters.count, "cluster") + " in " +
                                quotedText(clusters.column) +
                                ": intervals allow for these, so the rows are worth " +
                                counted(effective, "independent one") +
                                " (n_eff); chance ranges and p-values treat rows as independent"});
}

/// Says which intervals few events make rough.
void noteFewEvents(Report& report) {
    const OutcomeSums rows = report.binned.allSums();
    const auto correct = static_cast<std::size_t>(std::llround(rows.effectiveCorrect()));
    const auto all = static_cast<std::size_t>(std::llround(rows.effectiveCount()));
    const bool areFewCorrect = correct <= all - correct;
    const std::size_t events = areFewCorrect ? correct : all - correct;
    const bool isTopLabel = report.view.isTopLabel();
    const std::string are = isTopLabel ? (areFewCorrect ? "correct" : "wrong")
                                       : (areFewCorrect ? "of this class" : "of another class");
    if (events == 0) return;  // nothing but the gap is left
    report.notes.push_back(
        {"few_events", events,
         groupedDigits(events) + " of " + counted(all, "row") + (events == 1 ? " is " : " are ") +
             are + ", fewer than 20: " +
             (report.dataset.areBins()
                  ? "ACE and MCE have no interval"
                  : "the intervals of NLL, the Brier score, its discrimination part and skill, "
                    "the discrimination slope and AURC may be too short, and ACE and MCE have "
                    "none")});
}

void noteFit(Report& report) {
    const ReportedFit* fitted = report.fitted();
    if (fitted && fitted->fit.leftOut > 0) {
        const std::size_t rows = fitted->fit.leftOut;
        report.notes.push_back({"temperature_left_out", rows,
                                "T was fitted without " + counted(rows, "row") +
                                    " whose true class has probability 0"});
    }
    const bool isCounted = report.dataset.areConfidences();
    if (fitted && report.clusters && isCounted && !fitted->fit.lower && !fitted->fit.upper) {
        report.notes.push_back({"temperature_clusters", report.clusters->count,
                                "the fitted T has no interval: cells do not show how rows vary "
                                "within their clusters"});
    }
    if (fitted && fitted->fit.clamped) {
        report.notes.push_back({"temperature_clamped", 1,
                                "the NLL has no minimum between T = 1/32 and 32; T was set to " +
                                    shortest(fitted->fit.value)});
    }
}

/// Adds the notes; `outcomes` is null for a provisional report.
void addNotes(const Dataset& dataset, const Outcomes* outcomes, Report& report) {
    report.notes = dataset.summary.notes;
    if (outcomes && !report.dataset.cells) {
        auto own = confidenceNotes(report, outcomes->sorted);
        report.notes.insert(report.notes.begin(), std::make_move_iterator(own.begin()),
                            std::make_move_iterator(own.end()));
        report.endOfRareEvents = endOfRareEvents(report, outcomes->sorted);
    }
    const std::size_t zeroProbabilityRows = outcomes ? outcomes->zeroProbabilityRows : 0;
    if (zeroProbabilityRows > 0) {
        report.notes.push_back({"nll_infinite", zeroProbabilityRows,
                                "the true class has probability 0 in " +
                                    counted(zeroProbabilityRows, "row") + ": the NLL is infinite"});
    }
    const std::size_t ties = dataset.predictions.tiedRows();
    if (ties > 0 && report.view.isTopLabel()) {
        const bool one = dataset.predictions.form() == PredictionForm::PositiveScore;
        report.notes.push_back(
            {"ties", ties,
             counted(ties, "row") + (one ? " with p = 0.5 counted as predicted negative"
                                         : " with tied largest scores; the first class counts "
                                           "as predicted")});
    }
    if (report.binning.scheme == BinningScheme::EqualMass &&
        report.binned.bins.size() < report.binning.count) {
        report.notes.push_back({"fewer_bins", report.binned.bins.size(),
                                counted(report.binned.bins.size(), "bin") + " instead of " +
                                    groupedDigits(report.binning.count) +
                                    ": rows of equal confidence stay together"});
    }
    noteCells(report);
    if (report.binning.scheme == BinningScheme::Isotonic) {
        report.notes.push_back({"isotonic_intervals", report.binned.bins.size(),
                                "isotonic bins are chosen from the labels: the intervals of their "
                                "accuracies, and of the scores in these bins, are too narrow"});
    }
    if (report.clusters) noteClusters(*report.clusters, report);
    if (hasFewEvents(report)) noteFewEvents(report);
    noteFit(report);
}

/// Returns a report with its settings but without results.
std::shared_ptr<Report> emptyReport(const Dataset& dataset, const AnalysisSettings& settings,
                                    const Analysis& analysis) {
    auto report = std::make_shared<Report>();
    report->dataset = dataset.summary;
    report->settings = settings;
    report->view = analysis.view;
    report->temperature = dataset.summary.areConfidences() ? dataset.summary.cells->temperature
                                                           : analysis.temperature;
    if (!dataset.summary.cells && dataset.predictions.form() != PredictionForm::MultiLabel)
        report->predictionAccuracy = dataset.predictions.accuracy();
    report->preset = presetOf(settings);
    report->binning = resolvedBinning(dataset, settings);
    return report;
}

/// Adds a binned curve, its scores and the `unbinned` scores.
void addScores(ReliabilityCurve curve, std::vector<Score> unbinned, Report& report) {
    report.binned = std::move(curve);
    report.scores = binnedScores(report.binned);
    std::ranges::move(unbinned, std::back_inserter(report.scores));
    report.resamples = liveResamples(report.binned.bins.size());
}

/// As addScores(), with the intervals of a live report.
void addBins(ReliabilityCurve curve, std::vector<Score> unbinned,
             const ClusteredOutcomes& clustered, Report& report) {
    addScores(std::move(curve), std::move(unbinned), report);
    if (clustered) {
        const std::size_t most = std::min(
            clustered.packed.size(), clustered.rows->clusters.count * report.binned.bins.size());
        report.resamples = std::min(report.resamples, liveClusterResamples(most));
    }
    setIntervals(binBootstrap(report.binned, report.binning.confidence, report.resamples,
                              report.settings.seed, clustered),
                 ScoreSet::all(), report);
}

/// Adds the clusters, and the intervals of bins that count them.
void addClusters(const ClusteredOutcomes& clustered, const OutcomeSums& all,
                 ReliabilityCurve& curve, Report& report) {
    const DesignEffects effects = designEffects(clustered, all);
    const RowClusters& clusters = clustered.rows->clusters;
    const double effective = clusters.count < 2 ? 1 : all.effectiveCount() / effects.accuracy;
    report.clusters = {clusters.name, clusters.count, effective,
                       clusters.evenCount(clustered.weights), effects};
    setClusteredIntervals(clustered, effects.accuracy, report.intervalChoice(), curve);
}

/// Adds the bins and scores of outcomes, and their clusters, if any.
void addExactBins(const ClusteredOutcomes& clustered, const Outcomes& outcomes,
                  ReliabilityCurve curve, Report& report) {
    if (clustered) addClusters(clustered, outcomes.sorted.sums(), curve, report);
    addBins(std::move(curve), unbinnedScores(outcomes), clustered, report);
}

/// Adds a swept curve of rows with clusters, which a sweep does not know: takes the design effect
/// of the last exact report, and resamples rows as if weights left as few of them.
void addClusteredSweep(const ReportedClusters& clusters, ReliabilityCurve curve,
                       std::vector<Score> unbinned, ScoreIntervals intervals, Report& report) {
    report.clusters = clusters;
    ReliabilityCurve weighted = curve;
    weighted.weightKind = WeightKind::Importance;
    for (OutcomeSums& sums : weighted.sums)
        sums.varianceWeight *= clusters.effects.accuracy;
    for (Bin& bin : curve.bins) {
        if (bin.count > 0) bin.clusteredCount = bin.effectiveCount / clusters.effects.accuracy;
    }
    setBinIntervals(report.intervalChoice(), curve);
    addScores(std::move(curve), std::move(unbinned), report);
    if (intervals == ScoreIntervals::None) return;
    setIntervals(
        binBootstrap(weighted, report.binning.confidence, report.resamples, report.settings.seed),
        ScoreSet::all(), report);
}

/// Returns the design effect of a curve's band: one cluster counts as one row.
double curveEffect(const Report& report) {
    if (!report.clusters) return 1;
    const auto rows = static_cast<double>(report.dataset.rows);
    return report.clusters->count < 2 ? rows : report.clusters->effects.accuracy;
}

/// Adds the curve of a diagram without bins; reuses that of `previous` if nothing it depends on has
/// changed.
void addDiagramCurve(const Analysis& analysis, const Analysis* previous, Report& report) {
    if (showsBins(report.settings.diagram)) return;
    const Report* before = previous ? previous->report.get() : nullptr;
    const bool same = before && previous->outcomes == analysis.outcomes &&
                      before->settings.diagram == report.settings.diagram &&
                      before->settings.level == report.settings.level &&
                      before->settings.band == report.settings.band &&
                      before->settings.seed == report.settings.seed;
    report.curve = same ? before->curve
                        : std::make_shared<const CalibrationCurve>(calibrationCurve(
                              report.settings.diagram, *analysis.outcomes, report.settings.level,
                              report.settings.seed, report.settings.band, curveEffect(report)));
}

/// Keeps the profile of `previous`, which may have measured cells of another temperature.
void keepTemperatureProfile(const Analysis& analysis, const Analysis& previous, Report& report) {
    const Report& before = *previous.report;
    if (previous.where != analysis.where || before.view != report.view ||
        before.binning != report.binning) {
        return;
    }
    report.temperatureProfile = before.temperatureProfile;
    report.plan.temperatureProfile = before.plan.temperatureProfile;
}

/// Keeps the profile of `previous` that does not depend on what has changed. Both are analyses of
/// the same rows.
void keepBinProfile(const Analysis& analysis, const Analysis& previous, Report& report) {
    const Report& before = *previous.report;
    const bool sameBins = before.preset == report.preset &&
                          before.settings.seed == report.settings.seed &&
                          withBinCount(before, 1) == withBinCount(report, 1);
    if (previous.outcomes == analysis.outcomes && sameBins) {
        report.binProfile = before.binProfile;
        report.plan.profiledBins = before.plan.profiledBins;
    }
}

/// Bins outcomes at a temperature. Errors: Cancelled.
Result<ReliabilityCurve> binnedAt(double temperature, const Outcomes& outcomes,
                                  const Predictions& predictions, const Report& report,
                                  std::optional<IntervalChoice> intervals,
                                  const Execution& execution) {
    Continuation continuation(execution.progress);
    const RowOrder order = outcomes.inRowOrder.empty()
                               ? RowOrder(predictions, report.view, temperature, continuation)
                               : RowOrder(outcomes.inRowOrder);
    auto curve = binned(outcomes.sorted, report.binning, intervals, order);
    if (continuation.isStopped()) return cancelled();
    return curve;
}

/// Refuses bins that these rows cannot have. Errors: Undefined.
Result<void> checkBins(const SortedOutcomes& outcomes, const Report& report) {
    const auto refused = [&](std::string why) {
        return inFile(undefined(std::move(why) + ". Use bins of equal width or of equal mass"),
                      report.dataset.file);
    };
    if (report.binning.scheme == BinningScheme::Values &&
        distinctConfidences(outcomes, kMostValues) > kMostValues) {
        return refused(
            "a bin for each value needs at most 200 distinct confidences, but there are "
            "more");
    }
    if (report.binning.scheme != BinningScheme::Runs) return {};
    if (outcomes.isWeighted()) return refused("bins of 100 rows are not defined for weighted rows");
    if (outcomes.size() < kRowsInRun) {
        return refused("bins of 100 rows need at least 100 rows, but there are " +
                       groupedDigits(outcomes.size()));
    }
    if (outcomes.size() / kRowsInRun > kMostBins) {
        return refused("bins of 100 rows would be " + groupedDigits(outcomes.size() / kRowsInRun) +
                       ", more than " + groupedDigits(kMostBins));
    }
    return {};
}

/// What a fit starts from.
struct BeforeFit {
    double ece = 0;
    std::optional<double> nll;
};

/// Returns the outcomes of rows at a temperature; null if cancelled.
std::shared_ptr<const Outcomes> sharedOutcomes(double temperature, const Dataset& rows,
                                               const View& view, const Execution& execution,
                                               bool keepsRowOrder) {
    auto outcomes = outcomesAt(rows.predictions, view, temperature, execution, keepsRowOrder);
    if (outcomes) useCellSums(rows, *outcomes);
    return outcomes ? std::make_shared<const Outcomes>(std::move(*outcomes)) : nullptr;
}

/// Rows that meet conditions.
struct Selection {
    std::shared_ptr<const Dataset> allGroups;  ///< those that meet all but the ones on groups
    std::shared_ptr<const Dataset> rows;       ///< those that meet all
};

/// Returns the rows that meet the conditions; of cells, these can be on groups alone. Errors: those
/// of selectedRows() and groupDataset().
Result<Selection> rowsMeeting(const std::shared_ptr<const Dataset>& all,
                              const AnalysisSettings& settings, const Execution& execution) {
    Selection selection{all, nullptr};
    RowConditions besides = settings.where;
    besides.groups.clear();
    if (!besides.areNone()) {
        auto chosen = selectedRows(*all, resolvedView(*all, settings), settings.temperature,
                                   besides, execution);
        if (!chosen) return chosen.error();
        selection.allGroups = std::make_shared<const Dataset>(std::move(chosen).value());
    }
    auto rows = rowsOfGroups(selection.allGroups, settings.where.groups);
    if (!rows) return rows.error();
    selection.rows = std::move(rows).value();
    return selection;
}

/// Measures the rows before a fit: those of `atOne`, which is rowsAt() T = 1. If the measured rows
/// come from `atOne`, analysis.outcomesAtOne holds their outcomes. Errors: those of checkBins(),
/// Cancelled.
Result<BeforeFit> beforeFit(const std::shared_ptr<const Dataset>& atOne, const Analysis& analysis,
                            const Report& report, const Execution& execution) {
    std::shared_ptr<const Dataset> rows = analysis.rows;
    std::shared_ptr<const Outcomes> outcomes = analysis.outcomesAtOne;
    if (atOne != analysis.base) {
        auto others = rowsMeeting(atOne, report.settings, execution);
        if (!others) return others.error();
        rows = std::move(others).value().rows;
        outcomes = sharedOutcomes(1, *rows, analysis.view, execution, false);
    }
    if (!outcomes) return cancelled();
    if (auto can = checkBins(outcomes->sorted, report); !can) return can.error();
    const auto curve = binnedAt(1, *outcomes, rows->predictions, report, std::nullopt, execution);
    if (!curve) return curve.error();
    return BeforeFit{expectedCalibrationError(curve.value()), outcomes->nll};
}

/// Adds the requested fit, or why it failed.
void addFit(const Analysis& analysis, const BeforeFit& before, Report& report) {
    if (!*analysis.fit) {
        report.fit = analysis.fit->error();
        const bool others = analysis.outcomes->zeroProbabilityRows < report.dataset.rows;
        if (others) report.rowsBlockingFit = analysis.outcomes->zeroProbabilityRows;
        return;
    }
    // Cells of the nearest temperature do not tell the ECE of the fitted one.
    constexpr double same = 1e-6;
    const bool isThere = std::abs(analysis.fit->value().value / report.temperature - 1) < same;
    ReportedFit fit{analysis.fit->value(), before.ece,
                    isThere ? expectedCalibrationError(report.binned)
                            : std::numeric_limits<double>::quiet_NaN()};
    // At T = 1 probabilities are used as given, without a softmax.
    if (before.nll && fit.fit.leftOut == 0) fit.fit.nllBefore = *before.nll;
    report.fit = fit;
}

/// Returns the clusters of rows; null if there are none.
std::shared_ptr<const ClusterRows> clusterRowsOf(const Dataset& rows) {
    if (!rows.clusters) return nullptr;
    return std::make_shared<const ClusterRows>(clustersOf(*rows.clusters));
}

/// Fits a temperature to the measured rows, or between those at which cells were counted. Errors:
/// those of fitTemperature() and fitBetweenCounts().
Result<TemperatureFit> fitOf(const Analysis& analysis, const AnalysisSettings& settings,
                             const Execution& execution) {
    const Dataset& whole = *analysis.dataset;
    if (whole.summary.areConfidences()) {
        if (whole.summary.noTemperature) return undefined(*whole.summary.noTemperature);
        return fitBetweenCounts(whole, settings.where.groups, settings.level);
    }
    const Dataset& rows = *analysis.sweptRows;
    const auto clusters =
        analysis.rows == analysis.sweptRows ? analysis.clusters : clusterRowsOf(rows);
    auto fit = fitTemperature(rows.predictions, settings.level, execution, settings.zeroRows);
    if (fit)
        widenBySandwich(clusters ? &clusters->clusters : nullptr, rows.predictions, settings.level,
                        execution, fit.value());
    return fit;
}

/// True if `previous` measured the rows that `settings` ask for, of the same base.
bool measuresSameRows(const Analysis& previous, const AnalysisSettings& settings,
                      const Analysis& analysis) {
    if (previous.where != settings.where || previous.base != analysis.base) return false;
    return !previous.rowsDependOnTemperature() ||
           (previous.temperature == settings.temperature &&
            previous.view == resolvedView(*analysis.dataset, settings));
}

/// Sets the measured rows of a base, their clusters, and the rows that a sweep divides; reuses
/// those of `previous`, which may be null, and of `analysis` itself where they are the same.
/// Errors: those of rowsMeeting().
Result<void> setRows(std::shared_ptr<const Dataset> base, const AnalysisSettings& settings,
                     const Analysis* previous, const Execution& execution, Analysis& analysis) {
    analysis.base = std::move(base);
    if (previous && measuresSameRows(*previous, settings, analysis)) {
        analysis.allGroups = previous->allGroups;
        analysis.rows = previous->rows;
        analysis.sweptRows = previous->sweptRows;
        analysis.clusters = previous->clusters ? previous->clusters : clusterRowsOf(*analysis.rows);
        return {};
    }
    const bool areOfWhole = analysis.base == analysis.dataset;
    const bool areMargins = areOfWhole && !analysis.dataset->atTemperatures.empty();
    const bool canBeSwept =
        !analysis.rowsDependOnTemperature() && !analysis.dataset->summary.areConfidences();
    if (!analysis.sweptRows && previous && previous->where == settings.where)
        analysis.sweptRows = previous->sweptRows;
    if (areMargins && analysis.sweptRows) {  // conditions on these are on groups alone
        analysis.allGroups = analysis.base;
        analysis.rows = analysis.sweptRows;
    } else {
        auto selection = rowsMeeting(analysis.base, settings, execution);
        if (!selection) return selection.error();
        analysis.allGroups = std::move(selection.value().allGroups);
        analysis.rows = std::move(selection.value().rows);
    }
    analysis.clusters = clusterRowsOf(*analysis.rows);
    if (!canBeSwept || analysis.sweptRows) return {};
    if (areOfWhole) {
        analysis.sweptRows = analysis.rows;
        return {};
    }
    auto swept = rowsMeeting(analysis.dataset, settings, execution);
    if (!swept) return swept.error();
    analysis.sweptRows = std::move(swept).value().rows;
    return {};
}

/// Fits the temperature, unless `previous` fitted it to the same rows, and sets the rows of the
/// fitted one. Errors: those of rowsMeeting(); Cancelled.
Result<void> setFittedTemperature(const AnalysisSettings& settings, const Analysis* previous,
                                  const Execution& execution, Analysis& analysis) {
    const bool isKnown = previous && previous->fit && previous->sweptRows &&
                         previous->sweptRows == analysis.sweptRows &&
                         previous->fitLevel == settings.level &&
                         previous->fitZeroRows == settings.zeroRows;
    if (isKnown) {
        analysis.fit = previous->fit;
        analysis.fitLevel = previous->fitLevel;
        analysis.fitZeroRows = previous->fitZeroRows;
    }
    if (!settings.fitTemperature) return {};
    if (!isKnown) {
        analysis.fit =
            std::make_shared<const Result<TemperatureFit>>(fitOf(analysis, settings, execution));
        analysis.fitLevel = settings.level;
        analysis.fitZeroRows = settings.zeroRows;
    }
    if (!*analysis.fit) {
        if (analysis.fit->error().kind == ErrorKind::Cancelled) return analysis.fit->error();
        analysis.temperature = 1;
        return {};
    }
    analysis.temperature = analysis.fit->value().value;
    auto base = rowsAt(analysis.dataset, analysis.temperature);
    if (base == analysis.base) return {};
    return setRows(std::move(base), settings, previous, execution, analysis);
}

/// Selects the measured rows, their view, and the temperature. `previous` becomes null if it
/// measured other rows, after its fit and its swept rows were reused. Errors: those of analyse().
Result<void> selectRows(const AnalysisSettings& settings, const Analysis*& previous,
                        const Execution& execution, Analysis& analysis) {
    if (settings.fitTemperature && settings.where.judgePredictions())
        return inFile(undefined("a temperature is not fitted to rows that were chosen by what the "
                                "model predicts (" +
                                conditionsText(settings.where) +
                                "): state a temperature, or measure other rows"),
                      analysis.dataset->summary.file);
    analysis.where = settings.where;
    analysis.temperature = settings.temperature;
    if (auto done = setRows(rowsAt(analysis.dataset, settings.temperature), settings, previous,
                            execution, analysis);
        !done)
        return done.error();
    if (auto done = setFittedTemperature(settings, previous, execution, analysis); !done)
        return done.error();
    const Dataset& dataset = *analysis.rows;
    if (dataset.summary.areConfidences()) analysis.temperature = 1;
    if (previous && !measuresSameRows(*previous, settings, analysis)) previous = nullptr;
    analysis.view = resolvedView(dataset, settings);
    if (auto can = checkView(dataset.predictions, analysis.view, analysis.temperature); !can) {
        return inFile(can.error(), dataset.summary.file);
    }
    return checkCells(dataset, analysis.view, settings, resolvedBinning(dataset, settings));
}

/// Returns whether the outcomes at T = 1 are kept beside those at another temperature.
bool keepsOutcomesAtOne(const Dataset& dataset) {
    return dataset.predictions.rows() <= kMostRowsKeptTwice;
}

/// Returns the outcomes of the selected rows, those of `previous` where they are the same; null if
/// cancelled.
std::shared_ptr<const Outcomes> reusedOrComputed(double temperature, const Dataset& dataset,
                                                 const Analysis& analysis, const Analysis* previous,
                                                 const ReportPlan& plan,
                                                 const Execution& execution) {
    if (previous && previous->view == analysis.view) {
        if (previous->temperature == temperature && previous->outcomes) return previous->outcomes;
        if (temperature == 1 && previous->outcomesAtOne) return previous->outcomesAtOne;
    }
    // One or two scores a row are sooner measured again than the memory of all rows is had.
    const bool isCostly = dataset.predictions.scores().columns() > 2;
    // Outcomes at T = 1 may be those of a later analysis, which then needs the clusters.
    const bool keepsRowOrder = analysis.clusters || (isCostly && plan.needsRowOrder() &&
                                                     temperature == analysis.temperature);
    return sharedOutcomes(temperature, dataset, analysis.view, execution, keepsRowOrder);
}

bool usesGivenProbabilities(const Dataset& dataset, const AnalysisSettings& settings) {
    return settings.temperature == 1 && dataset.predictions.scoreKind() == ScoreKind::Probability;
}

/// True if sums of bins provide what the settings request.
bool canBeProvisional(const Dataset& dataset, const AnalysisSettings& settings) {
    const double temperature = settings.temperature;
    if (dataset.summary.areConfidences()) return false;
    const bool swept = temperature >= kLowestSwept && temperature <= kHighestSwept;
    return swept && !settings.fitTemperature && showsBins(settings.diagram) &&
           fixedEdges(resolvedBinning(dataset, settings)).has_value();
}

/// Returns a provisional report from sumsOf(edges, rule), the sums of the bins; everything else is
/// taken from `previous`.
template <typename SumsOf>
Analysis provisional(const AnalysisSettings& settings, const Analysis& previous,
                     const SumsOf& sumsOf, ScoreIntervals intervals = ScoreIntervals::Live) {
    const Dataset& dataset = *previous.sweptRows;
    Analysis analysis = previous;
    const bool servedOneTemperature = previous.rows != previous.sweptRows;
    if (servedOneTemperature) {
        analysis.base = analysis.allGroups = previous.dataset;
        analysis.rows = previous.sweptRows;
        analysis.clusters = nullptr;
    }
    if (servedOneTemperature || !keepsOutcomesAtOne(dataset)) analysis.outcomesAtOne = nullptr;
    analysis.temperature = settings.temperature;
    analysis.outcomes = nullptr;
    auto report = emptyReport(dataset, settings, analysis);
    const auto edges = fixedEdges(report->binning);
    report->isProvisional = true;
    SweptSums sums = sumsOf(*edges, report->binning.edgeRule);
    const OutcomeSums all = std::accumulate(sums.bins.begin(), sums.bins.end(), OutcomeSums());
    ReliabilityCurve curve =
        curveOf(*edges, std::move(sums.bins), report->binning.confidence, report->intervalChoice());
    curve.weightKind = dataset.predictions.weights().kind;
    auto unbinned = sweptScores(all, sums.nll);
    const bool hasClusters = previous.report && previous.report->clusters;
    if (hasClusters) {
        addClusteredSweep(*previous.report->clusters, std::move(curve), std::move(unbinned),
                          intervals, *report);
    } else if (intervals == ScoreIntervals::Live) {
        addBins(std::move(curve), std::move(unbinned), {}, *report);
    } else {
        addScores(std::move(curve), std::move(unbinned), *report);
    }
    boundScores(dataset, *report);
    report->eceRemarks = eceRemarks(*report, nullptr);
    addNotes(dataset, nullptr, *report);
    if (previous.report) {
        keepBinProfile(analysis, previous, *report);
        keepTemperatureProfile(analysis, previous, *report);
    }
    analysis.report = std::move(report);
    return analysis;
}

}  // namespace

Result<std::shared_ptr<const Dataset>> chosenRows(const std::shared_ptr<const Dataset>& dataset,
                                                  const AnalysisSettings& settings,
                                                  const Execution& execution) {
    auto selection = rowsMeeting(dataset, settings, execution);
    if (!selection) return selection.error();
    return std::move(selection).value().rows;
}

const EceConvention* presetOf(const AnalysisSettings& settings) {
    if (settings.scheme.value_or(BinningScheme::EqualWidth) != BinningScheme::EqualWidth)
        return nullptr;
    return eceConvention(settings.preset);
}

ClusteredOutcomes Analysis::clusteredOutcomes() const {
    if (!clusters) return {};
    return {outcomes->inRowOrder, rows->predictions.weights().values, clusters.get()};
}

View defaultView(const Dataset& dataset) {
    const bool named = dataset.summary.positiveClass.has_value();
    if (named) return {View::Kind::PositiveClass, *dataset.summary.positiveClass};
    const bool multiLabel = dataset.predictions.form() == PredictionForm::MultiLabel;
    return {multiLabel ? View::Kind::OneVsRest : View::Kind::TopLabel, 0};
}

Result<Analysis> analyse(std::shared_ptr<const Dataset> whole, const AnalysisSettings& settings,
                         const Analysis* previous, const Execution& execution,
                         const ReportPlan& plan) {
    Analysis analysis;
    analysis.dataset = std::move(whole);
    const Analysis* const last = previous;
    if (auto done = selectRows(settings, previous, execution, analysis); !done) return done.error();
    const Dataset& dataset = *analysis.rows;
    const auto outcomes = [&](double temperature) {
        return reusedOrComputed(temperature, dataset, analysis, previous, plan, execution);
    };
    auto report = emptyReport(dataset, settings, analysis);
    BeforeFit before;
    if (previous && previous->view == analysis.view)
        analysis.outcomesAtOne = previous->outcomesAtOne;
    if (settings.fitTemperature && *analysis.fit) {
        const auto atOne = rowsAt(analysis.dataset, 1);
        if (atOne == analysis.base) analysis.outcomesAtOne = outcomes(1);
        const auto measured = beforeFit(atOne, analysis, *report, execution);
        if (!measured) return measured.error();
        before = measured.value();
    }
    const bool isOne = analysis.temperature == 1;
    if (!isOne && !keepsOutcomesAtOne(dataset)) analysis.outcomesAtOne = nullptr;
    analysis.outcomes =
        isOne && analysis.outcomesAtOne ? analysis.outcomesAtOne : outcomes(analysis.temperature);
    if (!analysis.outcomes) return cancelled();
    if (isOne) analysis.outcomesAtOne = analysis.outcomes;
    if (auto can = checkBins(analysis.outcomes->sorted, *report); !can) return can.error();
    auto curve = binnedAt(analysis.temperature, *analysis.outcomes, dataset.predictions, *report,
                          report->intervalChoice(), execution);
    if (!curve) return curve.error();
    addExactBins(analysis.clusteredOutcomes(), *analysis.outcomes, std::move(curve).value(),
                 *report);
    addDiagramCurve(analysis, previous, *report);
    if (previous) keepBinProfile(analysis, *previous, *report);
    if (last && last->report) keepTemperatureProfile(analysis, *last, *report);
    if (settings.fitTemperature) addFit(analysis, before, *report);
    boundScores(dataset, *report);
    report->eceRemarks = eceRemarks(*report, &analysis.outcomes->sorted);
    addNotes(dataset, analysis.outcomes.get(), *report);
    analysis.report = std::move(report);
    return analysis;
}

std::optional<Analysis> provisionalAnalysis(const AnalysisSettings& settings,
                                            const Analysis& previous, const TemperatureSweep& sweep,
                                            ScoreIntervals intervals) {
    if (!previous.sweptRows) return std::nullopt;
    const Dataset& dataset = *previous.sweptRows;
    const bool known = previous.outcomes && previous.temperature == settings.temperature;
    // At T = 1 probabilities are used as given; a sweep would normalise those of several classes.
    if (known || usesGivenProbabilities(dataset, settings) ||
        !canBeProvisional(dataset, settings) || previous.where != settings.where ||
        previous.view != resolvedView(dataset, settings)) {
        return std::nullopt;
    }
    const auto sums = [&](const auto& edges, EdgeRule rule) {
        return sweep.at(settings.temperature, edges, rule);
    };
    return provisional(settings, previous, sums, intervals);
}

std::optional<FirstLook> firstLook(const std::shared_ptr<const Dataset>& dataset,
                                   const AnalysisSettings& settings,
                                   const ParallelFor& parallelFor) {
    constexpr std::size_t manyRows = 500'000;  // from which on sorting is worth avoiding
    Analysis blank;
    blank.dataset = blank.base = blank.allGroups = blank.rows = blank.sweptRows = dataset;
    blank.view = resolvedView(*dataset, settings);
    const std::shared_ptr<const Predictions> predictions(dataset, &dataset->predictions);
    if (!settings.where.areNone() || dataset->clusters || !canBeProvisional(*dataset, settings) ||
        !checkView(*predictions, blank.view, settings.temperature)) {
        return std::nullopt;
    }
    if (usesGivenProbabilities(*dataset, settings)) {
        if (predictions->rows() < manyRows) return std::nullopt;
        return FirstLook{provisional(settings, blank,
                                     [&](const auto& edges, EdgeRule rule) {
                                         return givenSums(*predictions, blank.view, edges, rule,
                                                          parallelFor);
                                     }),
                         nullptr};
    }
    Sweep sweep = directSweep(predictions, blank.view, parallelFor);
    if (!sweep) return std::nullopt;
    auto analysis = provisionalAnalysis(settings, blank, *sweep);
    if (!analysis) return std::nullopt;
    if (!isKeptBesideIndex(*predictions)) sweep = nullptr;
    return FirstLook{std::move(*analysis), std::move(sweep)};
}

}  // namespace diagonal
