// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/comparing/score_differences.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>

#include "core/base/text.h"
#include "core/comparing/paired_errors.h"
#include "core/comparing/row_influence.h"
#include "core/measuring/deciding/net_benefit.h"
#include "core/measuring/row_outcomes.h"
#include "core/measuring/sorted_outcomes.h"
#include "core/numerics/intervals.h"

namespace diagonal {
namespace {

constexpr double kEquivalenceLevel = .9;

/// Returns second - first; 0 if they are equal but for rounding, which would else decide about
/// models that say the same.
double differenceOf(double second, double first) {
    constexpr double rounding = 1e-14;
    const double difference = second - first;
    const bool isRounding = std::abs(difference) <= rounding * (std::abs(first) + std::abs(second));
    return isRounding ? 0 : difference;
}

/// Two models of the same rows.
struct PairedModels {
    const ModelRows& first;
    const ModelRows& second;
    const RowClusters& clusters;
    const DifferenceSettings& settings;

    std::string_view meanMethod() const {
        return clusters.empty() ? "paired t" : "paired t, clusters";
    }
    std::string_view linearMethod() const {
        return clusters.empty() ? "linearised, paired t" : "linearised, paired t, clusters";
    }
    std::string_view noSpread() const {
        return clusters.empty() ? "one row has no spread" : "one cluster has no spread";
    }
    /// True if both models say the same of every row.
    bool areEqual() const { return first.packed == second.packed; }
};

/// Returns the value of each row.
std::vector<double> values(const ModelRows& model,
                           const std::function<double(double, double)>& of) {
    std::vector<double> out;
    out.reserve(model.packed.size());
    for (const std::uint64_t packed : model.packed) {
        out.push_back(of(SortedOutcomes::confidenceOf(packed),
                         SortedOutcomes::correctOf(packed) ? 1.0 : 0.0));
    }
    return out;
}

std::vector<double> differencesOf(const std::vector<double>& first,
                                  const std::vector<double>& second) {
    std::vector<double> apart(first.size());
    std::ranges::transform(second, first, apart.begin(), &differenceOf);
    return apart;
}

ScoreDifference undefinedDifference(std::string_view id, std::string why) {
    ScoreDifference out;
    out.id = id;
    out.remark = std::move(why);
    return out;
}

ScoreDifference estimatedDifference(const PairedModels& in, std::string_view id, double first,
                                    double second, const MeanEstimate& estimate,
                                    std::string_view method) {
    ScoreDifference out{id,
                        first,
                        second,
                        estimate.value,
                        estimate.interval(in.settings.level),
                        estimate.interval(kEquivalenceLevel),
                        estimate.pValue(),
                        method,
                        {}};
    if (!out.interval) out.remark = in.noSpread();
    return out;
}

ScoreDifference differenceOfMeans(const PairedModels& in, std::string_view id,
                                  const std::vector<double>& first,
                                  const std::vector<double>& second, std::string_view method) {
    return estimatedDifference(in, id, meanOf(first), meanOf(second),
                               meanEstimate(differencesOf(first, second), in.clusters), method);
}

/// Compares the means of a value that each row has by its confidence and outcome.
ScoreDifference differenceOfRowMeans(const PairedModels& in, std::string_view id,
                                     const std::function<double(double, double)>& of) {
    return differenceOfMeans(in, id, values(in.first, of), values(in.second, of), in.meanMethod());
}

ScoreDifference differenceOfLosses(const PairedModels& in, std::string_view id,
                                   const std::vector<double>& first,
                                   const std::vector<double>& second) {
    if (first.empty() || second.empty())
        return undefinedDifference(id, "probabilities are unknown");
    const auto infinite = [](const std::vector<double>& losses) {
        return static_cast<std::size_t>(
            std::ranges::count_if(losses, [](double loss) { return !std::isfinite(loss); }));
    };
    const std::size_t ofFirst = infinite(first);
    const std::size_t ofSecond = infinite(second);
    if (ofFirst + ofSecond > 0) {
        return undefinedDifference(id, "the true class has probability 0 in " +
                                           counted(ofFirst, "row") + " of the first model and in " +
                                           groupedDigits(ofSecond) + " of the second");
    }
    return differenceOfMeans(in, id, first, second, in.meanMethod());
}

ScoreDifference differenceOfAccuracies(const PairedModels& in) {
    const std::vector<double> first(in.first.isRight.begin(), in.first.isRight.end());
    const std::vector<double> second(in.second.isRight.begin(), in.second.isRight.end());
    ScoreDifference out = differenceOfMeans(in, "accuracy", first, second, in.meanMethod());
    if (!in.clusters.empty()) return out;
    std::size_t gained = 0;
    std::size_t lost = 0;
    for (std::size_t row = 0; row < first.size(); ++row) {
        gained += second[row] > first[row] ? 1U : 0U;
        lost += second[row] < first[row] ? 1U : 0U;
    }
    const auto at = [&](double level) {
        return pairedProportionInterval(gained, lost, first.size(), level);
    };
    out.interval = at(in.settings.level);
    out.interval90 = at(kEquivalenceLevel);
    out.p = mcNemar(lost, gained);
    out.method = "Bonett and Price; exact McNemar";
    out.remark.clear();
    return out;
}

/// Compares the ratios of observed and expected events, from their linearised values in the rows.
ScoreDifference differenceOfRatios(const PairedModels& in) {
    const ModelRows* models[] = {&in.first, &in.second};
    std::vector<double> linear[2];
    for (std::size_t m = 0; m < 2; ++m) {
        const double expected = meanOf(values(*models[m], [](double c, double) { return c; }));
        const double observed = meanOf(values(*models[m], [](double, double a) { return a; }));
        if (!(expected > 0)) return undefinedDifference("oe", "every confidence is 0");
        if (observed == 0) return undefinedDifference("oe", "no row is an event");
        const double ratio = observed / expected;
        linear[m] = values(*models[m],
                           [=](double c, double a) { return ratio + (a - ratio * c) / expected; });
    }
    return differenceOfMeans(in, "oe", linear[0], linear[1], in.linearMethod());
}

// Net benefit.

/// Returns the rows, or the clusters with a row, on which only one model acts, or both act and the
/// outcome differs.
std::size_t differingDecisions(const RowClusters& clusters, const std::vector<double>& first,
                               const std::vector<double>& second) {
    std::vector<bool> differs(clusters.empty() ? first.size() : clusters.count);
    for (std::size_t row = 0; row < first.size(); ++row) {
        if (first[row] != second[row]) differs[clusters.empty() ? row : clusters.codes[row]] = true;
    }
    return static_cast<std::size_t>(std::ranges::count(differs, true));
}

/// Returns the weights that give the rows the stated prevalence; none if it cannot be had.
std::optional<OutcomeFactors> outcomeFactors(const PairedModels& in) {
    if (!in.settings.prevalence) return OutcomeFactors();
    const double events = meanOf(values(in.first, [](double, double a) { return a; }));
    if (!haveCommonOutcomes(in.first, in.second) || events <= 0 || events >= 1) return std::nullopt;
    return factorsFor(events, 1, in.settings.prevalence);
}

/// Compares the means. The shares of the outcomes are stated, so the difference varies only within
/// the rows of each outcome.
ScoreDifference stratifiedDifference(const PairedModels& in, const std::vector<double>& first,
                                     const std::vector<double>& second) {
    std::vector<double> apart = differencesOf(first, second);
    std::array<double, 2> sums{};
    std::array<StratumSpread, 2> outcomes;
    const auto outcome = [&](std::size_t row) {
        return SortedOutcomes::correctOf(in.first.packed[row]) ? 1U : 0U;
    };
    for (std::size_t row = 0; row < apart.size(); ++row) {
        sums[outcome(row)] += apart[row];
        outcomes[outcome(row)].rows += 1;
    }
    MeanEstimate estimate{meanOf(apart)};
    for (std::size_t row = 0; row < apart.size(); ++row) {
        StratumSpread& own = outcomes[outcome(row)];
        apart[row] -= sums[outcome(row)] / own.rows;
        own.squares += apart[row] * apart[row];
    }
    if (!in.clusters.empty()) {
        for (double& value : apart)
            value += estimate.value;
        estimate = meanEstimate(apart, in.clusters);
    } else {
        estimate = estimateOverStrata(estimate.value, outcomes, static_cast<double>(apart.size()));
    }
    return estimatedDifference(
        in, kNetBenefit, meanOf(first), meanOf(second), estimate,
        in.clusters.empty() ? "paired t, by outcome (Welch)" : in.meanMethod());
}

ScoreDifference differenceOfNetBenefits(const PairedModels& in, double threshold) {
    const auto factors = outcomeFactors(in);
    if (!factors) {
        return undefinedDifference(
            kNetBenefit,
            "a stated prevalence needs both outcomes, the same ones in both models: "
            "choose the view of a class");
    }
    const auto benefit = [&](double c, double a) {
        return (a == 1 ? factors->events : factors->others) * rowBenefit(c, a == 1, threshold);
    };
    const auto first = values(in.first, benefit);
    const auto second = values(in.second, benefit);
    ScoreDifference out = in.settings.prevalence
                              ? stratifiedDifference(in, first, second)
                              : differenceOfMeans(in, kNetBenefit, first, second, in.meanMethod());
    const std::size_t differing = differingDecisions(in.clusters, first, second);
    if (in.areEqual() || !areTooFew(static_cast<double>(differing), threshold, *factors))
        return out;
    out.p = std::nullopt;
    if (differing == 0) out.interval = out.interval90 = std::nullopt;
    out.remark = differing == 0 ? "both decide alike in every row"
                                : "they decide differently in " +
                                      counted(differing, in.clusters.empty() ? "row" : "cluster") +
                                      ": the interval may be too short";
    return out;
}

// Scores that are no mean over rows.

ScoreDifference differenceOfAurocs(const PairedModels& in, const std::vector<double>& first,
                                   const std::vector<double>& second) {
    if (first.empty() || second.empty()) return undefinedDifference("auroc", kOneSided);
    ScoreDifference out = differenceOfMeans(in, "auroc", first, second, in.linearMethod());
    const auto correct = static_cast<std::size_t>(
        std::ranges::count_if(in.first.packed, &SortedOutcomes::correctOf));
    const std::size_t rows = in.first.packed.size();
    const std::size_t fewer = std::min(correct, rows - correct);
    const auto isExtreme = [](double area) { return area <= 0 || area >= 1; };
    if (isExtreme(out.first) && isExtreme(out.second) && !in.areEqual()) {
        out.interval = out.interval90 = std::nullopt;
        out.p = std::nullopt;
        out.remark = "both AUROCs are 0 or 1: no spread to compute an interval from";
        return out;
    }
    if (!in.clusters.empty() || !haveCommonOutcomes(in.first, in.second) || fewer < 2) return out;
    const double error = deLongStandardError(first, second, in.first.packed);
    const double one = meanOf(first);
    const double two = meanOf(second);
    return estimatedDifference(in, "auroc", one, two,
                               {two - one, error, static_cast<double>(rows - 1)}, "DeLong");
}

/// Adds the parts of the Brier score and the AUROC, from the influence of each row.
void addInfluences(const PairedModels& in, const Execution& execution,
                   std::vector<ScoreDifference>& out) {
    const RowInfluences first = rowInfluences(in.first.packed, execution.parallelFor);
    const RowInfluences second = rowInfluences(in.second.packed, execution.parallelFor);
    const auto add = [&](std::string_view id, std::vector<double> RowInfluences::*part) {
        out.push_back(differenceOfMeans(in, id, first.*part, second.*part, in.linearMethod()));
    };
    add("brier_mcb", &RowInfluences::miscalibration);
    add("brier_dsc", &RowInfluences::discrimination);
    if (!haveCommonOutcomes(in.first, in.second)) add("brier_unc", &RowInfluences::uncertainty);
    out.push_back(differenceOfAurocs(in, first.auroc, second.auroc));
}

ScoreDifference differenceOfErrors(const PairedModels& in, std::string_view id,
                                   const PairedError& error) {
    const auto root = [&](double value) { return error.isDebiased ? rootOf(value) : value; };
    ScoreDifference out;
    out.id = id;
    out.first = root(error.first);
    out.second = root(error.second);
    out.value = error.difference();
    out.method =
        in.clusters.empty() ? "MOVER of paired resamples" : "MOVER of paired resamples of clusters";
    if (in.areEqual()) {
        out.interval = out.interval90 = Interval{0, 0};
        return out;
    }
    if (in.clusters.count == 1 || in.first.packed.size() < 2) {
        out.remark = in.noSpread();
        return out;
    }
    out.interval = error.interval(in.settings.level);
    out.interval90 = error.interval(kEquivalenceLevel);
    return out;
}

}  // namespace

WorseSide worseSideOf(const ScoreDifference& difference) {
    return difference.threshold ? WorseSide::Lower : scoreDefinition(difference.id).worse;
}

std::optional<std::vector<ScoreDifference>> scoreDifferences(const ModelRows& first,
                                                             const ModelRows& second,
                                                             const RowClusters& clusters,
                                                             const DifferenceSettings& settings,
                                                             const Execution& execution) {
    assert(!first.packed.empty() && first.packed.size() == second.packed.size());
    const PairedModels in{first, second, clusters, settings};
    std::vector<ScoreDifference> out{
        differenceOfRowMeans(in, "brier", [](double c, double a) { return (c - a) * (c - a); }),
        differenceOfLosses(in, "brier_multiclass", first.squaredErrors, second.squaredErrors),
        differenceOfLosses(in, "nll", first.negativeLogs, second.negativeLogs),
        differenceOfAccuracies(in),
        differenceOfRowMeans(in, "signed_gap", [](double c, double a) { return a - c; }),
        differenceOfRatios(in)};
    for (const double threshold : settings.thresholds) {
        out.push_back(differenceOfNetBenefits(in, threshold));
        out.back().threshold = threshold;
    }
    addInfluences(in, execution, out);
    if (settings.binning.scheme == BinningScheme::Runs) return out;
    const auto errors = pairedErrors(first.packed, second.packed, settings.binning, clusters,
                                     settings.seed, execution);
    if (!errors) return std::nullopt;
    out.push_back(differenceOfErrors(in, "l2_debiased", errors->l2Debiased));
    out.push_back(differenceOfErrors(in, "ece", errors->ece));
    out.back().remark = "chance raises each ECE, and more so the wider the confidences are spread";
    return out;
}

bool haveCommonOutcomes(const ModelRows& first, const ModelRows& second) {
    return std::ranges::equal(first.packed, second.packed, {}, &SortedOutcomes::correctOf,
                              &SortedOutcomes::correctOf);
}

}  // namespace diagonal
