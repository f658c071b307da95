// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/measuring/reliability_curve.h"

namespace diagonal {

/// A number with its identity.
struct Score {
    std::string_view id;          ///< as in the report: "ece"
    std::optional<double> value;  ///< none where it is undefined
    std::string remark = {};      ///< which bin, or why it is undefined; often empty
};

/// What a score is called and means.
struct ScoreDefinition {
    std::string_view id;
    std::string_view name;        ///< "Expected calibration error"
    std::string_view shortName;   ///< "ECE"
    std::string_view definition;  ///< formula and source, one or two sentences
};

/// Every score that a report can hold, in the order of the report.
std::span<const ScoreDefinition> scoreDefinitions();

/// Requires an id of scoreDefinitions().
const ScoreDefinition& scoreDefinition(std::string_view id);

/// The scores of a binned curve: ece, over_confidence, under_confidence, mce, rmsce, ace. Notation:
/// w_b = n_b / n, gap_b = A_b - C_b; sums run over the bins that hold rows.
std::vector<Score> binnedScores(const ReliabilityCurve& curve);

/// sum_b w_b |gap_b| (Naeini 2015, Guo 2017).
double expectedCalibrationError(const ReliabilityCurve& curve);

/// The scores that no binning changes: accuracy, confidence, signed_gap, nll, brier,
/// brier_multiclass, auroc.
std::vector<Score> unbinnedScores(const Outcomes& outcomes);

}  // namespace diagonal
