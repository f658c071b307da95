// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/tables.h"

#include <array>

#include "core/base/text.h"
#include "core/publishing/profile_plots.h"
#include "core/recalibrating/calibration_map.h"

namespace diagonal {
namespace {

std::string nameOf(std::string_view id, const View& view) {
    return std::string(shortScoreName(scoreDefinition(id), view));
}

Table binTable(const Report& report) {
    const std::string accuracy =
        report.view.kind == View::Kind::TopLabel ? "Accuracy" : "Frequency";
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

Table scoreTable(const Report& report) {
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

Table classTable(const Report& report) {
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

Table groupTable(const Report& report) {
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

Table gradeTable(const Report& report) {
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

Table decisionTable(const Report& report) {
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

Table riskTable(const Report& report) {
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

Table plannedRowTable(const Report& report) {
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

Table binProfileTable(const BinProfile& profile) {
    Table table{std::string(choiceOf(kProfileKinds, ProfileKind::Bins).label),
                {{"bins", "Bins"},
                 {"ece", "ECE"},
                 {"chance_mean", "ECE by chance, mean"},
                 {"chance_95", "ECE by chance, 95 % quantile"}},
                {}};
    for (const BinProfilePoint& point : profile) {
        table.rows.push_back({point.bins, NumberCell{point.ece}, NumberCell{point.chanceMean},
                              NumberCell{point.chance95}});
    }
    return table;
}

Table temperatureTable(const TemperatureProfile& profile) {
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

}  // namespace

Result<Table> tableOf(const Report& report, TableKind kind) {
    const auto none = [&](std::string why) {
        return inFile(undefined(std::move(why)), report.dataset.file);
    };
    switch (kind) {
        case TableKind::Bins: return binTable(report);
        case TableKind::Scores: return scoreTable(report);
        case TableKind::Classes:
            if (report.classes && !report.classes->empty()) return classTable(report);
            return none("the probabilities of all classes are unknown");
        case TableKind::Groups:
        case TableKind::Grades:
            if (report.groups.empty()) return none(kNoGroups);
            if (kind == TableKind::Groups) return groupTable(report);
            if (const auto why = whyNoGrades(report)) return none(*why);
            return gradeTable(report);
        case TableKind::Decision:
            if (const auto why = whyNoDecisions(report))
                return none("this table is not possible: " + *why);
            return decisionTable(report);
        case TableKind::Risks:
            if (report.dataset.areBins())
                return none("this table is not possible: " + std::string(kNeedsRows));
            return riskTable(report);
        case TableKind::RowsNeeded:
            if (const auto why = whyNoPlannedRows(report)) return none(*why);
            if (!report.plannedRows.empty()) return plannedRowTable(report);
            return none("all rows have the same outcome: they tell nothing of rows needed");
        case TableKind::EceByBins:
            if (report.binProfile) return binProfileTable(*report.binProfile);
            return none(kNoBinProfile);
        case TableKind::Temperatures:
            if (report.temperatureProfile) return temperatureTable(*report.temperatureProfile);
            return none(noTemperatureProfile(report));
        case TableKind::Maps:
        case TableKind::Rows:
        case TableKind::Common:
        case TableKind::Models:
        case TableKind::Comparison:
        case TableKind::ComparedGaps:
        case TableKind::MovedRows: break;
    }
    return none("comparisons of maps and models are not part of a report");
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
    ReportPlan plan;
    if (kind == TableKind::Scores) {
        plan.scores = plan.intervals = ScoreSet::all();
    }
    plan.classes = kind == TableKind::Classes;
    plan.subgroups = kind == TableKind::Groups;
    plan.groups = kind == TableKind::Groups || kind == TableKind::Grades;
    plan.decision = kind == TableKind::Decision;
    plan.risks = kind == TableKind::Risks;
    plan.plannedRows = kind == TableKind::RowsNeeded;
    if (kind == TableKind::EceByBins) plan.insert(ReportPlan::of(ProfileKind::Bins));
    if (kind == TableKind::Temperatures) plan.insert(ReportPlan::of(ProfileKind::Temperature));
    return plan;
}

}  // namespace diagonal
