// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/measuring/bootstrap.h"
#include "core/measuring/classwise.h"
#include "core/measuring/conventions.h"
#include "core/measuring/reliability_curve.h"
#include "core/measuring/scores.h"
#include "core/recalibrating/temperature.h"

namespace diagonal {

/// What a user asks to be measured. Absent values take the defaults of the data.
struct AnalysisSettings {
    std::optional<View> view;  ///< defaultView() where absent
    double temperature = 1;    ///< T > 0; not looked at where fitTemperature
    bool fitTemperature = false;
    BinningScheme scheme = BinningScheme::EqualWidth;
    std::optional<std::size_t> binCount;  ///< defaultBinCount() where absent
    std::vector<double> edges = {};       ///< of custom binning
    EdgeRule edgeRule = EdgeRule::RightClosed;
    BinConfidence binConfidence = BinConfidence::Mean;
    double level = 0.95;                            ///< of all intervals, in (0, 1)
    IntervalKind intervals = IntervalKind::Wilson;  ///< of the bins
    std::uint64_t seed = 1;                         ///< of all resampling

    bool operator==(const AnalysisSettings&) const = default;
};

/// 15 bins, 10 for one probability column.
std::size_t defaultBinCount(PredictionForm form);

/// A remark that a reader of the numbers must see.
struct Note {
    std::string id;  ///< "clamped", "skipped"
    std::size_t count = 0;
    std::string text;
};

/// How many skipped rows a report lists; a list of all is exported by itself.
inline constexpr std::size_t kReportedSkippedRows = 100;

/// A row that was left out, as a user finds it.
struct SkippedRow {
    std::size_t line = 0;  ///< one-based line of a text file, or row of an array
    std::string text;      ///< why
};

/// A choice that was made for the user, or by them.
struct Assumption {
    std::string id;     ///< "scores", "label_column"
    std::string value;  ///< "logits"
};

/// What was read, apart from the rows themselves.
struct DatasetSummary {
    std::string file;  ///< as the user named it
    std::size_t rows = 0;
    std::optional<std::size_t> classes;
    std::vector<std::string> classNames;
    ScoreKind scores = ScoreKind::Probability;  ///< as written in the file
    PredictionForm form = PredictionForm::ClassScores;
    std::optional<std::size_t> positiveClass;  ///< where the file or the user names one
    std::optional<std::string> noTemperature;  ///< why temperature cannot be scaled
    bool lineNumbers = false;                  ///< SkippedRow::line counts lines, not rows
    std::size_t skipped = 0;
    /// The first 100,000; shared, because every report carries them. Null where there are none.
    std::shared_ptr<const std::vector<SkippedRow>> skippedRows;
    std::vector<Assumption> assumptions;
    std::vector<Note> notes;

    /// The first of the skipped rows, as many as a report lists.
    std::span<const SkippedRow> listedSkippedRows() const {
        if (!skippedRows) return {};
        return std::span(*skippedRows).first(std::min(skippedRows->size(), kReportedSkippedRows));
    }
};

/// TemperatureFit with its effect on the ECE of the report.
struct ReportedFit {
    TemperatureFit fit;
    double eceBefore = 0;  ///< at T = 1, same view and bins
    double eceAfter = 0;
};

/// Everything any view, file or command line ever shows.
struct Report {
    DatasetSummary dataset;
    View view;
    double temperature = 1;
    std::optional<ReportedFit> fit;
    std::string fitProblem;  ///< why there is no fit although one was asked for
    Binning binning;         ///< as asked for; curve.bins.size() is what came out
    ReliabilityCurve curve;
    std::vector<Score> scores;
    double level = 0.95;
    IntervalKind intervals = IntervalKind::Wilson;
    std::uint64_t seed = 1;
    bool isDetailed = false;    ///< holds all scores, with the intervals of all resamples
    std::size_t resamples = 0;  ///< behind the intervals of the scores
    /// All classes in their order; null before isDetailed, empty where not all are known. Shared,
    /// because there may be many.
    std::shared_ptr<const std::vector<ClassSummary>> classes;
    /// The ECE by the conventions of other programs, at the same number of equal-width bins; empty
    /// before isDetailed.
    std::vector<ConventionError> conventions;
    std::vector<std::string> eceRemarks;  ///< why the ECE is as it is: eceRemarks()
    std::vector<Note> notes;              ///< of the data and of this analysis

    /// A score; null where it is not in the report.
    const Score* find(std::string_view id) const;
    /// The value of a score; none where it is undefined or not in the report.
    std::optional<double> score(std::string_view id) const;
};

/// Gives the scores of `report` their intervals.
void setIntervals(const ScoreIntervals& intervals, Report& report);

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

/// "wilson", "clopper-pearson", "jeffreys", "consistency".
std::string_view intervalKindName(IntervalKind kind);

/// "logits", "probabilities", "log-probabilities", "percent".
std::string_view scoreKindName(ScoreKind kind);

}  // namespace diagonal
