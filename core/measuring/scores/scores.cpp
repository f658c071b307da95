// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/scores.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "core/base/compensated_sum.h"
#include "core/base/text.h"
#include "core/numerics/intervals.h"

namespace diagonal {
namespace {

constexpr auto kDefinitions = std::to_array<ScoreDefinition>({
    {"ece", "Expected calibration error", "ECE",
     "Mean distance between accuracy and confidence, bins weighted by their share of rows: sum of "
     "n_b/n |A_b - C_b| (Naeini 2015, Guo 2017). It depends on the bins.",
     ScoreSource::Bins, IntervalMethod::Error, false, WorseSide::Higher, 9, 6},
    {"over_confidence", "Over-confidence", "Over-confidence",
     "The part of ECE from bins whose confidence exceeds their accuracy: sum of n_b/n max(C_b - "
     "A_b, 0).",
     ScoreSource::Bins, IntervalMethod::Error},
    {"under_confidence", "Under-confidence", "Under-confidence",
     "The part of ECE from bins whose accuracy exceeds their confidence: sum of n_b/n max(A_b - "
     "C_b, 0).",
     ScoreSource::Bins, IntervalMethod::Error},
    {"mce", "Maximum calibration error", "MCE",
     "Largest |A_b - C_b| over the non-empty bins (Naeini 2015). It is often in a bin with few "
     "rows.",
     ScoreSource::Bins, IntervalMethod::Error, true},
    {"rmsce", "Root mean squared calibration error", "RMSCE",
     "Square root of the sum of n_b/n (A_b - C_b)^2: large gaps weigh more than in ECE.",
     ScoreSource::Bins, IntervalMethod::Error},
    {"ace", "Average calibration error", "ACE",
     "Unweighted mean of |A_b - C_b| over the non-empty bins (Neumann 2018).", ScoreSource::Bins,
     IntervalMethod::Error},
    {"l2_debiased", "Debiased L2 calibration error", "L2, debiased",
     "Square root of max(0, sum of n_b/n [(A_b - C_b)^2 - A_b (1 - A_b)/(n_b - 1)]): RMSCE without "
     "the part due to chance alone (Broecker 2012, Kumar 2019). Bins with one row count as 0.",
     ScoreSource::Bins, IntervalMethod::DebiasedError, false, WorseSide::Higher, 8, 7},
    {"ece_sweep", "Equal-mass sweep ECE", "ECE, sweep",
     "ECE over equal-mass bins, whose number grows from 1 as long as accuracies rise from bin to "
     "bin "
     "(Roelofs 2022). Does not depend on the bins that are shown. With more rows it uses more "
     "bins: "
     "what it estimates depends on n.",
     ScoreSource::EqualMassSweep, IntervalMethod::UnstableError},
    {"smece", "Smooth calibration error", "Smooth ECE",
     "The bandwidth s at which the mean distance between accuracy and confidence, smoothed by a "
     "Gaussian of width s reflected at 0 and 1, equals s (Blasiok and Nakkiran 2024). Uses no "
     "bins.",
     ScoreSource::Smooth, IntervalMethod::UnstableError},
    {"classwise_ece", "Classwise ECE", "Classwise ECE",
     "Mean over classes of the ECE of that class versus the rest, in equal-width bins (Kull 2019; "
     "the static calibration error of Nixon 2019).",
     ScoreSource::Classes, IntervalMethod::Error},
    {"classwise_ace", "Classwise ECE, equal mass", "Classwise, mass",
     "Mean over classes of the ECE of that class versus the rest, in equal-mass bins (adaptive "
     "calibration error of Nixon 2019).",
     ScoreSource::Classes, IntervalMethod::Error},
    {"ks", "Kolmogorov-Smirnov calibration error", "KS",
     "Largest |D(x)|, where D(x) is the sum of c - a over rows with confidence up to x, over n "
     "(Gupta 2021). Uses no bins.",
     ScoreSource::Cumulative, IntervalMethod::Error},
    {"ks_p", "p-value of KS", "p of KS",
     "Probability of a KS at least as large if the model were calibrated, from Brownian motion; "
     "from 9,999 draws where confidences have few values.",
     ScoreSource::Cumulative},
    {"kuiper", "Kuiper calibration error", "Kuiper",
     "Range of D(x), including 0 (Arrieta-Ibarra 2022): also detects over-confidence in one place "
     "that is offset by under-confidence in another. Uses no bins.",
     ScoreSource::Cumulative, IntervalMethod::Error},
    {"kuiper_p", "p-value of Kuiper", "p of Kuiper",
     "Probability of a Kuiper at least as large if the model were calibrated, from Brownian "
     "motion; from 9,999 draws where confidences have few values.",
     ScoreSource::Cumulative},
    {"null_ece", "ECE of a calibrated model", "If calibrated",
     "Mean ECE that a perfectly calibrated model with these confidences would show by chance, in "
     "these bins: 9,999 draws of outcomes with probability c (Broecker and Smith 2007, "
     "Vaicenavicius 2019).",
     ScoreSource::Null},
    {"null_ece_q95", "ECE of a calibrated model, 95 % quantile", "95 % quantile",
     "A calibrated model's ECE is below this in 95 % of the draws: of an ECE below it, "
     "miscalibration "
     "is not detected at 5 %.",
     ScoreSource::Null},
    {"ece_p", "p-value of ECE", "p of ECE",
     "(1 + number of draws with an ECE at least as large) / 10,000. Isotonic bins are refitted in "
     "every draw.",
     ScoreSource::Null},
    {"accuracy", "Accuracy", "Accuracy",
     "Share of rows whose prediction is correct; in the view of a class, the share of rows "
     "of that class.",
     ScoreSource::Rows, IntervalMethod::Wilson, true, WorseSide::Lower, 4, 8},
    {"confidence", "Mean confidence", "Confidence", "Mean confidence over all rows of this view.",
     ScoreSource::Rows, IntervalMethod::Percentile, true, WorseSide::Neither, 0, 9, kShare},
    {"signed_gap", "Signed gap", "Signed gap",
     "Accuracy minus mean confidence: negative where the model is over-confident overall.",
     ScoreSource::Rows, IntervalMethod::Difference, true, WorseSide::Neither, 10},
    {"oe", "Observed over expected events", "O:E",
     "Sum of a / sum of c: above 1 the model expects too few events. Interval of ln(O:E) with the "
     "variance (1 - O/n)/O (Debray 2017).",
     ScoreSource::Skill, IntervalMethod::Ratio, false, WorseSide::Neither, 0, 0, kNotNegative},
    {"nll", "Negative log-likelihood", "NLL",
     "Mean -log of the probability of the true class, in nats, the same whatever the "
     "view. Temperature fitting minimises it.",
     ScoreSource::Rows, IntervalMethod::Percentile, true, WorseSide::Higher, 3, 5, kNotNegative},
    {"log_skill", "Logarithmic skill score", "Log skill",
     "1 - L/L_m, where L is the mean of -log of the probability given to the outcome in this view "
     "and L_m is that of the mean outcome m for every row (McFadden's R2): 0 or less is no skill.",
     ScoreSource::Skill, IntervalMethod::Percentile, false, WorseSide::Lower},
    {"r2_nagelkerke", "Nagelkerke's R2", "Nagelkerke R2",
     "(1 - exp(-2 (L_m - L)))/(1 - exp(-2 L_m)), with L and L_m of the logarithmic skill score "
     "(Nagelkerke 1991). The probabilities are taken as given, not refitted.",
     ScoreSource::Skill, IntervalMethod::Percentile, false, WorseSide::Lower},
    {"brier", "Brier score of this view", "Brier",
     "Mean (c - a)^2 of confidence c and outcome a (1 if correct) in this view (Brier 1950).",
     ScoreSource::Rows, IntervalMethod::Percentile, true, WorseSide::Higher, 1, 3, kShare},
    {"brier_mcb", "Miscalibration part of the Brier score", "Miscalibration",
     "How much recalibration by isotonic regression would lower this view's Brier score (CORP, "
     "Dimitriadis 2021): Brier = miscalibration - discrimination + uncertainty.",
     ScoreSource::Isotonic, IntervalMethod::IsotonicPart, false, WorseSide::Higher, 6, 1},
    {"brier_dsc", "Discrimination part of the Brier score", "Discrimination",
     "How much the recalibrated confidence reduces the uncertainty: higher is better.",
     ScoreSource::Isotonic, IntervalMethod::IsotonicPart, false, WorseSide::Lower, 7, 2},
    {"brier_unc", "Uncertainty part of the Brier score", "Uncertainty",
     "m (1 - m), where m is the mean outcome: the Brier score of predicting m for every row.",
     ScoreSource::Isotonic, IntervalMethod::Uncertainty},
    {"brier_skill", "Brier skill score", "Brier skill",
     "1 - Brier/(m (1 - m)), where m is the mean outcome of these rows: 0 or less is no better "
     "than predicting m for every row.",
     ScoreSource::Skill, IntervalMethod::Percentile, false, WorseSide::Lower},
    {"brier_multiclass", "Brier score over all classes", "Brier, classes",
     "Mean over rows of the sum over classes of (p_k - [label = k])^2 (Brier 1950), 0 to 2.",
     ScoreSource::Rows, IntervalMethod::Percentile, false, WorseSide::Higher, 2, 4, kNotNegative},
    {"auroc", "Area under the ROC curve", "AUROC",
     "Probability that a correct row has a higher confidence than a wrong one, ties counting half: "
     "how well confidence separates correct from wrong rows, regardless of calibration.",
     ScoreSource::Rows, IntervalMethod::Percentile, true, WorseSide::Lower, 5, 10, kShare},
    {"discrimination_slope", "Discrimination slope", "Discr. slope",
     "Mean confidence of the correct rows less that of the wrong ones (Yates 1982); in the view of "
     "a class, mean probability of the class's rows less that of the others. Interval by Welch's "
     "t.",
     ScoreSource::Skill, IntervalMethod::Slope, false, WorseSide::Lower},
    {"calibration_slope", "Calibration slope", "Slope",
     "Slope of the logistic regression of outcome on logit c (Cox 1958): below 1 confidences are "
     "too extreme, above 1 too timid. Rows with c = 0 or 1 are left out.",
     ScoreSource::Logistic, IntervalMethod::Percentile},
    {"calibration_intercept", "Calibration in the large", "Intercept",
     "Intercept of the logistic regression of outcome with logit c as offset, its slope fixed at "
     "1: "
     "below 0 confidences are too high overall. It is not the intercept of the slope's fit. Rows "
     "with c = 0 or 1 are left out.",
     ScoreSource::Logistic, IntervalMethod::Percentile},
    {"intercept_two_parameter", "Intercept beside the slope", "Intercept, 2",
     "Intercept of the regression whose slope is the calibration slope. Calibrated: 0, beside a "
     "slope of 1. Rows with c = 0 or 1 are left out.",
     ScoreSource::Logistic, IntervalMethod::Percentile},
    {"cox_p", "p-value of Cox's joint test", "Cox p",
     "Likelihood-ratio test of intercept 0 and slope 1 together against the slope's fit (Cox "
     "1958): "
     "probability of a ratio at least as large if the model were calibrated, from chi-square with "
     "two degrees of freedom. Rows with c = 0 or 1 are left out.",
     ScoreSource::Logistic},
    {"spiegelhalter_z", "Spiegelhalter's z", "Spiegelhalter z",
     "Sum of (a - c)(1 - 2c) / sqrt(sum of (1 - 2c)^2 c (1 - c)): standard normal for a calibrated "
     "model (Spiegelhalter 1986). It tests calibration overall: errors that cancel in this sum "
     "leave it at 0.",
     ScoreSource::Spiegelhalter},
    {"spiegelhalter_p", "p-value of Spiegelhalter's z", "p of z",
     "Two-sided probability of a z at least as large if the model were calibrated.",
     ScoreSource::Spiegelhalter},
    {"ici", "Integrated calibration index", "ICI",
     "Mean of |c - g(c)| over the rows, where g is a loess curve of the outcomes (span 0.75, "
     "degree "
     "2) cut at 0 and 1 (Austin and Steyerberg 2019). Chance alone makes it positive.",
     ScoreSource::Flexible, IntervalMethod::Error, false, WorseSide::Higher},
    {"e50", "Distance to the loess curve, median", "E50", "Median of |c - g(c)|, g as in ICI.",
     ScoreSource::Flexible, IntervalMethod::Error},
    {"e90", "Distance to the loess curve, 90 % quantile", "E90",
     "90 % quantile of |c - g(c)|, g as in ICI.", ScoreSource::Flexible, IntervalMethod::Error},
    {"emax", "Distance to the loess curve, largest", "Emax",
     "Largest |c - g(c)| of a row, g as in ICI.", ScoreSource::Flexible, IntervalMethod::Error},
    {"ici_spline", "Integrated calibration index, spline", "ICI, spline",
     "ICI with another curve: logistic regression on a restricted cubic spline of logit c with 4 "
     "knots (Harrell 2001). For rows with c = 0 or 1, g(c) = c.",
     ScoreSource::Flexible, IntervalMethod::Error},
    {"emax_spline", "Distance to the spline, largest", "Emax, spline",
     "Largest |c - g(c)| of a row, g as in the ICI of the spline.", ScoreSource::Flexible,
     IntervalMethod::Error},
    {"aurc", "Area under risk by coverage", "AURC",
     "Mean over k of the share of wrong rows among the k most confident (Geifman 2019), ties by "
     "the expectation over their orders: low where confidence finds the mistakes and these are "
     "few.",
     ScoreSource::Risk, IntervalMethod::Percentile, false, WorseSide::Higher, 0, 0, kShare},
    {"e_aurc", "AURC above the best order", "Excess AURC",
     "AURC less that of an order which puts all wrong rows last.", ScoreSource::Risk,
     IntervalMethod::Percentile, false, WorseSide::Higher, 0, 0, kNotNegative},
    {"augrc", "Generalised area under risk by coverage", "AUGRC",
     "Area below the share of rows that are accepted and wrong, over coverage (Traub 2024): (1 - "
     "AUROC) A (1 - A) + (1 - A)^2/2 for accuracy A.",
     ScoreSource::Risk, IntervalMethod::Percentile, false, WorseSide::Higher, 0, 0, kShare},
});

std::vector<Score> meanScores(const OutcomeSums& all) {
    const double accuracy = all.correct / all.weight;
    const double confidence = all.confidence / all.weight;
    return {
        {"accuracy", accuracy}, {"confidence", confidence}, {"signed_gap", accuracy - confidence}};
}

}  // namespace

std::span<const ScoreDefinition> scoreDefinitions() {
    return kDefinitions;
}

std::size_t scoreIndex(std::string_view id) {
    const auto found = std::ranges::find(kDefinitions, id, &ScoreDefinition::id);
    assert(found != kDefinitions.end());
    return static_cast<std::size_t>(found - kDefinitions.begin());
}

const ScoreDefinition& scoreDefinition(std::string_view id) {
    return kDefinitions[scoreIndex(id)];
}

double expectedCalibrationError(const ReliabilityCurve& curve) {
    double sum = 0;
    for (const Bin& bin : curve.bins) {
        if (bin.count > 0) sum += bin.weight * std::abs(bin.gap());
    }
    return sum / curve.weight;
}

void ErrorSums::add(double share, double gap) {
    const double distance = std::abs(gap);
    m_sums.overConfidence += share * std::max(-gap, 0.0);
    m_sums.underConfidence += share * std::max(gap, 0.0);
    m_sums.ece += share * distance;
    m_sums.mce = std::max(m_sums.mce, distance);
    m_squares += share * gap * gap;
    m_distances += distance;
    ++m_filled;
}

BinnedErrors ErrorSums::errors() const {
    BinnedErrors errors = m_sums;
    errors.rmsce = std::sqrt(m_squares);
    errors.ace = m_distances / static_cast<double>(m_filled);
    return errors;
}

BinnedErrors binnedErrors(const ReliabilityCurve& curve) {
    ErrorSums sums;
    double debiased = 0;
    std::optional<std::size_t> worst;
    for (std::size_t b = 0; b < curve.bins.size(); ++b) {
        const Bin& bin = curve.bins[b];
        if (bin.count == 0) continue;
        const double share = bin.weight / curve.weight;
        const double gap = bin.gap();
        sums.add(share, gap);
        // Rounding may lift the effective number of a single row above 1.
        if (bin.count > 1 && bin.effectiveCount > 1) {
            const double noise = *bin.accuracy * (1 - *bin.accuracy) / (bin.effectiveCount - 1);
            debiased += share * (gap * gap - noise);
        }
        if (!worst || std::abs(gap) > std::abs(curve.bins[*worst].gap())) worst = b;
    }
    BinnedErrors errors = sums.errors();
    errors.ece = expectedCalibrationError(curve);
    errors.worstBin = worst.value_or(0);
    errors.debiasedSquares = debiased;
    errors.l2Debiased = rootOf(debiased);
    return errors;
}

std::vector<std::string_view> offeredScores(std::size_t ScoreDefinition::*place) {
    std::vector<const ScoreDefinition*> offered;
    for (const ScoreDefinition& definition : kDefinitions) {
        if (definition.*place > 0) offered.push_back(&definition);
    }
    std::ranges::sort(offered, {}, place);
    std::vector<std::string_view> ids(offered.size());
    std::ranges::transform(offered, ids.begin(), &ScoreDefinition::id);
    return ids;
}

std::array<std::pair<std::string_view, double>, 7> namedErrors(const BinnedErrors& errors) {
    return {{{"ece", errors.ece},
             {"over_confidence", errors.overConfidence},
             {"under_confidence", errors.underConfidence},
             {"mce", errors.mce},
             {"rmsce", errors.rmsce},
             {"ace", errors.ace},
             {"l2_debiased", errors.l2Debiased}}};
}

std::vector<Score> binnedScores(const ReliabilityCurve& curve) {
    const BinnedErrors errors = binnedErrors(curve);
    std::vector<Score> scores;
    for (const auto& [id, value] : namedErrors(errors)) {
        Score& score = scores.emplace_back(Score{id, value});
        if (id != "mce") continue;
        score.remark = "bin " + groupedDigits(errors.worstBin + 1) +
                       ", n = " + groupedDigits(curve.bins[errors.worstBin].count);
    }
    return scores;
}

std::optional<double> spiegelhalter(const SortedOutcomes& outcomes,
                                    const ParallelFor& parallelFor) {
    const std::vector<std::size_t> begins = outcomes.partBegins();
    std::vector<CompensatedSum> sums(begins.size() - 1);
    std::vector<CompensatedSum> variances(begins.size() - 1);
    parallelFor(begins.size() - 1, [&](std::size_t part) {
        CompensatedSum sum;
        CompensatedSum variance;
        for (std::size_t rank = begins[part]; rank < begins[part + 1]; ++rank) {
            const double c = outcomes.confidence(rank);
            const double slope = 1 - 2 * c;
            sum.add(outcomes.weight(rank) * ((outcomes.isCorrect(rank) ? 1 : 0) - c) * slope);
            variance.add(outcomes.varianceWeight(rank) * slope * slope * c * (1 - c));
        }
        sums[part] = sum;
        variances[part] = variance;
    });
    CompensatedSum sum;
    CompensatedSum variance;
    for (std::size_t part = 0; part < sums.size(); ++part) {
        sum.add(sums[part].value());
        variance.add(variances[part].value());
    }
    if (!(variance.value() > 0)) return std::nullopt;
    return sum.value() / std::sqrt(variance.value());
}

std::vector<Score> unbinnedScores(const Outcomes& outcomes) {
    std::vector<Score> scores = meanScores(outcomes.sorted.sums());
    const std::string nllRemark = outcomes.zeroProbabilityRows > 0
                                      ? "infinite: the true class has probability 0 in " +
                                            counted(outcomes.zeroProbabilityRows, "row")
                                      : (outcomes.nll ? "" : kClassesUnknown);
    scores.push_back({"nll", outcomes.nll, nllRemark});
    scores.push_back({"brier", outcomes.brier});
    scores.push_back({"brier_multiclass", outcomes.brierMulticlass,
                      outcomes.brierMulticlass ? "" : kClassesUnknown});
    scores.push_back({"auroc", outcomes.auroc, outcomes.auroc ? "" : kOneSided});
    return scores;
}

std::vector<Score> sweptScores(const OutcomeSums& all, std::optional<double> nll) {
    std::vector<Score> scores = meanScores(all);
    scores.push_back({"nll", nll, nll ? "" : "infinite: a true class has probability 0"});
    // (c - a)^2 = c^2 - 2 a c + a
    scores.push_back(
        {"brier", (all.confidenceSquares - 2 * all.correctConfidence + all.correct) / all.weight});
    return scores;
}

bool isInexact(const Score& score) {
    constexpr double visible = 5e-5;
    return score.value && (score.isApproximate || score.bound.value_or(0) >= visible);
}

std::string boundText(double bound) {
    if (!(bound > 0)) return "± 0";
    const double exponent = std::floor(std::log10(bound));
    const double digit = std::ceil(bound / std::pow(10, exponent));
    return "± " + shortest(*parsedDouble(shortest(digit) + "e" + shortest(exponent)));
}

}  // namespace diagonal
