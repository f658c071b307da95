// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/diagrams/drawn_columns.h"

#include <gtest/gtest.h>

#include "core/reporting/analysis.h"
#include "tests/core/reading/reading_support.h"

namespace diagonal {
namespace {

/// Returns the report of confidences that each occur in ten rows.
Report statedReport(const std::vector<std::string>& values) {
    std::string text = "correct,confidence\n";
    for (std::size_t row = 0; row < 10 * values.size(); ++row)
        text += std::to_string(row % 7 % 2) + "," + values[row % values.size()] + "\n";
    const auto dataset = std::make_shared<const Dataset>(testing::accepted(text));
    return *analyse(dataset, {}).value().report;
}

TEST(DrawnColumns, statedValuesHaveColumnsAroundThem) {
    const auto columns = drawnColumns(statedReport({"0.5", "0.7", "0.75"})).bins;
    ASSERT_EQ(columns.size(), 3U);
    EXPECT_NEAR(columns[0].lower + columns[0].upper, 1.0, 1e-9);
    EXPECT_NEAR(columns[0].upper - columns[0].lower, 1.0 / 15, 1e-9);
    EXPECT_NEAR(columns[1].upper - columns[1].lower, 0.05, 1e-9) << "as far as the next value";
    EXPECT_LE(columns[1].upper, columns[2].lower + 1e-9);
}

TEST(DrawnColumns, closeValuesStandSideBySideWithinTheAxis) {
    const auto columns = drawnColumns(statedReport({"0", "0.001", "0.99", "0.995", "1"})).bins;
    ASSERT_EQ(columns.size(), 5U);
    EXPECT_GE(columns.front().lower, 0);
    EXPECT_LE(columns.back().upper, 1);
    for (std::size_t b = 0; b < columns.size(); ++b) {
        EXPECT_GE(columns[b].upper - columns[b].lower, 1.0 / 60 - 1e-9) << b;
        EXPECT_GE(columns[b].lower, (b == 0 ? 0 : columns[b - 1].upper) - 1e-9) << b;
    }
}

TEST(DrawnColumns, aPartOfTheAxisEndsAboveWhatIsDrawnInIt) {
    const Report report = statedReport({"0.1", "0.2", "0.9"});
    EXPECT_EQ(endOfValues(report, 0, 1), 1);
    const double end = endOfValues(report, 0, 0.3);
    EXPECT_LT(end, 1);
    for (const Bin& bin : report.binned.bins) {
        EXPECT_TRUE(bin.lower >= 0.3 || end >= bin.interval->upper);
    }
    EXPECT_EQ(endOfValues(report, 0.8, 1), 1) << "the ideal ends there";
}

TEST(DrawnColumns, countsAreRootsWhereOneBinIsMuchFuller) {
    const auto bins = [](const std::vector<double>& weights) {
        ReliabilityCurve curve;
        for (const double weight : weights) {
            Bin& bin = curve.bins.emplace_back();
            bin.weight = weight;
            bin.count = static_cast<std::size_t>(weight);
        }
        return curve;
    };
    EXPECT_EQ(countScale(bins({5, 0, 10, 100}), {}), AxisScale::Linear) << "10 times the median";
    EXPECT_EQ(countScale(bins({5, 0, 10, 201}), {}), AxisScale::Root);
    EXPECT_EQ(countScale(bins({0, 0, 7}), {}), AxisScale::Linear) << "empty bins do not count";
    EXPECT_EQ(countScale(bins({}), {}), AxisScale::Linear);
    FigureParts parts;
    parts.logCounts = true;
    EXPECT_EQ(countScale(bins({5, 0, 10, 201}), parts), AxisScale::Logarithmic);
}

}  // namespace
}  // namespace diagonal
