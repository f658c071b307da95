// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bitset>
#include <cstddef>
#include <span>
#include <string_view>

#include "core/base/choice.h"
#include "core/measuring/scores/scores.h"

namespace diagonal {

/// A figure of lines: scores at every value of a setting, or of decisions by a threshold.
enum class ProfileKind {
    Bins,         ///< Report::binProfile
    Temperature,  ///< Report::temperatureProfile
    Decision,     ///< Report::decisionProfile
    Risk,         ///< Report::riskProfile
    Flexible,     ///< Report::flexible
    ForestOe,     ///< GroupSummary::oe of Report::groups
    Time          ///< Report::overTime
};

inline constexpr auto kProfileKinds = std::to_array<Choice<ProfileKind>>(
    {{ProfileKind::Bins, "ece-by-bins", "ECE by number of bins"},
     {ProfileKind::Temperature, "temperature", "NLL and ECE by temperature"},
     {ProfileKind::Decision, "decision", "Net benefit by threshold"},
     {ProfileKind::Risk, "risk-coverage", "Risk by coverage"},
     {ProfileKind::Flexible, "flexible", "Flexible calibration curves"},
     {ProfileKind::ForestOe, "forest-oe", "O:E by group"},
     {ProfileKind::Time, "time", "Calibration over time"}});

/// A set of scores.
class ScoreSet {
public:
    /// Returns the set of all scores.
    static ScoreSet all();

    void insert(std::string_view id) { m_scores.set(scoreIndex(id)); }
    void insert(const ScoreSet& others) { m_scores |= others.m_scores; }
    bool contains(std::string_view id) const { return m_scores.test(scoreIndex(id)); }
    bool contains(const ScoreSet& others) const { return (others.m_scores & ~m_scores).none(); }
    bool isEmpty() const { return m_scores.none(); }
    /// Returns the scores of this set that are not in `others`.
    ScoreSet without(const ScoreSet& others) const;
    /// Returns true if a score of this set comes from `source`.
    bool needs(ScoreSource source) const;
    /// Returns true if the interval of a score of this set is computed by `method`.
    bool needs(IntervalMethod method) const;
    /// Returns this set and all scores that come from the same sources, at no further cost.
    ScoreSet withCompanions() const;

    bool operator==(const ScoreSet&) const = default;

private:
    static constexpr std::size_t kMostScores = 64;
    std::bitset<kMostScores> m_scores;
};

/// The results that a report must hold. Outputs name the scores they show, and scores name what
/// they need (ScoreDefinition::source and interval); nothing else is computed. The bins, with
/// intervals of their accuracies, and the scores that come with them are in every report.
struct ReportPlan {
    ScoreSet scores = {};
    /// Scores whose intervals come from all resamples, with the probability that chance alone
    /// produces their value.
    ScoreSet intervals = {};
    bool bins = true;
    bool consistency = false;  ///< consistency intervals of the bins
    bool classes = false;
    bool groups = false;
    bool conventions = false;
    std::size_t profiledBins = 0;     ///< the most bins of Report::binProfile; 0: none
    bool temperatureProfile = false;  ///< Report::temperatureProfile
    /// Consistency intervals in the curves of the worst classes and groups.
    bool curveConsistency = false;
    bool decision = false;         ///< Report::decision
    bool risks = false;            ///< Report::risks and guarantee
    bool decisionProfile = false;  ///< Report::decisionProfile
    bool riskProfile = false;      ///< Report::riskProfile
    bool flexible = false;         ///< Report::flexible
    bool scaling = false;          ///< Report::scaling, for the verdict
    bool subgroups = false;        ///< Report::subgroups
    bool overTime = false;         ///< Report::overTime
    bool plannedRows = false;      ///< Report::plannedRows

    /// Returns the plan of a report that holds all that a script can ask for, apart from profiles.
    static ReportPlan everything();
    /// Returns what every analysis holds: bins with intervals of their accuracies, the scores of
    /// the bins and those of the rows.
    static ReportPlan basic();
    /// Returns what a window shows at first: all scores with their intervals except those that must
    /// see every resampled row or all classes, and what chance alone does to these bins. Computing
    /// the rest afterwards repeats none of it.
    static ReportPlan onScreen();
    /// Returns what a window shows without being asked: all scores, bins and classes, but neither
    /// groups nor conventions.
    static ReportPlan inPanels();
    /// Returns what a figure needs to show a profile.
    static ReportPlan of(ProfileKind kind);
    /// Returns the profiles that a window shows in the grooves of its sliders.
    static ReportPlan behindSliders();
    void insert(const ReportPlan& more);
    bool contains(const ReportPlan& part) const;
    /// True if a part is computed from the rows in the order of the file.
    bool needsRowOrder() const { return groups || subgroups || conventions || overTime; }
    /// Returns what is in this plan but not in `held`.
    ReportPlan without(const ReportPlan& held) const;

    bool operator==(const ReportPlan&) const = default;
};

/// A part of a report that is computed or not.
struct ReportPart {
    std::string_view word;  ///< by which a script asks for it; empty: not by itself
    bool ReportPlan::*part;
};
std::span<const ReportPart> reportParts();

}  // namespace diagonal
