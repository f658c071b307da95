// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/number_text.h"

#include <gtest/gtest.h>

namespace diagonal {
namespace {

TEST(NumberOnScreen, temperaturesOfTheSliderHaveTheSameNumberOfPlaces) {
    for (const auto& [temperature, text] : std::initializer_list<std::pair<double, const char*>>{
             {1, "1.000"}, {1.3568875, "1.357"}, {0.125, "0.125"}, {12.8, "12.80"}}) {
        EXPECT_EQ(temperatureText(temperature), QLatin1String(text));
        EXPECT_EQ(temperatureText(temperature).size(), 5);
    }
    EXPECT_EQ(temperatureText(1000), QStringLiteral("1000.0"));
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
