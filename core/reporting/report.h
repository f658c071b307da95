// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/measuring/clustered_outcomes.h"
#include "core/measuring/curves/calibration_curve.h"
#include "core/measuring/deciding/flexible_curve.h"
#include "core/measuring/deciding/net_benefit.h"
#include "core/measuring/deciding/over_time.h"
#include "core/measuring/deciding/risk_coverage.h"
#include "core/measuring/deciding/rows_needed.h"
#include "core/measuring/reliability_curve.h"
#include "core/measuring/resampling/bin_bootstrap.h"
#include "core/measuring/resampling/subgroups.h"
#include "core/measuring/row_conditions.h"
#include "core/measuring/scores/bin_profile.h"
#include "core/measuring/scores/classwise.h"
#include "core/measuring/scores/conventions.h"
#include "core/measuring/scores/groups.h"
#include "core/measuring/scores/scores.h"
#include "core/predictions/dataset.h"
#include "core/recalibrating/temperature/temperature.h"
#include "core/recalibrating/temperature_profile.h"
#include "core/reporting/report_plan.h"

namespace diagonal {

/// A guarantee asked for: P(wrong | accepted) <= risk with this confidence.
struct GuaranteeChoice {
    double risk = 0;
    double confidence = 0.95;

    bool operator==(const GuaranteeChoice&) const = default;
};

/// What the user wants to measure. Absent values have defaults that depend on the data.
struct AnalysisSettings {
    std::optional<View> view;  ///< defaultView() if absent
    double temperature = 1;    ///< T > 0; ignored if fitTemperature
    RowConditions where = {};  ///< the rows to measure, as they are at this view and temperature
    bool fitTemperature = false;
    ZeroRows zeroRows = ZeroRows::Refuse;  ///< for fitTemperature
    /// If absent: defaultScheme().
    std::optional<BinningScheme> scheme = {};
    std::optional<std::size_t> binCount;  ///< defaultBinCount() if absent
    std::vector<double> edges = {};  ///< for BinningScheme::Custom; else those of a file's bins
    std::string preset = {};         ///< id of the ECE convention for equal-width bins, or empty
    EdgeRule edgeRule = EdgeRule::RightClosed;
    BinConfidence binConfidence = BinConfidence::Mean;
    DiagramKind diagram = DiagramKind::Bars;
    /// The profile that the figure shows instead of `diagram`; none: that diagram.
    std::optional<ProfileKind> profile = {};
    double level = 0.95;                            ///< of all intervals, in (0, 1)
    IntervalKind intervals = IntervalKind::Wilson;  ///< of the bins
    BandKind band = BandKind::Pointwise;            ///< whether level holds per bin or for all
    std::uint64_t seed = 1;                         ///< of all resampling
    std::vector<double> thresholds = {};            ///< of decisions; usualThresholds() if empty
    std::optional<double> prevalence = {};          ///< DecisionSettings::prevalence
    std::optional<GuaranteeChoice> guarantee = {};

    /// Sets a temperature in place of a fitted one.
    void chooseTemperature(double chosen);
    /// Shows a diagram in place of a profile.
    void chooseDiagram(DiagramKind chosen);
    // A preset fixes its own bins: these leave it.
    void chooseScheme(BinningScheme chosen);
    void chooseEdgeRule(EdgeRule chosen);
    void chooseBinConfidence(BinConfidence chosen);

    bool operator==(const AnalysisSettings&) const = default;
};

/// What a window offers for AnalysisSettings::level and ::temperature.
inline constexpr std::array kOfferedLevels{0.9, 0.95, 0.99};
inline constexpr double kLeastTemperature = 0.001;
inline constexpr double kMostTemperature = 1000;

/// Returns 15, or 10 for one probability column.
/// Cells have that of the rows that they count, bins of a file their own number.
std::size_t defaultBinCount(PredictionForm form, const std::optional<CellsSummary>& cells);

/// Returns the binning that a dataset has by itself: that of the bins that a file holds, one bin
/// for each of DatasetSummary::statedValues, else equal width.
BinningScheme defaultScheme(const DatasetSummary& dataset);

/// Returns the binning that was chosen; else `byDefault`, or, if a number of bins was chosen, equal
/// width.
BinningScheme schemeOf(const AnalysisSettings& settings, BinningScheme byDefault);

struct Report;

/// Returns settings that measure other rows, such as a part of those of the report, in the view,
/// bins and temperature of the report.
AnalysisSettings settingsAsMeasured(const Report& report);

/// A temperature fit and its effect on the ECE of the report.
struct ReportedFit {
    TemperatureFit fit;
    double eceBefore = 0;  ///< at T = 1, same view and bins
    double eceAfter = 0;
};

/// What temperature scaling, fitted by cross-validation in five folds, does to the ECE.
struct ReportedScaling {
    double temperature = 1;  ///< fitted to all rows
    Score ece;               ///< of rows that were each scaled by a fit to other folds
};

struct ReportedRecalibration;

/// Clusters of rows that are not independent.
struct ReportedClusters {
    std::string column;  ///< "patient"
    std::size_t count = 0;
    double effectiveRows = 0;  ///< independent rows with the same variance of the accuracy
    double evenClusters = 0;   ///< equal clusters that vary as much
    DesignEffects effects;     ///< of means over all rows
};

/// Calibration over the times of a column.
struct ReportedOverTime : OverTime {
    std::string column;
    bool areDates = false;
    std::string text(double time) const { return RowTimes{column, areDates, {}}.text(time); }
};

/// Accuracies that a figure shows beside its own: of other rows, or of another time.
struct CurveBeside {
    std::string name;        ///< in the legend: "Listed: site = B"
    std::string meaning;     ///< a sentence
    ReliabilityCurve curve;  ///< without bins until they are measured; its intervals are drawn, too
    bool areOtherRows = false;  ///< else they are of another time
};

/// Everything the window, a file or the command line can show.
struct Report {
    DatasetSummary dataset;
    AnalysisSettings settings;  ///< as requested
    View view;                  ///< that of the settings, or the default
    /// That of the settings, or the fitted one; of cells the nearest at which they were counted.
    double temperature = 1;
    /// The fitted temperature, or why it could not be fitted; absent unless a fit was requested.
    std::optional<Result<ReportedFit>> fit;
    std::size_t rowsBlockingFit = 0;  ///< rows that LeaveOut would exclude to allow a fit; else 0
    const EceConvention* preset = nullptr;  ///< the convention that the bins follow, or null
    Binning binning;                        ///< as requested; binned.bins.size() may differ
    ReliabilityCurve binned;
    std::shared_ptr<const CalibrationCurve> curve;  ///< null if the diagram shows bins
    std::vector<Score> scores;
    /// Weighted share of rows whose predicted class is right, in any view; none for rows that may
    /// belong to several classes, and for cells.
    std::optional<double> predictionAccuracy;
    /// Computed by a sweep until exact results are ready: counts are exact, but means and scores
    /// are accurate to about six digits, and some scores are missing.
    bool isProvisional = false;
    std::optional<ReportedClusters> clusters = {};  ///< none if rows are independent
    ReportPlan plan = ReportPlan::basic();          ///< what it holds
    std::size_t resamples = 0;                      ///< used for the intervals of the scores
    /// All classes in order; null if not asked for, empty if the probabilities of all classes are
    /// unknown. Shared, because there may be many.
    std::shared_ptr<const std::vector<ClassSummary>> classes;
    /// All groups of the file, not only the measured one; empty if not asked for.
    std::vector<GroupSummary> groups;
    /// Groups and crossings of two columns of groups, of the whole file; none if not asked for,
    /// without two columns, or for clusters and cells.
    std::optional<Subgroups> subgroups = {};
    /// The ECE by the conventions of other programs, with binning.count equal-width bins; empty if
    /// not asked for.
    std::vector<ConventionError> conventions;
    /// The ECE by number of bins; null if not asked for, or if the binning has no number of bins.
    std::shared_ptr<const BinProfile> binProfile;
    /// ECEs that a calibrated model with these confidences shows by chance, ascending; null if not
    /// drawn.
    std::shared_ptr<const std::vector<double>> chanceErrors;
    /// Mean miscalibration part of the Brier score of calibrated models with these confidences;
    /// known with the interval of that part.
    std::optional<double> chanceMiscalibration = {};
    /// Net benefit at the thresholds of the settings; empty if not asked for, or if a prevalence is
    /// stated and one outcome does not occur.
    std::vector<DecisionPoint> decision = {};
    /// Risk at 20 coverages, with limits for the confidence of the guarantee, else for `level`;
    /// empty if not asked for.
    std::vector<RiskPoint> risks = {};
    /// As asked for; none if not, or if whyNoGuarantee() says why.
    std::optional<RiskGuarantee> guarantee = {};
    /// Net benefit at 101 thresholds from 0 to twice the share of events; empty if not asked for.
    std::vector<DecisionPoint> decisionProfile = {};
    /// How precise a study of more rows would be; empty if not asked for, or if not both outcomes
    /// occur.
    std::vector<PlannedRows> plannedRows = {};
    std::vector<CurvePoint> riskProfile = {};  ///< risk by coverage; empty if not asked for
    /// Smooth curves of the outcomes; null if not asked for.
    std::shared_ptr<const FlexibleCurves> flexible = {};
    /// None if not asked for, or without a column of times that differ.
    std::optional<ReportedOverTime> overTime = {};
    /// None if not asked for, if no temperature can be fitted, or for more than kMostScaledNumbers.
    std::optional<ReportedScaling> scaling = {};
    /// NLL and ECE by temperature; null if not asked for, or if there is no temperature.
    std::shared_ptr<const TemperatureProfile> temperatureProfile;
    /// The applied calibration map, and the report without it; null if there is none.
    std::shared_ptr<const ReportedRecalibration> recalibration;
    std::shared_ptr<const CurveBeside> beside = {};  ///< null: the figure shows its bars alone
    std::optional<double> endOfRareEvents = {};      ///< see endOfRareEvents()
    std::vector<std::string> eceRemarks;             ///< explanations of the ECE, from eceRemarks()
    std::vector<Note> notes;                         ///< on the data and on this analysis

    /// The temperature by which the scores of the dataset are still to be divided: 1 for cells,
    /// which were counted at a temperature.
    double temperatureOfScores() const { return dataset.areConfidences() ? 1 : temperature; }
    /// The fitted temperature, else the requested one.
    double wantedTemperature() const;
    /// True if `temperature` is that one, but for the last digits of a fit.
    bool isAtWantedTemperature() const;
    /// The settings, with the temperature that is shown: of cells, the nearest that was counted.
    AnalysisSettings shownSettings() const;
    /// The temperature at which a database would have to count the rows for an exact report; none
    /// for a report that is exact, provisional or of rows.
    std::optional<double> uncountedTemperature() const;
    /// The requested intervals.
    IntervalChoice intervalChoice() const {
        return {settings.level, settings.intervals, settings.band};
    }
    /// The fitted temperature; null where there is none.
    const ReportedFit* fitted() const;
    /// Returns the score with this id; null if it is not in the report.
    const Score* find(std::string_view id) const;
    Score* find(std::string_view id);
    /// Returns the value of a score; none if it is undefined or not in the report.
    std::optional<double> score(std::string_view id) const;
};

/// Why a report has no groups.
inline constexpr const char* kNoGroups =
    "no column divides the rows into groups; name one by --column group=NAME";

/// Why a report tells nothing of calibration over time.
inline constexpr const char* kNoTimes =
    "no column tells when the rows were predicted, or all are of one time; name one by --column "
    "time=NAME";

/// True if the report's figure is a profile, and the report holds what it shows.
bool showsProfile(const Report& report);

/// Says that thresholds act on the mean confidences of cells; none for rows.
std::optional<std::string> mergedConfidencesText(const Report& report);

/// Returns why no temperature can be fitted to the rows of a report; none if one can.
std::optional<std::string> whyNoFit(const Report& report);

/// Returns why decisions have no net benefit: the file holds bins, or a prevalence is stated and
/// one outcome does not occur. None if they have.
std::optional<std::string> whyNoDecisions(const Report& report);

/// Returns "at a prevalence of 2 %"; empty if none is stated.
std::string prevalenceText(const Report& report);

/// Returns why these rows cannot guarantee a risk: they are clusters, have importance weights, were
/// chosen by their outcomes, or the temperature or map was fitted on them. None if they can.
std::optional<std::string> whyNoGuarantee(const Report& report);

/// Returns why plannedRows are of no use: rows are clusters or have importance weights. None if
/// they are.
std::optional<std::string> whyNoPlannedRows(const Report& report);

/// Returns why groups cannot be tested as grades, by whether the probability of each is too low:
/// the view is the top label, or rows are clusters. None if they can.
std::optional<std::string> whyNoGrades(const Report& report);

/// "Accepting confidences from 0.92 on covers 20.3 % of the rows; at most 10 % of the accepted are
/// wrong, with 95 % confidence (5.25 % of these are)", or why there is no such threshold. Requires
/// a guarantee that was asked for.
std::string guaranteeText(const Report& report);

/// Returns the groups of each column, and after them the crossings of two. Where crossings were
/// tested, the p-values of groups are adjusted for all of both.
std::vector<const GroupSummary*> groupsAndCrossings(const Report& report);

/// Names the worst of all subgroups, with how likely chance shows one as bad. Requires
/// Report::subgroups.
std::string worstSubgroupText(const Report& report);

/// Returns what calibration over time shows, one sentence each: both tests, the largest break, and
/// what not to conclude. Requires Report::overTime.
std::vector<std::string> overTimeSentences(const Report& report);

/// True if the test of constant miscalibration is below 1 - level.
bool hasChanged(const Report& report);

/// Returns a report with another curve beside its own.
std::shared_ptr<const Report> withBeside(const std::shared_ptr<const Report>& report,
                                         std::shared_ptr<const CurveBeside> beside);

/// Returns the binning of a report with another number of bins.
Binning withBinCount(const Report& report, std::size_t bins);

/// "top-label", "positive class yes", "class 3 versus rest".
std::string viewName(const View& view, std::span<const std::string> classNames);
std::string viewName(const Report& report);

/// "accuracy" for the top label, "observed frequency" for a class, "share not above" for
/// quantiles.
std::string_view accuracyName(const Report& report);

/// Returns the name of a score in `view`: in the view of a class, accuracy is called observed
/// frequency, and confidence mean probability.
std::string_view scoreName(const ScoreDefinition& score, const View& view);
std::string_view shortScoreName(const ScoreDefinition& score, const View& view);

/// "n_eff = 212"; requires clusters.
std::string effectiveText(const Report& report);

/// "60 clusters, n_eff = 212"; requires clusters.
std::string clustersText(const Report& report);

/// "15 equal-width bins", with the actual number of bins.
std::string binsName(const Report& report);

}  // namespace diagonal
