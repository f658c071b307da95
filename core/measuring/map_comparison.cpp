// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/map_comparison.h"

#include <algorithm>
#include <limits>

#include "core/measuring/analysis.h"
#include "core/measuring/row_bootstrap.h"

namespace diagonal {
namespace {

/// The score that tells which map is best.
double quality(const ComparedMap& map) {
    for (const std::string_view id : {"brier_multiclass", "brier"}) {
        const Score* score = map.find(id);
        if (score && score->value) return *score->value;
    }
    return std::numeric_limits<double>::infinity();
}

Result<std::vector<Score>> scoresOf(const Dataset& dataset, const AnalysisSettings& settings,
                                    const ProgressCallback& progress) {
    const auto analysis = analyse(dataset, settings, nullptr, progress);
    if (!analysis) return analysis.error();
    Report report = *analysis.value().report;
    const Outcomes& outcomes = *analysis.value().outcomes;
    RowLosses losses;
    if (outcomes.brierMulticlass) losses = rowLosses(dataset.predictions, report.temperature);
    if (!outcomes.nll) losses.negativeLog.clear();
    auto intervals =
        rowBootstrap(outcomes.sorted, losses, {}, settings.level, settings.seed, progress);
    if (!intervals) return intervals.error();
    setIntervals(intervals.value(), report);
    return report.scores;
}

}  // namespace

const Score* ComparedMap::find(std::string_view id) const {
    const auto found = std::ranges::find(scores, id, &Score::id);
    return found == scores.end() ? nullptr : &*found;
}

Result<std::vector<ComparedMap>> comparedMaps(const std::shared_ptr<const Dataset>& dataset,
                                              const AnalysisSettings& settings, std::size_t folds,
                                              const ProgressCallback& progress) {
    AnalysisSettings asGiven = settings;
    asGiven.temperature = 1;
    asGiven.fitTemperature = false;
    std::vector<ComparedMap> out;
    auto scores = scoresOf(*dataset, asGiven, progress);
    if (!scores) return scores.error();
    out.push_back({std::nullopt, "", std::move(scores).value()});
    for (const MapDefinition& definition : mapDefinitions()) {
        const RecalibrationChoice choice{definition.kind, FitRows::Folds, folds, settings.seed,
                                         settings.level};
        const auto made = recalibrated(dataset, nullptr, choice, progress);
        if (!made && made.error().kind == ErrorKind::Cancelled) return made.error();
        ComparedMap compared{definition.kind, made ? "" : made.error().detail};
        if (made) {
            auto measured = scoresOf(*made.value().after, asGiven, progress);
            if (!measured) return measured.error();
            compared.scores = std::move(measured).value();
        }
        out.push_back(std::move(compared));
    }
    std::ranges::stable_sort(out, {}, quality);
    return out;
}

}  // namespace diagonal
