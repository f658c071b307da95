// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "core/comparing/comparison.h"
#include "core/reporting/writing/json_report.h"

namespace diagonal {

/// The highest value that a score, or the lower end of its interval, may have, from --fail-above.
struct ScoreLimit {
    std::string id;
    double highest = 0;
    bool ofLowerEnd = false;
};

/// The options of a command line that compare models.
struct ComparisonLine {
    bool isRequested = false;                            ///< --compare
    std::vector<std::string> notWorse;                   ///< --fail-if-worse SCORE
    std::vector<std::pair<std::string, double>> within;  ///< --fail-unless-within SCORE=M
    /// --fail-unless-not-worse SCORE=M
    std::vector<std::pair<std::string, double>> notInferior;

    std::size_t gates() const { return notWorse.size() + within.size() + notInferior.size(); }
};

/// "--fail-above ece=0.05".
std::string gateText(const ScoreLimit& limit);
/// Judges a report by each limit; one that cannot be checked is not met.
std::vector<JudgedGate> judgedLimits(const std::vector<ScoreLimit>& limits, const Report& report);

/// Judges each pair by each gate of a comparison.
std::vector<JudgedGate> judgedPairs(const ComparisonLine& line,
                                    const std::vector<ModelPair>& pairs);
/// Says how often several gates err where one would seldom.
void tellErrorRate(const ComparisonLine& line, const std::vector<ModelPair>& pairs,
                   std::ostream& errors);

}  // namespace diagonal
