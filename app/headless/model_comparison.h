// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/comparing/comparison.h"
#include "core/reporting/report.h"

namespace diagonal {

/// The options of a command line that compare models.
struct ComparisonLine {
    bool isRequested = false;                            ///< --compare
    std::vector<std::string> notWorse;                   ///< --fail-if-worse SCORE
    std::vector<std::pair<std::string, double>> within;  ///< --fail-unless-within SCORE=M
    /// --fail-unless-not-worse SCORE=M
    std::vector<std::pair<std::string, double>> notInferior;

    std::size_t gates() const { return notWorse.size() + within.size() + notInferior.size(); }
};

/// Compares the models of a command line with the first of them, the reference.
class ModelComparison {
public:
    /// Adds a model and its report; compares it with the first. Errors: those of comparedPair().
    Result<void> add(std::shared_ptr<const Dataset> dataset, const Report& report);

    const std::vector<ModelPair>& pairs() const { return m_pairs; }

    /// Writes each gate that a pair does not pass to `errors`; returns true if there is one.
    bool breaksGates(const ComparisonLine& line, std::ostream& errors) const;
    /// Says how often several gates err where one would seldom.
    void tellErrorRate(const ComparisonLine& line, std::ostream& errors) const;

private:
    std::shared_ptr<const Dataset> m_reference;
    double m_temperature = 1;
    View m_view;
    Binning m_binning;
    std::vector<ModelPair> m_pairs;
};

}  // namespace diagonal
