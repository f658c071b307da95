// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/tables.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "core/base/text.h"
#include "core/publishing/profile_plots.h"
#include "core/recalibrating/calibration_map.h"

namespace diagonal {
namespace {

std::string nameOf(std::string_view id, const View& view) {
    return std::string(shortScoreName(scoreDefinition(id), view));
}

Result<Table> binTable(const Report& report) {
    const std::string accuracy = report.view.isTopLabel() ? "Accuracy" : "Frequency";
    Table table{"bins",
                {{"bin", "Bin"},
                 {"lower", "From"},
                 {"upper", "To"},
                 {"count", "n"},
                 {"confidence", "Confidence"},
                 {"accuracy", accuracy + " (" + percentText(report.settings.level) + " interval)",
                  false, true},
                 {"gap", "Gap"}},
                {}};
    std::size_t number = 0;
    for (const Bin& bin : report.binned.bins) {
        const bool isEmpty = bin.count == 0;
        table.rows.push_back({++number, NumberCell{bin.lower}, NumberCell{bin.upper}, bin.count,
                              NumberCell{bin.confidence}, NumberCell{bin.accuracy, bin.interval},
                              NumberCell{isEmpty ? std::nullopt : std::optional(bin.gap())}});
    }
    return table;
}

Result<Table> scoreTable(const Report& report) {
    Table table{
        "scores",
        {{"score", "Score", true},
         {"value", "Value (" + percentText(report.settings.level) + " interval)", false, true},
         {"p_by_chance", "p"},
         {"remark", "Remark", true}},
        {}};
    for (const Score& score : report.scores) {
        table.rows.push_back({std::string(scoreName(scoreDefinition(score.id), report.view)),
                              NumberCell{score.value, score.interval, score.isAtFloor},
                              NumberCell{score.pByChance}, score.remark});
    }
    return table;
}

Result<Table> classTable(const Report& report) {
    if (!report.classes || report.classes->empty())
        return undefined("the probabilities of all classes are unknown");
    Table table{"classes",
                {{"class", "Class", true},
                 {"count", "n"},
                 {"frequency", "Frequency"},
                 {"probability", "Mean probability"},
                 {"gap", "Gap"},
                 {"ece", "ECE"},
                 {"ece_equal_mass", "ECE, equal mass"}},
                {}};
    const auto& classes = *report.classes;
    for (std::size_t k = 0; k < classes.size(); ++k) {
        const ClassSummary& summary = classes[k];
        table.rows.push_back({report.dataset.classNames[k], summary.count,
                              NumberCell{summary.frequency}, NumberCell{summary.meanProbability},
                              NumberCell{summary.gap()}, NumberCell{summary.ece},
                              NumberCell{summary.eceEqualMass}});
    }
    return table;
}

Result<Table> groupTable(const Report& report) {
    if (report.groups.empty()) return undefined(kNoGroups);
    Table table{"groups",
                {{"group", "Group", true},
                 {"count", "n"},
                 {"accuracy", nameOf("accuracy", report.view)},
                 {"confidence", nameOf("confidence", report.view)},
                 {"ece", "ECE"},
                 {"oe", "O:E", false, true},
                 {"kuiper_scaled", "Kuiper"},
                 {"kuiper_p", "p"},
                 {"kuiper_p_holm", "p (Holm)"},
                 {"kuiper_p_max", "p (max-T)"}},
                {}};
    const auto add = [&](const GroupSummary& summary) {
        table.rows.push_back({groupName(summary.group), summary.rows, NumberCell{summary.accuracy},
                              NumberCell{summary.confidence}, NumberCell{summary.ece},
                              NumberCell{summary.oe, summary.oeInterval},
                              NumberCell{summary.kuiperScaled}, NumberCell{summary.kuiperP},
                              NumberCell{summary.kuiperPHolm}, NumberCell{summary.kuiperPMax}});
    };
    for (const GroupSummary* summary : groupsAndCrossings(report))
        add(*summary);
    return table;
}

Result<Table> gradeTable(const Report& report) {
    if (report.groups.empty()) return undefined(kNoGroups);
    if (const auto why = whyNoGrades(report)) return undefined(*why);
    Table table{std::string(choiceOf(kTableKinds, TableKind::Grades).label),
                {{"grade", "Grade", true},
                 {"count", "n"},
                 {"events", "Events"},
                 {"frequency", "Frequency"},
                 {"probability", "Probability"},
                 {"oe", "O:E", false, true},
                 {"jeffreys_p", "p (Jeffreys, one-sided)"},
                 {"jeffreys_p_holm", "p (Holm)"}},
                {}};
    for (const GroupSummary& summary : report.groups) {
        table.rows.push_back({groupName(summary.group), summary.rows, NumberCell{summary.correct},
                              NumberCell{summary.accuracy}, NumberCell{summary.confidence},
                              NumberCell{summary.oe, summary.oeInterval},
                              NumberCell{summary.jeffreysP}, NumberCell{summary.jeffreysPHolm}});
    }
    return table;
}

Result<Table> decisionTable(const Report& report) {
    if (const auto why = whyNoDecisions(report))
        return undefined("this table is not possible: " + *why);
    Table table{std::string(choiceOf(kTableKinds, TableKind::Decision).label),
                {{"threshold", "Threshold"},
                 {"net_benefit", "Net benefit"},
                 {"lower", "From"},
                 {"upper", "To"},
                 {"all", "Of all"},
                 {"standardised", "Standardised"},
                 {"minus_best", "Less the better of all and none", false, true},
                 {"avoided", "Avoided"},
                 {"miscalibration_cost", "Cost of miscalibration"}},
                {}};
    const auto& prevalence = report.settings.prevalence;
    if (prevalence) table.columns.push_back({"prevalence", "Prevalence"});
    for (const DecisionPoint& point : report.decision) {
        auto& row = table.rows.emplace_back();
        for (const std::optional<double>& value :
             {std::optional(point.threshold), std::optional(point.netBenefit),
              endOf(point.interval, &Interval::lower), endOf(point.interval, &Interval::upper),
              std::optional(point.ofAll), point.standardised})
            row.emplace_back(NumberCell{value});
        row.emplace_back(NumberCell{point.minusBest, point.minusBestInterval});
        row.emplace_back(NumberCell{point.avoided});
        row.emplace_back(NumberCell{point.miscalibrationCost});
        if (prevalence) row.emplace_back(NumberCell{prevalence});
    }
    return table;
}

Result<Table> riskTable(const Report& report) {
    if (report.dataset.areBins())
        return undefined("this table is not possible: " + std::string(kNeedsRows));
    Table table{std::string(choiceOf(kTableKinds, TableKind::Risks).label),
                {{"threshold", "Threshold"},
                 {"coverage", "Coverage"},
                 {"risk", "Risk"},
                 {"upper", "Limit, jointly"}},
                {}};
    for (const RiskPoint& point : report.risks) {
        table.rows.push_back({NumberCell{point.threshold}, NumberCell{point.coverage},
                              NumberCell{point.risk}, NumberCell{point.upper}});
    }
    return table;
}

Result<Table> plannedRowTable(const Report& report) {
    if (const auto why = whyNoPlannedRows(report)) return undefined(*why);
    if (report.plannedRows.empty())
        return undefined("all rows have the same outcome: they tell nothing of rows needed");
    const std::string level = " (" + percentText(report.settings.level) + " interval)";
    Table table{std::string(choiceOf(kTableKinds, TableKind::RowsNeeded).label),
                {{"rows", "Rows"},
                 {"events", "Events"},
                 {"oe", "O:E" + level, false, true},
                 {"slope", "Slope" + level, false, true},
                 {"auroc", "AUROC" + level, false, true},
                 {"ece_by_chance", "ECE by chance"},
                 {"remark", "Remark", true}},
                {}};
    const auto auroc = report.score("auroc");
    for (const PlannedRows& plan : report.plannedRows) {
        auto& row = table.rows.emplace_back();
        row.emplace_back(static_cast<std::size_t>(plan.rows));
        row.emplace_back(NumberCell{plan.events});
        row.emplace_back(NumberCell{1.0, plan.oe});
        row.emplace_back(plan.slope ? NumberCell{1.0, plan.slope} : NumberCell{});
        row.emplace_back(plan.auroc ? NumberCell{auroc, plan.auroc} : NumberCell{});
        row.emplace_back(NumberCell{plan.eceFloor});
        row.emplace_back(plan.remark);
    }
    return table;
}

Result<Table> binProfileTable(const Report& report) {
    if (!report.binProfile) return undefined(kNoBinProfile);
    Table table{std::string(choiceOf(kProfileKinds, ProfileKind::Bins).label),
                {{"bins", "Bins"},
                 {"ece", "ECE"},
                 {"chance_mean", "ECE by chance, mean"},
                 {"chance_95", "ECE by chance, 95 % quantile"}},
                {}};
    for (const BinProfilePoint& point : *report.binProfile) {
        table.rows.push_back({point.bins, NumberCell{point.ece}, NumberCell{point.chanceMean},
                              NumberCell{point.chance95}});
    }
    return table;
}

Result<Table> temperatureTable(const Report& report) {
    if (!report.temperatureProfile) return undefined(noTemperatureProfile(report));
    const TemperatureProfile& profile = *report.temperatureProfile;
    Table table{std::string(choiceOf(kProfileKinds, ProfileKind::Temperature).label),
                {{"temperature", "T"}, {"nll", "NLL"}, {"ece", "ECE"}, {"remark", "Remark", true}},
                {}};
    for (const ProfilePoint& point : profile.points) {
        std::string remark;
        if (point.temperature == profile.leastNll) remark = "lowest NLL";
        if (point.temperature == profile.leastEce)
            remark += remark.empty() ? "lowest ECE" : ", lowest ECE";
        table.rows.push_back({NumberCell{point.temperature}, NumberCell{point.nll},
                              NumberCell{point.ece}, std::move(remark)});
    }
    return table;
}

/// A table that is part of a report.
struct ReportTable {
    TableKind kind;
    ReportPlan plan;  ///< what the report must hold
    Result<Table> (*make)(const Report&);
};

/// Returns null for a table that is not part of a report.
const ReportTable* reportTable(TableKind kind) {
    static const ReportTable tables[] = {
        {TableKind::Bins, {}, binTable},
        {TableKind::Scores, {ScoreSet::all(), ScoreSet::all()}, scoreTable},
        {TableKind::Classes, {.classes = true}, classTable},
        {TableKind::Groups, {.groups = true, .subgroups = true}, groupTable},
        {TableKind::Grades, {.groups = true}, gradeTable},
        {TableKind::Decision, {.decision = true}, decisionTable},
        {TableKind::Risks, {.risks = true}, riskTable},
        {TableKind::RowsNeeded, {.plannedRows = true}, plannedRowTable},
        {TableKind::EceByBins, ReportPlan::of(ProfileKind::Bins), binProfileTable},
        {TableKind::Temperatures, ReportPlan::of(ProfileKind::Temperature), temperatureTable}};
    const auto* const found = std::ranges::find(tables, kind, &ReportTable::kind);
    return found == std::end(tables) ? nullptr : found;
}

}  // namespace

Result<Table> tableOf(const Report& report, TableKind kind) {
    const ReportTable* const definition = reportTable(kind);
    auto table = definition ? definition->make(report)
                            : undefined("comparisons of maps and models are not part of a report");
    if (!table) return inFile(table.error(), report.dataset.file);
    return table;
}

Table tableOf(std::span<const ComparedMap> maps, const View& view) {
    const std::array<std::pair<std::string_view, std::string>, 5> shown = {
        {{"ece", "ECE"},
         {"nll", "NLL"},
         {"brier", "Brier"},
         {"brier_multiclass", "Brier, all classes"},
         {"accuracy", nameOf("accuracy", view)}}};
    Table table{"calibration maps, cross-validated", {{"map", "Map", true}}, {}};
    for (const auto& [id, name] : shown)
        table.columns.push_back({std::string(id), name, false, true});
    table.columns.push_back({"brier_change", "Brier, paired change", false, true});
    table.columns.push_back({"remark", "Remark", true});
    for (const ComparedMap& map : maps) {
        std::vector<TableCell> row{map.kind ? std::string(mapDefinition(*map.kind).name) : "none"};
        for (const auto& [id, name] : shown) {
            const Score* score = map.find(id);
            row.emplace_back(score ? NumberCell{score->value, score->interval} : NumberCell{});
        }
        row.emplace_back(map.change ? NumberCell{map.change->value, map.change->interval}
                                    : NumberCell{});
        row.emplace_back(map.scores ? std::string() : map.scores.error().detail);
        table.rows.push_back(std::move(row));
    }
    return table;
}

ReportPlan planOf(TableKind kind) {
    const ReportTable* const definition = reportTable(kind);
    return definition ? definition->plan : ReportPlan();
}

}  // namespace diagonal
