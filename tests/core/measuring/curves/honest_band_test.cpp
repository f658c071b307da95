// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/curves/honest_band.h"

#include "core/base/random_numbers.h"
#include "tests/core/measuring/two_hundred_rows.h"

namespace diagonal {
namespace {

/// Draws outcomes that are correct with probability c^power.
SortedOutcomes drawn(std::size_t rows, double power, RandomNumbers& random) {
    std::vector<std::uint64_t> packed;
    for (std::size_t i = 0; i < rows; ++i) {
        const double c = random.uniform();
        packed.push_back(SortedOutcomes::pack(c, random.uniform() < std::pow(c, power)));
    }
    return SortedOutcomes(std::move(packed));
}

bool holds(const std::vector<BandPoint>& band, double power) {
    return std::ranges::all_of(band, [&](const BandPoint& point) {
        const double truth = std::pow(point.x, power);
        return point.lower <= truth && truth <= point.upper;
    });
}

/// At its bounds, a single row is correct or incorrect with probability 0.025.
TEST(HonestBand, ofOneRowIsTheExactIntervalOfAProportion) {
    const auto band = honestBand(SortedOutcomes({SortedOutcomes::pack(.6, true)}), .95);
    EXPECT_EQ(band.front().x, .6);
    EXPECT_EQ(band.front().lower, 0);
    EXPECT_NEAR(band[1].lower, .025, 1e-12);
    EXPECT_EQ(band.back().upper, 1);
}

TEST(HonestBand, holdsTheWholeTrueCurve) {
    RandomNumbers random(5);
    std::size_t held = 0;
    constexpr std::size_t sets = 20;
    for (std::size_t set = 0; set < sets; ++set)
        held += holds(honestBand(drawn(400, 1.5, random), .95), 1.5) ? 1U : 0U;
    EXPECT_GE(held, sets - 1);
}

TEST(HonestBand, excludesADiagonalThatIsFarFromTheTruth) {
    RandomNumbers random(6);
    const auto band = honestBand(drawn(3000, 3, random), .95);
    EXPECT_TRUE(holds(band, 3));
    EXPECT_FALSE(holds(band, 1));
}

TEST(HonestBand, risesInSteps) {
    const auto band = honestBand(testing::twoHundredOutcomes().sorted, .95);
    for (std::size_t i = 1; i < band.size(); ++i) {
        EXPECT_GE(band[i].x, band[i - 1].x);
        EXPECT_GE(band[i].lower, band[i - 1].lower);
        EXPECT_GE(band[i].upper, band[i - 1].upper);
        EXPECT_LE(band[i].lower, band[i].upper);
    }
}

}  // namespace
}  // namespace diagonal
