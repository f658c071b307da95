// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/cell_temperatures.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/measuring/row_conditions.h"
#include "core/recalibrating/temperature/counted_temperature.h"

namespace diagonal {

std::shared_ptr<const Dataset> rowsAt(const std::shared_ptr<const Dataset>& whole,
                                      double temperature) {
    if (whole->atTemperatures.empty()) return whole;
    const auto distance = [&](const CellsAtTemperature& cells) {
        return std::abs(std::log(cells.temperature / temperature));
    };
    const auto nearest = std::ranges::min_element(whole->atTemperatures, {}, distance);
    constexpr double same = 1e-6;
    const bool serves = whole->summary.areConfidences() || distance(*nearest) < same;
    return serves ? nearest->dataset : whole;
}

Result<TemperatureFit> fitBetweenCounts(const Dataset& whole, const GroupChoices& groups,
                                        double level) {
    std::vector<CountedLikelihood> all;
    for (const CellsAtTemperature& at : whole.atTemperatures) {
        if (at.added > 0) continue;
        const auto cells = rowsOfGroups(at.dataset, groups);
        if (!cells) return cells.error();
        all.push_back(countedLikelihood(*cells.value()));
    }
    auto fit = fitBetweenTemperatures(all, level);
    // How rows vary within clusters is not known.
    if (fit && whole.clusters) fit.value().lower = fit.value().upper = std::nullopt;
    return fit;
}

}  // namespace diagonal
