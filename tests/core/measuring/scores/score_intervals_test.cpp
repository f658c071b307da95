// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/score_intervals.h"

#include <numeric>

#include "core/base/random_numbers.h"
#include "core/reporting/detailed_report.h"
#include "tests/core/measuring/two_hundred_rows.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

/// Reports rows whose true probability has the logit of their confidence times `slope`.
std::shared_ptr<const Report> reportOf(std::size_t rows, double slope, std::uint64_t seed) {
    RandomNumbers random(seed);
    std::vector<double> scores;
    std::vector<std::int32_t> labels;
    for (std::size_t i = 0; i < rows; ++i) {
        const double z = .3 + 1.5 * random.normal();
        scores.push_back(1 / (1 + std::exp(-z)));
        labels.push_back(random.uniform() < 1 / (1 + std::exp(-slope * z)) ? 1 : 0);
    }
    const Dataset dataset =
        testing::datasetOf(testing::positiveScores(std::move(scores), std::move(labels)));
    return detailedReport(analyse(dataset, {}).value()).value();
}

bool isError(const ScoreDefinition& definition) {
    return definition.interval == IntervalMethod::Error ||
           definition.interval == IntervalMethod::DebiasedError || definition.id == "brier_mcb";
}

TEST(ScoreIntervals, everyOneHoldsItsEstimate) {
    for (const double slope : {.7, 1.0, 1.4}) {
        const auto report = reportOf(400, slope, 7);
        std::size_t made = 0;
        for (const Score& score : report->scores) {
            if (!score.interval) continue;
            ++made;
            EXPECT_LE(score.interval->lower, *score.value) << score.id << slope;
            EXPECT_GE(score.interval->upper, *score.value) << score.id << slope;
        }
        EXPECT_GE(made, 22U);
    }
}

/// Plain percentiles of resamples would lie above the error and never contain 0.
TEST(ScoreIntervals, errorsOfCalibratedModelsBeginAtZero) {
    std::size_t atZero = 0;
    std::size_t made = 0;
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
        const auto report = reportOf(2000, 1, seed);
        for (const Score& score : report->scores) {
            if (!score.interval || !isError(scoreDefinition(score.id))) continue;
            ++made;
            atZero += score.interval->lower == 0 ? 1U : 0U;
        }
    }
    EXPECT_GE(made, 55U);
    EXPECT_GE(static_cast<double>(atZero), .95 * static_cast<double>(made));
}

TEST(ScoreIntervals, errorsOfOverConfidentModelsDoNot) {
    const auto report = reportOf(2000, .5, 1);
    for (const std::string_view id : {"ece", "rmsce", "l2_debiased", "ks", "smece", "brier_mcb"})
        EXPECT_GT(report->find(id)->interval->lower, 0) << id;
}

/// The expected bounds are computed from the squares of the mean and of the percentiles.
TEST(ScoreIntervals, whatChanceAddsTwiceIsTakenOff) {
    std::vector<double> drawn;
    for (int i = 0; i <= 100; ++i)
        drawn.push_back(.5 + i * .001);  // mean .55, percentiles .5025 and .5975
    const Interval interval = errorInterval(.5, drawn, .95);
    const double meanSquare = .55 * .55 + (101 * 101 - 1) / 12.0 * 1e-6;
    EXPECT_NEAR(interval.lower, std::sqrt(.5025 * .5025 - 2 * (meanSquare - .25)), 1e-12);
    EXPECT_NEAR(interval.upper, std::sqrt(.5975 * .5975 - 2 * (.55 * .55 - .25)), 1e-12);
    EXPECT_NEAR(unstableErrorInterval(.5, drawn, .95).lower, std::sqrt(2 * .25 - .5975 * .5975),
                1e-12);
    EXPECT_EQ(errorInterval(.5, drawn, .95, .03).lower, 0);
    EXPECT_EQ(errorInterval(.5, drawn, .95, .02).lower, interval.lower);
    const Interval zero = errorInterval(.4, drawn, .95);
    EXPECT_EQ(zero.lower, 0);
    EXPECT_GE(zero.upper, .4);
}

TEST(ScoreIntervals, accuracyHasWilsonsAndTheSignedGapAWidthWhereAllIsRight) {
    const Dataset dataset = testing::datasetOf(
        testing::positiveScores(std::vector<double>(20, .95), std::vector<std::int32_t>(20, 1)));
    const auto report = detailedReport(analyse(dataset, {}).value()).value();
    const Interval expected = *wilsonInterval(20, 20, .95);
    EXPECT_EQ(report->find("accuracy")->interval, expected);
    const Interval gap = *report->find("signed_gap")->interval;
    EXPECT_NEAR(gap.lower, expected.lower - .95, 1e-12);
    EXPECT_NEAR(gap.upper, .05, 1e-12);
}

TEST(ScoreIntervals, ofOneRowOnlyTheAccuracyHasOne) {
    const Dataset dataset = testing::datasetOf(testing::positiveScores({.8}, {1}));
    const auto report = detailedReport(analyse(dataset, {}).value()).value();
    for (const Score& score : report->scores)
        EXPECT_EQ(score.interval.has_value(), score.id == "accuracy") << score.id;
}

/// c and a are strongly correlated, so that their difference varies less than either.
TEST(ScoreIntervals, theSignedGapAgreesWithItsNormalLimit) {
    const auto report = reportOf(5000, 1, 3);
    const OutcomeSums rows =
        std::accumulate(report->binned.sums.begin(), report->binned.sums.end(), OutcomeSums());
    const double n = rows.weight;
    const double mean = (rows.correct - rows.confidence) / n;
    const double squares = (rows.correct - 2 * rows.correctConfidence + rows.confidenceSquares) / n;
    const double half = 1.96 * std::sqrt((squares - mean * mean) / n);
    const Interval gap = *signedGapInterval(rows, .95);
    EXPECT_NEAR(gap.lower, mean - half, .01 * half);
    EXPECT_NEAR(gap.upper, mean + half, .01 * half);
}

/// Roots of |A - t| = z sqrt(V(t)) by scipy.optimize.brentq.
TEST(ScoreIntervals, ofAurocIsMethodFiveOfNewcombe) {
    const Interval few = aurocInterval(.8, 5, 95, .95);
    EXPECT_NEAR(few.lower, .5401237871518041, 1e-12);
    EXPECT_NEAR(few.upper, .9251403383382304, 1e-12);
    const Interval perfect = aurocInterval(1, 3, 40, .95);
    EXPECT_NEAR(perfect.lower, .6869523440457342, 1e-12);
    EXPECT_EQ(perfect.upper, 1);
}

TEST(ScoreIntervals, ofAnErrorThatIsTheSignedGapIsThatOfTheGap) {
    std::vector<double> p;
    for (int i = 0; i < 20; ++i)
        p.push_back(.71 + i * .003);
    const Dataset dataset =
        testing::datasetOf(testing::positiveScores(p, std::vector<std::int32_t>(p.size(), 1)));
    const auto report = detailedReport(analyse(dataset, {}).value()).value();
    const Interval gap = *report->find("signed_gap")->interval;
    for (const char* id : {"ece", "mce", "rmsce", "ace", "l2_debiased", "smece", "ks", "kuiper"}) {
        ASSERT_TRUE(report->find(id)->interval) << id;
        EXPECT_EQ(report->find(id)->interval->lower, gap.lower) << id;
        EXPECT_EQ(report->find(id)->interval->upper, gap.upper) << id;
    }
}

TEST(ScoreIntervals, ofTwoClassesTheClasswiseEceHasThatOfTheEce) {
    const auto report = reportOf(400, .7, 7);
    ASSERT_NEAR(*report->score("ece"), *report->score("classwise_ece"), 1e-12);
    EXPECT_EQ(report->find("ece")->interval->lower, report->find("classwise_ece")->interval->lower);
    EXPECT_EQ(report->find("ece")->interval->upper, report->find("classwise_ece")->interval->upper);
}

TEST(ScoreIntervals, ofASmallSmoothErrorBeginsAtZero) {
    std::vector<double> p;
    std::vector<std::int32_t> labels;
    for (int value = 1; value < 20; ++value) {
        for (int row = 0; row < 20; ++row) {
            p.push_back(value / 20.0);
            labels.push_back(row < value ? 1 : 0);
        }
    }
    const Dataset dataset = testing::datasetOf(testing::positiveScores(p, labels));
    const auto report = detailedReport(analyse(dataset, {}).value()).value();
    ASSERT_LT(*report->score("smece"), .01);
    ASSERT_TRUE(report->find("smece")->interval);
    EXPECT_EQ(report->find("smece")->interval->lower, 0);
    EXPECT_GE(report->find("smece")->interval->upper, *report->score("smece"));
    EXPECT_LT(report->find("smece")->interval->upper, .1);
}

/// Returns 300 rows of which `events` are positive.
std::shared_ptr<const Report> rareReport(std::size_t events) {
    RandomNumbers random(2);
    std::vector<double> p;
    std::vector<std::int32_t> labels;
    for (std::size_t i = 0; i < 300; ++i) {
        const bool isEvent = i < events;
        p.push_back(1 / (1 + std::exp(4 - (isEvent ? 2.5 : 0) - random.normal())));
        labels.push_back(isEvent ? 1 : 0);
    }
    const Dataset dataset = testing::datasetOf(testing::positiveScores(p, labels));
    return detailedReport(analyse(dataset, {}).value()).value();
}

TEST(ScoreIntervals, ofFewEventsAreNotThoseOfResamples) {
    const auto few = rareReport(6);
    EXPECT_EQ(few->find("auroc")->interval->upper,
              aurocInterval(*few->score("auroc"), 6, 294, .95).upper);
    EXPECT_FALSE(few->find("ace")->interval) << "single rows decide it";
    EXPECT_FALSE(few->find("mce")->interval);
    EXPECT_TRUE(few->find("ece")->interval);
    const auto note = std::ranges::find(few->notes, "few_events", &Note::id);
    ASSERT_NE(note, few->notes.end());
    EXPECT_EQ(note->text.substr(0, 37), "6 of 300 rows are of this class, fewe");
    const auto more = rareReport(40);
    EXPECT_TRUE(more->find("ace")->interval);
    EXPECT_EQ(std::ranges::count(more->notes, "few_events", &Note::id), 0);
}

}  // namespace
}  // namespace diagonal
