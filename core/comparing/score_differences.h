// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parallel.h"
#include "core/measuring/model_rows.h"
#include "core/measuring/reliability_curve.h"
#include "core/measuring/scores/scores.h"
#include "core/measuring/view.h"
#include "core/numerics/mean_estimate.h"
#include "core/predictions/predictions.h"

namespace diagonal {

/// The score of a second model minus that of a first one, over the same rows.
struct ScoreDifference {
    std::string_view id;  ///< as in scoreDefinitions(), or kNetBenefit
    double first = 0;
    double second = 0;
    std::optional<double> value = {};       ///< second - first; none if undefined
    std::optional<Interval> interval = {};  ///< at the level asked for
    /// At 90 %: the models are equivalent at 5 % within a margin m if it lies inside (-m, m) (two
    /// one-sided tests; Schuirmann 1987).
    std::optional<Interval> interval90 = {};
    std::optional<double> p = {};          ///< of a true difference of 0, two-sided
    std::string_view method = {};          ///< of the interval: "paired t"
    std::string remark = {};               ///< why it is undefined, or what to mind
    std::optional<double> threshold = {};  ///< of kNetBenefit; none for scores
};

/// ScoreDifference::id of the net benefit at a threshold, which is no score of a report.
inline constexpr std::string_view kNetBenefit = "net_benefit";

/// Returns on which side of 0 a difference is worse.
WorseSide worseSideOf(const ScoreDifference& difference);

struct DifferenceSettings {
    Binning binning;  ///< of ece and l2_debiased
    double level = .95;
    std::uint64_t seed = 1;
    std::vector<double> thresholds = {};    ///< of kNetBenefit, each in (0, 1)
    std::optional<double> prevalence = {};  ///< as in DecisionSettings, of kNetBenefit

    bool operator==(const DifferenceSettings&) const = default;
};

/// Compares two models on the same rows. Means of rows (brier, nll, accuracy, signed_gap,
/// brier_multiclass) are estimated by meanEstimate() of the rows' differences, which is unbiased;
/// accuracy of independent rows by pairedProportionInterval() with the p-value of mcNemar().
/// Accuracy is that of the predicted classes in every view. brier_mcb, brier_dsc and brier_unc, and
/// auroc, are means of rowInfluences(); auroc of independent rows with the same outcomes has
/// DeLong's standard error. ece and l2_debiased are pairedErrors(). brier_unc is there only if the
/// outcomes of the models differ, as in the top-label view. oe is the mean of O:E + (a_i - O:E c_i)
/// over the mean c; the net benefit that of rowBenefit(), at a stated prevalence weighted by
/// outcome and with the variance within outcomes, which must then be the same for both models.
/// Nullopt if progress cancels. Requires rows of equal number, at least one.
std::optional<std::vector<ScoreDifference>> scoreDifferences(const ModelRows& first,
                                                             const ModelRows& second,
                                                             const RowClusters& clusters,
                                                             const DifferenceSettings& settings,
                                                             const Execution& execution = {});

/// True if both models have the same outcomes, as in the view of a class.
bool haveCommonOutcomes(const ModelRows& first, const ModelRows& second);

}  // namespace diagonal
