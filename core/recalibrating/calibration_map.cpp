// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/calibration_map.h"

#include <algorithm>

namespace diagonal {

const std::vector<MapDefinition>& mapDefinitions() {
    static const std::vector<MapDefinition> definitions{
        {MapKind::Temperature, "temperature", "Temperature scaling",
         "softmax(z / T), T minimising the NLL (Guo 2017). Leaves every prediction unchanged."},
        {MapKind::Platt, "platt", "Platt scaling",
         "sigmoid(a logit p + c) by maximum likelihood with smoothed targets (Platt 1999). For two "
         "classes."},
        {MapKind::Beta, "beta", "Beta calibration",
         "sigmoid(a ln p - b ln(1 - p) + c) with a, b >= 0 by maximum likelihood (Kull 2017). For "
         "two classes."},
        {MapKind::BetaAM, "beta-am", "Beta calibration, a = b",
         "Beta calibration with one slope, a = b (Kull 2017). For two classes."},
        {MapKind::BetaAB, "beta-ab", "Beta calibration, m = 1/2",
         "Beta calibration that leaves p = 1/2 unchanged (Kull 2017). For two classes."},
        {MapKind::Isotonic, "isotonic", "Isotonic regression",
         "The best non-decreasing fit by pooling adjacent violators (Zadrozny and Elkan 2002); for "
         "more than two classes each against the rest, then divided by their sum."},
        {MapKind::Histogram, "histogram", "Histogram binning",
         "The frequency in each of 15 equal-mass bins (Zadrozny and Elkan 2001); for more than two "
         "classes each against the rest, then divided by their sum."},
        {MapKind::Vector, "vector", "Vector scaling",
         "softmax(w z + b), a weight and a bias for each class, by maximum likelihood (Guo 2017). "
         "For three classes or more."},
        {MapKind::Shift, "shift", "Prevalence shift",
         "sigmoid(logit p + logit pi1 - logit pi0): the share of the class is pi0 in the training "
         "data, which you state, and pi1 in the rows of the fit (Saerens 2002). It assumes that "
         "nothing but the shares has changed. For two classes.",
         true}};
    return definitions;
}

const MapDefinition& mapDefinition(MapKind kind) {
    return *std::ranges::find(mapDefinitions(), kind, &MapDefinition::kind);
}

std::optional<MapKind> mapNamed(std::string_view id) {
    const auto found = std::ranges::find(mapDefinitions(), id, &MapDefinition::id);
    if (found == mapDefinitions().end()) return std::nullopt;
    return found->kind;
}

}  // namespace diagonal
