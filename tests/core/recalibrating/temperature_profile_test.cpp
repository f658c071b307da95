// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/temperature_profile.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "core/measuring/scores/scores.h"
#include "core/recalibrating/temperature/temperature.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using testing::classScores;
using testing::kTopLabel;

/// Logits three times as large as they should be.
std::shared_ptr<const Predictions> tooSure(std::size_t rows) {
    std::vector<double> z;
    std::vector<std::int32_t> labels;
    for (std::size_t i = 0; i < rows; ++i) {
        const double margin = std::sin(static_cast<double>(i) * 1.7) * 2;
        const double u = std::fmod(static_cast<double>(i) * .6180339887, 1);
        z.insert(z.end(), {0, 3 * margin, -20});
        labels.push_back(u < 1 / (1 + std::exp(-margin)) ? 1 : 0);
    }
    return std::make_shared<const Predictions>(
        classScores(std::move(z), std::move(labels), ScoreKind::Logit));
}

TEST(TemperatureProfile, findsBothOptimaAndSaysWhatIsMeasured) {
    const auto predictions = tooSure(4000);
    const Binning binning{BinningScheme::EqualWidth, 15};
    const auto profile = temperatureProfile(predictions, kTopLabel, binning).value();
    EXPECT_TRUE(std::ranges::is_sorted(profile.points, {}, &ProfilePoint::temperature));
    EXPECT_EQ(profile.points.front().temperature, .1);
    EXPECT_EQ(profile.points.back().temperature, 12.8);
    const double fitted = fitTemperature(*predictions, .95).value().value;
    EXPECT_EQ(profile.leastNll, fitted);
    EXPECT_NEAR(profile.leastEce, 3, .5);
    const ProfilePoint& point = profile.points[30];
    const auto exact = outcomesAt(*predictions, kTopLabel, point.temperature);
    EXPECT_EQ(point.ece, expectedCalibrationError(binned(exact.sorted, binning, std::nullopt)));
    EXPECT_EQ(point.nll, exact.nll);
}

TEST(TemperatureProfile, isTheSameBySweep) {
    const auto predictions = tooSure(70'000);
    const Binning binning{BinningScheme::EqualWidth, 10};
    const auto profile = temperatureProfile(predictions, kTopLabel, binning).value();
    const ProfilePoint& point = profile.points[40];
    const auto exact = outcomesAt(*predictions, kTopLabel, point.temperature);
    EXPECT_NEAR(point.ece, expectedCalibrationError(binned(exact.sorted, binning, std::nullopt)),
                1e-7);
    EXPECT_NEAR(*point.nll, *exact.nll, 1e-6);
}

TEST(TemperatureProfile, stopsWhenProgressCancels) {
    const Execution stop{[](std::size_t, std::size_t) { return false; }};
    EXPECT_FALSE(temperatureProfile(tooSure(100), kTopLabel, {}, stop));
}

}  // namespace
}  // namespace diagonal
