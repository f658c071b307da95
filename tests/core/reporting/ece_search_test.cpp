// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/ece_search.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/reading/prediction_reader.h"
#include "core/reporting/analysis.h"
#include "core/reporting/detailed_report.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

TEST(PrintedShare, isReadAsPapersPrintIt) {
    const auto share = printedShare("0.045");
    ASSERT_TRUE(share);
    EXPECT_TRUE(share->isRounded(0.04451));
    EXPECT_TRUE(share->isRounded(0.0455)) << "the middle rounds to both";
    EXPECT_FALSE(share->isRounded(0.0456));
    const auto percent = printedShare("4.5 %");
    ASSERT_TRUE(percent);
    EXPECT_EQ(percent->decimals, 3);
    EXPECT_NEAR(percent->value, 0.045, 1e-15);
    EXPECT_EQ(printedShare("7%")->decimals, 2);
    EXPECT_NEAR(printedShare("15.1")->value, 0.151, 1e-15);
    EXPECT_EQ(printedShare("15.1")->decimals, 3);
    for (const char* wrong :
         {"", "%", "x", "-0.1", "101", "101%", "0.1.2", "1e-2", "0x1", "0", "0.1"})
        EXPECT_FALSE(printedShare(wrong)) << wrong;
}

/// Rows of two classes whose probabilities are too extreme.
std::shared_ptr<const Dataset> extremeRows() {
    std::string text = "p,label\n";
    for (int i = 0; i < 400; ++i) {
        const double p = (i % 97 + 1) / 99.0;
        const bool isPositive = (i * 37 % 101) / 101.0 < 0.25 + 0.5 * p;
        text += std::to_string(p) + (isPositive ? ",1\n" : ",0\n");
    }
    const testing::TemporaryFolder folder;
    return std::make_shared<const Dataset>(
        readPredictions({folder.write("rows.csv", text), std::nullopt}).value());
}

TEST(EceSearch, findsWaysWhoseSettingsGiveTheirValue) {
    const auto rows = extremeRows();
    const auto usual = analyse(rows, {});
    const double ece = *usual.value().report->score("ece");
    const PrintedShare sought{std::round(ece * 1000) / 1000, 3};
    const auto search = eceSearch(*rows, sought, {});
    ASSERT_TRUE(search);
    ASSERT_GT(search.value().found.size(), 3U);
    EXPECT_GT(search.value().tried, 500U);
    const bool hasUsual = std::ranges::any_of(search.value().found, [&](const EceWay& way) {
        return way.score == "ece" && std::abs(way.value - ece) < 1e-12;
    });
    EXPECT_TRUE(hasUsual);
    bool isFitted = false;
    for (const EceWay& way : search.value().found) {
        EXPECT_TRUE(sought.isRounded(way.value));
        const auto again = analyse(rows, way.settings);
        ASSERT_TRUE(again);
        EXPECT_NEAR(*again.value().report->score(way.score), way.value, 1e-9)
            << way.score << " with " << way.settings.binCount.value_or(0) << " bins, preset "
            << way.settings.preset;
        EXPECT_NEAR(again.value().report->temperature, way.temperature, 1e-9);
        isFitted = isFitted || way.settings.fitTemperature;
    }
    EXPECT_EQ(search.value().scores, "ECE, MCE and RMSCE in bins");
    const auto other = eceSearch(*rows, PrintedShare{0.99, 2}, {});
    EXPECT_TRUE(other.value().found.empty());
    EXPECT_LT(other.value().nearest->value, 0.985);
    const auto stopped =
        eceSearch(*rows, sought, {}, {[](auto, auto) { return false; }, serialFor});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, ErrorKind::Cancelled);
}

TEST(EceSearch, triesEachClassAndTheirMean) {
    std::string text = "label,prob_a,prob_b,prob_c\n";
    for (int i = 0; i < 300; ++i) {
        const double a = (i % 83 + 1) / 100.0;
        const double b = (1 - a) * (i % 19 + 1) / 20.0;
        const char label = i * 31 % 97 < 40 ? 'a' : i % 5 < 3 ? 'b' : 'c';
        text += std::string(1, label) + ',' + std::to_string(a) + ',' + std::to_string(b) + ',' +
                std::to_string(1 - a - b) + '\n';
    }
    const testing::TemporaryFolder folder;
    const auto rows = std::make_shared<const Dataset>(
        readPredictions({folder.write("rows.csv", text), std::nullopt}).value());
    for (const std::string_view id : {"classwise_ece", "classwise_ace"}) {
        AnalysisSettings settings;
        settings.binCount = 15;
        const auto report = detailedReport(analyse(rows, settings).value()).value();
        const double value = *report->score(id);
        const auto search = eceSearch(*rows, {std::round(value * 1e6) / 1e6, 6}, {});
        ASSERT_TRUE(search);
        EXPECT_TRUE(std::ranges::any_of(search.value().found, [&](const EceWay& way) {
            return way.score == id && std::abs(way.value - value) < 1e-12 &&
                   way.settings.binCount == 15;
        })) << id;
    }
}

}  // namespace
}  // namespace diagonal
