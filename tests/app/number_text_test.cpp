// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/number_text.h"

#include <gtest/gtest.h>

namespace diagonal {
namespace {

TEST(NumberOnScreen, temperaturesHaveTwoToFourDigits) {
    EXPECT_EQ(temperatureText(1), QStringLiteral("1.00"));
    EXPECT_EQ(temperatureText(1.3568875), QStringLiteral("1.357"));
    EXPECT_EQ(temperatureText(0.125), QStringLiteral("0.125"));
    EXPECT_EQ(temperatureText(12.8), QStringLiteral("12.80"));
    EXPECT_EQ(temperatureText(1000), QStringLiteral("1000.00"));
}

TEST(NumberOnScreen, signsAreTrueSigns) {
    EXPECT_EQ(signedText(0.0334), QStringLiteral("+0.0334"));
    EXPECT_EQ(signedText(-0.0334), QStringLiteral("−0.0334"));
}

TEST(NumberOnScreen, largeCountsAreShortOnAxes) {
    EXPECT_EQ(shortCountText(4000), QStringLiteral("4,000"));
    EXPECT_EQ(shortCountText(200000), QStringLiteral("200k"));
    EXPECT_EQ(shortCountText(2.5e6), QStringLiteral("2.5M"));
}

TEST(NumberOnScreen, undefinedScoresAreADash) {
    EXPECT_EQ(scoreText(std::nullopt), QStringLiteral("–"));
    EXPECT_EQ(scoreText(0.09871), QStringLiteral("0.0987"));
}

}  // namespace
}  // namespace diagonal
