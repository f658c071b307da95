// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/row_exponentials.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/numerics/class_probabilities.h"
#include "tests/core/each_target.h"

namespace diagonal {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Replaces each value by its exponential.
void exponentiate(std::vector<double>& values) {
    const std::vector<double> given = values;
    const std::vector<double> tops{0};
    std::vector<double> sums(1), squares(1);
    exponentiateRows(std::span(given), given.size(), tops, 1, {values, sums, squares});
}

class RowExponentialsOn : public EachTarget {};
INSTANTIATE_FOR_EACH_TARGET(RowExponentialsOn);

TEST_P(RowExponentialsOn, exponentialsAreWithinAUnitInTheLastPlace) {
    std::mt19937_64 random(1);
    std::exponential_distribution<double> spread(.05);
    std::vector<double> values{0,    -0.0, -1e-300, -.5,  -708,   -708.1,
                               -720, -744, -745,    -746, -1e300, -kInfinity};
    for (int i = 0; i < 5000; ++i)
        values.push_back(-spread(random));
    std::vector<double> done = values;
    exponentiate(done);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double expected = std::exp(values[i]);
        const double unit = std::nextafter(expected, kInfinity) - expected;
        EXPECT_LE(std::abs(done[i] - expected), unit) << values[i];
    }
}

TEST_P(RowExponentialsOn, exponentialsOfZeroAndMinusInfinityAreExact) {
    std::vector<double> values{0, -kInfinity, -800};
    exponentiate(values);
    EXPECT_EQ(values, (std::vector<double>{1, 0, 0}));
}

TEST_P(RowExponentialsOn, logarithmsAreWithinFourUnitsInTheLastPlace) {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> uniform;
    std::vector<double> values{0, 5e-324, 1e-310, 2.3e-308, .25, 1 - 1e-16, 1, 1e300};
    for (int i = 0; i < 1000; ++i)
        values.push_back(std::pow(uniform(random), 20));
    std::vector<double> done = values;
    takeLogarithms(done);
    EXPECT_EQ(done[0], -kInfinity);
    for (std::size_t i = 1; i < values.size(); ++i) {
        const double expected = std::log(values[i]);
        EXPECT_NEAR(done[i], expected, 4 * 0x1p-52 * std::abs(expected)) << values[i];
    }
}

TEST_P(RowExponentialsOn, rowsOfAnyLengthAreExponentiatedAndSummed) {
    std::mt19937_64 random(3);
    std::normal_distribution<float> normal(0, 3);
    for (const std::size_t classes : {1UL, 2UL, 7UL, 8UL, 9UL, 16UL, 31UL, 1000UL}) {
        constexpr std::size_t rows = 5;
        std::vector<float> narrow(rows * classes);
        for (float& z : narrow)
            z = normal(random);
        narrow[classes / 2] = -std::numeric_limits<float>::infinity();
        const std::vector<double> wide(narrow.begin(), narrow.end());
        std::vector<double> tops;
        for (std::size_t row = 0; row < rows; ++row)
            tops.push_back(7 + static_cast<double>(row));
        std::vector<double> each(wide.size()), sums(rows), squares(rows);
        std::vector<double> eachOfFloats(wide.size()), sumsOfFloats(rows), squaresOfFloats(rows);
        exponentiateRows(std::span(wide), classes, tops, .7, {each, sums, squares});
        exponentiateRows(std::span(narrow), classes, tops, .7,
                         {eachOfFloats, sumsOfFloats, squaresOfFloats});
        EXPECT_EQ(each, eachOfFloats);
        EXPECT_EQ(sums, sumsOfFloats);
        EXPECT_EQ(squares, squaresOfFloats);
        for (std::size_t row = 0; row < rows; ++row) {
            const auto of = std::span(each).subspan(row * classes, classes);
            double square = 0;
            for (std::size_t k = 0; k < classes; ++k) {
                EXPECT_DOUBLE_EQ(of[k], std::exp(.7 * (wide[row * classes + k] - tops[row])));
                square += of[k] * of[k];
            }
            EXPECT_EQ(sums[row], laneSum(of)) << classes;
            EXPECT_NEAR(squares[row], square, 1e-14 * square) << classes;
        }
    }
}

TEST_P(RowExponentialsOn, columnsOfASoftmaxAreThoseOfTheLibrary) {
    std::mt19937_64 random(4);
    std::normal_distribution<float> normal(0, 3);
    constexpr std::size_t rows = 7;
    constexpr std::size_t stride = 40;
    std::vector<float> narrow(rows * stride);
    for (float& z : narrow)
        z = normal(random);
    const std::vector<double> wide(narrow.begin(), narrow.end());
    std::vector<double> tops;
    std::vector<double> sums;
    for (std::size_t row = 0; row < rows; ++row) {
        tops.push_back(5 + static_cast<double>(row) / 10);
        sums.push_back(2 + static_cast<double>(row));
    }
    for (const std::size_t width : {1UL, 2UL, 3UL, 8UL, 13UL, 16UL}) {
        std::vector<double> p(rows * width);
        std::vector<double> ofFloats(rows * width);
        softmaxColumns(wide.data(), stride, width, tops, sums, .7, p);
        softmaxColumns(narrow.data(), stride, width, tops, sums, .7, ofFloats);
        EXPECT_EQ(p, ofFloats) << width;
        for (std::size_t i = 0; i < p.size(); ++i) {
            const std::size_t row = i / width;
            const double z = wide[row * stride + i % width];
            const double expected = std::min(std::exp(.7 * (z - tops[row])) / sums[row], 1.0);
            EXPECT_NEAR(p[i], expected, 4e-16 * expected) << width << " " << i;
        }
    }
}

}  // namespace
}  // namespace diagonal
