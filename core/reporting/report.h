// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/measuring/curves/calibration_curve.h"
#include "core/measuring/reliability_curve.h"
#include "core/measuring/resampling/bin_bootstrap.h"
#include "core/measuring/scores/classwise.h"
#include "core/measuring/scores/conventions.h"
#include "core/measuring/scores/groups.h"
#include "core/measuring/scores/scores.h"
#include "core/predictions/dataset.h"
#include "core/recalibrating/temperature.h"

namespace diagonal {

/// What a user asks to be measured. Absent values take the defaults of the data.
struct AnalysisSettings {
    std::optional<View> view;               ///< defaultView() where absent
    double temperature = 1;                 ///< T > 0; not looked at where fitTemperature
    std::optional<GroupChoice> group = {};  ///< the rows that are measured; all where absent
    bool fitTemperature = false;
    ZeroRows zeroRows = ZeroRows::Refuse;  ///< of a fitted temperature
    BinningScheme scheme = BinningScheme::EqualWidth;
    std::optional<std::size_t> binCount;  ///< defaultBinCount() where absent
    std::vector<double> edges = {};       ///< of custom binning
    std::string preset = {};  ///< an id of eceConventions() that equal-width bins follow, or empty
    EdgeRule edgeRule = EdgeRule::RightClosed;
    BinConfidence binConfidence = BinConfidence::Mean;
    DiagramKind diagram = DiagramKind::Bars;
    double level = 0.95;                            ///< of all intervals, in (0, 1)
    IntervalKind intervals = IntervalKind::Wilson;  ///< of the bins
    BandKind band = BandKind::Pointwise;            ///< whether the intervals of bins hold together
    std::uint64_t seed = 1;                         ///< of all resampling

    bool operator==(const AnalysisSettings&) const = default;
};

/// 15 bins, 10 for one probability column.
std::size_t defaultBinCount(PredictionForm form);

/// TemperatureFit with its effect on the ECE of the report.
struct ReportedFit {
    TemperatureFit fit;
    double eceBefore = 0;  ///< at T = 1, same view and bins
    double eceAfter = 0;
};

struct ReportedRecalibration;

/// Everything any view, file or command line ever shows.
struct Report {
    DatasetSummary dataset;
    View view;
    double temperature = 1;
    /// The fitted temperature, or why there is none; absent where none was asked for.
    std::optional<Result<ReportedFit>> fit;
    std::size_t rowsAgainstFit = 0;         ///< that ZeroRows::LeaveOut would fit without; else 0
    const EceConvention* preset = nullptr;  ///< the convention that the bins follow
    Binning binning;                        ///< as asked for; binned.bins.size() is what came out
    ReliabilityCurve binned;
    DiagramKind diagram = DiagramKind::Bars;
    std::shared_ptr<const CalibrationCurve> curve;  ///< null where the diagram is of bins
    std::vector<Score> scores;
    double level = 0.95;
    IntervalKind intervals = IntervalKind::Wilson;
    BandKind band = BandKind::Pointwise;
    std::uint64_t seed = 1;
    /// Of a temperature that is still being dragged: counts are exact, but means and scores only to
    /// some six digits, and not all scores are there.
    bool isProvisional = false;
    bool isDetailed = false;    ///< holds all scores, with the intervals of all resamples
    std::size_t resamples = 0;  ///< behind the intervals of the scores
    /// All classes in their order; null before isDetailed, empty where not all are known. Shared,
    /// because there may be many.
    std::shared_ptr<const std::vector<ClassSummary>> classes;
    /// All groups of the file, whichever is measured; empty before isDetailed.
    std::vector<GroupSummary> groups;
    /// The ECE by the conventions of other programs, at the same number of equal-width bins; empty
    /// before isDetailed.
    std::vector<ConventionError> conventions;
    /// The map that made the probabilities, and the report without it; null where none did.
    std::shared_ptr<const ReportedRecalibration> recalibration;
    std::vector<std::string> eceRemarks;  ///< why the ECE is as it is: eceRemarks()
    std::vector<Note> notes;              ///< of the data and of this analysis

    /// The intervals that are asked for.
    IntervalChoice intervalChoice() const { return {level, intervals, band}; }
    /// The fitted temperature; null where there is none.
    const ReportedFit* fitted() const;
    /// A score; null where it is not in the report.
    const Score* find(std::string_view id) const;
    /// The value of a score; none where it is undefined or not in the report.
    std::optional<double> score(std::string_view id) const;
};

/// "top-label", "positive class yes", "class 3 versus rest".
std::string viewName(const Report& report);

/// "accuracy" for the top label, "observed frequency" for a class.
std::string_view accuracyName(const View& view);

/// What a score is called in a view: in that of a class, accuracy is the observed frequency and
/// confidence a probability.
std::string_view scoreName(const ScoreDefinition& score, const View& view);
std::string_view shortScoreName(const ScoreDefinition& score, const View& view);

/// "15 equal-width bins"; for equal mass the number that came out.
std::string binsName(const Report& report);

}  // namespace diagonal
