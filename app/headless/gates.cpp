// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/gates.h"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <utility>

#include "core/base/text.h"

namespace diagonal {
namespace {

/// Returns "-0.004127 (-0.006012 to -0.002242)", or why there is no such number.
std::string valueText(const ScoreDifference& difference, const std::optional<Interval>& interval) {
    if (!difference.value || !interval) return "undefined: " + difference.remark;
    return signedEstimateText(*difference.value, interval, 6);
}

/// Returns what a limit judges; none if that is undefined.
std::optional<double> judgedValue(const ScoreLimit& limit, const Report& report) {
    if (!limit.ofLowerEnd) return report.score(limit.id);
    const Score* const score = report.find(limit.id);
    if (!score || !score->interval) return std::nullopt;
    return score->interval->lower;
}

/// Says how often a calibrated model breaks a limit, if that is known and not rare.
std::string falseAlarms(const ScoreLimit& limit, const Report& report) {
    constexpr double rare = 0.01;
    if (limit.id != "ece" || limit.ofLowerEnd || !report.chanceErrors) return "";
    const auto& drawn = *report.chanceErrors;
    const auto above = drawn.end() - std::ranges::upper_bound(drawn, limit.highest);
    const double rate = static_cast<double>(above) / static_cast<double>(drawn.size());
    if (rate < rare) return "";
    return ". By chance, a calibrated model with these confidences exceeds it in " +
           percentText(std::round(rate * 100) / 100) +
           " of cases; ece.lower=" + shortest(limit.highest) +
           " fails only if the interval lies above the limit";
}

std::string sixDecimals(double value) {
    constexpr double places = 1e6;
    return shortest(std::round(value * places) / places);
}

}  // namespace

std::string gateText(const ScoreLimit& limit) {
    return "--fail-above " + limit.id + (limit.ofLowerEnd ? ".lower=" : "=") +
           shortest(limit.highest);
}

std::vector<JudgedGate> judgedLimits(const std::vector<ScoreLimit>& limits, const Report& report) {
    std::vector<JudgedGate> gates;
    const auto nearest = std::ranges::find(report.notes, "nearest_temperature", &Note::id);
    for (const ScoreLimit& limit : limits) {
        JudgedGate& gate = gates.emplace_back(
            JudgedGate{modelName(report.dataset), gateText(limit), judgedValue(limit, report)});
        if (nearest != report.notes.end()) {
            gate.value.reset();
            gate.failure = "the limits cannot be checked, because " + nearest->text +
                           ". Print the SQL with --temperature and the temperature that is "
                           "wanted, and check its answer";
        } else if (const Score* score = report.find(limit.id);
                   score && score->bound && gate.value &&
                   std::abs(*gate.value - limit.highest) < *score->bound) {
            gate.failure = limit.id + " is " + shortest(*gate.value) + " " +
                           boundText(*score->bound) + ", which does not tell on which side of " +
                           shortest(limit.highest) + " it is";
        } else if (!gate.value || !(*gate.value <= limit.highest)) {
            gate.failure = (limit.ofLowerEnd ? "the lower end of the interval of " : "") +
                           limit.id + " is " +
                           (gate.value ? sixDecimals(*gate.value) : "undefined") +
                           ", the limit is " + shortest(limit.highest) + falseAlarms(limit, report);
        }
    }
    return gates;
}

std::vector<JudgedGate> judgedPairs(const ComparisonLine& line,
                                    const std::vector<ModelPair>& pairs) {
    std::vector<JudgedGate> gates;
    for (const ModelPair& pair : pairs) {
        const std::string models = pair.second + " compared with " + pair.first;
        for (const std::string& id : line.notWorse) {
            const ScoreDifference* difference = pair.find(id);
            const bool isKnown = difference && difference->interval;
            JudgedGate& gate = gates.emplace_back(JudgedGate{
                models, "--fail-if-worse " + id, isKnown ? difference->value : std::nullopt});
            if (isKnown && !isWorse(*difference)) continue;
            gate.failure = id +
                           (isKnown ? " is worse: its difference is "
                                    : " cannot be judged: its difference is ") +
                           (difference ? valueText(*difference, difference->interval)
                                       : std::string("not computed for these rows"));
        }
        const auto demand = [&](const char* option, const auto& margins, auto isShown,
                                const std::string& what, const std::string& worse) {
            for (const auto& [id, margin] : margins) {
                const ScoreDifference* difference = pair.find(id);
                std::string text = option;
                text.append(" ").append(id).append("=").append(shortest(margin));
                JudgedGate& gate = gates.emplace_back(JudgedGate{
                    models, std::move(text), difference ? difference->value : std::nullopt});
                if (difference && isShown(*difference, margin)) continue;
                gate.failure = id;
                gate.failure.append(" is not shown to be ").append(what).append(shortest(margin));
                gate.failure.append(worse)
                    .append(": its difference, with the 90 % interval, is ")
                    .append(difference ? valueText(*difference, difference->interval90)
                                       : std::string("not computed for these rows"));
            }
        };
        demand("--fail-unless-within", line.within, isWithin, "within ", "");
        demand("--fail-unless-not-worse", line.notInferior, isNotWorse, "at most ", " worse");
    }
    return gates;
}

void tellErrorRate(const ComparisonLine& line, const std::vector<ModelPair>& pairs,
                   std::ostream& errors) {
    const std::size_t worse = line.notWorse.size() * pairs.size();
    if (worse > 1) {
        const double level = pairs.front().level;
        const double any = 1 - std::pow((1 + level) / 2, static_cast<double>(worse));
        errors << "diagonal: --fail-if-worse judged " << worse
               << " differences, each wrongly found worse in " << percentText((1 - level) / 2)
               << " of cases: models as good as the first fail in up to "
               << percentText(std::round(any * 1000) / 1000) << "\n";
    }
    const std::size_t shown = (line.within.size() + line.notInferior.size()) * pairs.size();
    if (shown > 1) {
        errors << "diagonal: " << shown
               << " differences must be shown to be small. Each passes wrongly in at most 5 % of "
                  "cases; since all must pass, the overall error rate is not higher\n";
    }
}

}  // namespace diagonal
