// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/report.h"

#include <algorithm>

#include "core/base/text.h"

namespace diagonal {

std::size_t defaultBinCount(PredictionForm form) {
    return form == PredictionForm::PositiveScore ? 10 : 15;
}

const Score* Report::find(std::string_view id) const {
    const auto found = std::ranges::find(scores, id, &Score::id);
    return found == scores.end() ? nullptr : &*found;
}

std::optional<double> Report::score(std::string_view id) const {
    const Score* found = find(id);
    return found ? found->value : std::nullopt;
}

std::string viewName(const Report& report) {
    if (report.view.kind == View::Kind::TopLabel) return "top-label";
    const std::string& name = report.dataset.classNames[report.view.classIndex];
    return report.view.kind == View::Kind::PositiveClass ? "positive class " + name
                                                         : "class " + name + " versus rest";
}

std::string_view accuracyName(const View& view) {
    return view.kind == View::Kind::TopLabel ? "accuracy" : "observed frequency";
}

std::string_view scoreName(const ScoreDefinition& score, const View& view) {
    if (view.kind == View::Kind::TopLabel) return score.name;
    if (score.id == "accuracy") return "Observed frequency";
    return score.id == "confidence" ? "Mean probability" : score.name;
}

std::string_view shortScoreName(const ScoreDefinition& score, const View& view) {
    if (view.kind == View::Kind::TopLabel) return score.shortName;
    if (score.id == "accuracy") return "Frequency";
    return score.id == "confidence" ? "Probability" : score.shortName;
}

std::string binsName(const Report& report) {
    const std::size_t bins = report.binned.bins.size();
    switch (report.binning.scheme) {
        case BinningScheme::EqualMass: return counted(bins, "equal-mass bin");
        case BinningScheme::Isotonic: return counted(bins, "isotonic bin");
        case BinningScheme::Custom:
            if (report.preset) {
                return counted(bins, "bin") + " as in " + std::string(report.preset->name);
            }
            return counted(bins, "bin with given edges", "bins with given edges");
        case BinningScheme::EqualWidth: break;
    }
    return counted(bins, "equal-width bin");
}

std::string_view intervalKindName(IntervalKind kind) {
    switch (kind) {
        case IntervalKind::Wilson: return "wilson";
        case IntervalKind::ClopperPearson: return "clopper-pearson";
        case IntervalKind::Jeffreys: return "jeffreys";
        case IntervalKind::Consistency: return "consistency";
    }
    return "";
}

std::string_view bandKindName(BandKind kind) {
    return kind == BandKind::Pointwise ? "pointwise" : "simultaneous";
}

std::string_view diagramKindName(DiagramKind kind) {
    switch (kind) {
        case DiagramKind::Bars: return "bars";
        case DiagramKind::Gaps: return "gaps";
        case DiagramKind::Isotonic: return "isotonic";
        case DiagramKind::Smooth: return "smooth";
        case DiagramKind::Cumulative: return "cumulative";
    }
    return "";
}

}  // namespace diagonal
