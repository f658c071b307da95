// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/comparing/comparison.h"
#include "core/reporting/report.h"

namespace diagonal {

/// A demand of a script on a score, and whether it is met.
struct JudgedGate {
    std::string model;            ///< "b.csv", or "b.csv compared with a.csv"
    std::string gate;             ///< the option: "--fail-above ece=0.05"
    std::optional<double> value;  ///< of the score, or its difference; none if undefined
    std::string failure = {};     ///< why it is not met; empty if it is
};

/// Returns {"diagonal": VERSION, "reports": [...]} with what of `shown` the reports hold, and the
/// pairs of a comparison and gates, if there are some; undefined numbers are null.
std::string jsonReport(std::span<const std::shared_ptr<const Report>> reports,
                       const ReportPlan& shown,
                       std::optional<std::span<const ModelPair>> comparison = {},
                       std::span<const JudgedGate> gates = {});

}  // namespace diagonal
