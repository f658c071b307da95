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
#include "core/measuring/isotonic.h"
#include "core/measuring/model_rows.h"
#include "core/measuring/resampling/bin_bootstrap.h"
#include "core/measuring/resampling/classwise_bootstrap.h"
#include "core/measuring/resampling/refit_bootstrap.h"
#include "core/measuring/resampling/row_bootstrap.h"
#include "core/measuring/scores/equal_mass_sweep.h"
#include "core/measuring/scores/groups.h"
#include "core/measuring/scores/logistic_calibration.h"
#include "core/measuring/scores/null_distribution.h"
#include "core/recalibrating/counted_profile.h"
#include "core/reporting/cell_scores.h"
#include "core/reporting/ece_remarks.h"
#include "core/reporting/report_intervals.h"

namespace diagonal {
namespace {

/// Sorts scores in the order of scoreDefinitions().
void sortScores(std::vector<Score>& scores) {
    std::ranges::stable_sort(scores, {}, [](const Score& score) { return scoreIndex(score.id); });
}

class DetailedAnalysis {
public:
    DetailedAnalysis(const Analysis& analysis, const ReportPlan& plan, const Execution& execution,
                     const Sweep& sweep)
        : m_whole(*analysis.allGroups()),
          m_dataset(*analysis.rows()),
          m_all(*analysis.dataset),
          m_group(analysis.group),
          m_outcomes(*analysis.outcomes),
          m_sorted(m_outcomes.sorted),
          m_clustered(analysis.clusteredOutcomes()),
          m_execution(execution),
          m_givenSweep(sweep),
          m_report(std::make_shared<Report>(*analysis.report)),
          m_missing(completed(plan).without(completed(m_report->plan))) {
        m_report->plan.insert(plan);
        if (!m_missing.curveConsistency) return;
        // Classes and groups of the report are measured again: their curves lack these intervals.
        m_missing.classes = completed(m_report->plan).classes;
        m_missing.groups = m_report->plan.groups;
    }

    Result<std::shared_ptr<const Report>> run() {
        const std::vector<Task> tasks = neededTasks();
        std::atomic<bool> isCancelled = false;
        m_execution.parallelFor(tasks.size(), [&](std::size_t i) {
            if (m_execution.progress && !m_execution.progress(0, 0)) isCancelled = true;
            if (!isCancelled && !(this->*tasks[i])()) isCancelled = true;
        });
        if (isCancelled) return cancelled();
        assemble();
        return std::shared_ptr<const Report>(m_report);
    }

private:
    /// Computes one result; returns false if progress cancels.
    using Task = bool (DetailedAnalysis::*)();

    /// Returns `plan` with what comes with its results at no further cost.
    static ReportPlan completed(ReportPlan plan) {
        plan.scores.insert(plan.intervals);
        if (plan.classes) plan.scores.insert("classwise_ece");
        plan.scores = plan.scores.withCompanions();
        plan.classes = plan.scores.needs(ScoreSource::Classes);
        plan.consistency = plan.consistency || plan.scores.needs(ScoreSource::Null);
        return plan;
    }

    bool needsIntervalsOf(ScoreSource source) const { return m_missing.intervals.needs(source); }

    /// The tasks that take longest come first, so that no thread is left with one of them.
    std::vector<Task> neededTasks() const {
        const ScoreSet& scores = m_missing.scores;
        const bool refits =
            needsIntervalsOf(ScoreSource::EqualMassSweep) || needsIntervalsOf(ScoreSource::Smooth);
        const bool isotonicIntervals = m_missing.intervals.needs(IntervalMethod::IsotonicPart);
        const std::pair<bool, Task> all[] = {
            {m_missing.classes || needsIntervalsOf(ScoreSource::Classes),
             &DetailedAnalysis::addClasses},
            {scores.needs(ScoreSource::Logistic) || resamplesRows(),
             &DetailedAnalysis::addLogisticAndResampleRows},
            {refits, &DetailedAnalysis::refit},
            {isotonicIntervals, &DetailedAnalysis::drawMiscalibrations},
            {scores.needs(ScoreSource::Null) || m_missing.consistency || needsNull(),
             &DetailedAnalysis::drawNull},
            {scores.needs(ScoreSource::Smooth), &DetailedAnalysis::addSmooth},
            {m_missing.needsRowOrder(), &DetailedAnalysis::lookAtRows},
            {scores.needs(ScoreSource::EqualMassSweep), &DetailedAnalysis::addSweep},
            {scores.needs(ScoreSource::Isotonic), &DetailedAnalysis::addBrierParts},
            {scores.needs(ScoreSource::Cumulative), &DetailedAnalysis::addCumulative},
            {scores.needs(ScoreSource::Spiegelhalter), &DetailedAnalysis::addSpiegelhalter},
            {m_missing.profiledBins > 0, &DetailedAnalysis::profileBins},
            {m_missing.temperatureProfile && canProfileTemperatures(),
             &DetailedAnalysis::profileTemperatures},
        };
        std::vector<Task> tasks;
        for (const auto& [isNeeded, task] : all) {
            if (isNeeded) tasks.push_back(task);
        }
        return tasks;
    }

    /// Cells have profiles if they are of margins, or were counted at several temperatures.
    bool canProfileTemperatures() const {
        const auto& cells = m_all.summary.cells;
        return !m_all.summary.noTemperature &&
               (!cells || cells->areMargins || !m_all.atTemperatures.empty());
    }

    bool resamplesRows() const {
        return std::ranges::any_of(kResampledByRows, [&](std::string_view id) {
            return m_missing.intervals.contains(id);
        });
    }

    /// Returns true if the interval of a binned error is asked for: it starts at 0 if chance alone
    /// produces such an error.
    bool needsNull() const { return needsIntervalsOf(ScoreSource::Bins); }

    // Tasks. Each writes to members of its own.

    bool drawNull() {
        const ReliabilityCurve& curve = m_report->binned;
        const double level = m_report->intervalChoice().levelOfEach(curve.filledBins());
        m_null = nullDistribution(m_sorted, curve, m_report->binning, level,
                                  m_report->settings.seed, m_execution);
        return m_null.has_value();
    }

    CurveCompletion curveCompletion() {
        if (!m_report->plan.curveConsistency) return {};
        return [this](const SortedOutcomes& outcomes, const Binning& binning,
                      ReliabilityCurve& curve) {
            const double level = m_report->intervalChoice().levelOfEach(curve.filledBins());
            const auto null = nullDistribution(outcomes, curve, binning, level,
                                               m_report->settings.seed, {m_execution.progress});
            if (null) setConsistency(*null, curve);
            if (!null) m_isCurveMissing = true;
        };
    }

    bool drawMiscalibrations() {
        m_miscalibrations = nullMiscalibrations(m_sorted, m_report->settings.seed, m_execution);
        return m_miscalibrations.has_value();
    }

    std::optional<std::vector<std::uint64_t>> inRowOrder(const Dataset& dataset) const {
        return outcomesInRowOrder(dataset.predictions, m_report->view,
                                  m_report->temperatureOfScores(), m_execution);
    }

    bool lookAtRows() {
        const std::vector<std::uint64_t>& kept = m_outcomes.inRowOrder;
        const auto computed = kept.empty() ? inRowOrder(m_dataset) : std::nullopt;
        if (kept.empty() && !computed) return false;
        const std::vector<std::uint64_t>& rows = kept.empty() ? *computed : kept;
        if (m_missing.conventions) {
            Continuation continuation(m_execution.progress);
            m_conventions = conventionErrors(m_sorted, rows, m_report->binning.count, continuation);
            if (continuation.isStopped()) return false;
        }
        if (!m_missing.groups || m_whole.groups.empty()) return true;
        const bool all = &m_whole == &m_dataset;
        const auto whole = all ? std::nullopt : inRowOrder(m_whole);
        if (!all && !whole) return false;
        m_groups =
            groupSummaries(m_whole, all ? rows : *whole, m_report->binning, curveCompletion());
        return !m_isCurveMissing;
    }

    bool addSweep() {
        Continuation continuation(m_execution.progress);
        m_sweep = sweepError(m_sorted, kMostBins, continuation);
        return !continuation.isStopped();
    }

    bool addSmooth() {
        Continuation continuation(m_execution.progress);
        m_smooth = smoothError(m_sorted, {}, continuation);
        return !continuation.isStopped();
    }

    bool addCumulative() {
        Continuation continuation(m_execution.progress);
        m_cumulative = cumulativeGap(m_sorted, stoppable(m_execution.parallelFor, continuation));
        if (continuation.isStopped()) return false;
        // Cells tell how few values there are only if each has rows of one confidence.
        if (!m_report->dataset.cells || holdPoints(m_dataset, *m_report)) {
            m_cumulativeTails = drawnCumulativeTails(m_sorted, m_cumulative->ks,
                                                     m_cumulative->kuiper, m_report->settings.seed,
                                                     m_execution.parallelFor, continuation);
        }
        return !continuation.isStopped();
    }

    bool addBrierParts() {
        Continuation continuation(m_execution.progress);
        const auto blocks =
            isotonicBlocks(m_sorted, stoppable(m_execution.parallelFor, continuation));
        if (continuation.isStopped()) return false;
        m_brierParts = brierParts(m_outcomes.brier, blocks);
        return true;
    }

    bool addSpiegelhalter() {
        Continuation continuation(m_execution.progress);
        m_z = spiegelhalter(m_sorted, stoppable(m_execution.parallelFor, continuation));
        return !continuation.isStopped();
    }

    /// Resamples are moved from the logistic fit, if that is asked for.
    bool addLogisticAndResampleRows() {
        const bool fits = m_missing.scores.needs(ScoreSource::Logistic) ||
                          needsIntervalsOf(ScoreSource::Logistic);
        Continuation continuation(m_execution.progress);
        if (fits) {
            if (!measureMargins()) return false;
            m_logistic = logisticCalibration(m_ofMargins ? m_ofMargins->sorted : m_sorted,
                                             stoppable(m_execution.parallelFor, continuation));
        }
        if (continuation.isStopped()) return false;
        if (!resamplesRows()) return true;
        std::optional<ModelRows> rows;
        if (m_clustered && (m_outcomes.nll || m_outcomes.brierMulticlass)) {
            rows = modelRows(m_dataset.predictions, m_report->view, m_report->temperatureOfScores(),
                             m_execution);
            if (!rows) return false;
        }
        RowLosses losses;
        const std::vector<double> ofCells = rows ? meanLosses(m_dataset) : std::vector<double>();
        if (rows && m_outcomes.nll)
            losses.negativeLogs = ofCells.empty() ? rows->negativeLogs : ofCells;
        if (rows) losses.squaredErrors = rows->squaredErrors;
        auto drawn = rowBootstrap(m_outcomes, m_logistic.value_or(LogisticCalibration()),
                                  m_report->settings.seed, m_execution, m_clustered, losses);
        if (!drawn) return false;
        m_drawnOfRows = std::move(drawn).value();
        return !m_ofMargins || m_clustered || resampleMargins();
    }

    /// Measures the margins of cells of two classes at T = 1, where the cells of confidences do not
    /// tell the logits of rows near 0 and 1.
    bool measureMargins() {
        const auto& cells = m_report->dataset.cells;
        const bool hasMargins = cells && !cells->areMargins && m_all.summary.cells->areMargins;
        if (!hasMargins || m_report->temperature != 1) return true;
        auto margins = m_group ? groupDataset(m_all, *m_group) : Result<Dataset>(m_all);
        if (!margins) return true;  // the cells of the group serve
        m_margins = std::move(margins).value();
        m_ofMargins = outcomesAt(m_margins->predictions, m_report->view, 1, m_execution, false);
        return m_ofMargins.has_value();
    }

    /// Takes the logistic coefficients of resamples from margins, too.
    bool resampleMargins() {
        auto drawn = rowBootstrap(*m_ofMargins, *m_logistic, m_report->settings.seed, m_execution);
        if (!drawn) return false;
        for (const char* id : {"calibration_slope", "calibration_intercept"})
            m_drawnOfRows[id] = std::move(drawn.value()[id]);
        return true;
    }

    bool refit() {
        auto drawn = refitBootstrap(m_sorted, m_report->settings.seed, m_execution, m_clustered);
        if (!drawn) return false;
        m_drawnOfRefits = std::move(drawn).value();
        return true;
    }

    bool addClasses() {
        const Predictions& predictions = m_dataset.predictions;
        if (m_report->dataset.cells) {  // of one class or of the top label
            m_classes = std::make_shared<const std::vector<ClassSummary>>();
            return true;
        }
        const bool hasClasses = predictions.form() != PredictionForm::Confidence;
        const bool resamples = hasClasses && needsIntervalsOf(ScoreSource::Classes);
        ClasswiseBootstrap bootstrap(resamples ? predictions.rows() : 0,
                                     predictions.classNames().size(),
                                     !predictions.weights().empty(), m_report->settings.seed,
                                     m_clustered ? m_clustered.rows->clusters : RowClusters());
        ClassObserver observer;
        if (bootstrap.hasResamples()) {
            observer = [&](const BinnedClass& binned) { bootstrap.add(binned); };
        }
        auto classes = classwise(predictions, m_outcomes, m_report->temperatureOfScores(),
                                 m_report->binning, observer, m_execution, curveCompletion());
        if (!classes) return false;
        m_drawnOfClasses = bootstrap.drawn();
        m_classes = std::make_shared<const std::vector<ClassSummary>>(std::move(classes).value());
        return true;
    }

    bool profileBins() {
        const BinningScheme scheme = m_report->binning.scheme;
        const bool hasCount = m_report->preset ? m_report->preset->takesCount()
                                               : choiceOf(kBinningSchemes, scheme).hasCount;
        if (!hasCount) return true;
        const std::size_t most = m_report->dataset.cells ? kMostGridBins : kMostBins;
        auto profile = binProfile(
            m_sorted, profiledBinCounts(std::min(m_missing.profiledBins, most)),
            [&](std::size_t bins) { return withBinCount(*m_report, bins); },
            m_report->settings.seed, m_execution);
        if (!profile) return false;
        m_binProfile = std::make_shared<const BinProfile>(std::move(*profile));
        return true;
    }

    Result<TemperatureProfile> profileOf(const Dataset& rows, const Sweep& sweep) const {
        // Not owned: the dataset outlives this.
        const std::shared_ptr<const Predictions> predictions(std::shared_ptr<const Predictions>(),
                                                             &rows.predictions);
        return temperatureProfile(predictions, m_report->view, m_report->binning, m_execution,
                                  sweep);
    }

    /// Returns the profile of cells, whose rows at each temperature are others.
    Result<TemperatureProfile> profileOfCells() const {
        if (!m_all.summary.cells->areMargins) {
            return countedProfile(m_all.atTemperatures, m_group, m_report->view, m_report->binning,
                                  m_execution);
        }
        if (!m_group) return profileOf(m_all, m_givenSweep);
        const auto margins = groupDataset(m_all, *m_group);
        return margins ? profileOf(margins.value(), nullptr) : margins.error();
    }

    bool profileTemperatures() {
        auto profile = m_all.summary.cells ? profileOfCells() : profileOf(m_dataset, m_givenSweep);
        if (!profile) return false;
        m_temperatureProfile =
            std::make_shared<const TemperatureProfile>(std::move(profile).value());
        return true;
    }

    // Assembly, in one thread.

    void add(std::string_view id, std::optional<double> value, std::string remark = {}) {
        if (m_report->find(id)) return;
        m_report->scores.push_back({id, value, std::move(remark), {}});
    }

    void setChance(std::string_view id, std::optional<double> pValue) {
        const auto score = std::ranges::find(m_report->scores, id, &Score::id);
        if (score != m_report->scores.end()) score->pByChance = pValue;
    }

    void assemble() {
        if (m_sweep) {
            add("ece_sweep", m_sweep->error,
                counted(m_sweep->bins, "bin") + (m_sweep->reachedLimit ? ", the most tried" : ""));
        }
        if (m_smooth) {
            add("smece", m_smooth->error,
                m_smooth->belowLeast ? "below the smallest bandwidth, 0.0005" : "");
        }
        if (m_cumulative) assembleCumulative(*m_cumulative);
        if (m_brierParts) {
            add("brier_mcb", m_brierParts->miscalibration);
            add("brier_dsc", m_brierParts->discrimination);
            add("brier_unc", m_brierParts->uncertainty);
        }
        if (m_logistic) assembleLogistic(*m_logistic);
        if (m_missing.scores.needs(ScoreSource::Spiegelhalter)) assembleSpiegelhalter();
        if (m_null) assembleNull(*m_null);
        if (m_classes) assembleClasses();
        if (m_missing.conventions) m_report->conventions = std::move(m_conventions);
        if (m_missing.groups) m_report->groups = std::move(m_groups);
        if (m_binProfile) m_report->binProfile = std::move(m_binProfile);
        if (m_temperatureProfile) m_report->temperatureProfile = std::move(m_temperatureProfile);
        notePreset();
        sortScores(m_report->scores);
        assembleIntervals();
        boundScores(m_dataset, *m_report, m_margins ? &*m_margins : nullptr);
        m_report->eceRemarks = eceRemarks(*m_report, &m_sorted);
    }

    void assembleNull(const NullDistribution& null) {
        m_report->chanceErrors = std::make_shared<const std::vector<double>>(null.errors);
        add("null_ece", null.meanError);
        add("null_ece_q95", null.error95);
        const double p = null.pValues.at("ece");
        add("ece_p", p);
        std::ranges::find(m_report->scores, "ece_p", &Score::id)->isAtFloor = p <= kSmallestNullP;
        for (const auto& [id, pValue] : null.pValues)
            setChance(id, pValue);
        setConsistency(null, m_report->binned);
    }

    void assembleCumulative(const CumulativeGap& gap) {
        const std::string certain = "every confidence is 0 or 1";
        const auto& drawn = m_cumulativeTails;
        const auto addTail = [&](std::string_view id, std::optional<double> brownian,
                                 std::optional<double> ofDraws) {
            add(id, ofDraws ? ofDraws : brownian, brownian ? "" : certain);
            std::ranges::find(m_report->scores, id, &Score::id)->isAtFloor =
                ofDraws && *ofDraws <= kSmallestNullP;
        };
        add("ks", gap.ks);
        addTail("ks_p", gap.ksP, drawn ? std::optional(drawn->ksP) : std::nullopt);
        add("kuiper", gap.kuiper);
        addTail("kuiper_p", gap.kuiperP, drawn ? std::optional(drawn->kuiperP) : std::nullopt);
        setChance("ks", m_report->score("ks_p"));
        setChance("kuiper", m_report->score("kuiper_p"));
    }

    void assembleLogistic(const LogisticCalibration& logistic) {
        const std::string leftOut =
            logistic.leftOut == 0 ? ""
                                  : "without " + counted(logistic.leftOut, "row") + " at 0 or 1";
        const auto addFitted = [&](std::string_view id, const Result<double>& fitted) {
            if (fitted) return add(id, fitted.value(), leftOut);
            add(id, std::nullopt, fitted.error().detail);
        };
        addFitted("calibration_slope", logistic.slope);
        addFitted("calibration_intercept", logistic.intercept);
        add("cox_p", logistic.jointP, logistic.slope ? leftOut : logistic.slope.error().detail);
    }

    void assembleSpiegelhalter() {
        const std::string noVariance = "every confidence is 0, 0.5 or 1";
        add("spiegelhalter_z", m_z, m_z ? "" : noVariance);
        add("spiegelhalter_p",
            m_z ? std::optional(std::erfc(std::abs(*m_z) / std::sqrt(2.0))) : std::nullopt,
            m_z ? "" : noVariance);
    }

    void assembleClasses() {
        const auto count = static_cast<double>(m_classes->size());
        const bool known = count > 0;
        double ece = 0;
        double equalMass = 0;
        for (const ClassSummary& summary : *m_classes) {
            ece += summary.ece / count;
            equalMass += summary.eceEqualMass / count;
        }
        const std::string unknown = "not all class probabilities are known";
        add("classwise_ece", known ? std::optional(ece) : std::nullopt, known ? "" : unknown);
        add("classwise_ace", known ? std::optional(equalMass) : std::nullopt, known ? "" : unknown);
        m_report->classes = std::move(m_classes);
    }

    /// Adds a note if the ECE of the preset's own program differs from that of the bins.
    void notePreset() {
        constexpr double visible = 1e-12;
        if (!m_missing.conventions) return;
        for (const ConventionError& error : m_report->conventions) {
            if (error.convention != m_report->preset) continue;
            if (!error.error) {
                m_report->notes.push_back({"preset", 0,
                                           std::string(error.convention->name) +
                                               " itself gives no ECE: " + error.reason});
                return;
            }
            const double difference = *error.error - *m_report->score("ece");
            if (std::abs(difference) < visible) return;
            m_report->notes.push_back(
                {"preset", error.moved,
                 std::string(error.convention->name) + " itself gives an ECE of " +
                     shortest(*error.error) + ": " +
                     (error.convention->count > 0 || error.overOrders
                          ? error.reason
                          : differenceFromItsBins(*error.convention, m_sorted))});
        }
    }

    void assembleIntervals() {
        if (m_missing.intervals.isEmpty()) return;
        ResampledScores drawn;
        if (needsIntervalsOf(ScoreSource::Bins) || m_missing.intervals.contains("confidence")) {
            drawn = binBootstrap(m_report->binned, m_report->binning.confidence, kBinResamples,
                                 m_report->settings.seed, m_clustered);
        }
        drawn.merge(std::move(m_drawnOfRows));
        drawn.merge(std::move(m_drawnOfRefits));
        drawn.merge(std::move(m_drawnOfClasses));
        if (m_miscalibrations) {
            if (const auto measured = m_report->score("brier_mcb")) {
                const auto asLarge = m_miscalibrations->end() -
                                     std::ranges::lower_bound(*m_miscalibrations, *measured);
                setChance("brier_mcb", static_cast<double>(1 + asLarge) /
                                           static_cast<double>(1 + m_miscalibrations->size()));
            }
            m_report->chanceMiscalibration =
                std::accumulate(m_miscalibrations->begin(), m_miscalibrations->end(), 0.0) /
                static_cast<double>(m_miscalibrations->size());
            drawn[kNullMiscalibrations] = std::move(*m_miscalibrations);
        }
        setIntervals(drawn, m_missing.intervals, *m_report);
        if (hasFewEvents(*m_report) && m_logistic) setProfileIntervals();
        shareIntervalOfTwoClasses();
        m_report->resamples = kBinResamples;
    }

    Score* scoreWithInterval(std::string_view id) {
        const auto score = std::ranges::find(m_report->scores, id, &Score::id);
        return score != m_report->scores.end() && score->interval ? &*score : nullptr;
    }

    void setProfileIntervals() {
        const LogisticIntervals intervals = profileIntervals(
            m_ofMargins ? m_ofMargins->sorted : m_sorted, *m_logistic, m_report->settings.level);
        if (Score* slope = scoreWithInterval("calibration_slope"))
            slope->interval = intervals.slope;
        if (Score* intercept = scoreWithInterval("calibration_intercept"))
            intercept->interval = intervals.intercept;
    }

    /// The classwise ECE of two classes is the ECE, and its interval too.
    void shareIntervalOfTwoClasses() {
        const Score* ece = scoreWithInterval("ece");
        Score* classwise = scoreWithInterval("classwise_ece");
        const bool isSame = ece && classwise && m_dataset.predictions.classNames().size() == 2 &&
                            std::abs(*ece->value - *classwise->value) <= 1e-12;
        if (isSame) classwise->interval = ece->interval;
    }

    const Dataset& m_whole;
    const Dataset& m_dataset;  ///< the measured rows
    const Dataset& m_all;      ///< rows of all temperatures and groups
    const std::optional<GroupChoice>& m_group;
    const Outcomes& m_outcomes;
    const SortedOutcomes& m_sorted;
    const ClusteredOutcomes m_clustered;  ///< false if rows are independent
    const Execution& m_execution;
    const Sweep& m_givenSweep;
    std::shared_ptr<Report> m_report;
    std::atomic<bool> m_isCurveMissing = false;  ///< cancelled while a curve was completed
    ReportPlan m_missing;                        ///< what is computed

    std::optional<SweepError> m_sweep;
    std::optional<SmoothError> m_smooth;
    std::optional<CumulativeGap> m_cumulative;
    std::optional<CumulativeTails> m_cumulativeTails;  ///< where confidences have few values
    std::optional<BrierParts> m_brierParts;
    std::optional<LogisticCalibration> m_logistic;
    std::optional<Dataset> m_margins;     ///< cells to which m_logistic was fitted; none: m_dataset
    std::optional<Outcomes> m_ofMargins;  ///< their outcomes
    std::optional<double> m_z;
    std::optional<NullDistribution> m_null;
    std::optional<std::vector<double>> m_miscalibrations;
    std::shared_ptr<const std::vector<ClassSummary>> m_classes;
    std::vector<ConventionError> m_conventions;
    std::vector<GroupSummary> m_groups;
    std::shared_ptr<const BinProfile> m_binProfile;
    std::shared_ptr<const TemperatureProfile> m_temperatureProfile;
    ResampledScores m_drawnOfRows;
    ResampledScores m_drawnOfRefits;
    ResampledScores m_drawnOfClasses;
};

}  // namespace

Result<std::shared_ptr<const Report>> detailedReport(const Analysis& analysis,
                                                     const ReportPlan& plan,
                                                     const Execution& execution,
                                                     const Sweep& sweep) {
    return DetailedAnalysis(analysis, plan, execution, sweep).run();
}

}  // namespace diagonal
