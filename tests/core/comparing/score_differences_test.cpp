// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/comparing/score_differences.h"

#include <algorithm>
#include <cmath>

#include "core/base/random_numbers.h"
#include "core/comparing/paired_errors.h"
#include "core/comparing/row_influence.h"
#include "core/measuring/isotonic.h"
#include "core/measuring/scores/scores.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

std::vector<std::uint64_t> packedRows(const std::vector<double>& p, const std::vector<int>& y) {
    std::vector<std::uint64_t> rows;
    for (std::size_t i = 0; i < p.size(); ++i)
        rows.push_back(SortedOutcomes::pack(p[i], y[i] == 1));
    return rows;
}

/// Two models of the same rows: the second is over-confident and sees more.
struct Models {
    std::vector<double> first;
    std::vector<double> second;
    std::vector<int> labels;
    RowClusters clusters{"patient", {}, 40};

    explicit Models(std::size_t rows) {
        RandomNumbers random(3);
        for (std::size_t i = 0; i < rows; ++i) {
            const double a = random.normal();
            const double b = random.normal();
            const auto sigmoid = [](double z) { return 1 / (1 + std::exp(-z)); };
            // Rounded, so that there are ties.
            first.push_back(std::round(sigmoid(a) * 50) / 50);
            second.push_back(sigmoid(2 * (a + .6 * b)));
            labels.push_back(random.uniform() < sigmoid(1.2 * a + .8 * b) ? 1 : 0);
            clusters.codes.push_back(static_cast<std::uint32_t>(i % 40));
        }
    }
    static ModelRows rowsOf(const std::vector<double>& p, const std::vector<int>& labels) {
        const std::vector<std::int32_t> y(labels.begin(), labels.end());
        return *modelRows(testing::positiveScores(p, y), {View::Kind::PositiveClass, 1}, 1);
    }
    std::vector<ScoreDifference> differences(bool inClusters) const {
        return *scoreDifferences(rowsOf(first, labels), rowsOf(second, labels),
                                 inClusters ? clusters : RowClusters(), {.binning = {.count = 10}});
    }
};

const ScoreDifference& of(const std::vector<ScoreDifference>& all, std::string_view id) {
    return *std::ranges::find(all, id, &ScoreDifference::id);
}

double mean(const std::vector<double>& values) {
    return meanEstimate(values).value;
}

TEST(RowInfluence, meansAreTheScores) {
    const Models models(700);
    const auto packed = packedRows(models.first, models.labels);
    const SortedOutcomes sorted(packed);
    const RowInfluences influences = rowInfluences(packed);
    double brier = 0;
    for (std::size_t i = 0; i < packed.size(); ++i)
        brier += std::pow(models.first[i] - models.labels[i], 2) / 700;
    const BrierParts parts = brierParts(brier, isotonicBlocks(sorted));
    EXPECT_NEAR(mean(influences.miscalibration), parts.miscalibration, 1e-14);
    EXPECT_NEAR(mean(influences.discrimination), parts.discrimination, 1e-14);
    EXPECT_NEAR(mean(influences.uncertainty), parts.uncertainty, 1e-14);
    EXPECT_NEAR(mean(influences.auroc), *auroc(sorted), 1e-14);
}

/// Weighting one row a little more changes each score as its value says.
TEST(RowInfluence, isTheDerivativeByTheWeightOfARow) {
    const Models models(300);
    auto packed = packedRows(models.second, models.labels);
    const RowInfluences influences = rowInfluences(packed);
    constexpr double more = 1e-5;
    for (const std::size_t row : {0U, 17U, 200U}) {
        RowWeights weights{WeightKind::Importance, std::vector<double>(300, 1), 1};
        weights.values[row] += more;
        const SortedOutcomes sorted(packed, weights);
        double brier = 0;
        for (std::size_t i = 0; i < packed.size(); ++i) {
            brier +=
                weights.values[i] * std::pow(models.second[i] - models.labels[i], 2) / (300 + more);
        }
        const BrierParts parts = brierParts(brier, isotonicBlocks(sorted));
        const auto slope = [&](double after, const std::vector<double>& values) {
            return (after - mean(values)) / more * (300 + more);
        };
        const auto influence = [&](const std::vector<double>& values) {
            return values[row] - mean(values);
        };
        EXPECT_NEAR(slope(parts.miscalibration, influences.miscalibration),
                    influence(influences.miscalibration), 1e-4);
        EXPECT_NEAR(slope(parts.discrimination, influences.discrimination),
                    influence(influences.discrimination), 1e-4);
        EXPECT_NEAR(slope(*auroc(sorted), influences.auroc), influence(influences.auroc), 1e-4);
    }
}

/// The definition of DeLong, DeLong and Clarke-Pearson (1988) computed pair by pair with NumPy.
TEST(RowInfluence, deLongIsAsItsDefinition) {
    const std::vector<int> y = {1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 1};
    const std::vector<double> a = {.9, .3, .6, .8, .4, .6, .55, .1, .7, .65, .2, .35};
    const std::vector<double> b = {.7, .5, .6, .9, .2, .8, .3, .4, .65, .6, .1, .5};
    const auto first = rowInfluences(packedRows(a, y)).auroc;
    const auto second = rowInfluences(packedRows(b, y)).auroc;
    EXPECT_NEAR(mean(first), .8194444444444444, 1e-14);
    EXPECT_NEAR(mean(second), .7222222222222222, 1e-14);
    EXPECT_NEAR(deLongStandardError(first, second, packedRows(a, y)), .10936122047238632, 1e-14);
}

/// As below, where one in ten has the event: the false positive of the first model weighs .9/2.
TEST(ScoreDifferences, compareTheNetBenefitAtAStatedPrevalence) {
    const std::vector<int> y = {1, 0, 1, 0};
    const ModelRows first = Models::rowsOf({.2, .3, .9, .1}, y);
    const std::vector<double> other = {.5, .1, .6, .1};
    DifferenceSettings settings{.binning = {.count = 2}, .thresholds = {.2}, .prevalence = .1};
    const auto all = *scoreDifferences(first, Models::rowsOf(other, y), {}, settings);
    const ScoreDifference benefit = of(all, kNetBenefit);
    EXPECT_NEAR(benefit.first, .1 - .9 * .5 * .25, 1e-15);
    EXPECT_NEAR(benefit.second, .1, 1e-15);
    EXPECT_NEAR(*benefit.value, .9 * .5 * .25, 1e-15);
    // Around the means of their outcome the rows differ by 0, 0.225, 0, -0.225: only the two rows
    // without the event vary, which leaves one degree of freedom.
    EXPECT_NEAR(benefit.interval->upper - *benefit.value,
                12.706204736174698 * std::sqrt(2. / 1 * 2 * .225 * .225 / 16), 1e-6);
    const auto apart = *scoreDifferences(first, Models::rowsOf(other, {0, 0, 1, 0}), {}, settings);
    EXPECT_FALSE(of(apart, kNetBenefit).value);
    EXPECT_NE(of(apart, kNetBenefit).remark.find("choose the view of a class"), std::string::npos);
}

/// Four rows: at 0.2 the first model acts on all but the last, the second on the first and third.
TEST(ScoreDifferences, compareTheNetBenefitAndTheRatioOfEvents) {
    const std::vector<int> y = {1, 0, 1, 0};
    const ModelRows first = Models::rowsOf({.2, .3, .9, .1}, y);
    const ModelRows second = Models::rowsOf({.5, .1, .6, .1}, y);
    DifferenceSettings settings{.binning = {.count = 2}};
    settings.thresholds = {.2, .05};
    const auto all = *scoreDifferences(first, second, {}, settings);
    const auto at = [&](double threshold) {
        return *std::ranges::find(all, std::optional(threshold), &ScoreDifference::threshold);
    };
    const ScoreDifference benefit = at(.2);
    EXPECT_EQ(benefit.id, kNetBenefit);
    EXPECT_NEAR(benefit.first, (1 - .25 + 1) / 4, 1e-15);
    EXPECT_NEAR(benefit.second, .5, 1e-15);
    // The rows differ by 0, 0.25, 0, 0: mean 1/16, standard error 1/16; t with 3 degrees.
    EXPECT_NEAR(*benefit.value, .0625, 1e-15);
    EXPECT_NEAR(benefit.interval->upper, .0625 * (1 + 3.182446305284263), 1e-9);
    EXPECT_FALSE(benefit.p);
    EXPECT_EQ(benefit.remark, "they decide differently in 1 row: the interval may be too short");
    EXPECT_EQ(worseSideOf(benefit), WorseSide::Lower);
    EXPECT_EQ(at(.05).remark, "both decide alike in every row");
    EXPECT_FALSE(at(.05).interval);

    const ScoreDifference ratio = of(all, "oe");
    EXPECT_NEAR(ratio.first, 2 / 1.5, 1e-12);
    EXPECT_NEAR(ratio.second, 2 / 1.3, 1e-12);
    const double one = 2 / 1.5;
    const double two = 2 / 1.3;
    std::vector<double> apart;
    const std::vector<double> a = {.2, .3, .9, .1};
    const std::vector<double> b = {.5, .1, .6, .1};
    for (std::size_t i = 0; i < 4; ++i)
        apart.push_back((y[i] - two * b[i]) / .325 - (y[i] - one * a[i]) / .375);
    const double spread = meanEstimate(apart).standardError;
    EXPECT_NEAR(ratio.interval->upper - *ratio.value, 3.182446305284263 * spread, 1e-9);

    const RowClusters pairs{"pair", {0, 0, 1, 1}, 2};
    const auto clustered = *scoreDifferences(first, second, pairs, settings);
    const auto inPairs =
        std::ranges::find(clustered, std::optional(.2), &ScoreDifference::threshold);
    // Sums of the clusters around the mean are 1/8 and -1/8.
    EXPECT_NEAR(inPairs->interval->upper, .0625 + 12.706204736174698 * .0625, 1e-6);

    const auto none = *scoreDifferences(Models::rowsOf(a, {0, 0, 0, 0}),
                                        Models::rowsOf(b, {0, 0, 0, 0}), {}, settings);
    EXPECT_EQ(of(none, "oe").remark, "no row is an event");
}

TEST(ScoreDifferences, areThoseOfTheScores) {
    const Models models(2000);
    const auto all = models.differences(false);
    const auto scoresOf = [&](const std::vector<double>& p) {
        const std::vector<std::int32_t> y(models.labels.begin(), models.labels.end());
        return outcomesAt(testing::positiveScores(p, y), {View::Kind::PositiveClass, 1}, 1);
    };
    const Outcomes first = scoresOf(models.first);
    const Outcomes second = scoresOf(models.second);
    EXPECT_NEAR(*of(all, "brier").value, second.brier - first.brier, 1e-13);
    EXPECT_NEAR(*of(all, "brier_multiclass").value,
                *second.brierMulticlass - *first.brierMulticlass, 1e-13);
    EXPECT_NEAR(*of(all, "auroc").value, *second.auroc - *first.auroc, 1e-13);
    const Binning bins{.count = 10};
    const auto errors = [&](const Outcomes& outcomes) {
        return binnedErrors(binned(outcomes.sorted, bins, std::nullopt));
    };
    EXPECT_NEAR(*of(all, "ece").value, errors(second).ece - errors(first).ece, 1e-12);
    EXPECT_NEAR(*of(all, "l2_debiased").value, errors(second).l2Debiased - errors(first).l2Debiased,
                1e-12);
    EXPECT_NEAR(of(all, "brier").first, first.brier, 1e-13);
    EXPECT_FALSE(std::ranges::count(all, "brier_unc", &ScoreDifference::id))
        << "outcomes are common";
    const double parts = *of(all, "brier_mcb").value - *of(all, "brier_dsc").value;
    EXPECT_NEAR(parts, *of(all, "brier").value, 1e-13);
    for (const ScoreDifference& difference : all) {
        if (!difference.interval) continue;
        EXPECT_LE(difference.interval->lower, *difference.value) << difference.id;
        EXPECT_GE(difference.interval->upper, *difference.value) << difference.id;
        EXPECT_GE(difference.interval90->lower, difference.interval->lower) << difference.id;
        EXPECT_LE(difference.interval90->upper, difference.interval->upper) << difference.id;
    }
}

TEST(ScoreDifferences, clustersChangeNoValue) {
    const Models models(2000);
    const auto all = models.differences(true);
    for (const ScoreDifference& rows : models.differences(false)) {
        const ScoreDifference& clusters = of(all, rows.id);
        ASSERT_TRUE(clusters.value && rows.value) << rows.id;
        EXPECT_NEAR(*clusters.value, *rows.value, 1e-12) << rows.id;
        EXPECT_NEAR(clusters.first, rows.first, 1e-12) << rows.id;
    }
}

/// The linearised intervals are about as wide as those of resampled rows, fitted anew each time.
TEST(ScoreDifferences, linearisedIntervalsAgreeWithThePairedBootstrap) {
    const Models models(1500);
    const auto all = models.differences(false);
    RandomNumbers random(9);
    std::vector<std::vector<double>> drawn(3);
    for (int resample = 0; resample < 300; ++resample) {
        std::vector<double> first, second;
        std::vector<int> labels;
        for (std::size_t i = 0; i < models.labels.size(); ++i) {
            const std::size_t row = random.below(models.labels.size());
            first.push_back(models.first[row]);
            second.push_back(models.second[row]);
            labels.push_back(models.labels[row]);
        }
        const RowInfluences one = rowInfluences(packedRows(first, labels));
        const RowInfluences two = rowInfluences(packedRows(second, labels));
        drawn[0].push_back(mean(two.miscalibration) - mean(one.miscalibration));
        drawn[1].push_back(mean(two.discrimination) - mean(one.discrimination));
        drawn[2].push_back(mean(two.auroc) - mean(one.auroc));
    }
    const char* ids[] = {"brier_mcb", "brier_dsc", "auroc"};
    for (std::size_t i = 0; i < 3; ++i) {
        const Interval resampled = percentileInterval(drawn[i], .95);
        const Interval found = *of(all, ids[i]).interval;
        EXPECT_NEAR((found.upper - found.lower) / (resampled.upper - resampled.lower), 1, .2)
            << ids[i];
    }
}

TEST(ScoreDifferences, aModelDoesNotDifferFromItself) {
    const Models models(500);
    const ModelRows rows = Models::rowsOf(models.first, models.labels);
    for (const bool inClusters : {false, true}) {
        const auto all = *scoreDifferences(rows, rows, inClusters ? models.clusters : RowClusters(),
                                           {.binning = {.count = 10}});
        for (const ScoreDifference& difference : all) {
            ASSERT_TRUE(difference.value) << difference.id;
            EXPECT_EQ(*difference.value, 0) << difference.id;
            EXPECT_LE(difference.interval->lower, 0) << difference.id;
            EXPECT_GE(difference.interval->upper, 0) << difference.id;
            EXPECT_EQ(difference.p.value_or(1), 1) << difference.id;
        }
    }
}

TEST(ScoreDifferences, clustersOfOneRowAreIndependentRows) {
    Models models(400);
    for (std::size_t i = 0; i < 400; ++i)
        models.clusters.codes[i] = static_cast<std::uint32_t>(i);
    models.clusters.count = 400;
    const auto alone = models.differences(false);
    const auto inClusters = models.differences(true);
    for (const char* id : {"brier", "nll", "signed_gap", "brier_mcb", "brier_dsc"}) {
        EXPECT_NEAR(of(alone, id).interval->lower, of(inClusters, id).interval->lower, 1e-12);
        EXPECT_NEAR(of(alone, id).interval->upper, of(inClusters, id).interval->upper, 1e-12);
    }
}

TEST(ScoreDifferences, roundingDoesNotDecide) {
    const Models models(500);
    const ModelRows rows = Models::rowsOf(models.first, models.labels);
    ModelRows rounded = rows;
    for (double& error : rounded.squaredErrors)
        error *= 1 + 4e-16;
    const auto all = *scoreDifferences(rows, rounded, {}, {.binning = {.count = 10}});
    EXPECT_EQ(*of(all, "brier_multiclass").value, 0);
}

TEST(ScoreDifferences, severalLabelsAreRightInTheViewOfTheirClass) {
    PredictionParts parts;
    parts.form = PredictionForm::MultiLabel;
    parts.scores = ScoreMatrix(std::vector<double>{.9, .8, .2, .7, .1, .6}, 2);
    parts.labels = {0, 0, 0};
    parts.classNames = {"x", "y"};
    parts.memberships = {1, 1, 0, 1, 1, 0};
    const auto predictions = Predictions::make(std::move(parts)).value().predictions;
    EXPECT_EQ(modelRows(predictions, {View::Kind::OneVsRest, 0}, 1)->isRight,
              (std::vector<std::uint8_t>{1, 1, 0}));
    EXPECT_EQ(modelRows(predictions, {View::Kind::OneVsRest, 1}, 1)->isRight,
              (std::vector<std::uint8_t>{1, 1, 0}));
}

TEST(ScoreDifferences, undefinedOnesSayWhy) {
    const ModelRows sure = Models::rowsOf({0, .5, 1}, {1, 0, 1});
    const ModelRows other = Models::rowsOf({.2, .5, .9}, {1, 0, 1});
    const auto all = *scoreDifferences(other, sure, {}, {.binning = {.count = 5}});
    EXPECT_FALSE(of(all, "nll").value);
    EXPECT_THAT(of(all, "nll").remark, ::testing::HasSubstr("probability 0 in 0 rows of the first "
                                                            "model and in 1 of the second"));
    const ModelRows right = Models::rowsOf({.2, .1}, {0, 0});
    const auto none = *scoreDifferences(right, right, {}, {.binning = {.count = 5}});
    EXPECT_FALSE(of(none, "auroc").value);
    const RowClusters one{"day", {0, 0, 0}, 1};
    const ModelRows third = Models::rowsOf({.3, .6, .8}, {1, 0, 1});
    const auto single = *scoreDifferences(other, third, one, {.binning = {.count = 5}});
    for (const ScoreDifference& difference : single) {
        if (!difference.value) continue;
        EXPECT_FALSE(difference.interval) << difference.id;
        EXPECT_EQ(difference.remark.empty(), false) << difference.id;
    }
}

}  // namespace
}  // namespace diagonal
