// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/cell_temperatures.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/measuring/row_conditions.h"
#include "core/recalibrating/temperature/counted_temperature.h"
#include "core/recalibrating/temperature/temperature_sandwich.h"

namespace diagonal {
namespace {

/// Sums up the cells of the requested groups. Errors: those of groupDataset().
Result<CountedLikelihood> likelihoodOf(const Dataset& cells, const AnalysisSettings& settings) {
    if (settings.where.groups.empty()) return countedLikelihood(cells);
    const auto part = groupDataset(cells, settings.where.groups);
    if (!part) return part.error();
    return countedLikelihood(part.value());
}

Result<TemperatureFit> fitOfCounts(const Dataset& whole, const AnalysisSettings& settings) {
    std::vector<CountedLikelihood> all;
    for (const CellsAtTemperature& at : whole.atTemperatures) {
        if (at.added > 0) continue;
        auto counted = likelihoodOf(*at.dataset, settings);
        if (!counted) return counted.error();
        all.push_back(counted.value());
    }
    return fitBetweenTemperatures(all, settings.level);
}

Result<TemperatureFit> fitOfMargins(const Dataset& whole, const AnalysisSettings& settings,
                                    const Execution& execution) {
    std::optional<Dataset> part;
    if (!settings.where.groups.empty()) {
        auto found = groupDataset(whole, settings.where.groups);
        if (!found) return found.error();
        part = std::move(found).value();
    }
    const Dataset& rows = part ? *part : whole;
    const auto clusters = rows.clusters ? std::optional(clustersOf(*rows.clusters)) : std::nullopt;
    return fitRows(rows.predictions, settings, clusters ? &*clusters : nullptr, execution);
}

}  // namespace

std::shared_ptr<const Dataset> cellsAt(const Dataset& whole, double temperature) {
    if (whole.atTemperatures.empty()) return nullptr;
    const auto distance = [&](const CellsAtTemperature& cells) {
        return std::abs(std::log(cells.temperature / temperature));
    };
    const auto nearest = std::ranges::min_element(whole.atTemperatures, {}, distance);
    constexpr double same = 1e-6;
    const bool serves = !whole.summary.cells->areMargins || distance(*nearest) < same;
    return serves ? nearest->dataset : nullptr;
}

Result<TemperatureFit> fitRows(const Predictions& rows, const AnalysisSettings& settings,
                               const RowClusters* clusters, const Execution& execution) {
    auto fit = fitTemperature(rows, settings.level, execution, settings.zeroRows);
    if (fit) widenBySandwich(clusters, rows, settings.level, execution, fit.value());
    return fit;
}

Result<TemperatureFit> fitCells(const Dataset& whole, const AnalysisSettings& settings,
                                const Execution& execution) {
    if (whole.summary.cells->areMargins) return fitOfMargins(whole, settings, execution);
    auto fit = fitOfCounts(whole, settings);
    // How rows vary within clusters is not known.
    if (fit && whole.clusters) fit.value().lower = fit.value().upper = std::nullopt;
    return fit;
}

}  // namespace diagonal
