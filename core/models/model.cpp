// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/model.h"

#include <algorithm>
#include <utility>

namespace diagonal {

bool Model::isPairedWith(const Model& reference) const {
    return pair && report() && reference.report() &&
           pairBasis == pairBasisOf(reference, *this, pairBasis.settings.thresholds);
}

void freeRows(Model& model) {
    model.dataset = model.unmapped = nullptr;
    model.recalibration = nullptr;
    Analysis results;
    results.report = model.report();
    model.analysis = std::move(results);
    model.pairBasis.second = nullptr;
    model.prepared = {};
}

PairBasis pairBasisOf(const Model& first, const Model& second, std::vector<double> thresholds) {
    const Report& a = *first.report();
    const Report& b = *second.report();
    return {first.rows(),
            second.rows(),
            a.temperatureOfScores(),
            b.temperatureOfScores(),
            a.view,
            b.view,
            {a.binning, a.settings.level, a.settings.seed, std::move(thresholds),
             first.settings.prevalence}};
}

AnalysisSettings settingsLike(const Report& reference, const Dataset& dataset,
                              AnalysisSettings settings) {
    // One bin for each of few values is the default of some files, and not possible for others.
    const bool canBeSame =
        reference.binning.scheme != BinningScheme::Values || dataset.summary.statedValues > 0;
    if (!settings.scheme && !reference.preset) {
        settings.scheme = canBeSame ? reference.binning.scheme : BinningScheme::EqualWidth;
        settings.edges = reference.binning.edges;
    }
    if (!settings.binCount) settings.binCount = reference.binning.count;
    if (settings.view && settings.view->kind != View::Kind::OneVsRest) return settings;
    if (reference.view.isTopLabel()) {
        settings.view = reference.view;
        return settings;
    }
    const auto& name = reference.dataset.classNames[reference.view.classIndex];
    const View own = defaultView(dataset);
    const auto& names = dataset.summary.classNames;
    const bool isSame = own.kind == reference.view.kind && names[own.classIndex] == name;
    const auto index = std::ranges::find(names, name);
    if (!isSame && index != names.end() && dataset.summary.form != PredictionForm::Confidence)
        settings.view =
            View{View::Kind::OneVsRest, static_cast<std::size_t>(index - names.begin())};
    return settings;
}

}  // namespace diagonal
