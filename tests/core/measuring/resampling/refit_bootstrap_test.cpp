// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/refit_bootstrap.h"

#include "core/measuring/curves/smooth_calibration.h"
#include "core/measuring/scores/equal_mass_sweep.h"
#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

TEST(RefitBootstrap, intervalsAreSeededAndAsWideAsTheErrorsOfManySamples) {
    const Outcomes outcomes = testing::twoHundredOutcomes();
    const auto first = refitBootstrap(outcomes.sorted, 1).value();
    EXPECT_EQ(first, refitBootstrap(outcomes.sorted, 1).value());
    EXPECT_NE(first, refitBootstrap(outcomes.sorted, 2).value());
    for (const auto& [id, measured] :
         {std::pair<std::string_view, double>{"smece", smoothError(outcomes.sorted).error},
          {"ece_sweep", sweepError(outcomes.sorted).error}}) {
        const Interval interval = percentileInterval(first.at(id), .95);
        EXPECT_LT(interval.lower, measured + .01) << id;
        EXPECT_GT(interval.upper, measured) << id;
        // The standard error of the signed gap of 200 such rows is 0.028.
        EXPECT_NEAR(interval.upper - interval.lower, .1, .05) << id;
    }
}

TEST(RefitBootstrap, coarseSmoothingIsCloseToTheFine) {
    const Outcomes outcomes = testing::twoHundredOutcomes();
    EXPECT_NEAR(smoothError(outcomes.sorted, kCoarseSmoothing).error,
                smoothError(outcomes.sorted).error, 1e-6);
}

TEST(RefitBootstrap, isNotMadeOfWeightsOrOfTooManyRows) {
    const SortedOutcomes weighted({SortedOutcomes::pack(.5, true), SortedOutcomes::pack(.7, false)},
                                  {WeightKind::Counts, {2, 3}});
    EXPECT_TRUE(refitBootstrap(weighted, 1).value().empty());
    std::vector<std::uint64_t> many(kMostResampledRows + 1, SortedOutcomes::pack(.5, true));
    EXPECT_TRUE(refitBootstrap(SortedOutcomes(std::move(many)), 1).value().empty());
}

TEST(RefitBootstrap, canBeStopped) {
    const auto stopped = refitBootstrap(testing::twoHundredOutcomes().sorted, 1,
                                        {[](std::size_t, std::size_t) { return false; }});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, ErrorKind::Cancelled);
}

}  // namespace
}  // namespace diagonal
