// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/bin_bootstrap.h"

#include "core/measuring/resampling/row_bootstrap.h"
#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

const Binning kTenWideBins{BinningScheme::EqualWidth, 10};

void expectNear(const Interval& interval, double lower, double upper, double tolerance) {
    EXPECT_NEAR(interval.lower, lower, tolerance);
    EXPECT_NEAR(interval.upper, upper, tolerance);
}

/// Expected intervals are those of 20,000 multinomial resamples of the rows in NumPy.
TEST(BinBootstrap, agreesWithResampledRows) {
    const auto outcomes = testing::twoHundredOutcomes();
    const auto curve = binned(outcomes.sorted, kTenWideBins, .95);
    const auto drawn = binBootstrap(curve, BinConfidence::Mean, 20000, 1);
    expectNear(percentileInterval(drawn.at("ece"), .95), 0.06287, 0.14361, 0.002);
}

TEST(BinBootstrap, everyRowIsInSomeBin) {
    // With a single cell, each resample equals the sample.
    const auto outcomes =
        outcomesAt(testing::positiveScores({.3, .3, .3}, {1, 1, 1}), testing::kPositive, 1);
    const auto curve = binned(outcomes.sorted, kTenWideBins, .95);
    const auto drawn = binBootstrap(curve, BinConfidence::Mean, 50, 1);
    expectNear(percentileInterval(drawn.at("ece"), .95), .7, .7, 1e-12);
}

TEST(BinResamples, ofFourTimesTheRowsVaryHalfAsMuch) {
    const auto outcomes = testing::twoHundredOutcomes();
    const auto curve = binned(outcomes.sorted, kTenWideBins, .95);
    const auto deviationOf = [&](std::size_t times) {
        BinResamples resamples(curve, BinConfidence::Mean, 1, {}, times);
        constexpr int draws = 4000;
        double sum = 0;
        double squares = 0;
        for (int draw = 0; draw < draws; ++draw) {
            const ReliabilityCurve& resample = resamples.next();
            EXPECT_EQ(resample.weight, 200. * static_cast<double>(times));
            EXPECT_EQ(resample.count, 200 * times);
            double correct = 0;
            for (const Bin& bin : resample.bins)
                correct += bin.correct;
            sum += correct / resample.weight;
            squares += (correct / resample.weight) * (correct / resample.weight);
        }
        return std::sqrt(squares / draws - sum / draws * sum / draws);
    };
    const OutcomeSums all = outcomes.sorted.sums();
    const double accuracy = all.correct / all.weight;
    EXPECT_NEAR(deviationOf(1), std::sqrt(accuracy * (1 - accuracy) / 200), .001);
    EXPECT_NEAR(deviationOf(1) / deviationOf(4), 2, .1);
}

TEST(BinResamples, leaveBinsThatDrewNoRowsEmpty) {
    const auto outcomes =
        outcomesAt(testing::positiveScores({.1, .9}, {0, 1}), testing::kPositive, 1);
    const auto curve = binned(outcomes.sorted, {.count = 2}, .95);
    BinResamples resamples(curve, BinConfidence::Mean, 1);
    int empty = 0;
    for (int draw = 0; draw < 100; ++draw) {
        for (const Bin& bin : resamples.next().bins) {
            EXPECT_EQ(bin.count > 0, bin.accuracy.has_value());
            EXPECT_EQ(bin.count > 0, bin.confidence.has_value());
            EXPECT_FALSE(bin.interval);
            if (bin.count == 0) ++empty;
        }
    }
    EXPECT_NEAR(empty, 50, 25) << "a resample holds one of the rows twice half of the time";
}

std::map<std::string_view, Interval> rowIntervals(const Predictions& predictions) {
    const auto outcomes = outcomesAt(predictions, testing::kPositive, 1);
    const auto drawn = rowBootstrap(outcomes, logisticCalibration(outcomes.sorted), 1).value();
    std::map<std::string_view, Interval> intervals;
    for (const auto& [id, values] : drawn)
        intervals[id] = percentileInterval(values, .95);
    return intervals;
}

TEST(RowBootstrap, agreesWithResampledRows) {
    const auto intervals = rowIntervals(testing::twoHundredRows());
    expectNear(intervals.at("brier"), 0.12419, 0.17452, 0.004);
    expectNear(intervals.at("auroc"), 0.82481, 0.92103, 0.006);
    expectNear(intervals.at("brier_multiclass"), 2 * 0.12419, 2 * 0.17452, 0.008);
}

TEST(RowBootstrap, groupsOfRowsAgreeWithTheirNormalLimit) {
    // 20,000 rows are drawn in groups; the Brier score is a mean with a known standard error.
    const Predictions few = testing::twoHundredRows();
    std::vector<double> scores;
    std::vector<std::int32_t> labels;
    for (std::size_t i = 0; i < 20000; ++i) {
        scores.push_back(few.scores().at(i % 200, 0));
        labels.push_back(static_cast<std::int32_t>(few.label(i % 200)));
    }
    const auto predictions = testing::positiveScores(scores, labels);
    const auto outcomes = outcomesAt(predictions, testing::kPositive, 1);
    double squares = 0;
    for (std::size_t i = 0; i < 20000; ++i) {
        const double miss = scores[i] - labels[i];
        squares += std::pow(miss * miss - outcomes.brier, 2) / 20000;
    }
    const double error = std::sqrt(squares / 20000);
    const auto intervals = rowIntervals(predictions);
    expectNear(intervals.at("brier"), outcomes.brier - 1.96 * error, outcomes.brier + 1.96 * error,
               0.3 * error);
    EXPECT_LT(intervals.at("auroc").lower, *outcomes.auroc);
    EXPECT_GT(intervals.at("auroc").upper, *outcomes.auroc);
}

TEST(RowBootstrap, canBeStopped) {
    const auto outcomes = testing::twoHundredOutcomes();
    const auto stopped = rowBootstrap(outcomes, logisticCalibration(outcomes.sorted), 1,
                                      {[](std::size_t done, std::size_t) { return done < 3; }});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, ErrorKind::Cancelled);
}

}  // namespace
}  // namespace diagonal
