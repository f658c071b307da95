// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/model_comparison.h"

#include <cmath>
#include <ostream>

#include "app/platform/parallel.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

/// Returns "-0.0041 (-0.0060 to -0.0022)", or why there is no such number.
std::string valueText(const ScoreDifference& difference, const std::optional<Interval>& interval) {
    if (!difference.value || !interval) return "undefined: " + difference.remark;
    return shortest(*difference.value) + " (" + shortest(interval->lower) + " to " +
           shortest(interval->upper) + ")";
}

}  // namespace

Result<void> ModelComparison::add(std::shared_ptr<const Dataset> dataset, const Report& report) {
    if (!m_reference) {
        m_reference = std::move(dataset);
        m_temperature = report.temperatureOfScores();
        m_view = report.view;
        m_binning = report.binning;
        return {};
    }
    const DifferenceSettings settings{m_binning, report.level, report.seed};
    auto pair = comparedPair({m_reference.get(), m_temperature, m_view},
                             {dataset.get(), report.temperatureOfScores(), report.view}, settings,
                             {.parallelFor = parallelFor});
    if (!pair) return pair.error();
    m_pairs.push_back(std::move(pair).value());
    return {};
}

bool ModelComparison::breaksGates(const ComparisonLine& line, std::ostream& errors) const {
    bool broken = false;
    for (const ModelPair& pair : m_pairs) {
        const std::string models = pair.second + " compared with " + pair.first + ": ";
        for (const std::string& id : line.notWorse) {
            const ScoreDifference* difference = pair.find(id);
            const bool isKnown = difference && difference->interval;
            if (isKnown && !isWorse(*difference)) continue;
            broken = true;
            errors << "diagonal: " << models << id
                   << (isKnown ? " is worse by " : " cannot be judged: its difference is ")
                   << (difference ? valueText(*difference, difference->interval)
                                  : std::string("not computed for these rows"))
                   << "\n";
        }
        const auto demand = [&](const auto& margins, auto isShown, const std::string& what,
                                const std::string& worse) {
            for (const auto& [id, margin] : margins) {
                const ScoreDifference* difference = pair.find(id);
                if (difference && isShown(*difference, margin)) continue;
                broken = true;
                errors << "diagonal: " << models << id << " is not shown to be " << what
                       << shortest(margin) << worse
                       << ": its difference, with the 90 % interval, is "
                       << (difference ? valueText(*difference, difference->interval90)
                                      : std::string("not computed for these rows"))
                       << "\n";
            }
        };
        demand(line.within, isWithin, "within ", "");
        demand(line.notInferior, isNotWorse, "at most ", " worse");
    }
    return broken;
}

void ModelComparison::tellErrorRate(const ComparisonLine& line, std::ostream& errors) const {
    const std::size_t worse = line.notWorse.size() * m_pairs.size();
    if (worse > 1) {
        const double level = m_pairs.front().level;
        const double any = 1 - std::pow((1 + level) / 2, static_cast<double>(worse));
        errors << "diagonal: --fail-if-worse judged " << worse
               << " differences, each wrongly found worse in " << percentText((1 - level) / 2)
               << " of cases: models as good as the first fail in up to "
               << percentText(std::round(any * 1000) / 1000) << "\n";
    }
    const std::size_t shown = (line.within.size() + line.notInferior.size()) * m_pairs.size();
    if (shown > 1) {
        errors << "diagonal: " << shown
               << " differences must be shown to be small. Each passes wrongly in at most 5 % of "
                  "cases; since all must pass, the overall error rate is not higher\n";
    }
}

}  // namespace diagonal
