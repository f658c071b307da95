// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/detailed_report.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/compensated_sum.h"
#include "core/base/text.h"
#include "core/measuring/curves/cumulative_gap.h"
#include "core/measuring/curves/smooth_calibration.h"
#include "core/measuring/isotonic.h"
#include "core/measuring/resampling/bin_bootstrap.h"
#include "core/measuring/resampling/classwise_bootstrap.h"
#include "core/measuring/resampling/refit_bootstrap.h"
#include "core/measuring/resampling/row_bootstrap.h"
#include "core/measuring/scores/equal_mass_sweep.h"
#include "core/measuring/scores/logistic_calibration.h"
#include "core/measuring/scores/null_distribution.h"
#include "core/reporting/ece_remarks.h"
#include "core/reporting/report_intervals.h"

namespace diagonal {
namespace {

/// Returns Spiegelhalter's z: the sum of (a - c)(1 - 2c) divided by its standard deviation under
/// calibration; none if that is 0.
std::optional<double> spiegelhalter(const SortedOutcomes& outcomes) {
    CompensatedSum sum;
    CompensatedSum variance;
    for (std::size_t rank = 0; rank < outcomes.size(); ++rank) {
        const double c = outcomes.confidence(rank);
        const double slope = 1 - 2 * c;
        sum.add(outcomes.weight(rank) * ((outcomes.isCorrect(rank) ? 1 : 0) - c) * slope);
        variance.add(outcomes.varianceWeight(rank) * slope * slope * c * (1 - c));
    }
    if (!(variance.value() > 0)) return std::nullopt;
    return sum.value() / std::sqrt(variance.value());
}

/// Sorts scores in the order of scoreDefinitions().
void sortScores(std::vector<Score>& scores) {
    const auto definitions = scoreDefinitions();
    const auto placeOf = [&](const Score& score) {
        return std::ranges::find(definitions, score.id, &ScoreDefinition::id);
    };
    std::stable_sort(scores.begin(), scores.end(),
                     [&](const Score& a, const Score& b) { return placeOf(a) < placeOf(b); });
}

class DetailedAnalysis {
public:
    DetailedAnalysis(const Dataset& dataset, const Analysis& analysis,
                     const Execution& execution)
        : m_whole(dataset),
          m_dataset(analysis.part ? *analysis.part : dataset),
          m_outcomes(*analysis.outcomes),
          m_sorted(m_outcomes.sorted),
          m_execution(execution),
          m_progress(execution.progress),
          m_report(std::make_shared<Report>(*analysis.report)) {}

    Result<std::shared_ptr<const Report>> run() {
        for (const auto step :
             {&DetailedAnalysis::addSweep, &DetailedAnalysis::addSmooth,
              &DetailedAnalysis::addCumulative, &DetailedAnalysis::addBrierParts,
              &DetailedAnalysis::addLogistic, &DetailedAnalysis::addSpiegelhalter}) {
            if (m_progress && !m_progress(0, 0)) return cancelled();
            (this->*step)();
        }
        for (const auto step : {&DetailedAnalysis::addNull, &DetailedAnalysis::lookAtRows,
                                &DetailedAnalysis::addGroups, &DetailedAnalysis::addClasses,
                                &DetailedAnalysis::addIntervals}) {
            if (auto done = (this->*step)(); !done) return done.error();
        }
        m_report->eceRemarks = eceRemarks(*m_report, &m_sorted);
        sortScores(m_report->scores);
        m_report->resamples = kBinResamples;
        m_report->isDetailed = true;
        return std::shared_ptr<const Report>(m_report);
    }

private:
    void add(std::string_view id, std::optional<double> value, std::string remark = {}) {
        m_report->scores.push_back({id, value, std::move(remark), {}});
    }

    void setChance(std::string_view id, std::optional<double> pValue) {
        const auto score = std::ranges::find(m_report->scores, id, &Score::id);
        if (score != m_report->scores.end()) score->pByChance = pValue;
    }

    Result<void> addNull() {
        const ReliabilityCurve& curve = m_report->binned;
        const double level = m_report->intervalChoice().levelOfEach(curve.filledBins());
        const auto null =
            nullDistribution(m_sorted, curve, m_report->binning, level, m_report->seed, m_progress);
        if (!null) return cancelled();
        add("null_ece", null->meanError);
        add("null_ece_q95", null->error95);
        add("ece_p", null->pValues.at("ece"));
        m_report->scores.back().isAtFloor = null->pValues.at("ece") <= kSmallestNullP;
        for (const auto& [id, p] : null->pValues)
            setChance(id, p);
        for (std::size_t b = 0; b < null->bins.size(); ++b) {
            Bin& bin = m_report->binned.bins[b];
            if (bin.count > 0) bin.consistency = null->bins[b];
        }
        return {};
    }

    std::optional<std::vector<std::uint64_t>> rowsOf(const Dataset& dataset) const {
        return outcomesInRowOrder(dataset.predictions, m_report->view, m_report->temperature,
                                  m_execution);
    }

    Result<void> lookAtRows() {
        auto rows = rowsOf(m_dataset);
        if (!rows) return cancelled();
        m_rows = std::move(*rows);
        m_report->conventions = conventionErrors(m_sorted, m_rows, m_report->binning.count);
        notePreset();
        return {};
    }

    /// Frees the packed outcomes by row, which no later step needs.
    Result<void> addGroups() {
        const std::vector<std::uint64_t> packed = std::exchange(m_rows, {});
        if (m_whole.groups.empty()) return {};
        const bool all = &m_whole == &m_dataset;
        const auto whole = all ? std::nullopt : rowsOf(m_whole);
        if (!all && !whole) return cancelled();
        m_report->groups = groupSummaries(m_whole, all ? packed : *whole, m_report->binning);
        return {};
    }

    /// Adds a note if the ECE of the preset's own program differs from that of the bins.
    void notePreset() {
        constexpr double visible = 1e-12;
        for (const ConventionError& error : m_report->conventions) {
            if (error.convention != m_report->preset) continue;
            const double difference = error.error - *m_report->score("ece");
            if (std::abs(difference) < visible) return;
            m_report->notes.push_back({"preset", error.moved,
                                       std::string(error.convention->name) +
                                           " itself gives an ECE of " + shortest(error.error) +
                                           ": " +
                                           differenceFromItsBins(*error.convention, m_sorted)});
        }
    }

    void addSweep() {
        const SweepError sweep = sweepError(m_sorted);
        add("ece_sweep", sweep.error,
            counted(sweep.bins, "bin") + (sweep.reachedLimit ? ", the most tried" : ""));
    }

    void addSmooth() {
        const SmoothError smooth = smoothError(m_sorted);
        add("smece", smooth.error, smooth.belowLeast ? "below the smallest bandwidth, 0.0005" : "");
    }

    void addCumulative() {
        const CumulativeGap gap = cumulativeGap(m_sorted);
        const std::string certain = "every confidence is 0 or 1";
        add("ks", gap.ks);
        add("ks_p", gap.ksP, gap.ksP ? "" : certain);
        add("kuiper", gap.kuiper);
        add("kuiper_p", gap.kuiperP, gap.kuiperP ? "" : certain);
        setChance("ks", gap.ksP);
        setChance("kuiper", gap.kuiperP);
    }

    void addBrierParts() {
        const BrierParts parts = brierParts(m_outcomes.brier, isotonicBlocks(m_sorted));
        add("brier_mcb", parts.miscalibration);
        add("brier_dsc", parts.discrimination);
        add("brier_unc", parts.uncertainty);
    }

    void addLogistic() {
        m_logistic = logisticCalibration(m_sorted);
        const std::string leftOut =
            m_logistic.leftOut == 0
                ? ""
                : "without " + counted(m_logistic.leftOut, "row") + " at 0 or 1";
        const auto addFitted = [&](std::string_view id, const Result<double>& fitted) {
            if (fitted) return add(id, fitted.value(), leftOut);
            add(id, std::nullopt, fitted.error().detail);
        };
        addFitted("calibration_slope", m_logistic.slope);
        addFitted("calibration_intercept", m_logistic.intercept);
    }

    void addSpiegelhalter() {
        const auto z = spiegelhalter(m_sorted);
        const std::string noVariance = "every confidence is 0, 0.5 or 1";
        add("spiegelhalter_z", z, z ? "" : noVariance);
        add("spiegelhalter_p",
            z ? std::optional(std::erfc(std::abs(*z) / std::sqrt(2.0))) : std::nullopt,
            z ? "" : noVariance);
    }

    Result<void> addClasses() {
        const Predictions& predictions = m_dataset.predictions;
        const bool hasClasses = predictions.form() != PredictionForm::Confidence;
        ClasswiseBootstrap bootstrap(hasClasses ? predictions.rows() : 0,
                                     predictions.classNames().size(),
                                     !predictions.weights().empty(), m_report->seed);
        auto classes = classwise(
            predictions, m_outcomes, m_report->temperature, m_report->binning,
            [&](const BinnedClass& binned) {
                if (bootstrap.hasResamples()) bootstrap.add(binned);
            },
            m_execution);
        if (!classes) return classes.error();
        m_drawnOfClasses = bootstrap.drawn();
        const auto count = static_cast<double>(classes.value().size());
        const bool known = count > 0;
        double ece = 0;
        double equalMass = 0;
        for (const ClassSummary& summary : classes.value()) {
            ece += summary.ece / count;
            equalMass += summary.eceEqualMass / count;
        }
        const std::string unknown = "not all class probabilities are known";
        add("classwise_ece", known ? std::optional(ece) : std::nullopt, known ? "" : unknown);
        add("classwise_ace", known ? std::optional(equalMass) : std::nullopt, known ? "" : unknown);
        m_report->classes =
            std::make_shared<const std::vector<ClassSummary>>(std::move(classes).value());
        return {};
    }

    Result<void> addIntervals() {
        auto drawn = binBootstrap(m_report->binned, m_report->binning.confidence, kBinResamples,
                                  m_report->seed);
        auto rows = rowBootstrap(m_outcomes, m_logistic, m_report->seed, m_execution);
        if (!rows) return rows.error();
        drawn.merge(std::move(rows).value());
        auto byChance = nullMiscalibrations(m_sorted, m_report->seed, m_progress);
        if (!byChance) return cancelled();
        if (const auto measured = m_report->score("brier_mcb")) {
            const auto asLarge = byChance->end() - std::ranges::lower_bound(*byChance, *measured);
            setChance("brier_mcb",
                      static_cast<double>(1 + asLarge) / static_cast<double>(1 + byChance->size()));
        }
        drawn[kNullMiscalibrations] = std::move(*byChance);
        auto expanded = refitBootstrap(m_sorted, m_report->seed, m_progress);
        if (!expanded) return expanded.error();
        drawn.merge(std::move(expanded).value());
        drawn.merge(m_drawnOfClasses);
        setIntervals(drawn, *m_report);
        return {};
    }

    const Dataset& m_whole;
    const Dataset& m_dataset;  ///< the measured rows
    const Outcomes& m_outcomes;
    const SortedOutcomes& m_sorted;
    const Execution& m_execution;
    const ProgressCallback& m_progress;
    std::shared_ptr<Report> m_report;
    std::vector<std::uint64_t> m_rows;
    LogisticCalibration m_logistic;
    ResampledScores m_drawnOfClasses;
};

}  // namespace

Result<std::shared_ptr<const Report>> detailedReport(const Dataset& dataset,
                                                     const Analysis& analysis,
                                                     const Execution& execution) {
    return DetailedAnalysis(dataset, analysis, execution).run();
}

}  // namespace diagonal
