// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/analysis.h"

#include <algorithm>
#include <numeric>

#include "core/base/text.h"
#include "core/measuring/sweeping/given_sums.h"
#include "core/reporting/ece_remarks.h"
#include "core/reporting/report_intervals.h"

namespace diagonal {
namespace {

/// Returns the requested view, or the default, with its class index resolved.
View resolvedView(const Dataset& dataset, const AnalysisSettings& settings) {
    View view = settings.view.value_or(defaultView(dataset));
    if (view.kind == View::Kind::TopLabel) view.classIndex = 0;
    if (view.kind == View::Kind::PositiveClass) {
        view.classIndex = dataset.summary.positiveClass.value_or(1);
    }
    return view;
}

Binning resolvedBinning(const Dataset& dataset, const AnalysisSettings& settings) {
    const std::size_t bins =
        settings.binCount.value_or(defaultBinCount(dataset.predictions.form()));
    if (const EceConvention* preset = presetOf(settings)) return binningOf(*preset, bins);
    return {settings.scheme, bins, settings.edgeRule, settings.binConfidence, settings.edges};
}

/// Returns how many resamples take about a millisecond, fast enough for a slider.
std::size_t liveResamples(std::size_t bins) {
    constexpr std::size_t mostCells = 6000;
    return std::clamp<std::size_t>(mostCells / bins, 50, kBinResamples);
}

void addNotes(const Dataset& dataset, std::size_t zeroProbabilityRows, Report& report) {
    report.notes = dataset.summary.notes;
    if (zeroProbabilityRows > 0) {
        report.notes.push_back({"nll_infinite", zeroProbabilityRows,
                                "the true class has probability 0 in " +
                                    counted(zeroProbabilityRows, "row") + ": the NLL is infinite"});
    }
    const std::size_t ties = dataset.predictions.tiedRows();
    if (ties > 0 && report.view.kind == View::Kind::TopLabel) {
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
    if (report.binning.scheme == BinningScheme::Isotonic) {
        report.notes.push_back({"isotonic_intervals", report.binned.bins.size(),
                                "isotonic bins are chosen from the labels: the intervals of their "
                                "accuracies, and of the scores in these bins, are too narrow"});
    }
    const ReportedFit* fitted = report.fitted();
    if (fitted && fitted->fit.leftOut > 0) {
        const std::size_t rows = fitted->fit.leftOut;
        report.notes.push_back({"temperature_left_out", rows,
                                "T was fitted without " + counted(rows, "row") +
                                    " whose true class has probability 0"});
    }
    if (fitted && fitted->fit.clamped) {
        report.notes.push_back({"temperature_clamped", 1,
                                "the NLL has no minimum between T = 1/32 and 32; T was set to " +
                                    shortest(fitted->fit.value)});
    }
}

/// Returns a report with its settings but without results.
std::shared_ptr<Report> emptyReport(const Dataset& dataset, const AnalysisSettings& settings,
                                    const Analysis& analysis) {
    auto report = std::make_shared<Report>();
    report->dataset = dataset.summary;
    report->view = analysis.view;
    report->temperature = analysis.temperature;
    report->preset = presetOf(settings);
    report->binning = resolvedBinning(dataset, settings);
    report->level = settings.level;
    report->intervals = settings.intervals;
    report->band = settings.band;
    report->seed = settings.seed;
    report->diagram = settings.diagram;
    report->profile = settings.profile;
    return report;
}

/// Adds a binned curve, its scores, the `unbinned` scores and the intervals of a live report.
void addBins(ReliabilityCurve curve, std::vector<Score> unbinned, Report& report) {
    report.binned = std::move(curve);
    report.scores = binnedScores(report.binned);
    std::ranges::move(unbinned, std::back_inserter(report.scores));
    report.resamples = liveResamples(report.binned.bins.size());
    setIntervals(
        binBootstrap(report.binned, report.binning.confidence, report.resamples, report.seed),
        ScoreSet::all(), report);
}

/// Adds the curve of a diagram without bins; reuses that of `previous` if nothing it depends on has
/// changed.
void addDiagramCurve(const Analysis& analysis, const Analysis* previous, Report& report) {
    if (showsBins(report.diagram)) return;
    const Report* before = previous ? previous->report.get() : nullptr;
    const bool same = before && previous->outcomes == analysis.outcomes &&
                      before->diagram == report.diagram && before->level == report.level &&
                      before->band == report.band && before->seed == report.seed;
    report.curve =
        same ? before->curve
             : std::make_shared<const CalibrationCurve>(calibrationCurve(
                   report.diagram, *analysis.outcomes, report.level, report.seed, report.band));
}

/// Keeps the profiles of `previous` that do not depend on what has changed. Both are analyses of
/// the same rows.
void keepProfiles(const Analysis& analysis, const Analysis& previous, Report& report) {
    const Report& before = *previous.report;
    const bool sameBins = before.preset == report.preset && before.seed == report.seed &&
                          withBinCount(before, 1) == withBinCount(report, 1);
    if (previous.outcomes == analysis.outcomes && sameBins) {
        report.binProfile = before.binProfile;
        report.plan.profiledBins = before.plan.profiledBins;
    }
    if (before.view == report.view && before.binning == report.binning) {
        report.temperatureProfile = before.temperatureProfile;
        report.plan.temperatureProfile = before.plan.temperatureProfile;
    }
}

/// Bins outcomes at a temperature. Computes the order of the rows in the file if the bins need it
/// and the outcomes have not kept it. Errors: Cancelled.
Result<ReliabilityCurve> binnedAt(double temperature, const Outcomes& outcomes,
                                  const Predictions& predictions, const Report& report,
                                  std::optional<IntervalChoice> intervals,
                                  const Execution& execution) {
    const auto from = [&](std::span<const std::uint64_t> inRowOrder) {
        return binned(outcomes.sorted, report.binning, intervals, inRowOrder);
    };
    if (report.binning.scheme != BinningScheme::Runs || !outcomes.inRowOrder.empty()) {
        return from(outcomes.inRowOrder);
    }
    const auto rows = outcomesInRowOrder(predictions, report.view, temperature, execution);
    if (!rows) return cancelled();
    return from(*rows);
}

/// Adds the requested fit, or why it failed. Errors: Cancelled.
Result<void> addFit(const Analysis& analysis, const Predictions& predictions,
                    const Execution& execution, Report& report) {
    if (!*analysis.fit) {
        report.fit = analysis.fit->error();
        const bool others = analysis.outcomes->zeroProbabilityRows < report.dataset.rows;
        if (others) report.rowsBlockingFit = analysis.outcomes->zeroProbabilityRows;
        return {};
    }
    const auto before =
        binnedAt(1, *analysis.outcomesAtOne, predictions, report, std::nullopt, execution);
    if (!before) return before.error();
    ReportedFit fit{analysis.fit->value(), expectedCalibrationError(before.value()),
                    expectedCalibrationError(report.binned)};
    // At T = 1 probabilities are used as given, without a softmax.
    if (analysis.outcomesAtOne->nll && fit.fit.leftOut == 0)
        fit.fit.nllBefore = *analysis.outcomesAtOne->nll;
    report.fit = fit;
    return {};
}

/// Refuses bins that these rows cannot have. Errors: Undefined.
Result<void> checkBins(const SortedOutcomes& outcomes, const Report& report) {
    const auto refused = [&](std::string why) {
        return Error{ErrorKind::Undefined,
                     std::move(why) + ". Use bins of equal width or of equal mass",
                     report.dataset.file};
    };
    if (report.binning.scheme == BinningScheme::Values &&
        distinctConfidences(outcomes, kMostValues) > kMostValues) {
        return refused(
            "a bin for each value needs 200 distinct confidences at most, and these are "
            "more");
    }
    if (report.binning.scheme != BinningScheme::Runs) return {};
    if (outcomes.isWeighted()) return refused("bins of 100 rows are not defined for weights");
    if (outcomes.size() < kRowsInRun) {
        return refused("bins of 100 rows need 100 rows, and these are " +
                       groupedDigits(outcomes.size()));
    }
    if (outcomes.size() / kRowsInRun > kMostBins) {
        return refused("bins of 100 rows would be " + groupedDigits(outcomes.size() / kRowsInRun) +
                       ", more than " + groupedDigits(kMostBins));
    }
    return {};
}

/// Selects the rows of the requested group, if any; reuses those of `previous`, which must be of
/// the same group. Errors: those of groupDataset().
Result<void> selectGroup(const Dataset& whole, const AnalysisSettings& settings,
                         const Analysis* previous, Analysis& analysis) {
    analysis.group = settings.group;
    if (!settings.group) return {};
    if (previous) {
        analysis.part = previous->part;
        return {};
    }
    auto part = groupDataset(whole, *settings.group);
    if (!part) return part.error();
    analysis.part = std::make_shared<const Dataset>(std::move(part).value());
    return {};
}

/// Sets the temperature: that of the settings, or of a fit, which is reused if nothing it depends
/// on has changed.
void fitTemperatureOf(const Predictions& predictions, const AnalysisSettings& settings,
                      const Analysis* previous, const Execution& execution, Analysis& analysis) {
    analysis.temperature = settings.temperature;
    if (previous && previous->fitLevel == settings.level &&
        previous->fitZeroRows == settings.zeroRows) {
        analysis.fit = previous->fit;
        analysis.fitLevel = previous->fitLevel;
        analysis.fitZeroRows = previous->fitZeroRows;
    }
    if (settings.fitTemperature) {
        if (!analysis.fit) {
            analysis.fit = std::make_shared<const Result<TemperatureFit>>(
                fitTemperature(predictions, settings.level, execution, settings.zeroRows));
            analysis.fitLevel = settings.level;
            analysis.fitZeroRows = settings.zeroRows;
        }
        analysis.temperature = *analysis.fit ? analysis.fit->value().value : 1;
    }
}

bool usesGivenProbabilities(const Dataset& dataset, const AnalysisSettings& settings) {
    return settings.temperature == 1 && dataset.predictions.scoreKind() == ScoreKind::Probability;
}

/// True if sums of bins provide what the settings request.
bool canBeProvisional(const Dataset& dataset, const AnalysisSettings& settings) {
    const double temperature = settings.temperature;
    const bool swept = temperature >= kLowestSwept && temperature <= kHighestSwept;
    return swept && !settings.fitTemperature && showsBins(settings.diagram) &&
           fixedEdges(resolvedBinning(dataset, settings)).has_value();
}

/// Returns a provisional report from sumsOf(edges, rule), the sums of the bins; everything else is
/// taken from `previous`.
template <typename SumsOf>
Analysis provisional(const Dataset& dataset, const AnalysisSettings& settings,
                     const Analysis& previous, const SumsOf& sumsOf) {
    Analysis analysis = previous;
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
    addBins(std::move(curve), sweptScores(all, sums.nll), *report);
    report->eceRemarks = eceRemarks(*report, nullptr);
    addNotes(dataset, 0, *report);
    if (previous.report) keepProfiles(analysis, previous, *report);
    analysis.report = std::move(report);
    return analysis;
}

}  // namespace

const EceConvention* presetOf(const AnalysisSettings& settings) {
    if (settings.scheme != BinningScheme::EqualWidth) return nullptr;
    return eceConvention(settings.preset);
}

View defaultView(const Dataset& dataset) {
    const bool named = dataset.summary.positiveClass.has_value();
    if (named) return {View::Kind::PositiveClass, *dataset.summary.positiveClass};
    const bool multiLabel = dataset.predictions.form() == PredictionForm::MultiLabel;
    return {multiLabel ? View::Kind::OneVsRest : View::Kind::TopLabel, 0};
}

Result<Analysis> analyse(const Dataset& whole, const AnalysisSettings& settings,
                         const Analysis* previous, const Execution& execution,
                         const ReportPlan& plan) {
    if (previous && previous->group != settings.group) previous = nullptr;
    Analysis analysis;
    if (auto done = selectGroup(whole, settings, previous, analysis); !done) return done.error();
    const Dataset& dataset = analysis.part ? *analysis.part : whole;
    const Predictions& predictions = dataset.predictions;
    analysis.view = resolvedView(dataset, settings);
    fitTemperatureOf(predictions, settings, previous, execution, analysis);
    if (analysis.fit && !*analysis.fit && analysis.fit->error().kind == ErrorKind::Cancelled) {
        return analysis.fit->error();
    }
    if (const auto can = checkView(predictions, analysis.view, analysis.temperature); !can) {
        return inFile(can.error(), dataset.summary.file);
    }
    // Returns null if cancelled.
    const auto reuseOrCompute = [&](double temperature) -> std::shared_ptr<const Outcomes> {
        if (previous && previous->view == analysis.view) {
            if (previous->temperature == temperature && previous->outcomes) {
                return previous->outcomes;
            }
            if (temperature == 1 && previous->outcomesAtOne) return previous->outcomesAtOne;
        }
        const bool keepsRowOrder = plan.needsRowOrder() && temperature == analysis.temperature;
        auto outcomes =
            outcomesAt(predictions, analysis.view, temperature, execution, keepsRowOrder);
        return outcomes ? std::make_shared<const Outcomes>(std::move(*outcomes)) : nullptr;
    };
    analysis.outcomes = reuseOrCompute(analysis.temperature);
    if (!analysis.outcomes) return cancelled();
    if (previous && previous->view == analysis.view)
        analysis.outcomesAtOne = previous->outcomesAtOne;
    if (analysis.temperature == 1) analysis.outcomesAtOne = analysis.outcomes;

    auto report = emptyReport(dataset, settings, analysis);
    if (auto can = checkBins(analysis.outcomes->sorted, *report); !can) return can.error();
    auto curve = binnedAt(analysis.temperature, *analysis.outcomes, predictions, *report,
                          report->intervalChoice(), execution);
    if (!curve) return curve.error();
    addBins(std::move(curve).value(), unbinnedScores(*analysis.outcomes), *report);
    addDiagramCurve(analysis, previous, *report);
    if (previous) keepProfiles(analysis, *previous, *report);
    if (settings.fitTemperature) {
        if (*analysis.fit) analysis.outcomesAtOne = reuseOrCompute(1);
        if (*analysis.fit && !analysis.outcomesAtOne) return cancelled();
        if (auto done = addFit(analysis, predictions, execution, *report); !done) {
            return done.error();
        }
    }
    report->eceRemarks = eceRemarks(*report, &analysis.outcomes->sorted);
    addNotes(dataset, analysis.outcomes->zeroProbabilityRows, *report);
    analysis.report = std::move(report);
    return analysis;
}

std::optional<Analysis> provisionalAnalysis(const Dataset& whole, const AnalysisSettings& settings,
                                            const Analysis& previous,
                                            const TemperatureSweep& sweep) {
    const Dataset& dataset = previous.part ? *previous.part : whole;
    const bool known = previous.outcomes && previous.temperature == settings.temperature;
    // At T = 1 probabilities are used as given; a sweep would normalise those of several classes.
    if (known || usesGivenProbabilities(dataset, settings) ||
        !canBeProvisional(dataset, settings) || previous.group != settings.group ||
        previous.view != resolvedView(dataset, settings)) {
        return std::nullopt;
    }
    return provisional(dataset, settings, previous, [&](const auto& edges, EdgeRule rule) {
        return sweep.at(settings.temperature, edges, rule);
    });
}

std::optional<FirstLook> firstLook(const std::shared_ptr<const Dataset>& dataset,
                                   const AnalysisSettings& settings,
                                   const ParallelFor& parallelFor) {
    constexpr std::size_t manyRows = 500'000;  // from which on sorting is worth avoiding
    Analysis blank;
    blank.view = resolvedView(*dataset, settings);
    const std::shared_ptr<const Predictions> predictions(dataset, &dataset->predictions);
    if (settings.group || !canBeProvisional(*dataset, settings) ||
        !checkView(*predictions, blank.view, settings.temperature)) {
        return std::nullopt;
    }
    if (usesGivenProbabilities(*dataset, settings)) {
        if (predictions->rows() < manyRows) return std::nullopt;
        return FirstLook{provisional(*dataset, settings, blank,
                                     [&](const auto& edges, EdgeRule rule) {
                                         return givenSums(*predictions, blank.view, edges, rule,
                                                          parallelFor);
                                     }),
                         nullptr};
    }
    Sweep sweep = directSweep(predictions, blank.view, parallelFor);
    if (!sweep) return std::nullopt;
    auto analysis = provisionalAnalysis(*dataset, settings, blank, *sweep);
    if (!analysis) return std::nullopt;
    return FirstLook{std::move(*analysis), std::move(sweep)};
}

}  // namespace diagonal
