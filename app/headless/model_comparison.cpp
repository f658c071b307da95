// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/model_comparison.h"

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
        for (const auto& [id, margin] : line.within) {
            const ScoreDifference* difference = pair.find(id);
            if (difference && isWithin(*difference, margin)) continue;
            broken = true;
            errors << "diagonal: " << models << id << " is not shown to be within "
                   << shortest(margin) << ": its difference, with the 90 % interval, is "
                   << (difference ? valueText(*difference, difference->interval90)
                                  : std::string("not computed for these rows"))
                   << "\n";
        }
    }
    return broken;
}

}  // namespace diagonal
