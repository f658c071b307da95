// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/choice.h"
#include "core/comparing/comparison.h"
#include "core/publishing/plots/figure.h"
#include "core/reporting/report.h"

namespace diagonal {

/// Figures that show several models.
enum class ModelFigureKind {
    Overlay,    ///< overlay_plot.h
    Multiples,  ///< the diagram of each, on the same axes
    Map,        ///< model_map.h: two scores of each model, by default MCB and DSC
    Murphy,     ///< murphy_plot.h
    Forest      ///< forest_plot.h: one score, as differences to the reference
};

struct ModelFigureDefinition : Choice<ModelFigureKind> {
    std::string_view help;  ///< one sentence
};

inline constexpr auto kModelFigures = std::to_array<ModelFigureDefinition>(
    {{{ModelFigureKind::Overlay, "overlay", "Overlay"},
      "The curves of up to eight models in one diagram."},
     {{ModelFigureKind::Multiples, "multiples", "Small multiples"},
      "The diagram of each model, in the same bins and on the same axes."},
     {{ModelFigureKind::Map, "mcb-dsc", "MCB–DSC map"},
      "Miscalibration and discrimination of each model; an arrow to its temperature-scaled self."},
     {{ModelFigureKind::Murphy, "murphy", "Murphy curves"},
      "Mean cost of decisions by threshold; the area below is the Brier score."},
     {{ModelFigureKind::Forest, "forest", "Differences"},
      "The difference of each model to the reference in one score, over the same rows."}});

/// The most models whose curves are drawn over each other.
inline constexpr std::size_t kMostOverlaid = 8;

/// What figures of several models show of one of them beside its report.
struct ModelResults {
    /// The last report that holds the band of a calibrated model; often one of other bins.
    std::shared_ptr<const Report> banded = nullptr;
    /// murphyCurve() of the rows of the report; empty if not computed.
    std::vector<CurvePoint> murphy = {};
    /// Scores after temperature scaling, fitted by cross-validation in five folds; null if not
    /// computed or not possible.
    std::shared_ptr<const Report> scaled = nullptr;
    std::string noScaled = {};  ///< why `scaled` is not possible; or empty
    /// Compared with the reference; null for the reference itself, and if not computed.
    std::shared_ptr<const Result<ModelPair>> pair = nullptr;
};

/// A model among others, as figures and lists of models show it.
struct PlottedModel : ModelResults {
    std::string name = {};
    std::size_t place = 0;  ///< in the list of models: its colour
    std::shared_ptr<const Report> report = nullptr;
};

/// The scores, by id, that figures of models show.
struct FigureScores {
    std::string x = "brier_mcb";  ///< of a map
    std::string y = "brier_dsc";
    std::string difference = {};  ///< of a forest plot; empty: leadingScore()

    bool isMcbDsc() const { return x == "brier_mcb" && y == "brier_dsc"; }
    bool operator==(const FigureScores&) const = default;
};

/// What a figure shows of each model, beyond the bins.
struct ModelParts {
    ReportPlan plan;  ///< of PlottedModel::report
    bool murphy = false;
    bool pair = false;                      ///< ModelResults::pair of all but the reference
    std::optional<ReportPlan> scaled = {};  ///< of ModelResults::scaled; none: not needed
};

/// Returns what a figure of models needs of one of them. In an overlay, only the reference needs a
/// band; in a map of MCB and DSC, only the reference needs the interval of MCB.
ModelParts partsOf(ModelFigureKind kind, const FigureScores& scores,
                   const AnalysisSettings& settings, bool isReference);

/// Returns the figure of a kind other than Multiples; the first model is the reference. Errors:
/// Undefined, with the reason and the model, if there is no such figure of these models; figures of
/// common outcomes (Murphy curves, a map of MCB and DSC) need the view of a class; a forest plot
/// needs each model's `pair`.
Result<Figure> modelPlot(ModelFigureKind kind, std::span<const PlottedModel> models,
                         const FigureScores& scores = {});

/// Returns what models are called where there is little room: without the endings of files, unless
/// two were called the same then.
std::vector<std::string> shortNames(std::span<const PlottedModel> models);

/// Returns why models cannot be shown in one figure: their views differ; none if they can.
std::optional<Error> differingViews(std::span<const PlottedModel> models);

}  // namespace diagonal
