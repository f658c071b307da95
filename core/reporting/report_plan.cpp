// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/report_plan.h"

#include <algorithm>
#include <array>

#include "core/measuring/scores/bin_profile.h"

namespace diagonal {

namespace {

constexpr auto kReportParts = std::to_array<ReportPart>({{"bins", &ReportPlan::bins},
                                                         {"consistency", &ReportPlan::consistency},
                                                         {"classes", &ReportPlan::classes},
                                                         {"groups", &ReportPlan::groups},
                                                         {"subgroups", &ReportPlan::subgroups},
                                                         {"over_time", &ReportPlan::overTime},
                                                         {"conventions", &ReportPlan::conventions},
                                                         {"", &ReportPlan::temperatureProfile},
                                                         {"", &ReportPlan::curveConsistency},
                                                         {"", &ReportPlan::decision},
                                                         {"", &ReportPlan::risks},
                                                         {"", &ReportPlan::decisionProfile},
                                                         {"", &ReportPlan::riskProfile},
                                                         {"", &ReportPlan::flexible},
                                                         {"", &ReportPlan::scaling},
                                                         {"", &ReportPlan::plannedRows}});

}  // namespace

ScoreSet ScoreSet::all() {
    ScoreSet set;
    for (const ScoreDefinition& definition : scoreDefinitions())
        set.insert(definition.id);
    return set;
}

ScoreSet ScoreSet::without(const ScoreSet& others) const {
    ScoreSet set;
    set.m_scores = m_scores & ~others.m_scores;
    return set;
}

bool ScoreSet::needs(ScoreSource source) const {
    return std::ranges::any_of(scoreDefinitions(), [&](const ScoreDefinition& definition) {
        return definition.source == source && contains(definition.id);
    });
}

bool ScoreSet::needs(IntervalMethod method) const {
    return std::ranges::any_of(scoreDefinitions(), [&](const ScoreDefinition& definition) {
        return definition.interval == method && contains(definition.id);
    });
}

ScoreSet ScoreSet::withCompanions() const {
    ScoreSet set;
    for (const ScoreDefinition& definition : scoreDefinitions()) {
        if (needs(definition.source)) set.insert(definition.id);
    }
    return set;
}

ReportPlan ReportPlan::everything() {
    ReportPlan plan{ScoreSet::all(), ScoreSet::all(), true, true, true, true, true};
    plan.scaling = plan.subgroups = plan.overTime = true;
    return plan;
}

ReportPlan ReportPlan::basic() {
    ReportPlan plan;
    plan.scores.insert("ece");
    plan.scores.insert("accuracy");
    plan.scores = plan.scores.withCompanions();
    return plan;
}

ReportPlan ReportPlan::onScreen() {
    ReportPlan plan;
    for (const ScoreDefinition& definition : scoreDefinitions()) {
        if (!definition.isRefitted()) plan.intervals.insert(definition.id);
    }
    plan.scores = plan.intervals;
    plan.consistency = true;
    return plan;
}

ReportPlan ReportPlan::inPanels() {
    ReportPlan plan = everything();
    plan.groups = plan.conventions = plan.subgroups = plan.overTime = false;
    return plan;
}

ReportPlan ReportPlan::of(ProfileKind kind) {
    ReportPlan plan;
    if (kind == ProfileKind::Bins) plan.profiledBins = kMostBins;
    plan.temperatureProfile = kind == ProfileKind::Temperature;
    plan.decisionProfile = kind == ProfileKind::Decision;
    plan.risks = plan.riskProfile = kind == ProfileKind::Risk;
    plan.flexible = kind == ProfileKind::Flexible;
    plan.overTime = kind == ProfileKind::Time;
    plan.groups = kind == ProfileKind::ForestOe;
    if (plan.groups) plan.intervals.insert("oe");
    return plan;
}

ReportPlan ReportPlan::behindSliders() {
    ReportPlan plan;
    plan.profiledBins = kOftenDrawnBins;
    plan.temperatureProfile = true;
    return plan;
}

std::span<const ReportPart> reportParts() {
    return kReportParts;
}

void ReportPlan::insert(const ReportPlan& more) {
    scores.insert(more.scores);
    intervals.insert(more.intervals);
    profiledBins = std::max(profiledBins, more.profiledBins);
    for (const auto& [word, part] : kReportParts)
        this->*part = this->*part || more.*part;
}

bool ReportPlan::contains(const ReportPlan& part) const {
    ReportPlan nothing;
    nothing.bins = false;
    return part.without(*this) == nothing;
}

ReportPlan ReportPlan::without(const ReportPlan& held) const {
    ReportPlan missing{scores.without(held.scores), intervals.without(held.intervals)};
    missing.profiledBins = profiledBins > held.profiledBins ? profiledBins : 0;
    for (const auto& [word, part] : kReportParts)
        missing.*part = this->*part && !(held.*part);
    return missing;
}

}  // namespace diagonal
