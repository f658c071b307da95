// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/equal_mass_sweep.h"

#include "core/measuring/reliability_curve.h"
#include "core/measuring/scores/scores.h"
#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

SortedOutcomes sorted(std::vector<double> p, std::vector<std::int32_t> labels) {
    return outcomesAt(testing::positiveScores(std::move(p), std::move(labels)), testing::kPositive,
                      1)
        .sorted;
}

TEST(EqualMassSweep, stopsBeforeAnAccuracyFalls) {
    // Two bins have the rising accuracies 0 and 2/3; three bins have 0, 1 and 1/2, where the last
    // falls.
    const auto rows = sorted({.1, .2, .6, .7, .8, .9}, {0, 0, 1, 1, 1, 0});
    const auto sweep = sweepError(rows);
    EXPECT_EQ(sweep.bins, 2U);
    EXPECT_EQ(sweep.error,
              expectedCalibrationError(binned(rows, {BinningScheme::EqualMass, 2}, std::nullopt)));
    EXPECT_FALSE(sweep.reachedLimit);
}

TEST(EqualMassSweep, endsAtTheNumberOfRows) {
    const auto sweep = sweepError(sorted({.1, .2, .8, .9}, {0, 0, 1, 1}));
    EXPECT_EQ(sweep.bins, 4U);
    EXPECT_TRUE(sweep.reachedLimit);
    EXPECT_NEAR(sweep.error, (.1 + .2 + .2 + .1) / 4, 1e-15);
}

/// More than three bins are not possible, although three rows count a million times each.
TEST(EqualMassSweep, stopsWhereEveryConfidenceHasItsBin) {
    const SortedOutcomes outcomes({SortedOutcomes::pack(.7, true), SortedOutcomes::pack(.8, true),
                                   SortedOutcomes::pack(.9, true)},
                                  {WeightKind::Counts, {1e6, 1e6, 1e6}});
    const auto sweep = sweepError(outcomes);
    EXPECT_EQ(sweep.bins, 3U);
    EXPECT_NEAR(sweep.error, .2, 1e-12);
}

/// Tries every number of bins.
std::size_t binsByTrial(const SortedOutcomes& outcomes) {
    std::size_t bins = 1;
    for (; bins < outcomes.observations(); ++bins) {
        const auto curve = binned(outcomes, {BinningScheme::EqualMass, bins + 1}, std::nullopt);
        for (std::size_t b = 1; b < curve.bins.size(); ++b) {
            if (*curve.bins[b].accuracy < *curve.bins[b - 1].accuracy) return bins;
        }
    }
    return bins;
}

/// Rows that are wrong below `half` and right above, but for `exchanged` pairs of neighbours in the
/// middle; `ties` rows share each confidence. Weights are 1 to 3 if `counts`.
SortedOutcomes nearlySeparated(std::size_t rows, std::size_t exchanged, std::size_t ties,
                               bool counts) {
    std::vector<std::uint64_t> packed;
    RowWeights weights;
    for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t middle = rows / 2;
        const bool swaps = i + exchanged >= middle && i < middle + exchanged;
        const double c = static_cast<double>(i / ties) / static_cast<double>(rows);
        packed.push_back(SortedOutcomes::pack(c, swaps ? (i + rows) % 2 == 0 : i >= middle));
        if (counts) weights.values.push_back(static_cast<double>(1 + i % 3));
    }
    return SortedOutcomes(std::move(packed), std::move(weights));
}

TEST(EqualMassSweep, findsTheSameBinsAsTryingAll) {
    for (const std::size_t rows : {150UL, 233UL}) {
        for (const std::size_t exchanged : {0UL, 1UL, 7UL, 40UL}) {
            for (const std::size_t ties : {1UL, 2UL, 5UL}) {
                for (const bool counts : {false, true}) {
                    const auto outcomes = nearlySeparated(rows, exchanged, ties, counts);
                    const auto sweep = sweepError(outcomes);
                    const std::size_t expected = binsByTrial(outcomes);
                    // Where every confidence has its own bin, the sweep stops.
                    EXPECT_LE(sweep.bins, expected);
                    if (!sweep.reachedLimit || ties == 1) {
                        EXPECT_EQ(sweep.bins, expected) << rows << " " << exchanged << " " << ties;
                    }
                    const Binning tried{BinningScheme::EqualMass, expected};
                    EXPECT_NEAR(sweep.error,
                                expectedCalibrationError(binned(outcomes, tried, std::nullopt)),
                                1e-14);
                }
            }
        }
    }
}

}  // namespace
}  // namespace diagonal
