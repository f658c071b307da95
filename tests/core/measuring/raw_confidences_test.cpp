// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/raw_confidences.h"

#include <gtest/gtest.h>

#include "core/measuring/outcomes.h"
#include "tests/core/measuring/rows_of_two_classes.h"

namespace diagonal {
namespace {

std::vector<double> confidencesOf(const Predictions& predictions, const View& view, double t) {
    const auto packed = outcomesInRowOrder(predictions, view, t).value();
    std::vector<double> confidences;
    for (const std::uint64_t row : packed)
        confidences.push_back(SortedOutcomes::confidenceOf(row));
    return confidences;
}

/// Every confidence against every other one as a limit, at low and high temperatures.
TEST(RawConfidences, neverContradictConfidences) {
    std::size_t known = 0;
    std::size_t all = 0;
    for (const auto& [name, predictions] : testing::rowsOfTwoClasses(200)) {
        for (const View& view :
             {View(), View{View::Kind::OneVsRest, 0}, View{View::Kind::OneVsRest, 1}}) {
            for (const double t : {0.002, 0.3, 1.0, 1.7, 20.0, 5000.0}) {
                if (!checkView(predictions, view, t)) continue;
                ASSERT_TRUE(RawConfidences::areKnown(predictions, t));
                const RawConfidences sut(predictions, view, t);
                const auto confidences = confidencesOf(predictions, view, t);
                std::vector<double> raw(confidences.size());
                sut.read(0, raw);
                for (const double limit : confidences) {
                    const double below = sut.surelyBelow(limit);
                    const double above = sut.surelyAbove(limit);
                    ASSERT_FALSE(above < below);
                    for (std::size_t i = 0; i < raw.size(); ++i) {
                        ASSERT_FALSE(raw[i] < below && confidences[i] >= limit)
                            << name << " at " << t << ": " << raw[i] << " " << confidences[i];
                        ASSERT_FALSE(raw[i] > above && confidences[i] <= limit)
                            << name << " at " << t << ": " << raw[i] << " " << confidences[i];
                        known += raw[i] < below || raw[i] > above ? 1U : 0U;
                        ++all;
                    }
                }
            }
        }
    }
    EXPECT_GT(known, all / 2) << "of " << all;
}

TEST(RawConfidences, areOfRunsOfRows) {
    const Predictions logits = testing::rowsOfTwoClasses(50)[1].second;
    ASSERT_EQ(logits.scores().columns(), 2U);
    const RawConfidences sut(logits, View{View::Kind::OneVsRest, 0}, 1);
    std::vector<double> all(logits.rows());
    std::vector<double> some(7);
    sut.read(0, all);
    sut.read(20, some);
    for (std::size_t i = 0; i < some.size(); ++i) {
        const double difference = logits.scores().at(20 + i, 0) - logits.scores().at(20 + i, 1);
        const bool isSure = std::abs(difference) < 1000;
        EXPECT_TRUE(isSure ? some[i] == difference : std::isnan(some[i]) || some[i] == difference);
        EXPECT_TRUE(some[i] == all[20 + i] || (std::isnan(some[i]) && std::isnan(all[20 + i])));
    }
    EXPECT_FALSE(RawConfidences::areKnown(logits, 1e-5)) << "rounding errors are too large";
}

}  // namespace
}  // namespace diagonal
