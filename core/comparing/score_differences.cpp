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

class Comparer {
public:
    Comparer(const ModelRows& first, const ModelRows& second, const RowClusters& clusters,
             const DifferenceSettings& settings)
        : m_first(first),
          m_second(second),
          m_clusters(clusters),
          m_settings(settings),
          m_meanMethod(clusters.empty() ? "paired t" : "paired t, clusters"),
          m_linearMethod(clusters.empty() ? "linearised, paired t"
                                          : "linearised, paired t, clusters") {}

    std::optional<std::vector<ScoreDifference>> differences(const Execution& execution) {
        addBrier();
        addLosses("brier_multiclass", m_first.squaredErrors, m_second.squaredErrors);
        addLosses("nll", m_first.negativeLogs, m_second.negativeLogs);
        addAccuracy();
        addSignedGap();
        addRatio();
        for (const double threshold : m_settings.thresholds)
            addNetBenefit(threshold);
        addInfluences(execution);
        if (m_settings.binning.scheme == BinningScheme::Runs) return std::move(m_out);
        const auto errors = pairedErrors(m_first.packed, m_second.packed, m_settings.binning,
                                         m_clusters, m_settings.seed, execution);
        if (!errors) return std::nullopt;
        addError("l2_debiased", errors->l2Debiased);
        addError("ece", errors->ece);
        m_out.back().remark =
            "chance raises each ECE, and more so the wider the confidences are spread";
        return std::move(m_out);
    }

private:
    /// Returns the value of each row.
    static std::vector<double> values(const ModelRows& model,
                                      const std::function<double(double, double)>& of) {
        std::vector<double> out;
        out.reserve(model.packed.size());
        for (const std::uint64_t packed : model.packed) {
            out.push_back(of(SortedOutcomes::confidenceOf(packed),
                             SortedOutcomes::correctOf(packed) ? 1.0 : 0.0));
        }
        return out;
    }

    ScoreDifference& addMeans(std::string_view id, const std::vector<double>& first,
                              const std::vector<double>& second, std::string_view method) {
        std::vector<double> apart(first.size());
        std::ranges::transform(second, first, apart.begin(), &differenceOf);
        const MeanEstimate estimate = meanEstimate(apart, m_clusters);
        return add(id, meanOf(first), meanOf(second), estimate, method);
    }

    ScoreDifference& add(std::string_view id, double first, double second,
                         const MeanEstimate& estimate, std::string_view method) {
        ScoreDifference& out = m_out.emplace_back();
        out = {id,
               first,
               second,
               estimate.value,
               estimate.interval(m_settings.level),
               estimate.interval(kEquivalenceLevel),
               estimate.pValue(),
               method,
               {}};
        if (!out.interval) {
            out.remark = m_clusters.empty() ? "one row has no spread" : "one cluster has no spread";
        }
        return out;
    }

    void addBrier() {
        const auto brier = [](double c, double a) { return (c - a) * (c - a); };
        addMeans("brier", values(m_first, brier), values(m_second, brier), m_meanMethod);
    }

    void addSignedGap() {
        const auto gap = [](double c, double a) { return a - c; };
        addMeans("signed_gap", values(m_first, gap), values(m_second, gap), m_meanMethod);
    }

    /// Adds the ratio of observed and expected events, from its linearised values in the rows.
    void addRatio() {
        const ModelRows* models[] = {&m_first, &m_second};
        std::vector<double> linear[2];
        for (std::size_t m = 0; m < 2; ++m) {
            const double expected = meanOf(values(*models[m], [](double c, double) { return c; }));
            const double observed = meanOf(values(*models[m], [](double, double a) { return a; }));
            if (!(expected > 0)) return addUndefined("oe", "every confidence is 0");
            if (observed == 0) return addUndefined("oe", "no row is an event");
            const double ratio = observed / expected;
            linear[m] = values(
                *models[m], [=](double c, double a) { return ratio + (a - ratio * c) / expected; });
        }
        addMeans("oe", linear[0], linear[1], m_linearMethod);
    }

    /// Returns the rows, or the clusters with a row, on which only one model acts, or both act and
    /// the outcome differs.
    std::size_t differingDecisions(const std::vector<double>& first,
                                   const std::vector<double>& second) const {
        std::vector<bool> differs(m_clusters.empty() ? first.size() : m_clusters.count);
        for (std::size_t row = 0; row < first.size(); ++row) {
            if (first[row] != second[row])
                differs[m_clusters.empty() ? row : m_clusters.codes[row]] = true;
        }
        return static_cast<std::size_t>(std::ranges::count(differs, true));
    }

    /// Returns the weights that give the rows the stated prevalence; none if it cannot be had.
    std::optional<OutcomeFactors> outcomeFactors() const {
        if (!m_settings.prevalence) return OutcomeFactors();
        const double events = meanOf(values(m_first, [](double, double a) { return a; }));
        if (!haveCommonOutcomes(m_first, m_second) || events <= 0 || events >= 1)
            return std::nullopt;
        return factorsFor(events, 1, m_settings.prevalence);
    }

    /// Adds the difference of the means, whose variance is that within the rows of each outcome:
    /// their shares are stated.
    ScoreDifference& addStratified(const std::vector<double>& first,
                                   const std::vector<double>& second) {
        std::vector<double> apart(first.size());
        std::ranges::transform(second, first, apart.begin(), &differenceOf);
        std::array<double, 2> sums{};
        std::array<StratumSpread, 2> outcomes;
        const auto outcome = [&](std::size_t row) {
            return SortedOutcomes::correctOf(m_first.packed[row]) ? 1U : 0U;
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
        if (!m_clusters.empty()) {
            for (double& value : apart)
                value += estimate.value;
            estimate = meanEstimate(apart, m_clusters);
        } else {
            estimate =
                estimateOverStrata(estimate.value, outcomes, static_cast<double>(apart.size()));
        }
        return add(kNetBenefit, meanOf(first), meanOf(second), estimate,
                   m_clusters.empty() ? "paired t, by outcome (Welch)" : m_meanMethod);
    }

    void addNetBenefit(double threshold) {
        const auto factors = outcomeFactors();
        if (!factors) {
            addUndefined(kNetBenefit,
                         "a stated prevalence needs both outcomes, the same ones in "
                         "both models: choose the view of a class");
            m_out.back().threshold = threshold;
            return;
        }
        const auto benefit = [&](double c, double a) {
            return (a == 1 ? factors->events : factors->others) * rowBenefit(c, a == 1, threshold);
        };
        const auto first = values(m_first, benefit);
        const auto second = values(m_second, benefit);
        ScoreDifference& out = m_settings.prevalence
                                   ? addStratified(first, second)
                                   : addMeans(kNetBenefit, first, second, m_meanMethod);
        out.threshold = threshold;
        const std::size_t differing = differingDecisions(first, second);
        if (areEqual() || !areTooFew(static_cast<double>(differing), threshold, *factors)) return;
        out.p = std::nullopt;
        if (differing == 0) out.interval = out.interval90 = std::nullopt;
        out.remark = differing == 0
                         ? "both decide alike in every row"
                         : "they decide differently in " +
                               counted(differing, m_clusters.empty() ? "row" : "cluster") +
                               ": the interval may be too short";
    }

    void addLosses(std::string_view id, const std::vector<double>& first,
                   const std::vector<double>& second) {
        if (first.empty() || second.empty()) return addUndefined(id, "probabilities are unknown");
        const auto infinite = [](const std::vector<double>& losses) {
            return static_cast<std::size_t>(
                std::ranges::count_if(losses, [](double loss) { return !std::isfinite(loss); }));
        };
        const std::size_t ofFirst = infinite(first);
        const std::size_t ofSecond = infinite(second);
        if (ofFirst + ofSecond > 0) {
            return addUndefined(id, "the true class has probability 0 in " +
                                        counted(ofFirst, "row") + " of the first model and in " +
                                        groupedDigits(ofSecond) + " of the second");
        }
        addMeans(id, first, second, m_meanMethod);
    }

    void addUndefined(std::string_view id, std::string why) {
        ScoreDifference& out = m_out.emplace_back();
        out.id = id;
        out.remark = std::move(why);
    }

    void addAccuracy() {
        const std::vector<double> first(m_first.isRight.begin(), m_first.isRight.end());
        const std::vector<double> second(m_second.isRight.begin(), m_second.isRight.end());
        ScoreDifference& out = addMeans("accuracy", first, second, m_meanMethod);
        if (!m_clusters.empty()) return;
        std::size_t gained = 0;
        std::size_t lost = 0;
        for (std::size_t row = 0; row < first.size(); ++row) {
            gained += second[row] > first[row] ? 1U : 0U;
            lost += second[row] < first[row] ? 1U : 0U;
        }
        const auto at = [&](double level) {
            return pairedProportionInterval(gained, lost, first.size(), level);
        };
        out.interval = at(m_settings.level);
        out.interval90 = at(kEquivalenceLevel);
        out.p = mcNemar(lost, gained);
        out.method = "Bonett and Price; exact McNemar";
        out.remark.clear();
    }

    void addInfluences(const Execution& execution) {
        const RowInfluences first = rowInfluences(m_first.packed, execution.parallelFor);
        const RowInfluences second = rowInfluences(m_second.packed, execution.parallelFor);
        const bool common = haveCommonOutcomes(m_first, m_second);
        addMeans("brier_mcb", first.miscalibration, second.miscalibration, m_linearMethod);
        addMeans("brier_dsc", first.discrimination, second.discrimination, m_linearMethod);
        if (!common) addMeans("brier_unc", first.uncertainty, second.uncertainty, m_linearMethod);
        if (first.auroc.empty() || second.auroc.empty()) {
            return addUndefined("auroc", kOneSided);
        }
        addMeans("auroc", first.auroc, second.auroc, m_linearMethod);
        const auto correct = static_cast<std::size_t>(
            std::ranges::count_if(m_first.packed, &SortedOutcomes::correctOf));
        const std::size_t fewer = std::min(correct, m_first.packed.size() - correct);
        const auto isExtreme = [](double area) { return area <= 0 || area >= 1; };
        ScoreDifference& out = m_out.back();
        if (isExtreme(out.first) && isExtreme(out.second) && !areEqual()) {
            out.interval = out.interval90 = std::nullopt;
            out.p = std::nullopt;
            out.remark = "both AUROCs are 0 or 1: no spread to compute an interval from";
            return;
        }
        if (!m_clusters.empty() || !common || fewer < 2) return;
        m_out.pop_back();
        const double error = deLongStandardError(first.auroc, second.auroc, m_first.packed);
        const double one = meanOf(first.auroc);
        const double two = meanOf(second.auroc);
        add("auroc", one, two, {two - one, error, static_cast<double>(m_first.packed.size() - 1)},
            "DeLong");
    }

    void addError(std::string_view id, const PairedError& error) {
        const auto root = [&](double value) { return error.isDebiased ? rootOf(value) : value; };
        ScoreDifference& out = m_out.emplace_back();
        out.id = id;
        out.first = root(error.first);
        out.second = root(error.second);
        out.value = error.difference();
        out.method = m_clusters.empty() ? "MOVER of paired resamples"
                                        : "MOVER of paired resamples of clusters";
        if (areEqual()) {
            out.interval = out.interval90 = Interval{0, 0};
            return;
        }
        if (m_clusters.count == 1 || m_first.packed.size() < 2) {
            out.remark = m_clusters.empty() ? "one row has no spread" : "one cluster has no spread";
            return;
        }
        out.interval = error.interval(m_settings.level);
        out.interval90 = error.interval(kEquivalenceLevel);
    }

    /// True if both models say the same of every row.
    bool areEqual() const { return m_first.packed == m_second.packed; }

    const ModelRows& m_first;
    const ModelRows& m_second;
    const RowClusters& m_clusters;
    const DifferenceSettings& m_settings;
    std::string_view m_meanMethod;
    std::string_view m_linearMethod;
    std::vector<ScoreDifference> m_out;
};

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
    return Comparer(first, second, clusters, settings).differences(execution);
}

bool haveCommonOutcomes(const ModelRows& first, const ModelRows& second) {
    return std::ranges::equal(first.packed, second.packed, {}, &SortedOutcomes::correctOf,
                              &SortedOutcomes::correctOf);
}

}  // namespace diagonal
