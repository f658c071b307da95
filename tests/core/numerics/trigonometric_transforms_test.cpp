// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/trigonometric_transforms.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace diagonal {
namespace {

constexpr double kPi = std::numbers::pi;

TEST(TrigonometricTransforms, areTheirSums) {
    const std::vector<double> x{.3, -1, 2, .5, 0, 7, -2, 1.5};
    const auto cosines = cosineTransform(x);
    const auto sines = sineTransform(x);
    ASSERT_EQ(cosines.size(), x.size());
    ASSERT_EQ(sines.size(), x.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
        double cosine = 0;
        double sine = 0;
        for (std::size_t j = 0; j < x.size(); ++j) {
            const double angle = kPi * static_cast<double>(k) * (static_cast<double>(j) + .5) / 8;
            cosine += x[j] * std::cos(angle);
            sine += x[j] * std::sin(angle);
        }
        EXPECT_NEAR(cosines[k], cosine, 1e-13) << k;
        EXPECT_NEAR(sines[k], sine, 1e-13) << k;
    }
}

TEST(TrigonometricTransforms, seriesAreTheirSums) {
    const std::vector<double> a{.3, -1, 2, .5, 0, 7, -2, 1.5, 4};
    const auto cosines = cosineSeries(a);
    const auto sines = sineSeries(a);
    ASSERT_EQ(cosines.size(), a.size());
    ASSERT_EQ(sines.size(), a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        double cosine = 0;
        double sine = 0;
        for (std::size_t k = 0; k < a.size(); ++k) {
            const double angle = kPi * static_cast<double>(k * i) / 8;
            cosine += a[k] * std::cos(angle);
            sine += a[k] * std::sin(angle);
        }
        EXPECT_NEAR(cosines[i], cosine, 1e-13) << i;
        EXPECT_NEAR(sines[i], sine, 1e-13) << i;
    }
}

}  // namespace
}  // namespace diagonal
