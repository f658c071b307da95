// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/counted_profile.h"

#include <algorithm>
#include <vector>

#include "core/measuring/outcomes.h"
#include "core/measuring/row_conditions.h"
#include "core/measuring/scores/scores.h"
#include "core/recalibrating/temperature/counted_temperature.h"

namespace diagonal {

Result<TemperatureProfile> countedProfile(std::span<const CellsAtTemperature> cells,
                                          const GroupChoices& groups, const View& view,
                                          const Binning& binning, const Execution& execution) {
    TemperatureProfile profile;
    std::vector<CountedLikelihood> likelihoods;
    Continuation continuation(execution.progress);
    for (const CellsAtTemperature& at : cells) {
        if (!continuation.goesOn(profile.points.size(), cells.size())) return cancelled();
        const auto part = rowsOfGroups(at.dataset, groups);
        if (!part) return part.error();
        const Dataset& rows = *part.value();
        const auto outcomes = outcomesAt(rows.predictions, view, 1, execution, false);
        if (!outcomes) return cancelled();
        const CountedLikelihood likelihood = countedLikelihood(rows);
        const bool isFinite = rows.summary.cells->knowsLosses && likelihood.impossible == 0;
        profile.points.push_back(
            {at.temperature, isFinite ? std::optional(likelihood.value) : std::nullopt,
             expectedCalibrationError(binned(outcomes->sorted, binning, std::nullopt))});
        if (at.added == 0) likelihoods.push_back(likelihood);
    }
    constexpr double anyLevel = 0.95;
    if (const auto fit = fitBetweenTemperatures(likelihoods, anyLevel))
        profile.leastNll = fit.value().value;
    profile.leastEce =
        std::ranges::min_element(profile.points, {}, &ProfilePoint::ece)->temperature;
    return profile;
}

}  // namespace diagonal
