// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/temperature/counted_temperature.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "core/aggregates/cell_grid.h"

namespace diagonal {
namespace {

constexpr std::size_t kClasses = 4;

struct Rows {
    std::vector<double> logits;
    std::vector<std::int32_t> labels;
};

/// Rows whose labels follow softmax(logits / temperature).
Rows rowsOf(double temperature, std::size_t count) {
    std::mt19937_64 random(5);
    std::normal_distribution<double> normal(0, 4);
    std::uniform_real_distribution<double> uniform;
    Rows rows;
    for (std::size_t i = 0; i < count; ++i) {
        std::array<double, kClasses> shares{};
        double sum = 0;
        for (double& share : shares) {
            const double z = normal(random);
            rows.logits.push_back(z);
            sum += share = std::exp(z / temperature);
        }
        double rest = uniform(random) * sum;
        std::int32_t label = 0;
        while (label + 1 < static_cast<std::int32_t>(kClasses) &&
               rest >= shares[static_cast<std::size_t>(label)])
            rest -= shares[static_cast<std::size_t>(label++)];
        rows.labels.push_back(label);
    }
    return rows;
}

/// Sums by definition: NLL = log sum exp(b z) - b z_y, slope E[z] - z_y, curvature Var[z].
CountedLikelihood countedAt(const Rows& rows, double temperature) {
    CountedLikelihood out;
    out.temperature = temperature;
    for (std::size_t i = 0; i < rows.labels.size(); ++i) {
        double sum = 0, first = 0, second = 0;
        for (std::size_t k = 0; k < kClasses; ++k) {
            const double z = rows.logits[i * kClasses + k];
            const double term = std::exp(z / temperature);
            sum += term;
            first += term * z;
            second += term * z * z;
        }
        const double labelled =
            rows.logits[i * kClasses + static_cast<std::size_t>(rows.labels[i])];
        out.value += std::log(sum) - labelled / temperature;
        out.slope += first / sum - labelled;
        out.curvature += second / sum - first / sum * (first / sum);
    }
    out.effectiveRows = static_cast<double>(rows.labels.size());
    out.value /= out.effectiveRows;
    out.slope /= out.effectiveRows;
    out.curvature /= out.effectiveRows;
    return out;
}

std::vector<CountedLikelihood> countedAtKnots(const Rows& rows) {
    std::vector<CountedLikelihood> counted;
    for (int i = 0; i < kTemperatureKnots; ++i)
        counted.push_back(countedAt(rows, temperatureKnot(i)));
    return counted;
}

TemperatureFit fitOfRows(const Rows& rows) {
    PredictionParts parts;
    parts.kind = ScoreKind::Logit;
    parts.scores = ScoreMatrix(rows.logits, kClasses);
    parts.labels = rows.labels;
    parts.classNames = {"a", "b", "c", "d"};
    const auto made = Predictions::make(std::move(parts));
    return fitTemperature(made.value().predictions, 0.95).value();
}

TEST(CountedTemperature, IsThatOfTheRowsToAMillionth) {
    for (const double temperature : {0.25, 0.9, 1.0, 2.3, 4.2}) {
        const Rows rows = rowsOf(temperature, 4000);
        const auto fit = fitBetweenTemperatures(countedAtKnots(rows), 0.95);
        ASSERT_TRUE(fit) << fit.error().detail;
        const TemperatureFit expected = fitOfRows(rows);
        EXPECT_NEAR(fit.value().value / expected.value, 1, 1e-6) << temperature;
        EXPECT_NEAR(fit.value().nllAfter, expected.nllAfter, 1e-9) << temperature;
        EXPECT_NEAR(fit.value().nllBefore, expected.nllBefore, 1e-12) << temperature;
        EXPECT_NEAR(*fit.value().lower, *expected.lower, 1e-6) << temperature;
        EXPECT_NEAR(*fit.value().upper, *expected.upper, 1e-6) << temperature;
    }
}

TEST(CountedTemperature, IsUndefinedBeyondTheTemperaturesThatWereCounted) {
    const auto high = fitBetweenTemperatures(countedAtKnots(rowsOf(30, 2000)), 0.95);
    ASSERT_FALSE(high);
    EXPECT_NE(high.error().detail.find("higher"), std::string::npos) << high.error().detail;
    const auto low = fitBetweenTemperatures(countedAtKnots(rowsOf(0.05, 2000)), 0.95);
    ASSERT_FALSE(low);
    EXPECT_NE(low.error().detail.find("lower"), std::string::npos) << low.error().detail;
}

TEST(CountedTemperature, IsUndefinedWhereARowHadNoChance) {
    auto counted = countedAtKnots(rowsOf(1, 100));
    for (CountedLikelihood& at : counted)
        at.impossible = 3;
    const auto fit = fitBetweenTemperatures(counted, 0.95);
    ASSERT_FALSE(fit);
    EXPECT_NE(fit.error().detail.find("3 rows"), std::string::npos) << fit.error().detail;
}

}  // namespace
}  // namespace diagonal
