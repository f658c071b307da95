// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/map_comparison.h"

#include <algorithm>
#include <limits>

#include "core/reporting/detailed_report.h"

namespace diagonal {
namespace {

/// Returns the Brier score that ranks maps, multi-class where known; infinity if there is none.
double quality(const ComparedMap& map) {
    for (const std::string_view id : {"brier_multiclass", "brier"}) {
        const Score* score = map.find(id);
        if (score && score->value) return *score->value;
    }
    return std::numeric_limits<double>::infinity();
}

}  // namespace

const Score* ComparedMap::find(std::string_view id) const {
    if (!scores) return nullptr;
    const auto found = std::ranges::find(scores.value(), id, &Score::id);
    return found == scores.value().end() ? nullptr : &*found;
}

Result<std::vector<ComparedMap>> comparedMaps(const std::shared_ptr<const Dataset>& dataset,
                                              AnalysisSettings settings, std::size_t folds,
                                              const Execution& execution) {
    settings.chooseTemperature(1);
    std::vector<ComparedMap> out;
    const auto before = reportOf(dataset, settings, planOfMaps(), execution);
    if (!before) return before.error();
    out.push_back({std::nullopt, before.value()->scores});
    for (const MapDefinition& definition : mapDefinitions()) {
        if (definition.isAsked) continue;
        const RecalibrationChoice choice{definition.kind, FitRows::Folds, folds, settings.seed,
                                         settings.level};
        const auto made = recalibrated(dataset, nullptr, choice, execution);
        if (!made && made.error().kind == ErrorKind::Cancelled) return made.error();
        if (!made) {
            out.push_back({definition.kind, made.error()});
            continue;
        }
        const auto after = reportOf(made.value().after, settings, planOfMaps(), execution);
        if (!after) return after.error();
        out.push_back({definition.kind, after.value()->scores,
                       brierChange(*dataset, 1, *made.value().after, after.value()->view,
                                   settings.level, execution)});
    }
    std::ranges::stable_sort(out, {}, quality);
    return out;
}

}  // namespace diagonal
