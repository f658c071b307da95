// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/reporting/recalibration_report.h"

namespace diagonal {

BinningScheme defaultScheme(const DatasetSummary& dataset) {
    if (dataset.areBins() && !dataset.cells->areByWidth) return BinningScheme::Custom;
    return dataset.statedValues > 0 ? BinningScheme::Values : BinningScheme::EqualWidth;
}

void AnalysisSettings::chooseTemperature(double chosen) {
    temperature = chosen;
    fitTemperature = false;
}

void AnalysisSettings::chooseDiagram(DiagramKind chosen) {
    diagram = chosen;
    profile.reset();
}

void AnalysisSettings::chooseScheme(BinningScheme chosen) {
    scheme = chosen;
    preset.clear();
}

void AnalysisSettings::chooseEdgeRule(EdgeRule chosen) {
    edgeRule = chosen;
    preset.clear();
}

void AnalysisSettings::chooseBinConfidence(BinConfidence chosen) {
    binConfidence = chosen;
    preset.clear();
}

AnalysisSettings settingsAsMeasured(const Report& report) {
    AnalysisSettings settings = report.settings;
    settings.where = {};
    settings.view = report.view;
    settings.chooseTemperature(report.temperature);
    settings.chooseDiagram(DiagramKind::Bars);
    settings.chooseScheme(report.binning.scheme);
    settings.binCount = report.binning.count;
    settings.edges = report.binning.edges;
    settings.edgeRule = report.binning.edgeRule;
    settings.binConfidence = report.binning.confidence;
    return settings;
}

BinningScheme schemeOf(const AnalysisSettings& settings, BinningScheme byDefault) {
    return settings.scheme.value_or(settings.binCount ? BinningScheme::EqualWidth : byDefault);
}

std::size_t defaultBinCount(PredictionForm form, const std::optional<CellsSummary>& cells) {
    if (cells && cells->areBins()) return cells->edges.size() - 1;
    if (cells) form = cells->form;
    return form == PredictionForm::PositiveScore ? 10 : 15;
}

double Report::wantedTemperature() const {
    return fitted() ? fitted()->fit.value : settings.temperature;
}

bool Report::isAtWantedTemperature() const {
    constexpr double same = 1e-6;
    return std::abs(wantedTemperature() / temperature - 1) < same;
}

AnalysisSettings Report::shownSettings() const {
    AnalysisSettings shown = settings;
    if (!isProvisional && !isAtWantedTemperature()) shown.temperature = temperature;
    return shown;
}

std::optional<double> Report::uncountedTemperature() const {
    if (!dataset.cells || isProvisional) return std::nullopt;
    if (dataset.cells->areMargins) return temperature;
    const bool isBetween = !dataset.cells->temperatures.empty() && !isAtWantedTemperature();
    return isBetween ? std::optional(wantedTemperature()) : std::nullopt;
}

const ReportedFit* Report::fitted() const {
    return fit && *fit ? &fit->value() : nullptr;
}

const Score* Report::find(std::string_view id) const {
    const auto found = std::ranges::find(scores, id, &Score::id);
    return found == scores.end() ? nullptr : &*found;
}

Score* Report::find(std::string_view id) {
    const auto found = std::ranges::find(scores, id, &Score::id);
    return found == scores.end() ? nullptr : &*found;
}

std::optional<double> Report::score(std::string_view id) const {
    const Score* found = find(id);
    return found ? found->value : std::nullopt;
}

bool showsProfile(const Report& report) {
    if (!report.settings.profile) return false;
    switch (*report.settings.profile) {
        case ProfileKind::Bins: return report.binProfile != nullptr;
        case ProfileKind::Temperature: return report.temperatureProfile != nullptr;
        case ProfileKind::Decision: return !report.decisionProfile.empty();
        case ProfileKind::Risk: return !report.riskProfile.empty();
        case ProfileKind::Flexible: return report.flexible != nullptr;
        case ProfileKind::Time: return report.overTime.has_value();
        case ProfileKind::ForestOe: break;
    }
    return report.plan.groups && !report.groups.empty();
}

std::shared_ptr<const Report> withBeside(const std::shared_ptr<const Report>& report,
                                         std::shared_ptr<const CurveBeside> beside) {
    auto both = std::make_shared<Report>(*report);
    both->beside = std::move(beside);
    return both;
}

Binning withBinCount(const Report& report, std::size_t bins) {
    if (report.preset) return binningOf(*report.preset, bins);
    Binning binning = report.binning;
    binning.count = bins;
    return binning;
}

std::string viewName(const View& view, std::span<const std::string> classNames) {
    if (view.isTopLabel()) return "top-label";
    const std::string& name = classNames[view.classIndex];
    return view.kind == View::Kind::PositiveClass ? "positive class " + name
                                                  : "class " + name + " versus rest";
}

std::string viewName(const Report& report) {
    return viewName(report.view, report.dataset.classNames);
}

std::optional<std::string> mergedConfidencesText(const Report& report) {
    if (!report.dataset.cells) return std::nullopt;
    return "the rows of a cell were counted together: thresholds act on the mean confidence of "
           "each cell, so that a threshold inside a cell accepts all of its rows or none";
}

std::optional<std::string> whyNoDecisions(const Report& report) {
    if (report.dataset.areBins()) return std::string(kNeedsRows);
    const auto& bins = report.binned.bins;
    const bool hasBoth =
        std::ranges::any_of(bins, [](const Bin& bin) { return bin.correct > 0; }) &&
        std::ranges::any_of(bins, [](const Bin& bin) { return bin.correct < bin.weight; });
    if (report.settings.prevalence && !hasBoth)
        return "a stated prevalence needs rows with the event and rows without it";
    return std::nullopt;
}

std::string prevalenceText(const Report& report) {
    const auto& prevalence = report.settings.prevalence;
    return prevalence ? "at a prevalence of " + percentText(*prevalence) : std::string();
}

std::optional<std::string> whyNoFit(const Report& report) {
    if (report.dataset.noTemperature) return report.dataset.noTemperature;
    // For all other rows it would be wrong.
    if (report.settings.where.judgePredictions())
        return "these rows were chosen by what the model predicts";
    return std::nullopt;
}

std::optional<std::string> whyNoGuarantee(const Report& report) {
    if (report.clusters)
        return "rows of one cluster are not independent: no guarantee holds for them";
    if (report.dataset.weights == WeightKind::Importance)
        return "no guarantee is known for rows with importance weights";
    if (report.settings.where.judgeOutcomes())
        return "these rows were chosen by what they turned out to be: a guarantee needs others";
    if (report.settings.fitTemperature)
        return "the temperature was fitted on these rows: a guarantee needs others";
    if (report.recalibration && report.recalibration->rows != FitRows::Other &&
        report.recalibration->rows != FitRows::Half)
        return "the map was fitted on these rows: a guarantee needs others (--fit-on FILE)";
    return std::nullopt;
}

std::optional<std::string> whyNoPlannedRows(const Report& report) {
    if (report.clusters)
        return "rows of one cluster are not independent, as the formulas of rows needed require";
    if (report.dataset.weights == WeightKind::Importance)
        return "the formulas of rows needed hold for rows without importance weights";
    return std::nullopt;
}

std::optional<std::string> whyNoGrades(const Report& report) {
    if (report.view.isTopLabel())
        return "grades state the probability of one class, but the top label is measured; choose "
               "the class with --view";
    if (report.clusters)
        return "rows of one cluster are not independent, as Jeffreys' test of grades needs";
    return std::nullopt;
}

std::string guaranteeText(const Report& report) {
    const GuaranteeChoice& asked = *report.settings.guarantee;
    const std::string goal = "a risk of at most " + percentText(asked.risk) + " with " +
                             percentText(asked.confidence) + " confidence";
    if (const auto why = whyNoGuarantee(report))
        return "No threshold guarantees " + goal + ": " + *why;
    const RiskGuarantee& guarantee = *report.guarantee;
    if (!guarantee.point) {
        return "No threshold guarantees " + goal +
               ": at none of 20 coverages does the exact limit "
               "of the risk, which must hold for all of them, reach it. Even without a mistake it "
               "needs " +
               groupedDigits(guarantee.neededOfAll) + " accepted rows (" +
               groupedDigits(guarantee.needed) + " for a threshold fixed in advance)";
    }
    const RiskPoint& point = *guarantee.point;
    return "Accepting confidences from " + shortest(point.threshold) + " on covers " +
           percentText(std::round(point.coverage * 1000) / 1000) + " of the rows; at most " +
           percentText(asked.risk) + " of accepted new rows are " +
           (report.view.isTopLabel()
                ? std::string("wrong")
                : "not of class " + quotedText(report.dataset.classNames[report.view.classIndex])) +
           ", with " + percentText(asked.confidence) + " confidence (" +
           fixedText(100 * point.risk, 2) + " % of these are)" +
           (report.dataset.cells ? "; approximate: " + *mergedConfidencesText(report) : "");
}

std::vector<const GroupSummary*> groupsAndCrossings(const Report& report) {
    std::vector<const GroupSummary*> all;
    all.reserve(report.groups.size());
    for (const GroupSummary& group : report.groups)
        all.push_back(&group);
    if (!report.subgroups) return all;
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> places;
    for (std::size_t i = 0; i < all.size(); ++i)
        places.emplace(std::pair<std::string_view, std::string_view>(all[i]->group.column,
                                                                     all[i]->group.value),
                       i);
    for (const GroupSummary& tested : report.subgroups->tested) {
        if (tested.choices.size() > 1) {
            all.push_back(&tested);
            continue;
        }
        const auto place = places.find({tested.group.column, tested.group.value});
        if (place != places.end()) all[place->second] = &tested;
    }
    return all;
}

std::string worstSubgroupText(const Report& report) {
    constexpr int ofGap = 3;
    constexpr int ofRatio = 2;
    const Subgroups& all = *report.subgroups;
    std::string few;
    if (all.untested > 0)
        few = " " + counted(all.untested, "more has", "more have") + " too few rows to test.";
    if (all.leftOut > 0)
        few += " Of two columns, the " + groupedDigits(kMostGroups) +
               " crossings with the most rows are tested: " + groupedDigits(all.leftOut) +
               (all.leftOut == 1 ? " is not." : " are not.");
    if (!all.uncrossed.empty())
        few += " Only " + std::to_string(kMostCrossedColumns) + " columns are crossed: not " +
               quotedList(all.uncrossed) + ".";
    if (all.tested.empty()) return "No group or crossing of two has enough rows to test." + few;
    const GroupSummary& worst = all.tested.front();
    const double p = worst.kuiperPMax ? *worst.kuiperPMax : worst.kuiperPHolm.value_or(1);
    const std::string ratio = worst.oe ? "O:E " + fixedText(*worst.oe, ofRatio) + ", " : "";
    // No draw was as bad: the draws cannot tell a smaller p-value.
    const double floor = 1 / static_cast<double>(1 + all.draws);
    std::string adjusted;
    if (worst.kuiperPMax)
        adjusted = (*worst.kuiperPMax > floor ? pText(*worst.kuiperPMax)
                                              : "p <= " + shortest(std::ceil(floor * 1e4) / 1e4)) +
                   " by max-T";
    if (worst.kuiperPHolm)
        adjusted += (adjusted.empty() ? "" : ", ") + pText(*worst.kuiperPHolm) + " by Holm";
    return "Of " + counted(all.tested.size(), "group and crossing", "groups and crossings") +
           " of two columns" + (report.dataset.group.empty() ? "" : " of all rows") +
           ", the worst calibrated is " + groupName(worst.group) + " (" +
           counted(worst.rows, "row") + "): " + ratio + "gap " +
           signedFixedText(worst.accuracy - worst.confidence, ofGap) + "; " + adjusted +
           (p < 1 - report.settings.level
                ? ", adjusted for all of them."
                : ", adjusted for all of them: chance alone can explain it.") +
           few;
}

bool hasChanged(const Report& report) {
    const auto& p = report.overTime->changeP;
    return p && *p < 1 - report.settings.level;
}

std::vector<std::string> overTimeSentences(const Report& report) {
    constexpr int decimals = 2;
    constexpr int ofGap = 4;
    const ReportedOverTime& over = *report.overTime;
    const std::string what =
        std::string("outcome less ") + (report.view.isTopLabel() ? "confidence" : "probability");
    std::vector<std::string> out;
    out.push_back(counted(over.rows, "row") + " at " + counted(over.times, "time") + " (" +
                  quotedText(over.column) + "), from " + over.text(over.walk.front().time) +
                  " to " + over.text(over.walk.back().time) + ".");
    const auto tested = [&](const DriftTest& test) {
        return fixedText(test.statistic, decimals) + " standard deviations, " + pText(*test.p);
    };
    if (over.calibrated.p && over.constant.p) {
        out.push_back("Calibrated all along? The sum of " + what + " strays as far as " +
                      tested(over.calibrated) + ".");
        out.push_back("Miscalibrated alike all along? " + pText(*over.observed.p) +
                      " for a gap in proportion to p (1 - p), " + pText(*over.sameGap.p) +
                      " for the same gap at all times; the larger decides.");
    } else {
        out.push_back(report.clusters
                          ? "Rows of one cluster are not independent, as the tests over time need: "
                            "whether calibration changed is not tested."
                          : "The rows are too few, or their probabilities too near 0 and 1: "
                            "whether calibration changed is not tested.");
    }
    const std::string place = "between " + over.text(over.change.time) + " and " +
                              over.text(over.firstTimeAfter) + ": on average, " + what + " is " +
                              signedFixedText(over.gapBefore(), ofGap) + " before (" +
                              counted(over.change.rows, "row") + ") and " +
                              signedFixedText(over.gapAfter(), ofGap) + " after it.";
    if (!hasChanged(report)) {
        out.push_back((over.changeP ? "No change is shown. " : std::string()) +
                      "The largest break would be " + place);
        return out;
    }
    out.push_back("Calibration has changed. The largest break is " + place);
    out.push_back(
        "A map fitted to the rows after the break reuses the rows that found it: check "
        "it on later ones.");
    return out;
}

std::string_view accuracyName(const Report& report) {
    if (report.dataset.areQuantiles) return "share not above";
    return report.view.isTopLabel() ? "accuracy" : "observed frequency";
}

std::string_view scoreName(const ScoreDefinition& score, const View& view) {
    if (view.isTopLabel()) return score.name;
    if (score.id == "accuracy") return "Observed frequency";
    return score.id == "confidence" ? "Mean probability" : score.name;
}

std::string_view shortScoreName(const ScoreDefinition& score, const View& view) {
    if (view.isTopLabel()) return score.shortName;
    if (score.id == "accuracy") return "Frequency";
    return score.id == "confidence" ? "Probability" : score.shortName;
}

std::string effectiveText(const Report& report) {
    const double effective = std::round(report.clusters->effectiveRows);
    return "n_eff = " + groupedDigits(static_cast<std::size_t>(effective));
}

std::string clustersText(const Report& report) {
    return counted(report.clusters->count, "cluster") + ", " + effectiveText(report);
}

std::string binsName(const Report& report) {
    const std::size_t bins = report.binned.bins.size();
    if (report.binning.scheme != BinningScheme::Custom && !report.preset) {
        return counted(bins, choiceOf(kBinningSchemes, report.binning.scheme).noun);
    }
    if (report.preset) return counted(bins, "bin") + " as in " + std::string(report.preset->name);
    return counted(bins, "bin with given edges", "bins with given edges");
}

}  // namespace diagonal
